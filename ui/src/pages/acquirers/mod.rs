//! Acquirers.

use leptos::prelude::*;

#[component]
pub(crate) fn Acquirers() -> impl IntoView {
    view! { <div class="page"><h1>"Acquirers"</h1></div> }
}
