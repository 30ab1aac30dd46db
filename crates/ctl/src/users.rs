//! Users of a record, once their terminals were loaded.

use std::time::Duration;

use tapline_contract::commands::FindUsers;
use tapline_contract::connection::ConnectionId;
use tapline_contract::where_used::{UsedRecord, WhereUsed, WhereUsedQuery};

use crate::opened::Core;
use crate::say::Stop;

/// Interval between looks at the loading of the terminals.
const TICK: Duration = Duration::from_millis(50);

/// Merchants whose terminals are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All merchants concerned.
    All,
    /// As many merchants as core reads by default.
    Usual,
}

/// The users, once the terminals were read.
pub(crate) async fn users(
    core: &Core,
    connection: &ConnectionId,
    of: UsedRecord,
    reach: Reach,
) -> Result<WhereUsed, Stop> {
    let all_terminals = reach == Reach::All;
    let query = WhereUsedQuery { connection: connection.clone(), of, again: false, all_terminals };
    loop {
        let found = core.command::<FindUsers>(query.clone()).await?;
        if !found.reading {
            return Ok(found);
        }
        tokio::time::sleep(TICK).await;
    }
}
