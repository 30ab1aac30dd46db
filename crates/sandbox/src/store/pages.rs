//! Starts of the pages of a list that is requested again: SQLite counts a list anew each time, and walks to a page over all before it.

use std::cell::RefCell;

use super::transaction::Filter;

/// Rows from one mark to the next.
const STEP: u64 = 256;

/// Pages of the list that was counted last.
#[derive(Debug, Default)]
pub(super) struct Pages(RefCell<Option<Counted>>);

#[derive(Debug)]
struct Counted {
    /// Number of writes to the database by then: after any further write this is worthless.
    writes: u64,
    filter: Filter,
    total: u32,
    /// Every 256th key from the newest; `None` until the list is requested a second time.
    marks: Option<Vec<i64>>,
}

impl Pages {
    /// Total of the list, and true if its marks are missing; `None` if it must be counted.
    pub(super) fn total(&self, writes: u64, filter: &Filter) -> Option<(u32, bool)> {
        let counted = self.0.borrow();
        let counted = counted.as_ref().filter(|known| known.writes == writes && known.filter == *filter)?;
        Some((counted.total, counted.marks.is_none()))
    }

    pub(super) fn counted(&self, writes: u64, filter: &Filter, total: u32) {
        *self.0.borrow_mut() = Some(Counted { writes, filter: filter.clone(), total, marks: None });
    }

    /// `keys` are those of the whole list that was counted last, the newest first.
    pub(super) fn mark<E>(&self, keys: impl Iterator<Item = Result<i64, E>>) -> Result<(), E> {
        let is_mark = |(at, key): &(u64, Result<i64, E>)| at % STEP == 0 || key.is_err();
        let marks = (0..).zip(keys).filter(is_mark).map(|(_, key)| key).collect::<Result<_, _>>()?;
        if let Some(counted) = self.0.borrow_mut().as_mut() {
            counted.marks = Some(marks);
        }
        Ok(())
    }

    /// A list that begins nearer to `offset`, and the rest of the way.
    pub(super) fn nearer(&self, writes: u64, filter: &Filter, offset: u64) -> Option<(Filter, u64)> {
        let counted = self.0.borrow();
        let counted = counted.as_ref().filter(|known| known.writes == writes && known.filter == *filter)?;
        let mark = counted.marks.as_ref()?.get(usize::try_from(offset / STEP).ok()?)?;
        Some((Filter { last: *mark, ..filter.clone() }, offset % STEP))
    }
}
