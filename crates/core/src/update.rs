//! Known newer versions of Tapline. `commands/update.rs` decides when to look and when to install.

mod list;

use std::sync::Mutex;
use std::time::Duration;

use tapline_contract::update::Release;
use tapline_contract::{Failure, FailureKind};
use tapline_platform::sync::locked;

pub use self::list::{LARGEST_LIST, Offer, Refused};
pub use tapline_http::fetch::{Unfetched, fetch};

#[derive(Debug, Default)]
pub(crate) struct Update {
    pub(crate) known: Mutex<UpdateState>,
    /// Held during a check, so that there is one at a time.
    pub(crate) checking: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
pub(crate) struct UpdateState {
    /// When the last check began, by the clock of this run.
    pub(crate) checked: Option<Duration>,
    pub(crate) ready: Option<Release>,
    pub(crate) postponed: bool,
    pub(crate) problem: Option<String>,
    /// From here on no change begins.
    pub(crate) installing: bool,
}

impl Update {
    pub(crate) fn postpone(&self) {
        locked(&self.known).postponed = true;
    }

    /// Fails while Tapline is about to be replaced. Called with the running changes locked.
    pub(crate) fn admits_change(&self, call: &str) -> Result<(), Failure> {
        if !locked(&self.known).installing {
            return Ok(());
        }
        let sentence =
            "Tapline is being updated, so nothing was sent. Repeat the change when it has started again.";
        Err(Failure::new(FailureKind::Desk, call, sentence))
    }
}
