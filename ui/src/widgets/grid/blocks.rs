//! Rows of one arrangement (version, filter, sort) received so far, in blocks of equal length.
//!
//! Not a copy of the list: only blocks near the last visible rows are kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::source::{Row, Window};

/// Rows of a block.
pub(super) const BLOCK: usize = 200;
/// Number of blocks that are kept.
const MOST: usize = 24;

#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// By number: block 2 begins with row 400.
    held: BTreeMap<usize, Vec<Arc<Row>>>,
}

impl Blocks {
    pub(super) fn window(&self, first: usize, count: usize, total: usize) -> Window {
        let row = |at: usize| self.held.get(&(at / BLOCK))?.get(at % BLOCK).cloned();
        (first..(first + count).min(total)).map(row).collect()
    }

    pub(super) fn take(&mut self, block: usize, rows: Vec<Arc<Row>>) {
        self.held.insert(block, rows);
        while self.held.len() > MOST {
            let furthest = self.held.keys().copied().max_by_key(|one| one.abs_diff(block));
            if let Some(furthest) = furthest {
                self.held.remove(&furthest);
            }
        }
    }

    /// The next block to request for these rows: visible ones first, then their neighbors.
    pub(super) fn missing(&self, first: usize, count: usize, total: usize) -> Option<usize> {
        let last = (first + count).min(total).checked_sub(1)?;
        let (from, to) = (first / BLOCK, last / BLOCK);
        let ahead = [to + 1, from.saturating_sub(1)];
        let exists = |block: &usize| block * BLOCK < total;
        (from..=to).chain(ahead).filter(exists).find(|block| !self.held.contains_key(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(block: usize, count: usize) -> Vec<Arc<Row>> {
        let row = |at: usize| Arc::new(Row { key: (block * BLOCK + at).to_string(), cells: Vec::new() });
        (0..count).map(row).collect()
    }

    #[test]
    fn what_is_seen_is_asked_for_first_and_what_is_near_after_it() {
        let mut blocks = Blocks::default();
        let total = 1_050;
        assert_eq!(blocks.missing(390, 40, total), Some(1));
        blocks.take(1, rows(1, BLOCK));
        assert_eq!(blocks.missing(390, 40, total), Some(2));
        blocks.take(2, rows(2, BLOCK));
        let keys =
            |window: Window| window.into_iter().map(|row| row.map(|row| row.key.clone())).collect::<Vec<_>>();
        assert_eq!(keys(blocks.window(399, 2, total)), [Some("399".to_owned()), Some("400".to_owned())]);
        assert_eq!(blocks.missing(390, 40, total), Some(3));
        blocks.take(3, rows(3, BLOCK));
        assert_eq!(blocks.missing(390, 40, total), Some(0));
        assert_eq!(blocks.missing(1_040, 40, total), Some(5));
        blocks.take(5, rows(5, 50));
        assert_eq!(keys(blocks.window(1_049, 40, total)), [Some("1049".to_owned())]);
        assert_eq!(blocks.missing(0, 40, 0), None);
    }

    #[test]
    fn far_blocks_are_given_up() {
        let mut blocks = Blocks::default();
        (0..100).for_each(|block| blocks.take(block, rows(block, 1)));
        assert_eq!(
            (blocks.held.len(), blocks.held.contains_key(&99), blocks.held.contains_key(&0)),
            (MOST, true, false)
        );
    }
}
