//! The desk's own operations, one `Perform` each. They decide nothing about the service; what they change is on this computer.

mod connection;
mod desk;
mod export;
mod history;
mod list;
mod lock;
mod preference;
mod protection;
pub(crate) mod reveal;
pub(crate) mod sandbox;
mod sdk_id;
pub(crate) mod session;
mod test;
mod token;
mod unit;
mod window;

use std::io;

use tapline_contract::{Command, Failure, Kind};

/// A failure of a command, as a sentence.
fn failure<C: Command>(kind: Kind, sentence: impl Into<String>) -> Failure {
    Failure::new(kind, C::NAME, sentence)
}

/// A file of the data folder could not be written.
fn not_kept<C: Command>(cause: &io::Error) -> Failure {
    let sentence = format!(
        "Tapline's data folder cannot be written ({cause}), so nothing was saved. Check that the disk is neither full nor read \
         only, then try again."
    );
    failure::<C>(Kind::Desk, sentence)
}
