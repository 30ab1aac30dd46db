//! The picture of usage as data: four columns of nodes, the links between neighboring columns, and the path of a node. No drawing.
//!
//! Invariant: a path has the same records as *Used by* of its node, because core computes the links of both by one rule.

use std::collections::BTreeSet;

use tapline_contract::emv_config::EmvId;
use tapline_contract::order::sort_by_key;
use tapline_contract::where_used::{UsageMap, UsedMerchant, UsedTerminal, counted};
use tapline_emv::Scheme;

use crate::paths::Route;

pub(super) const ACQUIRERS: usize = 0;
pub(super) const CONFIGURATIONS: usize = 1;
pub(super) const MERCHANTS: usize = 2;
pub(super) const TERMINALS: usize = 3;

/// Heading of each column, and its noun in singular and plural.
pub(super) const TITLES: [(&str, [&str; 2]); 4] = [
    ("Acquirer profiles", ["acquirer profile", "acquirer profiles"]),
    ("Configurations", ["configuration", "configurations"]),
    ("Merchants", ["merchant", "merchants"]),
    ("Terminals", ["terminal", "terminals"]),
];

/// A configuration of the service's list.
pub(super) struct ConfigurationName {
    pub(super) id: EmvId,
    pub(super) name: String,
    pub(super) scheme: Option<Scheme>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UsageNode {
    /// Unique in its column.
    pub(super) key: String,
    pub(super) id: String,
    pub(super) name: String,
    /// Currency of an acquirer profile, or status of a terminal.
    pub(super) note: String,
    /// Scheme of a configuration.
    pub(super) scheme: Option<Scheme>,
    /// Reason why nothing uses it.
    pub(super) unused: Option<&'static str>,
    pub(super) route: Route,
    /// Places in the other columns that a sale over it may touch.
    reach: [Vec<usize>; 4],
    /// Profile that a terminal names.
    profile: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Board {
    pub(super) columns: [Vec<UsageNode>; 4],
    /// Places in a column and in the next one.
    pub(super) links: [Vec<(usize, usize)>; 3],
    /// Id and name of the profiles that terminals may name.
    profiles: Vec<(String, String)>,
}

/// The record whose path is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Column and key.
    Node(usize, String),
    /// A profile is no node: terminals name it.
    Profile(String),
}

/// Places on a path, per column.
pub(super) type UsagePath = [BTreeSet<usize>; 4];

/// Key of a terminal's node.
pub(super) fn terminal_key(merchant: &str, id: &str) -> String {
    format!("{merchant}/{id}")
}

impl Board {
    /// `names`: the configurations of the service, in their order. `is_certain`: all lists were read whole, so that a record without
    /// users is unused.
    pub(super) fn new(map: &UsageMap, names: &[ConfigurationName], is_certain: bool) -> Board {
        let unused = |is_unused: bool, words: &'static str| (is_unused && is_certain).then_some(words);
        let acquirers = map.acquirers.iter().map(|one| UsageNode {
            key: one.user.id.to_string(),
            id: one.user.id.to_string(),
            name: one.user.name.clone(),
            note: one.user.currency.clone().unwrap_or_default(),
            scheme: None,
            unused: unused(one.merchants.is_empty(), "No merchants"),
            route: Route::Acquirer(one.user.id.clone()),
            reach: [Vec::new(), Vec::new(), places(&one.merchants), places(&one.terminals)],
            profile: None,
        });
        let mut board = Board {
            columns: [acquirers.collect(), Vec::new(), Vec::new(), Vec::new()],
            profiles: map.profiles.iter().map(|one| (one.id.to_string(), one.name.clone())).collect(),
            ..Board::default()
        };

        let mut configurations: Vec<UsageNode> =
            names.iter().map(|one| configuration(map, one, is_certain)).collect();
        // Acquirer profiles may name configurations that the list lacks.
        for one in map.configurations.iter().filter(|one| names.iter().all(|known| known.id != one.id)) {
            let name = format!("Configuration {}", one.id);
            let unknown = ConfigurationName { id: one.id.clone(), name, scheme: None };
            configurations.push(configuration(map, &unknown, is_certain));
        }
        // Next to the acquirer profile that names them; unused ones last.
        sort_by_key(&mut configurations, |node| (node.first(ACQUIRERS), node.scheme.is_none(), node.scheme));

        let mut over: Vec<Vec<usize>> = vec![Vec::new(); map.merchants.len()];
        let mut terminals_over: Vec<Vec<usize>> = vec![Vec::new(); map.terminals.len()];
        for (place, one) in map.acquirers.iter().enumerate() {
            for at in places(&one.merchants) {
                over[at].push(place);
            }
            for at in places(&one.terminals) {
                terminals_over[at].push(place);
            }
        }
        let mut has_terminals = vec![false; map.merchants.len()];
        for one in map.terminals.iter().filter(|one| !one.is_ended()) {
            has_terminals[one.merchant as usize] = true;
        }

        let merchant = |(at, one): (usize, &UsedMerchant)| {
            let acquirers = std::mem::take(&mut over[at]);
            let words = if acquirers.is_empty() { "No acquirer profile" } else { "No terminals" };
            let is_unused = acquirers.is_empty() || (one.is_read && !has_terminals[at]);
            let node = UsageNode {
                key: one.id.to_string(),
                id: one.id.to_string(),
                name: one.name.clone(),
                note: String::new(),
                scheme: None,
                unused: unused(is_unused, words),
                route: Route::Merchant(one.id.clone()),
                reach: [acquirers, Vec::new(), Vec::new(), Vec::new()],
                profile: None,
            };
            (at, node)
        };
        let mut merchants: Vec<(usize, UsageNode)> = map.merchants.iter().enumerate().map(merchant).collect();
        sort_by_key(&mut merchants, |(_, node)| node.first(ACQUIRERS));
        let merchant_places = order_of(merchants.iter().map(|(at, _)| *at), map.merchants.len());

        let terminal = |(at, one): (usize, &UsedTerminal)| {
            let merchant = &map.merchants[one.merchant as usize];
            let acquirers = std::mem::take(&mut terminals_over[at]);
            let node = UsageNode {
                key: terminal_key(merchant.id.as_str(), one.id.as_str()),
                id: one.id.to_string(),
                name: one.name.clone(),
                note: one.status_note().to_owned(),
                scheme: None,
                unused: unused(acquirers.is_empty(), "No configuration"),
                route: Route::Terminal(merchant.id.clone(), one.id.clone()),
                reach: [acquirers, Vec::new(), vec![merchant_places[one.merchant as usize]], Vec::new()],
                profile: one.profile.as_ref().map(ToString::to_string),
            };
            (at, node)
        };
        let all = map.terminals.iter().enumerate().filter(|(_, one)| !one.is_ended());
        let mut terminals: Vec<(usize, UsageNode)> = all.map(terminal).collect();
        sort_by_key(&mut terminals, |(_, node)| node.first(MERCHANTS));
        let terminal_places = order_of(terminals.iter().map(|(at, _)| *at), map.terminals.len());

        board.columns[CONFIGURATIONS] = configurations;
        board.columns[MERCHANTS] = merchants.into_iter().map(|(_, node)| node).collect();
        board.columns[TERMINALS] = terminals.into_iter().map(|(_, node)| node).collect();
        board.connect(&merchant_places, &terminal_places);
        board
    }

    /// Turns places of the map into places of the columns, and draws the ways back.
    fn connect(&mut self, merchants: &[usize], terminals: &[usize]) {
        let [acquirers, configurations, of_merchants, of_terminals] = &mut self.columns;
        for node in acquirers.iter_mut().chain(configurations.iter_mut()) {
            for (column, order) in [(MERCHANTS, merchants), (TERMINALS, terminals)] {
                let found = node.reach[column].iter().filter_map(|at| order.get(*at).copied());
                node.reach[column] = found.filter(|place| *place < usize::MAX).collect();
            }
        }
        for (place, node) in configurations.iter().enumerate() {
            for at in &node.reach[ACQUIRERS] {
                acquirers[*at].reach[CONFIGURATIONS].push(place);
                self.links[0].push((*at, place));
            }
            for at in &node.reach[MERCHANTS] {
                of_merchants[*at].reach[CONFIGURATIONS].push(place);
                self.links[1].push((place, *at));
            }
            for at in &node.reach[TERMINALS] {
                of_terminals[*at].reach[CONFIGURATIONS].push(place);
            }
        }
        for (place, node) in of_terminals.iter().enumerate() {
            for at in &node.reach[MERCHANTS] {
                of_merchants[*at].reach[TERMINALS].push(place);
                self.links[2].push((*at, place));
            }
        }
    }

    /// Name of a subject; empty if it is gone.
    pub(super) fn name(&self, subject: &Subject) -> String {
        match (subject, self.find(subject)) {
            (Subject::Profile(id), _) => {
                let known = self.profiles.iter().find(|(known, _)| known == id);
                known.map_or_else(|| id.clone(), |(_, name)| name.clone())
            }
            (_, Some((column, place))) => self.columns[column][place].name.clone(),
            (_, None) => String::new(),
        }
    }

    /// Column and place of a subject.
    pub(super) fn find(&self, subject: &Subject) -> Option<(usize, usize)> {
        let Subject::Node(column, key) = subject else { return None };
        let place = self.columns.get(*column)?.iter().position(|node| node.key == *key)?;
        Some((*column, place))
    }

    pub(super) fn path(&self, subject: &Subject) -> UsagePath {
        let mut path = UsagePath::default();
        match (subject, self.find(subject)) {
            (Subject::Profile(profile), _) => {
                for (place, node) in self.columns[TERMINALS].iter().enumerate() {
                    if node.profile.as_ref() == Some(profile) {
                        path[TERMINALS].insert(place);
                        path[MERCHANTS].extend(&node.reach[MERCHANTS]);
                    }
                }
            }
            (Subject::Node(..), Some((column, place))) => {
                for (places, reach) in path.iter_mut().zip(&self.columns[column][place].reach) {
                    places.extend(reach);
                }
                path[column].insert(place);
            }
            (Subject::Node(..), None) => {}
        }
        path
    }

    /// The path in words.
    pub(super) fn words(&self, subject: &Subject) -> Option<String> {
        let path = self.path(subject);
        let many = |column: usize| counted(path[column].len(), TITLES[column].1[0], TITLES[column].1[1]);
        let name = |column: usize| {
            let first = path[column].first().and_then(|place| self.columns[column].get(*place));
            first.map(|node| node.name.clone()).unwrap_or_default()
        };
        let Some((column, place)) = self.find(subject) else {
            let Subject::Profile(_) = subject else { return None };
            let verb = if path[TERMINALS].len() == 1 { "refers" } else { "refer" };
            return Some(format!("{} of {} {verb} to it.", many(TERMINALS), many(MERCHANTS)));
        };
        let node = &self.columns[column][place];
        if let Some(why) = node.unused {
            return Some(format!("Unused: {}.", why.to_lowercase()));
        }
        Some(match column {
            ACQUIRERS => {
                format!("{}, {}. {} may use it.", many(CONFIGURATIONS), many(MERCHANTS), many(TERMINALS))
            }
            CONFIGURATIONS => {
                format!("{}, {}. {} may use it.", many(ACQUIRERS), many(MERCHANTS), many(TERMINALS))
            }
            MERCHANTS => {
                format!("{}, {}. May use {}.", many(ACQUIRERS), many(TERMINALS), many(CONFIGURATIONS))
            }
            _ => format!("{}, {}. May use {}.", name(MERCHANTS), many(ACQUIRERS), many(CONFIGURATIONS)),
        })
    }

    /// Names of the nodes at the other end, for the table.
    pub(super) fn names(&self, column: usize, place: usize, of: usize) -> String {
        let places = &self.columns[column][place].reach[of];
        let names = places.iter().take(MOST_NAMES).map(|at| self.columns[of][*at].name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        match places.len().checked_sub(MOST_NAMES).filter(|more| *more > 0) {
            Some(more) => format!("{names} and {more} more"),
            None => names,
        }
    }

    pub(super) fn unused(&self) -> usize {
        self.columns.iter().flatten().filter(|node| node.unused.is_some()).count()
    }
}

/// Names in a cell of the table before the rest is counted.
const MOST_NAMES: usize = 12;

impl UsageNode {
    /// First place in a column; nodes without one come last.
    fn first(&self, column: usize) -> usize {
        self.reach[column].first().copied().unwrap_or(usize::MAX)
    }

    /// True if every word of the search is in its name or id.
    pub(super) fn matches(&self, words: &[String]) -> bool {
        let text = format!("{} {}", self.name, self.id).to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

fn configuration(map: &UsageMap, of: &ConfigurationName, is_certain: bool) -> UsageNode {
    let used = map.configurations.iter().find(|one| one.id == of.id);
    let reach =
        used.map(|one| [places(&one.acquirers), Vec::new(), places(&one.merchants), places(&one.terminals)]);
    let words = if used.is_none() { "No acquirer profile" } else { "No merchants" };
    let is_unused = used.is_none_or(|one| one.merchants.is_empty());
    UsageNode {
        key: of.id.to_string(),
        id: of.id.to_string(),
        name: of.name.clone(),
        note: String::new(),
        scheme: of.scheme,
        unused: (is_unused && is_certain).then_some(words),
        route: Route::Editor(of.id.clone()),
        reach: reach.unwrap_or_default(),
        profile: None,
    }
}

fn places(all: &[u32]) -> Vec<usize> {
    all.iter().filter_map(|at| usize::try_from(*at).ok()).collect()
}

/// New place of each of `len` records; `usize::MAX` for one that was left out.
fn order_of(sorted: impl Iterator<Item = usize>, len: usize) -> Vec<usize> {
    let mut order = vec![usize::MAX; len];
    for (place, at) in sorted.enumerate() {
        order[at] = place;
    }
    order
}

#[cfg(test)]
mod tests;
