//! Proposed limits and parameters over the transactions of a list: which sales they concern, and how many would go otherwise.
//!
//! Two steps. [`Sales`] are read once for a list, scope and unit: rows with exact amounts, and what was put apart. A change is
//! then a few comparisons for each sale ([`Replay`] in `emv`, which has no rule of its own). Nothing is read from the service.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use tapline_contract::amounts::Amounts;
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::field::Number;
use tapline_contract::replay::{
    Apart, BANDS, BINS, EffectCount, MOST_MERCHANTS, MerchantCount, Portion, Proposal, ReplayScope,
    SchemeCount,
};
use tapline_emv::replay::{Effect, Replay, Went, decided, on_phone};
use tapline_emv::tap::Methods;
use tapline_emv::{Aid, MAX_AMOUNT, Scheme};
use tapline_explain::say::tap::replay_effect;

use super::cells::Cells;
use super::table::Table;

/// What sales are picked by. While it stays the same, they need not be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    of: Vec<(Scheme, String, ReplayScope)>,
    unit: Option<AmountUnit>,
    currency: String,
}

/// The sales that some proposals concern.
#[derive(Debug)]
pub(crate) struct Sales {
    all: Vec<Sale>,
    /// By [`Apart::ALL`].
    apart: [u32; Apart::ALL.len()],
    /// Names by the numbers that sales have of them.
    merchants: Vec<Option<String>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Sale {
    pub(super) row: u32,
    pub(super) proposal: u16,
    /// Index into the names.
    merchant: u32,
    /// Minor units, at most [`MAX_AMOUNT`].
    pub(super) amount: u64,
    /// The phone verified its owner.
    pub(super) on_phone: bool,
}

/// Sales with an effect.
#[derive(Clone, Debug)]
struct Counted {
    sales: u32,
    /// What they are asked for.
    methods: Option<Methods>,
    proposals: Vec<u32>,
    merchants: Vec<u32>,
    bands: Vec<u32>,
}

impl Sale {
    fn went<'r>(&self, replays: &'r [Replay]) -> Option<&'r Went> {
        replays[usize::from(self.proposal)].went(self.amount, self.on_phone)
    }
}

impl Wanted {
    pub(super) fn of(proposals: &[Proposal], connection: &Connection) -> Wanted {
        let one = |of: &Proposal| (of.scheme, of.currency.clone(), of.scope.clone());
        Wanted {
            of: proposals.iter().map(one).collect(),
            unit: connection.known_unit(),
            currency: connection.currency().code().to_owned(),
        }
    }
}

/// The sales of a table that are concerned.
pub(super) fn sales(table: &Table, proposals: &[Proposal], connection: &Connection) -> Sales {
    let rows = table.rows() as usize;
    let (methods, method) = numbered(column(table, "paymentMethod"), rows);
    let (aids, aid) = numbered(column(table, "aid"), rows);
    let (names, merchant) = numbered(column(table, "mchName"), rows);
    let (terminals, terminal) = numbered(column(table, "sdkId"), rows);
    let (kinds, kind) = numbered(column(table, "tranType"), rows);
    let (entries, entry) = numbered(column(table, "entryMode"), rows);
    let (checks, check) = numbered(column(table, "cvmPerformed"), rows);
    let (codes, code) = numbered(column(table, "amount.currency"), rows);
    let cells = column(table, "amount.value");
    let money: Vec<Amounts> = codes.iter().map(|code| Amounts::of(connection, code.as_deref())).collect();
    let mut concerned = Memory::default();
    let mut by_limits = Memory::default();
    let mut phones = Memory::default();
    let mut found = Sales { all: Vec::new(), apart: [0; Apart::ALL.len()], merchants: shown(table, &names) };
    for row in 0..rows {
        let key = (method[row], aid[row], merchant[row], terminal[row]);
        let text =
            |of: &[Option<Box<str>>], at: u32| of[at as usize].as_deref().unwrap_or_default().to_owned();
        let concern = concerned.of(key, || {
            let scheme = Scheme::of_card(&text(&methods, key.0), &text(&aids, key.1));
            let Some(scheme) = scheme else { return Err(Some(Apart::NoScheme)) };
            let mut of_scheme = proposals.iter().enumerate().filter(|(_, of)| of.scheme == scheme).peekable();
            if of_scheme.peek().is_none() {
                return Err(None);
            }
            let sale = (text(&aids, key.1), text(&names, key.2), text(&terminals, key.3));
            let all: Vec<u16> = of_scheme
                .filter(|(_, of)| includes(&of.scope, &sale))
                .filter_map(|(at, _)| u16::try_from(at).ok())
                .collect();
            if all.is_empty() { Err(Some(Apart::OutOfScope)) } else { Ok(all) }
        });
        let judged = concern.as_ref().map_err(|apart| *apart).and_then(|proposed| {
            let decided = by_limits.of((kind[row], entry[row]), || {
                decided(&text(&kinds, kind[row]), &text(&entries, entry[row])).map_err(Apart::from)
            });
            decided.map_err(Some)?;
            let amounts = &money[code[row] as usize];
            let proposal = proposed
                .iter()
                .find(|at| {
                    amounts.strange.is_none()
                        && proposals[usize::from(**at)].currency == amounts.currency.code()
                })
                .ok_or(Some(Apart::OtherCurrency))?;
            let amount = cells.get(row).and_then(|text| minor(amounts, text));
            Ok((*proposal, amount.ok_or(Some(Apart::UnreadableAmount))?))
        });
        match (judged, u32::try_from(row)) {
            (Ok((proposal, amount)), Ok(at)) => {
                let scheme = proposals[usize::from(proposal)].scheme;
                let on_phone =
                    phones.of((scheme, check[row]), || on_phone(scheme, &text(&checks, check[row])));
                found.all.push(Sale { row: at, proposal, merchant: merchant[row], amount, on_phone });
            }
            (Err(Some(apart)), _) => found.apart[apart as usize] += 1,
            // Of a scheme that nobody asked about.
            (Ok(_) | Err(None), _) => {}
        }
    }
    found
}

fn column<'t>(table: &'t Table, name: &str) -> &'t Cells {
    // Columns of transactions are fixed; the first one stands in for one that is not there.
    table.cells(table.schema.find(name).unwrap_or_default())
}

/// The different values of a column, and the place of each row's among them.
fn numbered(cells: &Cells, rows: usize) -> (Vec<Option<Box<str>>>, Vec<u32>) {
    let known = RefCell::new((HashMap::<Option<Box<str>>, u32>::new(), Vec::new()));
    let places = cells.judged(rows, |text| {
        let (places, values) = &mut *known.borrow_mut();
        let text = text.map(Box::from);
        if let Some(place) = places.get(&text) {
            return *place;
        }
        let place = u32::try_from(values.len()).unwrap_or(u32::MAX);
        values.push(text.clone());
        places.insert(text, place);
        place
    });
    (known.into_inner().1, places)
}

/// Names as a window shows them.
fn shown(table: &Table, names: &[Option<Box<str>>]) -> Vec<Option<String>> {
    let one = |name: &str| tapline_contract::card::cell(name, "mchName", table.schema.exact).into_owned();
    names.iter().map(|name| name.as_deref().map(one)).collect()
}

/// What was found out for a key already.
struct Memory<K, V>(HashMap<K, V>);

impl<K, V> Default for Memory<K, V> {
    fn default() -> Memory<K, V> {
        Memory(HashMap::new())
    }
}

impl<K: Copy + Eq + std::hash::Hash, V: Clone> Memory<K, V> {
    fn of(&mut self, key: K, find: impl FnOnce() -> V) -> V {
        self.0.entry(key).or_insert_with(find).clone()
    }
}

fn includes(scope: &ReplayScope, (aid, merchant, terminal): &(String, String, String)) -> bool {
    let named =
        |list: &[String], name: &str| list.is_empty() || list.iter().any(|one| one.trim() == name.trim());
    let by_aid = || {
        let Ok(card) = Aid::parse(aid) else { return true };
        let mut aids = scope.aids.iter().filter_map(|one| Aid::parse(one).ok()).peekable();
        aids.peek().is_none() || aids.any(|one| card.starts_with(&one))
    };
    named(&scope.merchants, merchant) && named(&scope.terminals, terminal) && by_aid()
}

/// In whole minor units, if that is what it is.
fn minor(amounts: &Amounts, text: &str) -> Option<u64> {
    amounts.currency.parse(&amounts.plain(&Number::parse(text)?)?).ok()
}

impl Sales {
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn apart(&self) -> Vec<(Apart, u32)> {
        let all = Apart::ALL.into_iter().map(|apart| (apart, self.apart[apart as usize]));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// Columns up to `top`, and the sales above it.
    pub(super) fn histogram(&self, top: u64) -> (Vec<u32>, u32) {
        let mut bins = vec![0; BINS];
        let mut beyond = 0;
        for sale in &self.all {
            *bins.get_mut(slot(sale.amount, top, BINS)).unwrap_or(&mut beyond) += 1;
        }
        (bins, beyond)
    }

    /// The effects that at least one sale has.
    pub(super) fn count(&self, proposals: &[Proposal], top: u64) -> Vec<EffectCount> {
        let replays = replays(proposals);
        let none = Counted {
            sales: 0,
            methods: None,
            proposals: vec![0; proposals.len()],
            merchants: vec![0; self.merchants.len()],
            bands: vec![0; BANDS + 1],
        };
        let mut counted: Vec<Counted> = vec![none; Effect::ALL.len()];
        for sale in &self.all {
            let Some(went) = sale.went(&replays).filter(|went| !went.effects.is_empty()) else { continue };
            for (effect, counted) in Effect::ALL.into_iter().zip(&mut counted) {
                if went.effects.has(effect) {
                    counted.sales += 1;
                    counted.methods = match (counted.methods, went.methods(effect)) {
                        (Some(one), Some(other)) => Some(one.or(other)),
                        (one, other) => one.or(other),
                    };
                    counted.proposals[usize::from(sale.proposal)] += 1;
                    counted.merchants[sale.merchant as usize] += 1;
                    counted.bands[slot(sale.amount, top, BANDS)] += 1;
                }
            }
        }
        let told = Effect::ALL.into_iter().zip(counted).filter(|(_, counted)| counted.sales > 0);
        told.map(|(effect, counted)| self.told(effect, counted, proposals)).collect()
    }

    fn told(&self, effect: Effect, counted: Counted, proposals: &[Proposal]) -> EffectCount {
        let schemes = Scheme::ALL.into_iter().map(|scheme| {
            let of = proposals.iter().zip(&counted.proposals).filter(|(of, _)| of.scheme == scheme);
            SchemeCount { scheme, sales: of.map(|(_, sales)| sales).sum() }
        });
        let mut merchants: Vec<MerchantCount> = self
            .merchants
            .iter()
            .zip(&counted.merchants)
            .filter(|(_, sales)| **sales > 0)
            .map(|(merchant, sales)| MerchantCount { merchant: merchant.clone(), sales: *sales })
            .collect();
        merchants.sort_by(|one, other| (other.sales, &one.merchant).cmp(&(one.sales, &other.merchant)));
        let rest = merchants.split_off(merchants.len().min(MOST_MERCHANTS));
        let other_sales = rest.iter().map(|one| one.sales).sum();
        EffectCount {
            effect,
            words: replay_effect(effect, counted.methods).to_string(),
            sales: counted.sales,
            schemes: schemes.filter(|one| one.sales > 0).collect(),
            merchants,
            other_merchants: (u32::try_from(rest.len()).unwrap_or(u32::MAX), other_sales),
            bands: counted.bands,
        }
    }

    /// The sales behind a number.
    pub(super) fn behind(&self, proposals: &[Proposal], top: u64, effect: Effect, of: &Portion) -> Vec<Sale> {
        let replays = replays(proposals);
        let is_of = |sale: &&Sale| match of {
            Portion::All => true,
            Portion::Scheme(scheme) => proposals[usize::from(sale.proposal)].scheme == *scheme,
            Portion::Merchant(name) => self.merchants[sale.merchant as usize] == *name,
            Portion::Band(band) => slot(sale.amount, top, BANDS) == *band as usize,
        };
        let has = |sale: &&Sale| sale.went(&replays).is_some_and(|went| went.effects.has(effect));
        self.all.iter().filter(has).filter(is_of).copied().collect()
    }
}

fn replays(proposals: &[Proposal]) -> Vec<Replay> {
    proposals.iter().map(|of| Replay::of(of.before.side(of.scheme), of.after.side(of.scheme))).collect()
}

/// Which of `many` columns of equal width an amount falls into; `many` from `top` on.
fn slot(amount: u64, top: u64, many: usize) -> usize {
    if amount >= top {
        return many;
    }
    // Both are at most MAX_AMOUNT, or the sum would not fit.
    let place = u128::from(amount) * many as u128 / u128::from(top.clamp(1, MAX_AMOUNT));
    usize::try_from(place).map_or(many, |place| place.min(many))
}

/// What was read last, for the next movement of a limit.
pub(super) type Kept = Option<(Wanted, Arc<Sales>)>;
