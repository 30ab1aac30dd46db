//! Times in the month of the sales of [`crate::shown`].

use tapline_contract::transaction_state::State;

use super::month::{Entry, START};
use crate::codes::Kind;
use crate::day::DAY;
use crate::shown::SHOWN;
use crate::terminal::Terminal;

/// 2026-10-31, as days after the start of the month.
const BEFORE_NOVEMBER: i64 = 10;
/// A day has ordinary sales at least so many times as often.
const RARE: usize = 2;
/// Seconds until a card is tapped again.
const SECOND_TRY: i64 = 38;

/// Puts the sales of a day in the places of ordinary ones. `entries` are in the order of time and stay so.
pub(super) fn place(day: i64, entries: &mut [Entry]) {
    let today = (0_u8..).zip(&SHOWN).filter(|(_, shown)| BEFORE_NOVEMBER + shown.when.0 == day);
    if entries.iter().filter(|entry| is_ordinary(entry)).count() < RARE * today.clone().count() {
        return;
    }
    let mut before: Option<usize> = None;
    for (number, shown) in today {
        let wanted = START + day * DAY + shown.when.1 * 3600;
        let is_free = |place: usize| entries.get(place).is_some_and(is_ordinary);
        let has_next = SHOWN.get(usize::from(number) + 1).is_some_and(|next| next.is_next);
        let place = if shown.is_next {
            before.map(|before| before + 1)
        } else {
            let free = (0..entries.len()).filter(|at| is_free(*at) && (!has_next || is_free(at + 1)));
            free.min_by_key(|at| (entries[*at].at - wanted).abs())
        };
        let first = before.filter(|_| shown.is_next);
        before = place;
        let Some(place) = place else { continue };
        entries[place] = Entry {
            at: first
                .map_or(entries[place].at, |first| entries[place].at.min(entries[first].at + SECOND_TRY)),
            terminal: Terminal::by_sdk_id(shown.sdk_id).map_or(0, |terminal| terminal.number),
            kind: Kind::Sale,
            state: shown.state,
            method: shown.method,
            amount: shown.amount,
            captured: None,
            linked: None,
            batch: None,
            shown: Some(number),
        };
    }
}

fn is_ordinary(entry: &Entry) -> bool {
    entry.kind == Kind::Sale
        && entry.state == State::Approved
        && entry.batch.is_none()
        && entry.shown.is_none()
}
