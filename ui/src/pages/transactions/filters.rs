//! What a list of transactions can be filtered by. Service document, "List transactions"; the rest is done on this computer.

use std::collections::BTreeMap;

use tapline_contract::transaction::TransactionQuery;
use tapline_contract::transaction_state::State;

use super::columns::METHODS;
use crate::widgets::grid::filter::{FilterKind, FilterRow, ends, here, service};

pub(super) const FILTERS: &[FilterRow] = &[
    service("created", "Created", FilterKind::Days).always(),
    service("state", "Status", FilterKind::OneOf(STATES)).always(),
    service("terminal", "Terminal", FilterKind::Text { hint: "The whole id, such as SDK-100012" }).always(),
    service("settled", "Settled", FilterKind::OneOf(SETTLED)),
    service("id", "Transaction id", FilterKind::Text { hint: "The whole id" }),
    service("rrn", "Acquirer reference", FilterKind::Text { hint: "The whole number (RRN)" }),
    here("amount.value", "Amount", FilterKind::Money),
    here("paymentMethod", "Method", FilterKind::OneOf(METHODS)),
    here("tranStatus", "Status text", FilterKind::Text { hint: "A part of it, such as VOID" }),
    here("tranType", "Type", FilterKind::Text { hint: "A part of it, such as SALE" }),
    here("cvmPerformed", "CVM performed", FilterKind::Text { hint: "A part of it, such as PIN" }),
    here("tvr", "TVR bit", FilterKind::Bits(TVR)),
    here("mchName", "Merchant", FilterKind::Text { hint: "A part of the name" }),
    here("accountMasked", "Card", FilterKind::Text { hint: "Such as the last four digits" }),
];

/// Service document, "Transaction `state` query codes".
const STATES: &[(&str, &str)] = &[
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
const SETTLED: &[(&str, &str)] = &[("0", "Waits for settling"), ("1", "Settled"), ("2", "Settling failed")];

/// Bits that support asks for, by byte and mask. EMV Book 3, table 46 (terminal verification results).
const TVR: &[(u8, u8, &str)] = &[
    (1, 0x80, "B1 b8 offline data authentication not performed"),
    (1, 0x40, "B1 b7 SDA failed"),
    (1, 0x20, "B1 b6 card data missing"),
    (1, 0x10, "B1 b5 card on the exception file"),
    (1, 0x08, "B1 b4 DDA failed"),
    (1, 0x04, "B1 b3 CDA failed"),
    (2, 0x80, "B2 b8 card and terminal versions differ"),
    (2, 0x40, "B2 b7 application expired"),
    (2, 0x20, "B2 b6 application not yet effective"),
    (2, 0x10, "B2 b5 service not allowed for the card"),
    (2, 0x08, "B2 b4 new card"),
    (3, 0x80, "B3 b8 cardholder verification failed"),
    (3, 0x40, "B3 b7 unknown CVM"),
    (3, 0x20, "B3 b6 PIN tries exceeded"),
    (3, 0x10, "B3 b5 PIN pad missing or broken"),
    (3, 0x08, "B3 b4 PIN not entered"),
    (3, 0x04, "B3 b3 online PIN entered"),
    (4, 0x80, "B4 b8 exceeds the floor limit"),
    (4, 0x40, "B4 b7 lower limit of offline sales exceeded"),
    (4, 0x20, "B4 b6 upper limit of offline sales exceeded"),
    (4, 0x10, "B4 b5 chosen at random for online"),
    (4, 0x08, "B4 b4 merchant forced online"),
    (5, 0x80, "B5 b8 default TDOL used"),
    (5, 0x40, "B5 b7 issuer authentication failed"),
    (5, 0x20, "B5 b6 script failed before the last cryptogram"),
    (5, 0x10, "B5 b5 script failed after the last cryptogram"),
];

/// What is sent. A value that cannot be one of the service is left out.
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

#[cfg(test)]
mod tests {
    use tapline_contract::transaction_state::SettleState;

    use super::*;

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
    fn every_code_of_the_document_can_be_chosen() {
        let codes =
            |values: &[(&str, &str)]| values.iter().map(|(code, _)| (*code).to_owned()).collect::<Vec<_>>();
        let of = |codes: Vec<u8>| codes.into_iter().map(|code| code.to_string()).collect::<Vec<_>>();
        assert_eq!(codes(STATES), of(State::ALL.iter().map(|state| state.code()).collect()));
        assert_eq!(codes(SETTLED), of(SettleState::ALL.iter().map(|state| state.code()).collect()));
    }
}
