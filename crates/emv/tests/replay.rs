//! Replay agrees with the one function that says what happens at an amount, for every scheme, around every limit and with all
//! parameters.

use proptest::prelude::*;
use tapline_emv::limits::{LimitKind, Limits, Outcome};
use tapline_emv::replay::{Effect, Effects, Happens, Replay, Undecided, decided, deciding, on_phone};
use tapline_emv::words::{Check, Side, asked, contradict, told};
use tapline_emv::{MAX_AMOUNT, Params, Presented, Scheme, Value, param};

/// The effects as one would say them, one by one.
fn said(before: Happens, after: Happens) -> Vec<Effect> {
    let declined = |of: Happens| of.outcome == Outcome::Declined;
    let online = |of: Happens| matches!(of.outcome, Outcome::OnlineNoCvm | Outcome::OnlineWithCvm);
    if before.is_contradicted || after.is_contradicted {
        return vec![Effect::Unknown];
    }
    let mut all = Vec::new();
    if declined(after) && !declined(before) {
        all.push(Effect::Declined);
    }
    if declined(before) && !declined(after) {
        all.push(Effect::NotDeclined);
    }
    if !declined(before) && !declined(after) {
        match (before.check, after.check) {
            (None, Some(_)) => all.push(Effect::AsksCvm),
            (Some(_), None) => all.push(Effect::AsksNoCvm),
            (Some(was), Some(is)) if was == is => {}
            (Some(Check::Any), Some(_)) | (Some(_), Some(Check::Any)) => all.push(Effect::Unknown),
            (Some(_), Some(_)) => all.push(Effect::AsksOtherCvm),
            (None, None) => {}
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

fn listed(effects: Effects) -> Vec<Effect> {
    Effect::ALL.into_iter().filter(|effect| effects.has(*effect)).collect()
}

#[test]
fn two_outcomes_have_these_effects() {
    let checks =
        [None, Some(Check::Pin), Some(Check::Signature), Some(Check::PinOrSignature), Some(Check::Any)];
    let all: Vec<Happens> = Outcome::ALL
        .into_iter()
        .flat_map(|outcome| checks.map(|check| (outcome, check)))
        .flat_map(|(outcome, check)| {
            [false, true].map(|is_contradicted| Happens { outcome, check, is_contradicted })
        })
        .collect();
    for before in &all {
        for after in &all {
            let effects = Effects::between(*before, *after);
            assert_eq!(listed(effects), said(*before, *after), "{before:?} {after:?}");
            assert_eq!(effects.is_empty(), said(*before, *after).is_empty());
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

/// Some of the parameters that decide, some that do not, in any spelling.
fn params() -> impl Strategy<Value = Params> {
    let byte = || any::<u8>();
    let text = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    let four = (byte(), byte(), byte(), byte()).prop_map(move |(a, b, c, d)| text(&[a, b, c, d]));
    let amex = (byte(), byte(), byte(), byte()).prop_map(move |(a, b, c, d)| text(&[a | 0x10, b, c, d]));
    let one = || byte().prop_map(|byte| format!("{byte:02X}"));
    let kind = prop::sample::select(vec!["21", " 22", "23", "26", "x"]).prop_map(str::to_owned);
    let flag = prop::sample::select(vec!["true", "FALSE", "", "1"]).prop_map(str::to_owned);
    let risk = any::<[u8; 8]>().prop_map(move |bytes| text(&bytes));
    let keys = [
        (param::TTQ, four.boxed()),
        (param::AMEX_ENHANCED, amex.boxed()),
        (param::CVM_REQUIRED, one().boxed()),
        (param::NO_CVM, one().boxed()),
        (param::KERNEL_CONFIGURATION, one().boxed()),
        (param::TERMINAL_TYPE, kind.boxed()),
        (param::NEW_CVM_RULE, flag.boxed()),
        (param::RISK_DATA, risk.boxed()),
        (param::APP_VERSION, one().boxed()),
    ];
    let values = keys.map(|(key, text)| {
        prop::option::of(text).prop_map(move |text| Some((key.to_owned(), Value::Text(text?))))
    });
    values.to_vec().prop_map(|values| values.into_iter().flatten().collect())
}

fn happens(side: Side<'_>, amount: u64, presented: Presented) -> Happens {
    let (outcome, check) = asked(side, amount, presented);
    let is_contradicted = outcome != Outcome::Declined && contradict(side.scheme, side.params);
    Happens { outcome, check, is_contradicted }
}

proptest! {
    #[test]
    fn every_amount_agrees_with_the_rule(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in (limits(), limits()), params in (params(), params()),
        others in prop::collection::vec(0..=MAX_AMOUNT, 0..9),
    ) {
        let before = Side { scheme, limits: limits.0, params: &params.0 };
        let after = Side { scheme, limits: limits.1, params: &params.1 };
        let replay = Replay::of(before, after);
        let near = [limits.0, limits.1].into_iter().flat_map(|limits| LimitKind::ALL.map(|kind| limits.get(kind)));
        let near = near.flat_map(|limit| [limit.saturating_sub(1), limit, limit.saturating_add(1)]);
        for amount in near.chain(others).chain([0, 1, MAX_AMOUNT]).filter(|amount| *amount <= MAX_AMOUNT) {
            for presented in [Presented::Card, Presented::Phone] {
                let [was, is] = [before, after].map(|side| happens(side, amount, presented));
                let went = replay.went(amount, presented == Presented::Phone).unwrap();
                prop_assert_eq!((went.before, went.after), (was, is), "{} {:?}", amount, presented);
                prop_assert_eq!(listed(went.effects), said(was, is), "{} {:?}", amount, presented);
            }
        }
        prop_assert!(replay.stretches().len() <= 8, "a few comparisons for each sale");
    }

    #[test]
    fn what_decides_is_all_that_decides(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in limits(), params in params(), amount in 0..30_000_u64,
    ) {
        let few = deciding(&params);
        prop_assert_eq!(&deciding(&few), &few);
        for presented in [Presented::Card, Presented::Phone] {
            let [all, few] = [&params, &few].map(|params| happens(Side { scheme, limits, params }, amount, presented));
            prop_assert_eq!(all, few, "{:?}", &params);
        }
    }

    /// A check is counted exactly where a sentence about a card speaks of one.
    #[test]
    fn no_count_contradicts_the_sentence(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in limits(), params in params(), amount in 0..30_000_u64,
    ) {
        let words = told(scheme, limits, &params, amount, Presented::Card);
        let happens = happens(Side { scheme, limits, params: &params }, amount, Presented::Card);
        let is_open = happens.is_contradicted || words.starts_with("possibly");
        match happens.check.filter(|_| !is_open) {
            Some(Check::Pin) => prop_assert!(words.contains("PIN") && !words.contains("signature"), "{}", words),
            Some(Check::Signature) => prop_assert!(words.contains("signature") && !words.contains("PIN"), "{}", words),
            Some(Check::PinOrSignature) => prop_assert!(words.contains("PIN") && words.contains("signature"), "{}", words),
            Some(Check::Any) => prop_assert!(words.contains("PIN") || words.contains("phone") || words.contains("signature"), "{}", words),
            None => {}
        }
        if happens.check.is_none() && !is_open && happens.outcome != Outcome::Declined {
            prop_assert!(words.ends_with("no PIN"), "{}", words);
        }
    }
}

#[test]
fn parameters_decide_what_the_limits_alone_would_tell_otherwise() {
    let text = |rows: &[(&str, &str)]| -> Params {
        rows.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned()))).collect()
    };
    let ttq = |value: &str| text(&[(param::TTQ, value)]);
    let mastercard = |below: &str| {
        text(&[
            (param::CVM_REQUIRED, "40"),
            (param::NO_CVM, below),
            (param::KERNEL_CONFIGURATION, "20"),
            (param::NEW_CVM_RULE, "true"),
        ])
    };
    let online_only = |params: Params| -> Params {
        params.into_iter().chain([(param::TERMINAL_TYPE.to_owned(), Value::Text("21".to_owned()))]).collect()
    };
    let low = Limits { floor: 0, cvm: 2_500, transaction: 20_000 };
    let high = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
    let floor = Limits { floor: 4_000, cvm: 5_000, transaction: 20_000 };
    let none: [String; 0] = [];
    for (scheme, before, after, is_on_phone, expected) in [
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (high, ttq("26804080")),
            false,
            vec!["would no longer ask for a PIN or signature"],
        ),
        (
            Scheme::Visa,
            (low, ttq("24004000")),
            (high, ttq("24004000")),
            false,
            vec!["would no longer ask for a PIN"],
        ),
        (
            Scheme::Visa,
            (low, ttq("22804080")),
            (high, ttq("22804080")),
            false,
            vec!["would no longer ask for a signature"],
        ),
        (
            Scheme::Visa,
            (low, Params::new()),
            (high, Params::new()),
            false,
            vec!["would no longer ask for a PIN or other check (CVM)"],
        ),
        // The reader offers nothing, so above the limit it declines.
        (
            Scheme::Visa,
            (low, ttq("20800080")),
            (high, ttq("20800080")),
            false,
            vec!["would no longer be declined"],
        ),
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (low, ttq("22804080")),
            false,
            vec!["would ask for a signature instead"],
        ),
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (low, Params::new()),
            false,
            vec!["may go otherwise, which these parameters do not tell"],
        ),
        // DF8119 asks below the limit too, wherever that stands.
        (Scheme::Mastercard, (low, mastercard("40")), (high, mastercard("40")), false, vec![]),
        (
            Scheme::Mastercard,
            (low, mastercard("08")),
            (high, mastercard("08")),
            false,
            vec!["would no longer ask for a PIN"],
        ),
        (
            Scheme::Mastercard,
            (high, mastercard("08")),
            (high, mastercard("40")),
            false,
            vec!["would newly ask for a PIN"],
        ),
        // The phone's own check is enough, where the reader takes it.
        (Scheme::Visa, (low, ttq("26804080")), (high, ttq("26804080")), true, vec![]),
        (
            Scheme::Visa,
            (low, ttq("26800080")),
            (high, ttq("26800080")),
            true,
            vec!["would no longer ask for a PIN or signature"],
        ),
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (low, ttq("26800080")),
            true,
            vec!["would newly ask for a PIN or signature"],
        ),
        // A terminal that is online only keeps nothing offline.
        (
            Scheme::Visa,
            (high, ttq("26804080")),
            (floor, ttq("26804080")),
            false,
            vec!["could newly be approved offline"],
        ),
        (
            Scheme::Visa,
            (high, online_only(ttq("26804080"))),
            (floor, online_only(ttq("26804080"))),
            false,
            vec![],
        ),
        (
            Scheme::Visa,
            (high, online_only(ttq("2E804080"))),
            (floor, online_only(ttq("2E804080"))),
            false,
            vec!["may go otherwise, which these parameters do not tell"],
        ),
    ] {
        let [before, after] =
            [&before, &after].map(|(limits, params)| Side { scheme, limits: *limits, params });
        let replay = Replay::of(before, after);
        let went = replay.went(3_000, is_on_phone).unwrap();
        let words: Vec<_> =
            listed(went.effects).into_iter().map(|effect| effect.words(went.check(effect))).collect();
        assert_eq!(words, expected, "{scheme:?} {:?} {:?}", before.params, after.params);
        let same = Replay::of(after, after);
        let words: Vec<_> = listed(same.went(3_000, is_on_phone).unwrap().effects);
        assert!(words.is_empty() || contradict(scheme, after.params), "{none:?}");
    }
}

#[test]
fn checks_of_several_sales_are_told_together() {
    let all = [Check::Pin, Check::Signature, Check::PinOrSignature, Check::Any];
    for one in all {
        assert_eq!(one.or(one), one);
        for other in all {
            assert_eq!(one.or(other), other.or(one));
        }
    }
    assert_eq!(Check::Pin.or(Check::Signature), Check::PinOrSignature);
    assert_eq!(Check::Pin.or(Check::Any), Check::Any);
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
