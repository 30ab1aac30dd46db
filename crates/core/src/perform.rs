//! Execution of a command: every name of the contract's table has one.

use std::future::Future;
use std::sync::Arc;

use tapline_contract::{Command, Failure};

use crate::state::AppState;

pub(crate) trait Perform: Command {
    fn perform(
        app: &Arc<AppState>,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}
