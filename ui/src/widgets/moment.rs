//! A timestamp in local time with its zone, and in UTC, to compare with the service's log.
//!
//! A text that is not a timestamp is shown unchanged.

use leptos::prelude::*;
use tapline_contract::timestamp;

use crate::ipc::engine;

#[component]
pub(crate) fn Moment(
    /// Text of the service or core.
    at: String,
) -> impl IntoView {
    let utc = timestamp::utc(&at).map(|utc| view! { <span class="muted utc">{utc}</span> });
    view! { <span class="moment"><time datetime=at.clone()>{engine::local_time(&at)}</time>" "{utc}</span> }
}
