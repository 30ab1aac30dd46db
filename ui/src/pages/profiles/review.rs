//! Review.
use leptos::prelude::*;

#[component]
pub(crate) fn ReviewProfile() -> impl IntoView {
    view! { <div class="page"><h1>"Review"</h1></div> }
}
