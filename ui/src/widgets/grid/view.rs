//! What a person chose for one list. Kept outside the page, so that it is the same after a row was opened and left.

use leptos::prelude::*;

#[derive(Clone, Copy)]
pub(crate) struct GridView {
    /// The filter, as typed.
    pub(crate) words: RwSignal<String>,
    pub(crate) order: RwSignal<Option<Order>>,
    pub(crate) density: RwSignal<Density>,
    /// The cell that the keys act on.
    pub(crate) row: RwSignal<usize>,
    pub(crate) column: RwSignal<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) column: usize,
    pub(crate) way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Density {
    Compact,
    Normal,
    Roomy,
}

impl GridView {
    pub(crate) fn new() -> GridView {
        GridView {
            words: RwSignal::new(String::new()),
            order: RwSignal::new(None),
            density: RwSignal::new(Density::Compact),
            row: RwSignal::new(0),
            column: RwSignal::new(0),
        }
    }

    /// Everything again, as on another connection. The density stays.
    pub(crate) fn clear(self) {
        self.words.set(String::new());
        self.order.set(None);
        self.row.set(0);
        self.column.set(0);
    }

    /// Up, down, and back to the order of the service.
    pub(crate) fn sort_by(self, column: usize) {
        self.order.update(|order| {
            *order = match *order {
                Some(Order { column: same, way: Way::Up }) if same == column => {
                    Some(Order { column, way: Way::Down })
                }
                Some(Order { column: same, way: Way::Down }) if same == column => None,
                _ => Some(Order { column, way: Way::Up }),
            };
        });
        self.row.set(0);
    }
}

impl Density {
    /// Pixels; the style sheet has the same.
    pub(crate) fn row_height(self) -> f64 {
        match self {
            Density::Compact => 28.0,
            Density::Normal => 34.0,
            Density::Roomy => 42.0,
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Density::Compact => "grid-compact",
            Density::Normal => "grid-normal",
            Density::Roomy => "grid-roomy",
        }
    }
}
