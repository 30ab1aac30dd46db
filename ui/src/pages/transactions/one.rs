//! One transaction: as a page, and as the pane beside the list.

use leptos::prelude::*;
use tapline_contract::transaction::TransactionId;

use crate::paths::Route;
use crate::widgets::crumbs::Crumbs;

#[component]
pub(crate) fn OneTransaction(id: TransactionId) -> impl IntoView {
    let here = format!("Transaction {}", id.as_str());
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Transactions, "Transactions".to_owned())] here=Signal::stored(here.clone())/>
            <h1>{here}</h1>
            <TransactionPane id=id/>
        </div>
    }
}

/// What stands beside the list.
#[component]
pub(crate) fn TransactionPane(id: TransactionId) -> impl IntoView {
    view! { <p class="mono">{id.to_string()}</p> }
}
