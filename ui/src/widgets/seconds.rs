//! How long something has been waited for, in seconds, since it was drawn.
//!
//! It decides nothing and ends nothing: core knows when a call is given up. Short waits are not told, and nobody is read them
//! aloud: a number a second is noise.

use leptos::prelude::*;

use crate::ipc::engine;
use crate::shell::shell;

/// Shorter waits are not told.
const FIRST: f64 = 2.0;

#[component]
pub(crate) fn Seconds() -> impl IntoView {
    let second = shell().second;
    let began = engine::now();
    let text = move || {
        let waited = ((second.get() - began) / 1000.0).floor();
        (waited >= FIRST).then(|| format!(" {waited} s"))
    };
    view! { <span class="muted" aria-hidden="true" data-waited="">{text}</span> }
}
