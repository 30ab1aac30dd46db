//! Owner.

use leptos::prelude::*;

#[component]
pub(crate) fn Owner() -> impl IntoView {
    view! { <div class="page"><h1>"Owner"</h1></div> }
}
