//! The axis cut into zones, and the zones that are never reached.

use tapline_emv::Outcome::{self, Declined, OfflinePossible, OfflineWithCvm, OnlineNoCvm, OnlineWithCvm};
use tapline_emv::Scheme::{self, Amex, Discover, Mastercard, UnionPay, Visa};
use tapline_emv::limits::{unreachable, zones};
use tapline_emv::{LimitKind, Limits, MAX_AMOUNT};

use super::limits;

/// First amount and outcome of each zone.
type Starts<'a> = &'a [(u64, Outcome)];

/// Limit and first amount of each zone that is not reached.
type Missed<'a> = &'a [(LimitKind, u64)];

#[test]
fn the_zones_are_those_of_the_picture() {
    let table: &[(Scheme, Limits, Starts<'_>)] = &[
        (
            Visa,
            limits(1_000, 5_000, 20_000),
            &[(0, OfflinePossible), (1_001, OnlineNoCvm), (5_000, OnlineWithCvm), (20_001, Declined)],
        ),
        (
            Mastercard,
            limits(0, 5_000, 25_000),
            &[(0, OfflinePossible), (1, OnlineNoCvm), (5_001, OnlineWithCvm), (25_001, Declined)],
        ),
        (
            UnionPay,
            limits(4_000, 3_000, 99_999_999),
            &[(0, OfflinePossible), (3_000, OfflineWithCvm), (4_001, OnlineWithCvm)],
        ),
        (Discover, limits(0, 10_000, 8_000), &[(0, OfflinePossible), (1, OnlineNoCvm), (8_001, Declined)]),
        (
            Visa,
            limits(0, 8_000, 8_000),
            &[(0, OfflinePossible), (1, OnlineNoCvm), (8_000, OnlineWithCvm), (8_001, Declined)],
        ),
        (Visa, limits(0, 1, 8_000), &[(0, OfflinePossible), (1, OnlineWithCvm), (8_001, Declined)]),
        (Amex, limits(MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT), &[(0, OfflinePossible)]),
        (Visa, limits(MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT), &[(0, OfflinePossible)]),
        (
            Visa,
            limits(MAX_AMOUNT, 99_999_998, MAX_AMOUNT),
            &[(0, OfflinePossible), (99_999_998, OfflineWithCvm)],
        ),
        (Visa, limits(0, 0, 0), &[(0, OfflineWithCvm), (1, Declined)]),
    ];
    for (scheme, limits, expected) in table {
        let zones = zones(*scheme, *limits);
        let starts: Vec<(u64, Outcome)> = zones.iter().map(|zone| (zone.from, zone.outcome)).collect();
        assert_eq!(starts, *expected, "{scheme:?} {limits:?}");
        let ends: Vec<Option<u64>> = zones.iter().map(|zone| zone.to).collect();
        let next: Vec<Option<u64>> =
            zones.iter().skip(1).map(|zone| Some(zone.from - 1)).chain([None]).collect();
        assert_eq!(ends, next);
    }
}

#[test]
fn a_limit_that_begins_above_the_transaction_limit_is_never_reached() {
    let cvm = |from| (LimitKind::Cvm, from);
    let floor = |from| (LimitKind::Floor, from);
    let table: &[(Scheme, Limits, Missed<'_>)] = &[
        (Visa, limits(0, 5_000, 20_000), &[]),
        (Visa, limits(0, 20_000, 20_000), &[]),
        (Visa, limits(0, 20_001, 20_000), &[cvm(20_001)]),
        (Mastercard, limits(0, 19_999, 20_000), &[]),
        (Mastercard, limits(0, 20_000, 20_000), &[cvm(20_001)]),
        (Amex, limits(0, 99_999_999, 10_000), &[cvm(100_000_000)]),
        (Visa, limits(19_999, 5_000, 20_000), &[]),
        (Visa, limits(20_000, 5_000, 20_000), &[floor(20_001)]),
        (Mastercard, limits(0, 5_000, 0), &[cvm(5_001)]),
        (Mastercard, limits(0, MAX_AMOUNT, MAX_AMOUNT), &[cvm(MAX_AMOUNT)]),
    ];
    for (scheme, limits, expected) in table {
        let found: Vec<(LimitKind, u64)> =
            unreachable(*scheme, *limits).iter().map(|zone| (zone.limit, zone.from)).collect();
        assert_eq!(found, *expected, "{scheme:?} {limits:?}");
    }
}
