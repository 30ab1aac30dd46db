//! Reasons why a connection is not saved.

use std::io;

use super::check::InputError;
use super::merge::Changed;

/// Why a connection is not saved, as a sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotSaved {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Changed(#[from] Changed),
    #[error(
        "The connection was changed meanwhile, so nothing was saved. Open it again and repeat the change."
    )]
    Meanwhile,
    #[error("Another Tapline removed this connection meanwhile, so nothing was saved. Add it as a new one.")]
    Removed,
    #[error(transparent)]
    File(#[from] io::Error),
}

impl NotSaved {
    /// As the form calls it.
    pub(crate) fn field(&self) -> Option<&'static str> {
        match self {
            NotSaved::Input(error) => Some(error.field()),
            NotSaved::Changed(changed) => Some(changed.field),
            NotSaved::Meanwhile | NotSaved::Removed | NotSaved::File(_) => None,
        }
    }
}
