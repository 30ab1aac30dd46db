//! Findings about the bindings, shown while they are edited, each with a link to its cell. They are never errors: the service
//! decides which acceptance a sale uses.

use leptos::prelude::*;
use tapline_contract::form::profile::{AcceptanceForm, Binding, ProfileForm, bindings};

use super::board::{CellPosition, cell_id};
use super::form::{form, put, seen};
use super::words::{method_name, methods};
use crate::ipc::engine;
use crate::record::edit::Edit;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

/// A finding with its cells: acceptance name, and element id.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    icon: &'static str,
    word: &'static str,
    title: String,
    sentence: String,
    /// Index in the form, name, cell.
    cells: Vec<(usize, String, String)>,
    /// Method of the cells; a fix keeps a single cell.
    method: Option<String>,
}

#[component]
pub(super) fn Checks(added: RwSignal<Vec<String>>) -> impl IntoView {
    let shell = shell();
    let edit = super::store(shell).edit;
    let findings = Memo::new(move |_| {
        edit.with(|edit| edit.as_ref().map(|edit| findings(edit, &added.get())).unwrap_or_default())
    });
    let counted = move || {
        findings.with(|all| match all.len() {
            0 => "no findings".to_owned(),
            1 => "1 finding".to_owned(),
            many => format!("{many} findings"),
        })
    };
    let list =
        move || findings.get().into_iter().map(|one| view! { <FindingView finding=one/> }).collect_view();
    view! {
        <section class="panel" aria-label="Checks">
            <h2>"Checks" " " <span class="muted" role="status" aria-label="Findings">{live(counted)}</span></h2>
            <ul class="findings">{live(list)}</ul>
            {move || findings.with(Vec::is_empty).then(|| view! { <p class="muted">"No payment method is accepted twice, and none was removed."</p> })}
        </section>
    }
}

fn findings(edit: &Edit, added: &[String]) -> Vec<Finding> {
    let rows = methods(seen(edit), form(edit), added);
    let found = bindings(form(edit)).into_iter().map(|binding| finding(form(edit), &rows, &binding));
    left_out(form(edit)).into_iter().chain(found).collect()
}

/// The findings of a review; nothing without any.
pub(super) fn reviewed(edit: &Edit) -> Option<AnyView> {
    let found = findings(edit, &[]);
    (!found.is_empty()).then(|| {
        let rows = found.into_iter().map(|one| row(one, None)).collect_view();
        view! { <dl class="effects"><dt>"Checks"</dt><dd><ul class="findings">{rows}</ul></dd></dl> }
            .into_any()
    })
}

fn row(finding: Finding, fixes: Option<AnyView>) -> impl IntoView {
    let Finding { icon, word, title, sentence, .. } = finding;
    view! {
        <li>
            <span class=if icon == "info" { "muted" } else { "warn" }><Icon name=icon/></span>
            <div>
                <b>{word} ": " {title}</b>
                <p>{sentence}</p>
                {fixes}
            </div>
        </li>
    }
}

#[component]
fn FindingView(finding: Finding) -> impl IntoView {
    let shell = shell();
    let links = finding.cells.iter().map(|(_, name, cell)| {
        let (selector, label) = (format!("#{cell}"), format!("Go to {name}"));
        let go = {
            let selector = selector.clone();
            move |event: web_sys::MouseEvent| {
                event.prevent_default();
                engine::focus(&selector, "main h1");
            }
        };
        view! { <a href=selector on:click=go>{label}</a> }
    });
    let links = links.collect_view();
    let fixes = finding.method.clone().filter(|_| finding.cells.len() > 1 && !shell.is_read_only()).map(|method| {
        let fixes = finding.cells.iter().map(|(keep, name, _)| {
            let (keep, method) = (*keep, method.clone());
            let fix = move |_| {
                put(shell, "", |form| {
                    let others = form
                        .acceptances
                        .iter_mut()
                        .enumerate()
                        .filter(|(at, one)| *at != keep && one.takes(&method));
                    others.for_each(|(_, one)| one.toggle(&method));
                });
                engine::focus_soon(30, ".checks-foot", "main h1");
            };
            view! { <button type="button" class="small" on:click=fix>{format!("Keep only “{name}”")}</button> }
        });
        fixes.collect_view()
    });
    let fixes = view! { <p class="fixes">{links}{fixes}</p> }.into_any();
    row(finding, Some(fixes))
}

fn finding(form: &ProfileForm, rows: &[String], binding: &Binding) -> Finding {
    let row_of = |method: &str| rows.iter().position(|row| row == method).unwrap_or_default();
    let cell = |column: usize, row: usize| cell_id(CellPosition { column, row });
    let sentence = binding.sentence();
    match binding {
        Binding::Twice { method, .. } => {
            let takers = form.acceptances.iter().enumerate().filter(|(_, one)| one.takes(method));
            let cells = takers.map(|(at, one)| (at, one.name(), cell(at, row_of(method)))).collect();
            let title = format!("{} is accepted twice", method_name(method));
            Finding { icon: "warning", word: "Warning", title, sentence, cells, method: Some(method.clone()) }
        }
        Binding::Lost { method } => {
            let first = form.acceptances.first();
            let cells = first.map(|one| (0, one.name(), cell(0, row_of(method)))).into_iter().collect();
            let title = format!("No acceptance for {}", method_name(method));
            Finding { icon: "warning", word: "Warning", title, sentence, cells, method: None }
        }
        Binding::Empty { acceptance } => {
            let found = form
                .acceptances
                .iter()
                .enumerate()
                .filter(|(_, one)| one.methods.is_empty() && one.name() == *acceptance);
            let cells = found.map(|(at, one)| (at, one.name(), cell(at, 0))).collect();
            let title = format!("{acceptance} accepts nothing");
            Finding { icon: "info", word: "Note", title, sentence, cells, method: None }
        }
    }
}

/// Leaving out some acceptances differs from leaving out all.
fn left_out(form: &ProfileForm) -> Vec<Finding> {
    let names: Vec<_> = form.unbound().iter().map(AcceptanceForm::name).collect();
    let finding = |title: String, sentence: String| Finding {
        icon: "warning",
        word: "Warning",
        title,
        sentence,
        cells: Vec::new(),
        method: None,
    };
    match names.as_slice() {
        [] => Vec::new(),
        all if form.acceptances.is_empty() => vec![finding(
            "all acceptances are unbound".to_owned(),
            match all {
                [one] => format!("Saving unbinds {one}. The profile then accepts no payments."),
                all => format!(
                    "Saving unbinds all {}: {}. The profile then accepts no payments.",
                    all.len(),
                    all.join(", ")
                ),
            },
        )],
        some => vec![finding(
            format!("“{}” removed", some.join("”, “")),
            format!(
                "The service may keep {} bound. Check Bindings after saving.",
                if some.len() == 1 { "it" } else { "them" }
            ),
        )],
    }
}
