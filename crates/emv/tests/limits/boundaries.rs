//! The three amounts at a limit, the EMV book's rule for them, and the values that mean no limit.

use tapline_emv::Outcome::{self, Declined, OnlineNoCvm, OnlineWithCvm};
use tapline_emv::Scheme::{self, Amex, Mastercard, Visa};
use tapline_emv::limits::{around, boundary, is_no_limit};
use tapline_emv::{LimitKind, MAX_AMOUNT};

use super::limits;

/// Amount, outcome, outcome by the book.
type BoundaryRow = (u64, Outcome, Outcome);

#[test]
fn the_book_differs_only_at_exactly_the_limit() {
    let same = |amount, outcome| (amount, outcome, outcome);
    let table: &[(Scheme, LimitKind, [BoundaryRow; 3])] = &[
        (
            Visa,
            LimitKind::Cvm,
            [same(4_999, OnlineNoCvm), same(5_000, OnlineWithCvm), same(5_001, OnlineWithCvm)],
        ),
        (
            Visa,
            LimitKind::Transaction,
            [same(24_999, OnlineWithCvm), (25_000, OnlineWithCvm, Declined), same(25_001, Declined)],
        ),
        (
            Mastercard,
            LimitKind::Cvm,
            [same(4_999, OnlineNoCvm), same(5_000, OnlineNoCvm), same(5_001, OnlineWithCvm)],
        ),
        (
            Mastercard,
            LimitKind::Transaction,
            [same(24_999, OnlineWithCvm), same(25_000, OnlineWithCvm), same(25_001, Declined)],
        ),
        (
            Amex,
            LimitKind::Cvm,
            [same(4_999, OnlineNoCvm), (5_000, OnlineNoCvm, OnlineWithCvm), same(5_001, OnlineWithCvm)],
        ),
        (
            Amex,
            LimitKind::Transaction,
            [same(24_999, OnlineWithCvm), (25_000, OnlineWithCvm, Declined), same(25_001, Declined)],
        ),
    ];
    for (scheme, kind, expected) in table {
        let rows: Vec<_> = boundary(*scheme, limits(0, 5_000, 25_000), *kind)
            .into_iter()
            .map(|row| (row.amount, row.outcome, row.book))
            .collect();
        assert_eq!(rows, expected, "{scheme:?} {kind:?}");
    }
}

#[test]
fn amounts_outside_the_axis_are_left_out() {
    let table: &[(u64, &[u64])] = &[
        (0, &[0, 1]),
        (1, &[0, 1, 2]),
        (MAX_AMOUNT, &[MAX_AMOUNT - 1, MAX_AMOUNT]),
        (u64::MAX, &[MAX_AMOUNT - 1, MAX_AMOUNT]),
    ];
    for (amount, expected) in table {
        let amounts: Vec<u64> =
            around(Visa, limits(0, 0, 0), *amount).into_iter().map(|row| row.amount).collect();
        assert_eq!(amounts, *expected);
    }
}

#[test]
fn runs_of_nines_stand_for_no_limit_and_ordinary_amounts_do_not() {
    let table = [
        (99_999_999, true),
        (999_999_999, true),
        (9_999_999_999, true),
        (9_999_999_900, true),
        (99_999_999_999, true),
        (999_999_999_999, true),
        (1_000_000_000_000, true),
        (9_999_999_999_999, true),
        (u64::MAX, true),
        (5_000_000, false),
        (9_999_999, false),
        (99_999_998, false),
        (100_000_000, false),
        (123_456_789_012, false),
        (999_990_000_000, false),
        (0, false),
    ];
    for (minor, expected) in table {
        assert_eq!(is_no_limit(minor), expected, "{minor}");
    }
}
