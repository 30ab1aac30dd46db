//! Rows of one arrangement (version, filter, sort) received so far, in blocks of equal length.
//!
//! Not a copy of the list: only blocks near the last visible rows are kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::source::{GridRow, Window};

/// Rows of a block: a window shows about forty.
pub(super) const BLOCK: usize = 64;
/// Number of blocks that are kept.
const MOST: usize = 72;
/// Most blocks of one answer; core returns no more rows.
const AT_ONCE: usize = tapline_contract::list::MOST_ROWS as usize / BLOCK;

/// Blocks to request next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Blocks with visible rows.
    Seen(Range<usize>),
    /// Neighbors of the visible blocks.
    Near(Range<usize>),
}

#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// Blocks by number: block 2 begins with row 128.
    held: BTreeMap<usize, Vec<Arc<GridRow>>>,
}

impl Blocks {
    pub(super) fn window(&self, first: usize, count: usize, total: usize) -> Window {
        let row = |at: usize| self.held.get(&(at / BLOCK))?.get(at % BLOCK).cloned();
        (first..(first + count).min(total)).map(row).collect()
    }

    /// Stores the rows from the first of a block on.
    pub(super) fn take(&mut self, block: usize, rows: &[Arc<GridRow>]) {
        if rows.is_empty() {
            // Requested and not there: another request would get the same result.
            self.held.insert(block, Vec::new());
        }
        self.held.extend((block..).zip(rows.chunks(BLOCK).map(<[_]>::to_vec)));
        while self.held.len() > MOST {
            let furthest = self.held.keys().copied().max_by_key(|one| one.abs_diff(block));
            if let Some(furthest) = furthest {
                self.held.remove(&furthest);
            }
        }
    }

    /// The next blocks to request for these rows: visible ones first, all at once, then their neighbors.
    pub(super) fn missing(&self, first: usize, count: usize, total: usize) -> Option<Missing> {
        let last = (first + count).min(total).checked_sub(1)?;
        let first = first.min(last);
        let seen = around(first, last + 1 - first);
        let is_missing = |block: &usize| !self.held.contains_key(block);
        if let Some(from) = seen.clone().find(is_missing) {
            let many = (from..seen.end).take_while(is_missing).take(AT_ONCE).count();
            return Some(Missing::Seen(from..from + many));
        }
        let near = [seen.end, seen.start.saturating_sub(1)];
        let near = near.into_iter().find(|block| block * BLOCK < total && is_missing(block));
        near.map(|block| Missing::Near(block..block + 1))
    }
}

/// The blocks with these rows.
pub(super) fn around(first: usize, count: usize) -> Range<usize> {
    first / BLOCK..(first + count.max(1)).div_ceil(BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(block: usize, count: usize) -> Vec<Arc<GridRow>> {
        let row = |at: usize| Arc::new(GridRow { key: (block * BLOCK + at).to_string(), cells: Vec::new() });
        (0..count).map(row).collect()
    }

    #[test]
    fn what_is_seen_is_asked_for_first_and_what_is_near_after_it() {
        let mut blocks = Blocks::default();
        let total = 5 * BLOCK + 50;
        let (first, edge) = (2 * BLOCK - 10, 2 * BLOCK - 1);
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Seen(1..3)), "both at once");
        blocks.take(1, &rows(1, BLOCK));
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Seen(2..3)));
        blocks.take(2, &rows(2, BLOCK));
        let keys =
            |window: Window| window.into_iter().map(|row| row.map(|row| row.key.clone())).collect::<Vec<_>>();
        assert_eq!(
            keys(blocks.window(edge, 2, total)),
            [Some(edge.to_string()), Some((edge + 1).to_string())]
        );
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Near(3..4)));
        blocks.take(3, &rows(3, BLOCK));
        assert_eq!(blocks.missing(first, 40, total), Some(Missing::Near(0..1)));
        assert_eq!(blocks.missing(total - 10, 40, total), Some(Missing::Seen(5..6)));
        blocks.take(5, &rows(5, 50));
        assert_eq!(keys(blocks.window(total - 1, 40, total)), [Some((total - 1).to_string())]);
        assert_eq!(blocks.missing(0, 40, 0), None);
    }

    #[test]
    fn rows_of_several_blocks_are_taken_and_asked_for_together() {
        let mut blocks = Blocks::default();
        blocks.take(1, &rows(1, 2 * BLOCK + 5));
        assert_eq!(
            blocks.held.iter().map(|(at, rows)| (*at, rows.len())).collect::<Vec<_>>(),
            [(1, BLOCK), (2, BLOCK), (3, 5)]
        );
        assert_eq!(
            blocks.missing(0, 100 * BLOCK, 100 * BLOCK),
            Some(Missing::Seen(0..1)),
            "up to what is there"
        );
        let Some(Missing::Seen(most)) = Blocks::default().missing(0, 100 * BLOCK, 100 * BLOCK) else {
            panic!("they are looked at");
        };
        assert!(most.len() * BLOCK <= tapline_contract::list::MOST_ROWS as usize, "{most:?}");
        assert_eq!((around(0, 0), around(BLOCK - 1, 1), around(BLOCK - 1, 2)), (0..1, 0..1, 0..2));
    }

    #[test]
    fn far_blocks_are_given_up() {
        let mut blocks = Blocks::default();
        (0..100).for_each(|block| blocks.take(block, &rows(block, 1)));
        assert_eq!(
            (blocks.held.len(), blocks.held.contains_key(&99), blocks.held.contains_key(&0)),
            (MOST, true, false)
        );
    }
}
