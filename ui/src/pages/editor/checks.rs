//! Findings about what is typed. A finding never blocks saving; a fix only edits.

use leptos::prelude::*;
use tapline_emv::Scheme;
use tapline_emv::check::{self, Finding, Fix, Severity, Subject};

use super::store;
use crate::pages::limits::lanes::siblings_of;
use crate::pages::limits::resource::Limits;
use crate::record::edit::put;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::icon::Icon;
use crate::widgets::marks::severity_look;

/// The findings about the form as typed.
fn findings(shell: Shell, scheme: Option<Scheme>) -> Vec<Finding> {
    let (currency, store) = (shell.form_currency(), store(shell));
    let records = store.list.with(|list| list.records.clone());
    store.edit.with(|edit| {
        let Some(edit) = edit else { return Vec::new() };
        let terminals = used::terminals_of(shell, edit.seen.as_ref().map(|seen| &seen.id));
        check::check(&Subject {
            name: &edit.form.name,
            method: &edit.form.method,
            scheme,
            params: &edit.form.values(),
            currency: &currency,
            siblings: &siblings_of(&records, edit.seen.as_ref().map(|seen| &seen.id), &used::known(shell)),
            terminals: terminals.as_deref(),
        })
    })
}

#[component]
pub(super) fn Checks(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let all = Memo::new(move |_| findings(shell, scheme.get()));
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
            <div class="row"><h2 id="checks-title">"Checks"</h2><span class="grow"></span><span class="muted">{counted}</span></div>
            <ul class="findings">{move || all.get().into_iter().map(|finding| entry(shell, finding)).collect_view()}</ul>
        </section>
    }
}

fn entry(shell: Shell, finding: Finding) -> impl IntoView {
    let (icon, class) = severity_look(finding.severity);
    let fixes = finding.fixes.into_iter().map(|fix| fix_button(shell, fix));
    view! {
        <li>
            <span class=class><Icon name=icon/></span>
            <div>
                <b>{finding.severity.word()} ": " {finding.title}</b>
                <p>{finding.message}</p>
                <p class="fixes">{fixes.collect_view()}<span class="muted" title=finding.source>{finding.id} " · " {finding.source}</span></p>
            </div>
        </li>
    }
}

fn fix_button(shell: Shell, fix: Fix) -> impl IntoView {
    let words = if fix.certain { format!("Fix: {}", fix.label) } else { fix.label.clone() };
    let apply = move |_| {
        put::<Limits>(shell.areas(), "", |form| {
            for (key, value) in &fix.edits {
                form.put(key, value);
            }
        });
        shell.toast(&format!("{}. Not saved yet.", fix.label));
    };
    let blocked = move || shell.read_only();
    view! { <button type="button" class="small" disabled=move || blocked().is_some() title=blocked on:click=apply>{words}</button> }
}
