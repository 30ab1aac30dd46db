//! A month of a small acquirer, 21 October to 20 November 2026: transactions in the order of time, and their batches. Clients see
//! it moved ([`crate::day`]).
//!
//! Written as it is made, never held as a whole: a million transactions need no memory here. The fate of a sale (declined,
//! voided, captured later) is decided when it is made; only a refund reaches back, and says so.
//!
//! Choices: a batch holds a terminal's day and is settled at 23:00 UTC; on the last day it is three in the afternoon, so its
//! batches are open and its last two sales are not through; one batch failed.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};

use super::shops::{self, Shop};
use super::{demonstration, fixed};
use crate::rng::{Rng, mixed};
use tapline_contract::transaction_state::{SettleState, State};

use crate::card_data;
use crate::codes::Kind;
use crate::day::DAY;
use crate::store::{BatchRow, TransactionRow};
use crate::terminal::Terminal;

/// 2026-10-21T00:00:00Z
pub(super) const START: i64 = 1_792_540_800;
const DAYS: i64 = 31;
/// Summer time ends on 25 October.
const SUMMER: i64 = 4;
/// The hour in UTC at which the last day breaks off.
const NOW: u32 = 15;
/// Day and terminal of the batch that the acquirer did not take.
const FAILED: (i64, &str) = (28, "SDK-95041725");
/// Numbers per thousand new sales.
const FATES: [(u32, State); 4] =
    [(940, State::Approved), (45, State::Declined), (9, State::Voided), (6, State::Reversed)];
/// One transaction in so many is the refund of an earlier one.
const REFUNDS: u32 = 60;
/// Earlier sales of a shop that may be refunded.
const REMEMBERED: usize = 12;

/// Event to write.
#[derive(Debug)]
pub(crate) enum Event {
    Transaction(TransactionRow),
    /// An earlier sale was refunded in whole.
    Refunded(i64),
    Batch(BatchRow),
}

/// A transaction before it has its number.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) at: i64,
    pub(super) terminal: u16,
    pub(super) kind: Kind,
    pub(super) state: State,
    pub(super) method: u8,
    pub(super) amount: i64,
    /// When, and how much.
    pub(super) captured: Option<(i64, i64)>,
    pub(super) linked: Option<i64>,
    /// `None`: the terminal's of the day.
    pub(super) batch: Option<i64>,
    /// Its place among [`crate::shown`].
    pub(super) shown: Option<u8>,
}

struct Month<W> {
    rng: Rng,
    write: W,
    batches: BTreeMap<i64, BatchRow>,
    /// A shop's refundable sales, as rows.
    sold: Vec<Vec<TransactionRow>>,
}

/// Writes the month: `records` transactions, but never fewer than the fixed ones.
pub(crate) fn month<E>(records: u32, seed: u64, write: impl FnMut(Event) -> Result<(), E>) -> Result<(), E> {
    let free = (records as usize).saturating_sub(fixed::COUNT) as u64;
    let weights: Vec<u64> =
        (0..DAYS).flat_map(|day| shops::all().map(move |(_, shop)| busy(day, shop))).collect();
    let whole: u64 = weights.iter().sum();
    let (mut before, mut weighed) = (0, 0);
    let mut slots = weights.into_iter().map(|weight| {
        weighed += weight;
        let until = free * weighed / whole;
        let share = until - before;
        before = until;
        share
    });

    let sold = shops::all().map(|_| Vec::new()).collect();
    let mut month = Month { rng: Rng::new(seed, 0), write, batches: BTreeMap::new(), sold };
    for day in 0..DAYS {
        let mut entries = fixed::entries(day);
        for (at, shop) in shops::all() {
            for _ in 0..slots.next().unwrap_or(0) {
                let entry = match month.refund(at, day, shop)? {
                    Some(refund) => refund,
                    None => month.sale(day, shop),
                };
                entries.push(entry);
            }
        }
        entries.sort_by_key(|entry| entry.at);
        demonstration::place(day, &mut entries);
        if day == DAYS - 1 {
            leave_unfinished(&mut entries);
        }
        month.number(day, entries)?;
    }
    let Month { mut write, batches, .. } = month;
    batches.into_values().try_for_each(|batch| write(Event::Batch(batch)))
}

fn busy(day: i64, shop: &Shop) -> u64 {
    u64::from(shop.weight(weekday(day), day < SUMMER, until(day)))
}

fn weekday(day: i64) -> usize {
    let start = NaiveDate::from_ymd_opt(2026, 10, 21).unwrap_or_default();
    (start.weekday().num_days_from_monday() as usize + usize::try_from(day).unwrap_or(0)) % 7
}

fn until(day: i64) -> u32 {
    if day == DAYS - 1 { NOW } else { 24 }
}

/// The last two sales of all are on their way.
fn leave_unfinished(entries: &mut [Entry]) {
    let sales = entries.iter_mut().rev().filter(|entry| entry.kind == Kind::Sale);
    for (entry, state) in sales.zip([State::Init, State::Processing]) {
        entry.state = state;
    }
}

impl<W> Month<W> {
    fn at(&mut self, day: i64, shop: &Shop) -> i64 {
        START + day * DAY + shop.moment(&mut self.rng, day < SUMMER, until(day))
    }

    fn sale(&mut self, day: i64, shop: &Shop) -> Entry {
        let at = self.at(day, shop);
        let terminal = shop.terminal(&mut self.rng);
        let (amount, deposit) = shop.amount(&mut self.rng);
        let amount = i64::from(amount);
        let method = card_data::method_for(amount, terminal.methods, &mut self.rng);
        let fate = FATES[self.rng.pick(FATES.iter().map(|(weight, _)| *weight))].1;
        let entry = Entry {
            at,
            terminal: terminal.number,
            kind: Kind::Sale,
            state: fate,
            method,
            amount,
            captured: None,
            linked: None,
            batch: None,
            shown: None,
        };
        if !deposit {
            return entry;
        }
        // A deposit is captured in whole, in part or not at all when the guest leaves.
        let state = if fate == State::Voided { State::Approved } else { fate };
        let leaves = day + 1 + i64::from(self.rng.below(4));
        let kept = [amount, amount, amount - 2500, 0][self.rng.below(4) as usize];
        let gone = leaves < DAYS && state == State::Approved;
        let captured = (gone && kept > 0).then(|| (START + leaves * DAY + 9 * 3600, kept));
        let state = if gone && kept == 0 { State::Closed } else { state };
        Entry { kind: Kind::PreAuth, state, captured, ..entry }
    }

    /// A refund in place of a sale, when it is time for one and there is what can be refunded.
    fn refund<E>(&mut self, at_shop: usize, day: i64, shop: &Shop) -> Result<Option<Entry>, E>
    where
        W: FnMut(Event) -> Result<(), E>,
    {
        if self.rng.below(REFUNDS) > 0 || self.sold[at_shop].is_empty() {
            return Ok(None);
        }
        let chosen = self.rng.below(u32::try_from(self.sold[at_shop].len()).unwrap_or(0)) as usize;
        let sale = self.sold[at_shop].swap_remove(chosen);
        let whole = self.rng.below(5) < 2;
        let amount = if whole { sale.amount } else { (sale.amount / 3).max(1) };
        if amount == sale.amount {
            (self.write)(Event::Refunded(sale.key))?;
        }
        Ok(Some(Entry {
            at: self.at(day, shop),
            terminal: sale.terminal,
            kind: Kind::Refund,
            state: State::Approved,
            method: sale.method,
            amount,
            captured: None,
            linked: Some(sale.key),
            batch: None,
            shown: None,
        }))
    }

    /// Gives the transactions of a day their numbers and batches, and writes them.
    fn number<E>(&mut self, day: i64, entries: Vec<Entry>) -> Result<(), E>
    where
        W: FnMut(Event) -> Result<(), E>,
    {
        let first = crate::day::from_seconds(START + day * DAY) * 1_000_000 + 1;
        let mut today = Vec::new();
        for (key, entry) in (first..).zip(entries) {
            let batch = self.batch_of(&entry);
            let row = TransactionRow {
                key,
                created: entry.at,
                terminal: entry.terminal,
                kind: entry.kind,
                state: entry.state,
                settle: batch.map(|(_, settle)| settle),
                batch: batch.map(|(key, _)| key),
                method: entry.method,
                amount: entry.amount,
                captured: entry.captured.map(|(_, amount)| amount),
                linked: entry.linked,
                reason: None,
                shown: entry.shown,
            };
            if row.kind == Kind::Sale
                && row.state == State::Approved
                && entry.batch.is_none()
                && entry.shown.is_none()
                && !is_marked(key)
            {
                today.push(row.clone());
            }
            (self.write)(Event::Transaction(row))?;
        }
        for row in today {
            let merchant = Terminal::by_number(row.terminal).merchant.id;
            let shop = shops::all().find(|(_, shop)| shop.merchant == merchant).map_or(0, |(at, _)| at);
            let sold = &mut self.sold[shop];
            if sold.len() < REMEMBERED {
                sold.push(row);
            } else {
                let at = mixed(0, row.key.unsigned_abs()) % REMEMBERED as u64;
                sold[usize::try_from(at).unwrap_or(0)] = row;
            }
        }
        Ok(())
    }

    /// The batch in which an entry counts, if it moved money; opens it when it is the first.
    fn batch_of(&mut self, entry: &Entry) -> Option<(i64, SettleState)> {
        let counts = match entry.kind {
            Kind::PreAuth => entry.captured.is_some(),
            Kind::Sale | Kind::Refund => matches!(entry.state, State::Approved | State::Voided),
        };
        if !counts {
            return None;
        }
        let moved = entry.captured.map_or(entry.at, |(at, _)| at);
        let midnight = moved - moved.rem_euclid(DAY);
        let usual = crate::day::from_seconds(moved) * 1000 + i64::from(entry.terminal) + 1;
        let key = entry.batch.unwrap_or(usual);
        let failed =
            START + FAILED.0 * DAY == midnight && Terminal::by_number(entry.terminal).sdk_id() == FAILED.1;
        let today = midnight == START + (DAYS - 1) * DAY;
        let state = match (today || entry.batch.is_some() || key == fixed::LEFT_OPEN, failed) {
            (true, _) => SettleState::WaitForSettle,
            (false, true) => SettleState::SettleFailed,
            (false, false) => SettleState::Settled,
        };
        let night = midnight + 23 * 3600 + 13 * i64::from(entry.terminal);
        let batch = self.batches.entry(key).or_insert(BatchRow {
            key,
            terminal: entry.terminal,
            state,
            opened: moved,
            updated: moved,
            settled: (state == SettleState::Settled).then_some(night),
        });
        batch.opened = batch.opened.min(moved);
        batch.updated = if state == SettleState::WaitForSettle { batch.updated.max(moved) } else { night };
        Some((key, state))
    }
}

/// The fixed ones of 1 November are left for a person to refund.
fn is_marked(key: i64) -> bool {
    (20_261_101_000_001..=20_261_101_000_003).contains(&key)
}
