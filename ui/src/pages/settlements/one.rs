//! The page of one batch: what it is, whether its figures agree with its lines, and what may be done with it.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::amounts::Amounts;
use tapline_contract::history::Change;
use tapline_contract::history_rows::asked;
use tapline_contract::settlement::{BatchId, Settlement};

use super::report::{ReportDialog, Reported};
use super::settle::SettleDialog;
use super::sums::Sums;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::crumbs::Crumbs;
use crate::widgets::facts::group;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::money::open::{OpenCalls, OpenNotes};

#[component]
pub(crate) fn OneSettlement(id: BatchId) -> impl IntoView {
    let shell = shell();
    let state = shell.areas().settlements;
    state.open(shell, id.clone());
    // Another try would be a second call about the same money.
    let batch = StoredValue::new(id.to_string());
    let about = Callback::new(move |change: Change| {
        change.endpoint == "Settle" && asked(&change, "batchId").is_some_and(|id| id == batch.get_value())
    });
    let open = OpenCalls::new(about, Callback::new(move |()| state.reload(shell)));
    open.read(shell);
    // Outside of what a new reading draws anew.
    let dialog = RwSignal::new(None::<Asked>);
    let close = Callback::new(move |()| {
        dialog.set(None);
        open.read(shell);
    });
    let record =
        Memo::new(move |_| state.one.with(|one| one.record.clone().filter(|_| one.id.as_ref() == Some(&id))));
    let failed = move || {
        let reading = state.one.with(|one| one.reading.clone());
        let failure = reading.failure?;
        let old = (reading.read_at > 0.0).then(|| {
            format!("What is shown was read at {} and may be out of date.", engine::clock(reading.read_at))
        });
        Some(view! {
            <FailureNote failure=failure>
                {old.map(|old| view! { <p>{old}</p> })}
                <button type="button" on:click=move |_| state.reload(shell)>"Try again"</button>
            </FailureNote>
        })
    };
    let here = Signal::derive(move || {
        record.with(|record| {
            record.as_ref().map_or_else(|| "Batch".to_owned(), |record| record.batch_id.to_string())
        })
    });
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Settlements, "Settlements".to_owned())] here=here/>
            {move || match record.get() {
                Some(record) => view! { <Head record=record.clone() open=open dialog=dialog/>{failed}{facts(shell, record)} }.into_any(),
                None => view! { <h1>"Batch"</h1>{failed}<p class="muted" role="status">{move || state.one.with(|one| if one.reading.loading { "Reading…" } else { "" })}</p> }.into_any(),
            }}
            {move || dialog.get().map(|asked| match asked {
                Asked::Settle(batch) => view! { <SettleDialog batch=*batch on_close=close/> }.into_any(),
                Asked::Report(reported) => view! { <ReportDialog reported=reported on_close=close/> }.into_any(),
            })}
        </div>
    }
}

/// The dialog that is open.
#[derive(Clone)]
enum Asked {
    Settle(Box<Settlement>),
    Report(Reported),
}

#[component]
fn Head(record: Settlement, open: OpenCalls, dialog: RwSignal<Option<Asked>>) -> impl IntoView {
    let shell = shell();
    let state = shell.areas().settlements;
    let id = record.batch_id.to_string();
    let read = move || {
        let reading = state.one.with(|one| one.reading.clone());
        let again = if reading.loading { ", reading again" } else { "" };
        format!("read {}{again}", engine::clock(reading.read_at))
    };
    let reported = Reported { batches: vec![record.batch_id.clone()], merchant: record.mch_name.clone() };
    let report = move |_| dialog.set(Some(Asked::Report(reported.clone())));
    let settle = {
        let record = record.clone();
        move |_| dialog.set(Some(Asked::Settle(Box::new(record.clone()))))
    };
    let name = record.mch_name.clone();
    let allowed = allowed::settle(&record);
    let hint = allowed.hint().map(str::to_owned);
    let no = StoredValue::new(allowed.reason().map(str::to_owned));
    let batch = id.clone();
    let read_only = move || shell.is_read_only().then(|| "This connection is read only.".to_owned());
    let blocked = move || {
        let waits =
            (!open.get().is_empty()).then(|| "It is not known yet what became of the last try.".to_owned());
        read_only().or(no.get_value()).or(waits)
    };
    view! {
        <div class="page-head">
            <div>
                <h1>"Batch "{id.clone()}</h1>
                <p class="muted row">{name} " · batch id " <code>{id.clone()}</code><CopyButton text=id/>" · " {read}</p>
            </div>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| state.reload(shell)><Icon name="reload"/>"Reload" <kbd aria-hidden="true">"F5"</kbd></button>
            <button type="button" disabled=move || read_only().is_some() title=read_only on:click=report>"Send report…"</button>
            <button type="button" class="primary" disabled=move || blocked().is_some() title=blocked on:click=settle>"Settle…"</button>
        </div>
        {hint.map(|hint| view! { <p class="muted with-icon"><Icon name="info"/>{hint}</p> })}
        <OpenNotes calls=open words=Callback::new(move |_| format!("Settle batch {batch}"))/>
    }
}

fn facts(shell: Shell, record: Settlement) -> AnyView {
    let amounts = shell.session.with_untracked(|session| {
        session.as_ref().map(|session| Amounts::of(&session.connection, record.currency.as_deref()))
    });
    let time = |at: &Option<String>| at.as_deref().filter(|at| !at.is_empty()).map(engine::local_time);
    let state = record.state.as_ref().map(|state| format!("{state} (its meaning is not documented)"));
    let batch = vec![
        ("Merchant", record.mch_name.clone()),
        ("State", state),
        ("Created", time(&record.created_at)),
        ("Updated", time(&record.updated_at)),
        ("Succeeded", time(&record.success_time)),
        ("Currency", record.currency.clone()),
        ("UUID", record.uuid.clone()),
    ];
    let acquirer = vec![
        ("Profile", record.profile_name.clone()),
        ("Profile message", record.profile_message.clone()),
        ("Acquirer MID", record.acquirer_mid.clone()),
        ("Acquirer TID", record.acquirer_tid.clone()),
        ("Acquirer reference", record.acquirer_ref_no.clone()),
        ("Acquirer code", record.acquirer_code.clone()),
    ];
    view! {
        <div class="facts">
            {amounts.map(|amounts| view! { <Sums batch=record.clone() amounts=amounts/> })}
            {group("Batch", batch)}
            {group("At the acquirer", acquirer)}
        </div>
    }
    .into_any()
}
