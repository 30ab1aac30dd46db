//! Effects of a change of a configuration on sales.

use proptest::prelude::*;
use tapline_emv::tap::{BOTH, ChangeEffect, LimitEffect, Side, Who, changes, effects, limit_meaning, zones};
use tapline_emv::{LimitKind, Limits, Params, Scheme, Value, param};

use super::{code, limits_of, params, scheme_of};

/// An effect in short: "cvm 5000>2000", "cards 5000-25000 on pin > no method".
fn short(effect: &ChangeEffect) -> String {
    let kind = |limit: LimitKind| match limit {
        LimitKind::Floor => "floor",
        LimitKind::Cvm => "cvm",
        LimitKind::Transaction => "trans",
    };
    match effect {
        ChangeEffect::Scheme { was, is } => format!("{} > {}", was.name(), is.name()),
        ChangeEffect::Moved { limit, was, is, .. } => format!("{} {was} > {is}", kind(*limit)),
        ChangeEffect::New(meaning) => format!("new {}", kind(meaning.limit)),
        ChangeEffect::Missing(limit) => format!("missing {}", kind(*limit)),
        ChangeEffect::Stretch { who, from, to, was, is } => {
            let who = match who {
                Who::Everyone => "all",
                Who::Cards => "cards",
                Who::Phones => "phones",
            };
            let to = to.map_or("…".to_owned(), |to| to.to_string());
            let was = was.map_or(String::new(), |was| format!("{} > ", code(was)));
            format!("{who} {from}-{to} {was}{}", code(*is))
        }
    }
}

/// Scheme, limits and parameters before and after.
fn saved(before: [&str; 3], after: [&str; 3]) -> Vec<String> {
    let [old, new] = [before, after].map(|[_, _, values]| params(values));
    let side = |[scheme, limits, _]: [&str; 3], params| Side {
        scheme: scheme_of(scheme),
        limits: limits_of(limits),
        params,
    };
    effects(Some(side(before, &old)), side(after, &new)).iter().map(short).collect()
}

#[test]
fn a_parameter_that_declines_sales_is_an_effect_and_so_is_the_way_back() {
    let limits = "0/5000/20000";
    let [whole, none] = [["Visa", limits, "TTQ=26004080"], ["Visa", limits, "TTQ=20000080"]];
    assert_eq!(
        saved(whole, none),
        ["cards 5000-20000 on pin|sig > no method", "phones 5000-20000 on phone > no method"]
    );
    assert_eq!(saved(none, whole)[0], "cards 5000-20000 no method > on pin|sig");
    // Another limit is no effect of its own: it requires nothing.
    assert_eq!(saved(none, ["Visa", "0/2000/20000", "TTQ=20000080"]), ["all 2000-4999 on none > no method"]);
    assert_eq!(saved(whole, ["Visa", limits, "TTQ=26004000"]), [""; 0]);
    assert_eq!(saved(whole, ["Discover", limits, "TTQ=26004080"]), ["Visa > Discover"]);
    // DF8119 up to the CVM limit.
    let mastercard = |values| ["Mastercard", "0/10000/∞", values];
    assert_eq!(
        saved(
            mastercard("DF8118=60 DF8119=08 DF811B=30 flag=true"),
            mastercard("DF8118=60 DF8119=68 DF811B=30 flag=true")
        ),
        ["cards 0-10000 on none > on none|pin|sig"]
    );
}

#[test]
fn a_moved_limit_is_the_effect_where_it_is_all_of_the_difference() {
    let limits = "0/5000/20000";
    for (values, after, expected) in [
        ("TTQ=24004000", "0/2000/20000", vec!["cvm 5000 > 2000"]),
        ("TTQ=24004000", "0/5000/10000", vec!["trans 20000 > 10000"]),
        ("", "1000/5000/20000", vec!["floor 0 > 1000"]),
        // A PIN goes online under any floor limit.
        (
            "TTQ=24004000",
            "10000/5000/20000",
            vec!["all 1-4999 on none > off none", "phones 5000-10000 on phone > off phone"],
        ),
        // The terminal requests no PIN.
        (
            "TTQ=22004000",
            "0/2000/20000",
            vec!["cards 2000-4999 on none > on sig", "phones 2000-4999 on none > on phone"],
        ),
        // Declined before any request.
        (
            "TTQ=24004000",
            "0/30000/20000",
            vec!["cards 5000-20000 on pin > on none", "phones 5000-20000 on phone > on none"],
        ),
        ("TTQ=24004000", limits, vec![]),
        ("TTQ=24004000", "0/2000/-", vec!["cvm 5000 > 2000", "missing trans"]),
    ] {
        assert_eq!(saved(["Visa", limits, values], ["Visa", after, values]), expected, "{values} {after}");
    }
    let unreached = |limits| ["Visa", limits, "TTQ=24004000"];
    assert_eq!(saved(unreached("0/30000/20000"), unreached("0/40000/20000")), [""; 0]);
}

#[test]
fn a_new_configuration_has_the_effects_of_its_limits() {
    let new = |limits, values| {
        let params = params(values);
        let side = Side { scheme: Scheme::Visa, limits: limits_of(limits), params: &params };
        effects(None, side).iter().map(short).collect::<Vec<_>>()
    };
    assert_eq!(new("0/5000/20000", "TTQ=24004000"), ["new floor", "new cvm", "new trans"]);
    assert_eq!(new("0/5000/-", "TTQ=24004000"), ["new floor", "new cvm", "missing trans"]);
    assert_eq!(
        new("0/5000/20000", "TTQ=20000080"),
        ["all 0-4999 on none", "all 5000-20000 no method", "all 20001-… declined"]
    );
}

#[test]
fn a_limit_means_what_the_reader_offers() {
    let meaning = |scheme, kind, values: &str| {
        let meaning = limit_meaning(scheme_of(scheme), kind, 5_000, &params(values));
        let below = meaning.below.map(|below| format!(" below {below:?}")).unwrap_or_default();
        format!("{:?}{below}", meaning.effect)
    };
    let asks = |methods: &str| format!("Asks {{ methods: {{{methods}}}, is_phone_open: false }}");
    for (scheme, values, expected) in [
        ("Visa", "TTQ=24004000", asks("Pin, Phone")),
        ("Visa", "TTQ=26004000", asks("Pin, Signature, Phone")),
        ("Visa", "TTQ=24000000", asks("Pin")),
        ("Visa", "", asks("Pin, Phone")),
        ("Visa", "TTQ=20004000", "PhonesOnly".to_owned()),
        ("Visa", "TTQ=20000000", "Refused(NoMethod)".to_owned()),
        ("Visa", "TTQ=2C000000", "Refused(ReaderOfflineOnly)".to_owned()),
        ("Visa", "TTQ=06004000", "NoTap".to_owned()),
        ("Visa", "TTQ=hello", "AsksUnread(Ttq)".to_owned()),
        ("Mastercard", "DF8118=40 DF811B=20 DF8119=08 flag=true", asks("Pin, Phone")),
        ("Mastercard", "DF8118=68 DF811B=20 DF8119=08 flag=true", asks("Nothing, Pin, Signature, Phone")),
        (
            "Mastercard",
            "DF8118=40 DF811B=20 DF8119=48 flag=true",
            format!(
                "{} below Ok(Verification {{ methods: {{Nothing, Pin}}, certainty: Certain }})",
                asks("Pin, Phone")
            ),
        ),
        (
            "Mastercard",
            "DF8118=40 DF811B=20 DF8119=40",
            format!(
                "{} below Ok(Verification {{ methods: {{Pin}}, certainty: Unclear }})",
                asks("Pin, Phone")
            ),
        ),
        (
            "Mastercard",
            "DF8118=40 DF811B=20 DF8119=00 flag=true",
            format!("{} below Err(NoMethod)", asks("Pin, Phone")),
        ),
        ("Amex", "9F6E=10800003", "RefusedUnlessPhone(NoMethod)".to_owned()),
    ] {
        assert_eq!(meaning(scheme, LimitKind::Cvm, values), expected, "{scheme} {values}");
    }
    for (values, expected) in [
        ("TTQ=24004000", LimitEffect::Online(tapline_emv::tap::Certainty::Certain)),
        ("TTQ=24004000 9F35=21", LimitEffect::AlwaysOnline),
        ("TTQ=2C004000 9F35=21", LimitEffect::Contradicted),
        ("TTQ=hello", LimitEffect::Online(tapline_emv::tap::Certainty::Likely)),
    ] {
        assert_eq!(limit_meaning(Scheme::Visa, LimitKind::Floor, 1_000, &params(values)).effect, expected);
    }
}

fn bytes(all: [u8; 5]) -> Params {
    let [one, three, above, below, kernel] = all;
    let rows = [
        (param::TTQ, format!("{one:02X}00{three:02X}00")),
        (param::CVM_REQUIRED, format!("{above:02X}")),
        (param::NO_CVM, format!("{below:02X}")),
        (param::KERNEL_CONFIGURATION, format!("{kernel:02X}")),
        (param::NEW_CVM_RULE, "true".to_owned()),
    ];
    rows.into_iter().map(|(key, text)| (key.to_owned(), Value::Text(text))).collect()
}

proptest! {
    /// There is an effect exactly where an amount is treated otherwise.
    #[test]
    fn effects_agree_with_every_amount(
        scheme in prop::sample::select(Scheme::ALL.to_vec()), values in any::<[[u8; 5]; 2]>(), is_same in any::<bool>(),
        limits in prop::collection::vec((0_u64..6, 0_u64..8, 0_u64..10), 2),
    ) {
        let all = values.map(bytes);
        let side = |at: usize| {
            let (floor, cvm, transaction) = limits[at];
            let params = if is_same { &all[0] } else { &all[at] };
            Side { scheme, limits: Limits { floor, cvm, transaction }.into(), params }
        };
        let (before, after) = (side(0), side(1));
        let mut is_any = false;
        for presented in BOTH {
            let found = changes(before, after, presented);
            prop_assert!(found.windows(2).all(|two| two[0].to.is_some_and(|to| to < two[1].from)));
            let zones = zones(scheme, after.limits, after.params, presented);
            for amount in 0..14 {
                let [was, is] = [before, after].map(|side| side.decide(amount, presented));
                let one = found.iter().find(|one| one.from <= amount && one.to.is_none_or(|to| amount <= to));
                let differs = was.result != is.result && !(was.result.is_declined() && is.result.is_declined());
                let expected = differs.then_some((was.result, is.result));
                prop_assert_eq!(one.map(|one| (one.was, one.is)), expected, "{}", amount);
                is_any |= differs;
                let zone = zones.iter().find(|zone| zone.from <= amount && zone.to.is_none_or(|to| amount <= to));
                prop_assert_eq!(zone.map(|zone| zone.outcome), Some(is.outcome), "{}", amount);
            }
        }
        prop_assert_eq!(!effects(Some(before), after).is_empty(), is_any);
    }
}
