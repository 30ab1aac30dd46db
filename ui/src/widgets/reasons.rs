//! Causes behind an explanation: one sentence each, its source, and a word of doubt if needed.
//!
//! The sentence to read out to a merchant, in one of six languages, with a button that copies it.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_explain::decision::Certainty;
use tapline_explain::say::{Language, SupportCause, Text};

use super::choice::{ChoiceRow, plain};
use super::copy::CopyButton;

/// The word of doubt as a chip; empty if the answer is certain.
#[component]
pub(crate) fn Doubt(certainty: Certainty) -> impl IntoView {
    let (class, word) = match certainty {
        Certainty::Certain => return ().into_any(),
        Certainty::Likely => ("chip", "likely"),
        Certainty::Unclear => ("chip warn", "unclear"),
    };
    view! { <span class=class>{word}</span> }.into_any()
}

#[component]
pub(crate) fn Causes(
    causes: Vec<SupportCause>,
    /// Certainty of the whole answer, which isn't repeated.
    answer: Certainty,
) -> impl IntoView {
    let rows = causes.into_iter().map(|cause| {
        let source = cause.source.to_string();
        view! {
            <li><p>{cause.text.to_string()}</p><p class="row caption"><span class="muted">{source}</span>{(cause.certainty > answer).then(|| view! { <Doubt certainty=cause.certainty/> })}</p></li>
        }
    });
    view! { <ol class="chain" aria-label="Why">{rows.collect_view()}</ol> }
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
pub(crate) fn SayToMerchant(
    /// Renders the sentence.
    say: Arc<dyn Fn(Language) -> Text + Send + Sync>,
    /// Language of the merchant's country, if known.
    #[prop(optional_no_strip)]
    language: Option<Language>,
    /// Name of the radio group, unique on the page.
    name: &'static str,
) -> impl IntoView {
    let language = RwSignal::new(language.unwrap_or(Language::English));
    let sentence = move || {
        let language = language.get();
        let words = say(language).to_string();
        view! {
            <blockquote lang=language.code()>{words.clone()}</blockquote>
            <CopyButton text=words what="the sentence for the merchant"/>
        }
    };
    view! {
        <div class="say" role="group" aria-label="Say to the merchant">
            <p class="row"><span class="muted">"Say to the merchant"</span>
                <ChoiceRow label="Language" name=name choices=plain(LANGUAGES) chosen=language.into()
                    choose=Callback::new(move |chosen| language.set(chosen))/></p>
            <div class="row said">{sentence}</div>
        </div>
    }
}
