//! Who uses a record; what answers it is [`crate::where_used`].

use std::sync::Arc;

use tapline_contract::commands::FindUsers;
use tapline_contract::where_used::{WhereUsed, WhereUsedQuery};
use tapline_contract::{Command as _, Failure};

use crate::commands::Perform;
use crate::state::AppState;
use crate::where_used;

impl Perform for FindUsers {
    async fn perform(app: &Arc<AppState>, asked: WhereUsedQuery) -> Result<WhereUsed, Failure> {
        where_used::find(app, Self::NAME, &asked).await
    }
}
