//! A person's choices for one list. Kept outside the page, so that they survive opening a row and coming back.
//!
//! Filters, sort and the open pane are also in the route ([`super::query`]); columns and saved views are kept on this computer
//! ([`super::keep`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::source::GridRow;

#[derive(Clone, Copy, Default)]
pub(crate) struct GridView {
    /// Text of the search over all columns, as typed.
    pub(crate) words: RwSignal<String>,
    /// Values of filters by their keys.
    pub(crate) filters: RwSignal<BTreeMap<String, String>>,
    pub(crate) order: RwSignal<Option<Order>>,
    pub(crate) layout: RwSignal<Layout>,
    pub(crate) saved: RwSignal<Vec<SavedView>>,
    /// The cell that the keys act on; the column by its index among those shown.
    pub(crate) row: RwSignal<usize>,
    pub(crate) column: RwSignal<usize>,
    /// Rows marked with Space, by their keys.
    pub(crate) selected: RwSignal<BTreeMap<String, Arc<GridRow>>>,
    /// Key of the row whose pane is open.
    pub(crate) pane: RwSignal<Option<String>>,
    /// Current row for other filters and sorts, by their text in the route.
    pub(super) places: StoredValue<BTreeMap<String, usize>>,
    /// True once the kept columns and views were loaded.
    pub(super) is_read: RwSignal<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Key of a column.
    pub(crate) column: String,
    pub(crate) way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

/// A view that a person gave a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedView {
    pub(crate) name: String,
    /// Filters and sort, as in the route.
    pub(crate) query: String,
    pub(crate) layout: Layout,
}

impl GridView {
    /// Clears all but columns and saved views, for another connection.
    pub(crate) fn clear(self) {
        self.unfilter();
        self.order.set(None);
        self.column.set(0);
        self.pane.set(None);
        self.places.set_value(BTreeMap::new());
    }

    /// Clears search and filters.
    pub(crate) fn unfilter(self) {
        self.words.set(String::new());
        self.filters.set(BTreeMap::new());
        self.to_the_top();
    }

    pub(crate) fn is_filtered(self) -> bool {
        !self.words.with(|words| words.trim().is_empty()) || self.filters.with(|filters| !filters.is_empty())
    }

    /// Sets a filter; an empty value removes it.
    pub(crate) fn filter(self, key: &str, value: &str) {
        self.filters.update(|filters| {
            if value.is_empty() {
                filters.remove(key);
            } else {
                filters.insert(key.to_owned(), value.to_owned());
            }
        });
        self.to_the_top();
    }

    /// Sorts ascending, then descending, then in the order of the service.
    pub(crate) fn sort_by(self, column: &str) {
        self.order.update(|order| {
            let way = match order {
                Some(Order { column: same, way: Way::Up }) if same == column => Some(Way::Down),
                Some(Order { column: same, way: Way::Down }) if same == column => None,
                _ => Some(Way::Up),
            };
            *order = way.map(|way| Order { column: column.to_owned(), way });
        });
        self.row.set(0);
    }

    /// Starts over for other rows: the first becomes current, and none is marked.
    pub(crate) fn to_the_top(self) {
        self.row.set(0);
        self.unmark();
    }

    pub(super) fn unmark(self) {
        self.selected.set(BTreeMap::new());
    }
}
