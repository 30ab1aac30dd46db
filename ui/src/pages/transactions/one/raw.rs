//! The tabs under the head: details, and the raw record with a request without secrets, for a handover.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::card;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::record::Record as _;
use tapline_contract::transaction::Transaction;

use super::explain::Explain;
use super::facts::Facts;
use super::head::Heading;
use super::timeline::Timeline;
use crate::ipc::engine;
use crate::record::raw::as_it_came;
use crate::record::request::{body, pretty, request};
use crate::record::tabs::{Place, RawTabs};
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Tabs(#[prop(into)] record: Signal<Option<Transaction>>, heading: Heading) -> impl IntoView {
    let first = Callback::new(move |()| {
        let columns = record.get().map(|record| {
            view! {
                <div class="transaction-columns">
                    <div><Explain record=record.clone()/><Timeline record=record.clone()/></div>
                    <div><Facts record=record/></div>
                </div>
            }
        });
        columns.into_any()
    });
    let raw = Callback::new(move |()| record.get().map(|record| view! { <Raw record=record/> }).into_any());
    let place = match heading {
        Heading::Page => Place::Page,
        Heading::Pane => Place::BesideList,
    };
    view! { <RawTabs label="Transaction" words="Facts" first=first raw=raw place=place/> }
}

#[component]
fn Raw(record: Transaction) -> impl IntoView {
    let shell = shell();
    let json = card::shortened(&body(&record), Transaction::is_exact).into_owned();
    let copy = move |_| {
        let json = json.clone();
        spawn_local(async move {
            let copied = engine::copy(&json).await;
            shell.toast(if copied { "Copied." } else { "The clipboard did not take it." });
        });
    };
    view! {
        <p class="actions"><button type="button" on:click=copy><Icon name="copy"/>"Copy JSON"</button></p>
        {as_it_came(&pretty(&record, Transaction::is_exact), request::<GetTransaction>(Some(record.tran_id.as_str()), None))}
    }
}
