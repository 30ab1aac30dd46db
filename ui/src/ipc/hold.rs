//! Registrations with the engine that belong to an owner: listeners of the window and observers of elements end with the
//! component or effect that began them. A registration left by a closed page would keep its elements alive for as long as the
//! window is open.

use std::cell::RefCell;

use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// Calls `act` at each such event of the window until the caller's owner ends.
pub(crate) fn on_window<E>(event: E, act: impl Fn(E::EventType) + 'static)
where
    E: EventDescriptor + 'static,
    E::EventType: JsCast,
{
    #[expect(clippy::disallowed_methods, reason = "removed with the owner, on the next line")]
    let listener = window_event_listener(event, act);
    on_cleanup(move || listener.remove());
}

/// [`on_window`] for an event without a type.
pub(crate) fn on_named(name: &str, act: impl Fn() + 'static) {
    on_window(leptos::ev::Custom::<web_sys::Event>::new(name.to_owned()), move |_| act());
}

/// Calls `act` when the window becomes visible and when it is hidden.
pub(crate) fn on_sight(act: impl Fn() + 'static) {
    on_named("visibilitychange", act);
}

pub(crate) fn is_out_of_sight() -> bool {
    document().hidden()
}

/// Calls `seen` with the element's width whenever it changes, until the caller's owner ends.
pub(crate) fn on_width(element: &web_sys::Element, seen: impl Fn(f64) + 'static) {
    on_size(element, move |element| seen(element.get_bounding_client_rect().width()));
}

/// Like [`on_width`], with width and height inside scroll bars.
pub(crate) fn on_inner_size(element: &web_sys::Element, seen: impl Fn(f64, f64) + 'static) {
    on_size(element, move |element| {
        seen(f64::from(element.client_width()), f64::from(element.client_height()));
    });
}

fn on_size(element: &web_sys::Element, seen: impl Fn(&web_sys::Element) + 'static) {
    let watched = element.clone();
    let seen = Closure::<dyn Fn()>::new(move || seen(&watched));
    if let Ok(observer) = web_sys::ResizeObserver::new(seen.as_ref().unchecked_ref()) {
        observer.observe(element);
        StoredValue::new_local(Observing { observer, _seen: seen });
    }
}

/// Observer of an element's size; ends when dropped.
struct Observing {
    observer: web_sys::ResizeObserver,
    _seen: Closure<dyn Fn()>,
}

impl Drop for Observing {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Observer of changes to the page; ends when dropped.
struct Watching {
    observer: web_sys::MutationObserver,
    _seen: Closure<dyn Fn()>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

thread_local! {
    static DRAWN: RefCell<Option<Watching>> = const { RefCell::new(None) };
}

/// Calls `seen` when something in `main` is drawn or removed. The window has one such watch: a new one replaces the old one.
pub(crate) fn on_drawn(seen: impl Fn() + 'static) {
    let seen = Closure::<dyn Fn()>::new(seen);
    let main = document().query_selector("main").ok().flatten();
    let observer = web_sys::MutationObserver::new(seen.as_ref().unchecked_ref()).ok();
    let Some((main, observer)) = main.zip(observer) else { return };
    let what = web_sys::MutationObserverInit::new();
    what.set_child_list(true);
    what.set_subtree(true);
    // The options say what to observe, so the call can't be refused.
    let _ = observer.observe_with_options(&main, &what);
    DRAWN.set(Some(Watching { observer, _seen: seen }));
}

/// Ends the watch of [`on_drawn`]. Must not be called from its callback.
pub(crate) fn leave_drawn() {
    DRAWN.set(None);
}

/// Calls `act` at each such event of the window, before any handler. For listeners that live as long as the window.
pub(crate) fn first(names: &[&str], act: impl Fn() + 'static) {
    let act = Closure::<dyn Fn()>::new(act);
    for name in names {
        // Listening to named events can't fail.
        let _ = window().add_event_listener_with_callback_and_bool(name, act.as_ref().unchecked_ref(), true);
    }
    #[expect(clippy::disallowed_methods, reason = "it lives as long as the window, and holds no element")]
    act.forget();
}
