//! Rows of the overview: configurations of a scheme with equal limits and equal outcomes share one row, which opens to its members. A
//! configuration that differs from its scheme keeps a row of its own, with the difference in words. Nothing is drawn here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tapline_contract::emv_config::EmvId;
use tapline_contract::replay::Version;
use tapline_emv::tap::{BOTH, Presented, Stretch, TapResult, stretches};
use tapline_emv::{Currency, Differs, Params, Scheme, siblings};
use tapline_explain::say::tap as words;

use super::lanes::Lane;
use crate::show;

/// Names in the second line of a fold before the rest is counted.
const NAMED: usize = 2;

/// Difference of a configuration from most of its scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// Limits, CVM first. Never empty.
    Limits(Vec<Differs>),
    /// Equal limits, and from this amount on another result, because of other parameters.
    Outcome { from: u64, presented: Presented, result: TapResult },
}

impl Oddity {
    /// "CVM 25.00, others 50.00"; "From 50.00: likely declined".
    pub(crate) fn words(&self, currency: &Currency) -> String {
        match self {
            Oddity::Limits(differences) => siblings::words(differences, currency),
            Oddity::Outcome { from, presented, result } => {
                let phone = if *presented == Presented::Phone { " with a phone" } else { "" };
                format!("From {}{phone}: {}", show::figure(*from, currency), words::result_alone(*result))
            }
        }
    }
}

/// Configurations of one scheme with equal limits, and equal results for cards and phones at every amount.
struct Alike {
    scheme: Scheme,
    /// The first version that was found; the results of another one with equal limits are compared with `results`.
    version: Version,
    results: [Vec<Stretch>; 2],
    /// Indexes of the lanes, ascending.
    members: Vec<usize>,
}

/// Marks the lanes that are alike, and those whose outcomes differ from most with the same limits. Oddity goes by a configuration's own
/// parameters: the terminals of only some configurations may be loaded, and the others are no different for that.
pub(super) fn compare(lanes: &mut [Lane]) {
    let by_own = grouped(lanes, |lane| &lane.params);
    for (at, alike) in by_own.iter().enumerate() {
        if let Some(oddity) = differs_from_most(at, &by_own, lanes) {
            for member in &alike.members {
                lanes[*member].oddity = Some(oddity.clone());
            }
        }
    }
    for alike in grouped(lanes, |lane| &lane.deciding).iter().filter(|alike| alike.members.len() > 1) {
        let first = lanes[alike.members[0]].id.clone();
        for member in &alike.members {
            lanes[*member].alike = Some(first.clone());
        }
    }
}

/// Lanes without an oddity, by limits and outcomes with these parameters.
fn grouped(lanes: &[Lane], params: impl Fn(&Lane) -> &Params) -> Vec<Alike> {
    let mut all: Vec<Alike> = Vec::new();
    for (at, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.oddity.is_none()) {
        let (Some(scheme), Some(limits)) = (lane.scheme, lane.limits) else { continue };
        let version = Version::new(limits, params(lane));
        let is_near = |alike: &Alike| {
            let first = &lanes[alike.members[0]];
            alike.scheme == scheme
                && alike.version.limits == limits
                && (&first.currency, &first.whose) == (&lane.currency, &lane.whose)
        };
        // Equal parameters have equal results, which are then not computed.
        if let Some(alike) = all.iter_mut().find(|alike| is_near(alike) && alike.version == version) {
            alike.members.push(at);
            continue;
        }
        let results = BOTH.map(|presented| stretches(scheme, limits, params(lane), presented));
        match all.iter_mut().find(|alike| is_near(alike) && alike.results == results) {
            Some(alike) => alike.members.push(at),
            None => all.push(Alike { scheme, version, results, members: vec![at] }),
        }
    }
    all
}

/// The outcome of these lanes, if more than half of the lanes with the same limits, at least three, agree on another one.
fn differs_from_most(at: usize, all: &[Alike], lanes: &[Lane]) -> Option<Oddity> {
    let mine = &all[at];
    let currency = |alike: &Alike| &lanes[alike.members[0]].currency;
    let same_limits = |other: &&Alike| {
        other.scheme == mine.scheme
            && other.version.limits == mine.version.limits
            && currency(other) == currency(mine)
    };
    let count: usize = all.iter().filter(same_limits).map(|alike| alike.members.len()).sum();
    let most = all.iter().filter(same_limits).find(|alike| alike.members.len() * 2 > count)?;
    if count < 3 || most.results == mine.results {
        return None;
    }
    BOTH.into_iter().zip(mine.results.iter().zip(&most.results)).find_map(|(presented, (mine, most))| {
        let (from, result) = first_difference(mine, most)?;
        Some(Oddity::Outcome { from, presented, result })
    })
}

/// The lowest amount at which the results differ, and the result of `mine` there.
fn first_difference(mine: &[Stretch], others: &[Stretch]) -> Option<(u64, TapResult)> {
    let at = |all: &[Stretch], amount: u64| {
        all.iter().rev().find(|stretch| stretch.from <= amount).map(|stretch| stretch.result)
    };
    let mut starts: Vec<u64> = mine.iter().chain(others).map(|stretch| stretch.from).collect();
    starts.sort_unstable();
    let from = starts.into_iter().find(|from| at(mine, *from) != at(others, *from))?;
    Some((from, at(mine, from)?))
}

/// One row of the overview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OverviewRow {
    /// At least two configurations that are alike.
    Fold(Vec<Arc<Lane>>),
    /// A configuration of an open fold.
    Inside(Arc<Lane>),
    Single(Arc<Lane>),
}

/// Identity of a row while its content changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum RowKey {
    Fold(EmvId),
    Inside(EmvId),
    Single(EmvId),
}

impl RowKey {
    /// Unique among the keys of a page.
    pub(super) fn text(&self) -> String {
        match self {
            RowKey::Fold(id) => format!("fold {id}"),
            RowKey::Inside(id) | RowKey::Single(id) => id.to_string(),
        }
    }
}

impl OverviewRow {
    pub(super) fn key(&self) -> RowKey {
        match self {
            OverviewRow::Fold(_) => RowKey::Fold(self.lane().id.clone()),
            OverviewRow::Inside(lane) => RowKey::Inside(lane.id.clone()),
            OverviewRow::Single(lane) => RowKey::Single(lane.id.clone()),
        }
    }

    /// The configuration that is drawn: of a fold the first, as all are alike.
    pub(super) fn lane(&self) -> &Arc<Lane> {
        match self {
            OverviewRow::Fold(lanes) => &lanes[0],
            OverviewRow::Inside(lane) | OverviewRow::Single(lane) => lane,
        }
    }

    /// The configurations that a selection of the row selects.
    pub(super) fn ids(&self) -> Vec<EmvId> {
        match self {
            OverviewRow::Fold(lanes) => lanes.iter().map(|lane| lane.id.clone()).collect(),
            OverviewRow::Inside(lane) | OverviewRow::Single(lane) => vec![lane.id.clone()],
        }
    }
}

/// Rows for these lanes: a fold takes the place of its first member. `open` are the members of the open folds; without it nothing folds.
pub(super) fn rows(lanes: &[Arc<Lane>], open: Option<&BTreeSet<EmvId>>) -> Vec<OverviewRow> {
    let mut folds: BTreeMap<&EmvId, Vec<Arc<Lane>>> = BTreeMap::new();
    for lane in lanes.iter().filter(|_| open.is_some()) {
        if let Some(alike) = &lane.alike {
            folds.entry(alike).or_default().push(Arc::clone(lane));
        }
    }
    let mut rows = Vec::with_capacity(lanes.len());
    for lane in lanes {
        match lane.alike.as_ref().and_then(|alike| folds.get(alike)).filter(|members| members.len() > 1) {
            None => rows.push(OverviewRow::Single(Arc::clone(lane))),
            Some(members) if members[0].id == lane.id => {
                rows.push(OverviewRow::Fold(members.clone()));
                if is_open(members, open) {
                    rows.extend(members.iter().cloned().map(OverviewRow::Inside));
                }
            }
            Some(_) => {}
        }
    }
    rows
}

/// True if one member is marked as open: a fold stays open when a member leaves it.
fn is_open(members: &[Arc<Lane>], open: Option<&BTreeSet<EmvId>>) -> bool {
    open.is_some_and(|open| members.iter().any(|lane| open.contains(&lane.id)))
}

/// "Retail DE, Hospitality AT and 4 more"
pub(super) fn names(lanes: &[Arc<Lane>]) -> String {
    let shown = if lanes.len() <= NAMED + 1 { lanes.len() } else { NAMED };
    let names: Vec<&str> = lanes[..shown].iter().map(|lane| lane.name.as_str()).collect();
    match lanes.len() - shown {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::emv_config::EmvConfig;
    use tapline_contract::record::Record;

    use super::super::lanes::lanes;
    use super::*;
    use crate::used::KnownUsers;

    /// Lanes of configurations: method, name, limits, and further parameters as JSON members.
    fn of(all: &[(&str, &str, [u64; 3], &str)]) -> Vec<Arc<Lane>> {
        let record =
            |(id, (method, name, [floor, cvm, transaction], more)): (u64, &(&str, &str, [u64; 3], &str))| {
                let params = format!(
                    r#"{{"clFloorLimit":{floor},"clCVMLimit":{cvm},"clTransLimit":{transaction}{more}}}"#
                );
                let raw =
                    serde_json::json!({"id": id, "emvName": name, "paymentMethod": method, "params": params});
                EmvConfig::read(&raw.to_string()).unwrap()
            };
        let records: Vec<_> = (1..).zip(all).map(record).collect();
        lanes(&records, &Currency::euro(), &KnownUsers::default())
    }

    const USUAL: [u64; 3] = [0, 5000, 20_000];
    const PIN: &str = r#","terminalTransactionQualifiers":"26004080""#;
    const NO_METHOD: &str = r#","terminalTransactionQualifiers":"20000080""#;

    /// Each row in short: a fold with its names, a member after an arrow, a single one with its difference.
    fn shown(rows: &[OverviewRow]) -> Vec<String> {
        let short = |row: &OverviewRow| match row {
            OverviewRow::Fold(lanes) => format!("{}: {}", lanes.len(), names(lanes)),
            OverviewRow::Inside(lane) => format!("> {}", lane.name),
            OverviewRow::Single(lane) => {
                let oddity = lane.oddity.as_ref().map(|oddity| oddity.words(&lane.currency));
                [Some(lane.name.clone()), oddity].into_iter().flatten().collect::<Vec<_>>().join(" | ")
            }
        };
        rows.iter().map(short).collect()
    }

    #[test]
    fn equal_limits_and_outcomes_fold_and_outliers_stay_open() {
        let lanes = of(&[
            ("01", "A", USUAL, PIN),
            ("01", "B", [0, 2500, 20_000], PIN),
            ("01", "C", USUAL, PIN),
            // Another value that decides nothing.
            ("01", "D", USUAL, r#","terminalTransactionQualifiers":"26004080","appVersion":"0096""#),
            ("01", "E", USUAL, NO_METHOD),
            ("01", "F", [4000, 3000, 99_999_999], PIN),
            ("02", "G", USUAL, ""),
            ("02", "H", [0, 5000, 25_000], ""),
        ]);
        let closed = rows(&lanes, Some(&BTreeSet::new()));
        assert_eq!(
            shown(&closed),
            [
                "3: A, C, D",
                "B | CVM 25.00, others 50.00",
                "E | From 50.00: likely declined",
                "F | All three limits unusual",
                "G",
                "H",
            ]
        );
        // One of the members is enough to keep it open.
        let open = rows(&lanes, Some(&[lanes[3].id.clone()].into()));
        assert_eq!(shown(&open)[..5], ["3: A, C, D", "> A", "> C", "> D", "B | CVM 25.00, others 50.00"]);
        assert_eq!(rows(&lanes, None).len(), lanes.len(), "without folds every configuration has a row");
    }

    #[test]
    fn a_filter_folds_what_it_leaves() {
        let lanes = of(&[("01", "A", USUAL, PIN), ("01", "B", USUAL, PIN), ("01", "C", USUAL, PIN)]);
        assert_eq!(shown(&rows(&lanes[1..], Some(&BTreeSet::new()))), ["2: B, C"]);
        assert_eq!(shown(&rows(&lanes[2..], Some(&BTreeSet::new()))), ["C"]);
    }

    #[test]
    fn two_groups_of_equal_size_are_both_usual() {
        let other = [0, 2500, 20_000];
        let lanes = of(&[
            ("01", "A", USUAL, PIN),
            ("01", "B", other, PIN),
            ("01", "C", USUAL, PIN),
            ("01", "D", other, PIN),
        ]);
        assert_eq!(shown(&rows(&lanes, Some(&BTreeSet::new()))), ["2: A, C", "2: B, D"]);
    }

    /// Terminals of one configuration were loaded: its outcomes are its own, and the configuration is not odd.
    #[test]
    fn loaded_terminals_of_one_configuration_keep_it_apart_and_mark_nothing() {
        let mut lanes: Vec<Lane> =
            of(&[("01", "A", USUAL, PIN), ("01", "B", USUAL, PIN), ("01", "C", USUAL, PIN)])
                .iter()
                .map(|lane| Lane { alike: None, ..(**lane).clone() })
                .collect();
        lanes[1].deciding.insert("terminalType".to_owned(), tapline_emv::Value::Text("23".to_owned()));
        compare(&mut lanes);
        assert_eq!(lanes.iter().map(|lane| lane.alike.is_some()).collect::<Vec<_>>(), [true, false, true]);
        assert!(lanes.iter().all(|lane| lane.oddity.is_none()));
    }

    #[test]
    fn limits_in_different_currencies_never_fold() {
        let mut lanes: Vec<Lane> = of(&[("01", "A", USUAL, PIN), ("01", "B", USUAL, PIN)])
            .iter()
            .map(|lane| Lane { alike: None, ..(**lane).clone() })
            .collect();
        lanes[1].currency = Currency::new("JPY").unwrap();
        compare(&mut lanes);
        assert!(lanes.iter().all(|lane| lane.alike.is_none()));
    }

    #[test]
    fn unknown_schemes_and_missing_limits_never_fold() {
        let mut lanes: Vec<Lane> = of(&[("99", "A", USUAL, ""), ("99", "B", USUAL, "")])
            .iter()
            .map(|lane| (**lane).clone())
            .collect();
        lanes.extend(
            of(&[("01", "C", USUAL, "")]).iter().map(|lane| Lane { limits: None, ..(**lane).clone() }),
        );
        compare(&mut lanes);
        assert!(lanes.iter().all(|lane| lane.alike.is_none() && lane.oddity.is_none()));
    }

    #[test]
    fn up_to_three_names_are_listed_and_more_are_counted() {
        let lanes = of(&[
            ("01", "A", USUAL, ""),
            ("01", "B", USUAL, ""),
            ("01", "C", USUAL, ""),
            ("01", "D", USUAL, ""),
        ]);
        assert_eq!(names(&lanes[..2]), "A, B");
        assert_eq!(names(&lanes[..3]), "A, B, C");
        assert_eq!(names(&lanes), "A, B and 2 more");
    }
}
