//! Properties of any limits and amounts, even of absurd ones.

use proptest::prelude::*;
use tapline_emv::limits::{around, boundary, outcome, unreachable, zones};
use tapline_emv::{LimitKind, Limits, MAX_AMOUNT, Outcome, Scheme};

/// Small figures meet each other often; the rest are the edges and everything else.
fn amount() -> impl Strategy<Value = u64> {
    prop_oneof![
        8 => 0_u64..=12,
        1 => prop::sample::select(vec![99_999_999, MAX_AMOUNT - 1, MAX_AMOUNT, MAX_AMOUNT + 1, u64::MAX]),
        2 => 0..=MAX_AMOUNT,
    ]
}

fn any_limits() -> impl Strategy<Value = Limits> {
    (amount(), amount(), amount()).prop_map(|(floor, cvm, transaction)| Limits { floor, cvm, transaction })
}

fn scheme() -> impl Strategy<Value = Scheme> {
    prop::sample::select(Scheme::ALL.to_vec())
}

proptest! {
    #[test]
    fn zones_cover_the_axis_without_gap_or_overlap(scheme in scheme(), limits in any_limits()) {
        let zones = zones(scheme, limits);
        prop_assert_eq!(zones.first().map(|zone| zone.from), Some(0));
        prop_assert_eq!(zones.last().map(|zone| zone.to), Some(None));
        for pair in zones.windows(2) {
            prop_assert_eq!(pair[0].to.map(|to| to + 1), Some(pair[1].from));
            prop_assert!(pair[0].outcome != pair[1].outcome);
            prop_assert!(pair[1].from <= MAX_AMOUNT);
        }
    }

    #[test]
    fn a_zone_has_the_outcome_of_its_amounts(scheme in scheme(), limits in any_limits(), amount in amount()) {
        let amount = amount.min(MAX_AMOUNT);
        for zone in zones(scheme, limits) {
            let end = zone.to.unwrap_or(MAX_AMOUNT);
            prop_assert_eq!(outcome(scheme, limits, zone.from), zone.outcome);
            prop_assert_eq!(outcome(scheme, limits, end), zone.outcome);
            if (zone.from..=end).contains(&amount) {
                prop_assert_eq!(outcome(scheme, limits, amount), zone.outcome);
            }
        }
    }

    #[test]
    fn a_larger_amount_never_loosens(scheme in scheme(), limits in any_limits(), one in amount(), other in amount()) {
        let [less, more] = [one.min(other), one.max(other)].map(|amount| outcome(scheme, limits, amount));
        if less == Outcome::Declined {
            prop_assert_eq!(more, Outcome::Declined);
        }
        if less.asks_cvm() {
            prop_assert!(more.asks_cvm() || more == Outcome::Declined);
        }
        if less.goes_online() {
            prop_assert!(more.goes_online() || more == Outcome::Declined);
        }
    }

    #[test]
    fn unreachable_means_that_no_zone_has_it(scheme in scheme(), limits in any_limits()) {
        let zones = zones(scheme, limits);
        let found = |kind| unreachable(scheme, limits).iter().any(|zone| zone.limit == kind);
        prop_assert_eq!(found(LimitKind::Cvm), !zones.iter().any(|zone| zone.outcome.asks_cvm()));
        // A floor limit of 0 is for readers that are online only: no amount could miss it.
        let misses_floor = limits.floor > 0 && !zones.iter().any(|zone| zone.outcome.goes_online());
        prop_assert_eq!(found(LimitKind::Floor), misses_floor);
        prop_assert!(!found(LimitKind::Transaction));
    }

    #[test]
    fn the_book_is_never_looser_and_differs_only_at_a_limit(
        scheme in scheme(),
        limits in any_limits(),
        amount in amount(),
    ) {
        for row in around(scheme, limits, amount) {
            prop_assert_eq!(row.outcome, outcome(scheme, limits, row.amount));
            prop_assert!(row.book >= row.outcome);
            if row.book != row.outcome {
                prop_assert!(row.amount == limits.cvm || row.amount == limits.transaction);
                prop_assert!(scheme != Scheme::Mastercard);
            }
        }
        for kind in LimitKind::ALL {
            let rows = boundary(scheme, limits, kind);
            prop_assert!(rows.iter().any(|row| row.amount == limits.get(kind).min(MAX_AMOUNT)));
        }
    }

    #[test]
    fn moving_one_limit_leaves_the_others(limits in any_limits(), minor in amount()) {
        for moved in LimitKind::ALL {
            for kind in LimitKind::ALL {
                let expected = if kind == moved { minor } else { limits.get(kind) };
                prop_assert_eq!(limits.with(moved, minor).get(kind), expected);
            }
        }
    }
}
