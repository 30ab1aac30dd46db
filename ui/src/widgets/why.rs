//! The reason why the button next to it is disabled, as visible text: tooltips do not show on touch or by
//! keyboard.

use super::show::live;
use leptos::prelude::*;

pub(crate) fn why<S: Into<String>>(reason: impl Fn() -> Option<S> + Send + 'static) -> impl IntoView {
    live(move || reason().map(|reason| view! { <span class="why muted">{reason.into()}</span> }))
}
