//! A value that means no limit is no limit, whichever of the three limits it is: outcome, zones, sentences and findings agree.

use tapline_emv::Outcome::{Declined, OfflinePossible, OfflineWithCvm, OnlineNoCvm, OnlineWithCvm};
use tapline_emv::Scheme::{self, Amex, Discover, Mastercard, Visa};
use tapline_emv::limits::{outcome, unreachable, zones};
use tapline_emv::{Currency, LimitKind, MAX_AMOUNT, Params, Subject, Unreachable, Value, check};

use super::limits;

const NONE: [u64; 4] = [99_999_999, 9_999_999_900, 999_999_999_999, 9_999_999_999_999];
const AMOUNTS: [u64; 6] = [1, 6_000, 99_999_998, 99_999_999, 100_000_000, MAX_AMOUNT];

#[test]
fn no_amount_is_beyond_no_limit() {
    for none in NONE {
        for (given, expected) in [
            (limits(0, 5_000, none), OnlineWithCvm),
            (limits(0, none, none), OnlineNoCvm),
            (limits(none, 5_000, none), OfflineWithCvm),
            (limits(none, none, none), OfflinePossible),
            (limits(none, 5_000, 5_999), Declined),
        ] {
            for scheme in Scheme::ALL {
                let at = |amount: u64| outcome(scheme, given, amount);
                assert!(AMOUNTS.iter().skip(1).all(|amount| at(*amount) == expected), "{scheme:?} {given:?}");
                let last = zones(scheme, given).pop().map(|zone| zone.outcome);
                assert_eq!(last, Some(expected), "{scheme:?} {given:?}");
            }
        }
    }
}

#[test]
fn a_limit_that_is_met_is_never_exceeded() {
    for (scheme, given, expected) in [
        (Amex, limits(0, 25_000, 25_000), Some("never exceeded")),
        (Mastercard, limits(0, 25_000, 25_000), Some("never exceeded")),
        (Mastercard, limits(0, 25_001, 25_000), Some("never reached")),
        (Visa, limits(0, 25_000, 25_000), None),
        (Visa, limits(0, 25_001, 25_000), Some("never reached")),
        (Visa, limits(25_000, 5_000, 25_000), Some("never exceeded")),
        (Discover, limits(25_001, 5_000, 25_000), Some("never reached")),
    ] {
        let found = unreachable(scheme, given);
        assert_eq!(found.first().map(Unreachable::never), expected, "{scheme:?} {given:?}");
        assert!(found.len() < 2);
    }
}

#[test]
fn nothing_is_found_about_amounts_above_no_limit() {
    let none = 99_999_999;
    for (scheme, text, limits) in [
        (Visa, "terminalTransactionQualifiers=26004080", limits(0, none, none)),
        (Visa, "terminalTransactionQualifiers=26004080", limits(0, none, 25_000)),
        (Visa, "terminalTransactionQualifiers=2E004080", limits(none, none, none)),
        (
            Mastercard,
            "cvmCapabilityCVMRequired=60 cvmCapabilityNoCVM=08 kernelConfiguration=A0 isNewCVMRuleForMC=true",
            limits(none, none, none),
        ),
    ] {
        let euro = Currency::euro();
        let mut params: Params = text
            .split_whitespace()
            .filter_map(|part| part.split_once('='))
            .map(|(key, text)| (key.to_owned(), Value::Text(text.to_owned())))
            .collect();
        for kind in LimitKind::ALL {
            params.insert(kind.param().to_owned(), Value::Number(limits.get(kind)));
        }
        let found = check(&Subject {
            name: "",
            method: scheme.method_code(),
            scheme: Some(scheme),
            params: &params,
            currency: &euro,
            reference: None,
            siblings: &[],
            terminals: None,
        });
        assert!(found.iter().any(|finding| finding.id == "C01"), "no amount asks");
        // No finding about amounts above "no limit", which would have to go online or be verified.
        let idle = ["C03", "C04", "C05", "C06"];
        assert!(found.iter().all(|finding| !idle.contains(&finding.id)), "{found:?}");
    }
}
