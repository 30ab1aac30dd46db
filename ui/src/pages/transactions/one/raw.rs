//! The tabs under the head: facts, and the record as it came, with a request that has no secret in it, to hand over.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::transaction::Transaction;

use super::explain::Explain;
use super::facts::Facts;
use super::timeline::Timeline;
use crate::ipc::engine;
use crate::record::raw::as_it_came;
use crate::record::request::{body, pretty, request};
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Tabs(#[prop(into)] record: Signal<Option<Transaction>>) -> impl IntoView {
    let raw = RwSignal::new(false);
    let tab = move |id: &'static str, words: &'static str, is_raw: bool| {
        let chosen = move || raw.get() == is_raw;
        view! {
            <button type="button" role="tab" id=id aria-selected=move || chosen().to_string() aria-controls="transaction-panel"
                tabindex=move || if chosen() { "0" } else { "-1" } on:click=move |_| raw.set(is_raw)>{words}</button>
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
            event.prevent_default();
            raw.update(|raw| *raw = !*raw);
            engine::focus(
                if raw.get_untracked() { "#transaction-raw" } else { "#transaction-facts" },
                "main h1",
            );
        }
    };
    let shown = move || {
        let record = record.get()?;
        Some(if raw.get() {
            view! { <Raw record=record/> }.into_any()
        } else {
            view! {
                <div class="transaction-columns">
                    <div><Explain record=record.clone()/><Timeline record=record.clone()/></div>
                    <div><Facts record=record/></div>
                </div>
            }
            .into_any()
        })
    };
    view! {
        <div class="tabs" role="tablist" aria-label="Transaction" on:keydown=keys>
            {tab("transaction-facts", "Facts", false)}{tab("transaction-raw", "Raw JSON", true)}
        </div>
        <div id="transaction-panel" role="tabpanel" aria-labelledby=move || if raw.get() { "transaction-raw" } else { "transaction-facts" }>{shown}</div>
    }
}

#[component]
fn Raw(record: Transaction) -> impl IntoView {
    let shell = shell();
    let json = body(&record);
    let copy = move |_| {
        let json = json.clone();
        spawn_local(async move {
            let copied = engine::copy(&json).await;
            shell.say(if copied { "Copied." } else { "The clipboard did not take it." });
        });
    };
    view! {
        <p class="actions"><button type="button" on:click=copy><Icon name="copy"/>"Copy JSON"</button></p>
        {as_it_came(&pretty(&record), request::<GetTransaction>(Some(record.tran_id.as_str()), None))}
    }
}
