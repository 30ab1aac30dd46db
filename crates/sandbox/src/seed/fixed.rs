//! Transactions and batches that are the same in every demo month, whatever its seed: what a demonstration begins with.
//!
//! The first three of 1 November (a sale to void, an authorization to capture, a sale to refund), in a batch that was left open
//! that night; and one sale for each row of [`MONEY`], in an open batch of its own whose id ends with the row's number.

use super::month::{Entry, START};
use tapline_contract::transaction_state::State;

use crate::codes::Kind;
use crate::day::DAY;
use crate::money_sentinel::MONEY;
use crate::terminal::Terminal;

/// 2026-11-01T00:00:00Z, as days after the start of the month.
const FIRST_OF_NOVEMBER: i64 = 11;

/// The sale to void, in this batch.
pub(super) const LEFT_OPEN: i64 = 20_261_101_001;

struct Marked {
    /// Seconds after the midnight with which 1 November begins.
    second: i64,
    sdk_id: &'static str,
    kind: Kind,
    amount: i64,
    method: u8,
}

const MARKED: [Marked; 3] = [
    Marked { second: 300, sdk_id: "SDK-4F1A20B7", kind: Kind::Sale, amount: 2380, method: 1 },
    Marked { second: 720, sdk_id: "SDK-B7263947", kind: Kind::PreAuth, amount: 18_000, method: 2 },
    Marked { second: 1860, sdk_id: "SDK-4F1A20B8", kind: Kind::Sale, amount: 5000, method: 2 },
];
const LANE: &str = "SDK-A6152837";

/// Number of fixed entries.
pub(super) const COUNT: usize = MARKED.len() + MONEY.len();

/// Those of a day; `day` counts from the start of the month.
pub(super) fn entries(day: i64) -> Vec<Entry> {
    let entry = |at, sdk_id, kind, amount, method, batch| Entry {
        at,
        terminal: Terminal::by_sdk_id(sdk_id).map_or(0, |terminal| terminal.number),
        kind,
        state: State::Approved,
        method,
        amount,
        captured: None,
        linked: None,
        batch,
        shown: None,
    };
    let midnight = START + day * DAY;
    let marked = MARKED
        .iter()
        .filter(|_| day == FIRST_OF_NOVEMBER)
        .map(|row| entry(midnight + row.second, row.sdk_id, row.kind, row.amount, row.method, None));
    let faults = (FIRST_OF_NOVEMBER + 1..).zip(&MONEY).filter(|(on, _)| *on == day).map(|(_, row)| {
        let batch = crate::day::from_seconds(midnight) * 1000 + row.amount % 1000;
        entry(midnight + 22 * 3600, LANE, Kind::Sale, row.amount, 1, Some(batch))
    });
    marked.chain(faults).collect()
}
