//! Effects, compiled once: Leptos compiles the loop that runs one anew for each closure, some 1 KB a time.

use leptos::prelude::Effect;

/// Runs now, and again whenever something that it read has changed. One that needs its last value is an [`Effect`] itself.
pub(crate) fn effect(run: impl FnMut() + 'static) {
    boxed(Box::new(run));
}

fn boxed(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| run());
}
