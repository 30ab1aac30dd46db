//! Tapline's own operations, one `Perform` each. They decide nothing about the service; what they change is on this computer.

mod archive;
mod connect;
mod connection;
mod draft;
mod export;
mod figures;
mod history;
pub(crate) mod list;
mod lock;
mod overview;
mod plan;
mod preference;
mod propagation;
mod protection;
mod replay;
mod reveal;
mod sandbox;
mod sdk_id;
mod test;
mod token;
mod unit;
mod update;
mod usual;
mod watch;
mod where_used;
mod window;

use std::io;

use tapline_contract::{Command, Failure, FailureKind};

pub(crate) use self::archive::archive;
pub use self::usual::usual_amounts;

/// A failure of a command, as a sentence.
fn failure<C: Command>(kind: FailureKind, sentence: impl Into<String>) -> Failure {
    Failure::new(kind, C::NAME, sentence)
}

/// A file of the data folder could not be written.
fn not_kept<C: Command>(cause: &io::Error) -> Failure {
    let sentence = format!(
        "Tapline's data folder can't be written ({cause}), so nothing was saved. Check that the disk isn't full or read-only, then try again."
    );
    failure::<C>(FailureKind::Desk, sentence)
}
