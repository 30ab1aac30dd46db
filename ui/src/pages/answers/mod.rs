//! Answers of the palette, above its results: a sale found by its id, its card or its amount; else an amount on the loaded
//! configurations; else the payment in a pasted log. One card at a time, and the values of a log below it.
//!
//! The field and the results are in the first part of the page (`widgets/frame/palette.rs`).

mod amount;
mod query;
mod question_words;
mod sale;
mod search;

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::explained::candidates_of_card;
use tapline_contract::written::Written;
use tapline_emv::tag::Tag;
use tapline_explain::log::{self, Field, Log, Origin};
use tapline_explain::say;

use self::amount::AtAmount;
use self::query::{SaleSearch, parse};
use self::sale::Sales;
use crate::effect::effect;
use crate::pages::limits;
use crate::shell::{Shell, shell};
use crate::widgets::frame::palette::{Aim, CardKeys, PaletteLine, PaletteState};
use crate::widgets::reasons::answer_card;
use crate::widgets::show::Show;

type Keys = RwSignal<Option<CardKeys>>;

/// Result of the search among the sales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SearchSummary {
    hits: u32,
    /// One of them is explained.
    explained: bool,
    /// Neither is final.
    busy: bool,
}

#[component]
pub(crate) fn Answers() -> impl IntoView {
    let shell = shell();
    let palette = expect_context::<PaletteState>();
    let text = Memo::new(move |_| palette.text.with(|text| text.trim().to_owned()));
    let asked = Memo::new(move |_| text.with(|text| parse(text, &shell.currency())));
    let amount = Memo::new(move |_| asked.with(|asked| asked.amount.clone()));
    let sought = Memo::new(move |_| asked.with(|asked| asked.sought.clone()));
    let log = Memo::new(move |_| text.with(|text| log_in(text, amount.get().as_ref())));
    let (of_amount, of_sale) = (Keys::new(None), Keys::new(None));
    let (sales, seen) = (RwSignal::new(Vec::<PaletteLine>::new()), RwSignal::new(SearchSummary::default()));
    let is_amount = Memo::new(move |_| {
        let is_card = sought.with(|sought| sought.as_ref().is_some_and(SaleSearch::is_card));
        let SearchSummary { hits, explained, .. } = seen.get();
        // Four digits that a card has are no 2,941.00.
        !(explained || is_card && hits > 0) && amount.with(Option::is_some)
    });
    let is_search = Memo::new(move |_| sought.with(Option::is_some));
    let explains_log = Memo::new(move |_| log.with(|log| log::explain(log, &[]).is_some()));
    effect(move || {
        let of_log = || explains_log.get().then_some(CardKeys { opens: None, field: None, says: true });
        let no_sales = || seen.get().hits == 0;
        let of_amount = || of_amount.get().filter(|_| is_amount.get() && no_sales());
        palette.card.set(of_sale.get().or_else(of_amount).or_else(of_log));
    });
    effect(move || {
        let mut lines = sales.get();
        lines.extend(amount.with(|amount| amount.as_ref().and_then(|amount| in_limits(shell, amount))));
        palette.lines.set(lines);
    });
    effect(move || {
        palette.text.track();
        palette.busy.set(is_search.get() && seen.get().busy);
    });
    on_cleanup(move || {
        palette.card.try_set(None);
        palette.lines.try_set(Vec::new());
    });
    view! {
        <div class="answers" role="status" aria-label="Answer">
            <Show when=move || is_search.get()><Sales sought=sought keys=of_sale lines=sales seen=seen/></Show>
            <Show when=move || is_amount.get()><AtAmount amount=amount keys=of_amount/></Show>
            {move || log.with(|log| (!log.is_empty()).then(|| logged(shell, log, !seen.get().explained)))}
        </div>
    }
}

fn close(shell: Shell) {
    shell.window().sheet.set(None);
}

/// The line that opens Limits at an amount in the connection's currency.
fn in_limits(shell: Shell, amount: &Written) -> Option<PaletteLine> {
    let currency = shell.currency();
    let minor = currency.parse(&amount.plain).ok()?;
    let fits = amount.currency.as_ref().is_none_or(|named| *named == currency);
    if !fits || shell.session.with(Option::is_none) {
        return None;
    }
    let note = match limits::store(shell).list.with(|list| list.records.len()) {
        1 => "1 configuration".to_owned(),
        count => format!("{count} configurations"),
    };
    let words = format!("What happens at {}", currency.money(minor));
    Some(PaletteLine::new("Limits", words, note, Aim::Amount(amount.plain.clone())))
}

/// The values of a text. A bare number is an amount or a card's digits, and of values at most a host code.
fn log_in(text: &str, amount: Option<&Written>) -> Log {
    let mut log = log::read(text);
    // Words such as "declined" search for sales.
    if !log.values.iter().any(|value| matches!(value.field, Field::Tag(_))) {
        return Log::default();
    }
    if amount.is_some_and(|amount| amount.currency.is_some() || text.len() < 10) {
        log.values
            .retain(|value| value.origin != Origin::ByLength || value.field == Field::Tag(Tag::HOST_CODE));
    }
    log
}

/// The values of a log, with the card of their payment unless a sale has one.
fn logged(shell: Shell, log: &Log, is_alone: bool) -> AnyView {
    let card = log::facts(log).sale;
    let known = card.scheme.map_or_else(Vec::new, |scheme| {
        limits::store(shell).list.with(|list| candidates_of_card(scheme, card.aid.as_ref(), &list.records))
    });
    let payment = log::explain(log, &known).filter(|_| is_alone);
    let answer = payment.map(|payment| {
        let support = say::support(&payment.decision);
        let say = Arc::new(move |language| {
            say::merchant(language, &payment.decision, &say::About::from_sale(&payment.sale))
        });
        let nothing = [().into_any(), ().into_any()];
        answer_card(support, Signal::stored(None), say, None, RwSignal::new(None), "log-language", nothing)
    });
    let lines = say::log::lines(log).into_iter().map(|line| view! { <li>{line.to_string()}</li> });
    view! {
        <section class="one">
            {answer}
            <ul class="values" aria-label="Values">{lines.collect_view()}</ul>
        </section>
    }
    .into_any()
}
