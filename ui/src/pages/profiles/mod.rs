//! Profiles.

use leptos::prelude::*;

#[component]
pub(crate) fn Profiles() -> impl IntoView {
    view! { <div class="page"><h1>"Profiles"</h1></div> }
}
