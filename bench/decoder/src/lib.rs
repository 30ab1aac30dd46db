//! Reads a window of rows in wasm as the page does, alone: the bench times the door without the page around it.

#![expect(unreachable_pub, reason = "what JavaScript calls is public")]

use tapline_contract::rows::Rows;
use wasm_bindgen::prelude::wasm_bindgen;

/// Rows in the answer; 0 when it is none.
#[wasm_bindgen]
pub fn count_rows(answer: &[u8]) -> u32 {
    read(answer).map_or(0, |rows| u32::try_from(rows.rows.len()).unwrap_or(0))
}

/// The answer as JSON of its rows, each a list of texts; `null` when it is none.
#[wasm_bindgen]
pub fn rows_as_json(answer: &[u8]) -> String {
    let cells = |rows: &Rows| {
        let row = |at| rows.row(at).map(|cell| cell.map(str::to_owned)).collect();
        (0..rows.rows.len()).map(row).collect::<Vec<Vec<Option<String>>>>()
    };
    serde_json::to_string(&read(answer).as_ref().map(cells)).unwrap_or_default()
}

fn read(answer: &[u8]) -> Option<Rows> {
    serde_json::from_str(str::from_utf8(answer).ok()?).ok()
}
