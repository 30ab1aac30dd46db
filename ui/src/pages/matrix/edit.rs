//! A value for the current cell, or for its parameter in all selected configurations. The affected configurations and the findings for the
//! result are shown below while the value is typed.
//!
//! Findings for configurations as planned, each compared with the others as planned. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::gathered;
use tapline_contract::params::ParamsField;
use tapline_emv::check::Severity;
use tapline_emv::{Currency, Finding};
use tapline_explain::say::check as say;

use super::model::{MatrixRow, Planned};
use super::prepare::{Change, Current, Prepared, Targets};
use super::stage::{self, CellEdit};
use super::state::{CurrentCell, View};
use crate::ipc::engine;
use crate::pages::limits::lanes::{self, Findings};
use crate::used::{self, KnownUsers};
use crate::widgets::decoded::Decoded;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::icon::{Icon, severity_look};
use crate::widgets::show::live;

/// Findings shown; the rest is counted.
const FINDINGS: usize = 4;

#[component]
pub(super) fn Edit(view: View) -> impl IntoView {
    let open = Signal::derive(move || view.editing.with(Option::is_some));
    let close = Callback::new(move |()| view.editing.set(None));
    let title = Signal::derive(move || {
        if !open.get() {
            return String::new();
        }
        untrack(|| view.at()).map(|at| format!("Change {}", at.column.label)).unwrap_or_default()
    });
    let body = move || {
        let (at, targets) = untrack(|| (view.at(), view.targets()));
        Some(form(view, &at?, targets?, close))
    };
    view! { <Dialog open=open on_close=close title=title class="wide">{live(body)}</Dialog> }
}

fn form(view: View, at: &CurrentCell, targets: Targets, close: Callback<()>) -> AnyView {
    let begin = view.editing.get_untracked().unwrap_or_default();
    let is_begun = begin != at.cell().typed;
    let text = RwSignal::new(begin.clone());
    let begin = StoredValue::new(begin);
    let wrong = RwSignal::new(None::<String>);
    let input = NodeRef::<html::Input>::new();
    // Existing text is selected, to be typed over; text begun by a key stays unselected. Deferred, because the engine places the caret
    // after the focus event.
    let select = move |_| {
        engine::later(0, move || {
            // Newer text is not selected.
            let is_as_begun = text.try_get_untracked() == begin.try_get_value();
            if let Some(input) = input.try_get_untracked().flatten().filter(|_| !is_begun && is_as_begun) {
                input.select();
            }
        });
    };
    let refuse = move |why: String| {
        wrong.set(Some(why));
        if let Some(input) = input.get_untracked() {
            // The field is on the page while the dialog is open.
            let _ = input.focus();
        }
    };
    let (key, label, scheme) = (at.column.key.clone(), at.column.label.clone(), at.row.scheme);
    let is_many = targets.rows.len().max(targets.instead.len()) > 1;
    let of_chosen = RwSignal::new(false);
    let choice = choice(at, &targets, of_chosen);
    let (from, index) = (at.row.clone(), at.index);
    let both = StoredValue::new(targets);
    // The selection is changed only if a person says so.
    let rows = Memo::new(move |_| {
        let of_chosen = of_chosen.get();
        both.with_value(|all| Arc::new(if of_chosen { all.instead.clone() } else { all.rows.clone() }))
    });
    let prepare = {
        let (key, from) = (key.clone(), from.clone());
        move |text: String, rows: &[MatrixRow]| view.current().value(&key, &CellEdit::Text(text), &from, rows)
    };
    let prepared = Memo::new({
        let prepare = prepare.clone();
        move |_| prepare(text.get(), &rows.get())
    });
    let before = StoredValue::new(both.with_value(|all| {
        let ids = all.rows.iter().chain(&all.instead).map(|row| row.id.clone());
        view.findings(&[], &gathered(ids))
    }));
    let findings = Memo::new({
        let key = key.clone();
        move |_| {
            prepared.with(|prepared| {
                let is_read = prepared.wrong.is_none() && !prepared.changes.is_empty();
                is_read.then(|| {
                    let ids = gathered(prepared.changes.iter().map(|one| one.record.id.clone()));
                    let after = view.findings(&prepared.changes, &ids);
                    before.with_value(|before| finding_lines(&key, before, &after))
                })
            })
        }
    });
    let set = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let prepared = prepare(text.get_untracked(), &rows.get_untracked());
        if let Some(why) = prepared.wrong {
            return refuse(why);
        }
        if prepared.changes.is_empty() {
            return refuse(format!("Nothing to set. {}.", prepared.left.join("; ")));
        }
        close.run(());
        view.take_and_say(&prepared);
    };
    let sets = {
        let label = label.clone();
        move || {
            format!(
                "Sets {label} for {}. Nothing is sent before you review and save.",
                rows.with(|rows| counted(rows))
            )
        }
    };
    let unit = {
        let (key, from) = (key.clone(), from.clone());
        move || rows.with(|rows| unit(rows, &from, &key))
    };
    let changes = {
        let key = key.clone();
        live(move || prepared.with(|prepared| changes(prepared, &rows.get(), &key, index)))
    };
    view! {
        <form class="matrix-form" on:submit=set>
            <p>{live(sets)}</p>
            <div class="field">
                <label for="matrix-value">{label}</label>
                <div class="field-body">
                    <input id="matrix-value" node_ref=input type="text" class="mono" autocomplete="off" spellcheck="false" aria-describedby="matrix-says"
                        aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                        prop:value=move || text.get() on:focus=select
                        on:input=move |event| {
                            text.set(event_target_value(&event));
                            wrong.set(None);
                        }/>
                    <p id="matrix-says" class="says" class:bad=move || wrong.with(Option::is_some) role="status" aria-label="Value">{move || wrong.get().unwrap_or_else(&unit)}</p>
                </div>
            </div>
            // After the field in the page, because the field takes focus first.
            {choice}
            // Fixed height: text that appears during typing moves no button.
            <div class="matrix-outcome" class:many=is_many role="group" aria-label="Preview" tabindex="0">
                <Decoded key=Signal::stored(key) scheme=Signal::stored(scheme) text=text/>
                <div role="status" aria-label="Checks">{live(move || findings.with(|findings| findings.as_deref().map(findings_view)))}</div>
                {changes}
            </div>
            <DialogFoot keep="Cancel" on_keep=close focus=false><button type="submit" class="primary">"Set"</button></DialogFoot>
        </form>
    }
    .into_any()
}

/// Notice that only the current row is changed, with the option to change the selection instead.
fn choice(at: &CurrentCell, targets: &Targets, of_chosen: RwSignal<bool>) -> Option<AnyView> {
    let alone = alone(at, targets)?;
    let many = targets.instead.len();
    let instead = if many == 1 {
        "Change the selected one instead".to_owned()
    } else {
        format!("Change the {many} selected instead")
    };
    let view = view! {
        <div class="matrix-choice">
            <p>{alone}</p>
            <label><input type="checkbox" prop:checked=move || of_chosen.get() on:change=move |event| of_chosen.set(event_target_checked(&event))/>" "{instead}</label>
        </div>
    };
    Some(view.into_any())
}

/// "You are on Visa · Retail DE, which is not one of the 9 chosen."; `None` if the row is selected, or nothing is.
pub(super) fn alone(at: &CurrentCell, targets: &Targets) -> Option<String> {
    let title = at.row.title();
    match targets.instead.as_slice() {
        [] => None,
        [one] => Some(format!("You are on {title}. The selected one is {}.", one.title())),
        many => Some(format!("You are on {title}, which isn't one of the {} selected.", many.len())),
    }
}

/// "14 configurations"; the name for a single one.
fn counted(rows: &[MatrixRow]) -> String {
    match rows {
        [one] => one.title(),
        many => format!("{} configurations", many.len()),
    }
}

/// "14 configurations: Visa · Retail DE, Visa · Retail AT, Visa · Retail FR and 11 more"; the name for a single one.
pub(super) fn names_of(rows: &[MatrixRow]) -> String {
    let named: Vec<String> = rows.iter().take(3).map(MatrixRow::title).collect();
    let more = rows.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    match rows {
        [one] => one.title(),
        many => format!("{}: {}{more}", counted(many), named.join(", ")),
    }
}

/// Unit of a typed limit.
fn unit(rows: &[MatrixRow], from: &MatrixRow, key: &str) -> String {
    if FieldKey::limit_of(key).is_none() {
        return String::new();
    }
    let code = from.currency.code();
    if rows.iter().all(|row| row.currency == from.currency) {
        format!("In {code}.")
    } else {
        format!("In {code}. Configurations in other currencies stay unchanged.")
    }
}

/// The changes, before and after; for unreadable text, the current values.
fn changes(prepared: &Prepared, rows: &[MatrixRow], key: &str, index: usize) -> AnyView {
    let list = |lines: Vec<String>| {
        view! { <ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> }.into_any()
    };
    if prepared.wrong.is_some() {
        let now = |row: &MatrixRow| format!("{}: {}", row.title(), row.cells[index].text);
        return list(rows.iter().map(now).collect());
    }
    let lines: Vec<String> = prepared.changes.iter().filter_map(|change| change.words(key)).collect();
    let same = match prepared.changes.len() - lines.len() {
        0 => None,
        1 => Some("1 already has it.".to_owned()),
        many => Some(format!("{many} already have it.")),
    };
    view! {
        {list(lines)}
        {same.map(|same| view! { <p>{same}</p> })}
        {prepared.stays().map(|stays| view! { <p>{stays}</p> })}
    }
    .into_any()
}

/// Findings for the result.
fn findings_view(findings: &[FindingLine]) -> AnyView {
    if findings.is_empty() {
        return view! { <p class="muted">"No findings."</p> }.into_any();
    }
    let lines = findings.iter().take(FINDINGS).map(|one| {
        let (icon, class) = severity_look(one.severity);
        view! { <p class=format!("with-icon {class}")><Icon name=icon/><span>{one.words.clone()}</span></p> }
    });
    let more = match findings.len().saturating_sub(FINDINGS) {
        0 => None,
        1 => Some("and 1 more finding".to_owned()),
        many => Some(format!("and {many} more findings")),
    };
    view! { {lines.collect_view()}{more.map(|more| view! { <p class="muted">{more}</p> })} }.into_any()
}

impl View {
    /// Findings of these configurations with the pending and the proposed changes.
    fn findings(self, changes: &[Change], of: &BTreeSet<EmvId>) -> Findings {
        let Current { records, gathered } = self.current();
        let mut drafts = stage::all_waiting(&gathered);
        drafts.extend(changes.iter().map(|change| (change.record.id.clone(), change.draft.clone())));
        let users = untrack(|| used::known(self.shell));
        let currency = untrack(|| self.shell.currency());
        findings(&records, &drafts, |id| of.contains(id), &currency, &users)
    }
}

/// Planned state of the configurations with a pending change.
pub(super) fn planned(
    records: &[EmvConfig],
    drafts: &BTreeMap<EmvId, EmvDraft>,
    connections: &Currency,
    users: &KnownUsers,
) -> BTreeMap<EmvId, Planned> {
    if drafts.is_empty() {
        return BTreeMap::new();
    }
    let mut found = findings(records, drafts, |id| drafts.contains_key(id), connections, users);
    let planned = |(id, draft): (&EmvId, &EmvDraft)| {
        let findings = found.remove(id).unwrap_or_default();
        (id.clone(), Planned { params: draft.params.values(), findings })
    };
    tapline_contract::order::gathered(drafts.iter().map(planned))
}

/// Findings of the configurations selected by `is_meant`, each as planned.
pub(super) fn findings(
    records: &[EmvConfig],
    drafts: &BTreeMap<EmvId, EmvDraft>,
    is_meant: impl Fn(&EmvId) -> bool,
    connections: &Currency,
    users: &KnownUsers,
) -> Findings {
    let as_planned = |record: &EmvConfig| match drafts.get(&record.id) {
        Some(draft) => with(record, draft),
        None => record.clone(),
    };
    let records: Vec<EmvConfig> = records.iter().map(as_planned).collect();
    lanes::findings(&records, is_meant, connections, users)
}

/// The configuration that the service would have after the draft is sent.
fn with(record: &EmvConfig, draft: &EmvDraft) -> EmvConfig {
    EmvConfig {
        emv_name: Some(draft.emv_name.clone()),
        payment_method: Some(draft.payment_method.clone()),
        params: ParamsField::Readable(draft.params.clone()),
        ..record.clone()
    }
}

/// A finding, with the number of configurations that would have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FindingLine {
    pub(super) severity: Severity,
    pub(super) words: String,
}

/// Findings to show for a new value: those about its parameter, and those that are new to a configuration. The worst first, then the most
/// frequent.
pub(super) fn finding_lines(key: &str, before: &Findings, after: &Findings) -> Vec<FindingLine> {
    let mut counts: Vec<(&Finding, usize)> = Vec::new();
    for (id, findings) in after {
        let had = before.get(id).map_or(&[][..], Vec::as_slice);
        for finding in findings {
            let is_about = finding.fields.iter().any(|field| field.wire() == key);
            let is_new = had.iter().all(|one| !one.is_like(finding));
            if !is_about && !is_new {
                continue;
            }
            let is_it = |one: &&Finding| one.severity == finding.severity && one.is_like(finding);
            match counts.iter_mut().find(|(one, _)| is_it(one)) {
                Some((_, count)) => *count += 1,
                None => counts.push((finding, 1)),
            }
        }
    }
    tapline_contract::order::sort_by_key(&mut counts, |(finding, count)| {
        (finding.severity, std::cmp::Reverse(*count))
    });
    let one = |(finding, count): &(&Finding, usize)| {
        let what = finding.severity.word();
        let words = if after.len() == 1 {
            format!("{what}: {}", say::title(finding))
        } else {
            format!("{what} for {count}: {}", say::title(finding))
        };
        FindingLine { severity: finding.severity, words }
    };
    counts.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::record::Record as _;

    fn config(id: u64, params: &str) -> EmvConfig {
        let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": "01", "params": params});
        EmvConfig::read(&raw.to_string()).expect("a record")
    }

    fn three() -> Vec<EmvConfig> {
        let params = r#"{"clFloorLimit":0,"clCVMLimit":2500,"clTransLimit":20000}"#;
        vec![config(1, params), config(2, params), config(3, "[]")]
    }

    fn with_cvm(record: &EmvConfig, cvm: &str) -> (EmvId, EmvDraft) {
        let mut draft = record.draft().expect("readable");
        assert!(draft.params.set("clCVMLimit", cvm));
        (record.id.clone(), draft)
    }

    fn findings_of(records: &[EmvConfig], drafts: &BTreeMap<EmvId, EmvDraft>) -> Findings {
        findings(records, drafts, |_| true, &Currency::euro(), &KnownUsers::default())
    }

    #[test]
    fn a_value_is_checked_as_it_would_be_and_counted() {
        let records = three();
        let before = findings_of(&records, &BTreeMap::new());
        assert_eq!(before.len(), 2, "the third is unreadable");
        // Above the transaction limit no amount asks for a CVM.
        let drafts: BTreeMap<_, _> = records[..2].iter().map(|record| with_cvm(record, "30000")).collect();
        let after = findings_of(&records, &drafts);
        let all = finding_lines("clCVMLimit", &before, &after);
        let never = FindingLine {
            severity: Severity::Warning,
            words: "Warning for 2: CVM limit never applies".to_owned(),
        };
        assert!(all.contains(&never), "{all:?}");
        assert!(all.is_sorted_by_key(|one| one.severity));

        let one: BTreeMap<_, _> = [with_cvm(&records[0], "30000")].into();
        let planned = planned(&records, &one, &Currency::euro(), &KnownUsers::default());
        let [of_one] = planned.values().collect::<Vec<_>>()[..] else { panic!("{planned:?}") };
        assert!(of_one.findings.iter().any(|finding| finding.id == "C01"));
    }

    #[test]
    fn what_it_has_already_elsewhere_is_not_said_again() {
        let records = [config(1, r#"{"clFloorLimit":"x","clCVMLimit":2500,"clTransLimit":20000}"#)];
        let before = findings_of(&records, &BTreeMap::new());
        let after = findings_of(&records, &[with_cvm(&records[0], "\"y\"")].into());
        let words: Vec<_> =
            finding_lines("clCVMLimit", &before, &after).into_iter().map(|one| one.words).collect();
        assert_eq!(words, ["Error: CVM limit unreadable"]);
        let about = finding_lines("clFloorLimit", &before, &before);
        assert_eq!(about[0].words, "Error: Floor limit unreadable");
    }
}
