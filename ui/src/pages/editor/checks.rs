//! Findings about what is typed, in one list that leads to the fields. A finding never blocks saving; a fix only edits.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::Scheme;
use tapline_emv::check::{self, Field, Finding, Other, Severity, Subject};

use super::beside::{Beside, apply};
use super::{element, store};
use crate::pages::limits::lanes::siblings_of;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::used;
use crate::widgets::findings::{beyond_title, fix_button, go_to};
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::marks::severity_look;
use crate::widgets::show::live;

/// Links of one finding to other records; the rest is counted.
const OTHERS: usize = 4;

/// The findings about the form as typed.
pub(super) fn findings(shell: Shell, scheme: Option<Scheme>) -> Vec<Finding> {
    with_subject(shell, scheme, check::check).unwrap_or_default()
}

/// What is told of the form as typed; nothing while there is none.
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
pub(super) fn Checks(beside: Beside) -> impl IntoView {
    let all = beside.findings;
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
    let (icon, class) = severity_look(finding.severity);
    let message = beyond_title(&finding);
    let fixes = finding.fixes.into_iter().map(|fix| {
        let input = fix.edits.first().map(|(key, _)| element(key)).unwrap_or_default();
        fix_button(fix, apply(), input)
    });
    let fields = finding.fields.into_iter().map(field_link);
    let count = finding.others.len();
    let others = finding.others.into_iter().take(OTHERS).filter_map(other_link).collect_view();
    let more = count.checked_sub(OTHERS).filter(|more| *more > 0).map(|more| format!("and {more} more"));
    view! {
        <li>
            <span class=class><Icon name=icon/></span>
            <div>
                <b>{finding.severity.word()} ": " {finding.title}</b>
                <p>{message}</p>
                <p class="fields">{fields.collect_view()}{others}{more}</p>
                <p class="fixes">{fixes.collect_view()}<span class="muted" title=finding.source>{finding.id} " · " {finding.source}</span></p>
            </div>
        </li>
    }
}

/// The way to another record that a finding names.
fn other_link(other: Other) -> Option<AnyView> {
    let (route, words) = match other {
        Other::Configuration { id, name } => (Route::Editor(EmvId::parse(&id)?), format!("Open {name}")),
        Other::Terminal { id, name } => {
            (used::terminal_route(shell(), &id)?, format!("Open terminal {name}"))
        }
    };
    Some(view! { <RouteLink route=route words=words/> }.into_any())
}

/// The way to a field of this form; a terminal's is named only, beside the way to the terminal.
fn field_link(field: Field) -> AnyView {
    if !field.is_of_configuration() {
        return view! { <span class="muted">{field.named()}</span> }.into_any();
    }
    let (label, id) = (field.label(), element(field.wire()));
    view! { <button type="button" class="link" on:click=move |_| go_to(&id)>{format!("Go to {label}")}</button> }
        .into_any()
}
