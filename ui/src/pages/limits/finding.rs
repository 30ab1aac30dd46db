//! One finding of a list: its text, and links to its fields and to other records that the finding names.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::check::{Field, Finding, Other};
use tapline_explain::say::check as say;

use super::{LIMITS, open_at_route};
use crate::nav::with_query;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::findings::go_to;
use crate::widgets::icon::{Icon, severity_look};
use crate::widgets::links::RouteLink;
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
        return view! { <span class="muted">{field.named()}</span> }.into_any();
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
