//! Text of a file that a person drops into a field or pastes there. Nothing else of the file is looked at, and nothing is written.

use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, ClipboardEvent, DragEvent, FileList};

/// Bytes read at most: as many as the longest text that is looked at can have, and one more to show that there is more.
const MOST_BYTES: f64 = 4_000_001.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Blob, js_name = Blob)]
    type TextBlob;

    #[wasm_bindgen(method, js_name = text, catch)]
    async fn text(this: &TextBlob) -> Result<JsValue, JsValue>;
}

/// Lets the field accept a dragged file. Dragged text is the engine's own matter.
pub(crate) fn allow_drop(event: &DragEvent) {
    let has_files = |drag: web_sys::DataTransfer| drag.types().iter().any(|kind| kind == "Files");
    if event.data_transfer().is_some_and(has_files) {
        event.prevent_default();
    }
}

/// Reads the first dropped file. `None`: it can't be read.
pub(crate) fn dropped(event: &DragEvent, then: impl FnOnce(Option<String>) + 'static) {
    read(event, event.data_transfer().and_then(|drag| drag.files()), then);
}

/// Reads the first pasted file. `None`: it can't be read. Copied text is the engine's own matter, also where a picture of it comes along.
pub(crate) fn pasted(event: &ClipboardEvent, then: impl FnOnce(Option<String>) + 'static) {
    let Some(clipboard) = event.clipboard_data() else { return };
    if clipboard.get_data("text/plain").is_ok_and(|text| text.is_empty()) {
        read(event, clipboard.files(), then);
    }
}

fn read(event: &web_sys::Event, files: Option<FileList>, then: impl FnOnce(Option<String>) + 'static) {
    let Some(file) = files.and_then(|files| files.item(0)) else { return };
    event.prevent_default();
    spawn_local(async move {
        let text = match file.slice_with_f64_and_f64(0.0, MOST_BYTES) {
            Ok(start) => {
                start.unchecked_into::<TextBlob>().text().await.ok().and_then(|text| text.as_string())
            }
            Err(_) => None,
        };
        then(text);
    });
}
