//! The overview as a table, with the same facts as the lanes.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_emv::check::Severity;
use tapline_emv::limits::LimitKind;
use tapline_emv::{Scheme, words};

use super::lanes::Lane;
use super::state::overview;
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::marks::SchemeMark;
use crate::widgets::show::live;
use crate::widgets::zones::Swatch;

#[component]
pub(super) fn TableView(lanes: Memo<Arc<Vec<Lane>>>) -> impl IntoView {
    let shell = shell();
    view! {
        <div class="table-box" tabindex="0" role="region" aria-label="Limits as a table">
            <table>
                <thead><tr>
                    <th scope="col">"Scheme"</th><th scope="col">"Configuration"</th>
                    {LimitKind::ALL.map(|limit| view! { <th scope="col" class="number">{limit.label()}</th> }).collect_view()}
                    <th scope="col">"At " {move || shell.amount.get()}</th>
                    <th scope="col">"Remarks"</th>
                </tr></thead>
                <tbody>{move || lanes.get().iter().map(|lane| row(shell, lane.clone())).collect_view()}</tbody>
            </table>
        </div>
    }
}

fn row(shell: Shell, lane: Lane) -> impl IntoView {
    let currency = lane.currency.clone();
    let is_other = currency != shell.currency();
    let figures = LimitKind::ALL.map(|limit| {
        let text =
            lane.limits.map_or_else(|| "not readable".to_owned(), |l| show::figure(l.get(limit), &currency));
        let code = is_other.then(|| format!(" {}", currency.code()));
        view! { <td class="number">{text}{code}</td> }
    });
    let route = Route::Editor(lane.id.clone());
    let path = route.path();
    let mut remarks: Vec<String> = lane.differs.iter().map(|differs| differs.words(&currency)).collect();
    let concerns = lane.findings.iter().filter(|finding| finding.severity != Severity::Info);
    remarks.extend(concerns.map(|finding| format!("{}: {}", finding.severity.word(), finding.title)));
    remarks.extend(lane.whose.as_ref().map(|whose| whose.sentence.clone()));
    let abroad = untrack(|| overview(shell).abroad(&lane.id));
    remarks.extend(abroad.map(|others| format!("also used in {others}")));
    if lane.unreadable {
        remarks.push("parameters cannot be read".to_owned());
    }
    let name = lane.name.clone();
    let scheme = lane.scheme;
    let says = move || {
        let (scheme, limits, amount) = (lane.scheme?, lane.limits?, shell.amount_minor()?);
        if !lane.on_axis {
            return Some(
                view! { <span class="muted why">{format!("used in {}; open it", lane.currency.code())}</span> }
                    .into_any(),
            );
        }
        let (outcome, title, why) = words::effective_lane(
            scheme,
            limits,
            &lane.deciding,
            &lane.currency,
            amount,
            shell.presented.get(),
        );
        Some(view! { <Swatch outcome=outcome/>{title}<span class="muted why">{why}</span> }.into_any())
    };
    view! {
        <tr>
            <td><span class="with-icon"><SchemeMark scheme=scheme/>{scheme.map_or("Other", Scheme::name)}</span></td>
            <th scope="row"><a href=path on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{name}</a></th>
            {figures.collect_view()}
            <td class="says-cell">{live(says)}</td>
            <td class="muted">{remarks.join("; ")}</td>
        </tr>
    }
}
