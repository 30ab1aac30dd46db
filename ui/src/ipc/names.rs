//! Names that the web engine knows: countries, currencies, time zones. An engine without them leaves the codes.

use std::cell::RefCell;
use std::collections::BTreeMap;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    #[derive(Clone)]
    type DisplayNames;

    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(locale: &str, options: &JsValue) -> Result<DisplayNames, JsValue>;

    #[wasm_bindgen(method, js_name = of, catch)]
    fn find(this: &DisplayNames, code: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = Intl, js_name = supportedValuesOf, catch)]
    fn supported_values(kind: &str) -> Result<js_sys::Array, JsValue>;
}

thread_local! {
    /// One list of names of each kind: creating it is slow.
    static LISTS: RefCell<BTreeMap<&'static str, Option<DisplayNames>>> = const { RefCell::new(BTreeMap::new()) };
}

/// "Germany" for `DE`.
pub(crate) fn country(code: &str) -> Option<String> {
    (code.len() == 2).then(|| name("region", &code.to_ascii_uppercase()))?
}

/// "Euro" for `EUR`.
pub(crate) fn currency(code: &str) -> Option<String> {
    name("currency", code)
}

/// Ids of all time zones, such as "Europe/Berlin".
pub(crate) fn time_zones() -> Vec<String> {
    supported_values("timeZone")
        .map(|all| all.iter().filter_map(|zone| zone.as_string()).collect())
        .unwrap_or_default()
}

fn name(kind: &'static str, code: &str) -> Option<String> {
    let list = LISTS.with_borrow_mut(|lists| lists.entry(kind).or_insert_with(|| list(kind)).clone())?;
    let name = list.find(code).ok()?.as_string()?;
    // The engine repeats a code that it doesn't know.
    (name != code).then_some(name)
}

fn list(kind: &str) -> Option<DisplayNames> {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"type".into(), &kind.into()).ok()?;
    DisplayNames::new("en", &options).ok()
}
