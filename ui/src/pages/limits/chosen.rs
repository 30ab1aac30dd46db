//! Several lanes, or rows of the table, selected with Space: one limit is set for all, or each is matched to its scheme. Both create a
//! plan.
//!
//! Filters, the cursor amount, and the switch between axis and table.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::MakePlan;
use tapline_contract::emv_config::{EmvId, with_scheme};
use tapline_contract::order::gathered;
use tapline_contract::plan::{PlanDraft, PlanEdit};
use tapline_contract::{Failure, FailureKind};
use tapline_emv::{LimitKind, Scheme};
use wasm_bindgen::JsCast;

use super::lanes::Lane;
use super::proposal::{GroupEdit, Proposal};
use super::state::{Overview, overview};
use crate::actions::{Keys, keys_of, offer, offer_unless};
use crate::ipc::{self, engine};
use crate::pages::replay::line::PastSales;
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::plans::{changes, plans};
use crate::shell::{Shell, shell};
use crate::widgets::at_amount::{self, AtAmount};
use crate::widgets::dialog::has_control;
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::part::show_inside;
use crate::widgets::show::{Show, live, why};

/// Impact of the selected changes on past sales. In the chunk of transactions, which is loaded with the overview.
const PAST: PagePart = part!(money, |_| view! { <PastOfChosen/> }.into_any());

thread_local! {
    /// The last selected lane: a click with Shift selects from there.
    static ANCHOR: RefCell<Option<EmvId>> = const { RefCell::new(None) };
}

/// Check box of a lane or row; Space on its link does the same.
pub(super) fn mark(shell: Shell, view: Overview, lane: &Lane) -> AnyView {
    let (id, label) = (lane.id.clone(), format!("Select {}", with_scheme(lane.scheme, lane.name.clone())));
    // A plain closure, not a memo: the box must be set again even without a change, see `choose_until`.
    let is_chosen = {
        let id = id.clone();
        move || view.chosen.with(|chosen| chosen.contains(&id))
    };
    let until = lane.id.clone();
    let from_anchor = move |event: web_sys::MouseEvent| {
        if event.shift_key() {
            event.prevent_default();
            choose_until(shell, view, &until);
        }
    };
    // No Tab stop: the link next to the box has one.
    view! {
        <label class="lane-mark"><input type="checkbox" tabindex="-1" aria-label=label prop:checked=is_chosen
            on:click=from_anchor on:change=move |_| toggle(shell, view, &id)/></label>
    }
    .into_any()
}

/// Arrow keys move between lanes, or rows, and select with Shift; Space selects, Ctrl+A selects all shown, Esc clears.
pub(super) fn keys(shell: Shell, view: Overview, event: &web_sys::KeyboardEvent) {
    let links = links();
    let active = document().active_element();
    let is_link = |link: &web_sys::HtmlElement| active.as_ref() == Some(link.as_ref());
    // After a click the check box of the lane has focus.
    let lane = active.as_ref().and_then(|active| active.closest(".lane, .limits-row").ok().flatten());
    let is_in = |link: &web_sys::HtmlElement| lane.as_ref().is_some_and(|lane| lane.contains(Some(link)));
    let Some(here) = links.iter().position(|link| is_link(link) || is_in(link)) else { return };
    let next = match event.key().as_str() {
        "ArrowDown" => here + 1,
        "ArrowUp" if here > 0 => here - 1,
        " " if is_link(&links[here]) => {
            event.prevent_default();
            if let Some(id) = id_of(&links[here]) {
                toggle(shell, view, &id);
            }
            return;
        }
        "a" if has_control(event) => {
            event.prevent_default();
            view.chosen.set(gathered(links.iter().filter_map(id_of)));
            return tell(shell, view);
        }
        "Escape" if view.chosen.with_untracked(|chosen| !chosen.is_empty()) => {
            event.prevent_default();
            return clear(shell, view);
        }
        _ => return,
    };
    let Some(link) = links.get(next) else { return };
    event.prevent_default();
    // A link on the page accepts focus.
    let _ = link.focus();
    if event.shift_key() {
        view.chosen
            .update(|chosen| chosen.extend([here, next].into_iter().filter_map(|at| id_of(&links[at]))));
        tell(shell, view);
    }
}

/// Moves focus to the first shown lane or row.
pub(super) fn to_lanes() {
    if let Some(link) = links().first() {
        // A link on the page accepts focus.
        let _ = link.focus();
    }
}

/// Links of the shown lanes or rows.
fn links() -> Vec<web_sys::HtmlElement> {
    let Ok(links) = document().query_selector_all("main a[data-lane]") else { return Vec::new() };
    (0..links.length()).filter_map(|at| links.get(at)?.dyn_into().ok()).collect()
}

fn id_of(link: &web_sys::HtmlElement) -> Option<EmvId> {
    EmvId::parse(&link.get_attribute("data-lane")?)
}

/// Selects from the last selected lane to this one, like a click with Shift in a list.
fn choose_until(shell: Shell, view: Overview, id: &EmvId) {
    let shown: Vec<EmvId> = links().iter().filter_map(id_of).collect();
    let at = |wanted: &EmvId| shown.iter().position(|one| one == wanted);
    let here = at(id);
    let from = ANCHOR.with_borrow(Clone::clone).and_then(|anchor| at(&anchor)).or(here);
    if let (Some(from), Some(here)) = (from, here) {
        view.chosen.update(|chosen| chosen.extend(shown[from.min(here)..=from.max(here)].iter().cloned()));
        // The engine reverts the box after the click ends, so the box is set again later.
        engine::later(0, move || view.chosen.notify());
        tell(shell, view);
    }
}

fn toggle(shell: Shell, view: Overview, id: &EmvId) {
    ANCHOR.set(Some(id.clone()));
    view.chosen.update(|chosen| {
        if !chosen.remove(id) {
            chosen.insert(id.clone());
        }
    });
    tell(shell, view);
}

fn clear(shell: Shell, view: Overview) {
    view.chosen.set(BTreeSet::new());
    shell.announce("No configuration selected.");
}

fn tell(shell: Shell, view: Overview) {
    shell.announce(&format!("{} selected.", view.chosen.with_untracked(BTreeSet::len)));
}

/// Actions on the selection. Absent while nothing is selected.
#[component]
pub(super) fn ChosenBar(view: Overview) -> impl IntoView {
    let chosen = view.proposal.chosen;
    let is_some = Memo::new(move |_| chosen.with(|chosen| !chosen.is_empty()));
    let field = NodeRef::<html::Input>::new();
    let blocked = Signal::derive(move || {
        (!is_some.get()).then(|| "Select configurations first, with Space on a row.".to_owned())
    });
    offer_unless("set-chosen", blocked, move || {
        if let Some(input) = field.get_untracked() {
            // The field is on the page while lanes are selected.
            let _ = input.focus();
            input.select();
        }
    });
    // Enter here applies an amount pulled on a lane.
    Effect::new(move |before: Option<u32>| {
        let now = view.proposal.pulled.get();
        if let Some(input) = field.get_untracked().filter(|_| before.is_some_and(|before| before != now)) {
            // The field is on the page while lanes are selected.
            let _ = input.focus();
            input.select();
        }
        now
    });
    view! { <Show when=move || is_some.get()><Bar view=view field=field/></Show> }
}

#[component]
fn Bar(view: Overview, field: NodeRef<html::Input>) -> impl IntoView {
    let shell = shell();
    let proposal = view.proposal;
    let Proposal { limit, text: amount, chosen, currency, set, matched, .. } = proposal;
    on_cleanup(move || view.proposal.clear());
    let (failed, making) = (RwSignal::new(None::<Failure>), RwSignal::new(false));
    let has_past = Memo::new(move |_| view.proposal.past().is_some());
    let not_past = Memo::new(move |_| view.proposal.not_past());
    let typed = Memo::new(move |_| view.proposal.typed());
    let wrong = Memo::new(move |_| {
        let (text, currency) = (typed.get(), currency.get());
        let error = currency.parse(&text).err().filter(|_| !text.is_empty())?;
        Some(format!("Amount: {}", error.sentence(&currency)))
    });
    let review = move |why: String, edits: Vec<PlanEdit>| {
        let plans = plans(shell);
        if untrack(|| plans.is_running()) {
            let sentence = "A change set is being applied. Pause it in Change set first.";
            return failed.set(Some(Failure::new(FailureKind::BadInput, "MakePlan", sentence)));
        }
        failed.set(None);
        making.set(true);
        let (draft, same) =
            (PlanDraft { connection: shell.connection(), why, items: edits }, shell.same_connection());
        spawn_local(async move {
            let made = ipc::command::<MakePlan>(draft).await;
            let _ = making.try_set(false);
            match made {
                Ok(text) if same() => {
                    plans.show(shell, text, None, Vec::new());
                    // The selection stays if the page asks first: the plan may not open.
                    if plans.instead.with_untracked(Option::is_none) {
                        view.chosen.set(BTreeSet::new());
                    }
                    shell.nav.go(Route::Plan);
                }
                Ok(_) => {}
                Err(failure) => {
                    let _ = failed.try_set(Some(failure));
                }
            }
        });
    };
    let none = move || {
        if shell.is_read_only() {
            return shell.read_only();
        }
        let nothing = typed.with(String::is_empty)
            || wrong.with(Option::is_some)
            || set.with(|set| set.edits.is_empty());
        nothing.then_some("Enter an amount that changes at least one of them, or drag a limit on the axis.")
    };
    let set_all = move || {
        if untrack(none).is_some() || making.get_untracked() {
            return;
        }
        let currency = currency.get_untracked();
        let money =
            currency.parse(&typed.get_untracked()).map(|minor| currency.money(minor)).unwrap_or_default();
        let edits = set.with_untracked(|set| set.edits.clone());
        review(format!("{} {money}: {}", limit.get_untracked().label(), configurations(edits.len())), edits);
    };
    let match_all = move |_| {
        let edits = matched.with_untracked(|matched| matched.edits.clone());
        review(format!("Match the others: {}", configurations(edits.len())), edits);
    };
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            set_all();
        }
        "Escape" => {
            event.prevent_default();
            // Focus returns to the lanes, and the selection stays.
            let is_chosen = |link: &web_sys::HtmlElement| {
                id_of(link).is_some_and(|id| view.chosen.with_untracked(|chosen| chosen.contains(&id)))
            };
            if let Some(link) = links().into_iter().find(is_chosen) {
                let _ = link.focus();
            }
        }
        _ => {}
    };
    let summary = move || {
        if let Some(sentence) = wrong.get() {
            return view! { <p class="says bad">{sentence}</p> }.into_any();
        }
        let of = |together: &GroupEdit| {
            let kept = together.left_out.iter().map(|one| view! { <li>{one.clone()}</li> }).collect_view();
            view! { <p>{together.counted()}</p><ul class="values">{kept}</ul> }.into_any()
        };
        // The amount as Tapline reads it, shown if its spelling differs from the typed text.
        let understood = proposal.minor.get().zip(Some(currency.get()));
        let understood =
            understood.filter(|(minor, currency)| typed.with(|text| *text != currency.plain(*minor)));
        let understood =
            understood.map(|(minor, currency)| view! { <p class="muted">{currency.money(minor)}</p> });
        match typed.with(String::is_empty) {
            false => view! { {understood}{set.with(of)} }.into_any(),
            true if matched.with(|matched| matched.edits.len() + matched.left_out.len() > 0) => {
                view! { <p>"Match the others:"</p>{matched.with(of)} }.into_any()
            }
            true => ().into_any(),
        }
    };
    let options = LimitKind::ALL.map(|kind| view! { <option value=kind.param()>{kind.label()}</option> });
    view! {
        // The bar grows upwards: late content comes first and moves no button.
        <section class="chosen-bar" aria-label="Selected configurations">
            <Show when=move || has_past.get()><div class="wide">{show_inside(PAST)}</div></Show>
            {move || not_past.get().map(|sentence| view! { <p class="wide muted">{sentence}</p> })}
            <p><b>{move || configurations(chosen.with(Vec::len))}" selected"</b></p>
            <span class="row"><span>"Set"</span>
                <select aria-label="Limit to set" prop:value=move || limit.get().param() on:change=move |event| {
                    let key = event_target_value(&event);
                    if let Some(kind) = LimitKind::ALL.into_iter().find(|kind| kind.param() == key) { limit.set(kind); }
                }>{options.collect_view()}</select></span>
            <span class="money"><input type="text" inputmode="decimal" node_ref=field aria-label="Amount to set" autocomplete="off"
                aria-invalid=move || wrong.get().map(|_| "true") prop:value=move || amount.get()
                on:input=move |event| amount.set(event_target_value(&event)) on:keydown=keys/>
                <span class="unit">{move || currency.get().code().to_owned()}</span></span>
            <Keys id="set-chosen"/>
            <button type="button" class="primary" title=none disabled=move || none().is_some() || making.get() on:click=move |_| set_all()>
                {move || match set.with(|set| set.edits.len()) { 0 => "Review".to_owned(), many => format!("Review {}", changes(many)) }}</button>
            {why(none)}
            <Show when=move || matched.with(|matched| !matched.edits.is_empty()) && !shell.is_read_only()>
                <button type="button" disabled=move || making.get() on:click=match_all>{move || format!("Match the others ({})", matched.with(|matched| matched.edits.len()))}</button>
            </Show>
            <span class="grow"></span>
            <button type="button" class="plain" on:click=move |_| clear(shell, view)>"Clear selection"<kbd aria-hidden="true">"Esc"</kbd></button>
            <div class="wide" role="status" aria-label="Preview">{live(summary)}</div>
            {move || failed.get().map(|failure| view! { <div class="wide"><FailureNote failure=failure/></div> })}
        </section>
    }
}

#[component]
fn PastOfChosen() -> impl IntoView {
    let proposal = overview(shell()).proposal;
    let question = Memo::new(move |_| proposal.past());
    view! { <PastSales question=question/> }
}

fn configurations(count: usize) -> String {
    if count == 1 { "1 configuration".to_owned() } else { format!("{count} configurations") }
}

/// Selects all lanes that the filters show; absent without a filter, where Ctrl+A on a lane does the same.
#[component]
pub(super) fn ChooseShown(view: Overview, lanes: Memo<Arc<Vec<Arc<Lane>>>>) -> impl IntoView {
    let shell = shell();
    let some = Memo::new(move |_| {
        let many = lanes.with(|lanes| lanes.len());
        (many > 1 && view.is_filtered()).then_some(many)
    });
    let choose = move |_| {
        view.chosen.set(lanes.with_untracked(|lanes| gathered(lanes.iter().map(|lane| lane.id.clone()))));
        tell(shell, view);
    };
    live(move || {
        some.get().map(|many| view! {
        <button type="button" title="All that match the filters" on:click=choose>{format!("Select all {many} shown")}</button>
    })
    })
}

/// Selects all lanes whose limit differs from the others; absent for fewer than two.
#[component]
pub(super) fn ChooseOdd(view: Overview) -> impl IntoView {
    let shell = shell();
    let odd = Memo::new(move |_| {
        view.lanes.with(|lanes| {
            let odd = lanes.iter().filter(|lane| lane.differs.is_some());
            gathered::<_, BTreeSet<_>>(odd.map(|lane| lane.id.clone()))
        })
    });
    let choose = move |_| {
        view.chosen.set(odd.get_untracked());
        tell(shell, view);
    };
    view! {
        <Show when=move || { odd.with(BTreeSet::len) > 1 }>
            <button type="button" class="plain" title="A limit differs from most of the scheme" on:click=choose>{move || format!("Select the {} that differ", odd.with(BTreeSet::len))}</button>
        </Show>
    }
}

#[component]
pub(super) fn Toolbar(view: Overview, lanes: Memo<Arc<Vec<Arc<Lane>>>>) -> impl IntoView {
    let shell = shell();
    let search = NodeRef::<html::Input>::new();
    offer("filter", move || {
        if let Some(input) = search.get_untracked() {
            // The field is on the page while this action is offered.
            let _ = input.focus();
        }
    });
    offer("country", move || {
        super::country::toggle(view);
        if let Some(input) = search.get_untracked() {
            // The field is on the page while this action is offered.
            let _ = input.focus();
        }
    });
    // Down and Enter move on, as in every list.
    let on = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowDown" | "Enter") {
            event.prevent_default();
            to_lanes();
        }
    };
    let concerned = move || view.concerned();
    let options = Scheme::ALL.map(|scheme| view! { <option value=scheme.key()>{scheme.name()}</option> });
    view! {
        <div class="toolbar" role="group" aria-label="Filters and view">
            <input type="search" node_ref=search class="search" aria-label="Filter by name, AID or id" placeholder="Name, AID or id"
                title=move || format!("{} · country:nl filters by country", keys_of(shell, "filter")) autocomplete="off" spellcheck="false"
                prop:value=move || view.words.get() on:input=move |event| view.words.set(event_target_value(&event)) on:keydown=on/>
            <select aria-label="Scheme" on:change=move |event| {
                let key = event_target_value(&event);
                view.scheme.set(Scheme::ALL.into_iter().find(|scheme| scheme.key() == key));
            } prop:value=move || view.scheme.get().map_or("", Scheme::key)>
                <option value="">"All schemes"</option>
                {options.collect_view()}
            </select>
            <super::country::CountryButton/>
            <button type="button" class="chip" aria-pressed=move || view.only_findings.get().to_string()
                on:click=move |_| view.only_findings.update(|only| *only = !*only)>
                <Icon name="warning"/>"Has findings " {live(concerned)}
            </button>
            <ChooseShown view=view lanes=lanes/>
            <ChooseOdd view=view/>
            <span class="grow"></span>
            <div class="row" role="group" aria-labelledby="cursor-title">
                <span id="cursor-title">"What happens at"</span>
                <AtAmount id="cursor-amount"/>
            </div>
            {move || at_amount::problem(shell).map(|sentence| view! { <p class="says bad wide">{sentence}</p> })}
        </div>
    }
}
