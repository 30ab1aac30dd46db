//! Reads a window of rows in wasm as the page does, alone: the bench times the door without the page around it.

#![expect(unreachable_pub, reason = "what JavaScript calls is public")]

use tapline_contract::list::Rows;
use wasm_bindgen::prelude::wasm_bindgen;

/// Rows in the answer; 0 when it is none.
#[wasm_bindgen]
pub fn count_rows(answer: String) -> u32 {
    serde_json::from_str::<Rows>(&answer).map_or(0, |rows| u32::try_from(rows.rows.len()).unwrap_or(0))
}
