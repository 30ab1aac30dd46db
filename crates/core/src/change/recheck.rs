//! From the endpoint of a change of unknown outcome to the recipe that reads for it.

use tapline_contract::{Failure, endpoints};

use super::settle;
use crate::journal::Row;
use crate::session_state::Open;
use crate::state::AppState;

macro_rules! recheck_table {
    ($(($name:ident $class:ident))*) => {
        /// Reads once more for an operation of unknown outcome.
        pub(super) async fn recheck(app: &AppState, open: &Open, row: &Row) -> Result<(), Failure> {
            match row.endpoint.as_str() {
                $(stringify!($name) => recheck_table!(@$class $name, app, open, row),)*
                _ => Ok(()),
            }
        }
    };
    (@Read $name:ident, $app:ident, $open:ident, $row:ident) => { Ok(()) };
    (@$class:ident $name:ident, $app:ident, $open:ident, $row:ident) => {
        // Boxed, so that this future is as small as one read and not as large as all.
        Box::pin(settle::recheck::<endpoints::$name>($app, $open, $row)).await
    };
}
tapline_contract::for_each_endpoint!(recheck_table);
