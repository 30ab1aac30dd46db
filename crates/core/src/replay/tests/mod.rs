//! Replay against brute force: every transaction is checked one by one, with the function that decides at an amount.

mod known;

use std::collections::BTreeMap;
use std::sync::Arc;

use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::list::{ListId, ListOf, ListState, LoadState};
use tapline_contract::replay::{
    Apart, BANDS, BINS, Portion, Proposal, ReplayQuery, ReplaySalesQuery, ReplayScope, Replayed, SaleAmounts,
    SaleAmountsQuery, Version,
};
use tapline_contract::transaction::TransactionQuery;
use tapline_contract::unit::UnitKnown;
use tapline_emv::limits::Outcome;
use tapline_emv::replay::Happens as At;
use tapline_emv::replay::{AffectedSales, CardsAndPhones, Effect, Replay};
use tapline_emv::tap::{Method, Methods, Side};
use tapline_emv::{Limits, Presented, Scheme, Value};
use tapline_explain::say::tap::replay_effect;

use tapline_lists::{RowSource, TableView};

use self::known::{KnownSale, Random};
use super::{by_amount, replay, replay_sales};
use crate::commands::list::tests::loaded;

const MANY: usize = 100_000;
const TOP: u64 = 25_000;
const TTQ: &str = "terminalTransactionQualifiers";

/// Limits and parameters.
type Read<'a> = ([u64; 3], &'a [(&'a str, &'a str)]);

/// Outcome and methods at an amount; `None` where the parameters contradict each other.
type Happens = (Option<Outcome>, Option<Methods>);

fn asked_at(side: Side<'_>, amount: u64, presented: Presented) -> Happens {
    let At { outcome, asked, is_contradicted } = At::at(side, amount, presented);
    (Some(outcome).filter(|_| !is_contradicted), asked)
}

fn effects((before, was): Happens, (after, is): Happens) -> Vec<Effect> {
    let (Some(before), Some(after)) = (before, after) else { return vec![Effect::Unknown] };
    let declined = [before, after].map(|outcome| outcome == Outcome::Declined);
    let online = [before, after].map(Outcome::goes_online);
    let accepted = declined == [false, false];
    let differs = accepted && was.is_some() && is.is_some() && was != is;
    let is_open = [was, is].into_iter().flatten().any(|asked| asked.has(Method::Phone));
    let all = [
        (accepted && was.is_none() && is.is_some(), Effect::AsksCvm),
        (accepted && was.is_some() && is.is_none(), Effect::AsksNoCvm),
        (differs && !is_open, Effect::AsksOtherCvm),
        (declined == [false, true], Effect::Declined),
        (declined == [true, false], Effect::NotDeclined),
        (accepted && online == [true, false], Effect::Offline),
        (accepted && online == [false, true], Effect::Online),
        (differs && is_open, Effect::Unknown),
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
        ..Connection::example()
    }
}

fn replay_query(proposals: Vec<Proposal>) -> ReplayQuery {
    ReplayQuery { connection: connection().id, proposals, top: TOP }
}

fn list_state(held: &TableView) -> ListState {
    ListState {
        list: ListId(1),
        version: 1,
        rows: held.rows(),
        loaded: u64::from(held.rows()),
        total: None,
        wire_bytes: 0,
        state: LoadState::Complete,
        changed_while_loading: false,
        unreadable: 0,
    }
}

fn replayed(held: &TableView, query: &ReplayQuery, connection: &Connection) -> Replayed {
    replay(held, query, connection, list_state(held), TransactionQuery::default())
}

fn amounts(held: &TableView, proposals: &[Proposal], others: &[Proposal]) -> SaleAmounts {
    let scopes = |of: &[Proposal]| of.iter().map(Proposal::sale_scope).collect();
    let query =
        SaleAmountsQuery { connection: connection().id, scopes: scopes(proposals), others: scopes(others) };
    by_amount(held, &query, &connection(), list_state(held), TransactionQuery::default())
}

/// Counts of one change from the sales by amount, as the page makes them.
fn counted_by_amount(found: &SaleAmounts, proposals: &[Proposal]) -> BTreeMap<Effect, AffectedSales> {
    let mut all: BTreeMap<Effect, AffectedSales> = BTreeMap::new();
    for (of, sales) in proposals.iter().zip(&found.sales) {
        let replay = Replay::new(of.before.side(of.scheme), of.after.side(of.scheme));
        for one in replay.affected(sales) {
            all.entry(one.effect).and_modify(|sum| sum.add(one.sales, one.methods)).or_insert(one);
        }
    }
    all
}

async fn held(all: &[KnownSale]) -> Arc<RowSource> {
    let records: Vec<String> = all.iter().map(KnownSale::json).collect();
    loaded(ListOf::Transactions(TransactionQuery::default()), &records).await
}

fn proposal(scheme: Scheme, before: [u64; 3], after: [u64; 3]) -> Proposal {
    read_by(scheme, (before, &[]), (after, &[]))
}

/// [`read`] with parameters on either side.
fn read_by(scheme: Scheme, before: Read<'_>, after: Read<'_>) -> Proposal {
    let version = |([floor, cvm, transaction], params): Read<'_>| {
        let params = params.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned())));
        Version::new(Limits { floor, cvm, transaction }, &params.collect())
    };
    Proposal {
        scheme,
        currency: "EUR".to_owned(),
        before: version(before),
        after: version(after),
        scope: ReplayScope::default(),
    }
}

/// Counts of one question, one by one.
fn agree(held: &TableView, all: &[KnownSale], proposals: &[Proposal]) {
    let query = replay_query(proposals.to_vec());
    let found = replayed(held, &query, &connection());
    let mut apart: BTreeMap<Apart, u32> = BTreeMap::new();
    let mut sales = 0_u32;
    let mut bins = vec![0_u32; BINS + 1];
    let mut behind: BTreeMap<Effect, Vec<(&KnownSale, Scheme, u64)>> = BTreeMap::new();
    let mut asked_for: BTreeMap<Effect, Methods> = BTreeMap::new();
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
        let presented = if known.is_phone() { Presented::Phone } else { Presented::Card };
        let [was, is] = [before, after].map(|version| asked_at(version.side(*scheme), amount, presented));
        for effect in effects(was, is) {
            behind.entry(effect).or_default().push((known, *scheme, amount));
            if let Some(methods) = if effect == Effect::AsksNoCvm { was.1 } else { is.1 } {
                let all = asked_for.entry(effect).or_insert(methods);
                *all = all.or(methods);
            }
        }
    }
    assert_eq!((found.sales, &found.apart), (sales, &apart.into_iter().collect()));
    let by_amount = amounts(held, proposals, &[]);
    assert_eq!(by_amount.sales.iter().map(CardsAndPhones::count).sum::<u32>(), sales);
    assert_eq!((&by_amount.over.apart, by_amount.over.shared), (&found.apart, 0));
    let counts = counted_by_amount(&by_amount, proposals);
    assert_eq!(counts.len(), found.effects.len());
    for one in &found.effects {
        let counted = &counts[&one.effect];
        assert_eq!(counted.sales, one.sales);
        assert_eq!(replay_effect(one.effect, counted.methods).to_string(), one.words);
    }
    assert_eq!((&found.bins[..], found.beyond), (&bins[..BINS], bins[BINS]));
    assert_eq!(
        found.effects.iter().map(|one| one.effect).collect::<Vec<_>>(),
        behind.keys().copied().collect::<Vec<_>>()
    );
    for one in &found.effects {
        let expected = &behind[&one.effect];
        assert_eq!(one.sales as usize, expected.len());
        assert_eq!(one.words, replay_effect(one.effect, asked_for.get(&one.effect).copied()).to_string());
        for scheme in Scheme::ALL {
            let count = one.schemes.iter().find(|of| of.scheme == scheme).map_or(0, |of| of.sales);
            assert_eq!(count as usize, expected.iter().filter(|(_, of, _)| *of == scheme).count());
        }
        for (at, count) in one.bands.iter().enumerate() {
            let of = |(_, _, amount): &&(&KnownSale, Scheme, u64)| band(*amount, BANDS as u64) == at as u64;
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
fn listed(
    held: &TableView,
    query: &ReplayQuery,
    effect: Effect,
    of: Portion,
    expected: &[(&KnownSale, Scheme, u64)],
) {
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
        let found = replay_sales(held, &window, &connection()).unwrap();
        assert_eq!(found.total as usize, expected.len());
        let ids: Vec<_> =
            found.sales.iter().map(|sale| (sale.id.as_str(), sale.amount, sale.on_phone)).collect();
        let wanted = expected.iter().skip(first).take(50);
        assert_eq!(
            ids,
            wanted
                .map(|(known, _, amount)| (known.id.as_str(), *amount, known.is_phone()))
                .collect::<Vec<_>>()
        );
    }
}

#[tokio::test]
async fn counts_agree_with_brute_force_over_100_000_transactions() {
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
    let all: Vec<KnownSale> = (0..MANY).map(|at| KnownSale::any(at, &mut random, &edges)).collect();
    let rows = held(&all).await;
    let held = rows.table().unwrap();
    // All schemes at once, then each change for each scheme.
    let six: Vec<_> = Scheme::ALL
        .into_iter()
        .zip(CHANGES)
        .map(|(scheme, [before, after])| proposal(scheme, before, after))
        .collect();
    agree(held, &all, &six);
    for (at, [before, after]) in CHANGES.into_iter().enumerate() {
        agree(held, &all, &[proposal(Scheme::ALL[(at + 1) % 6], before, after)]);
    }
    // Reader methods with a rule of their own up to the limit, and a terminal that is online only.
    let [low, high] = [[1_000, 2_500, 20_000], [3_000, 5_000, 20_000]];
    for (scheme, before, after) in [
        (Scheme::Visa, (low, &[(TTQ, "22804080")][..]), (high, &[(TTQ, "26800080")][..])),
        (Scheme::Visa, (low, &[(TTQ, "20800080")][..]), (high, &[(TTQ, "20800080")][..])),
        (
            Scheme::Jcb,
            (high, &[(TTQ, "26804080"), ("terminalType", "21")][..]),
            (low, &[(TTQ, "2E804080")][..]),
        ),
        (
            Scheme::Mastercard,
            (low, &[("cvmCapabilityNoCVM", "40")][..]),
            (high, &[("cvmCapabilityNoCVM", "08")][..]),
        ),
        (
            Scheme::Amex,
            (low, &[("amexExReaderCapability", "18E00003")][..]),
            (high, &[("amexExReaderCapability", "18000003")][..]),
        ),
    ] {
        agree(held, &all, &[read_by(scheme, before, after)]);
    }
    // Narrowed: two merchants of one AID, and a second proposal for what the first leaves.
    let [before, after] = CHANGES[0];
    let mut narrow = proposal(Scheme::Mastercard, before, after);
    narrow.scope = ReplayScope {
        aids: vec!["A000000004".to_owned()],
        merchants: vec!["Café Nord".to_owned(), "Kiosk 7".to_owned()],
        terminals: vec!["SDK-2".to_owned()],
    };
    agree(held, &all, std::slice::from_ref(&narrow));
    agree(held, &all, &[narrow, proposal(Scheme::Mastercard, after, before)]);
    // Nothing changes.
    agree(held, &all, &[proposal(Scheme::Visa, before, before)]);
    // Another currency of limits.
    let yen = Proposal { currency: "JPY".to_owned(), ..proposal(Scheme::Visa, before, after) };
    let found = replayed(held, &replay_query(vec![yen]), &connection());
    assert!(found.sales > 0 && found.apart.iter().any(|(apart, _)| *apart == Apart::OtherCurrency));
}

/// A sale that two configurations may have decided counts once, and is said to be unclear.
#[tokio::test]
async fn sales_of_several_configurations_are_counted_apart() {
    let mut random = Random(11);
    let all: Vec<KnownSale> = (0..2_000).map(|at| KnownSale::any(at, &mut random, &[2_500])).collect();
    let rows = held(&all).await;
    let held = rows.table().unwrap();
    let of = |merchants: &[&str]| {
        let mut one = proposal(Scheme::Visa, [0, 2_500, 20_000], [0, 5_000, 20_000]);
        one.scope.merchants = merchants.iter().map(|name| (*name).to_owned()).collect();
        one
    };
    let kiosks = of(&["Kiosk 7", "Kiosk 8"]);
    let count = |others: &[Proposal]| amounts(held, std::slice::from_ref(&kiosks), others).over;
    let at = |name: &str| amounts(held, &[of(&[name])], &[]).sales[0].count();
    assert_eq!((count(&[]).shared, count(&[]).merchants), (0, 2));
    assert!(at("Kiosk 7") > 0);
    assert_eq!(count(&[of(&["Café Nord"])]).shared, 0);
    assert_eq!(count(&[of(&["Kiosk 7", "Café Nord"])]).shared, at("Kiosk 7"));
    assert_eq!(count(&[proposal(Scheme::Jcb, [0; 3], [0; 3])]).shared, 0);
    assert_eq!(count(&[of(&[])]).shared, at("Kiosk 7") + at("Kiosk 8"));
}

/// Without the unit of bare amounts no amount is compared with a limit; the yen has one unit only.
#[tokio::test]
async fn an_unknown_unit_is_said_and_nothing_is_counted() {
    let mut random = Random(7);
    let all: Vec<KnownSale> = (0..500).map(|at| KnownSale::any(at, &mut random, &[2_500])).collect();
    let rows = held(&all).await;
    let held = rows.table().unwrap();
    let unknown = Connection { unit_known: UnitKnown::No, ..connection() };
    let query = replay_query(vec![proposal(Scheme::Visa, [0, 2_500, 20_000], [0, 0, 0])]);
    let known = replayed(held, &query, &connection());
    let found = replayed(held, &query, &unknown);
    assert!(known.sales > 0 && found.sales == 0 && found.effects.is_empty());
    let unreadable = found.apart.iter().find(|(apart, _)| *apart == Apart::UnreadableAmount);
    assert!(unreadable.is_some_and(|(_, count)| *count >= known.sales));
}
