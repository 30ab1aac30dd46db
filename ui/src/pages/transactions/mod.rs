//! Transactions.

pub(crate) mod one;

use leptos::prelude::*;

use self::one::TransactionPane;
use crate::shell::shell;

#[component]
pub(crate) fn Transactions() -> impl IntoView {
    let shell = shell();
    let opened = Memo::new(move |_| shell.transaction().id());
    view! {
        <div class="with-pane">
            <div class="page"><h1>"Transactions"</h1></div>
            {move || opened.get().map(|id| view! { <aside class="pane" aria-label="Transaction"><TransactionPane id=id/></aside> })}
        </div>
    }
}
