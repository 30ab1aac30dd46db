//! Files of the application itself, which its page requests when they are needed. No other address can be reached.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = fetch, catch)]
    async fn request(path: &str) -> Result<JsValue, JsValue>;
}

/// Text of a file by its path from the root of the page; `None` if it can't be loaded.
pub(crate) async fn text(path: &str) -> Option<String> {
    let answer = request(path).await.ok()?.dyn_into::<web_sys::Response>().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
