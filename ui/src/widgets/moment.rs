//! A moment: in local time with its zone, and in UTC beside it, for whoever compares it with a log of the service.
//!
//! No clock and no column of a list; a text that is no timestamp is shown as it came.

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
