//! Settlements.

use leptos::prelude::*;

#[component]
pub(crate) fn Settlements() -> impl IntoView {
    view! { <div class="page"><h1>"Settlements"</h1></div> }
}
