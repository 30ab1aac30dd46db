//! Layout of a list: columns shown, their order and width, pinned columns, and row height. Kept per list.
//!
//! Only a person's choices are kept: a column added to the list later is shown, and a removed one is forgotten. The first
//! column names the rows: it is always shown, first and pinned. [`super::arrange`] is the panel that changes it.

use serde::{Deserialize, Serialize};

use super::column::{AtFirst, CellFormat, Head};

/// Smallest width in pixels.
pub(super) const NARROWEST: u16 = 56;
pub(super) const WIDEST: u16 = 640;
/// Pixels from which a text column may get spare width: its texts may be longer.
const LONG: u16 = 120;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Layout {
    pub(crate) density: Density,
    /// Empty for the list's own columns.
    pub(crate) columns: Vec<ColumnChoice>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Density {
    #[default]
    Compact,
    Normal,
    Roomy,
}

/// A person's choice for one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ColumnChoice {
    pub(crate) key: String,
    pub(crate) width: u16,
    pub(crate) shown: bool,
    pub(crate) pinned: bool,
}

/// A column that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacedColumn {
    /// Index in the list's table of columns.
    pub(super) at: usize,
    pub(super) head: Head,
    pub(super) width: f64,
    /// Pixels from the left edge at which it is pinned.
    pub(super) left: Option<f64>,
}

impl Layout {
    /// All columns of a list: a person's choices in their order, then the others.
    pub(super) fn chosen(&self, heads: &[Head]) -> Vec<ColumnChoice> {
        let known =
            self.columns.iter().filter(|chosen| heads.iter().any(|head| head.key == chosen.key)).cloned();
        let new = heads.iter().filter(|head| self.columns.iter().all(|chosen| chosen.key != head.key));
        let mut all: Vec<ColumnChoice> = known
            .chain(new.map(|head| ColumnChoice {
                key: head.key.to_owned(),
                width: head.width,
                shown: head.at_first == AtFirst::Shown,
                pinned: false,
            }))
            .collect();
        if let Some(name) = heads.first()
            && let Some(at) = all.iter().position(|chosen| chosen.key == name.key)
        {
            let first = all.remove(at);
            all.insert(0, ColumnChoice { shown: true, pinned: true, ..first });
        }
        all
    }

    /// Columns drawn in `room` pixels, pinned ones first. Spare width goes to names and other texts that may be long, in
    /// proportion, unless a person chose their width; without such columns, to the last.
    pub(super) fn placed(&self, heads: &[Head], room: f64) -> Vec<PlacedColumn> {
        let mut chosen = self.chosen(heads);
        chosen.retain(|chosen| chosen.shown);
        tapline_contract::order::sort_by_key(&mut chosen, |chosen| !chosen.pinned);
        let widths: Vec<f64> =
            chosen.iter().map(|one| f64::from(one.width.clamp(NARROWEST, WIDEST))).collect();
        let takes = |one: &ColumnChoice| {
            heads.iter().any(|head| head.key == one.key && head.width == one.width && is_long(*head))
        };
        let long: f64 =
            chosen.iter().zip(&widths).filter(|(one, _)| takes(one)).map(|(_, width)| width).sum();
        let spare = (room - widths.iter().sum::<f64>()).max(0.0);
        let mut left = 0.0;
        let mut placed: Vec<PlacedColumn> = Vec::with_capacity(chosen.len());
        for one in chosen {
            let Some(at) = heads.iter().position(|head| head.key == one.key) else { continue };
            let own = f64::from(one.width.clamp(NARROWEST, WIDEST));
            // Whole pixels, so that the edges of header and rows match.
            let width = own + if long > 0.0 && takes(&one) { (spare * own / long).floor() } else { 0.0 };
            placed.push(PlacedColumn { at, head: heads[at], width, left: one.pinned.then_some(left) });
            left += width;
        }
        if let Some(last) = placed.last_mut() {
            last.width += (room - left).max(0.0);
        }
        placed
    }

    /// Changes the choice for one column.
    pub(super) fn choose(&mut self, heads: &[Head], key: &str, change: impl FnOnce(&mut ColumnChoice)) {
        let mut all = self.chosen(heads);
        if let Some(one) = all.iter_mut().find(|chosen| chosen.key == key) {
            change(one);
            one.width = one.width.clamp(NARROWEST, WIDEST);
        }
        self.columns = all;
    }

    /// Moves a column to a place among all columns, and returns the place. The first column stays.
    pub(super) fn move_to(&mut self, heads: &[Head], key: &str, to: usize) -> Option<usize> {
        let mut all = self.chosen(heads);
        let at = all.iter().position(|chosen| chosen.key == key).filter(|at| *at > 0)?;
        let moved = all.remove(at);
        let to = to.clamp(1, all.len());
        all.insert(to, moved);
        self.columns = all;
        Some(to)
    }
}

impl Density {
    /// Height in pixels; the style sheet has the same.
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

/// True for a name, or a text that needs more room than a code or a number.
fn is_long(head: Head) -> bool {
    match head.format {
        CellFormat::Name => true,
        CellFormat::Text => head.width >= LONG,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::grid::column::head;

    const HEADS: &[Head] = &[
        head("id", "Id", CellFormat::Id, 100),
        head("a", "A", CellFormat::Text, 100),
        head("b", "B", CellFormat::Text, 100),
        head("c", "C", CellFormat::Text, 100).hidden(),
    ];

    fn shown(layout: &Layout) -> Vec<(&str, f64, Option<f64>)> {
        layout.placed(HEADS, 400.0).iter().map(|one| (one.head.key, one.width, one.left)).collect()
    }

    #[test]
    fn columns_are_placed_as_chosen_and_the_first_stays_the_first() {
        let mut layout = Layout::default();
        assert_eq!(shown(&layout), [("id", 100.0, Some(0.0)), ("a", 100.0, None), ("b", 200.0, None)]);
        assert_eq!(layout.move_to(HEADS, "b", 0), Some(1));
        assert_eq!(layout.move_to(HEADS, "id", 2), None);
        layout.choose(HEADS, "c", |column| column.shown = true);
        layout.choose(HEADS, "c", |column| column.pinned = true);
        layout.choose(HEADS, "id", |column| column.shown = false);
        let expected =
            [("id", 100.0, Some(0.0)), ("c", 100.0, Some(100.0)), ("b", 100.0, None), ("a", 100.0, None)];
        assert_eq!(shown(&layout), expected);
        layout.choose(HEADS, "a", |column| column.width = 9999);
        assert_eq!(shown(&layout)[3].1, f64::from(WIDEST));
    }

    #[test]
    fn spare_width_goes_to_names_and_long_texts_until_a_person_chooses() {
        const LIST: &[Head] = &[
            head("name", "Name", CellFormat::Name, 200),
            head("type", "Type", CellFormat::Text, 80),
            head("merchant", "Merchant", CellFormat::Text, 160),
            head("count", "Count", CellFormat::Count, 60),
        ];
        let widths = |layout: &Layout| -> Vec<f64> {
            layout.placed(LIST, 860.0).iter().map(|one| one.width).collect()
        };
        let mut layout = Layout::default();
        assert_eq!(widths(&layout), [400.0, 80.0, 320.0, 60.0]);
        layout.choose(LIST, "name", |column| column.width = 180);
        assert_eq!(widths(&layout), [180.0, 80.0, 540.0, 60.0], "what was chosen stays");
        layout.choose(LIST, "merchant", |column| column.width = 100);
        assert_eq!(widths(&layout), [180.0, 80.0, 100.0, 500.0], "the last fills the box");
        let narrow: f64 = Layout::default().placed(LIST, 300.0).iter().map(|one| one.width).sum();
        assert!((narrow - 500.0).abs() < 0.1, "no column gets narrower");
    }

    #[test]
    fn what_a_list_lost_is_forgotten_and_what_it_got_is_there() {
        let layout = Layout {
            columns: vec![
                ColumnChoice { key: "gone".to_owned(), width: 90, shown: true, pinned: true },
                ColumnChoice { key: "b".to_owned(), width: 90, shown: true, pinned: false },
            ],
            ..Layout::default()
        };
        let keys: Vec<_> = layout.chosen(HEADS).into_iter().map(|one| one.key).collect();
        assert_eq!(keys, ["id", "b", "a", "c"]);
    }
}
