//! A value that stands for no limit is none, whichever of the three limits it is: outcome, zones, sentences and findings agree.

use tapline_emv::Outcome::{Declined, OfflinePossible, OfflineWithCvm, OnlineNoCvm, OnlineWithCvm};
use tapline_emv::Presented::Card;
use tapline_emv::Scheme::{self, Mastercard, Visa};
use tapline_emv::limits::{outcome, unreachable, zones};
use tapline_emv::words::{effective_lane, explain, limit_in_words, told_zones};
use tapline_emv::{Currency, LimitKind, Limits, MAX_AMOUNT, Subject, check};

use super::limits;
use super::third_trial::given;

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
fn sentences_zones_and_findings_say_the_same_of_no_limit() {
    let euro = Currency::euro();
    let params = given("TTQ=26004080");
    let none = 99_999_999;
    for (given, title) in [
        (limits(0, none, none), "Online, no PIN"),
        (limits(none, none, none), "Offline possible, no PIN"),
        (limits(none, none, 20_000_000), "Offline possible, no PIN"),
    ] {
        for amount in [6_000, none, 12_000_000].into_iter().filter(|amount| *amount <= given.transaction) {
            let answer = explain(Visa, given, &params, &euro, amount, Card);
            assert_eq!(answer.title, title, "{given:?} {amount}");
            assert!(
                answer.sentence.contains("stands for no limit, so it asks for no PIN"),
                "{}",
                answer.sentence
            );
            assert!(!answer.sentence.contains("from the limit"), "{}", answer.sentence);
            assert_eq!(answer.sentence.matches("CVM limit").count(), 1, "{}", answer.sentence);
            let (_, lane, why) = effective_lane(Visa, given, &params, &euro, amount, Card);
            assert!(title.to_lowercase().starts_with(&lane.to_lowercase()), "{lane} {why}");
            assert!(why.contains("“no limit”"), "{why}");
        }
        let asks = |words: &str| words.contains("PIN or");
        assert!(told_zones(Visa, given, &params, Card).iter().all(|zone| !asks(&zone.words)), "{given:?}");
        let words = limit_in_words(Visa, LimitKind::Cvm, given.cvm, &params, &euro);
        assert_eq!(words, "PIN or phone check never asked by this limit (no limit)");
        let missed = unreachable(Visa, given);
        let missed =
            missed.iter().find(|zone| zone.limit == LimitKind::Cvm).expect("the CVM limit asks nothing");
        assert_eq!(
            missed.sentence(&euro),
            "The CVM limit of 999,999.99 EUR stands for no limit, so it asks for no PIN or phone check."
        );
    }
}

#[test]
fn what_a_terminal_does_that_takes_the_number_is_said_beyond_it_alone() {
    let euro = Currency::euro();
    let none = 99_999_999;
    let told = |given: Limits, amount| explain(Visa, given, &reader(), &euro, amount, Card).note;
    let beyond = |noun: &str, effect: &str| {
        format!(
            "A {noun} of 999,999.99 stands for no limit; a terminal that takes it as a number {effect} it."
        )
    };
    for (given, amount, expected) in [
        (limits(0, none, none), 6_000, None),
        (limits(0, none, none), none, Some(beyond("CVM limit", "asks for a PIN or phone check from"))),
        (
            limits(0, none, none),
            none + 1,
            Some(format!(
                "{} {}",
                beyond("transaction limit", "declines above"),
                beyond("CVM limit", "asks for a PIN or phone check from")
            )),
        ),
        (limits(none, 5_000, 200_000_000), none, None),
        (limits(none, 5_000, 200_000_000), none + 1, Some(beyond("floor limit", "goes online above"))),
    ] {
        assert_eq!(told(given, amount), expected, "{given:?} {amount}");
    }
}

fn reader() -> tapline_emv::Params {
    given("TTQ=26004080")
}

#[test]
fn no_advice_is_given_to_raise_what_is_no_limit() {
    let none = 99_999_999;
    for (scheme, text, limits) in [
        (Visa, "TTQ=26004080", limits(0, none, none)),
        (Visa, "TTQ=26004080", limits(0, none, 25_000)),
        (Visa, "TTQ=2E004080", limits(none, none, none)),
        (Mastercard, "DF8118=60 DF8119=08 DF811B=A0 flag=true", limits(none, none, none)),
    ] {
        let euro = Currency::euro();
        let mut params = given(text);
        for kind in LimitKind::ALL {
            params.insert(kind.param().to_owned(), tapline_emv::Value::Number(limits.get(kind)));
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
        let cvm = found.iter().find(|finding| finding.id == "C01").expect("no amount asks");
        assert!(cvm.message.contains("Lower the CVM limit."), "{}", cvm.message);
        assert!(found.iter().all(|finding| !finding.message.contains("raise")), "{found:?}");
        // Nothing is said of amounts that would have to go online, or be asked, above no limit.
        let idle = ["C03", "C04", "C05", "C06"];
        assert!(found.iter().all(|finding| !idle.contains(&finding.id)), "{found:?}");
    }
}
