//! The page of one batch: its details, the comparison of its figures with its lines, and its actions.

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::endpoints::GetSettlement;
use tapline_contract::history::Change;
use tapline_contract::history_rows::asked;
use tapline_contract::record::Record as _;
use tapline_contract::settlement::{BatchId, Settlement};

use super::head::Head;
use super::sums::Sums;
use crate::paths::Route;
use crate::record::raw::as_it_came;
use crate::record::request::{pretty, request};
use crate::record::tabs::RawTabs;
use crate::shell::{Shell, shell};
use crate::widgets::crumbs::Crumbs;
use crate::widgets::facts::group;
use crate::widgets::money::open::{OpenCalls, OpenNotes};
use crate::widgets::read_failed::ReadFailed;
use crate::widgets::show::live;

#[component]
pub(crate) fn OneSettlement(id: BatchId) -> impl IntoView {
    let shell = shell();
    let state = super::state::settlements(shell);
    state.open(shell, id.clone());
    let again = Callback::new(move |()| state.reload(shell));
    // A running call blocks the action: another try would be a second call about the same money.
    let batch = StoredValue::new(id.to_string());
    let about = Callback::new(move |change: Change| {
        change.endpoint == "Settle" && asked(&change, "batchId").is_some_and(|id| id == batch.get_value())
    });
    let open = OpenCalls::new(about, again);
    open.read(shell);
    let of = id.clone();
    let record = Memo::new(move |_| state.record_of(&of));
    let reading = Signal::derive(move || state.one.reading());
    let first = Callback::new(move |()| record.get().map(|record| facts(shell, record)).into_any());
    let raw = Callback::new(move |()| {
        let as_read = |batch: Settlement| {
            as_it_came(
                &pretty(&batch, Settlement::is_exact),
                request::<GetSettlement>(Some(batch.batch_id.as_str()), None),
            )
        };
        record.get().map(as_read).into_any()
    });
    // The tabs stay during a refresh.
    let there = Memo::new(move |_| record.with(Option::is_some));
    let content = move || {
        if there.get() {
            view! { <RawTabs label="Batch" words="Facts" first=first raw=raw/> }.into_any()
        } else {
            view! { <p class="muted" role="status">{move || reading.with(|reading| if reading.loading { "Reading…" } else { "" })}</p> }.into_any()
        }
    };
    let words = Callback::new(move |_| format!("Settle batch {}", batch.get_value()));
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Settlements, "Settlements".to_owned())] here=id.to_string()/>
            <Head id=id record=record.into() open=open/>
            <ReadFailed reading=reading again=again/>
            <OpenNotes calls=open words=words/>
            {live(content)}
        </div>
    }
}

fn facts(shell: Shell, record: Settlement) -> AnyView {
    let amounts = shell.session.with(|session| {
        session.as_ref().map(|session| Amounts::new(&session.connection, record.currency.as_deref()))
    });
    let state = record.state.as_ref().map(|state| format!("{state} (its meaning is not documented)"));
    let batch = vec![
        ("Merchant", record.mch_name.clone()),
        ("Status", state),
        ("Created", record.created_at.clone()),
        ("Changed", record.updated_at.clone()),
        ("Succeeded", record.success_time.clone()),
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
