//! Which answers of a host ask for a check of the cardholder, by scheme and entry.

use tapline_emv::Scheme::{self, Amex, Mastercard, UnionPay, Visa};
use tapline_emv::why::{Entry, asks_for_check};

#[test]
fn a_code_asks_for_a_check_only_where_its_scheme_means_that() {
    let table: [(&str, Scheme, Entry, bool); 12] = [
        ("1A", Visa, Entry::Tap, true),
        ("1a", Visa, Entry::Chip, true),
        ("1A", Mastercard, Entry::Tap, false),
        ("70", Visa, Entry::Tap, true),
        ("70", Mastercard, Entry::Tap, false),
        ("65", Mastercard, Entry::Tap, true),
        ("65", Mastercard, Entry::Chip, false),
        ("65", Visa, Entry::Tap, false),
        ("65", Amex, Entry::Tap, false),
        ("65", UnionPay, Entry::Tap, false),
        ("55", Visa, Entry::Tap, false),
        ("00", Visa, Entry::Tap, false),
    ];
    for (code, scheme, entry, asks) in table {
        assert_eq!(asks_for_check(code, scheme, entry).is_some(), asks, "{code} {scheme:?} {entry:?}");
    }
}
