//! Rows as elements of the page: only what changed is written into them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node, Text};

use super::cells::{append, empty_row, letters, set, shortened};
use super::column::{Cell, CellFormat};
use super::layout::PlacedColumn;
use super::source::{GridRow, Window};
use crate::widgets::icon;

#[derive(Default)]
pub(super) struct PaintedRows {
    columns: Vec<PlacedColumn>,
    /// A row of these columns without texts; the others are copies of it.
    empty: Option<Element>,
    first: usize,
    rows: Vec<PaintedRow>,
    /// Slot and column of the current cell.
    current: Option<(usize, usize)>,
}

struct PaintedRow {
    element: Element,
    cells: Vec<PaintedCell>,
    /// Content of the row; `None` while it is loading.
    row: Option<Arc<GridRow>>,
    index: usize,
    is_selected: bool,
    is_opened: bool,
    is_draft: bool,
}

struct PaintedCell {
    element: Element,
    /// Link around the text of a name.
    link: Option<Element>,
    text: Text,
    /// Place for the shape of a status.
    shape: Option<Element>,
    shown: Cell,
}

impl PaintedRows {
    pub(super) fn rows(
        &mut self,
        body: &HtmlElement,
        columns: &[PlacedColumn],
        first: usize,
        window: &Window,
        path: impl Fn(&str) -> String,
    ) {
        let same = self.columns.len() == columns.len()
            && self.columns.iter().zip(columns).all(|(one, other)| {
                (one.at, one.left, letters(one)) == (other.at, other.left, letters(other))
            });
        if !same {
            body.set_text_content(None);
            self.rows.clear();
            self.current = None;
            self.columns = columns.to_vec();
            self.empty = empty_row(columns);
        }
        self.turn(body, first, window.len());
        for gone in self.rows.drain(window.len().min(self.rows.len())..) {
            gone.element.remove();
        }
        while self.rows.len() < window.len() {
            let copy = self.empty.as_ref().and_then(|empty| empty.clone_node_with_deep(true).ok());
            let Some(row) = copy.and_then(|copy| PaintedRow::from_copy(copy, &self.columns)) else { return };
            append(body, &row.element);
            self.rows.push(row);
        }
        for (slot, (painted, row)) in self.rows.iter_mut().zip(window).enumerate() {
            painted.number(first + slot);
            painted.fill(&self.columns, row.as_ref(), &path);
        }
    }

    /// Starts at another row: rows that leave the window at one end become those that enter it at the other, all others stay
    /// unchanged.
    fn turn(&mut self, body: &HtmlElement, first: usize, count: usize) {
        let by = first.abs_diff(self.first);
        let down = first > self.first;
        self.first = first;
        if by == 0 || by >= count || count != self.rows.len() {
            return;
        }
        if down {
            self.rows.rotate_left(by);
            for entering in &self.rows[count - by..] {
                append(body, &entering.element);
            }
        } else {
            self.rows.rotate_right(by);
            let before = self.rows.get(by).map(|stays| -> &Node { &stays.element });
            for entering in &self.rows[..by] {
                // The neighbor is in the body.
                let _ = body.insert_before(&entering.element, before);
            }
        }
        let steps = if down { count - by } else { by };
        self.current = self.current.map(|(slot, column)| ((slot + steps) % count, column));
    }

    /// Names the current cell and shows its row.
    pub(super) fn mark(&mut self, (row, column): (usize, usize), id: impl Fn(usize, usize) -> String) {
        if let Some((slot, column)) = self.current.take()
            && let Some(before) = self.rows.get(slot)
        {
            before.flag("current", false);
            // A row may have become a heading since, or the other way.
            for cell in before.cells.first().into_iter().chain(before.cells.get(column)) {
                set(&cell.element, "id", None);
                let _ = cell.element.class_list().remove_1("at");
            }
        }
        let Some(slot) = row.checked_sub(self.first).filter(|slot| *slot < self.rows.len()) else { return };
        self.rows[slot].flag("current", true);
        if let Some(cell) = self.rows[slot].cell(column) {
            set(&cell.element, "id", Some(&id(row, column)));
            let _ = cell.element.class_list().add_1("at");
        }
        self.current = Some((slot, column));
    }

    pub(super) fn select(&mut self, selected: &BTreeMap<String, Arc<GridRow>>) {
        for painted in &mut self.rows {
            let is_selected = painted.row.as_ref().is_some_and(|row| selected.contains_key(&row.key));
            if is_selected != painted.is_selected {
                painted.is_selected = is_selected;
                set(&painted.element, "aria-selected", Some(if is_selected { "true" } else { "false" }));
            }
        }
    }

    /// Marks the row that is open in the pane.
    pub(super) fn open(&mut self, key: Option<&str>) {
        for painted in &mut self.rows {
            let is_opened = key.is_some() && painted.row.as_ref().map(|row| row.key.as_str()) == key;
            if is_opened != painted.is_opened {
                painted.is_opened = is_opened;
                painted.flag("opened", is_opened);
            }
        }
    }

    /// Marks rows with unsaved changes.
    pub(super) fn mark_drafts(&mut self, is_draft: impl Fn(&str) -> bool) {
        for painted in &mut self.rows {
            let now = painted.row.as_ref().is_some_and(|row| is_draft(&row.key));
            if now != painted.is_draft {
                painted.is_draft = now;
                painted.flag("draft", now);
            }
        }
    }

    /// Key of a loaded row; a heading has none.
    pub(super) fn key(&self, row: usize) -> Option<String> {
        let row = self.rows.get(row.checked_sub(self.first)?)?.row.as_ref()?;
        row.heading.is_none().then(|| row.key.clone())
    }
}

impl PaintedRow {
    /// Takes over a copy of the [`empty_row`] of these columns.
    fn from_copy(copy: Node, columns: &[PlacedColumn]) -> Option<PaintedRow> {
        let element: Element = copy.dyn_into().ok()?;
        let mut cells = Vec::with_capacity(columns.len());
        let mut next = element.first_element_child();
        for column in columns {
            let cell = next?;
            next = cell.next_element_sibling();
            cells.push(PaintedCell::from_element(cell, column.head.format)?);
        }
        Some(PaintedRow {
            element,
            cells,
            row: None,
            index: usize::MAX,
            is_selected: false,
            is_opened: false,
            is_draft: false,
        })
    }

    fn number(&mut self, index: usize) {
        if self.index != index {
            self.index = index;
            set(&self.element, "aria-rowindex", Some(&(index + 2).to_string()));
        }
    }

    fn fill(&mut self, columns: &[PlacedColumn], row: Option<&Arc<GridRow>>, path: impl Fn(&str) -> String) {
        let is_same = match (&self.row, row) {
            (Some(before), Some(row)) => Arc::ptr_eq(before, row) || before == row,
            _ => false,
        };
        if is_same {
            return;
        }
        self.flag("coming", row.is_none());
        let was_heading = self.is_heading();
        self.row = row.cloned();
        let Some(row) = row else { return };
        if was_heading != row.heading.is_some() {
            self.stretch();
        }
        if let (Some(words), Some(first)) = (&row.heading, self.cells.first_mut()) {
            first.write(&Cell { text: words.clone(), ..Cell::default() }, None);
            if let Some(link) = &first.link {
                set(link, "href", None);
            }
            return;
        }
        for (cell, column) in self.cells.iter_mut().zip(columns) {
            if let Some(shown) = row.cells.get(column.at) {
                cell.write(shown, letters(column));
            }
            if let Some(link) = &cell.link {
                set(link, "href", Some(&path(&row.key)));
            }
        }
    }

    fn is_heading(&self) -> bool {
        self.row.as_ref().is_some_and(|row| row.heading.is_some())
    }

    /// A heading is the only cell of its line.
    fn stretch(&self) {
        let is_heading = self.is_heading();
        self.flag("heading", is_heading);
        let span = is_heading.then(|| self.cells.len().to_string());
        if let Some((first, others)) = self.cells.split_first() {
            set(&first.element, "colspan", span.as_deref());
            for other in others {
                set(&other.element, "hidden", is_heading.then_some(""));
            }
        }
    }

    /// The cell that the keyboard is at in a column.
    fn cell(&self, column: usize) -> Option<&PaintedCell> {
        self.cells.get(if self.is_heading() { 0 } else { column })
    }

    fn flag(&self, class: &str, on: bool) {
        // Fails only for names with white space.
        let _ = self.element.class_list().toggle_with_force(class, on);
    }
}

impl PaintedCell {
    fn from_element(element: Element, format: CellFormat) -> Option<PaintedCell> {
        let (mut link, mut text, mut shape) = (None, element.last_child()?, None);
        if format.is_link() {
            link = element.first_element_child();
            text = text.first_child()?;
        } else if let CellFormat::Status(_) = format {
            shape = element.first_element_child()?.first_element_child();
        }
        Some(PaintedCell { element, link, text: text.dyn_into().ok()?, shape, shown: Cell::default() })
    }

    /// Writes a cell; `fit` is the number of letters that an id has room for.
    fn write(&mut self, new: &Cell, fit: Option<usize>) {
        if self.shown == *new {
            return;
        }
        if self.shown.text != new.text {
            let seen = fit.map_or(Cow::Borrowed(new.text.as_str()), |fit| shortened(&new.text, fit));
            self.text.set_data(&seen);
            // The link's accessible name is the whole id.
            if let Some(link) = &self.link {
                set(link, "aria-label", Some(new.text.as_str()).filter(|whole| *whole != seen));
            }
        }
        let title = new.title.as_deref().unwrap_or(&new.text);
        if title != self.shown.title.as_deref().unwrap_or(&self.shown.text) {
            set(&self.element, "title", Some(title).filter(|title| !title.is_empty()));
        }
        if let Some(shape) = &self.shape
            && self.shown.mark != new.mark
        {
            let drawing = new.mark.map(|mark| icon::drawing(mark.icon)).unwrap_or_default();
            set(shape, "d", Some(drawing));
            if let Some(svg) = shape.parent_element() {
                set(&svg, "class", Some(&format!("icon {}", new.mark.map_or("absent", |mark| mark.tone))));
            }
        }
        self.shown = new.clone();
    }
}
