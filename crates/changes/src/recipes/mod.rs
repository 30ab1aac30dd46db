//! The recipes, one module a resource. The head of each says what proves its changes.

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
use tapline_http::walk::{Listed, Walked};
use tapline_http::{Client, Sending, is_code};

use crate::recipe::{Stale, Verdict};

/// Reads one record by its id; `None` if the service itself says that it doesn't exist.
async fn read<E>(client: &Client, id: &E::Id) -> Result<Option<E::Output>, Failure>
where
    E: Sending + Endpoint<Input = ()>,
{
    match client.send::<E>(id, &()).await {
        Ok(sent) => Ok(Some(sent.output)),
        Err(failure) if is_not_found(&failure) && failure.code.as_deref().is_some_and(is_code) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// True for a 404. Without an error's number it can come from a gateway that blocks reads, and proves no absence.
fn is_not_found(failure: &Failure) -> bool {
    failure.status == Some(404) && failure.kind == FailureKind::Refused
}

/// The record as it is now, when it still is the `same` as the person saw. Of records that are read in their whole list only.
fn unchanged<L: Listed>(
    seen: Option<&L::Item>,
    id: &str,
    list: &Walked<L::Item>,
    same: impl Fn(&L::Item, &L::Item) -> bool,
) -> Result<L::Item, Stale<Option<L::Item>>> {
    match list.find(id) {
        Some(now) if seen.is_none_or(|seen| same(seen, now)) => Ok(now.clone()),
        Some(now) => Err(Stale::Changed(Some(now.clone()))),
        None if list.proves_absence::<L>(id) => Err(Stale::Changed(None)),
        None => Err(Stale::NotListed),
    }
}

/// Verdict of a list on an update whose record is not in it.
fn missing<L: Listed>(id: &str, list: &Walked<L::Item>) -> Verdict<Option<L::Item>> {
    if list.proves_absence::<L>(id) { Verdict::Other(None) } else { Verdict::Unprovable }
}

/// Verdict of a list on a deletion, which is proven by absence from the whole list.
fn deleted<L: Listed>(
    id: &str,
    base: &L::Item,
    list: &Walked<L::Item>,
    same: impl Fn(&L::Item, &L::Item) -> bool,
) -> Verdict<Option<L::Item>> {
    match list.find(id) {
        Some(now) if same(base, now) => Verdict::Before,
        Some(now) => Verdict::Other(Some(now.clone())),
        None if list.proves_absence::<L>(id) => Verdict::Target(Some(base.clone())),
        None => Verdict::Unprovable,
    }
}

/// Wrong before anything is read; `why` is a sentence with the way out.
fn wrong<E: Endpoint>(field: &str, why: &str) -> Failure {
    Failure::new(FailureKind::BadInput, E::NAME, format!("{why} Nothing was sent.")).field(field)
}

#[cfg(test)]
mod tests;
