//! Actions on the selected configurations: one limit is set for all, or each is matched to its scheme. Both create a change set.

use std::collections::BTreeSet;

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::MakePlan;
use tapline_contract::plan::{PlanDraft, PlanEdit};
use tapline_contract::{Failure, FailureKind};
use tapline_emv::LimitKind;

use super::chosen::{choose_shown, clear, ids_of, row_controls};
use super::group_edit::GroupEdit;
use super::proposal::Proposal;
use super::state::{Overview, overview};
use super::store;
use crate::actions::{Keys, offer_unless};
use crate::ipc::{self, engine};
use crate::pages::replay::Question;
use crate::pages::replay::line::PastSales;
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::plans::{changes, plans};
use crate::shell::shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::part::show_inside;
use crate::widgets::show::{Show, live, why};

/// Impact of the selected changes on past sales. In the chunk of transactions, which is loaded with the overview.
const PAST: PagePart = part!(money, |_| view! { <PastOfChosen/> }.into_any());

/// Absent while nothing is selected.
#[component]
pub(super) fn ChosenBar(view: Overview) -> impl IntoView {
    let shell = shell();
    let chosen = view.proposal.chosen;
    let is_some = Memo::new(move |_| chosen.with(|chosen| !chosen.is_empty()));
    let field = NodeRef::<html::Input>::new();
    let blocked = Signal::derive(move || {
        let has_some = is_some.get() || view.is_filtered();
        (!has_some).then(|| "Select configurations with Space, or filter them first.".to_owned())
    });
    let into_field = move || {
        if let Some(input) = field.get_untracked() {
            // The field is on the page while lanes are selected.
            let _ = input.focus();
            input.select();
        }
    };
    offer_unless("set-chosen", blocked, move || {
        if is_some.get_untracked() {
            return into_field();
        }
        choose_shown(shell, view);
        // The bar is drawn first.
        engine::later(0, into_field);
    });
    // Enter here applies an amount pulled on a lane.
    Effect::new(move |before: Option<u32>| {
        let now = view.proposal.pulled.get();
        if before.is_some_and(|before| before != now) {
            into_field();
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
    let list = store(shell).list;
    let items = move |of: &GroupEdit| list.with_untracked(|list| of.items(&list.records));
    let review = move |why: String, edits: Vec<PlanEdit>| {
        let plans = plans(shell);
        if untrack(|| plans.is_running()) {
            let sentence = "A change set is being applied. Pause it in Change sets first.";
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
        nothing.then_some("Enter an amount that changes at least one configuration, or drag a limit.")
    };
    let preparing = move || making.get().then_some("The change set is being prepared.");
    let set_all = move || {
        if untrack(none).is_some() || making.get_untracked() {
            return;
        }
        let currency = currency.get_untracked();
        let money =
            currency.parse(&typed.get_untracked()).map(|minor| currency.money(minor)).unwrap_or_default();
        let edits = set.with_untracked(items);
        review(format!("{} {money}: {}", limit.get_untracked().label(), configurations(edits.len())), edits);
    };
    let match_all = move |_| {
        let edits = matched.with_untracked(items);
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
            let is_chosen = |control: &web_sys::HtmlElement| {
                let ids = ids_of(view, control);
                view.chosen.with_untracked(|chosen| ids.iter().any(|id| chosen.contains(id)))
            };
            if let Some(control) = row_controls().into_iter().find(is_chosen) {
                let _ = control.focus();
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
            <Show when=move || has_past.get()><div class="wide" class:held=move || proposal.is_dragging.get()>
                <Show when=move || typed.with(String::is_empty)><p class="muted">"Match the others:"</p></Show>
                {show_inside(PAST)}
            </div></Show>
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
            <button type="button" class="primary" aria-describedby="chosen-why" disabled=move || none().is_some() || making.get() title=preparing on:click=move |_| set_all()>
                {move || match set.with(|set| set.edits.len()) { 0 => "Review".to_owned(), many => format!("Review {}", changes(many)) }}</button>
            {why("chosen-why", none)}
            <Show when=move || matched.with(|matched| !matched.edits.is_empty()) && !shell.is_read_only()>
                <button type="button" disabled=move || making.get() title=preparing on:click=match_all>{move || format!("Match the others ({})", matched.with(|matched| matched.edits.len()))}</button>
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
    // The plate counts while a limit is dragged; the question is asked where it is let go.
    let question =
        Memo::new(
            move |before: Option<&Option<Question>>| {
                if proposal.is_dragging.get() { before.cloned().flatten() } else { proposal.past() }
            },
        );
    view! { <PastSales question=question/> }
}

fn configurations(count: usize) -> String {
    if count == 1 { "1 configuration".to_owned() } else { format!("{count} configurations") }
}
