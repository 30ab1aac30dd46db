//! Proposed limits and parameters over the transactions of a list: the sales concerned, and how many would go otherwise.
//!
//! Two steps. [`Sales`] are read once for a list, scope and unit: rows with exact amounts, and counts of the rows set apart. A
//! change is then a few comparisons for each sale ([`Replay`] in `emv`, which has no rule of its own). Nothing is read from the
//! service.

use std::collections::HashMap;
use std::sync::Arc;

use tapline_contract::amounts::Amounts;
use tapline_contract::card;
use tapline_contract::connection::{AmountUnit, Connection};
use tapline_contract::field::Number;
use tapline_contract::list::ListState;
use tapline_contract::replay::{
    Apart, BANDS, BINS, EffectCount, MOST_MERCHANTS, MOST_SALES, MerchantCount, Portion, Proposal,
    ReplayQuery, ReplaySale, ReplaySales, ReplaySalesQuery, ReplayScope, Replayed, SaleScope, SchemeCount,
};
use tapline_contract::transaction::TransactionQuery;
use tapline_emv::replay::{Effect, Replay, Went, decided, on_phone};
use tapline_emv::tap::Methods;
use tapline_emv::{Aid, MAX_AMOUNT, Scheme};
use tapline_explain::say::tap::replay_effect;
use tapline_lists::TableView;

mod by_amount;

pub(crate) use by_amount::by_amount;

/// Column that every transaction has and no other record.
const AMOUNT: &str = "amount.value";

/// Everything that sales are picked by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SalesKey {
    scopes: Vec<SaleScope>,
    unit: Option<AmountUnit>,
    currency: String,
}

/// Sales that some proposals concern.
#[derive(Debug)]
struct Sales {
    all: Vec<Sale>,
    /// In the order of [`Apart::ALL`].
    apart: [u32; Apart::ALL.len()],
    merchants: Vec<Option<String>>,
}

#[derive(Clone, Copy, Debug)]
struct Sale {
    row: u32,
    proposal: u16,
    /// Index into the merchants.
    merchant: u32,
    /// Minor units, at most [`MAX_AMOUNT`].
    amount: u64,
    /// The phone verified its owner.
    on_phone: bool,
}

/// Sales with one effect.
#[derive(Clone, Debug)]
struct EffectTally {
    sales: u32,
    /// Methods of the sales in question.
    methods: Option<Methods>,
    proposals: Vec<u32>,
    merchants: Vec<u32>,
    bands: Vec<u32>,
}

/// Effects of proposed limits. `state` and `query` are those of the list.
pub(crate) fn replay(
    table: &TableView,
    asked: &ReplayQuery,
    connection: &Connection,
    state: ListState,
    query: TransactionQuery,
) -> Replayed {
    let sales = sales(table, scopes(&asked.proposals), connection);
    let (bins, beyond) = sales.histogram(asked.top);
    Replayed {
        list: state.list,
        version: state.version,
        rows: table.rows(),
        total: state.total,
        state: state.state,
        query,
        sales: u32::try_from(sales.all.len()).unwrap_or(u32::MAX),
        apart: Apart::ALL.into_iter().zip(sales.apart).filter(|(_, count)| *count > 0).collect(),
        effects: sales.effects(&asked.proposals, asked.top),
        bins,
        beyond,
    }
}

/// Sales behind a number of [`replay`]; `None` for a list of something else than transactions.
pub(crate) fn replay_sales(
    table: &TableView,
    asked: &ReplaySalesQuery,
    connection: &Connection,
) -> Option<ReplaySales> {
    if !table.has_column(AMOUNT) {
        return None;
    }
    let ReplayQuery { proposals, top, .. } = &asked.replay;
    let sales = sales(table, scopes(proposals), connection);
    let found = sales.behind(proposals, *top, asked.effect, &asked.of);
    let sale = |sale: &&Sale| ReplaySale {
        id: table.shown(sale.row, "tranId").unwrap_or_default(),
        amount: sale.amount,
        proposal: u32::from(sale.proposal),
        on_phone: sale.on_phone,
        merchant: table.shown(sale.row, "mchName"),
        terminal: table.shown(sale.row, "sdkId"),
        status: table.shown(sale.row, "tranStatus"),
    };
    let window = found.iter().skip(asked.first as usize).take(asked.count.min(MOST_SALES) as usize);
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    Some(ReplaySales { total, sales: window.map(sale).collect() })
}

fn scopes(proposals: &[Proposal]) -> Vec<SaleScope> {
    proposals.iter().map(Proposal::sale_scope).collect()
}

/// Sales of some scopes, kept for the next movement of a limit. Takes long only while scopes change.
fn sales(table: &TableView, scopes: Vec<SaleScope>, connection: &Connection) -> Arc<Sales> {
    let key = SalesKey {
        scopes: scopes.clone(),
        unit: connection.known_unit(),
        currency: connection.currency().code().to_owned(),
    };
    table.derived(key, || Sales::read(table, &scopes, connection))
}

/// Different values of a column, and the place of each row's among them.
struct CodedColumn<'t> {
    values: Vec<Option<&'t str>>,
    places: Vec<u32>,
}

impl<'t> CodedColumn<'t> {
    fn new(table: &'t TableView, name: &str) -> CodedColumn<'t> {
        let (mut values, mut known) = (Vec::new(), HashMap::new());
        let places = table.judged(name, |text| {
            *known.entry(text).or_insert_with(|| {
                values.push(text);
                u32::try_from(values.len() - 1).unwrap_or(u32::MAX)
            })
        });
        CodedColumn { values, places }
    }

    /// Empty for a cell without a value.
    fn text(&self, place: u32) -> &'t str {
        self.values[place as usize].unwrap_or_default()
    }
}

impl Sales {
    fn read(table: &TableView, scopes: &[SaleScope], connection: &Connection) -> Sales {
        let column = |name: &str| CodedColumn::new(table, name);
        let (methods, aids, merchants) = (column("paymentMethod"), column("aid"), column("mchName"));
        let (terminals, kinds, entries) = (column("sdkId"), column("tranType"), column("entryMode"));
        let (checks, currencies) = (column("cvmPerformed"), column("amount.currency"));
        let amounts = table.judged(AMOUNT, |text| text);
        let money: Vec<Amounts> =
            currencies.values.iter().map(|code| Amounts::new(connection, *code)).collect();
        // Results for values that many rows share.
        let (mut concerned, mut limited, mut phones) = (HashMap::new(), HashMap::new(), HashMap::new());
        let shown = |name: &str| card::cell(name, "mchName", table.exact()).into_owned();
        let names = merchants.values.iter().map(|name| name.map(shown)).collect();
        let mut sales = Sales { all: Vec::new(), apart: Default::default(), merchants: names };
        for row in 0..table.rows() {
            let at = row as usize;
            let key = (methods.places[at], aids.places[at], merchants.places[at], terminals.places[at]);
            let concern = concerned.entry(key).or_insert_with(|| {
                let (aid, merchant) = (aids.text(key.1), merchants.text(key.2));
                concern(scopes, methods.text(key.0), aid, merchant, terminals.text(key.3))
            });
            let by_limits = limited.entry((kinds.places[at], entries.places[at])).or_insert_with(|| {
                decided(kinds.text(kinds.places[at]), entries.text(entries.places[at])).map_err(Apart::from)
            });
            let currency = &money[currencies.places[at] as usize];
            let judged = match (concern, by_limits) {
                (Err(apart), _) => Err(*apart),
                (_, Err(apart)) => Err(Some(*apart)),
                (Ok(concern), Ok(())) => {
                    let has_currency = |at: &&u16| {
                        currency.strange.is_none()
                            && scopes[usize::from(**at)].currency == currency.currency.code()
                    };
                    let proposal = concern.iter().find(has_currency).ok_or(Some(Apart::OtherCurrency));
                    proposal.and_then(|proposal| {
                        let amount = amounts[at].and_then(|text| minor_units(currency, text));
                        Ok((*proposal, amount.ok_or(Some(Apart::UnreadableAmount))?))
                    })
                }
            };
            match judged {
                Ok((proposal, amount)) => {
                    let key = (scopes[usize::from(proposal)].scheme, checks.places[at]);
                    let on_phone = *phones.entry(key).or_insert_with(|| on_phone(key.0, checks.text(key.1)));
                    sales.all.push(Sale { row, proposal, merchant: merchants.places[at], amount, on_phone });
                }
                Err(Some(apart)) => sales.apart[apart as usize] += 1,
                // Its scheme has no proposal.
                Err(None) => {}
            }
        }
        sales
    }

    /// Columns up to `top`, and the number of sales above it.
    fn histogram(&self, top: u64) -> (Vec<u32>, u32) {
        let mut bins = vec![0; BINS + 1];
        self.all.iter().for_each(|sale| bins[slot(sale.amount, top, BINS)] += 1);
        let beyond = bins.pop().unwrap_or_default();
        (bins, beyond)
    }

    /// Effects that at least one sale has.
    fn effects(&self, proposals: &[Proposal], top: u64) -> Vec<EffectCount> {
        let replays = replays(proposals);
        let none = EffectTally {
            sales: 0,
            methods: None,
            proposals: vec![0; proposals.len()],
            merchants: vec![0; self.merchants.len()],
            bands: vec![0; BANDS + 1],
        };
        let mut tallies: Vec<EffectTally> = vec![none; Effect::ALL.len()];
        for sale in &self.all {
            let Some(went) = sale.went(&replays).filter(|went| !went.effects.is_empty()) else { continue };
            for (effect, tally) in Effect::ALL.into_iter().zip(&mut tallies) {
                if went.effects.has(effect) {
                    tally.sales += 1;
                    tally.methods = match (tally.methods, went.methods(effect)) {
                        (Some(one), Some(other)) => Some(one.or(other)),
                        (one, other) => one.or(other),
                    };
                    tally.proposals[usize::from(sale.proposal)] += 1;
                    tally.merchants[sale.merchant as usize] += 1;
                    tally.bands[slot(sale.amount, top, BANDS)] += 1;
                }
            }
        }
        let counted = Effect::ALL.into_iter().zip(tallies).filter(|(_, tally)| tally.sales > 0);
        counted.map(|(effect, tally)| self.effect_count(effect, tally, proposals)).collect()
    }

    fn effect_count(&self, effect: Effect, tally: EffectTally, proposals: &[Proposal]) -> EffectCount {
        let schemes = Scheme::ALL.into_iter().map(|scheme| {
            let of_scheme = proposals.iter().zip(&tally.proposals).filter(|(one, _)| one.scheme == scheme);
            SchemeCount { scheme, sales: of_scheme.map(|(_, sales)| sales).sum() }
        });
        let merchants = self.merchants.iter().zip(&tally.merchants).filter(|(_, sales)| **sales > 0);
        let mut merchants: Vec<MerchantCount> = merchants
            .map(|(merchant, sales)| MerchantCount { merchant: merchant.clone(), sales: *sales })
            .collect();
        merchants.sort_by(|one, other| (other.sales, &one.merchant).cmp(&(one.sales, &other.merchant)));
        let rest = merchants.split_off(merchants.len().min(MOST_MERCHANTS));
        let other_sales = rest.iter().map(|one| one.sales).sum();
        EffectCount {
            effect,
            words: replay_effect(effect, tally.methods).to_string(),
            sales: tally.sales,
            schemes: schemes.filter(|one| one.sales > 0).collect(),
            merchants,
            other_merchants: (u32::try_from(rest.len()).unwrap_or(u32::MAX), other_sales),
            bands: tally.bands,
        }
    }

    /// Sales behind one number of an effect.
    fn behind(&self, proposals: &[Proposal], top: u64, effect: Effect, portion: &Portion) -> Vec<&Sale> {
        let replays = replays(proposals);
        let is_in = |sale: &&Sale| match portion {
            Portion::All => true,
            Portion::Scheme(scheme) => proposals[usize::from(sale.proposal)].scheme == *scheme,
            Portion::Merchant(name) => self.merchants[sale.merchant as usize] == *name,
            Portion::Band(band) => slot(sale.amount, top, BANDS) == *band as usize,
        };
        let has = |sale: &&Sale| sale.went(&replays).is_some_and(|went| went.effects.has(effect));
        self.all.iter().filter(has).filter(is_in).collect()
    }
}

impl Sale {
    fn went<'r>(&self, replays: &'r [Replay]) -> Option<&'r Went> {
        replays[usize::from(self.proposal)].went(self.amount, self.on_phone)
    }
}

/// Scopes that include a card at a terminal, in their order; `Err(None)` if its scheme has no scope.
fn concern(
    scopes: &[SaleScope],
    method: &str,
    aid: &str,
    merchant: &str,
    terminal: &str,
) -> Result<Vec<u16>, Option<Apart>> {
    let scheme = Scheme::of_card(method, aid).ok_or(Some(Apart::NoScheme))?;
    let of_scheme: Vec<_> = (0..).zip(scopes).filter(|(_, one)| one.scheme == scheme).collect();
    if of_scheme.is_empty() {
        return Err(None);
    }
    let includes = |(_, one): &(u16, &SaleScope)| includes(&one.scope, aid, merchant, terminal);
    let all: Vec<u16> = of_scheme.into_iter().filter(includes).map(|(at, _)| at).collect();
    if all.is_empty() { Err(Some(Apart::OutOfScope)) } else { Ok(all) }
}

fn includes(scope: &ReplayScope, aid: &str, merchant: &str, terminal: &str) -> bool {
    let named =
        |list: &[String], name: &str| list.is_empty() || list.iter().any(|one| one.trim() == name.trim());
    let by_aid = || {
        let Ok(card) = Aid::parse(aid) else { return true };
        let mut aids = scope.aids.iter().filter_map(|one| Aid::parse(one).ok()).peekable();
        aids.peek().is_none() || aids.any(|one| card.starts_with(&one))
    };
    named(&scope.merchants, merchant) && named(&scope.terminals, terminal) && by_aid()
}

/// `None` unless the amount is whole minor units.
pub(crate) fn minor_units(amounts: &Amounts, text: &str) -> Option<u64> {
    amounts.currency.parse(&amounts.plain(&Number::parse(text)?)?).ok()
}

fn replays(proposals: &[Proposal]) -> Vec<Replay> {
    proposals.iter().map(|one| Replay::new(one.before.side(one.scheme), one.after.side(one.scheme))).collect()
}

/// Index of an amount among `many` columns of equal width; `many` from `top` on.
fn slot(amount: u64, top: u64, many: usize) -> usize {
    if amount >= top {
        return many;
    }
    // Both are at most MAX_AMOUNT, or the sum would not fit.
    let place = u128::from(amount) * many as u128 / u128::from(top.clamp(1, MAX_AMOUNT));
    usize::try_from(place).map_or(many, |place| place.min(many))
}

#[cfg(test)]
mod tests;
