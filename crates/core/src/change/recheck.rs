//! From the endpoint of a change of unknown outcome to the recipe that reads for it.

use tapline_contract::{Failure, endpoints};
use tapline_journal::JournalRow;

use super::settle::{self, By};
use crate::session_state::Open;
use crate::state::AppState;

macro_rules! recheck_table {
    ($(($name:ident $class:ident))*) => {
        /// Reads once more for an operation of unknown outcome.
        pub(super) async fn recheck(app: &AppState, open: &Open, row: &JournalRow, by: By) -> Result<(), Failure> {
            match row.endpoint.as_str() {
                $(stringify!($name) => recheck_table!(@$class $name, app, open, row, by),)*
                _ => Ok(()),
            }
        }
    };
    (@Read $name:ident, $app:ident, $open:ident, $row:ident, $by:ident) => { Ok(()) };
    (@$class:ident $name:ident, $app:ident, $open:ident, $row:ident, $by:ident) => {
        // Boxed, so that this future is as small as one read and not as large as all.
        Box::pin(settle::recheck::<endpoints::$name>($app, $open, $row, $by)).await
    };
}
tapline_contract::for_each_endpoint!(recheck_table);
