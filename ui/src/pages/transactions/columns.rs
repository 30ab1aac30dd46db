//! The columns of the list of transactions. Service document, "Transaction": a record names no moment.

use crate::widgets::grid::column::{Head, Look, Mark, head};

/// The names of the document. What they mean for a person is the mark; any other text is shown as it came.
const STATES: &[Mark] = &[
    mark("INIT", "Started", "wait", "muted"),
    mark("PROCESSING", "Processing", "wait", "warn"),
    mark("APPROVED", "Approved", "tick", "good"),
    mark("DECLINED", "Declined", "error", "bad"),
    mark("VOIDED", "Voided", "barred", "muted"),
    mark("REFUNDED", "Refunded", "undo", "muted"),
    mark("CLOSED", "Closed", "minus", "muted"),
    mark("REVERSED", "Reversed", "undo", "warn"),
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
    head("tranId", "Transaction", Look::Id, 148),
    head("amount.value", "Amount", Look::Amount(Some("amount.currency")), 116),
    head("tranStatus", "Status", Look::Status(STATES), 116),
    head("tranType", "Type", Look::Text, 80),
    head("accountMasked", "Card", Look::Mono, 136),
    head("paymentMethod", "Method", Look::Words(METHODS), 100),
    head("mchName", "Merchant", Look::Text, 150),
    head("sdkId", "Terminal", Look::Mono, 116),
    head("rrn", "RRN", Look::Mono, 112),
    head("approvalCode", "Approval code", Look::Mono, 104).hidden(),
    head("cvmPerformed", "CVM performed", Look::Text, 116).hidden(),
    head("entryMode", "Entry", Look::Text, 84).hidden(),
    head("batchNo", "Batch", Look::Mono, 112).hidden(),
    head("trace", "Trace", Look::Mono, 84).hidden(),
    head("appName", "Application", Look::Text, 136).hidden(),
    head("aid", "AID", Look::Mono, 136).hidden(),
    head("tvr", "TVR", Look::Mono, 100).hidden(),
    head("tsi", "TSI", Look::Mono, 72).hidden(),
    head("atc", "ATC", Look::Mono, 72).hidden(),
    head("tc", "Cryptogram", Look::Mono, 144).hidden(),
    head("acqTid", "Acquirer TID", Look::Mono, 104).hidden(),
    head("acqMid", "Acquirer MID", Look::Mono, 128).hidden(),
    head("linkedTranId", "Linked to", Look::Mono, 148).hidden(),
    head("hostMessageFormat", "Host format", Look::Text, 104).hidden(),
];

const fn mark(value: &'static str, words: &'static str, icon: &'static str, tone: &'static str) -> Mark {
    Mark { value, words, icon, tone }
}

#[cfg(test)]
mod tests {
    use tapline_contract::transaction_state::State;
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
