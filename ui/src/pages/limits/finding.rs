//! Findings of configurations: the chip that counts them, the list that it opens, and one finding of a list with links to its fields and
//! to other records that it names.

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_emv::check::{Field, Finding, Other, Severity};
use tapline_explain::say::check as say;

use super::state::Overview;
use super::{LIMITS, open_at_route, store};
use crate::nav::with_query;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::findings::go_to;
use crate::widgets::icon::{Icon, severity_look};
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;
use crate::{record, used};

/// Links of one finding to other records, at most; the rest is counted.
const OTHERS: usize = 4;

/// Location of a finding's fields.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// The fields are on this page.
    Here,
    /// The fields are on the page of this form.
    At(Route),
}

/// Number of findings of these configurations, colored by the worst; opens their list. Absent without findings that need attention.
pub(super) fn chip(view: Overview, ids: Vec<EmvId>, name: String) -> AnyView {
    let concerns = {
        let ids = ids.clone();
        Memo::new(move |_| view.concerns(&ids))
    };
    let drawn = move || {
        let (severity, count) = concerns.get()?;
        let (icon, class) = match severity {
            Severity::Error => ("error", "finding-chip bad"),
            Severity::Warning | Severity::Info => ("warning", "finding-chip warn"),
        };
        let words = if count == 1 { " finding: " } else { " findings: " };
        let (ids, name) = (ids.clone(), name.clone());
        let open = move |_| view.findings_open.set(ids.clone());
        Some(view! {
            <button type="button" class=class title="Findings" on:click=open><Icon name=icon/>{count}<span class="visually-hidden">{words}{name}</span></button>
        })
    };
    live(drawn).into_any()
}

/// Findings of the configurations whose chip was pressed, by configuration. Notes come last.
#[component]
pub(super) fn FindingsDialog(view: Overview) -> impl IntoView {
    let shell = shell();
    let open = view.findings_open;
    let close = Callback::new(move |()| open.set(Vec::new()));
    // A link of the list leaves the page.
    on_cleanup(move || open.set(Vec::new()));
    let title =
        Signal::derive(move || match open.with(|ids| ids.as_slice().first().cloned().zip(Some(ids.len()))) {
            Some((id, 1)) => format!("Findings: {}", name(shell, &id)),
            Some((_, many)) => format!("Findings of {many} configurations"),
            None => String::new(),
        });
    let lists = move || open.with(|ids| ids.iter().map(|id| list(shell, view, id, ids.len())).collect_view());
    view! {
        <Dialog open=Signal::derive(move || open.with(|ids| !ids.is_empty())) on_close=close title=title class="wide">
            {live(lists)}
            <DialogFoot keep="Close" on_keep=close/>
        </Dialog>
    }
}

fn name(shell: Shell, id: &EmvId) -> String {
    store(shell).list.with(|list| {
        let record = list.records.iter().find(|record| record.id == *id);
        record.map_or_else(|| format!("configuration {id}"), EmvConfig::full_name)
    })
}

/// Findings of one configuration; nothing without findings that need attention.
fn list(shell: Shell, view: Overview, id: &EmvId, of: usize) -> Option<AnyView> {
    let all = view.findings_of(id);
    if all.iter().all(|finding| finding.severity == Severity::Info) {
        return None;
    }
    let form = Form::At(Route::Editor(id.clone()));
    let rows = all.into_iter().map(|finding| entry(finding, &form, ().into_any())).collect_view();
    let heading = (of > 1).then(|| view! { <h3>{name(shell, id)}</h3> });
    Some(view! { {heading}<ul class="findings">{rows}</ul> }.into_any())
}

/// List entry of a finding, with buttons that fix it.
pub(crate) fn entry(finding: Finding, form: &Form, fixes: AnyView) -> AnyView {
    let (icon, class) = severity_look(finding.severity);
    let (title, message) = (say::title(&finding).to_string(), say::beyond_title(&finding).to_string());
    let fields = finding.fields.into_iter().map(|field| field_link(field, form));
    let count = finding.others.len();
    let others = finding.others.into_iter().take(OTHERS).filter_map(other_link).collect_view();
    let more = count.checked_sub(OTHERS).filter(|more| *more > 0).map(|more| format!("and {more} more"));
    view! {
        <li>
            <span class=class><Icon name=icon/></span>
            <div>
                <b>{finding.severity.word()} ": " {title}</b>
                <p>{message}</p>
                <p class="fields">{fields.collect_view()}{others}{more}</p>
                <p class="fixes">{fixes}<span class="muted wire">{finding.id} " · " {finding.source}</span></p>
            </div>
        </li>
    }
    .into_any()
}

/// Link to another record of a finding.
fn other_link(other: Other) -> Option<AnyView> {
    let (route, words) = match other {
        Other::Configuration { id, name } => (Route::Editor(EmvId::parse(&id)?), format!("Open {name}")),
        Other::Terminal { id, name } => {
            (used::terminal_route(shell(), &id)?, format!("Open terminal {name}"))
        }
    };
    Some(view! { <RouteLink route=route words=words/> }.into_any())
}

/// Link to a field of the configuration; a field of a terminal is only named, next to the link to the terminal.
fn field_link(field: Field, form: &Form) -> AnyView {
    if !field.is_of_configuration() {
        return view! { <span class="muted">{field.noun()}</span> }.into_any();
    }
    let words = format!("Go to {}", field.label());
    match form.clone() {
        Form::Here => {
            let id = record::element(LIMITS.meta(), field.wire());
            view! { <button type="button" class="link" on:click=move |_| go_to(&id)>{words}</button> }
                .into_any()
        }
        Form::At(route) => {
            let (shell, path) = (shell(), with_query(&route, ""));
            let go = move |event: web_sys::MouseEvent| {
                event.prevent_default();
                open_at_route(shell, &route, field.wire());
            };
            view! { <a href=path on:click=go>{words}</a> }.into_any()
        }
    }
}
