//! Columns that the list of transactions can show. Service document, "Transaction": a record has no date or time.

use tapline_contract::list_column::{TRANSACTION_COLUMNS, label};
use tapline_contract::transaction_state::State;

use crate::widgets::grid::column::{CellFormat, Head, Mark, head};

/// The documented states, in words; any other text is shown raw.
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
    column("tranId", CellFormat::Id, 138),
    column("amount.value", CellFormat::Amount(Some("amount.currency")), 108),
    column("tranStatus", CellFormat::Status(STATES), 114),
    column("tranType", CellFormat::Text, 90),
    column("accountMasked", CellFormat::Mono, 146),
    column("paymentMethod", CellFormat::Words(METHODS), 98),
    column("mchName", CellFormat::Text, 144),
    column("sdkId", CellFormat::Mono, 116),
    column("rrn", CellFormat::Mono, 116),
    column("approvalCode", CellFormat::Mono, 104).hidden(),
    column("cvmPerformed", CellFormat::Text, 116).hidden(),
    column("entryMode", CellFormat::Text, 84).hidden(),
    column("batchNo", CellFormat::Mono, 112).hidden(),
    column("trace", CellFormat::Mono, 84).hidden(),
    column("appName", CellFormat::Text, 136).hidden(),
    column("aid", CellFormat::Mono, 136).hidden(),
    column("tvr", CellFormat::Mono, 100).hidden(),
    column("tsi", CellFormat::Mono, 72).hidden(),
    column("atc", CellFormat::Mono, 72).hidden(),
    column("tc", CellFormat::Mono, 144).hidden(),
    column("acqTid", CellFormat::Mono, 104).hidden(),
    column("acqMid", CellFormat::Mono, 128).hidden(),
    column("linkedTranId", CellFormat::Mono, 148).hidden(),
    column("hostMessageFormat", CellFormat::Text, 104).hidden(),
];

const fn column(key: &'static str, format: CellFormat, width: u16) -> Head {
    head(key, label(TRANSACTION_COLUMNS, key), format, width)
}

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
