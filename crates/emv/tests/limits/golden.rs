//! Floor 0, CVM 50.00, transaction 250.00 and a few other rows, typed by hand per scheme.

use tapline_emv::Outcome::{self, Declined, OfflinePossible, OfflineWithCvm, OnlineNoCvm, OnlineWithCvm};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::limits::{outcome, rule};
use tapline_emv::{Comparison, LimitKind};

use super::limits;

const FROM: [Scheme; 4] = [Visa, UnionPay, Discover, Jcb];
const ABOVE: [Scheme; 2] = [Mastercard, Amex];

fn check(schemes: &[Scheme], limits: tapline_emv::Limits, table: &[(u64, Outcome)]) {
    for scheme in schemes {
        for (amount, expected) in table {
            assert_eq!(outcome(*scheme, limits, *amount), *expected, "{scheme:?} {limits:?} {amount}");
        }
    }
}

#[test]
fn visa_unionpay_discover_and_jcb_ask_from_the_cvm_limit() {
    check(
        &FROM,
        limits(0, 5_000, 25_000),
        &[
            (0, OfflinePossible),
            (1, OnlineNoCvm),
            (4_999, OnlineNoCvm),
            (5_000, OnlineWithCvm),
            (5_001, OnlineWithCvm),
            (24_999, OnlineWithCvm),
            (25_000, OnlineWithCvm),
            (25_001, Declined),
            (u64::MAX, Declined),
        ],
    );
}

#[test]
fn mastercard_and_amex_ask_above_the_cvm_limit() {
    check(
        &ABOVE,
        limits(0, 5_000, 25_000),
        &[
            (0, OfflinePossible),
            (1, OnlineNoCvm),
            (4_999, OnlineNoCvm),
            (5_000, OnlineNoCvm),
            (5_001, OnlineWithCvm),
            (24_999, OnlineWithCvm),
            (25_000, OnlineWithCvm),
            (25_001, Declined),
            (u64::MAX, Declined),
        ],
    );
}

#[test]
fn a_floor_limit_keeps_sales_offline_up_to_and_including_it() {
    check(
        &Scheme::ALL,
        limits(1_000, 5_000, 25_000),
        &[(0, OfflinePossible), (999, OfflinePossible), (1_000, OfflinePossible), (1_001, OnlineNoCvm)],
    );
}

#[test]
fn a_cvm_limit_below_the_floor_limit_is_a_fifth_outcome() {
    let limits = limits(4_000, 3_000, 25_000);
    let after = [(3_001, OfflineWithCvm), (4_000, OfflineWithCvm), (4_001, OnlineWithCvm)];
    check(&Scheme::ALL, limits, &after);
    check(&FROM, limits, &[(2_999, OfflinePossible), (3_000, OfflineWithCvm)]);
    check(&ABOVE, limits, &[(2_999, OfflinePossible), (3_000, OfflinePossible)]);
}

#[test]
fn a_cvm_limit_of_zero_always_asks_where_the_scheme_asks_from_the_limit() {
    check(&FROM, limits(0, 0, 100), &[(0, OfflineWithCvm), (1, OnlineWithCvm)]);
    check(&ABOVE, limits(0, 0, 100), &[(0, OfflinePossible), (1, OnlineWithCvm)]);
}

#[test]
fn a_transaction_limit_of_zero_declines_everything_above_zero() {
    check(&Scheme::ALL, limits(0, 5_000, 0), &[(0, OfflinePossible), (1, Declined)]);
}

#[test]
fn operators_are_those_of_the_service_document_with_the_books_beside_them() {
    let table: &[(&[Scheme], LimitKind, &str, &str, &str)] = &[
        (&Scheme::ALL, LimitKind::Floor, ">", ">", ""),
        (&FROM, LimitKind::Cvm, "≥", "≥", "EMV Book B v2.5, 3.1.1.8"),
        (&[Mastercard], LimitKind::Cvm, ">", ">", "EMV Book C-2, S456.30"),
        (&[Amex], LimitKind::Cvm, ">", "≥", "EMV Book B v2.5, 3.1.1.8"),
        (&FROM, LimitKind::Transaction, ">", "≥", "EMV Book B v2.5, 3.1.1.5"),
        (&[Mastercard], LimitKind::Transaction, ">", ">", "EMV Book C-2, S456.14"),
        (&[Amex], LimitKind::Transaction, ">", "≥", "EMV Book B v2.5, 3.1.1.5"),
    ];
    for (schemes, kind, service, book, source) in table {
        for scheme in *schemes {
            let rule = rule(*scheme, *kind);
            assert_eq!((rule.service.symbol(), rule.book.symbol()), (*service, *book), "{scheme:?} {kind:?}");
            assert!(rule.book_source.starts_with(source), "{}", rule.book_source);
            assert_eq!(rule.limit, *kind);
            let silent = *kind == LimitKind::Floor;
            assert_eq!(rule.source.starts_with("Service document"), !silent, "{}", rule.source);
        }
    }
}

#[test]
fn a_comparison_holds_from_its_first_amount() {
    let table = [
        (Comparison::AtLeast, 0, Some(0)),
        (Comparison::AtLeast, 999_999_999_999, Some(999_999_999_999)),
        (Comparison::AtLeast, 1_000_000_000_000, None),
        (Comparison::Above, 0, Some(1)),
        (Comparison::Above, 999_999_999_998, Some(999_999_999_999)),
        (Comparison::Above, 999_999_999_999, None),
        (Comparison::Above, u64::MAX, None),
    ];
    for (comparison, limit, first) in table {
        assert_eq!(comparison.first(limit), first, "{comparison:?} {limit}");
        if let Some(first) = first {
            assert!(comparison.holds(first, limit));
            assert!(first == 0 || !comparison.holds(first - 1, limit));
        }
    }
    assert_eq!((Comparison::AtLeast.word(), Comparison::Above.word()), ("from", "above"));
    assert_eq!((Comparison::AtLeast.opposite(), Comparison::Above.opposite()), ("<", "≤"));
}

#[test]
fn every_outcome_has_its_words_and_key() {
    let table = [
        (OfflinePossible, "off", "offline possible"),
        (OfflineWithCvm, "offcvm", "offline possible, PIN or phone unlock"),
        (OnlineNoCvm, "on", "online, no PIN"),
        (OnlineWithCvm, "cvm", "online, PIN or phone unlock"),
        (Declined, "dec", "declined"),
    ];
    assert_eq!(table.map(|(outcome, ..)| outcome), Outcome::ALL);
    for (outcome, key, words) in table {
        assert_eq!((outcome.key(), outcome.words()), (key, words));
    }
}
