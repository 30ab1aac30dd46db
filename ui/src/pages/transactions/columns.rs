//! Columns that the list of transactions can show. Service document, "Transaction": a record has no date or time.
//!
//! Filters of a list of transactions. Service document, "List transactions"; the others are applied on this computer.

use std::collections::BTreeMap;

use tapline_contract::list_column::{TRANSACTION_COLUMNS, label};
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::transaction_state::State;
use tapline_emv::tvr;

use crate::widgets::grid::column::{CellFormat, Head, Mark, head};
use crate::widgets::grid::filter::{FilterKind, FilterRow, ends, here, service};

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

/// Types that are known, in words; any other text is shown raw.
const TYPES: &[(&str, &str)] = &[
    ("SALE", "Sale"),
    ("PURCHASE", "Sale"),
    ("PAYMENT", "Payment"),
    ("PRE_AUTH", "Pre-authorization"),
    ("PREAUTH", "Pre-authorization"),
    ("AUTH", "Authorization"),
    ("CAPTURE", "Capture"),
    ("PRE_AUTH_COMP", "Completion"),
    ("REFUND", "Refund"),
    ("VOID", "Void"),
    ("REVERSAL", "Reversal"),
];

/// Verifications that are known ([`tapline_emv::performed`]).
const CVMS: &[(&str, &str)] = &[
    ("NO_CVM", "No PIN"),
    ("NOCVM", "No PIN"),
    ("0", "No PIN"),
    ("PIN", "PIN"),
    ("ONLINE_PIN", "PIN"),
    ("2", "PIN"),
    ("CDCVM", "Phone unlock"),
    ("3", "Phone unlock"),
    ("SIGNATURE", "Signature"),
    ("1", "Signature"),
];

/// Entry modes that are known ([`tapline_emv::entry`]).
const ENTRIES: &[(&str, &str)] = &[
    ("NFC", "Tap"),
    ("CONTACTLESS", "Tap"),
    ("1", "Tap"),
    ("CHIP", "Chip"),
    ("2", "Chip"),
    ("MANUAL", "Typed"),
    ("ECOMMERCE", "Online"),
];

/// Icon and words of a documented status.
pub(crate) fn status_mark(raw: &str) -> Option<&'static Mark> {
    STATES.iter().find(|mark| mark.value == raw)
}

/// A verification in words, or as sent.
pub(crate) fn cvm_words(raw: &str) -> &str {
    CVMS.iter().find(|(known, _)| *known == raw).map_or(raw, |(_, words)| *words)
}

/// A type in words, or as sent.
pub(crate) fn type_words(raw: &str) -> &str {
    TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(raw)).map_or(raw, |(_, words)| *words)
}

/// An entry mode in words, or as sent.
pub(super) fn entry_words(raw: &str) -> &str {
    ENTRIES.iter().find(|(known, _)| known.eq_ignore_ascii_case(raw)).map_or(raw, |(_, words)| *words)
}

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
    column("tranType", CellFormat::Words(TYPES), 100),
    head("cvmPerformed", "Verification", CellFormat::Words(CVMS), 120),
    column("accountMasked", CellFormat::Mono, 146),
    column("paymentMethod", CellFormat::Words(METHODS), 98),
    column("mchName", CellFormat::Text, 144),
    column("sdkId", CellFormat::Mono, 116),
    column("rrn", CellFormat::Mono, 116),
    column("approvalCode", CellFormat::Mono, 104).hidden(),
    column("entryMode", CellFormat::Words(ENTRIES), 84).hidden(),
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

pub(super) const FILTERS: &[FilterRow] = &[
    service("created", "Created", FilterKind::Days).always(),
    service("state", "Status", FilterKind::OneOf(CellFormat::Words(STATE_CODES))).always(),
    service("terminal", "Terminal", FilterKind::Text { hint: "Full id, such as SDK-100012" }).always(),
    service("settled", "Settled", FilterKind::OneOf(CellFormat::Words(SETTLED))),
    service("id", "Transaction id", FilterKind::Text { hint: "Full id" }),
    service("rrn", "Acquirer reference", FilterKind::Text { hint: "Full number (RRN)" }),
    here("amount.value", "Amount", FilterKind::Money),
    here("paymentMethod", "Method", FilterKind::OneOf(CellFormat::Words(METHODS))),
    here("tranStatus", "Status text", FilterKind::Text { hint: "Part of the text, such as VOID" }),
    here("tranType", "Type", FilterKind::Text { hint: "Such as sale" }),
    here("cvmPerformed", "Verification", FilterKind::Text { hint: "Such as PIN" }),
    here("tvr", "TVR bit", FilterKind::Bits(&tvr::TABLE)),
    here("mchName", "Merchant", FilterKind::Text { hint: "Part of the name" }),
    here("accountMasked", "Card", FilterKind::Text { hint: "Such as the last four digits" }),
];

/// Service document, "Transaction `state` query codes".
const STATE_CODES: &[(&str, &str)] = &[
    ("0", State::Init.words()),
    ("1", State::Processing.words()),
    ("2", State::Approved.words()),
    ("3", State::Declined.words()),
    ("4", State::Voided.words()),
    ("5", State::Refunded.words()),
    ("6", State::Closed.words()),
    ("7", State::Reversed.words()),
];

/// Service document, "Transaction `settleState` query codes".
const SETTLED: &[(&str, &str)] =
    &[("0", "Awaiting settlement"), ("1", "Settled"), ("2", "Settlement failed")];

/// Query for the service. A value that the service cannot have is left out.
pub(super) fn query(set: &BTreeMap<String, String>) -> TransactionQuery {
    let text = |key: &str| set.get(key).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let code = |key: &str| text(key).and_then(|text| text.parse().ok());
    let days = text("created").unwrap_or_default();
    let (first, last) = ends(&days);
    let day = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    TransactionQuery {
        created_start: day(first),
        created_end: day(last),
        transaction_id: text("id"),
        acquirer_ref_no: text("rrn"),
        device_id: text("terminal"),
        settle_state: code("settled"),
        state: code("state"),
        ..TransactionQuery::default()
    }
}

/// Filters with this query for the service: the reverse of [`query`].
pub(super) fn filters(query: &TransactionQuery) -> Vec<(&'static str, String)> {
    let day = |day: &Option<String>| day.clone().unwrap_or_default();
    let days = format!("{}..{}", day(&query.created_start), day(&query.created_end));
    let all = [
        ("created", (days != "..").then_some(days)),
        ("state", query.state.map(|code| code.to_string())),
        ("terminal", query.device_id.clone()),
        ("settled", query.settle_state.map(|code| code.to_string())),
        ("id", query.transaction_id.clone()),
        ("rrn", query.acquirer_ref_no.clone()),
    ];
    all.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapline_contract::transaction_state::SettleState;
    use tapline_emv::Scheme;

    #[test]
    fn every_state_and_every_scheme_has_its_words() {
        let states: Vec<_> = STATES.iter().map(|mark| mark.value).collect();
        assert_eq!(states, State::ALL.iter().map(|state| state.name()).collect::<Vec<_>>());
        let schemes: Vec<_> =
            Scheme::ALL.iter().map(|scheme| (scheme.method_code(), scheme.name())).collect();
        assert_eq!(METHODS, schemes);
    }

    #[test]
    fn the_filters_of_the_service_are_sent_and_the_others_are_not() {
        let set = [
            ("created", "2026-11-01.."),
            ("state", "3"),
            ("settled", "x"),
            ("terminal", " SDK-1 "),
            ("tvr", "3.04"),
        ];
        let set = set.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let expected = TransactionQuery {
            created_start: Some("2026-11-01".to_owned()),
            state: Some(3),
            device_id: Some("SDK-1".to_owned()),
            ..TransactionQuery::default()
        };
        assert_eq!(query(&set), expected);
    }

    #[test]
    fn the_filters_of_a_query_have_that_query() {
        let wide = TransactionQuery {
            created_start: Some("2026-11-01".to_owned()),
            state: Some(3),
            settle_state: Some(1),
            device_id: Some("SDK-1".to_owned()),
            transaction_id: Some("T1".to_owned()),
            acquirer_ref_no: Some("12".to_owned()),
            ..TransactionQuery::default()
        };
        for of in [wide.clone(), TransactionQuery { created_end: Some("2026-11-02".to_owned()), ..wide }] {
            let set = filters(&of).into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            assert_eq!(query(&set), of);
        }
        assert_eq!(filters(&TransactionQuery::default()), []);
    }

    #[test]
    fn every_code_of_the_document_can_be_chosen() {
        let codes =
            |values: &[(&str, &str)]| values.iter().map(|(code, _)| (*code).to_owned()).collect::<Vec<_>>();
        let of = |codes: Vec<u8>| codes.into_iter().map(|code| code.to_string()).collect::<Vec<_>>();
        assert_eq!(codes(STATE_CODES), of(State::ALL.iter().map(|state| state.code()).collect()));
        assert_eq!(codes(SETTLED), of(SettleState::ALL.iter().map(|state| state.code()).collect()));
    }
}
