//! A moment in local time with its zone, and in UTC beside it, to compare with the service's log.
//!
//! A text that is not a timestamp is shown unchanged.

use leptos::prelude::*;
use tapline_contract::timestamp;

use crate::ipc::engine;

#[component]
pub(crate) fn Moment(
    /// As the service or core tells it.
    at: String,
) -> impl IntoView {
    let utc = timestamp::utc(&at).map(|utc| view! { <span class="muted utc">{utc}</span> });
    view! { <span class="moment"><time datetime=at.clone()>{engine::local_time(&at)}</time>" "{utc}</span> }
}
