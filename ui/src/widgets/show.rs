//! Dynamic views, compiled once: Leptos compiles its `<Show>` anew for each condition and each content, and a closure in a view
//! for each place, 1 to 2 KB each. An import of this `Show` takes precedence over that of Leptos' prelude.
//!
//! The reason why the button next to it is disabled, as visible text: tooltips do not show on touch or by
//! keyboard. The text describes the button by its id, so such a button has no tooltip.

use std::sync::{Arc, Mutex};

use leptos::either::Either;
use leptos::prelude::*;

/// Shows its children while the condition is true. They are recreated when it becomes true, not when a value it reads changes.
#[component(transparent)]
pub(crate) fn Show(
    children: ChildrenFn,
    #[prop(into)] when: Condition,
    #[prop(optional, into)] fallback: ViewFn,
) -> impl IntoView {
    let is_true = ArcMemo::new(move |_| (when.0)());
    move || if is_true.get() { Either::Left(children()) } else { Either::Right(fallback.run()) }
}

/// A condition of any type.
pub(crate) struct Condition(Box<dyn Fn() -> bool + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for Condition {
    fn from(condition: F) -> Condition {
        Condition(Box::new(condition))
    }
}

/// A closure in a view, one type for all closures with the same result.
pub(crate) type Live<V> = Arc<Mutex<dyn FnMut() -> V + Send>>;

/// A closure for use in a view. `view!` calls this itself if the closure is written in it: `{move || …}`. Other closures need the
/// call: named ones, and those that are a whole component.
pub(crate) fn live<V: 'static>(view: impl FnMut() -> V + Send + 'static) -> Live<V> {
    Arc::new(Mutex::new(view))
}

pub(crate) fn why<S: Into<String>>(
    id: impl Into<String>,
    mut reason: impl FnMut() -> Option<S> + Send + 'static,
) -> impl IntoView {
    let reason = live(move || reason().map(Into::into));
    view! { <span class="why muted" id=id.into()>{reason}</span> }
}
