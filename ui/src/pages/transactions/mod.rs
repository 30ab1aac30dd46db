//! Transactions.

use leptos::prelude::*;

#[component]
pub(crate) fn Transactions() -> impl IntoView {
    view! { <div class="page"><h1>"Transactions"</h1></div> }
}
