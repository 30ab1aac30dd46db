//! Registrations with the engine that belong to an owner: listeners of the window and observers of elements end with the
//! component or effect that began them. A registration left by a closed page would keep its elements alive for as long as the
//! window is open.
//!
//! Tracks which elements are near the visible part of the page; the others can wait.
//!
//! Scroll position of the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::engine::later;

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

/// True while the operating system asks for more contrast.
pub(crate) fn wants_contrast() -> ReadSignal<bool> {
    let (wants, set) = signal(false);
    if let Ok(Some(query)) = window().match_media("(prefers-contrast: more)") {
        set.set(query.matches());
        let current = query.clone();
        let changed = Closure::<dyn Fn()>::new(move || set.set(current.matches()));
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        StoredValue::new_local(ContrastQuery { query, _changed: changed });
    }
    wants
}

/// Question to the engine, whose answer may change; ends when dropped.
struct ContrastQuery {
    query: web_sys::MediaQueryList,
    _changed: Closure<dyn Fn()>,
}

impl Drop for ContrastQuery {
    fn drop(&mut self) {
        self.query.set_onchange(None);
    }
}

/// Calls `act` when anything in the window scrolls, until the caller's owner ends.
pub(crate) fn on_scroll(act: impl Fn() + 'static) {
    let act = Closure::<dyn Fn()>::new(act);
    // Scrolling does not bubble. Listening to a named event can't fail.
    let _ = window().add_event_listener_with_callback_and_bool("scroll", act.as_ref().unchecked_ref(), true);
    StoredValue::new_local(Scrolling { act });
}

/// Listener of all scrolling; ends when dropped.
struct Scrolling {
    act: Closure<dyn Fn()>,
}

impl Drop for Scrolling {
    fn drop(&mut self) {
        let act = self.act.as_ref().unchecked_ref();
        // Fails as little as listening.
        let _ = window().remove_event_listener_with_callback_and_bool("scroll", act, true);
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

#[wasm_bindgen]
extern "C" {
    type IntersectionObserver;
    #[wasm_bindgen(constructor)]
    fn new(seen: &js_sys::Function, how: &JsValue) -> IntersectionObserver;
    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, target: &web_sys::Element);
    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);

    type Entry;
    #[wasm_bindgen(method, getter)]
    fn target(this: &Entry) -> web_sys::Element;
    #[wasm_bindgen(method, getter, js_name = isIntersecting)]
    fn is_near(this: &Entry) -> bool;
}

/// Attribute that identifies a watched element.
const KEY: &str = "data-near";

type NearSignals = Rc<RefCell<BTreeMap<String, RwSignal<bool>>>>;

/// Watch that ends when dropped.
pub(crate) struct Near {
    observer: IntersectionObserver,
    signals: NearSignals,
    _seen: Closure<dyn Fn(js_sys::Array)>,
}

impl Near {
    /// Watches for elements within this many pixels of what `main` shows.
    pub(crate) fn new(pixels: u32) -> Near {
        let signals = NearSignals::default();
        let seen = {
            let signals = Rc::clone(&signals);
            Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
                for entry in entries.iter() {
                    let entry: Entry = entry.unchecked_into();
                    let near =
                        entry.target().get_attribute(KEY).and_then(|key| signals.borrow().get(&key).copied());
                    if let Some(near) = near {
                        // The component may be gone by now.
                        let _ = near.try_set(entry.is_near());
                    }
                }
            })
        };
        let how = js_sys::Object::new();
        let main = document().query_selector("main").ok().flatten();
        // Setting a member of a new object can't fail.
        let _ = js_sys::Reflect::set(&how, &"root".into(), &main.into());
        let _ = js_sys::Reflect::set(&how, &"rootMargin".into(), &format!("{pixels}px").into());
        Near {
            observer: IntersectionObserver::new(seen.as_ref().unchecked_ref(), &how),
            signals,
            _seen: seen,
        }
    }

    /// Updates `near` for this element from now on; `key` is unique to it.
    pub(crate) fn watch(&self, element: &web_sys::Element, key: &str, near: RwSignal<bool>) {
        self.signals.borrow_mut().insert(key.to_owned(), near);
        // Setting a plain attribute can't fail.
        let _ = element.set_attribute(KEY, key);
        self.observer.observe(element);
    }
}

impl Drop for Near {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Keeps an element at its place on the screen while an event draws something above it.
pub(crate) fn hold_still(element: &web_sys::Element) {
    let (element, top) = (element.clone(), element.get_bounding_client_rect().top());
    later(0, move || {
        let now = element.get_bounding_client_rect();
        let pushed = now.top() - top;
        // An element that is hidden now has no place.
        if now.height() > 0.0
            && let Ok(Some(main)) = leptos::prelude::document().query_selector("main")
        {
            #[expect(clippy::cast_possible_truncation, reason = "a page is not so long")]
            main.set_scroll_top(main.scroll_top() + pushed.round() as i32);
        }
    });
}

/// Scrolls just enough to show the first match.
pub(crate) fn reveal(selector: &str) {
    scroll_to(selector, web_sys::ScrollLogicalPosition::Nearest);
}

/// Scrolls the start of an element to the top of what scrolls it.
pub(crate) fn to_start(selector: &str) {
    scroll_to(selector, web_sys::ScrollLogicalPosition::Start);
}

fn scroll_to(selector: &str, block: web_sys::ScrollLogicalPosition) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(block);
    if let Ok(Some(element)) = leptos::prelude::document().query_selector(selector) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
