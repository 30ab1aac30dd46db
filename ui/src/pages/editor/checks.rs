//! Findings about the typed values, in one list that leads to the fields. A finding never blocks saving; a fix only edits.

use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::check::{self, Finding, Severity, Subject};
use tapline_explain::say::check as say;

use super::hints::{FieldHints, apply};
use super::{element, store};
use crate::pages::limits::finding::{self, Form};
use crate::pages::limits::lanes::siblings_of;
use crate::shell::Shell;
use crate::used;
use crate::widgets::findings::fix_button;
use crate::widgets::show::live;

/// Findings about the form as typed.
pub(super) fn findings(shell: Shell, scheme: Option<Scheme>) -> Vec<Finding> {
    with_subject(shell, scheme, check::check).unwrap_or_default()
}

/// Passes the form as typed to `tell`; `None` without a form.
pub(super) fn with_subject<T>(
    shell: Shell,
    scheme: Option<Scheme>,
    tell: impl FnOnce(&Subject<'_>) -> T,
) -> Option<T> {
    let (currency, store) = (shell.form_currency(), store(shell));
    let records = store.list.with(|list| list.records.clone());
    store.edit.with(|edit| {
        let edit = edit.as_ref()?;
        let terminals = used::terminals_of(shell, edit.seen.as_ref().map(|seen| &seen.id));
        let known = used::known(shell);
        let id = edit.seen.as_ref().map(|seen| &seen.id);
        Some(tell(&Subject {
            name: &edit.form.name,
            method: &edit.form.method,
            scheme,
            params: &edit.form.values(),
            currency: &currency,
            reference: known.reference(id, &currency),
            siblings: &siblings_of(&records, id, &known, &shell.currency()),
            terminals: terminals.as_deref(),
        }))
    })
}

#[component]
pub(super) fn Checks(hints: FieldHints) -> impl IntoView {
    let all = hints.findings;
    let counted = move || {
        all.with(|all| {
            let of = |severity: Severity| all.iter().filter(|f| f.severity == severity).count();
            let parts: Vec<String> =
                [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "note")]
                    .into_iter()
                    .map(|(severity, word)| (of(severity), word))
                    .filter(|(count, _)| *count > 0)
                    .map(
                        |(count, word)| {
                            if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
                        },
                    )
                    .collect();
            if parts.is_empty() {
                "no findings".to_owned()
            } else {
                format!("{} · none blocks saving", parts.join(", "))
            }
        })
    };
    view! {
        <section class="panel" aria-labelledby="checks-title">
            <div class="row"><h2 id="checks-title">"Checks"</h2><span class="grow"></span><span class="muted">{live(counted)}</span></div>
            <ul class="findings">{move || all.get().into_iter().map(entry).collect_view()}</ul>
        </section>
    }
}

fn entry(finding: Finding) -> impl IntoView {
    let fixes = finding.fixes.iter().map(|fix| {
        let input = fix.edits.first().map(|(key, _)| element(key)).unwrap_or_default();
        fix_button(fix.clone(), say::fix(&finding, fix).to_string(), apply(), input)
    });
    let fixes = fixes.collect_view().into_any();
    finding::entry(finding, &Form::Here, fixes)
}
