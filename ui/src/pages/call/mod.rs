//! The call bar: an amount, a transaction's id, a card's last four digits, or a pasted value or log line; one large sentence to read
//! out, its grounds below, and Enter to the place that decides. It is in front of any page, so that nothing typed there is left.
//! The field is in the first part of the page (`widgets/frame/call.rs`); here are the answers.

mod amount;
mod sale;

use leptos::prelude::*;
use tapline_emv::paste::{self, Piece};

use self::amount::AtAmount;
use self::sale::Sales;
use crate::shell::{Shell, shell};
use crate::widgets::frame::call::Call;

/// Where Enter leads: the first answer says.
type Way = RwSignal<Option<Callback<()>>>;

#[component]
pub(crate) fn Answers() -> impl IntoView {
    let shell = shell();
    let Call { typed, way } = expect_context::<Call>();
    let text = Memo::new(move |_| typed.with(|typed| typed.trim().to_owned()));
    let pieces = Memo::new(move |_| text.with(|text| pieces_of(shell, text)));
    let nothing = move || {
        let is_known = text.with(|text| text.is_empty() || is_amount(shell, text) || is_search(text));
        let none = !is_known && pieces.with(Vec::is_empty);
        none.then(|| view! { <p class="muted">"No amount, id or EMV value was found in this."</p> })
    };
    view! {
        <div class="answers" role="status" aria-label="Answer">
            <Show when=move || text.with(|text| is_amount(shell, text))><AtAmount text=text way=way/></Show>
            <Show when=move || text.with(|text| is_search(text))><Sales text=text way=way/></Show>
            {move || pieces.get().into_iter().map(value).collect_view()}
            {nothing}
        </div>
    }
}

fn close(shell: Shell) {
    shell.window().sheet.set(None);
}

fn is_amount(shell: Shell, text: &str) -> bool {
    text.len() < 16 && shell.currency().parse(text).is_ok()
}

/// An id, or four digits of a card.
fn is_search(text: &str) -> bool {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    is_word && text.len() <= 64 && (text.len() == 4 && digits == 4 || text.len() >= 6 && digits >= 2)
}

/// A bare number is an amount or a card's digits; of values it may be a host code, and any other only with its name before it.
fn pieces_of(shell: Shell, text: &str) -> Vec<Piece> {
    let mut found = paste::read(text);
    if is_amount(shell, text) && text.len() < 10 {
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
