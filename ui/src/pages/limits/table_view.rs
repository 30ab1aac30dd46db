//! The overview as a table, with the facts and the selection of the lanes.
//!
//! A lane whose limit differs from its siblings, and the button that types their value into its form. The button saves nothing.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::check::Severity;
use tapline_emv::tap::decide;
use tapline_emv::{Currency, Differs, LimitKind, Scheme};
use tapline_explain::say::{check as findings, tap as words};

use super::lanes::Lane;
use super::state::Overview;
use super::{LIMITS, chosen, store};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::drafts::draft_dot;
use crate::widgets::icon::{Icon, SchemeMark};
use crate::widgets::show::live;
use crate::widgets::zones::Swatch;

#[component]
pub(super) fn TableView(lanes: Memo<Arc<Vec<Arc<Lane>>>>, view: Overview) -> impl IntoView {
    let shell = shell();
    // Keyed by id: late data redraws a single row, and the keyboard focus stays.
    let ids = move || lanes.with(|lanes| lanes.iter().map(|lane| lane.id.clone()).collect::<Vec<_>>());
    let of_id = move |id: EmvId| {
        let lane = Memo::new(move |_| lanes.with(|lanes| lanes.iter().find(|lane| lane.id == id).cloned()));
        move || lane.get().map(|lane| row(shell, view, lane))
    };
    view! {
        <div class="table-box" tabindex="0" role="region" aria-label="Limits as a table"
            on:keydown=move |event| chosen::keys(shell, view, &event)>
            <table>
                <thead><tr>
                    <th scope="col"><span class="visually-hidden">"Selected"</span></th>
                    <th scope="col">"Scheme"</th><th scope="col">"Configuration"</th>
                    {LimitKind::ALL.map(|limit| view! { <th scope="col" class="number">{limit.label()}</th> }).collect_view()}
                    <th scope="col">"At " {move || shell.amount.get()}</th>
                    <th scope="col">"Notes"</th>
                </tr></thead>
                <tbody><For each=ids key=Clone::clone children=of_id/></tbody>
            </table>
        </div>
    }
}

fn row(shell: Shell, view: Overview, lane: Arc<Lane>) -> AnyView {
    let currency = lane.currency.clone();
    let is_other = currency != shell.currency();
    let figures = LimitKind::ALL.map(|limit| {
        let text =
            lane.limits.map_or_else(|| "unreadable".to_owned(), |l| show::figure(l.get(limit), &currency));
        let code = is_other.then(|| format!(" {}", currency.code()));
        view! { <td class="number">{text}{code}</td> }
    });
    let route = Route::Editor(lane.id.clone());
    let (path, draft) = (route.path(), draft_dot(shell, route.clone()));
    let remarks = remarks(shell, view, &lane);
    let is_chosen = view.is_chosen(&lane.id);
    let mark = chosen::mark(shell, view, &lane);
    let (key, name, scheme) = (lane.id.to_string(), lane.name.clone(), lane.scheme);
    let says = move || {
        let (scheme, limits, amount) = (lane.scheme?, lane.limits?, shell.amount_minor()?);
        if !lane.on_axis {
            return Some(
                view! { <span class="muted why">{format!("used in {}; open it", lane.currency.code())}</span> }
                    .into_any(),
            );
        }
        let decision = decide(scheme, limits, &lane.deciding, amount, shell.presented.get());
        let words = words::lane(&decision, &lane.currency);
        let (title, why) = (words.title.to_string(), words.why.to_string());
        Some(
            view! { <Swatch outcome=decision.outcome/>{title}<span class="muted why">{why}</span> }
                .into_any(),
        )
    };
    view! {
        <tr class="limits-row" class:lane-chosen=is_chosen>
            <td class="mark-cell">{mark}</td>
            <td><span class="with-icon"><SchemeMark scheme=scheme/>{scheme.map_or("Other", Scheme::name)}</span></td>
            <th scope="row"><a href=path data-lane=key on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{name}</a>{draft}</th>
            {figures.collect_view()}
            <td class="says-cell">{live(says)}</td>
            <td class="muted">{remarks}</td>
        </tr>
    }
    .into_any()
}

/// Difference from the siblings with the button that matches them, the findings, and the marks of the watch.
fn remarks(shell: Shell, view: Overview, lane: &Lane) -> AnyView {
    let differs = lane.differs.map(|differs| {
        let offer = offer(shell, lane, differs, &lane.currency);
        view! { <p>{differs.words(&lane.currency)} " " {offer}</p> }
    });
    let mut always = Vec::new();
    always.extend(lane.whose.as_ref().map(|whose| whose.sentence.clone()));
    if lane.unreadable {
        always.push("unreadable parameters".to_owned());
    }
    let (watch, id) = (super::watch::watch(shell), lane.id.clone());
    let abroad = {
        let id = lane.id.clone();
        move || view.abroad(&id).map(|others| view! { <p>{format!("also used in {others}")}</p> })
    };
    let mark = Memo::new(move |_| watch.mark(&id));
    let marked = move || {
        mark.get().map(|words| view! { <p class="with-icon drift"><Icon name="activity"/>{words}</p> })
    };
    let findings = {
        let id = lane.id.clone();
        Memo::new(move |_| view.findings_of(&id))
    };
    let remarks = move || {
        let concerns = findings.get().into_iter().filter(|finding| finding.severity != Severity::Info);
        let concerns =
            concerns.map(|finding| format!("{}: {}", finding.severity.word(), findings::title(&finding)));
        let remarks: Vec<_> = concerns.chain(always.iter().cloned()).collect();
        (!remarks.is_empty()).then(|| view! { <p>{remarks.join("; ")}</p> })
    };
    view! { {differs}{live(remarks)}{live(abroad)}{live(marked)} }.into_any()
}

/// The difference, and the button that removes it.
pub(super) fn differs(shell: Shell, lane: &Lane, differs: Differs, currency: &Currency) -> AnyView {
    let words = differs.words(currency);
    let Some(offer) = offer(shell, lane, differs, currency) else {
        return view! { <span class="differs">{words}</span> }.into_any();
    };
    // The row is narrow, and the axis next to it shows this lane's value.
    let limit = match differs.limit {
        LimitKind::Floor => "Floor",
        LimitKind::Cvm => "CVM",
        LimitKind::Transaction => "Transaction",
    };
    view! {
        <span class="differs with-match" title=words><span>{limit}</span>{offer}</span>
    }
    .into_any()
}

/// The button alone; `None` while changes are not possible.
pub(super) fn offer(shell: Shell, lane: &Lane, differs: Differs, currency: &Currency) -> Option<AnyView> {
    if shell.is_read_only() {
        return None;
    }
    let figure = show::figure(differs.others, currency);
    let label = format!("Match the others: {figure}, {} of {}", differs.limit.noun(), lane.name);
    let (id, currency) = (lane.id.clone(), currency.clone());
    let act = move |_| match_others(shell, &id, differs, &currency);
    Some(
        view! {
            <button type="button" class="link match-others" aria-label=label on:click=act>"Match the others: " {figure}</button>
        }
        .into_any(),
    )
}

/// Opens the form of the configuration with its siblings' limit typed in.
fn match_others(shell: Shell, id: &EmvId, differs: Differs, currency: &Currency) {
    let route = Route::Editor(id.clone());
    let store = store(shell);
    let record =
        store.list.with_untracked(|list| list.records.iter().find(|record| record.id == *id).cloned());
    if let Some(record) = record {
        // The form uses the currency of the lane, in which the text is written.
        shell.users_currency.set(Some(currency.clone()).filter(|its| *its != shell.currency()));
        store.open_form(&record, currency);
        LIMITS.put(shell.areas(), differs.limit.param(), currency.plain(differs.others));
    }
    shell.nav.go(route);
}
