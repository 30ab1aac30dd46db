//! Model of the matrix: configurations with all their parameters, including unsent changes, and the cells that differ from their siblings.
//! Pure; computed once per read and change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tapline_contract::emv_config::EmvId;
use tapline_contract::emv_field::FieldKey;
use tapline_contract::order::{gathered, sort_by_key};
use tapline_emv::check::{Finding, Severity};
use tapline_emv::param::{self, Kind};
use tapline_emv::{Currency, LimitKind, Params, Scheme, Value, siblings};
use tapline_explain::say::check as say;

use crate::pages::limits::lanes::{Findings, Lane};
use crate::show;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Missing, or an empty text.
    Absent,
    Present,
    /// Present, but not of the parameter's kind.
    Unreadable,
}

/// Value of most siblings, for a cell that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Odd {
    /// Displayed value; "no value" if most have none.
    pub(super) usual: String,
    /// Value as typed; `None` if most have none.
    pub(super) typed: Option<String>,
    pub(super) count: usize,
    pub(super) of: usize,
}

/// A finding about a cell: how bad, and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellFinding {
    pub(super) severity: Severity,
    pub(super) words: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// Displayed value.
    pub(super) text: String,
    /// Value as typed.
    pub(super) typed: String,
    pub(super) state: State,
    pub(super) odd: Option<Odd>,
    /// Displayed value at the service, if a change is pending.
    pub(super) before: Option<String>,
    /// Findings about the cell; with the pending changes, if its configuration has one.
    pub(super) found: Vec<CellFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) tag: &'static str,
}

impl Column {
    /// Class of its cells: amounts are aligned at their decimals.
    pub(super) fn align(&self) -> &'static str {
        if FieldKey::limit_of(&self.key).is_some() { "number" } else { "" }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct MatrixRow {
    pub(super) id: EmvId,
    pub(super) name: String,
    pub(super) scheme: Option<Scheme>,
    pub(super) currency: Currency,
    /// The parameters are no JSON object.
    pub(super) unreadable: bool,
    /// One cell per column.
    pub(super) cells: Vec<Cell>,
}

impl MatrixRow {
    /// Name with the scheme, since schemes share names.
    pub(super) fn title(&self) -> String {
        tapline_contract::emv_config::with_scheme(self.scheme, self.name.clone())
    }

    pub(super) fn odd(&self) -> usize {
        self.cells.iter().filter(|cell| cell.odd.is_some()).count()
    }

    pub(super) fn changed(&self) -> usize {
        self.cells.iter().filter(|cell| cell.before.is_some()).count()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Matrix {
    pub(super) columns: Vec<Column>,
    /// Rows in the order of the lanes.
    pub(super) rows: Vec<MatrixRow>,
}

/// A configuration with a pending change, as planned.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Planned {
    pub(super) params: Params,
    pub(super) findings: Vec<Finding>,
}

pub(super) fn matrix(lanes: &[Arc<Lane>], findings: &Findings, waiting: &BTreeMap<EmvId, Planned>) -> Matrix {
    let columns = columns(lanes.iter().flat_map(|lane| {
        let planned = waiting.get(&lane.id).into_iter().flat_map(|planned| planned.params.keys());
        lane.params.keys().chain(planned)
    }));
    let row = |lane: &Arc<Lane>| {
        let findings = findings.get(&lane.id).map_or(&[][..], Vec::as_slice);
        row(lane, &columns, findings, waiting.get(&lane.id))
    };
    let mut rows: Vec<MatrixRow> = lanes.iter().map(row).collect();
    for (at, column) in columns.iter().enumerate() {
        mark(&mut rows, at, FieldKey::limit_of(&column.key).is_some());
    }
    Matrix { columns, rows }
}

/// Limits first, then the order of the service document, then unknown keys.
fn columns<'a>(keys: impl Iterator<Item = &'a String>) -> Vec<Column> {
    let keys: BTreeSet<&String> = gathered(keys);
    let mut keys: Vec<&String> = keys.into_iter().collect();
    let place = |key: &str| {
        let limit = LimitKind::ALL.iter().position(|limit| limit.param() == key);
        limit
            .map(|at| (0, at))
            .or_else(|| param::PARAMS.iter().position(|param| param.key == key).map(|at| (1, at)))
    };
    sort_by_key(&mut keys, |key| place(key).unwrap_or((2, 0)));
    let column = |key: &String| Column {
        key: key.clone(),
        label: FieldKey::Param(key.clone()).label(),
        tag: param::param(key).map_or("", |param| param.tag),
    };
    keys.into_iter().map(column).collect()
}

fn row(lane: &Lane, columns: &[Column], findings: &[Finding], waiting: Option<&Planned>) -> MatrixRow {
    let cell = |column: &Column| {
        if lane.unreadable {
            let text = "unreadable".to_owned();
            return Cell {
                text,
                typed: String::new(),
                state: State::Unreadable,
                odd: None,
                before: None,
                found: Vec::new(),
            };
        }
        let seen = cell(&column.key, lane.params.get(&column.key), &lane.currency);
        let planned = waiting.map(|planned| planned.params.get(&column.key));
        let mut cell = match planned.map(|value| cell(&column.key, value, &lane.currency)) {
            Some(planned) if planned != seen => Cell { before: Some(seen.text), ..planned },
            _ => seen,
        };
        cell.found = cell_findings(waiting.map_or(findings, |planned| &planned.findings), &column.key);
        cell
    };
    MatrixRow {
        id: lane.id.clone(),
        name: lane.name.clone(),
        scheme: lane.scheme,
        currency: lane.currency.clone(),
        unreadable: lane.unreadable,
        cells: columns.iter().map(cell).collect(),
    }
}

/// The findings about a parameter.
fn cell_findings(findings: &[Finding], key: &str) -> Vec<CellFinding> {
    let is_here = |finding: &&Finding| finding.fields.iter().any(|field| field.wire() == key);
    let shown = |finding: &Finding| CellFinding {
        severity: finding.severity,
        words: format!("{}: {}", finding.severity.word(), say::title(finding)),
    };
    let mut all: Vec<_> = findings.iter().filter(is_here).map(shown).collect();
    // Two applications with one finding say it once.
    all.dedup();
    all
}

fn cell(key: &str, value: Option<&Value>, currency: &Currency) -> Cell {
    let made = |text: &str, typed: &str, state| {
        let [text, typed] = [text, typed].map(str::to_owned);
        Cell { text, typed, state, odd: None, before: None, found: Vec::new() }
    };
    let Some(value) = value else { return made("not set", "", State::Absent) };
    let raw = match value {
        Value::Text(text) if text.trim().is_empty() => return made("empty", "", State::Absent),
        Value::Text(text) | Value::Unreadable(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
    };
    if FieldKey::limit_of(key).is_some() {
        return match value.amount() {
            Some(minor) => made(&show::figure(minor, currency), &currency.plain(minor), State::Present),
            None => made(&raw, &raw, State::Unreadable),
        };
    }
    let readable = match param::param(key).map(|param| param.kind) {
        None => true,
        Some(Kind::Hex { .. } | Kind::Dol) => value.bytes().is_some(),
        Some(Kind::Aids) => value.text().is_some(),
        Some(Kind::Flag) => value.flag().is_some(),
        Some(Kind::Long) => value.amount().is_some(),
    };
    made(&raw, &raw, if readable { State::Present } else { State::Unreadable })
}

/// Text for comparing cells: without white space, in upper case because of hex, and empty for any spelling of an absent value.
fn plain(cell: &Cell) -> String {
    match cell.state {
        State::Absent => String::new(),
        _ => cell.typed.split_whitespace().collect::<String>().to_ascii_uppercase(),
    }
}

/// Marks the cells of a column that differ from most siblings. Siblings share a scheme, and for a limit also a currency, since 50.00 EUR
/// and 5000 JPY are not comparable.
fn mark(rows: &mut [MatrixRow], at: usize, is_limit: bool) {
    let mut groups: BTreeMap<(Scheme, String), Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.unreadable) {
        if let Some(scheme) = row.scheme {
            let currency = if is_limit { row.currency.code().to_owned() } else { String::new() };
            groups.entry((scheme, currency)).or_default().push(index);
        }
    }
    for group in groups.into_values() {
        let texts: Vec<String> = group.iter().map(|index| plain(&rows[*index].cells[at])).collect();
        let all: Vec<&str> = texts.iter().map(String::as_str).collect();
        let Some((usual, count)) = siblings::usual(&all) else { continue };
        let model = rows[group[usual]].cells[at].clone();
        let is_absent = model.state == State::Absent;
        for (index, text) in group.iter().zip(&texts).filter(|(_, text)| **text != texts[usual]) {
            debug_assert!(!text.is_empty() || !is_absent);
            rows[*index].cells[at].odd = Some(Odd {
                usual: if is_absent { "no value".to_owned() } else { model.text.clone() },
                typed: (!is_absent).then(|| model.typed.clone()),
                count,
                of: group.len(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::emv_config::EmvConfig;
    use tapline_contract::record::Record as _;

    use super::super::findings;
    use super::*;
    use crate::pages::limits::lanes::{findings, lanes};
    use crate::used::KnownUsers;

    fn config(id: u64, method: &str, params: &str) -> EmvConfig {
        let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": method, "params": params});
        EmvConfig::read(&raw.to_string()).expect("a record")
    }

    fn matrix_of(records: &[EmvConfig], waiting: &BTreeMap<EmvId, Planned>) -> Matrix {
        with_users(records, &KnownUsers::default(), waiting)
    }

    fn with_users(records: &[EmvConfig], users: &KnownUsers, waiting: &BTreeMap<EmvId, Planned>) -> Matrix {
        let euro = Currency::euro();
        matrix(&lanes(records, &euro, users), &findings(records, |_| true, &euro, users), waiting)
    }

    /// Visa is 01, Mastercard 02.
    fn five() -> Vec<EmvConfig> {
        vec![
            config(1, "01", r#"{"clCVMLimit":5000,"terminalTransactionQualifiers":"36204000"}"#),
            config(2, "01", r#"{"clCVMLimit":"5000","terminalTransactionQualifiers":"36 20 40 00"}"#),
            config(3, "01", r#"{"clCVMLimit":2500,"x-vendor":1}"#),
            config(4, "02", r#"{"clCVMLimit":2500,"terminalTransactionQualifiers":36204000}"#),
            config(5, "01", "[]"),
        ]
    }

    fn odd(matrix: &Matrix) -> Vec<(String, String, String, usize, usize)> {
        let cells = matrix
            .rows
            .iter()
            .flat_map(|row| row.cells.iter().zip(&matrix.columns).map(move |pair| (row, pair)));
        cells
            .filter_map(|(row, (cell, column))| {
                let odd = cell.odd.as_ref()?;
                Some((row.name.clone(), column.key.clone(), odd.usual.clone(), odd.count, odd.of))
            })
            .collect()
    }

    #[test]
    fn cells_that_differ_from_most_of_their_scheme_are_odd() {
        let matrix = matrix_of(&five(), &BTreeMap::new());
        let keys: Vec<_> = matrix.columns.iter().map(|column| column.key.as_str()).collect();
        assert_eq!(keys, ["clCVMLimit", "terminalTransactionQualifiers", "x-vendor"]);
        let text = |part: &str| part.to_owned();
        assert_eq!(
            odd(&matrix),
            [
                (text("C3"), text("clCVMLimit"), text("50.00"), 2, 3),
                (text("C3"), text("terminalTransactionQualifiers"), text("36204000"), 2, 3),
                (text("C3"), text("x-vendor"), text("no value"), 2, 3),
            ]
        );
    }

    fn words(matrix: &Matrix, key: &str) -> Vec<String> {
        let at = matrix.columns.iter().position(|column| column.key == key).expect(key);
        matrix.rows[0].cells[at].found.iter().map(|one| one.words.clone()).collect()
    }

    #[test]
    fn a_finding_stands_at_its_cell_with_the_change_that_waits() {
        let records = [config(1, "01", r#"{"clFloorLimit":0,"clCVMLimit":9000,"clTransLimit":"x"}"#)];
        let read = matrix_of(&records, &BTreeMap::new());
        assert_eq!(words(&read, "clTransLimit"), ["Error: Transaction limit unreadable"]);
        assert_eq!(words(&read, "clFloorLimit"), [""; 0]);

        let mut draft = records[0].draft().expect("readable");
        assert!(draft.params.set("clTransLimit", "5000"));
        let drafts = BTreeMap::from([(records[0].id.clone(), draft)]);
        let waiting = findings::planned(&records, &drafts, &Currency::euro(), &KnownUsers::default());
        let planned = matrix_of(&records, &waiting);
        assert_eq!(words(&planned, "clTransLimit"), ["Warning: CVM limit never applies"]);
    }

    #[test]
    fn absent_is_not_unreadable() {
        let matrix = matrix_of(&five(), &BTreeMap::new());
        let state = |name: &str, at: usize| {
            matrix.rows.iter().find(|row| row.name == name).map(|row| row.cells[at].state).expect(name)
        };
        assert_eq!(state("C1", 1), State::Present);
        assert_eq!(state("C3", 1), State::Absent);
        assert_eq!(state("C4", 1), State::Unreadable, "hex that came as a number");
        assert_eq!(state("C5", 0), State::Unreadable);
    }

    #[test]
    fn a_waiting_change_is_shown_with_what_was_there_and_is_compared() {
        let records = five();
        let mut params = lanes(&records, &Currency::euro(), &KnownUsers::default())[2].params.clone();
        params.insert("clCVMLimit".to_owned(), Value::Number(5000));
        let planned = Planned { params, findings: Vec::new() };
        let waiting = BTreeMap::from([(records[2].id.clone(), planned)]);
        let matrix = matrix_of(&records, &waiting);
        let cell = &matrix.rows[2].cells[0];
        assert_eq!((cell.text.as_str(), cell.before.as_deref()), ("50.00", Some("25.00")));
        assert_eq!(cell.odd, None);
        assert_eq!(matrix.rows[2].changed(), 1);
    }

    #[test]
    fn limits_of_another_currency_are_no_siblings() {
        let records: Vec<EmvConfig> = [(1, 5000), (2, 5000), (3, 5000), (4, 700)]
            .map(|(id, cvm)| config(id, "01", &format!(r#"{{"clCVMLimit":{cvm}}}"#)))
            .into();
        let yen = Currency::new("JPY").expect("a code");
        let users = KnownUsers::agreed(&records[3].id, yen);
        let matrix = with_users(&records, &users, &BTreeMap::new());
        assert!(odd(&matrix).is_empty());
        assert_eq!(matrix.rows[3].cells[0].text, "700");
    }
}
