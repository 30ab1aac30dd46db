//! The call bar: an amount, a transaction's id, a card's last four digits, or a pasted value or log line; one large sentence to read
//! out, its grounds below, and Enter to the place that decides. A sale that is found comes before what the limits say. It is in front of any page, so that nothing typed there is left.
//! The field is in the first part of the page (`widgets/frame/call.rs`); here are the answers.

mod amount;
mod sale;
mod search;
mod wanted;

use leptos::prelude::*;
use tapline_contract::written::Written;
use tapline_emv::paste::{self, Piece};

use self::amount::AtAmount;
use self::sale::Sales;
use self::wanted::{Wanted, asked};
use crate::effect::effect;
use crate::shell::{Shell, shell};
use crate::widgets::frame::call::{Call, Way};
use crate::widgets::show::{Show, live};

/// Where Enter leads: the first answer says.
type To = RwSignal<Option<Way>>;

/// What was found among the sales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    hits: u32,
    /// One of them is explained.
    explained: bool,
}

#[component]
pub(crate) fn Answers() -> impl IntoView {
    let shell = shell();
    let Call { typed, way } = expect_context::<Call>();
    let text = Memo::new(move |_| typed.with(|typed| typed.trim().to_owned()));
    let asked = Memo::new(move |_| text.with(|text| asked(text, &shell.currency())));
    let amount = Memo::new(move |_| asked.with(|asked| asked.amount.clone()));
    let sought = Memo::new(move |_| asked.with(|asked| asked.wanted.clone()));
    let pieces = Memo::new(move |_| text.with(|text| pieces_of(text, amount.get().as_ref())));
    let (of_amount, of_sale, seen) = (To::new(None), To::new(None), RwSignal::new(Seen::default()));
    let is_amount = Memo::new(move |_| {
        let is_card = sought.with(|sought| sought.as_ref().is_some_and(Wanted::is_card));
        let Seen { hits, explained } = seen.get();
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
        let none = !is_known && pieces.with(Vec::is_empty);
        none.then(|| view! { <p class="muted">"No amount, id or EMV value was found in this."</p> })
    };
    view! {
        <div class="answers" role="status" aria-label="Answer">
            <Show when=move || is_search.get()><Sales wanted=sought way=of_sale seen=seen/></Show>
            <Show when=move || is_amount.get()><AtAmount amount=amount way=of_amount/></Show>
            {move || pieces.get().into_iter().map(value).collect_view()}
            {live(nothing)}
        </div>
    }
}

fn close(shell: Shell) {
    shell.window().sheet.set(None);
}

/// A bare number is an amount or a card's digits; of values it may be a host code, and any other only with its name before it.
fn pieces_of(text: &str, amount: Option<&Written>) -> Vec<Piece> {
    let mut found = paste::read(text);
    if amount.is_some_and(|amount| amount.currency.is_some() || text.len() < 10) {
        for piece in found.iter_mut().filter(|piece| piece.found == paste::Found::ByLength) {
            piece.readings.retain(|reading| reading.what.starts_with("Host code"));
        }
        found.retain(|piece| !piece.readings.is_empty());
    }
    found
}

fn value(piece: Piece) -> AnyView {
    let several = (piece.readings.len() > 1).then(|| {
        view! { <p class="note-line">{format!("The text does not say which of these {} it is.", piece.readings.len())}</p> }
    });
    let readings = piece.readings.into_iter().map(|reading| {
        let words = reading.words.into_iter().map(|words| view! { <li>{words}</li> });
        view! { <p><b>{reading.what}</b></p><ul class="values">{words.collect_view()}</ul> }
    });
    view! {
        <section class="one">
            <p class="row"><code class="large">{piece.value}</code><span class="muted caption">{piece.found.words()}</span></p>
            {several}
            {readings.collect_view()}
        </section>
    }
    .into_any()
}
