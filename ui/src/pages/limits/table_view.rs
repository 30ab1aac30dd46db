//! The overview as a table of one-line rows, with the facts and the selection of the axis. Nothing folds here.
//!
//! A configuration that differs from its scheme, and the button that types the others' value into its form. The button saves nothing.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_emv::tap::decide;
use tapline_emv::{Currency, Differs, LimitKind, Scheme};
use tapline_explain::say::tap as words;

use super::fold::Oddity;
use super::lanes::Lane;
use super::state::Overview;
use super::{LIMITS, chosen, store};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::show;
use crate::widgets::drafts::draft_dot;
use crate::widgets::icon::SchemeMark;
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
        <div class="table-box limits-table" tabindex="0" role="region" aria-label="Limits as a table"
            on:keydown=move |event| chosen::keys(shell, view, &event)>
            <table>
                <thead><tr>
                    <th scope="col" class="mark-cell"><chosen::ChooseShown view=view lanes=lanes/></th>
                    <th scope="col">"Scheme"</th><th scope="col">"Configuration"</th>
                    {LimitKind::ALL.map(|limit| view! { <th scope="col" class="number">{limit.label().trim_end_matches(" limit")}</th> }).collect_view()}
                    <th scope="col">"At " {move || shell.amount.get()}</th>
                    <th scope="col">"Difference"</th>
                    <th scope="col">"Findings"</th>
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
        let text = lane.limits.map_or_else(|| "–".to_owned(), |l| show::figure(l.get(limit), &currency));
        let code = is_other.then(|| format!(" {}", currency.code()));
        view! { <td class="number">{text}{code}</td> }
    });
    let route = Route::Editor(lane.id.clone());
    let (path, draft) = (route.path(), draft_dot(shell, route.clone()));
    let ids = vec![lane.id.clone()];
    let full_name = with_scheme(lane.scheme, lane.name.clone());
    let (is_chosen, mark) = (view.is_chosen(&ids), chosen::mark(shell, view, ids.clone(), &full_name));
    let (remarks, findings) = (remarks(shell, view, &lane), super::finding::chip(view, ids, full_name));
    let (key, name, scheme) = (lane.id.to_string(), lane.name.clone(), lane.scheme);
    let says = move || {
        let (scheme, limits, amount) = (lane.scheme?, lane.limits?, shell.amount_minor()?);
        if !lane.on_axis {
            let words = format!("Other currency ({})", lane.currency.code());
            return Some(view! { <span class="muted">{words}</span> }.into_any());
        }
        let decision = decide(scheme, limits, &lane.deciding, amount, shell.presented.get());
        let words = words::lane(&decision, &lane.currency);
        let (title, why) = (words.title.to_string(), words.why.to_string());
        let whole = format!("{title} · {why}");
        Some(
            view! { <span class="line" title=whole><Swatch outcome=decision.outcome/><span>{title}</span><span class="visually-hidden">", " {why}</span></span> }
                .into_any(),
        )
    };
    let title = name.clone();
    view! {
        <tr class="limits-row" class:lane-chosen=is_chosen>
            <td class="mark-cell">{mark}</td>
            <td><span class="with-icon"><SchemeMark scheme=scheme/>{scheme.map_or("Other", Scheme::name)}</span></td>
            <th scope="row"><a href=path title=title data-lane=key on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{name}</a>{draft}</th>
            {figures.collect_view()}
            <td class="says-cell">{live(says)}</td>
            <td class="remarks-cell"><span class="line">{remarks}</span></td>
            <td>{findings}</td>
        </tr>
    }
    .into_any()
}

/// Difference from the scheme, the currency and countries of the users, and changes from elsewhere, in one line.
fn remarks(shell: Shell, view: Overview, lane: &Lane) -> AnyView {
    let difference = match &lane.oddity {
        _ if lane.unreadable => {
            Some(view! { <span class="differs">"Unreadable parameters"</span> }.into_any())
        }
        Some(oddity) => Some(differs(shell, lane, oddity)),
        None => None,
    };
    let whose = lane.whose.as_ref().map(|whose| whose.sentence.clone());
    let (watch, id) = (super::watch::watch(shell), lane.id.clone());
    let more = Memo::new(move |_| {
        let abroad = view.abroad(&id).map(|others| format!("also used in {others}"));
        let all: Vec<_> = [whose.clone(), abroad, watch.mark(&id)].into_iter().flatten().collect();
        all.join("; ")
    });
    let is_both = difference.is_some();
    let more = move || {
        let words = more.get();
        let between = if is_both { "; " } else { "" };
        let title = words.clone();
        (!words.is_empty()).then(|| view! { <span class="muted" title=title>{between}{words}</span> })
    };
    view! { {difference}{live(more)} }.into_any()
}

/// The difference, and the button that removes it where it is one limit.
pub(super) fn differs(shell: Shell, lane: &Lane, oddity: &Oddity) -> AnyView {
    let words = oddity.words(&lane.currency);
    let one = match oddity {
        Oddity::Limits(differences) if differences.len() == 1 => lane.differs(),
        Oddity::Limits(_) | Oddity::Outcome { .. } => None,
    };
    let offer = one
        .and_then(|differs| offer(shell, lane, differs, &lane.currency))
        .map(|offer| view! { " · " {offer} });
    let title = words.clone();
    view! { <span class="differs" title=title>{words}</span>{offer} }.into_any()
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
            <button type="button" class="link match-others" aria-label=label on:click=act>"Match"</button>
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
