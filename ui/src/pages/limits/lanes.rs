//! One lane per configuration, grouped by scheme: everything the overview draws of it, computed once per reading; and
//! what the checks say of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::name_filter;
use tapline_contract::order::sort_by_key;
use tapline_contract::siblings::Siblings;
use tapline_contract::where_used::{EmvUsers, UsersCurrency};
use tapline_emv::check::{self, Finding, Sibling, Subject};
use tapline_emv::{Currency, Differs, Limits, Scheme, at_terminals, siblings};

use crate::used::KnownUsers;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    pub(crate) id: EmvId,
    pub(crate) name: String,
    /// `None` when neither method nor AID tells it.
    pub(crate) scheme: Option<Scheme>,
    pub(crate) method: String,
    pub(crate) aids: String,
    /// `None` when one of them is missing or unreadable.
    pub(crate) limits: Option<Limits>,
    /// Of those who use it, where they agree; else the connection's.
    pub(crate) currency: Currency,
    /// Whose that is, where it is another one than the connection's or they differ.
    pub(crate) whose: Option<Whose>,
    /// Its decimals are those of the axis.
    pub(crate) on_axis: bool,
    pub(crate) params: tapline_emv::Params,
    /// With what all its terminals tell alike and that decides: what happens at an amount is told by these.
    pub(crate) deciding: tapline_emv::Params,
    pub(crate) differs: Option<Differs>,
    /// The parameters are no JSON object: shown, not editable.
    pub(crate) unreadable: bool,
}

/// Whose the currency of a lane is, for its narrow column and in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whose {
    pub(crate) short: String,
    pub(crate) sentence: String,
}

impl Lane {
    pub(crate) fn matches(&self, words: &str) -> bool {
        let scheme = self.scheme.map_or("", Scheme::name);
        let text = format!("{scheme} {} {} {} {}", self.name, self.id, self.aids, self.method);
        name_filter::matches(&text, words)
    }
}

/// Lanes in the fixed order of the schemes, then as the service lists them.
pub(crate) fn lanes(records: &[EmvConfig], connections: &Currency, users: &KnownUsers) -> Vec<Arc<Lane>> {
    let told: Vec<_> = records.iter().map(|record| users.currency(&record.id)).collect();
    let counted = |told: &Option<UsersCurrency>| counts_in(told.as_ref(), connections);
    let values: Vec<_> = records.iter().map(EmvConfig::values).collect();
    let mut siblings =
        users.siblings(records, |at, record| record.sibling_with(&values[at], counted(&told[at])));
    let currencies: Vec<_> = told.iter().map(|told| currency_of(told.as_ref(), connections)).collect();
    // What counts in another currency is no peer: 5000 is 50.00 EUR, and 5,000 JPY.
    let mut peers: BTreeMap<(Option<Scheme>, &str), Vec<Limits>> = BTreeMap::new();
    for (one, currency) in siblings.all().iter().zip(&currencies) {
        peers.entry((one.scheme, currency.code())).or_default().extend(one.limits);
    }
    let mut all: Vec<Arc<Lane>> = Vec::with_capacity(records.len());
    for (index, (record, params)) in records.iter().zip(values).enumerate() {
        let currency = &currencies[index];
        let lane = siblings.beside(index, |me, mine, _| {
            let peers = peers.get(&(me.scheme, currency.code())).map_or(&[][..], Vec::as_slice);
            let at_terminals = mine.map(EmvUsers::agreed_terminals).unwrap_or_default();
            Lane {
                id: record.id.clone(),
                name: record.name(),
                scheme: me.scheme,
                method: me.method.clone(),
                aids: record.aids_with(&params),
                limits: me.limits,
                currency: currency.clone(),
                whose: whose(told[index].as_ref(), connections),
                on_axis: currency.exponent() == connections.exponent(),
                differs: me
                    .limits
                    .filter(|_| me.scheme.is_some())
                    .and_then(|mine| siblings::differs(mine, peers)),
                deciding: at_terminals::with(&params, &at_terminals),
                params,
                unreadable: record.params.readable().is_none(),
            }
        });
        all.push(Arc::new(lane));
    }
    sort_by_key(&mut all, |lane| lane.scheme.map_or(usize::MAX, |scheme| scheme as usize));
    all
}

/// The currency of those who use it, where they agree; else the connection's.
pub(crate) fn currency_of(told: Option<&UsersCurrency>, connections: &Currency) -> Currency {
    match told {
        Some(UsersCurrency::Agreed { currency, .. }) => currency.clone(),
        _ => connections.clone(),
    }
}

/// As an amount that others are compared with: nothing where the users differ.
fn counts_in(told: Option<&UsersCurrency>, connections: &Currency) -> Option<Currency> {
    told.map_or_else(|| Some(connections.clone()), |told| told.of_limits(connections))
}

fn whose(told: Option<&UsersCurrency>, connections: &Currency) -> Option<Whose> {
    let code = connections.code();
    match told? {
        UsersCurrency::Agreed { currency, .. } if currency != connections => Some(Whose {
            short: format!("used in {}", currency.code()),
            sentence: format!("used in {}", currency.code()),
        }),
        UsersCurrency::Differ(codes) => Some(Whose {
            short: format!("used in several: {codes}"),
            sentence: format!("used in several currencies ({codes}), shown in {code}"),
        }),
        UsersCurrency::Agreed { .. } | UsersCurrency::Untold | UsersCurrency::Unused => None,
    }
}

/// The others of a list, for the checks of one record.
pub(crate) fn siblings_of(
    records: &[EmvConfig],
    except: Option<&EmvId>,
    users: &KnownUsers,
    connections: &Currency,
) -> Vec<Sibling> {
    let mine = except.and_then(|id| users.users(id));
    records
        .iter()
        .filter(|record| Some(&record.id) != except)
        .map(|record| Sibling {
            // A new one is named by nobody yet.
            shares_profile: except.and_then(|_| users.share_profile(mine, users.users(&record.id))),
            ..sibling(record, users, connections)
        })
        .collect()
}

/// The configurations of a list, for the checks of many of them.
pub(crate) fn all_siblings<'a>(
    records: &[EmvConfig],
    users: &'a KnownUsers,
    connections: &Currency,
) -> Siblings<'a> {
    users.siblings(records, |_, record| sibling(record, users, connections))
}

fn sibling(record: &EmvConfig, users: &KnownUsers, connections: &Currency) -> Sibling {
    record.sibling(counts_in(users.currency(&record.id).as_ref(), connections))
}

pub(crate) type Findings = BTreeMap<EmvId, Vec<Finding>>;

/// What the checks say of the configurations that are meant. One whose parameters cannot be read has none.
pub(crate) fn findings(
    records: &[EmvConfig],
    is_meant: impl Fn(&EmvId) -> bool,
    connections: &Currency,
    users: &KnownUsers,
) -> Findings {
    let mut siblings = all_siblings(records, users, connections);
    let mut found = Findings::new();
    for (index, record) in records.iter().enumerate().filter(|(_, record)| is_meant(&record.id)) {
        let Some(params) = record.params.readable() else { continue };
        let currency = currency_of(users.currency(&record.id).as_ref(), connections);
        let all = siblings.beside(index, |me, _, siblings| {
            check::check(&Subject {
                name: &me.name,
                method: &me.method,
                scheme: me.scheme,
                params: &params.values(),
                currency: &currency,
                reference: users.reference(Some(&record.id), &currency),
                siblings,
                terminals: None,
            })
        });
        found.insert(record.id.clone(), all);
    }
    found
}
