//! Causes behind an explanation: one sentence each, its source, and a word of doubt if needed.

use leptos::prelude::*;
use tapline_explain::decision::Certainty;
use tapline_explain::say::SupportCause;

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
