//! One transaction, as a separate page and as the pane next to the list: its details, its actions, its history, and the explanation of the
//! PIN request.

mod actions;
mod dialogs;
mod explain;
mod facts;
mod money;
pub(crate) mod state;

use leptos::prelude::*;
use tapline_contract::history::Change;
use tapline_contract::transaction::TransactionId;

use self::actions::open_calls;
pub(super) use self::explain::open_field;
pub(crate) use self::explain::{
    CardPlace, Journal, SecondTrySearch, answered, configurations, deciding_fields, details, handed,
    look_for, sale_card,
};
use super::one::facts::{Head, Heading};
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::links::Crumbs;
use crate::widgets::money::open::OpenNotes;
use crate::widgets::show::live;

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

/// The content of the pane next to the list.
#[component]
pub(crate) fn TransactionPane(id: TransactionId) -> impl IntoView {
    view! { <div class="transaction transaction-pane"><Content id=id heading=Heading::Pane/></div> }
}

#[component]
fn Content(id: TransactionId, heading: Heading) -> impl IntoView {
    let shell = shell();
    let one = state::open_transaction(shell);
    one.open(shell, id.clone());
    let calls = open_calls(shell, id.clone());
    let record = Memo::new(move |_| one.record_of(&id));
    let is_there = Memo::new(move |_| record.with(Option::is_some));
    let words = Callback::new(move |change: Change| {
        let amounts = money::amounts(shell, record.get_untracked().as_ref());
        money::words_of(&change, amounts.as_ref())
    });
    let head = move || {
        if is_there.get() {
            view! { <Head record=record calls=calls heading=heading/> }.into_any()
        } else {
            heading.title("Transaction".to_owned())
        }
    };
    let reading = move || {
        (!is_there.get()).then(|| {
            view! { <p class="muted" role="status">{move || one.reading().loading.then_some("Loading…")}</p> }
        })
    };
    view! {
        {live(head)}
        <ReadFailed reading=Signal::derive(move || one.reading()) again=Callback::new(move |()| one.reload(shell))/>
        {live(reading)}
        <OpenNotes calls=calls words=words/>
        {move || is_there.get().then(|| view! { <facts::Tabs record=record heading=heading/> })}
    }
}
