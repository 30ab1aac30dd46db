//! Replay agrees with the one function that says what happens at an amount, for every scheme, around every limit and with all
//! parameters.

use proptest::prelude::*;
use tapline_emv::limits::{LimitKind, Limits, Outcome};
use tapline_emv::replay::{
    CardsAndPhones, Effect, Effects, Happens, Replay, SalesByAmount, Undecided, decided, deciding, on_phone,
};
use tapline_emv::tap::{ApprovalPlace, Method, Methods, Side, is_contradicted};
use tapline_emv::{MAX_AMOUNT, Params, Presented, Scheme, Value, param};

/// The effects as one would say them, one by one.
fn listed_effects(before: Happens, after: Happens) -> Vec<Effect> {
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
        match (before.asked, after.asked) {
            (None, Some(_)) => all.push(Effect::AsksCvm),
            (Some(_), None) => all.push(Effect::AsksNoCvm),
            (Some(was), Some(is)) if was == is => {}
            (Some(was), Some(is)) if was.or(is).has(Method::Phone) => all.push(Effect::Unknown),
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
    let [pin, signature, nothing] = [Method::Pin, Method::Signature, Method::Nothing].map(Methods::only);
    let all = [pin, signature, pin.or(signature), pin.or(nothing), Methods::ANY];
    let all: Vec<Option<Methods>> = all.into_iter().map(Some).chain([None]).collect();
    let all: Vec<Happens> = Outcome::ALL
        .into_iter()
        .flat_map(|outcome| all.iter().map(move |asked| (outcome, *asked)))
        .flat_map(|(outcome, asked)| {
            [false, true].map(|is_contradicted| Happens { outcome, asked, is_contradicted })
        })
        .collect();
    for before in &all {
        for after in &all {
            let effects = Effects::between(*before, *after);
            assert_eq!(listed(effects), listed_effects(*before, *after), "{before:?} {after:?}");
            assert_eq!(effects.is_empty(), listed_effects(*before, *after).is_empty());
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

/// Amounts at the limits of [`limit`], and any others.
fn sale_amount() -> impl Strategy<Value = u64> {
    let near = |limit: u64| (0..3_u64).prop_map(move |step| (limit + step).saturating_sub(1).min(MAX_AMOUNT));
    prop_oneof![
        limit().prop_map(|limit| limit.min(MAX_AMOUNT)).prop_flat_map(near),
        0..30_000_u64,
        0..=MAX_AMOUNT
    ]
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

proptest! {
    #[test]
    fn every_amount_agrees_with_the_rule(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in (limits(), limits()), params in (params(), params()),
        others in prop::collection::vec(0..=MAX_AMOUNT, 0..9),
    ) {
        let before = Side { scheme, limits: limits.0.into(), params: &params.0 };
        let after = Side { scheme, limits: limits.1.into(), params: &params.1 };
        let replay = Replay::new(before, after);
        let near = [limits.0, limits.1].into_iter().flat_map(|limits| LimitKind::ALL.map(|kind| limits.get(kind)));
        let near = near.flat_map(|limit| [limit.saturating_sub(1), limit, limit.saturating_add(1)]);
        for amount in near.chain(others).chain([0, 1, MAX_AMOUNT]).filter(|amount| *amount <= MAX_AMOUNT) {
            for presented in [Presented::Card, Presented::Phone] {
                let [was, is] = [before, after].map(|side| Happens::at(side, amount, presented));
                let went = replay.went(amount, presented == Presented::Phone).unwrap();
                prop_assert_eq!((went.before, went.after), (was, is), "{} {:?}", amount, presented);
                prop_assert_eq!(listed(went.effects), listed_effects(was, is), "{} {:?}", amount, presented);
            }
        }
        prop_assert!(replay.stretches().len() <= 8, "a few comparisons for each sale");
    }

    /// The counts at a dragged limit are those of every sale decided one by one.
    #[test]
    fn counts_by_amount_agree_with_each_sale(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in (limits(), limits()), params in (params(), params()),
        sales in prop::collection::vec((sale_amount(), any::<bool>()), 0..120), bar in (0..30_000_u64, prop::option::of(0..30_000_u64)),
    ) {
        let before = Side { scheme, limits: limits.0.into(), params: &params.0 };
        let after = Side { scheme, limits: limits.1.into(), params: &params.1 };
        let replay = Replay::new(before, after);
        let of = |on_phone| SalesByAmount::new(sales.iter().filter(|(_, phone)| *phone == on_phone).map(|(amount, _)| *amount));
        let by_amount = CardsAndPhones { cards: of(false), phones: of(true) };
        let mut counts: Vec<(Effect, u32, Option<Methods>)> = Vec::new();
        let mut changed = 0;
        for (amount, on_phone) in &sales {
            let presented = if *on_phone { Presented::Phone } else { Presented::Card };
            let [was, is] = [before, after].map(|side| Happens::at(side, *amount, presented));
            let effects = listed_effects(was, is);
            let is_in = bar.0 <= *amount && bar.1.is_none_or(|to| *amount < to);
            changed += u32::from(is_in && !effects.is_empty());
            for effect in effects {
                let methods = match effect {
                    Effect::AsksCvm | Effect::AsksOtherCvm => is.asked,
                    Effect::AsksNoCvm => was.asked,
                    _ => None,
                };
                match counts.iter_mut().find(|one| one.0 == effect) {
                    Some(one) => {
                        one.1 += 1;
                        one.2 = one.2.zip(methods).map(|(one, other)| one.or(other));
                    }
                    None => counts.push((effect, 1, methods)),
                }
            }
        }
        counts.sort_unstable_by_key(|one| one.0);
        let affected: Vec<_> = replay.affected(&by_amount).iter().map(|one| (one.effect, one.sales, one.methods)).collect();
        prop_assert_eq!(affected, counts);
        prop_assert_eq!(replay.changed_between(&by_amount, bar.0, bar.1), changed);
        prop_assert_eq!(by_amount.count() as usize, sales.len());
        let in_bar = sales.iter().filter(|(amount, _)| bar.0 <= *amount && bar.1.is_none_or(|to| *amount < to)).count();
        prop_assert_eq!(by_amount.between(bar.0, bar.1) as usize, in_bar);
        prop_assert_eq!(&SalesByAmount::from_steps(by_amount.cards.steps()), &by_amount.cards);
    }

    #[test]
    fn what_decides_is_all_that_decides(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in limits(), params in params(), amount in 0..30_000_u64,
    ) {
        let few = deciding(&params);
        prop_assert_eq!(&deciding(&few), &few);
        for presented in [Presented::Card, Presented::Phone] {
            let [all, few] = [&params, &few].map(|params| Happens::at(Side { scheme, limits: limits.into(), params }, amount, presented));
            prop_assert_eq!(all, few, "{:?}", &params);
        }
    }

    /// A sale counts as verified exactly if the decision about a card requests verification.
    #[test]
    fn no_count_contradicts_the_decision(
        scheme in prop::sample::select(&Scheme::ALL[..]), limits in limits(), params in params(), amount in 0..30_000_u64,
    ) {
        let side = Side { scheme, limits: limits.into(), params: &params };
        let result = side.decide(amount, Presented::Card).result;
        let happens = Happens::at(side, amount, Presented::Card);
        prop_assert_eq!(happens.is_contradicted, result.place == ApprovalPlace::Contradicted);
        let asks = result.verification.methods.asks() && !result.is_declined();
        prop_assert_eq!(happens.asked.is_some(), asks, "{:?}", result);
        if let Some(asked) = happens.asked.filter(|asked| *asked != Methods::ANY) {
            prop_assert_eq!(asked, result.verification.methods);
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
    let [pin, signature, nothing] = [Method::Pin, Method::Signature, Method::Nothing].map(Methods::only);
    for (scheme, before, after, is_on_phone, expected) in [
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (high, ttq("26804080")),
            false,
            vec![(Effect::AsksNoCvm, Some(pin.or(signature)))],
        ),
        (
            Scheme::Visa,
            (low, ttq("24004000")),
            (high, ttq("24004000")),
            false,
            vec![(Effect::AsksNoCvm, Some(pin))],
        ),
        (
            Scheme::Visa,
            (low, ttq("22804080")),
            (high, ttq("22804080")),
            false,
            vec![(Effect::AsksNoCvm, Some(signature))],
        ),
        (
            Scheme::Visa,
            (low, Params::new()),
            (high, Params::new()),
            false,
            vec![(Effect::AsksNoCvm, Some(Methods::ANY))],
        ),
        // The reader offers nothing, so above the limit it declines.
        (
            Scheme::Visa,
            (low, ttq("20800080")),
            (high, ttq("20800080")),
            false,
            vec![(Effect::NotDeclined, None)],
        ),
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (low, ttq("22804080")),
            false,
            vec![(Effect::AsksOtherCvm, Some(signature))],
        ),
        (Scheme::Visa, (low, ttq("26804080")), (low, Params::new()), false, vec![(Effect::Unknown, None)]),
        // DF8119 requires verification below the limit too, wherever the limit is.
        (Scheme::Mastercard, (low, mastercard("40")), (high, mastercard("40")), false, vec![]),
        (
            Scheme::Mastercard,
            (low, mastercard("08")),
            (high, mastercard("08")),
            false,
            vec![(Effect::AsksNoCvm, Some(pin))],
        ),
        (
            Scheme::Mastercard,
            (high, mastercard("08")),
            (high, mastercard("40")),
            false,
            vec![(Effect::AsksCvm, Some(pin))],
        ),
        (
            Scheme::Mastercard,
            (high, mastercard("08")),
            (high, mastercard("48")),
            false,
            vec![(Effect::AsksCvm, Some(pin.or(nothing)))],
        ),
        // The phone's own check is enough, where the reader takes it.
        (Scheme::Visa, (low, ttq("26804080")), (high, ttq("26804080")), true, vec![]),
        (
            Scheme::Visa,
            (low, ttq("26800080")),
            (high, ttq("26800080")),
            true,
            vec![(Effect::AsksNoCvm, Some(pin.or(signature)))],
        ),
        (
            Scheme::Visa,
            (low, ttq("26804080")),
            (low, ttq("26800080")),
            true,
            vec![(Effect::AsksCvm, Some(pin.or(signature)))],
        ),
        // A terminal that is online only keeps nothing offline.
        (
            Scheme::Visa,
            (high, ttq("26804080")),
            (floor, ttq("26804080")),
            false,
            vec![(Effect::Offline, None)],
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
            vec![(Effect::Unknown, None)],
        ),
    ] {
        let [before, after] =
            [&before, &after].map(|(limits, params)| Side { scheme, limits: (*limits).into(), params });
        let replay = Replay::new(before, after);
        let went = replay.went(3_000, is_on_phone).unwrap();
        let found: Vec<_> =
            listed(went.effects).into_iter().map(|effect| (effect, went.methods(effect))).collect();
        assert_eq!(found, expected, "{scheme:?} {:?} {:?}", before.params, after.params);
        let same = Replay::new(after, after);
        let found = listed(same.went(3_000, is_on_phone).unwrap().effects);
        assert!(found.is_empty() || is_contradicted(scheme, after.params), "{found:?}");
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
        // A Mastercard kernel reports its phone check by the code of a plain PIN, and by 3F0002 up to its CVM limit.
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
