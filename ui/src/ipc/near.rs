//! Tracks which elements are near the visible part of the page; the others can wait.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

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
