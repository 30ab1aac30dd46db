//! The columns of the list of transactions. Service document, "Transaction": a record names no moment.

use tapline_contract::transaction_state::State;

use crate::widgets::grid::column::{CellFormat, Head, Mark, head};

/// The states of the document, in their words; any other text is shown as it came.
const STATES: &[Mark] = &[
    mark(State::Init, "wait", "muted"),
    mark(State::Processing, "wait", "warn"),
    mark(State::Approved, "tick", "good"),
    mark(State::Declined, "error", "bad"),
    mark(State::Voided, "barred", "muted"),
    mark(State::Refunded, "undo", "muted"),
    mark(State::Closed, "minus", "muted"),
    mark(State::Reversed, "undo", "warn"),
];

/// Codes of payment methods: those of the schemes ([`tapline_emv::Scheme::method_code`]).
pub(super) const METHODS: &[(&str, &str)] = &[
    ("01", "Visa"),
    ("02", "Mastercard"),
    ("03", "UnionPay"),
    ("04", "Amex"),
    ("05", "Discover"),
    ("06", "JCB"),
];

pub(super) const COLUMNS: &[Head] = &[
    head("tranId", "Transaction", CellFormat::Id, 138),
    head("amount.value", "Amount", CellFormat::Amount(Some("amount.currency")), 108),
    head("tranStatus", "Status", CellFormat::Status(STATES), 114),
    head("tranType", "Type", CellFormat::Text, 90),
    head("accountMasked", "Card", CellFormat::Mono, 146),
    head("paymentMethod", "Method", CellFormat::Words(METHODS), 98),
    head("mchName", "Merchant", CellFormat::Text, 144),
    head("sdkId", "Terminal", CellFormat::Mono, 116),
    head("rrn", "RRN", CellFormat::Mono, 116),
    head("approvalCode", "Approval code", CellFormat::Mono, 104).hidden(),
    head("cvmPerformed", "CVM performed", CellFormat::Text, 116).hidden(),
    head("entryMode", "Entry", CellFormat::Text, 84).hidden(),
    head("batchNo", "Batch", CellFormat::Mono, 112).hidden(),
    head("trace", "Trace", CellFormat::Mono, 84).hidden(),
    head("appName", "Application", CellFormat::Text, 136).hidden(),
    head("aid", "AID", CellFormat::Mono, 136).hidden(),
    head("tvr", "TVR", CellFormat::Mono, 100).hidden(),
    head("tsi", "TSI", CellFormat::Mono, 72).hidden(),
    head("atc", "ATC", CellFormat::Mono, 72).hidden(),
    head("tc", "Cryptogram", CellFormat::Mono, 144).hidden(),
    head("acqTid", "Acquirer TID", CellFormat::Mono, 104).hidden(),
    head("acqMid", "Acquirer MID", CellFormat::Mono, 128).hidden(),
    head("linkedTranId", "Linked to", CellFormat::Mono, 148).hidden(),
    head("hostMessageFormat", "Host format", CellFormat::Text, 104).hidden(),
];

const fn mark(state: State, icon: &'static str, tone: &'static str) -> Mark {
    Mark { value: state.name(), words: state.words(), icon, tone }
}

#[cfg(test)]
mod tests {
    use tapline_emv::Scheme;

    use super::*;

    #[test]
    fn every_state_and_every_scheme_has_its_words() {
        let states: Vec<_> = STATES.iter().map(|mark| mark.value).collect();
        assert_eq!(states, State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>());
        let schemes: Vec<_> =
            Scheme::ALL.iter().map(|scheme| (scheme.method_code(), scheme.name())).collect();
        assert_eq!(METHODS, schemes);
    }
}
