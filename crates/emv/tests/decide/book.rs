//! A reader that follows the EMV books strictly: another result at exactly a limit, with the parameters read as well.

use tapline_emv::LimitKind;

use super::{at, code};

#[test]
fn the_book_differs_at_exactly_the_limit_where_the_parameters_let_it() {
    for (scheme, values, amount, presented, expected) in [
        ("Amex", "9F6E=18E00003 9F35=23", 5_000, "card", None),
        ("Amex", "9F6E=10000003", 5_000, "card", Some("no method")),
        ("Amex", "9F6E=18E00003", 5_000, "card", Some("on pin|sig")),
        ("Amex", "9F6E=18E00003", 5_000, "phone", Some("on phone")),
        ("Amex", "9F6E=18200003", 5_000, "card", Some("on sig")),
        ("Amex", "", 5_000, "card", Some("on pin|phone")),
        ("Amex", "9F6E=18E00003", 4_999, "card", None),
        ("Amex", "9F6E=18E08003", 20_000, "card", None),
        ("Amex", "9F6E=10000003", 20_000, "card", None),
        ("Visa", "TTQ=24004000", 5_000, "card", None),
        ("Visa", "TTQ=24004000", 20_000, "card", Some("declined")),
        ("Visa", "TTQ=24004000", 20_001, "card", None),
        ("Visa", "TTQ=20004000", 20_000, "card", None),
        ("Visa", "TTQ=20004000", 20_000, "phone", Some("declined")),
        ("Visa", "TTQ=24004000 9F35=23", 20_000, "card", None),
        ("Mastercard", "", 5_000, "card", None),
        ("Mastercard", "", 20_000, "card", None),
    ] {
        let book = at(scheme, "0/5000/20000", values, amount, presented).book;
        assert_eq!(book.map(|book| code(book.result)).as_deref(), expected, "{scheme} {values} {amount}");
        let limit = if amount == 5_000 { LimitKind::Cvm } else { LimitKind::Transaction };
        assert!(book.is_none_or(|book| book.limit == limit));
    }
}
