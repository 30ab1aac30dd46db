//! One secret of a terminal, for a person who asked for it.

use std::sync::Arc;

use tapline_contract::commands::{CopySecret, RevealSecret};
use tapline_contract::reveal::{Copied, Reveal, Revealed};
use tapline_contract::{Failure, Kind};

use super::failure;
use crate::dispatch::Perform;
use crate::host::Inner;

const NOT_YET: &str = "This Tapline cannot do this yet. Use a newer one.";

impl Perform for RevealSecret {
    async fn perform(_desk: &Arc<Inner>, _reveal: Reveal) -> Result<Revealed, Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}

impl Perform for CopySecret {
    async fn perform(_desk: &Arc<Inner>, _reveal: Reveal) -> Result<Copied, Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}
