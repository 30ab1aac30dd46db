//! Findings next to their field, and navigation from a list of findings to the field.
//!
//! A fix is offered here only if it is certain and writes this very field; choices are in the list.

use leptos::prelude::*;
use tapline_emv::{Finding, Fix};
use tapline_explain::say::check as say;
use wasm_bindgen::JsCast;

use super::icon::{Icon, severity_look};
use crate::shell::shell;

/// Id of the element that describes the input with this id.
pub(crate) fn notes_id(input: &str) -> String {
    format!("{input}-notes")
}

/// Findings about one field, in the order of the list.
pub(crate) fn about(findings: &[Finding], wire: &str) -> Vec<Finding> {
    let is_here = |finding: &&Finding| finding.fields.iter().any(|field| field.wire() == wire);
    findings.iter().filter(is_here).cloned().collect()
}

/// Findings about one field. They describe the input, so that a screen reader reads them there.
#[component]
pub(crate) fn FieldFindings(
    /// Id of the input.
    #[prop(into)]
    id: String,
    #[prop(into)] wire: Signal<String>,
    #[prop(into)] findings: Signal<Vec<Finding>>,
    /// Writes a fix; without it none is offered.
    #[prop(optional)]
    apply: Option<Callback<Fix>>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let here = Memo::new(move |_| wire.with(|wire| findings.with(|findings| about(findings, wire))));
    let notes = notes_id(&id);
    let rows = move || {
        let rows = here.get().into_iter().map(|finding| row(finding, &wire.get(), &id, apply));
        rows.collect_view()
    };
    view! { <div class="beside" id=notes><ul class="beside-list">{rows}</ul>{children.map(|children| children())}</div> }
}

fn row(finding: Finding, wire: &str, id: &str, apply: Option<Callback<Fix>>) -> impl IntoView + use<> {
    let (icon, class) = severity_look(finding.severity);
    let (title, message) = (say::title(&finding).to_string(), say::beyond_title(&finding).to_string());
    let here = |fix: &&Fix| fix.certain && fix.edits.iter().any(|(key, _)| *key == wire);
    let fixes = finding.fixes.iter().filter(here).filter_map(|fix| {
        let apply = apply?;
        Some(fix_button(fix.clone(), say::fix(&finding, fix).to_string(), apply, id.to_owned()))
    });
    view! {
        <li>
            <span class=class><Icon name=icon/></span>
            <p><b>{finding.severity.word()} ": " {title} "."</b> " " {message} " " {fixes.collect_view()}</p>
        </li>
    }
}

/// A fix as a button: "Fix: …" if it is certain, else the choice itself. The button disappears with its finding, so the focus
/// moves to the input with this id.
pub(crate) fn fix_button(fix: Fix, label: String, apply: Callback<Fix>, input: String) -> AnyView {
    let shell = shell();
    let words = if fix.certain { format!("Fix: {label}") } else { label.clone() };
    let press = move |_| {
        apply.run(fix.clone());
        go_to(&input);
        shell.toast(&format!("{label}. Not saved yet."));
    };
    let blocked = move || shell.read_only();
    view! { <button type="button" class="small" disabled=move || blocked().is_some() title=blocked on:click=press>{words}</button> }
        .into_any()
}

/// Goes to an input, opening the folds around it. The focus scrolls.
pub(crate) fn go_to(id: &str) {
    let Some(element) = document().get_element_by_id(id) else { return };
    let mut around = element.parent_element();
    while let Some(outer) = around {
        if outer.tag_name() == "DETAILS" {
            // Setting a plain attribute can't fail.
            let _ = outer.set_attribute("open", "");
        }
        around = outer.parent_element();
    }
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        // Focusing a hidden element leaves the focus unchanged.
        let _ = element.focus();
    }
}
