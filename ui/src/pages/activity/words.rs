//! What a change did, in words.

use tapline_contract::emv_config::{EmvConfig, EmvDraft, with_scheme};
use tapline_contract::history::Change;
use tapline_contract::history_rows::{self, ChangeRow};
use tapline_contract::merchant::MerchantId;
use tapline_contract::profile::ProfileId;
use tapline_contract::settlement::BatchId;
use tapline_contract::transaction::TransactionId;
use tapline_contract::{acquirer::AcquirerId, three_way};
use tapline_emv::Currency;

use crate::paths::Route;
use crate::show;

/// "Changed Visa · Retail north", "Refunded transaction T20261101000003".
pub(super) fn title(change: &Change) -> String {
    let name = change.emv().and_then(|emv| {
        let before = emv.before.as_ref();
        let drafted = emv.draft.as_ref().filter(|draft| !draft.emv_name.is_empty());
        let name = drafted.map(|draft| draft.emv_name.clone()).or_else(|| before.map(EmvConfig::name))?;
        let scheme = drafted.and_then(EmvDraft::scheme).or_else(|| before.and_then(EmvConfig::scheme));
        Some(with_scheme(scheme, name))
    });
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| change.target.clone());
    format!("{} {name}", history_rows::verb(&change.endpoint))
}

/// What differs, member by member; limits in money.
pub(super) fn rows(change: &Change, currency: &Currency) -> Vec<ChangeRow> {
    let Some(emv) = change.emv() else { return history_rows::rows(change) };
    let before = emv.before.as_ref().and_then(EmvConfig::draft);
    let (Some(before), Some(after)) = (&before, &emv.draft) else { return history_rows::rows(change) };
    let row = |field: three_way::FieldChange| ChangeRow {
        path: field.field.label(),
        before: Some(show::value(&field.field, field.before.as_deref(), currency)),
        after: show::value(&field.field, field.after.as_deref(), currency),
    };
    three_way::changes(before, after).into_iter().map(row).collect()
}

/// In one line, for the list.
pub(super) fn summary(change: &Change, currency: &Currency) -> String {
    if let Some(note) = change.note.as_ref().filter(|_| is_look(change)) {
        return note.clone();
    }
    let words = |row: ChangeRow| match row.before {
        Some(before) => format!("{} {before} → {}", row.path, row.after),
        None => format!("{} {}", row.path, row.after),
    };
    rows(change, currency).into_iter().map(words).collect::<Vec<_>>().join("; ")
}

/// True if a secret was read and nothing was changed.
pub(super) fn is_look(change: &Change) -> bool {
    ["RevealSecret", "CopySecret"].contains(&change.endpoint.as_str())
}

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
