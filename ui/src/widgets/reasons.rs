//! The chain of reasons behind an answer: a sentence each, what is behind it, and how sure it is.

use leptos::prelude::*;
use tapline_emv::why::{Certainty, Reason};

/// How sure a sentence is, as a chip.
#[component]
pub(crate) fn Sure(certainty: Certainty) -> impl IntoView {
    let class = match certainty {
        Certainty::Known => "chip sure",
        Certainty::Likely => "chip",
        Certainty::CannotKnow => "chip warn",
    };
    view! { <span class=class>{certainty.words()}</span> }
}

#[component]
pub(crate) fn Reasons(chain: Vec<Reason>) -> impl IntoView {
    let rows = chain.into_iter().map(|reason| {
        view! {
            <li><p>{reason.words}</p><p class="row caption"><span class="muted">{reason.ground}</span><Sure certainty=reason.certainty/></p></li>
        }
    });
    view! { <ol class="chain" aria-label="Reasons">{rows.collect_view()}</ol> }
}
