//! Replay against brute force: every transaction asked one by one, with the function that says what happens at an amount.

use std::collections::BTreeMap;

use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::endpoints::ListTransactions;
use tapline_contract::list::{ListId, ListState, LoadState};
use tapline_contract::replay::{
    Apart, BANDS, BINS, Portion, Proposal, ReplayQuery, ReplaySalesQuery, ReplayScope, Replayed,
};
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::unit::UnitKnown;
use tapline_emv::limits::{Outcome, outcome};
use tapline_emv::replay::Effect;
use tapline_emv::{Limits, Scheme};

use super::super::budget::Budget;
use super::super::kind::Loaded as _;
use super::super::table::Table;
use super::super::view::Held;
use crate::connections::sample;

const MANY: usize = 100_000;
const TOP: u64 = 25_000;
const MERCHANTS: [&str; 5] = ["Café Nord", "Kiosk 7", "Bäckerei", "Kiosk 8", ""];
/// Schemes by method code, with an AID of each.
const CARDS: [(&str, &str, Option<Scheme>); 8] = [
    ("01", "A0000000031010", Some(Scheme::Visa)),
    ("02", "A0000000041010", Some(Scheme::Mastercard)),
    ("03", "A000000333010101", Some(Scheme::UnionPay)),
    ("04", "A00000002501", Some(Scheme::Amex)),
    ("05", "A0000001523010", Some(Scheme::Discover)),
    ("06", "A0000000651010", Some(Scheme::Jcb)),
    // The card decides, not the method.
    ("01", "A0000000041010", Some(Scheme::Mastercard)),
    ("77", "", None),
];

/// A transaction as the test knows it, and its JSON.
struct Known {
    id: String,
    scheme: Option<Scheme>,
    aid: &'static str,
    merchant: &'static str,
    terminal: &'static str,
    kind: &'static str,
    entry: &'static str,
    /// `cvmPerformed`
    check: &'static str,
    currency: &'static str,
    /// As it is spelled, and in minor units if it is an amount.
    spelled: String,
    minor: Option<u64>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

impl Known {
    fn any(at: usize, random: &mut Random, edges: &[u64]) -> Known {
        let (method, aid, scheme) = random.one(&CARDS);
        let _ = method;
        let minor = match random.below(4) {
            0 => random.one(edges).saturating_add(random.below(3) as u64).saturating_sub(1),
            1 => random.below(400_000) as u64,
            _ => random.below(9_000) as u64,
        };
        let (spelled, minor) = match random.below(40) {
            0 => (format!("{minor}.5"), None),
            1 => (format!("-{}", minor + 1), None),
            2 => (format!("{minor}.00"), Some(minor)),
            3 => (format!("{minor}e0"), Some(minor)),
            4 => ("null".to_owned(), None),
            _ => (minor.to_string(), Some(minor)),
        };
        Known {
            id: format!("T{at}"),
            scheme,
            aid,
            merchant: random.one(&MERCHANTS),
            terminal: random.one(&["SDK-1", "SDK-2", "SDK-3"]),
            kind: random.one(&["SALE", "SALE", "SALE", "PRE_AUTH", "REFUND", "VOID", "AUTH_COMP", ""]),
            entry: random.one(&["NFC", "NFC", "NFC", "CONTACTLESS", "CHIP", "MANUAL", "", "waved"]),
            check: random.one(&["NO_CVM", "PIN", "CDCVM", "3", "010002", ""]),
            currency: random.one(&["EUR", "EUR", "EUR", "EUR", "JPY", "???", ""]),
            spelled,
            minor,
        }
    }

    fn json(&self) -> String {
        let method = CARDS.iter().find(|card| (card.1, card.2) == (self.aid, self.scheme)).unwrap().0;
        let currency = if self.currency.is_empty() {
            String::new()
        } else {
            format!(r#","currency":"{}""#, self.currency)
        };
        let merchant = if self.merchant.is_empty() {
            String::new()
        } else {
            format!(r#","mchName":"{}""#, self.merchant)
        };
        format!(
            r#"{{"tranId":"{}","amount":{{"value":{}{currency}}},"paymentMethod":"{method}","aid":"{}","sdkId":"{}","tranType":"{}","entryMode":"{}","cvmPerformed":"{}"{merchant}}}"#,
            self.id, self.spelled, self.aid, self.terminal, self.kind, self.entry, self.check
        )
    }

    /// Whether the phone verified its owner; `010002` says so of a Mastercard only.
    fn is_phone(&self) -> bool {
        matches!(self.check, "CDCVM" | "3")
            || self.check == "010002" && self.scheme == Some(Scheme::Mastercard)
    }

    /// Whether it counts, for which proposal, and with which amount; `None` for a scheme that nobody asked about.
    fn judged(&self, proposals: &[Proposal]) -> Option<Result<(usize, u64), Apart>> {
        let Some(scheme) = self.scheme else { return Some(Err(Apart::NoScheme)) };
        let of_scheme: Vec<_> = proposals.iter().enumerate().filter(|(_, of)| of.scheme == scheme).collect();
        if of_scheme.is_empty() {
            return None;
        }
        let is_in = |of: &Proposal| {
            let aid = of.scope.aids.is_empty() || of.scope.aids.iter().any(|aid| self.aid.starts_with(aid));
            let merchant =
                of.scope.merchants.is_empty() || of.scope.merchants.iter().any(|name| name == self.merchant);
            let terminal =
                of.scope.terminals.is_empty() || of.scope.terminals.iter().any(|id| id == self.terminal);
            aid && merchant && terminal
        };
        let inside: Vec<_> = of_scheme.into_iter().filter(|(_, of)| is_in(of)).collect();
        if inside.is_empty() {
            return Some(Err(Apart::OutOfScope));
        }
        if matches!(self.kind, "REFUND" | "VOID" | "AUTH_COMP") {
            return Some(Err(Apart::NoSale));
        }
        match self.entry {
            "CHIP" | "MANUAL" => return Some(Err(Apart::OtherEntry)),
            "" | "waved" => return Some(Err(Apart::UnknownEntry)),
            _ => {}
        }
        // A transaction without a currency is in the connection's.
        let currency = if self.currency.is_empty() { "EUR" } else { self.currency };
        let Some((at, _)) = inside.into_iter().find(|(_, of)| of.currency == currency) else {
            return Some(Err(Apart::OtherCurrency));
        };
        Some(self.minor.map(|minor| (at, minor)).ok_or(Apart::UnreadableAmount))
    }
}

fn effects(before: Outcome, after: Outcome) -> Vec<Effect> {
    let declined = [before, after].map(|outcome| outcome == Outcome::Declined);
    let pin = [before, after].map(Outcome::asks_cvm);
    let online = [before, after].map(Outcome::goes_online);
    let accepted = declined == [false, false];
    let all = [
        (accepted && pin == [false, true], Effect::AsksCvm),
        (accepted && pin == [true, false], Effect::AsksNoCvm),
        (declined == [false, true], Effect::Declined),
        (declined == [true, false], Effect::NotDeclined),
        (accepted && online == [true, false], Effect::Offline),
        (accepted && online == [false, true], Effect::Online),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, effect)| effect).collect()
}

fn band(amount: u64, many: u64) -> u64 {
    if amount >= TOP { many } else { amount * many / TOP }
}

fn connection() -> Connection {
    Connection {
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: UnitKnown::Confirmed,
        ..sample::connection()
    }
}

fn asked(proposals: Vec<Proposal>) -> ReplayQuery {
    ReplayQuery { connection: connection().id, proposals, top: TOP }
}

fn replayed(held: &Held, query: &ReplayQuery, connection: &Connection) -> Replayed {
    let state = ListState {
        list: ListId(1),
        version: 1,
        rows: held.table().rows(),
        loaded: u64::from(held.table().rows()),
        total: None,
        wire_bytes: 0,
        state: LoadState::Complete,
        changed_while_loading: false,
        unreadable: 0,
    };
    held.replay(query, connection, state, TransactionQuery::default())
}

fn held(all: &[Known]) -> Held {
    let mut table = Table::new(ListTransactions::SCHEMA, &Budget::of(usize::MAX));
    for known in all {
        table.push(known.json().as_bytes()).unwrap();
    }
    assert_eq!((table.rows() as usize, table.unreadable_count()), (all.len(), 0));
    table.settle();
    Held::of(table)
}

fn proposal(scheme: Scheme, before: [u64; 3], after: [u64; 3]) -> Proposal {
    let limits = |[floor, cvm, transaction]: [u64; 3]| Limits { floor, cvm, transaction };
    Proposal {
        scheme,
        currency: "EUR".to_owned(),
        before: limits(before),
        after: limits(after),
        scope: ReplayScope::default(),
    }
}

/// Counts of one question, one by one.
fn agree(held: &Held, all: &[Known], proposals: &[Proposal]) {
    let query = asked(proposals.to_vec());
    let found = replayed(held, &query, &connection());
    let mut apart: BTreeMap<Apart, u32> = BTreeMap::new();
    let mut sales = 0_u32;
    let mut bins = vec![0_u32; BINS + 1];
    let mut behind: BTreeMap<Effect, Vec<(&Known, Scheme, u64)>> = BTreeMap::new();
    for known in all {
        let (at, amount) = match known.judged(proposals) {
            None => continue,
            Some(Err(why)) => {
                *apart.entry(why).or_default() += 1;
                continue;
            }
            Some(Ok(judged)) => judged,
        };
        sales += 1;
        bins[usize::try_from(band(amount, BINS as u64)).unwrap()] += 1;
        let Proposal { scheme, before, after, .. } = &proposals[at];
        let effects = effects(outcome(*scheme, *before, amount), outcome(*scheme, *after, amount));
        let is_pin = |effect: &Effect| matches!(effect, Effect::AsksCvm | Effect::AsksNoCvm);
        for effect in effects.into_iter().filter(|effect| !(known.is_phone() && is_pin(effect))) {
            behind.entry(effect).or_default().push((known, *scheme, amount));
        }
    }
    assert_eq!((found.sales, &found.apart), (sales, &apart.into_iter().collect()));
    assert_eq!((&found.bins[..], found.beyond), (&bins[..BINS], bins[BINS]));
    assert_eq!(
        found.effects.iter().map(|one| one.effect).collect::<Vec<_>>(),
        behind.keys().copied().collect::<Vec<_>>()
    );
    for one in &found.effects {
        let expected = &behind[&one.effect];
        assert_eq!(one.sales as usize, expected.len());
        for scheme in Scheme::ALL {
            let count = one.schemes.iter().find(|of| of.scheme == scheme).map_or(0, |of| of.sales);
            assert_eq!(count as usize, expected.iter().filter(|(_, of, _)| *of == scheme).count());
        }
        for (at, count) in one.bands.iter().enumerate() {
            let of = |(_, _, amount): &&(&Known, Scheme, u64)| band(*amount, BANDS as u64) == at as u64;
            assert_eq!(*count as usize, expected.iter().filter(of).count());
        }
        for of in &one.merchants {
            let name = of.merchant.as_deref().unwrap_or_default();
            let count = expected.iter().filter(|(known, ..)| known.merchant == name).count();
            assert_eq!(of.sales as usize, count, "{name}");
        }
        assert_eq!(one.other_merchants, (0, 0));
        assert_eq!(one.merchants.iter().map(|of| of.sales).sum::<u32>(), one.sales);
        listed(held, &query, one.effect, Portion::All, expected);
        let scheme = one.schemes[0].scheme;
        let of_scheme: Vec<_> = expected.iter().copied().filter(|(_, of, _)| *of == scheme).collect();
        listed(held, &query, one.effect, Portion::Scheme(scheme), &of_scheme);
        let merchant = one.merchants[0].merchant.clone();
        let name = merchant.clone().unwrap_or_default();
        let of_merchant: Vec<_> =
            expected.iter().copied().filter(|(known, ..)| known.merchant == name).collect();
        listed(held, &query, one.effect, Portion::Merchant(merchant), &of_merchant);
        let first = one.bands.iter().position(|count| *count > 0).unwrap();
        let of_band: Vec<_> = expected
            .iter()
            .copied()
            .filter(|(_, _, amount)| band(*amount, BANDS as u64) == first as u64)
            .collect();
        listed(held, &query, one.effect, Portion::Band(u32::try_from(first).unwrap()), &of_band);
    }
}

/// The ids behind a number, first and last window.
fn listed(held: &Held, query: &ReplayQuery, effect: Effect, of: Portion, expected: &[(&Known, Scheme, u64)]) {
    for first in [0, expected.len().saturating_sub(7)] {
        let window = ReplaySalesQuery {
            replay: query.clone(),
            list: ListId(1),
            version: 1,
            effect,
            of: of.clone(),
            first: u32::try_from(first).unwrap(),
            count: 50,
        };
        let found = held.replay_sales(&window, &connection());
        assert_eq!(found.total as usize, expected.len());
        let ids: Vec<_> = found.sales.iter().map(|sale| (sale.id.as_str(), sale.amount)).collect();
        let wanted = expected.iter().skip(first).take(50);
        assert_eq!(ids, wanted.map(|(known, _, amount)| (known.id.as_str(), *amount)).collect::<Vec<_>>());
    }
}

#[test]
fn counts_agree_with_brute_force_over_100_000_transactions() {
    const CHANGES: [[[u64; 3]; 2]; 6] = [
        [[0, 2_500, 20_000], [0, 5_000, 20_000]],
        [[0, 5_000, 20_000], [0, 2_500, 10_000]],
        [[0, 5_000, 20_000], [3_000, 5_000, 99_999_999]],
        [[5_000, 2_500, 99_999_999], [0, 6_000, 5_000]],
        [[1_000, 0, 20_000], [1_000, 1, 0]],
        [[0, 999_999_999_999, 4_000], [4_000, 4_000, 4_000]],
    ];
    let edges: Vec<u64> =
        CHANGES.iter().flatten().flatten().copied().filter(|edge| *edge < 99_999_999).collect();
    let mut random = Random(2026);
    let all: Vec<Known> = (0..MANY).map(|at| Known::any(at, &mut random, &edges)).collect();
    let held = held(&all);
    // All schemes at once, then each change for each scheme.
    let six: Vec<_> = Scheme::ALL
        .into_iter()
        .zip(CHANGES)
        .map(|(scheme, [before, after])| proposal(scheme, before, after))
        .collect();
    agree(&held, &all, &six);
    for (at, [before, after]) in CHANGES.into_iter().enumerate() {
        agree(&held, &all, &[proposal(Scheme::ALL[(at + 1) % 6], before, after)]);
    }
    // Narrowed: two merchants of one AID, and a second proposal for what the first leaves.
    let [before, after] = CHANGES[0];
    let mut narrow = proposal(Scheme::Mastercard, before, after);
    narrow.scope = ReplayScope {
        aids: vec!["A000000004".to_owned()],
        merchants: vec!["Café Nord".to_owned(), "Kiosk 7".to_owned()],
        terminals: vec!["SDK-2".to_owned()],
    };
    agree(&held, &all, std::slice::from_ref(&narrow));
    agree(&held, &all, &[narrow, proposal(Scheme::Mastercard, after, before)]);
    // Nothing changes.
    agree(&held, &all, &[proposal(Scheme::Visa, before, before)]);
    // Another currency of limits.
    let yen = Proposal { currency: "JPY".to_owned(), ..proposal(Scheme::Visa, before, after) };
    let found = replayed(&held, &asked(vec![yen]), &connection());
    assert!(found.sales > 0 && found.apart.iter().any(|(apart, _)| *apart == Apart::OtherCurrency));
}

/// Without the unit of bare amounts none is compared with a limit; the yen has one unit only.
#[test]
fn an_unknown_unit_is_said_and_nothing_is_counted() {
    let mut random = Random(7);
    let all: Vec<Known> = (0..500).map(|at| Known::any(at, &mut random, &[2_500])).collect();
    let held = held(&all);
    let unknown = Connection { unit_known: UnitKnown::No, ..connection() };
    let query = asked(vec![proposal(Scheme::Visa, [0, 2_500, 20_000], [0, 0, 0])]);
    let known = replayed(&held, &query, &connection());
    let found = replayed(&held, &query, &unknown);
    assert!(known.sales > 0 && found.sales == 0 && found.effects.is_empty());
    let unreadable = found.apart.iter().find(|(apart, _)| *apart == Apart::UnreadableAmount);
    assert!(unreadable.is_some_and(|(_, count)| *count >= known.sales));
}
