//! Effects compiled once: Leptos compiles a new loop for each closure, some 1 KB each.

use leptos::prelude::Effect;

/// Runs `run` now and whenever a value it read changes. An effect that needs its last value is a plain [`Effect`].
pub(crate) fn effect(run: impl FnMut() + 'static) {
    boxed(Box::new(run));
}

fn boxed(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| run());
}
