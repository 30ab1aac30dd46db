//! Remembered state of one configuration: changes from elsewhere, the approved version, and its fingerprint. Earlier values can be typed
//! into the form again; nothing is sent here.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::three_way::{self, FieldChange};
use tapline_contract::watch::{Approved, Drift};
use tapline_emv::Currency;

use super::{seen, store};
use crate::pages::limits::resource;
use crate::pages::limits::watch::watch;
use crate::record::document::Form;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::copy::{self, CopyButton};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::moment::Moment;
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

/// A change from elsewhere: the differences, and a way back. A form that was opened before that change shows none, and says itself that
/// its record changed.
#[component]
pub(super) fn ChangedElsewhere(id: EmvId) -> impl IntoView {
    let shell = shell();
    let watch = watch(shell);
    let drift = Memo::new(move |_| watch.watched(&id)?.drift);
    let now = seen_now(shell);
    live(move || {
        let (drift, now) = (drift.get()?, now.get()?);
        let is_same = drift.before.draft().zip(now.draft());
        let is_same = is_same.is_some_and(|(before, now)| three_way::changes(&before, &now).is_empty());
        (!is_same).then(|| changed(shell, drift, &now, &shell.form_currency()))
    })
}

/// The configuration of the open form, as it was opened.
fn seen_now(shell: Shell) -> Memo<Option<EmvConfig>> {
    let edit = store(shell).edit;
    Memo::new(move |_| edit.with(|edit| seen(edit.as_ref()?).cloned()))
}

/// The fingerprint and the approved version, behind a fold.
#[component]
pub(super) fn Approval(id: EmvId) -> impl IntoView {
    let shell = shell();
    let watch = watch(shell);
    let one = Memo::new(move |_| watch.watched(&id));
    let differs = Memo::new(move |_| one.with(|one| one.as_ref()?.approved.as_ref().map(|it| it.differs)));
    let summary = move || match differs.get() {
        None => "Approval: none",
        Some(false) => "Approval: values match",
        Some(true) => "Approval: values differ",
    };
    let now = seen_now(shell);
    let approved = move || {
        let now = now.get()?;
        one.get().map(|one| match one.approved {
            Some(approved) => agreed(shell, approved, &now, &shell.form_currency()),
            None => view! { <NotApproved record=now/> }.into_any(),
        })
    };
    let print = move || {
        one.get()?.fingerprint.map(|print| {
            view! {
                <p class="muted row wire" title="Covers every saved value, to compare by phone. taplinectl fingerprint shows the same.">
                    "Fingerprint " <code>{print.clone()}</code><CopyButton text=print/></p>
            }
        })
    };
    view! {
        <details class="panel approval" open=move || differs.get() == Some(true)>
            <summary>{live(summary)}</summary>
            {move || watch.failed.get().map(|failure| view! { <FailureNote failure=failure/> })}
            {live(print)}
            {live(approved)}
        </details>
    }
}

/// Differences of two versions as a list.
fn differences(from: &EmvConfig, to: &EmvConfig, currency: &Currency) -> AnyView {
    let (Some(from), Some(to)) = (from.draft(), to.draft()) else {
        return view! { <p>"Unreadable values. Differences unclear."</p> }.into_any();
    };
    let rows = lines(&three_way::changes(&from, &to), currency).into_iter().map(|(label, was, is)| {
        view! { <dt>{label}</dt><dd><span class="was">{was}</span>" → "<b>{is}</b></dd> }
    });
    view! { <dl class="pane-facts">{rows.collect_view()}</dl> }.into_any()
}

fn changed(shell: Shell, drift: Drift, now: &EmvConfig, currency: &Currency) -> AnyView {
    let rows = differences(&drift.before, now, currency);
    let back = way_back(shell, drift.before, now, currency);
    let record = now.clone();
    let seen = move |_| watch(shell).mark_seen(shell, record.clone());
    // To the second.
    let since = if drift.seen_at.get(..19) == drift.found_at.get(..19) {
        "At ".into_any()
    } else {
        view! { "Between " <Moment at=drift.seen_at/> " and " }.into_any()
    };
    view! {
        <section class="card" aria-label="Changed elsewhere">
            <div class="row"><h2>"Changed elsewhere"</h2></div>
            <p>{since}<Moment at=drift.found_at/> ", author unknown."</p>
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
            <p class="row wire">"Approved fingerprint " {copy::id(approved.fingerprint)}</p>
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

/// Each field with its values before and after.
fn lines(changes: &[FieldChange], currency: &Currency) -> Vec<(String, String, String)> {
    let value = |change: &FieldChange, value: Option<&str>| show::value(&change.field, value, currency);
    let line = |change: &FieldChange| {
        let both = [change.before.as_deref(), change.after.as_deref()].map(|side| value(change, side));
        let [before, after] = both;
        (change.field.label(), before, after)
    };
    changes.iter().map(line).collect()
}

/// Types earlier values into the form of the current record, and lists the differences first.
fn way_back(shell: Shell, then: EmvConfig, now: &EmvConfig, currency: &Currency) -> AnyView {
    let differs = match (now.draft(), then.draft()) {
        (Some(now), Some(then)) => lines(&three_way::changes(&now, &then), currency),
        _ => {
            return view! { <span class="muted">"These values are unreadable and can't be restored."</span> }
                .into_any();
        }
    };
    if differs.is_empty() {
        return view! { <span class="muted">"Nothing to restore: the earlier values are the current ones."</span> }.into_any();
    }
    let words = match differs.as_slice() {
        [(label, _, then)] => format!("Restore {label} to {then}…"),
        many => format!("Restore {} values from before…", many.len()),
    };
    let blocked = move || shell.read_only();
    let currency = currency.clone();
    let act = move |_| restore(shell, &then, &currency);
    view! {
        <button type="button" disabled=move || blocked().is_some() title=blocked on:click=act><Icon name="undo"/>{words}</button>
    }
    .into_any()
}

/// Restores as one undo step in the open form.
fn restore(shell: Shell, then: &EmvConfig, currency: &Currency) {
    let form = Form::new(resource::form_of(then, currency));
    store(shell).edit.update(|edit| {
        if let Some(edit) = edit {
            edit.change("", |typed| *typed = form);
        }
    });
}
