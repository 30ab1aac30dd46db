//! `explain --paste`: what a value or a log line says.

use std::fmt::Write as _;

use serde_json::json;
use tapline_contract::shown::visible;
use tapline_contract::written;
use tapline_emv::paste;

use super::Format;
use crate::say::{Stop, note, wrong};

pub(super) fn document(text: &str, format: Format) -> Result<String, Stop> {
    let pieces = paste::read(text);
    let sale = written::transaction_id(text)
        .map(|id| format!("Transaction {id}: taplinectl explain --transaction {id} explains it."));
    if pieces.is_empty() {
        if let Some(sale) = sale {
            return Err(wrong(format!("No EMV value was found, but a transaction's id. {sale}")));
        }
        return Err(wrong(
            "No EMV value was found. Give a TVR, TSI, CVM result, AID, host code or TTQ, a log line with names or tags, or TLV hex.",
        ));
    }
    if let Some(sale) = sale {
        note(&sale);
    }
    Ok(match format {
        Format::Text => {
            let mut said = String::new();
            for piece in &pieces {
                // Writing to a String cannot fail.
                let _ = writeln!(said, "{}  {}", visible(&piece.value), piece.found.words());
                for reading in &piece.readings {
                    let _ = writeln!(said, "  {}", reading.what);
                    for words in &reading.words {
                        let _ = writeln!(said, "    {words}");
                    }
                }
            }
            said.truncate(said.trim_end().len());
            said
        }
        Format::Json => {
            let pieces = pieces.iter().map(|piece| {
                let readings = piece.readings.iter().map(|one| json!({ "what": one.what, "words": one.words }));
                json!({
                    "value": piece.value, "found": piece.found.words(), "readings": readings.collect::<Vec<_>>(),
                })
            });
            json!(pieces.collect::<Vec<_>>()).to_string()
        }
    })
}
