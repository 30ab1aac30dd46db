//! A timestamp in local time with its zone, and in UTC, to compare with the service's log.
//!
//! A text that is not a timestamp is shown unchanged.
//!
//! Seconds of waiting since this was drawn.
//!
//! It decides and ends nothing: core decides when to give up a call. Short waits are not shown, and screen readers do not read
//! them aloud: a new number each second would be noise.

use leptos::prelude::*;
use tapline_contract::timestamp;

use super::show::live;
use crate::ipc::engine;
use crate::shell::shell;

#[component]
pub(crate) fn Moment(
    /// Text of the service or core.
    at: String,
) -> impl IntoView {
    let utc = timestamp::utc(&at).map(|utc| view! { <span class="muted utc">{utc}</span> });
    view! { <span class="moment"><time datetime=at.clone()>{engine::local_time(&at)}</time>" "{utc}</span> }
}

/// Seconds of waiting before anything is shown.
const FIRST: f64 = 2.0;

#[component]
pub(crate) fn Seconds() -> impl IntoView {
    let time = shell().time();
    let began = engine::now();
    let text = move || {
        let now = time.until(|now| began + ((now - began) / 1000.0 + 1.0).floor() * 1000.0);
        let waited = ((now - began) / 1000.0).floor();
        (waited >= FIRST).then(|| format!(" {waited} s"))
    };
    view! { <span class="muted" aria-hidden="true" data-waited="">{live(text)}</span> }
}
