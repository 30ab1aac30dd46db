//! What happens at an amount: outcome, operator and the limit that decided; one minor unit below and above; the boundaries.

use leptos::prelude::*;
use tapline_emv::limits::{self, Boundary, LimitKind, Limits, Outcome};
use tapline_emv::words::{self, Answer};
use tapline_emv::{Currency, Params, Presented, Scheme};

use super::{saved_limits, store, typed_limits, typed_params, whole};
use crate::shell::shell;
use crate::widgets::at_amount::{self, AtAmount};
use crate::widgets::icon::Icon;
use crate::widgets::show::live;
use crate::widgets::zones::Swatch;

#[component]
pub(super) fn WhatHappens(scheme: Memo<Option<Scheme>>) -> impl IntoView {
    let shell = shell();
    let edit = store(shell).edit;
    let typed = Memo::new(move |_| edit.with(|edit| whole(typed_limits(edit.as_ref()))));
    let params = typed_params(edit);
    let saved = Memo::new(move |_| {
        edit.with(|edit| {
            let params = edit.as_ref()?.seen.as_ref()?.params.readable()?.values();
            Some((saved_limits(edit.as_ref())?, params))
        })
    });
    let answer = move || -> Option<Answer> {
        let currency = shell.form_currency();
        Some(words::explain(
            scheme.get()?,
            typed.get()?,
            &params.get(),
            &currency,
            shell.form_amount_minor()?,
            shell.presented.get(),
        ))
    };
    let problem = move || match (at_amount::form_problem(shell), scheme.get(), typed.get()) {
        (Some(sentence), _, _) => Some(sentence),
        (None, None, _) => Some(
            "Neither the payment method nor the AID tells the scheme, so no rule can be named.".to_owned(),
        ),
        (None, Some(_), None) => {
            Some("It takes all three limits to say; one of them is missing or cannot be read yet.".to_owned())
        }
        (None, Some(_), Some(_)) => None,
    };
    let rows = move || {
        let (scheme, now, amount) = (scheme.get()?, typed.get()?, shell.form_amount_minor()?);
        let presented = shell.presented.get();
        let params = params.get();
        let at = |amount| Told::at(scheme, now, &params, amount, presented);
        let before = saved.get().filter(|(limits, params_then)| *limits != now || *params_then != params);
        let before =
            before.map(|(limits, params)| move |amount| Told::at(scheme, limits, &params, amount, presented));
        Some(around(limits::around(scheme, now, amount), amount, at, before, &shell.form_currency()))
    };
    let bounds = move || {
        let (scheme, limits) = (scheme.get()?, typed.get()?);
        let (params, presented) = (params.get(), shell.presented.get());
        let at = |amount| Told::at(scheme, limits, &params, amount, presented);
        let by_book = |amount| Some(words::by_book(scheme, limits, &params, amount, presented)?.1);
        Some(boundaries(scheme, limits, at, by_book, &shell.form_currency()))
    };
    view! {
        <section class="panel" aria-labelledby="what-title">
            <h2 id="what-title">"What happens at"</h2>
            <div class="row">
                <AtAmount id="what-amount" of_form=true/>
            </div>
            <div role="status" aria-label="What happens at" class="answer">
                {move || match (problem(), answer()) {
                    (Some(sentence), _) => view! { <p class="bad">{sentence}</p> }.into_any(),
                    (None, Some(answer)) => said(answer),
                    (None, None) => ().into_any(),
                }}
            </div>
            {live(rows)}
            <details class="bounds"><summary>"At each limit"</summary>{live(bounds)}</details>
        </section>
    }
}

/// The answer in a row: what [`words::explain`] entitles, so that a row never says otherwise than the answer above.
struct Told {
    effect: Outcome,
    words: String,
}

impl Told {
    fn at(scheme: Scheme, limits: Limits, params: &Params, amount: u64, presented: Presented) -> Told {
        let effect = words::effect(scheme, limits, params, amount, presented);
        Told { effect, words: words::told(scheme, limits, params, amount, presented) }
    }

    fn view(self) -> AnyView {
        view! { <Swatch outcome=self.effect/>{self.words} }.into_any()
    }
}

fn said(answer: Answer) -> AnyView {
    let note = answer
        .note
        .map(|note| view! { <p class="muted with-icon"><Icon name="info"/><span>{note}</span></p> });
    view! {
        <p class="answer-title"><Swatch outcome=answer.effect/>{answer.title}</p>
        <p>{answer.sentence}</p>
        <p class="muted">"Decided by " <code>{answer.decided_by}</code> ", " {answer.operator}</p>
        {note}
    }
    .into_any()
}

/// One minor unit below, at and above; with this change and as saved.
fn around(
    rows: Vec<Boundary>,
    amount: u64,
    now: impl Fn(u64) -> Told,
    saved: Option<impl Fn(u64) -> Told>,
    currency: &Currency,
) -> AnyView {
    let rows = rows.into_iter().map(|row| {
        let before = saved.as_ref().map(|saved| view! { <td>{saved(row.amount).view()}</td> });
        view! {
            <tr class:at=row.amount == amount>
                <th scope="row" class="number">{currency.figure(row.amount)}</th>
                <td>{now(row.amount).view()}</td>
                {before}
            </tr>
        }
    });
    let is_changed = saved.is_some();
    let rows = rows.collect_view();
    let head = if is_changed { "With this change" } else { "Outcome" };
    view! {
        <table class="around">
            <caption class="visually-hidden">"One minor unit below, at and above the amount"</caption>
            <thead><tr><th scope="col" class="number">{currency.code().to_owned()}</th><th scope="col">{head}</th>
                {is_changed.then(|| view! { <th scope="col">"As saved"</th> })}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// limit − 1, limit, limit + 1 for each of the three: what happens, and where the book gives another answer.
fn boundaries(
    scheme: Scheme,
    limits: Limits,
    at: impl Fn(u64) -> Told,
    by_book: impl Fn(u64) -> Option<String>,
    currency: &Currency,
) -> AnyView {
    let row = |boundary: Boundary, limit: LimitKind| {
        let told = at(boundary.amount);
        let book = by_book(boundary.amount).unwrap_or_else(|| "same".to_owned());
        view! {
            <tr class:at=boundary.amount == limits.get(limit)>
                <th scope="row" class="number">{currency.figure(boundary.amount)}</th>
                <td>{told.view()}</td>
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
