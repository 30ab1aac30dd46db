//! The call bar: an amount, a transaction's id, a card's last four digits, or a pasted value or log line; one large sentence to read
//! out, its causes below, and Enter to the place that decides. A sale that is found comes before what the limits say. It is in front of any page, so that nothing typed there is left.
//! The field is in the first part of the page (`widgets/frame/call.rs`); here are the answers.

mod amount;
mod sale;
mod search;
mod wanted;

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::explained::candidates_of_card;
use tapline_contract::written::Written;
use tapline_emv::tag::Tag;
use tapline_explain::log::{self, Field, Log, Origin};
use tapline_explain::say;

use self::amount::AtAmount;
use self::sale::Sales;
use self::wanted::{SaleSearch, parse};
use crate::effect::effect;
use crate::pages::limits;
use crate::shell::{Shell, shell};
use crate::widgets::frame::sheets::{Call, EnterTarget};
use crate::widgets::reasons::{Causes, Doubt, SayToMerchant};
use crate::widgets::show::{Show, live};

/// The target of Enter, set by the first answer.
type EnterSignal = RwSignal<Option<EnterTarget>>;

/// Result of the search among the sales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SearchSummary {
    hits: u32,
    /// One of them is explained.
    explained: bool,
}

#[component]
pub(crate) fn Answers() -> impl IntoView {
    let shell = shell();
    let Call { typed, way } = expect_context::<Call>();
    let text = Memo::new(move |_| typed.with(|typed| typed.trim().to_owned()));
    let asked = Memo::new(move |_| text.with(|text| parse(text, &shell.currency())));
    let amount = Memo::new(move |_| asked.with(|asked| asked.amount.clone()));
    let sought = Memo::new(move |_| asked.with(|asked| asked.wanted.clone()));
    let log = Memo::new(move |_| text.with(|text| log_in(text, amount.get().as_ref())));
    let (of_amount, of_sale, seen) =
        (EnterSignal::new(None), EnterSignal::new(None), RwSignal::new(SearchSummary::default()));
    let is_amount = Memo::new(move |_| {
        let is_card = sought.with(|sought| sought.as_ref().is_some_and(SaleSearch::is_card));
        let SearchSummary { hits, explained } = seen.get();
        // Four digits that a card has are no 2,941.00.
        !(explained || is_card && hits > 0) && amount.with(Option::is_some)
    });
    let is_search = Memo::new(move |_| sought.with(Option::is_some));
    effect(move || {
        typed.track();
        let to = of_sale.get().or_else(|| of_amount.get().filter(|_| is_amount.get()));
        way.set(to);
    });
    let nothing = move || {
        let is_known = text.with(String::is_empty) || is_amount.get() || is_search.get();
        let none = !is_known && log.with(Log::is_empty);
        none.then(|| view! { <p class="muted">"No amount, id or EMV value found."</p> })
    };
    view! {
        <div class="answers" role="status" aria-label="Answer">
            <Show when=move || is_search.get()><Sales wanted=sought way=of_sale seen=seen/></Show>
            <Show when=move || is_amount.get()><AtAmount amount=amount way=of_amount/></Show>
            {move || log.with(|log| (!log.is_empty()).then(|| logged(shell, log)))}
            {live(nothing)}
        </div>
    }
}

fn close(shell: Shell) {
    shell.window().sheet.set(None);
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

/// The payment that the text is about, and its values.
fn logged(shell: Shell, log: &Log) -> AnyView {
    let card = log::facts(log).sale;
    let known = card.scheme.map_or_else(Vec::new, |scheme| {
        limits::store(shell).list.with(|list| candidates_of_card(scheme, card.aid.as_ref(), &list.records))
    });
    let payment = log::explain(log, &known);
    let answer = payment.map(|payment| {
        let support = say::support(&payment.decision);
        view! {
            <p class="large">{support.headline.to_string()} <Doubt certainty=support.certainty/></p>
            <p class="next">{support.next.to_string()}</p>
            <SayToMerchant say=Arc::new(move |language| {
                say::merchant(language, &payment.decision, &say::About::from_sale(&payment.sale))
            }) name="log-language"/>
            <Causes causes=support.causes answer=support.certainty/>
        }
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
