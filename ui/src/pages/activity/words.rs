//! Target page of a change.

use tapline_contract::acquirer::AcquirerId;
use tapline_contract::history::Change;
use tapline_contract::history_rows;
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;

use crate::paths::Route;

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
