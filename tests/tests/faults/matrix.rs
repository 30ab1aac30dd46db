//! The rows F1 to F36 of the fault matrix, and the cells of each: one for an operation that the fault can meet.

use std::collections::BTreeSet;
use std::fmt;

use tapline_tests::reference::{Class, OPERATIONS, Operation};

use crate::ledger::Run;
use crate::rows;

pub(crate) struct FaultRow {
    pub(crate) number: u8,
    pub(crate) fault: &'static str,
    /// As the matrix counts them.
    cells: usize,
    to: To,
    /// `None`: the whole row runs elsewhere, or nowhere.
    pub(crate) run: Option<Run>,
    elsewhere: &'static [Elsewhere],
}

/// Targets of a fault.
#[derive(Clone, Copy)]
enum To {
    Each(fn(&Operation) -> bool),
    These(&'static [&'static str]),
    /// The program as a whole: one cell.
    Program,
}

/// Part of a row that does not run here.
#[derive(Clone, Copy)]
enum Elsewhere {
    /// A part of each cell, and where it runs.
    Part(&'static str),
    /// Every cell, and the place that runs it: a cell reports there that it passed.
    All(&'static str),
    /// Every cell runs nowhere, and why.
    Open(&'static str),
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
/// Answers that repeat the id of the record. The meaning of `id` in the other answers is not documented.
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

use Elsewhere::{All, Open, Part};

const fn row(
    number: u8,
    fault: &'static str,
    cells: usize,
    to: To,
    run: Option<Run>,
    elsewhere: &'static [Elsewhere],
) -> FaultRow {
    FaultRow { number, fault, cells, to, run, elsewhere }
}

#[rustfmt::skip]
pub(crate) const MATRIX: [FaultRow; 36] = [
    row(1, "connection refused", 34, ALL, Some(|| Box::pin(rows::connecting::refused())), &[]),
    row(2, "name does not resolve, or never answers", 34, ALL, Some(|| Box::pin(rows::connecting::unnamed())), &[]),
    row(3, "unroutable address", 34, ALL, Some(|| Box::pin(rows::connecting::unroutable())), &[]),
    row(4, "certificate self-signed, expired, of another host; TLS 1.0", 34, ALL, Some(|| Box::pin(rows::tls::untrusted())), &[]),
    row(5, "TLS handshake stalls", 34, ALL, Some(|| Box::pin(rows::tls::stalled())), &[]),
    row(6, "headers never come", 34, ALL, Some(|| Box::pin(rows::silence::headers())), &[]),
    row(7, "reset in headers, in body", 34, ALL, Some(|| Box::pin(rows::broken::reset())), &[]),
    row(8, "body stalls, drips, is slow, recovers; slow reader", 34, ALL, Some(|| Box::pin(rows::silence::body())), &[Part("core's own tests: a reader that is slow, which only a stream has")]),
    row(9, "Content-Length wrong, chunks without end", 34, ALL, Some(|| Box::pin(rows::broken::framing())), &[]),
    row(10, "500, 502, 503, 504", 34, ALL, Some(|| Box::pin(rows::status::errors())), &[]),
    row(11, "429 with every Retry-After", 34, ALL, Some(|| Box::pin(rows::status::too_many())), &[]),
    row(12, "HTML instead of an answer", 34, ALL, Some(|| Box::pin(rows::body::html())), &[]),
    row(13, "no JSON, or JSON of another kind", 33, WITH_BODY, Some(|| Box::pin(rows::body::no_json())), &[]),
    row(14, "gzip broken or announced wrongly", 34, ALL, Some(|| Box::pin(rows::body::gzip())), &[]),
    row(15, "gzip bomb, one huge text", 13, READS, Some(|| Box::pin(rows::bomb::bombs())), &[]),
    row(16, "each field of another type, null, missing, or new", 33, WITH_BODY, Some(|| Box::pin(rows::field::fields())), &[]),
    row(17, "code not 0, absent, as text; msg odd", 24, ENVELOPED, Some(|| Box::pin(rows::envelope::codes())), &[]),
    row(18, "401", 34, ALL, Some(|| Box::pin(rows::unauthorized::refused())), &[Part("the window: locked in place, forms kept; bulk changes: paused")]),
    row(19, "redirects", 34, ALL, Some(|| Box::pin(rows::redirect::redirects())), &[]),
    row(20, "a million records", 4, WHOLE_LISTS, Some(|| Box::pin(rows::page::long())), &[Part("the long run: a million records")]),
    row(21, "records shift or repeat between pages", 7, LISTS, Some(|| Box::pin(rows::page::shifting())), &[Part("of EMV configurations, acquirers, terminals and merchants the count is told beside the records; only lists in core say that they changed")]),
    row(22, "pages without end", 7, LISTS, Some(|| Box::pin(rows::page::endless())), &[]),
    row(23, "total wrong", 7, LISTS, Some(|| Box::pin(rows::page::totals())), &[]),
    row(24, "unknown word or state", 10, WITH_WORDS, Some(|| Box::pin(rows::value::words())), &[Part("the window: shown as not documented")]),
    row(25, "numbers that a float would change", 9, WITH_NUMBERS, Some(|| Box::pin(rows::value::numbers())), &[]),
    row(26, "answer for another id", 9, WITH_ID, Some(|| Box::pin(rows::value::other_id())), &[]),
    row(27, "answer lost; done, not done, done later", 21, CHANGES, Some(|| Box::pin(rows::lost::lost())), &[]),
    row(28, "page reloaded or gone during the call", 21, CHANGES, None, &[All("the window: reloading")]),
    row(29, "the same change twice at once", 21, CHANGES, Some(|| Box::pin(rows::twice::twice())), &[Part("the window: Enter and click; the command line beside the window")]),
    row(30, "somebody else changes it before, between, after", 9, COMPARED, Some(|| Box::pin(rows::theirs::theirs())), &[Part("not met: theirs between our read and our change is replaced by ours, and no read can tell; one send and a true outcome are asserted")]),
    row(31, "killed in a bulk run", 1, To::Program, None, &[All("the command line: plans killed")]),
    row(32, "keyring absent, locked, slow, full", 1, To::Program, None, &[Open("the journeys play a keyring that is unlocked, locked, absent; nobody plays one that is slow, dismissed, changed, full or has two entries")]),
    row(33, "disk full, read-only, broken", 1, To::Program, Some(|| Box::pin(rows::disk::full())), &[Part("exports, with their issue; a disk that is read only")]),
    row(34, "second start", 1, To::Program, Some(|| Box::pin(rows::start::second())), &[Part("the window: a second start brings the first to the front; a stopped owner")]),
    row(35, "clock wrong, clock jumps", 1, To::Program, Some(|| Box::pin(rows::clock::jumps())), &[Part("the journeys: the lock (jumps)")]),
    row(36, "link flaps, computer sleeps, proxy changes", 1, To::Program, Some(|| Box::pin(rows::link::flaps())), &[Part("the shell: sleep and resume, a change of the proxy")]),
];

impl FaultRow {
    pub(crate) fn by_number(number: u8) -> &'static FaultRow {
        static ROWS: [FaultRow; 36] = MATRIX;
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

    /// Those that run in this program.
    pub(crate) fn cells_here(&self) -> Vec<Cell> {
        let gone = self.elsewhere.iter().any(|elsewhere| elsewhere.is_whole());
        if gone { Vec::new() } else { self.cells() }
    }

    /// All of its cells, as the comparison at the end of a whole run reads them.
    pub(crate) fn declared(&self) -> Vec<String> {
        let why = self.elsewhere.iter().find_map(|elsewhere| match elsewhere {
            Open(why) => Some(*why),
            Part(_) | All(_) => None,
        });
        let line = |cell: Cell| why.map_or_else(|| cell.to_string(), |why| format!("{cell}, open: {why}"));
        self.cells().into_iter().map(line).collect()
    }

    /// Cells that do not run here, a line each.
    pub(crate) fn lines_elsewhere(&self) -> Vec<String> {
        let lines = |elsewhere: &Elsewhere| match *elsewhere {
            Part(place) => format!("F{} in part: {place}", self.number),
            All(place) => format!("F{}: {place}", self.number),
            Open(why) => format!("F{}, open: {why}", self.number),
        };
        self.elsewhere.iter().map(lines).collect()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.elsewhere.iter().any(|elsewhere| matches!(elsewhere, Open(_)))
    }
}

impl Elsewhere {
    /// True if nothing of the row runs here.
    fn is_whole(self) -> bool {
        matches!(self, All(_) | Open(_))
    }
}

#[test]
fn every_row_has_the_cells_that_the_matrix_counts() {
    for (index, row) in MATRIX.iter().enumerate() {
        assert_eq!(usize::from(row.number), index + 1);
        let names: BTreeSet<_> = row.cells().iter().map(Cell::to_string).collect();
        assert_eq!(row.cells().len(), row.cells, "F{} {}", row.number, row.fault);
        assert_eq!(names.len(), row.cells, "F{} {}: {names:?}", row.number, row.fault);
        assert_eq!(row.run.is_none(), row.cells_here().is_empty(), "F{} {}", row.number, row.fault);
    }
}
