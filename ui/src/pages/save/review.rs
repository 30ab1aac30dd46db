//! Review: a page, not a pop-up. Field by field before → after in money and in words; the raw JSON on a second tab.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::emv_config::EmvDraft;
use tapline_contract::history::EmvOutcome;
use tapline_contract::three_way::{self, FieldChange};
use tapline_emv::check::{self, Severity, Subject};
use tapline_emv::{Currency, Scheme};

use super::result::ResultPanel;
use super::{Proposal, keep_editing, keep_only_within_saving, propose, send_anew};
use crate::ipc::engine;
use crate::pages::editor::Crumbs;
use crate::pages::limits::lanes::siblings_of;
use crate::record::tabs::RawTabs;
use crate::scale::Scale;
use crate::shell::{Saving, Shell, shell};
use crate::show;
use crate::widgets::difference::by_line;
use crate::widgets::icon::Icon;
use crate::widgets::marks::SchemeMark;
use crate::widgets::save_bar::SaveBar;
use crate::widgets::zones::ZoneBar;

#[component]
pub(crate) fn Review() -> impl IntoView {
    let shell = shell();
    if shell.proposal.with_untracked(Option::is_none) {
        shell.saving.set(Saving::Idle);
        shell.proposal.set(propose(shell));
    }
    keep_only_within_saving(shell);
    move || match shell.proposal.get() {
        Some(proposal) if proposal.draft.is_some() => view! { <Proposed proposal=proposal/> }.into_any(),
        _ => nothing_to_review(shell),
    }
}

/// A field cannot be read, or nothing differs: says which, and leads back.
fn nothing_to_review(shell: Shell) -> AnyView {
    let currency = shell.currency();
    let errors = shell
        .edit
        .with(|edit| edit.as_ref().and_then(|edit| edit.draft(&currency).err()).unwrap_or_default());
    let words = match errors.len() {
        0 => "There is no change to review: every value is as it was read.",
        1 => "One field cannot be read yet. Nothing is lost; correct it and review again.",
        _ => "Some fields cannot be read yet. Nothing is lost; correct them and review again.",
    };
    let rows = errors.into_iter().map(|error| {
        let id = crate::pages::editor::field_id(&error.field);
        let lead = move |_| {
            let selector = format!("#{id}");
            keep_editing(shell);
            engine::focus_soon(50, &selector, "main h1");
        };
        view! { <li><button type="button" class="link" on:click=lead>{error.sentence}</button></li> }
    });
    view! {
        <div class="page">
            <h1>"Review"</h1>
            <div class="note note-warning" role="alert"><Icon name="warning"/><div><p>{words}</p><ul>{rows.collect_view()}</ul></div></div>
            <button type="button" class="primary" on:click=move |_| keep_editing(shell)>"Keep editing"</button>
        </div>
    }
    .into_any()
}

fn title(proposal: &Proposal, changes: usize) -> String {
    let name = proposal.full_name();
    match (&proposal.seen, changes) {
        (None, _) => format!("Review new configuration {name}"),
        (Some(_), 1) => format!("Review 1 change in {name}"),
        (Some(_), many) => format!("Review {many} changes in {name}"),
    }
}

#[component]
fn Proposed(proposal: Proposal) -> impl IntoView {
    let shell = shell();
    let empty = EmvDraft {
        params: tapline_contract::params::Params::empty(),
        emv_name: String::new(),
        payment_method: String::new(),
    };
    let before = proposal.before().unwrap_or(empty);
    let Some(after) = proposal.draft.clone() else { return ().into_any() };
    let changes = three_way::changes(&before, &after);
    let scheme = scheme_of(&after);
    let heading = title(&proposal, changes.len());
    let count = changes.len();
    let (before, after) = (StoredValue::new(before), StoredValue::new(after));
    let changes = StoredValue::new(changes);
    let is_new = proposal.seen.is_none();
    let first = Callback::new(move |()| {
        let changes = changes.get_value();
        before.with_value(|before| {
            after.with_value(|after| meaning(shell, scheme, before, after, &changes, is_new))
        })
    });
    let raw = Callback::new(move |()| {
        before.with_value(|before| after.with_value(|after| raw_difference(before, after, is_new)))
    });
    view! {
        <div class="page review">
            <Crumbs scheme=Signal::derive(move || scheme)/>
            <h1><SchemeMark scheme=scheme/>{heading}</h1>
            <ResultPanel/>
            <RawTabs label="Review" words="Changes" first=first raw=raw/>
            <SaveConfiguration count=count/>
        </div>
    }
    .into_any()
}

pub(crate) fn scheme_of(draft: &EmvDraft) -> Option<Scheme> {
    let aid =
        draft.params.raw("aid").and_then(|raw| serde_json::from_str::<String>(raw).ok()).unwrap_or_default();
    Scheme::recognize(&draft.payment_method, &aid)
}

/// Before → after, the two pictures, the effect in words, the findings.
fn meaning(
    shell: Shell,
    scheme: Option<Scheme>,
    before: &EmvDraft,
    after: &EmvDraft,
    changes: &[FieldChange],
    is_new: bool,
) -> AnyView {
    let currency = shell.currency();
    let rows = changes.iter().map(|change| {
        let was = show::value(&change.field, change.before.as_deref(), &currency);
        let is = show::value(&change.field, change.after.as_deref(), &currency);
        view! {
            <tr>
                <th scope="row">{change.field.label()}<code>{change.field.wire().to_owned()}</code></th>
                {(!is_new).then(|| view! { <td class="was">{was}</td><td class="to"><Icon name="right"/></td> })}
                <td class="is">{is}</td>
            </tr>
        }
    });
    let effects: Vec<_> =
        changes.iter().filter_map(|change| show::effect(change, scheme, &currency)).collect();
    let effects = if effects.is_empty() {
        view! { <p>"No amount is treated differently."</p> }.into_any()
    } else {
        effects.into_iter().map(|effect| view! { <p><b>{effect}</b></p> }).collect_view().into_any()
    };
    let same = after.params.keys().len() + 2 - changes.len().min(after.params.keys().len() + 2);
    view! {
        <section class="card" aria-label="Changes">
            <table class="changes">
                <thead><tr><th scope="col">"Field"</th>{(!is_new).then(|| view! { <th scope="col">"Before"</th><td></td> })}<th scope="col">{if is_new { "Value" } else { "After" }}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
            {(!is_new).then(|| view! { <p class="muted">{same} " other fields are sent as they were read."</p> })}
            {pictures(scheme, before, after, &currency, if is_new { &["", "after"] } else { &["before", "after"] })}
            <dl class="effects"><dt>"Effect"</dt><dd>{effects}</dd><dt>"Checks"</dt><dd>{check_lines(shell, scheme, after)}</dd></dl>
        </section>
    }
    .into_any()
}

pub(super) fn pictures(
    scheme: Option<Scheme>,
    before: &EmvDraft,
    after: &EmvDraft,
    currency: &Currency,
    words: &[&'static str; 2],
) -> AnyView {
    let limits = [before, after].map(|draft| check::limits_of(&draft.params.values()));
    let both = limits.iter().flatten().flat_map(|l| [l.floor, l.cvm, l.transaction]);
    let scale = Scale::over(both, currency.unit());
    let (width, track) = (RwSignal::new(656.0), NodeRef::<html::Div>::new());
    Effect::new(move |_| {
        if let Some(element) = track.get() {
            engine::on_width(&element, move |wide| {
                let _ = width.try_set(wide);
            });
        }
    });
    let lines = words.iter().zip(limits).filter(|(word, _)| !word.is_empty());
    let bars = lines.filter_map(|(word, limits)| {
        let limits = limits?;
        Some(view! {
            <div class="picture"><span class="muted">{*word}</span><div class="track" node_ref=track>
                <ZoneBar scheme=scheme limits=limits currency=currency.clone() scale=Signal::derive(move || scale) width=width/>
            </div></div>
        })
    });
    view! { <div class="pictures" aria-hidden="true">{bars.collect_view()}</div> }.into_any()
}

fn check_lines(shell: Shell, scheme: Option<Scheme>, after: &EmvDraft) -> AnyView {
    let currency = shell.currency();
    let records = shell.list.with_untracked(|list| list.records.clone());
    let id = shell
        .proposal
        .with_untracked(|p| p.as_ref().and_then(|p| p.seen.as_ref().map(|seen| seen.id.clone())));
    let findings = check::check(&Subject {
        name: &after.emv_name,
        method: &after.payment_method,
        scheme,
        params: &after.params.values(),
        currency: &currency,
        siblings: &siblings_of(&records, id.as_ref()),
        terminal_type: None,
    });
    let notes = findings.iter().filter(|f| f.severity == Severity::Info).count();
    let lines = findings.iter().filter(|f| f.severity != Severity::Info).map(|finding| {
        let (icon, class) = crate::pages::editor::checks_look(finding.severity);
        view! { <p><span class=format!("with-icon {class}")><Icon name=icon/><b>{finding.severity.word()} ":"</b></span> " " {finding.message.clone()}</p> }
    });
    let rest = match notes {
        0 if findings.is_empty() => "No findings.".to_owned(),
        0 => String::new(),
        1 => "1 note.".to_owned(),
        many => format!("{many} notes."),
    };
    view! { {lines.collect_view()}<p class="muted">{rest} " A finding does not block saving."</p> }.into_any()
}

/// The bodies line by line, one member a line, digits and spelling as they will be sent.
fn raw_difference(before: &EmvDraft, after: &EmvDraft, is_new: bool) -> AnyView {
    let (old, new) = (if is_new { String::new() } else { lines(before) }, lines(after));
    by_line(&old, &new)
}

fn lines(draft: &EmvDraft) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let params: Vec<_> = draft
        .params
        .keys()
        .iter()
        .map(|key| format!("    {}: {}", text(key), draft.params.raw(key).unwrap_or("null")))
        .collect();
    format!(
        "{{\n  \"params\": {{\n{}\n  }},\n  \"emvName\": {},\n  \"paymentMethod\": {}\n}}\n",
        params.join(",\n"),
        text(&draft.emv_name),
        text(&draft.payment_method)
    )
}

/// The bar under the review of a configuration.
#[component]
fn SaveConfiguration(count: usize) -> impl IntoView {
    let shell = shell();
    let name = move || shell.proposal.with(|p| p.as_ref().map(Proposal::name).unwrap_or_default());
    // A refusal leaves the bar: correct it, or try again.
    let refused = |outcome: &EmvOutcome| matches!(outcome, Outcome::NotApplied { .. });
    let settled =
        move || shell.saving.with(|saving| matches!(saving, Saving::Done(outcome) if !refused(outcome)));
    let again = move || {
        shell.saving.with(|saving| match saving {
            Saving::Failed(_) => true,
            Saving::Done(outcome) => refused(outcome),
            Saving::Idle | Saving::Running => false,
        })
    };
    let running = move || shell.saving.with(|saving| *saving == Saving::Running);
    let label = move || match (again(), count) {
        (true, _) => "Save again".to_owned(),
        (false, 1) => "Save 1 change".to_owned(),
        (false, many) => format!("Save {many} changes"),
    };
    view! {
        <SaveBar thing="configuration" name=Signal::derive(name) label=Signal::derive(label) running=Signal::derive(running)
            settled=Signal::derive(settled) on_save=Callback::new(move |()| send_anew(shell))
            on_back=Callback::new(move |()| keep_editing(shell))/>
    }
}
