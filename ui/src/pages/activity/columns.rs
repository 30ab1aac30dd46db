//! The columns of the history.
//!
//! Target page of a change.

use tapline_contract::acquirer::AcquirerId;
use tapline_contract::history::Change;
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;
use tapline_contract::{Outcome, history_rows};

use crate::paths::Route;
use crate::show::outcome_word;
use crate::widgets::grid::column::{CellFormat, Head, Mark, head};

/// The words of [`outcome_word`], and one for changes without an outcome yet.
pub(super) const OUTCOMES: CellFormat = CellFormat::Status(&[
    Mark::plain("Applied", "tick", "good"),
    Mark::plain("Not applied", "error", "bad"),
    Mark { value: "Unknown", words: "Unconfirmed", icon: "wait", tone: "warn" },
    Mark::plain("Conflict, not sent", "warning", "warn"),
    Mark::plain("Conflict after sending", "warning", "warn"),
    Mark { value: "On its way", words: "In progress", icon: "wait", tone: "muted" },
]);

pub(super) fn outcome<V, R>(outcome: Option<&Outcome<V, R>>) -> &'static str {
    outcome.map_or("In progress", outcome_word)
}

/// Columns of the list, named as core names them.
pub(super) const COLUMNS: &[Head] = &[
    head("what", "Change", CellFormat::Name, 250),
    head("outcome", "Outcome", OUTCOMES, 124),
    head("at", "When", CellFormat::Time, 188),
    head("account", "Account", CellFormat::Text, 96),
    head("did", "Before → after", CellFormat::Text, 300),
    head("request", "Request id", CellFormat::Mono, 160).hidden(),
    head("operation", "Operation id", CellFormat::Mono, 260).hidden(),
    head("call", "Call", CellFormat::Mono, 136).hidden(),
];

/// Index of the operation id, which names a row.
pub(super) const KEY: usize = 6;

/// The page of the changed record, with the words of its button.
pub(super) fn place(change: &Change) -> Option<(Route, &'static str)> {
    let id: Option<String> = serde_json::from_str(change.id.raw()).ok();
    let id = id.or_else(|| history_rows::asked(change, "batchId")).or_else(|| {
        let raw = change.id.raw();
        (raw != "null" && !raw.starts_with(['{', '[', '"'])).then(|| raw.to_owned())
    })?;
    match change.endpoint.as_str() {
        "VoidTransaction" | "RefundTransaction" | "CaptureTransaction" | "EmailReceipt" => {
            Some((Route::Transaction(TransactionId::parse(&id)?), "Open transaction"))
        }
        "Settle" => Some((Route::Settlement(BatchId::parse(&id)?), "Open batch")),
        "UpdateMerchant" => Some((Route::Merchant(MerchantId::parse(&id)?), "Open merchant")),
        "UpdateAcquirer" => Some((Route::Acquirer(AcquirerId::parse(&id)?), "Open acquirer profile")),
        "UpdateProfile" | "SignOnProfile" | "SetProfileStatus" => {
            Some((Route::Profile(ProfileId::parse(&id)?), "Open profile"))
        }
        "UpdateEmv" => {
            let emv = change.emv()?;
            Some((Route::Editor(emv.id?), "Open configuration"))
        }
        _ => None,
    }
}
