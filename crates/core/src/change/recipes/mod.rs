//! The recipes, one module a resource. What each change is proven by is said in its module's head.

mod acquirer;
mod actions;
mod amount;
mod device;
mod effect;
mod emv;
mod merchant;
mod profile;
mod settlement;
mod transaction;

use tapline_contract::{Endpoint, Failure, FailureKind};

/// Wrong before anything is read; `why` is a sentence with the way out.
fn wrong<E: Endpoint>(field: &str, why: &str) -> Failure {
    Failure::new(FailureKind::BadInput, E::NAME, format!("{why} Nothing was sent.")).field(field)
}

#[cfg(test)]
mod tests;
