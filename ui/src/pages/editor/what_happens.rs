//! Result at an amount: outcome, operator and the deciding limit; one minor unit below and above; the boundaries.

use leptos::prelude::*;
use tapline_emv::at_terminals::{self, TerminalSale};
use tapline_emv::limits::{self, Boundary, LimitKind, Limits};
use tapline_emv::tap::{TapDecision, TapResult, decide};
use tapline_emv::{Currency, Scheme};
use tapline_explain::say::tap as words;

use super::{form, saved_limits, seen, store, typed_limits, typed_params, whole};
use crate::shell::shell;
use crate::used;
use crate::widgets::at_amount::{self, AtAmount};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::zones::Swatch;

#[component]
pub(super) fn WhatHappens(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let edit = store(shell).edit;
    let typed = Memo::new(move |_| edit.with(|edit| whole(typed_limits(edit.as_ref()))));
    let params = Memo::new(move |_| typed_params(shell));
    let saved = Memo::new(move |_| {
        edit.with(|edit| {
            let seen = seen(edit.as_ref()?)?;
            let terminals = used::agreed_terminals(shell, Some(&seen.id));
            let params = at_terminals::with(&seen.params.readable()?.values(), &terminals);
            Some((saved_limits(edit.as_ref())?, params))
        })
    });
    let answer = move || -> Option<TapDecision> {
        let (amount, presented) = (shell.form_amount_minor()?, shell.presented.get());
        Some(decide(scheme.get()?, typed.get()?, &params.get(), amount, presented))
    };
    let notes = move || {
        let (scheme, amount, currency) = (scheme.get()?, shell.form_amount_minor()?, shell.form_currency());
        let presented = shell.presented.get();
        let differences = edit.with(|edit| {
            let edit = edit.as_ref()?;
            let terminals = used::terminals_of(shell, seen(edit).map(|seen| &seen.id))?;
            let params = &form(edit).values();
            Some(at_terminals::differences(TerminalSale { scheme, params, amount, presented }, &terminals))
        });
        let decision_view = |one: &_| noted(words::terminal_difference(one, &currency).to_string());
        Some(differences?.iter().map(decision_view).collect_view())
    };
    let problem = move || match (at_amount::form_problem(shell), scheme.get(), typed.get()) {
        (Some(sentence), _, _) => Some(sentence),
        (None, None, _) => Some("Unclear: neither payment method nor AID names the scheme.".to_owned()),
        (None, Some(_), None) => Some("Enter all three limits.".to_owned()),
        (None, Some(_), Some(_)) => None,
    };
    let rows = move || {
        let (scheme, now, amount) = (scheme.get()?, typed.get()?, shell.form_amount_minor()?);
        let presented = shell.presented.get();
        let params = params.get();
        let at = |amount| decide(scheme, now, &params, amount, presented);
        let before = saved.get().filter(|(limits, params_then)| *limits != now || *params_then != params);
        let before =
            before.map(|(limits, params)| move |amount| decide(scheme, limits, &params, amount, presented));
        Some(around(limits::around(scheme, now, amount), amount, at, before, &shell.form_currency()))
    };
    let bounds = move || {
        let (scheme, limits) = (scheme.get()?, typed.get()?);
        let (params, presented) = (params.get(), shell.presented.get());
        let at = |amount| decide(scheme, limits, &params, amount, presented);
        Some(boundaries(scheme, limits, at, &shell.form_currency()))
    };
    view! {
        <section class="panel" aria-labelledby="what-title">
            <h2 id="what-title">"What happens at"</h2>
            <div class="row">
                <AtAmount id="what-amount" of_form=true/>
            </div>
            <div role="status" aria-label="What happens at" class="answer">
                {move || match (problem(), answer()) {
                    (Some(sentence), _) => {
                        // Missing limits are no error yet: their fields say so once they were left.
                        let class = if typed.get().is_none() { "muted" } else { "bad" };
                        view! { <p class=class>{sentence}</p> }.into_any()
                    }
                    (None, Some(answer)) => decision_view(&answer, &shell.form_currency()),
                    (None, None) => ().into_any(),
                }}
                {live(notes)}
            </div>
            {live(rows)}
            <details class="bounds" class:absent=move || typed.with(Option::is_none)><summary>"At each limit"</summary>{live(bounds)}</details>
        </section>
    }
}

/// The decision in a row, in the words of the title.
fn row_words(decision: &TapDecision) -> AnyView {
    view! { <Swatch outcome=decision.outcome/>{result_words(decision.result)} }.into_any()
}

fn result_words(result: TapResult) -> String {
    words::result(result).to_string()
}

fn decision_view(decision: &TapDecision, currency: &Currency) -> AnyView {
    let answer = words::answer(decision, currency);
    let notes = answer.notes.iter().map(|note| noted(note.to_string())).collect_view();
    view! {
        <p class="answer-title"><Swatch outcome=decision.outcome/>{answer.title.to_string()}</p>
        <p>{answer.sentence.to_string()}</p>
        <p class="muted wire">"Decided by " <code>{answer.decided_by.to_string()}</code> ", " {answer.operator.to_string()}</p>
        {notes}
    }
    .into_any()
}

fn noted(note: String) -> AnyView {
    view! { <p class="muted with-icon"><Icon name="info"/><span>{note}</span></p> }.into_any()
}

/// Results one minor unit below, at and above the amount; with this change and as saved.
fn around(
    rows: Vec<Boundary>,
    amount: u64,
    now: impl Fn(u64) -> TapDecision,
    saved: Option<impl Fn(u64) -> TapDecision>,
    currency: &Currency,
) -> AnyView {
    let rows = rows.into_iter().map(|row| {
        let before = saved.as_ref().map(|saved| view! { <td>{row_words(&saved(row.amount))}</td> });
        view! {
            <tr class:at=row.amount == amount>
                <th scope="row" class="number">{currency.figure(row.amount)}</th>
                <td>{row_words(&now(row.amount))}</td>
                {before}
            </tr>
        }
    });
    let is_changed = saved.is_some();
    let rows = rows.collect_view();
    let head = if is_changed { "With this change" } else { "Outcome" };
    view! {
        <table class="around">
            <caption class="visually-hidden">"Just below, at and just above the amount"</caption>
            <thead><tr><th scope="col" class="number">{currency.code().to_owned()}</th><th scope="col">{head}</th>
                {is_changed.then(|| view! { <th scope="col">"Saved"</th> })}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// Results at limit − 1, limit and limit + 1 for each of the three limits, with differences from the book.
fn boundaries(
    scheme: Scheme,
    limits: Limits,
    at: impl Fn(u64) -> TapDecision,
    currency: &Currency,
) -> AnyView {
    let row = |boundary: Boundary, limit: LimitKind| {
        let decision = at(boundary.amount);
        let book = decision.book.map_or_else(|| "same".to_owned(), |book| result_words(book.result));
        view! {
            <tr class:at=boundary.amount == limits.get(limit)>
                <th scope="row" class="number">{currency.figure(boundary.amount)}</th>
                <td>{row_words(&decision)}</td>
                <td class="muted">{book}</td>
            </tr>
        }
    };
    let groups = LimitKind::ALL.map(|limit| {
        let rule = limits::rule(scheme, limit);
        let rows: Vec<_> = limits::boundary(scheme, limits, limit).into_iter().map(|b| row(b, limit)).collect();
        view! {
            <tbody>
                <tr><th colspan="3" scope="rowgroup" class="group-row">{limit.label()} ": amount " {rule.service.symbol()} " limit"
                    <span class="muted">" · " {rule.source}</span></th></tr>
                {rows}
            </tbody>
        }
    });
    view! {
        <table class="around">
            <caption class="visually-hidden">"Outcomes at each limit"</caption>
            <thead><tr><th scope="col" class="number">{currency.code().to_owned()}</th><th scope="col">"Outcome"</th><th scope="col">"EMV book"</th></tr></thead>
            {groups.collect_view()}
        </table>
    }
    .into_any()
}
