//! The card of an explanation: headline, next step, a sentence to read out to the merchant in one of six languages, and the reasons,
//! each with its source and a word of doubt if needed. The first reason decided.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_explain::decision::Certainty;
use tapline_explain::say::{Language, SupportAnswer, SupportCause, Text};

use super::choice::{ChoiceRow, plain};
use super::copy::CopyButton;
use super::icon::Icon;
use super::show::live;
use crate::ipc::engine;
use crate::shell::shell;

/// The card. `note` is below the next step, `links` are below the reasons. `unknown`: "void" while the outcome of a void isn't known:
/// the answer holds for what was before it, and there is nothing to say to the merchant yet. `chosen`: the language that the person
/// chose, which outlives the card.
pub(crate) fn answer_card(
    support: SupportAnswer,
    unknown: Signal<Option<&'static str>>,
    say: Arc<dyn Fn(Language) -> Text + Send + Sync>,
    language: Option<Language>,
    chosen: RwSignal<Option<Language>>,
    name: &'static str,
    [note, links]: [AnyView; 2],
) -> AnyView {
    let SupportAnswer { headline, next, certainty, causes, .. } = support;
    let next = move || match unknown.get() {
        Some(call) => format!("Find out whether the {call} went through."),
        None => next.to_string(),
    };
    let say = move || {
        let say = Arc::clone(&say);
        unknown
            .with(Option::is_none)
            .then(|| view! { <SayToMerchant say=say language=language chosen=chosen name=name/> })
    };
    let doubt = doubt_word(certainty);
    view! {
        <h3 class="headline">{headline.to_string()}" "{doubt}</h3>
        <p class="next"><Icon name="right"/><span><b>"Next: "</b>{live(next)}</span></p>
        {note}
        {live(say)}
        <Causes causes=causes answer=certainty/>
        {links}
    }
    .into_any()
}

/// The word of doubt; nothing if certain.
fn doubt_word(certainty: Certainty) -> Option<impl IntoView + use<>> {
    let word = match certainty {
        Certainty::Certain => return None,
        Certainty::Likely => "Likely",
        Certainty::Unclear => "Unclear",
    };
    Some(view! { <span class="doubt">{word}</span> })
}

#[component]
fn Causes(
    causes: Vec<SupportCause>,
    /// Certainty of the whole answer, which rests on the first cause.
    answer: Certainty,
) -> impl IntoView {
    let shell = shell();
    if causes.is_empty() {
        return ().into_any();
    }
    let rows = causes.into_iter().enumerate().map(|(at, cause)| {
        let decides = at == 0;
        // The headline says the doubt of the reason that it rests on.
        let certainty =
            if decides && cause.certainty <= answer { Certainty::Certain } else { cause.certainty };
        let (origin, source) = (cause.origin, cause.source.to_string());
        let source = move || if shell.shows_wire_names() { source.clone() } else { origin.to_owned() };
        view! {
            <li class:decides=decides>
                <p>{decides.then(|| view! { <span class="visually-hidden">"Decided: "</span> })}{cause.text.to_string()}</p>
                <p class="source">{source}{doubt_word(certainty)}</p>
            </li>
        }
    });
    view! { <div class="why-box"><h4>"Why"</h4><ol class="chain" aria-label="Why">{rows.collect_view()}</ol></div> }.into_any()
}

const LANGUAGES: [(Language, &str); 6] = [
    (Language::English, "EN"),
    (Language::German, "DE"),
    (Language::French, "FR"),
    (Language::Dutch, "NL"),
    (Language::Spanish, "ES"),
    (Language::Italian, "IT"),
];

#[component]
fn SayToMerchant(
    /// Renders the sentence.
    say: Arc<dyn Fn(Language) -> Text + Send + Sync>,
    /// Language of the merchant's country, if known; else the computer's.
    language: Option<Language>,
    chosen: RwSignal<Option<Language>>,
    /// Name of the radio group, unique on the page.
    name: &'static str,
) -> impl IntoView {
    let language = language.or_else(of_computer).unwrap_or(Language::English);
    let language = Memo::new(move |_| chosen.get().unwrap_or(language));
    let words = Memo::new(move |_| say(language.get()).to_string());
    let copy = move || {
        view! { <CopyButton text=words.get() what="the sentence for the merchant" face="Copy"/> }
    };
    view! {
        <div class="say" role="group" aria-label="Say to the merchant">
            <p class="row"><b>"Say to the merchant"</b><span class="grow"></span>
                <ChoiceRow label="Language" name=name choices=plain(LANGUAGES) chosen=language.into()
                    choose=Callback::new(move |language| chosen.set(Some(language)))/>{copy}</p>
            <blockquote lang=move || language.get().code()>{move || words.get()}</blockquote>
        </div>
    }
}

/// Language of the computer, if Tapline speaks it.
fn of_computer() -> Option<Language> {
    let locale = engine::locale();
    Language::ALL.into_iter().find(|language| locale.starts_with(language.code()))
}
