//! Zones with the parameters read are what `explain` says at every amount.

use proptest::prelude::*;
use tapline_emv::limits::{LimitKind, boundary};
use tapline_emv::words::{
    Side, by_book, changes, effect, effective_lane, effective_zones, effects_of_save, told,
};
use tapline_emv::{Currency, Limits, Outcome, Params, Presented, Scheme, Value, param};

fn params(rows: &[(&str, String)]) -> Params {
    rows.iter().map(|(key, text)| ((*key).to_owned(), Value::Text(text.clone()))).collect()
}

proptest! {
    #[test]
    fn zones_say_the_same_as_every_amount(
        scheme in prop::sample::select(Scheme::ALL.to_vec()), bytes in any::<[u8; 5]>(),
        floor in 0_u64..6, cvm in 0_u64..8, transaction in 0_u64..10, phone in any::<bool>(),
    ) {
        let [one, three, above, below, kernel] = bytes;
        let params = params(&[
            (param::TTQ, format!("{one:02X}00{three:02X}00")),
            (param::CVM_REQUIRED, format!("{above:02X}")),
            (param::NO_CVM, format!("{below:02X}")),
            (param::KERNEL_CONFIGURATION, format!("{kernel:02X}")),
        ]);
        let limits = Limits { floor, cvm, transaction };
        let presented = if phone { Presented::Phone } else { Presented::Card };
        let zones = effective_zones(scheme, limits, &params, presented);
        prop_assert_eq!(zones[0].from, 0);
        for amount in 0..14 {
            let zone = zones.iter().find(|zone| zone.from <= amount && zone.to.is_none_or(|to| amount <= to));
            let expected = effect(scheme, limits, &params, amount, presented);
            prop_assert_eq!(zone.map(|zone| zone.outcome), Some(expected), "{}", amount);
        }
    }
}

#[test]
fn the_book_is_told_with_the_words_of_card_and_phone_and_with_the_parameters() {
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
    let book = |scheme, params: &Params, kind, presented| {
        let all = boundary(scheme, limits, kind).into_iter();
        all.map(|at| Some(by_book(scheme, limits, params, at.amount, presented)?.1)).collect::<Vec<_>>()
    };
    let said = |words: &str| Some(words.to_owned());
    let (card, phone) = (Presented::Card, Presented::Phone);
    let [usual, none] = ["24004000", "20000080"].map(ttq);
    assert_eq!(book(Scheme::Visa, &usual, LimitKind::Transaction, card), [None, said("declined"), None]);
    assert_eq!(book(Scheme::Visa, &usual, LimitKind::Cvm, card), [None, None, None]);
    // Declined either way.
    assert_eq!(book(Scheme::Visa, &none, LimitKind::Transaction, card), [None, None, None]);
    let of_terminal = |text: &str| params(&[(param::AMEX_ENHANCED, text.to_owned())]);
    for (terminal, presented, expected) in [
        ("18E00003", phone, "online, phone check is enough"),
        ("18400003", card, "online, PIN asked"),
        ("18000003", card, "likely declined, no check possible"),
    ] {
        let found = book(Scheme::Amex, &of_terminal(terminal), LimitKind::Cvm, presented);
        assert_eq!(found, [None, said(expected), None], "{terminal}");
    }
}

#[test]
fn a_lane_names_the_parameter_that_decides() {
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
    let euro = Currency::euro();
    let lane =
        |params: &Params| effective_lane(Scheme::Mastercard, limits, params, &euro, 2_310, Presented::Card);
    let pin = lane(&params(&[(param::NO_CVM, "40".to_owned()), (param::NEW_CVM_RULE, "true".to_owned())]));
    assert_eq!(pin.0, Outcome::OnlineWithCvm, "{pin:?}");
    assert!(pin.2.contains("DF8119"), "{pin:?}");
    let usual = lane(&Params::new());
    assert_eq!((usual.0, usual.2.as_str()), (Outcome::OnlineNoCvm, "PIN only above 50.00"));
}

fn ttq(text: &str) -> Params {
    params(&[(param::TTQ, text.to_owned())])
}

fn saved(before: (Scheme, [u64; 3], &Params), after: (Scheme, [u64; 3], &Params)) -> Vec<String> {
    let [before, after] = [before, after].map(|(scheme, [floor, cvm, transaction], params)| Side {
        scheme,
        limits: Limits { floor, cvm, transaction },
        params,
    });
    effects_of_save(Some(before), after, &Currency::euro())
}

#[test]
fn a_parameter_that_declines_sales_is_an_effect_and_so_is_the_way_back() {
    let limits = [0, 5_000, 20_000];
    let [whole, none] = ["26004080", "20000080"].map(ttq);
    let (with, without) = ((Scheme::Visa, limits, &whole), (Scheme::Visa, limits, &none));
    assert_eq!(
        saved(with, without),
        [
            "With a card, sales from 50.00 to 200.00: now likely declined, no check possible; before online, PIN or signature asked.",
            "With a phone, sales from 50.00 to 200.00: now likely declined, no check possible; before online, phone check is enough.",
        ]
    );
    assert_eq!(
        saved(without, with)[0],
        "With a card, sales from 50.00 to 200.00: now online, PIN or signature asked; before likely declined, no check possible."
    );
    // A limit beside it is no sentence of its own: what it says would not be so.
    let lower = (Scheme::Visa, [0, 2_000, 20_000], &none);
    assert_eq!(
        saved(without, lower),
        ["Sales from 20.00 to 49.99: now likely declined, no check possible; before online, no PIN."]
    );
    assert_eq!(saved((Scheme::Visa, limits, &whole), (Scheme::Visa, limits, &ttq("26004000"))), [""; 0]);
    assert_eq!(
        saved(with, (Scheme::Discover, limits, &whole)),
        ["The limits now apply to Discover cards; before to Visa cards."]
    );
}

#[test]
fn a_moved_limit_keeps_its_sentence_where_it_is_all_of_the_truth() {
    let (usual, signature, unknown) = (ttq("24004000"), ttq("22004000"), Params::new());
    let visa = |limits, params| (Scheme::Visa, limits, params);
    let limits = [0, 5_000, 20_000];
    for (params, after, expected) in [
        (
            &usual,
            [0, 2_000, 20_000],
            vec!["Sales from 20.00 now ask for a PIN or phone check (CVM); before from 50.00."],
        ),
        (&usual, [0, 5_000, 10_000], vec!["Sales above 100.00 are now declined; before above 200.00."]),
        (&unknown, [1_000, 5_000, 20_000], vec!["Sales above 10.00 now go online; before above 0.00."]),
        // A PIN goes online under any floor limit.
        (
            &usual,
            [10_000, 5_000, 20_000],
            vec![
                "Sales from 0.01 to 49.99: now offline possible, no PIN; before online, no PIN.",
                "Sales from 50.00 to 100.00: now offline possible, phone check is enough; before online, phone check is enough.",
            ],
        ),
        // Nobody is asked for a PIN.
        (
            &signature,
            [0, 2_000, 20_000],
            vec![
                "Sales from 20.00 to 49.99: now online, signature asked; before online, no PIN.",
                "Sales from 20.00 to 49.99: now online, phone check is enough; before online, no PIN.",
            ],
        ),
        // Declined before it could be asked.
        (
            &usual,
            [0, 30_000, 20_000],
            vec![
                "Sales from 50.00 to 200.00: now online, no PIN; before online, PIN asked.",
                "Sales from 50.00 to 200.00: now online, no PIN; before online, phone check is enough.",
            ],
        ),
        (&usual, limits, vec![]),
    ] {
        let said = saved(visa(limits, params), visa(after, params));
        let said: Vec<_> = said
            .iter()
            .map(|one| one.replace("With a card, s", "S").replace("With a phone, s", "S"))
            .collect();
        assert_eq!(said, expected, "{params:?} {after:?}");
    }
    assert_eq!(saved(visa([0, 30_000, 20_000], &usual), visa([0, 40_000, 20_000], &usual)), [""; 0]);
    let new = |params: &Params| {
        let limits = Limits { floor: 0, cvm: 5_000, transaction: 20_000 };
        effects_of_save(None, Side { scheme: Scheme::Visa, limits, params }, &Currency::euro())
    };
    assert_eq!(new(&usual), ["Online above 0.00", "PIN or phone check from 50.00", "Declined above 200.00"]);
    assert_eq!(new(&ttq("20000080"))[1], "Sales from 50.00 to 200.00: likely declined, no check possible.");
}

proptest! {
    /// Nothing is said exactly where every amount is treated as before.
    #[test]
    fn effects_of_a_save_agree_with_every_amount(
        scheme in prop::sample::select(Scheme::ALL.to_vec()), bytes in any::<[[u8; 4]; 2]>(), is_same in any::<bool>(),
        limits in prop::collection::vec((0_u64..6, 0_u64..8, 0_u64..10), 2),
    ) {
        let all = bytes.map(|[one, three, above, kernel]| params(&[
            (param::TTQ, format!("{one:02X}00{three:02X}00")),
            (param::CVM_REQUIRED, format!("{above:02X}")),
            (param::KERNEL_CONFIGURATION, format!("{kernel:02X}")),
        ]));
        let side = |at: usize| {
            let (floor, cvm, transaction) = limits[at];
            let params = if is_same { &all[0] } else { &all[at] };
            Side { scheme, limits: Limits { floor, cvm, transaction }, params }
        };
        let (before, after) = (side(0), side(1));
        let mut any = false;
        for presented in [Presented::Card, Presented::Phone] {
            let found = changes(before, after, presented);
            prop_assert!(found.windows(2).all(|two| two[0].to.is_some_and(|to| to < two[1].from)));
            for amount in 0..14 {
                let [was, is] = [before, after].map(|side| {
                    let Side { scheme, limits, params } = side;
                    (told(scheme, limits, params, amount, presented), effect(scheme, limits, params, amount, presented))
                });
                let one = found.iter().find(|one| one.from <= amount && one.to.is_none_or(|to| amount <= to));
                let differs = was.0 != is.0 && [was.1, is.1] != [Outcome::Declined; 2];
                prop_assert_eq!(one.map(|one| (&one.was, &one.is)), differs.then_some((&was.0, &is.0)), "{}", amount);
                any |= differs;
            }
        }
        prop_assert_eq!(!effects_of_save(Some(before), after, &Currency::euro()).is_empty(), any);
    }
}
