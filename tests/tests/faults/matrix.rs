//! The rows F1 to F36 of the fault matrix, and the cells of each: one for an operation that the fault can meet.

use std::collections::BTreeSet;
use std::fmt;

use tapline_tests::reference::{Class, OPERATIONS, Operation};

/// Fewer cells than this, and something was forgotten.
const CELLS: usize = 744;

pub(crate) struct Row {
    pub(crate) number: u8,
    pub(crate) fault: &'static str,
    /// As the matrix counts them.
    cells: usize,
    to: To,
    place: Place,
}

/// What a fault can meet.
#[derive(Clone, Copy)]
enum To {
    Each(fn(&Operation) -> bool),
    These(&'static [&'static str]),
    /// The program as a whole: one cell.
    Program,
}

/// Where a cell is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Here,
    /// The rest of what the matrix asks for comes with its issue.
    HereBut(&'static str),
    /// All of it comes with its issue.
    Elsewhere(&'static str),
}

/// One case.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    number: u8,
    pub(crate) operation: Option<&'static Operation>,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.operation.map_or("Tapline", |operation| operation.name);
        write!(f, "F{} {name}", self.number)
    }
}

/// Rows whose cells are carried out against Tapline. Here are to be all that have not their place elsewhere.
const CARRIED_OUT: &[u8] = &[];

const ALL: To = To::Each(|_| true);
const READS: To = To::Each(|row| row.class == Class::Read);
const CHANGES: To = To::Each(|row| row.class != Class::Read);
/// The answer to a deletion of an EMV configuration has no body that could be wrong.
const WITH_BODY: To = To::Each(|row| row.name != "DeleteEmv");
/// In an envelope, without those whose answer may also be bare or empty.
const ENVELOPED: To =
    To::Each(|row| row.is_wrapped() && !["CreateEmv", "UpdateEmv", "DeleteEmv"].contains(&row.name));
const WHOLE_LISTS: To = To::These(&["ListTransactions", "ListSettlements", "ListEmv", "ListAcquirers"]);
const LISTS: To = To::Each(|row| row.name.starts_with("List"));
/// Reads whose records hold a state, a status or another word of an open set.
const WITH_WORDS: To = To::These(&[
    "ListTransactions",
    "GetTransaction",
    "ListSettlements",
    "GetSettlement",
    "ListDevices",
    "ListMerchants",
    "GetMerchant",
    "ListProfiles",
    "GetProfile",
    "FindProfile",
]);
/// A JSON number with a fraction or of any size goes through; the amount of a capture is text.
const WITH_NUMBERS: To = To::These(&[
    "ListTransactions",
    "GetTransaction",
    "VoidTransaction",
    "RefundTransaction",
    "ListSettlements",
    "GetSettlement",
    "ListEmv",
    "CreateEmv",
    "UpdateEmv",
]);
/// The answer says again whose it is. What the `id` of the other answers means is not documented.
const WITH_ID: To = To::These(&[
    "GetTransaction",
    "GetSettlement",
    "GetMerchant",
    "UpdateMerchant",
    "GetProfile",
    "FindProfile",
    "UpdateProfile",
    "SignOnProfile",
    "SetProfileStatus",
]);
/// Compared with what the person saw before anything is sent.
const COMPARED: To = To::Each(|row| row.theirs.is_some());

use Place::{Elsewhere, Here, HereBut};

const fn row(number: u8, fault: &'static str, cells: usize, to: To, place: Place) -> Row {
    Row { number, fault, cells, to, place }
}

pub(crate) const MATRIX: [Row; 36] = [
    row(1, "connection refused", 34, ALL, Here),
    row(2, "name does not resolve, or never answers", 34, ALL, Here),
    row(3, "unroutable address", 34, ALL, Here),
    row(4, "certificate self-signed, expired, of another host; TLS 1.0", 34, ALL, Here),
    row(5, "TLS handshake stalls", 34, ALL, Here),
    row(6, "headers never come", 34, ALL, Here),
    row(7, "reset in headers, in body", 34, ALL, Here),
    row(8, "body stalls, drips, is slow, recovers; slow reader", 34, ALL, Here),
    row(9, "Content-Length wrong, chunks without end", 34, ALL, Here),
    row(10, "500, 502, 503, 504", 34, ALL, Here),
    row(11, "429 with every Retry-After", 34, ALL, Here),
    row(12, "HTML instead of an answer", 34, ALL, Here),
    row(13, "no JSON, or JSON of another kind", 33, WITH_BODY, Here),
    row(14, "gzip broken or announced wrongly", 34, ALL, Here),
    row(15, "gzip bomb, one huge text", 13, READS, Here),
    row(16, "each field of another type, null, missing, or new", 33, WITH_BODY, Here),
    row(17, "code not 0, absent, as text; msg odd", 24, ENVELOPED, Here),
    row(18, "401", 34, ALL, HereBut("the window: locked in place, forms kept")),
    row(19, "redirects", 34, ALL, Here),
    row(20, "a million records", 4, WHOLE_LISTS, Elsewhere("the long run")),
    row(21, "records shift or repeat between pages", 7, LISTS, Here),
    row(22, "pages without end", 7, LISTS, Here),
    row(23, "total wrong", 7, LISTS, Here),
    row(24, "unknown word or state", 10, WITH_WORDS, Here),
    row(25, "numbers that a float would change", 9, WITH_NUMBERS, Here),
    row(26, "answer for another id", 9, WITH_ID, Here),
    row(27, "answer lost; done, not done, done later", 21, CHANGES, Here),
    row(28, "page reloaded or gone during the call", 21, CHANGES, Elsewhere("the window")),
    row(29, "the same change twice at once", 21, CHANGES, Here),
    row(30, "somebody else changes it before, between, after", 9, COMPARED, Here),
    row(31, "killed in a bulk run", 1, To::Program, Elsewhere("bulk changes")),
    row(32, "keyring absent, locked, slow, full", 1, To::Program, Here),
    row(33, "disk full, read-only, broken", 1, To::Program, Here),
    row(34, "second start", 1, To::Program, Here),
    row(35, "clock wrong, clock jumps", 1, To::Program, Here),
    row(36, "link flaps, computer sleeps, proxy changes", 1, To::Program, Here),
];

impl Row {
    pub(crate) fn of(number: u8) -> &'static Row {
        static ROWS: [Row; 36] = MATRIX;
        ROWS.iter().find(|row| row.number == number).unwrap()
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        let cell = |operation| Cell { number: self.number, operation };
        let each = |applies: &dyn Fn(&Operation) -> bool| {
            let rows = OPERATIONS.iter().filter(|row| applies(row));
            rows.map(|row| cell(Some(Operation::named(row.name)))).collect()
        };
        match self.to {
            To::Each(applies) => each(&applies),
            To::These(names) => names.iter().map(|name| cell(Some(Operation::named(name)))).collect(),
            To::Program => vec![cell(None)],
        }
    }
}

#[test]
fn every_row_has_the_cells_that_the_matrix_counts() {
    for (index, row) in MATRIX.iter().enumerate() {
        assert_eq!(usize::from(row.number), index + 1);
        let names: BTreeSet<_> = row.cells().iter().map(Cell::to_string).collect();
        assert_eq!(row.cells().len(), row.cells, "F{} {}", row.number, row.fault);
        assert_eq!(names.len(), row.cells, "F{} {}: {names:?}", row.number, row.fault);
    }
}

#[test]
fn there_are_no_fewer_cells_than_there_should_be() {
    let mut sums = [0; 2];
    let mut carried_out = 0;
    let mut elsewhere = Vec::new();
    for row in &MATRIX {
        let cells = row.cells();
        sums[usize::from(matches!(row.place, Elsewhere(_)))] += cells.len();
        if CARRIED_OUT.contains(&row.number) {
            carried_out += cells.len();
        }
        if let HereBut(issue) | Elsewhere(issue) = row.place {
            let part = if row.place == Elsewhere(issue) { "" } else { " in part" };
            let line = |cell: &Cell| format!("  {cell}{part}: comes with its issue ({issue})");
            elsewhere.extend(cells.iter().map(line));
        }
    }
    let [here, later] = sums;
    println!("{} cells: {here} here, {carried_out} of them carried out; {later} elsewhere", here + later);
    println!("{}", elsewhere.join("\n"));
    assert!(here + later >= CELLS, "{} cells, and {CELLS} should be", here + later);
}
