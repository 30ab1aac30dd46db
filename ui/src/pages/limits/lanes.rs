//! One lane per configuration, grouped by scheme: everything that the overview draws, computed once per read; and the findings for each
//! lane.

use std::collections::BTreeMap;
use std::sync::Arc;

use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::name_filter;
use tapline_contract::order::sort_by_key;
use tapline_contract::siblings::Siblings;
use tapline_contract::where_used::{EmvUsers, UsersCurrency};
use tapline_emv::check::{self, Finding, Sibling, Subject};
use tapline_emv::{Currency, Differs, Limits, Scheme, at_terminals, siblings};

use super::fold::{self, Oddity};
use crate::used::KnownUsers;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    pub(crate) id: EmvId,
    pub(crate) name: String,
    /// `None` if neither method nor AID identifies the scheme.
    pub(crate) scheme: Option<Scheme>,
    pub(crate) method: String,
    pub(crate) aids: String,
    /// `None` if a limit is missing or unreadable.
    pub(crate) limits: Option<Limits>,
    /// Currency of the users if they agree; else the connection's.
    pub(crate) currency: Currency,
    /// Note on the currency, if the users' currency is not the connection's or users differ.
    pub(crate) whose: Option<Whose>,
    /// True if the lane's decimals are those of the axis.
    pub(crate) on_axis: bool,
    pub(crate) params: tapline_emv::Params,
    /// The deciding parameters, including those that all its terminals share: results at an amount use these.
    pub(crate) deciding: tapline_emv::Params,
    /// `None` if the scheme has no majority, or the configuration is like it.
    pub(crate) oddity: Option<Oddity>,
    /// The first of the configurations that are alike; `None` for one that is like no other, or odd.
    pub(crate) alike: Option<EmvId>,
    /// The parameters are no JSON object: visible, not editable.
    pub(crate) unreadable: bool,
}

/// Note on the currency of a lane, for its narrow column and in full.
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

    /// The first limit that differs from most of the scheme.
    pub(crate) fn differs(&self) -> Option<Differs> {
        match self.oddity.as_ref()? {
            Oddity::Limits(differences) => differences.first().copied(),
            Oddity::Outcome { .. } => None,
        }
    }

    /// True for a row with a difference, or with limits that can't be read.
    pub(crate) fn is_outlier(&self) -> bool {
        self.oddity.is_some() || self.limits.is_none()
    }
}

/// Lanes in the fixed order of the schemes, then in the order of the service.
pub(crate) fn lanes(records: &[EmvConfig], connections: &Currency, users: &KnownUsers) -> Vec<Arc<Lane>> {
    let users_currency: Vec<_> = records.iter().map(|record| users.currency(&record.id)).collect();
    let counted = |users_currency: &Option<UsersCurrency>| counts_in(users_currency.as_ref(), connections);
    let values: Vec<_> = records.iter().map(EmvConfig::values).collect();
    let mut siblings =
        users.siblings(records, |at, record| record.sibling_with(&values[at], counted(&users_currency[at])));
    let currencies: Vec<_> = users_currency
        .iter()
        .map(|users_currency| currency_of(users_currency.as_ref(), connections))
        .collect();
    // A limit in another currency is no peer: 5000 is 50.00 EUR, and 5,000 JPY.
    let mut peers: BTreeMap<(Option<Scheme>, &str), Vec<Limits>> = BTreeMap::new();
    for (one, currency) in siblings.all().iter().zip(&currencies) {
        peers.entry((one.scheme, currency.code())).or_default().extend(one.limits);
    }
    let mut all: Vec<Lane> = Vec::with_capacity(records.len());
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
                whose: whose(users_currency[index].as_ref(), connections),
                on_axis: currency.exponent() == connections.exponent(),
                oddity: me
                    .limits
                    .filter(|_| me.scheme.is_some())
                    .map(|mine| siblings::differences(mine, peers))
                    .filter(|differences| !differences.is_empty())
                    .map(Oddity::Limits),
                alike: None,
                deciding: at_terminals::with(&params, &at_terminals),
                params,
                unreadable: record.params.readable().is_none(),
            }
        });
        all.push(lane);
    }
    sort_by_key(&mut all, |lane| lane.scheme.map_or(usize::MAX, |scheme| scheme as usize));
    fold::compare(&mut all);
    all.into_iter().map(Arc::new).collect()
}

/// Currency of the users if they agree; else the connection's.
pub(crate) fn currency_of(users_currency: Option<&UsersCurrency>, connections: &Currency) -> Currency {
    match users_currency {
        Some(UsersCurrency::Agreed(currency)) => currency.clone(),
        _ => connections.clone(),
    }
}

/// Currency for comparing limits; `None` if the users differ.
fn counts_in(users_currency: Option<&UsersCurrency>, connections: &Currency) -> Option<Currency> {
    users_currency
        .map_or_else(|| Some(connections.clone()), |users_currency| users_currency.of_limits(connections))
}

fn whose(users_currency: Option<&UsersCurrency>, connections: &Currency) -> Option<Whose> {
    let code = connections.code();
    match users_currency? {
        UsersCurrency::Agreed(currency) if currency != connections => Some(Whose {
            short: format!("used in {}", currency.code()),
            sentence: format!("used in {}", currency.code()),
        }),
        UsersCurrency::Differ(codes) => Some(Whose {
            short: format!("used in several: {codes}"),
            sentence: format!("used in several currencies ({codes}), shown in {code}"),
        }),
        UsersCurrency::Agreed(_) | UsersCurrency::Untold | UsersCurrency::Unused => None,
    }
}

/// The other records of a list, for the checks of one record.
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
            // No profile refers to a new record yet.
            shares_profile: except.and_then(|_| users.share_profile(mine, users.users(&record.id))),
            ..sibling(record, users, connections)
        })
        .collect()
}

/// The configurations of a list, for the checks of several of them.
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

/// Findings for the selected configurations. A configuration with unreadable parameters has none.
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
