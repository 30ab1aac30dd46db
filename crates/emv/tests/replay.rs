//! Replay agrees with the one function that says what happens at an amount, for every scheme and around every limit.

use proptest::prelude::*;
use tapline_emv::limits::{LimitKind, Limits, Outcome, outcome};
use tapline_emv::replay::{Effect, Effects, Replay, Undecided, decided, on_phone};
use tapline_emv::{MAX_AMOUNT, Scheme};

/// The effects as one would say them, one by one.
fn said(before: Outcome, after: Outcome) -> Vec<Effect> {
    let declined = |outcome| outcome == Outcome::Declined;
    let pin = |outcome| matches!(outcome, Outcome::OfflineWithCvm | Outcome::OnlineWithCvm);
    let online = |outcome| matches!(outcome, Outcome::OnlineNoCvm | Outcome::OnlineWithCvm);
    let mut all = Vec::new();
    if declined(after) && !declined(before) {
        all.push(Effect::Declined);
    }
    if declined(before) && !declined(after) {
        all.push(Effect::NotDeclined);
    }
    if !declined(before) && !declined(after) {
        if pin(after) && !pin(before) {
            all.push(Effect::AsksCvm);
        }
        if pin(before) && !pin(after) {
            all.push(Effect::AsksNoCvm);
        }
        if online(after) && !online(before) {
            all.push(Effect::Online);
        }
        if online(before) && !online(after) {
            all.push(Effect::Offline);
        }
    }
    all.sort_unstable();
    all
}

fn told(effects: Effects) -> Vec<Effect> {
    Effect::ALL.into_iter().filter(|effect| effects.has(*effect)).collect()
}

#[test]
fn two_outcomes_have_these_effects() {
    for before in Outcome::ALL {
        for after in Outcome::ALL {
            let effects = Effects::between(before, after);
            assert_eq!(told(effects), said(before, after), "{before:?} {after:?}");
            assert_eq!(effects.is_empty(), said(before, after).is_empty());
            let mut without_pin = said(before, after);
            without_pin.retain(|effect| !matches!(effect, Effect::AsksCvm | Effect::AsksNoCvm));
            assert_eq!(told(effects.with_phone_check()), without_pin, "{before:?} {after:?}");
        }
    }
}

fn limit() -> impl Strategy<Value = u64> {
    prop_oneof![
        Just(0),
        Just(1),
        Just(99_999_999),
        Just(MAX_AMOUNT),
        Just(MAX_AMOUNT + 7),
        Just(u64::MAX),
        0..200_u64,
        (0..40_u64).prop_map(|fives| fives * 500),
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    (limit(), limit(), limit()).prop_map(|(floor, cvm, transaction)| Limits { floor, cvm, transaction })
}

proptest! {
    #[test]
    fn every_amount_agrees_with_the_rule(scheme in prop::sample::select(&Scheme::ALL[..]), before in limits(), after in limits(), others in prop::collection::vec(0..=MAX_AMOUNT, 0..9)) {
        let replay = Replay::of(scheme, before, after);
        let near = [before, after].into_iter().flat_map(|limits| LimitKind::ALL.map(|kind| limits.get(kind)));
        let near = near.flat_map(|limit| [limit.saturating_sub(1), limit, limit.saturating_add(1)]);
        for amount in near.chain(others).chain([0, 1, MAX_AMOUNT]).filter(|amount| *amount <= MAX_AMOUNT) {
            let expected = said(outcome(scheme, before, amount), outcome(scheme, after, amount));
            prop_assert_eq!(told(replay.effects(amount)), expected, "{} of {:?} {:?} {:?}", amount, scheme, before, after);
        }
        prop_assert!(replay.stretches().len() <= 7, "a few comparisons for each sale");
    }
}

#[test]
fn only_taps_of_sales_are_decided_by_contactless_limits() {
    for (kind, entry, expected) in [
        ("SALE", "NFC", Ok(())),
        ("PRE_AUTH", "contactless", Ok(())),
        ("", "1", Ok(())),
        ("REFUND", "NFC", Err(Undecided::NoSale)),
        ("Void sale", "NFC", Err(Undecided::NoSale)),
        ("REVERSAL", "CHIP", Err(Undecided::NoSale)),
        ("SALE", "CHIP", Err(Undecided::OtherEntry)),
        ("SALE", "ecommerce", Err(Undecided::OtherEntry)),
        ("SALE", "", Err(Undecided::UnknownEntry)),
        ("SALE", "beamed", Err(Undecided::UnknownEntry)),
    ] {
        assert_eq!(decided(kind, entry), expected, "{kind} {entry}");
    }
}

#[test]
fn a_phone_that_verified_its_owner_is_known_by_what_was_performed() {
    for (scheme, performed, expected) in [
        (Scheme::Visa, "CDCVM", true),
        (Scheme::Amex, "cdcvm", true),
        (Scheme::Jcb, " 3 ", true),
        // A Mastercard kernel tells its phone check by the code of a plain PIN, and by 3F0002 up to its CVM limit.
        (Scheme::Mastercard, "010002", true),
        (Scheme::Mastercard, "3F0002", true),
        (Scheme::Visa, "010002", false),
        (Scheme::Visa, "3F0002", false),
        (Scheme::Mastercard, "010001", false),
        (Scheme::Visa, "PIN", false),
        (Scheme::Visa, "NO_CVM", false),
        (Scheme::Visa, "", false),
        (Scheme::Visa, "fingers", false),
    ] {
        assert_eq!(on_phone(scheme, performed), expected, "{scheme:?} {performed}");
    }
}
