//! Remembered state of one configuration: its fingerprint, changes from elsewhere, and the approved version.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::three_way;
use tapline_contract::watch::{Approved, Drift};
use tapline_emv::Currency;

use super::history::{self, way_back};
use crate::pages::limits::watch::watch;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::moment::Moment;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

/// "Fingerprint 4F7L 99HX 2M3R 8J6W", to compare by voice.
#[component]
pub(super) fn Fingerprint(id: EmvId) -> impl IntoView {
    let watch = watch(shell());
    let print = Memo::new(move |_| watch.watched(&id)?.fingerprint);
    live(move || {
        print.get().map(|print| {
            view! {
                <p class="muted row wire" title="Covers every saved value, to compare by phone. taplinectl fingerprint shows the same.">
                    "Fingerprint " <code>{print.clone()}</code><CopyButton text=print/></p>
            }
        })
    })
}

/// Notice above the form of a change from elsewhere, with a link to the exact differences.
#[component]
pub(super) fn DriftLine(id: EmvId) -> impl IntoView {
    let watch = watch(shell());
    let of = id.clone();
    let drift = Memo::new(move |_| watch.watched(&of)?.drift);
    live(move || {
        let id = id.clone();
        drift.get().map(|drift| {
            view! {
                <div class="note note-warning" role="status" aria-label="Changed elsewhere"><Icon name="activity"/><p>
                    "Changed elsewhere since this computer last loaded it, " <Moment at=drift.seen_at/>". "
                    <RouteLink route=Route::HistoryOf(id) words="Show changes"/></p></div>
            }
        })
    })
}

/// Section of the history: changes from elsewhere, and the approved version.
#[component]
pub(super) fn Remembered(now: EmvConfig, currency: Currency) -> impl IntoView {
    let shell = shell();
    let watch = watch(shell);
    let id = now.id.clone();
    let one = Memo::new(move |_| watch.watched(&id));
    let (record, its) = (now.clone(), currency.clone());
    let elsewhere = move || one.get()?.drift.map(|drift| changed(shell, drift, &record, &its));
    let approved = move || {
        one.get().map(|one| match one.approved {
            Some(approved) => agreed(shell, approved, &now, &currency),
            None => view! { <NotApproved record=now.clone()/> }.into_any(),
        })
    };
    view! {
        {move || watch.failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
        {live(elsewhere)}
        {live(approved)}
    }
}

fn differences(from: &EmvConfig, to: &EmvConfig, currency: &Currency) -> AnyView {
    let (Some(from), Some(to)) = (from.draft(), to.draft()) else {
        return view! { <p>"These values are unreadable, so the differences are unclear."</p> }.into_any();
    };
    history::differences(&three_way::changes(&from, &to), currency)
}

fn changed(shell: Shell, drift: Drift, now: &EmvConfig, currency: &Currency) -> AnyView {
    let rows = differences(&drift.before, now, currency);
    let back = way_back(shell, drift.before, now, currency);
    let record = now.clone();
    let seen = move |_| watch(shell).mark_seen(shell, record.clone());
    view! {
        <section class="card" aria-label="Changed elsewhere">
            <div class="row"><h2>"Changed elsewhere"</h2></div>
            <p>"Between " <Moment at=drift.seen_at/> " and " <Moment at=drift.found_at/> ". By whom: unknown."</p>
            {rows}
            <p class="actions"><button type="button" on:click=seen><Icon name="check"/>"Mark as seen"</button>{back}</p>
        </section>
    }
    .into_any()
}

fn agreed(shell: Shell, approved: Approved, now: &EmvConfig, currency: &Currency) -> AnyView {
    let state = if approved.differs { "The current values differ:" } else { "The current values match." };
    let rows = approved.differs.then(|| differences(&approved.record, now, currency));
    let back = approved.differs.then(|| way_back(shell, approved.record.clone(), now, currency));
    let (record, note) = (now.clone(), approved.note.clone());
    let anew = approved.differs.then(|| {
        let approve = move |_| watch(shell).approve(shell, record.clone(), note.clone());
        view! { <button type="button" on:click=approve>"Approve current values"</button> }
    });
    let id = now.id.clone();
    let forget = move |_| watch(shell).forget(shell, id.clone());
    let by = approved.by.map(|by| format!(" by {by}"));
    view! {
        <section class="card" aria-label="Approved">
            <div class="row"><h2>"Approved" {by}</h2><span class="grow"></span><Moment at=approved.at/></div>
            {(!approved.note.is_empty()).then(|| view! { <p>{approved.note.clone()}</p> })}
            <p class="row wire">"Approved fingerprint " <code>{approved.fingerprint}</code></p>
            <p>{state}</p>
            {rows}
            <p class="actions">{back}{anew}<button type="button" class="plain" on:click=forget>"Remove approval"</button></p>
        </section>
    }
    .into_any()
}

#[component]
fn NotApproved(record: EmvConfig) -> impl IntoView {
    let shell = shell();
    let note = RwSignal::new(String::new());
    let approve = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        watch(shell).approve(shell, record.clone(), note.get_untracked());
    };
    view! {
        <section class="card" aria-label="Approved">
            <h2>"Not approved yet"</h2>
            <p class="muted">"Approve the current values to see later differences. The approval is kept on this computer only."</p>
            <form class="approve" on:submit=approve>
                <TextField id="approve-note" label="Note" value=note on_text=Callback::new(move |text| note.set(text))
                    hint=Signal::stored("Optional, such as who agreed".to_owned())/>
                <button type="submit"><Icon name="check"/>"Mark as approved"</button>
            </form>
        </section>
    }
}
