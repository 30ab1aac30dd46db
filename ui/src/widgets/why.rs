//! Why the button beside it cannot be pressed, in sight: a tooltip is not there for a finger, a keyboard or a hurried eye.

use leptos::prelude::*;

pub(crate) fn why<S: Into<String>>(reason: impl Fn() -> Option<S> + Send + 'static) -> impl IntoView {
    move || reason().map(|reason| view! { <span class="why muted">{reason.into()}</span> })
}
