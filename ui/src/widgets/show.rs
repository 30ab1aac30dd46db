//! `<Show>` as Leptos has it, but compiled once: that one is compiled anew for each condition and each content, some 2 KB a place.
//! An import of this one goes before Leptos' prelude.

use leptos::either::Either;
use leptos::prelude::*;

/// Shows its children while the condition holds. They are made anew when it begins to hold, not when what it reads changes.
#[component(transparent)]
pub(crate) fn Show(
    children: ChildrenFn,
    #[prop(into)] when: Condition,
    #[prop(optional, into)] fallback: ViewFn,
) -> impl IntoView {
    let holds = ArcMemo::new(move |_| (when.0)());
    move || if holds.get() { Either::Left(children()) } else { Either::Right(fallback.run()) }
}

/// A condition of whatever type.
pub(crate) struct Condition(Box<dyn Fn() -> bool + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for Condition {
    fn from(holds: F) -> Condition {
        Condition(Box::new(holds))
    }
}
