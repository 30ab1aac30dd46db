//! Evidence that a change of limits, or of parameters that decide about a sale, has reached the terminals: sales of the terminals that use
//! the configuration. Reads only on request.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::commands::FindPropagation;
use tapline_contract::emv_config::{EmvDraft, EmvId};
use tapline_contract::history::EmvChange;
use tapline_contract::propagation::{
    DAYS_BEFORE, Fits, LimitsChange, MOST_TERMINALS, Propagation, PropagationQuery, TerminalSales,
};
use tapline_contract::replay::Version;
use tapline_contract::where_used::{UsedRecord, WhereUsed};
use tapline_emv::{Currency, at_terminals, check};

use crate::effect::effect;
use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::shell;
use crate::show::day;
use crate::used::{How, agreed_terminals, users};
use crate::widgets::copy::CopyButton;
use crate::widgets::failure::ReadFailed;
use crate::widgets::icon::Icon;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Effect of an applied change on limits and on parameters that decide about a sale.
pub(super) fn limits_change(change: &EmvChange, currency: &Currency) -> Option<(EmvId, LimitsChange)> {
    if change.endpoint != "UpdateEmv" || !matches!(change.outcome, Some(Outcome::Applied { .. })) {
        return None;
    }
    let (before, after) = (change.before.as_ref()?.draft()?, change.draft.as_ref()?);
    let version = |draft: &EmvDraft| {
        let params = draft.params.values();
        Some(Version::new(check::limits_of(&params)?, &params))
    };
    let (old, new) = (version(&before)?, version(after)?);
    let is_moved = old != new;
    let limits_change =
        LimitsChange { scheme: after.scheme()?, currency: currency.code().to_owned(), old, new };
    is_moved.then_some((change.id.clone()?, limits_change))
}

/// The question below a change, then its answer.
#[component]
pub(super) fn Arrived(id: EmvId, at: String, change: LimitsChange) -> impl IntoView {
    let shell = shell();
    let of = UsedRecord::Emv(id.clone());
    // Number of terminals requested; their sales are read a few terminals at a time.
    let requested = RwSignal::new(0);
    let found = Remote::<Option<Propagation>>::default();
    let (scheme, money) = (change.scheme, change.currency.clone());
    let used = {
        let of = of.clone();
        Memo::new(move |_| {
            (requested.get() > 0).then(|| users(shell).where_used(&of)).flatten().filter(|used| !used.reading)
        })
    };
    let turn = Trigger::new();
    effect(move || {
        turn.track();
        let Some(used) = used.get() else { return };
        let before = found.with_untracked(Clone::clone).unwrap_or_default();
        let next = used.terminals.iter().take(requested.get()).skip(before.terminals.len());
        let terminals: Vec<_> = next.map(|one| one.id.clone()).collect();
        if terminals.is_empty() {
            return;
        }
        // Parameters that all terminals share decide on both sides.
        let shared = untrack(|| agreed_terminals(shell, Some(&id)));
        let with =
            |version: &Version| Version::new(version.limits, &at_terminals::with(&version.params, &shared));
        let change = LimitsChange { old: with(&change.old), new: with(&change.new), ..change.clone() };
        let query = PropagationQuery { connection: shell.connection(), at: at.clone(), change, terminals };
        let answer =
            async move { ipc::command::<FindPropagation>(query).await.map(|more| Some(before.with(more))) };
        found.read(shell.same_connection(), answer);
    });
    let ask = move |_| {
        users(shell).open(shell, of.clone(), How::Held);
        requested.set(MOST_TERMINALS);
    };
    let found_is_reading = Memo::new(move |_| found.reading().loading);
    let next = move |_| requested.update(|requested| *requested += MOST_TERMINALS);
    let is_failed = Memo::new(move |_| found.reading().failure.is_some());
    let is_asked = Memo::new(move |_| requested.get() > 0);
    live(move || {
        if !is_asked.get() {
            return view! {
                <p class="actions"><button type="button" on:click=ask.clone()>"Check later sales"</button></p>
            }
            .into_any();
        }
        let Some(used) = used.get() else {
            return match users(shell).reading().failure {
                Some(_) => {
                    let again = Callback::new(move |()| users(shell).open_all(shell));
                    view! { <ReadFailed reading=Signal::derive(move || users(shell).reading()) again=again/> }
                        .into_any()
                }
                None => view! { <p class="muted" role="status">"Loading users of this configuration…"</p> }
                    .into_any(),
            };
        };
        if used.terminals.is_empty() {
            let words = "No known terminal uses this configuration, so no sale can show the change.";
            return view! { <p class="muted" role="status">{words}</p>{not_read(&used, 0)} }.into_any();
        }
        if is_failed.get() {
            let close = move |_| {
                requested.set(0);
                found.clear();
            };
            return view! {
                <ReadFailed reading=Signal::derive(move || found.reading()) again=Callback::new(move |()| turn.notify())
                    so=move || view! { <button type="button" on:click=close>"Close"</button> }/>
            }
            .into_any();
        }
        match found.get() {
            None => view! { <p class="muted" role="status">"Loading sales…"</p> }.into_any(),
            Some(found) => {
                let read = found.terminals.len();
                let left = used.terminals.len().saturating_sub(read).min(MOST_TERMINALS);
                let reading = move || found_is_reading.get();
                let more = (left > 0).then(|| {
                    let words = format!("Load the next {left}");
                    view! {
                        <p class="actions"><button type="button" disabled=reading title=move || reading().then_some("Loading sales…") on:click=next>
                            {move || if reading() { "Loading sales…".to_owned() } else { words.clone() }}</button></p>
                    }
                });
                let rows = found.terminals.iter().map(|one| row(&used, one)).collect_view();
                view! {
                    <section aria-label="Sales before and after">
                        <p role="status">{found.sentence(scheme)}</p>
                        <p class="muted">{format!(
                            "Sales on {} count as after the change. Terminals often load new values at a daily restart.",
                            day(&found.day)
                        )}</p>
                        {not_read(&used, read)}
                        <table class="small-table">
                            <thead><tr><th scope="col">"Terminal"</th><th scope="col" class="number">"Only new"</th>
                                <th scope="col" class="number">"Both"</th><th scope="col" class="number">"Only old"</th>
                                <th scope="col" class="number" title=format!("Includes sales in currencies other than {money}.")>"Unclear"</th>
                                <th scope="col">{format!("In the {DAYS_BEFORE} days before")}</th><th scope="col">"Old values only, example"</th></tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                        {more}
                    </section>
                }
                .into_any()
            }
        }
    })
}

/// Terminals without data, and terminals not read.
fn not_read(used: &WhereUsed, read: usize) -> AnyView {
    let all = used.terminals.len();
    let more = (read < all).then(|| format!("Sales loaded for {read} of {all} terminals."));
    let unread = used.progress().map(|progress| format!("Terminals incomplete: {progress}."));
    let all = used.missing.iter().cloned().chain(unread).chain(more);
    all.map(|words| view! { <p class="muted with-icon"><Icon name="warning"/><span>{words}</span></p> })
        .collect_view()
        .into_any()
}

fn row(used: &WhereUsed, one: &TerminalSales) -> AnyView {
    let name = used.terminals.iter().find(|terminal| terminal.id == one.id);
    let name = name.map_or_else(|| one.id.to_string(), |terminal| terminal.name.clone());
    if let Some(words) = &one.failed {
        return view! { <tr><th scope="row">{name}</th><td colspan="6">{words.clone()}</td></tr> }.into_any();
    }
    let part = one.is_part.then_some(" (not all sales loaded)");
    let Fits { only_new, both, only_old, untold, old_sale } = one.since.clone();
    let sale = old_sale.map(|id| {
        let words = id.to_string();
        view! { <span class="with-icon"><RouteLink route=Route::Transaction(id) words=words.clone()/><CopyButton text=words/></span> }
    });
    let before = &one.before;
    let before = format!(
        "{} only new, {} both, {} only old, {} unclear",
        before.only_new, before.both, before.only_old, before.untold
    );
    view! {
        <tr><th scope="row">{name}{part}</th><td class="number">{only_new}</td><td class="number">{both}</td>
            <td class="number">{only_old}</td><td class="number">{untold}</td><td>{before}</td><td>{sale}</td></tr>
    }
    .into_any()
}
