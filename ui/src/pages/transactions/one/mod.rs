//! One transaction, as a page of its own and as the pane beside the list: what it is, what may be done, what happened to it,
//! and why a PIN was asked.

mod actions;
mod candidates;
mod capture;
mod explain;
mod facts;
mod head;
mod money;
mod raw;
mod receipt;
mod refund;
pub(crate) mod state;
mod timeline;
mod void;

use leptos::prelude::*;
use tapline_contract::transaction::TransactionId;

use self::head::{Head, Heading};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::crumbs::Crumbs;
use crate::widgets::failure::FailureNote;

/// The page of one transaction.
#[component]
pub(crate) fn OneTransaction(id: TransactionId) -> impl IntoView {
    let here = id.to_string();
    view! {
        <div class="page transaction transaction-page">
            <Crumbs trail=vec![(Route::Transactions, "Transactions".to_owned())] here=here/>
            <Content id=id heading=Heading::Page/>
        </div>
    }
}

/// The content of the pane beside the list.
#[component]
pub(crate) fn TransactionPane(id: TransactionId) -> impl IntoView {
    view! { <div class="transaction transaction-pane"><Content id=id heading=Heading::Pane/></div> }
}

#[component]
fn Content(id: TransactionId, heading: Heading) -> impl IntoView {
    let shell = shell();
    let one = shell.transaction();
    one.open(shell, id.clone());
    let record = Memo::new(move |_| one.record_of(&id));
    let is_there = Memo::new(move |_| record.with(Option::is_some));
    let some = Signal::derive(move || record.get());
    move || {
        if !is_there.get() {
            return view! {
                {heading.title("Transaction".to_owned())}
                {failed(shell)}
                <p class="muted" role="status">{move || one.reading().loading.then_some("Reading…")}</p>
            }
            .into_any();
        }
        view! {
            <Head record=some heading=heading/>
            {move || failed(shell)}
            <raw::Tabs record=some/>
        }
        .into_any()
    }
}

/// Why the last reading failed; what was read before stays, with its age.
fn failed(shell: Shell) -> Option<impl IntoView> {
    let reading = shell.transaction().reading();
    let stale = (reading.read_at > 0.0).then(|| {
        format!("What is shown was read at {} and may be out of date.", engine::clock(reading.read_at))
    });
    reading.failure.map(|failure| {
        view! {
            <FailureNote failure=failure>
                {stale.map(|stale| view! { <p>{stale}</p> })}
                <button type="button" on:click=move |_| shell.transaction().reload(shell)>"Try again"</button>
            </FailureNote>
        }
    })
}
