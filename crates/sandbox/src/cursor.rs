//! Cursor-based lists. Service document, "Response conventions" and "Profiles and acceptances", List.
//!
//! A cursor is a position between two records of the list, so that new records shift nothing. Choices where the document is
//! silent: the order is that of creation, in both directions and on every page; without a cursor the list is read from its
//! beginning, and with `isForward` false from its end; `isForward` is true by default; `pageSize` is 20 by default and at most
//! 200, anything else is HTTP 400, as is a cursor that was never given; `currentCursor` is the start of this page,
//! `nextCursor` the start of the next one in the same direction, null at the end; cursors do not expire.

use serde::Serialize;
use tapline_contract::profile::ProfileQuery;

use crate::problem::Problem;

const DEFAULT_SIZE: i64 = 20;
const LARGEST_SIZE: i64 = 200;

/// Records ever created before this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cursor(pub(crate) u32);

/// Odd, so that multiplying by it can be undone; scatters neighbors, so that clients can't count with cursors.
const SCATTER: u64 = 0x9E37_79B9_7F4A_7C15;
const GATHER: u64 = 0xF1DE_83E1_9937_733D;

impl Cursor {
    fn text(self) -> String {
        format!("{:016x}", (u64::from(self.0) + 1).wrapping_mul(SCATTER))
    }

    fn parse(text: &str) -> Option<Cursor> {
        let scattered = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16)?;
        let number = scattered.wrapping_mul(GATHER).checked_sub(1)?;
        u32::try_from(number).ok().map(Cursor)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// Records that a query selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) from: Cursor,
    pub(crate) direction: Direction,
    pub(crate) size: u32,
}

/// The payload of a list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CursorPayload<T> {
    has_next: bool,
    page_size: u32,
    total_size: u32,
    current_cursor: String,
    next_cursor: Option<String>,
    data: Vec<T>,
}

impl Slice {
    /// `end` is the place after the newest record.
    pub(crate) fn from_query(query: &ProfileQuery, end: Cursor) -> Result<Slice, Problem> {
        let size = query.page_size.unwrap_or(DEFAULT_SIZE);
        let in_bounds = (1..=LARGEST_SIZE).contains(&size).then(|| u32::try_from(size).ok()).flatten();
        let too_much = || Problem::bad_request(format!("pageSize: {size} is not from 1 to {LARGEST_SIZE}"));
        let direction =
            if query.is_forward.unwrap_or(true) { Direction::Forward } else { Direction::Backward };
        let from = match (&query.cursor, direction) {
            (Some(text), _) => Cursor::parse(text)
                .filter(|cursor| *cursor <= end)
                .ok_or_else(|| Problem::bad_request("cursor is not one of this list"))?,
            (None, Direction::Forward) => Cursor(0),
            (None, Direction::Backward) => end,
        };
        Ok(Slice { from, direction, size: in_bounds.ok_or_else(too_much)? })
    }

    /// Records to look for: one more than requested shows if there is a next page.
    pub(crate) fn limit(self) -> u32 {
        self.size + 1
    }

    /// The page. `found` are the records from the cursor on in the slice's direction, at most [`Slice::limit`] of them, each
    /// with the cursor behind it.
    pub(crate) fn payload<T>(self, total_size: u32, mut found: Vec<(Cursor, T)>) -> CursorPayload<T> {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let has_next = found.len() > size;
        found.truncate(size);
        let edge = found.last().filter(|_| has_next).map(|(behind, _)| *behind);
        let next = edge.map(|behind| match self.direction {
            Direction::Forward => behind,
            Direction::Backward => Cursor(behind.0 - 1),
        });
        if self.direction == Direction::Backward {
            found.reverse();
        }
        CursorPayload {
            has_next,
            page_size: self.size,
            total_size,
            current_cursor: self.from.text(),
            next_cursor: next.map(Cursor::text),
            data: found.into_iter().map(|(_, record)| record).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn query(cursor: Option<&str>, size: Option<i64>, forward: Option<bool>) -> ProfileQuery {
        ProfileQuery { cursor: cursor.map(str::to_owned), page_size: size, is_forward: forward }
    }

    /// A page of the list 1, 2, … `count`.
    fn page(count: u32, query: &ProfileQuery) -> Result<CursorPayload<u32>, Problem> {
        let slice = Slice::from_query(query, Cursor(count))?;
        let limit = usize::try_from(slice.limit()).unwrap();
        let found: Vec<_> = match slice.direction {
            Direction::Forward => (slice.from.0 + 1..=count).take(limit).collect(),
            Direction::Backward => (1..=slice.from.0).rev().take(limit).collect(),
        };
        let found = found.into_iter().map(|number| (Cursor(number), number)).collect();
        Ok(slice.payload(count, found))
    }

    /// All pages in a direction, in the order read.
    fn pages(count: u32, size: i64, forward: bool) -> Vec<CursorPayload<u32>> {
        let mut pages = vec![page(count, &query(None, Some(size), Some(forward))).unwrap()];
        while let Some(next) = pages.last().and_then(|page| page.next_cursor.clone()) {
            pages.push(page(count, &query(Some(&next), Some(size), Some(forward))).unwrap());
        }
        pages
    }

    #[test]
    fn the_defaults_are_twenty_records_from_the_beginning() {
        let first = page(28, &query(None, None, None)).unwrap();
        assert_eq!((first.data.len(), first.data[0], first.page_size, first.total_size), (20, 1, 20, 28));
        assert!(first.has_next);
        let last = page(28, &query(first.next_cursor.as_deref(), None, None)).unwrap();
        assert_eq!((last.data.len(), last.has_next, last.next_cursor), (8, false, None));
    }

    #[test]
    fn the_page_before_is_found_from_the_cursor_of_a_page() {
        let first = page(9, &query(None, Some(4), None)).unwrap();
        let second = page(9, &query(first.next_cursor.as_deref(), Some(4), None)).unwrap();
        let back = page(9, &query(Some(&second.current_cursor), Some(4), Some(false))).unwrap();
        assert_eq!((back.data, back.has_next), (first.data, false));
    }

    #[test]
    fn an_unknown_cursor_and_an_odd_size_are_refused() {
        for (cursor, size, field) in [
            (Some(""), None, "cursor"),
            (Some("2"), None, "cursor"),
            (Some("0000000000000000"), None, "cursor"),
            (Some("+000000000000001"), None, "cursor"),
            (Some("ffffffffffffffff"), None, "cursor"),
            (None, Some(0), "pageSize"),
            (None, Some(-1), "pageSize"),
            (None, Some(201), "pageSize"),
        ] {
            let problem = page(9, &query(cursor, size, None)).unwrap_err();
            assert!(problem.status.as_u16() == 400 && problem.msg.starts_with(field), "{}", problem.msg);
        }
        assert!(page(9, &query(Some(&Cursor(9).text()), Some(200), None)).is_ok());
        assert!(page(9, &query(Some(&Cursor(10).text()), None, None)).is_err());
    }

    proptest! {
        #[test]
        fn a_cursor_is_read_back(number in 0..u32::MAX) {
            prop_assert_eq!(Cursor::parse(&Cursor(number).text()), Some(Cursor(number)));
        }

        #[test]
        fn the_pages_of_both_directions_hold_every_record_once(count in 0_u32..70, size in 1_i64..25) {
            let all: Vec<_> = (1..=count).collect();
            let forward: Vec<_> = pages(count, size, true).into_iter().flat_map(|page| page.data).collect();
            prop_assert_eq!(&forward, &all);
            let backward: Vec<_> = pages(count, size, false).into_iter().rev().flat_map(|page| page.data).collect();
            prop_assert_eq!(&backward, &all);
        }
    }
}
