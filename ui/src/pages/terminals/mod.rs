//! Terminals.

use leptos::prelude::*;

#[component]
pub(crate) fn Terminals() -> impl IntoView {
    view! { <div class="page"><h1>"Terminals"</h1></div> }
}
