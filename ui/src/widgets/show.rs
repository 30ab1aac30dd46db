//! What changes in a view, compiled once: Leptos compiles its `<Show>` anew for each condition and each content, and a closure in a
//! view for each place, 1 to 2 KB a time. An import of this `Show` goes before that of Leptos' prelude.

use std::sync::{Arc, Mutex};

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

/// A closure in a view, of one type for all that give the same.
pub(crate) type Live<V> = Arc<Mutex<dyn FnMut() -> V + Send>>;

/// `view!` does this by itself where the closure is written in it: `{move || …}`. This is for the others: those that have a name, and
/// those that are a whole component.
pub(crate) fn live<V: 'static>(view: impl FnMut() -> V + Send + 'static) -> Live<V> {
    Arc::new(Mutex::new(view))
}
