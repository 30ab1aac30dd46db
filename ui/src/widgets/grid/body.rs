//! The rows in the page: only what changed is written into their elements.
//!
//! By hand rather than by signals, because a list is scrolled forty rows of twelve cells at a time. Elements are created when
//! columns change, as copies of one row; while the list is scrolled, rows that leave at one end get the texts of those that enter
//! at the other. A row that is loading keeps its old texts until then, and can't be opened meanwhile.
//!
//! Ids wider than their column are shortened in the middle: they begin alike and differ at the end. The whole id stays in the cell's
//! title and in copied or spoken text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::{document, *};
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Node, Text};

use super::column::{Cell, CellFormat};
use super::layout::PlacedColumn;
use super::source::{GridRow, Window};
use super::{Grid, Opens};
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::dialog::with_control;
use crate::widgets::icon;

#[component]
pub(super) fn Body(grid: Grid) -> impl IntoView {
    let body = NodeRef::<html::Tbody>::new();
    let painted = StoredValue::new_local(PaintedRows::default());
    let (view, shell) = (grid.view(), shell());
    // Records of this area with unsaved changes.
    let drafts = Memo::new(move |_| {
        let place = shell.nav.route.with(Route::place);
        let records =
            shell.drafts.with(|all| all.iter().map(|draft| draft.record.clone()).collect::<Vec<_>>());
        records.into_iter().filter(|record| record.place() == place).collect::<Vec<_>>()
    });
    // At the top of the list, rows below the visible ones are created while the person is idle, or once the list is
    // scrolled.
    let (all, waits) = (RwSignal::new(false), StoredValue::new(false));
    Effect::new(move |_| {
        let Some(element) = body.get() else { return };
        // In this order: an effect misses the change of a memo that it reads only after another memo which made that one compute anew.
        let in_sight = grid.extent.get().in_sight();
        let (first, count) = grid.window.get();
        let now = if all.get() || grid.top.get() > 0.0 { count } else { count.min(in_sight) };
        let rows = grid.source.window.run((first, now));
        if !waits.get_value() && rows.iter().any(Option::is_some) {
            waits.set_value(true);
            spawn_local(async move {
                engine::idle().await;
                // The page may be gone by then.
                let _ = all.try_set(true);
            });
        }
        let placed = grid.placed.get();
        let path = |key: &str| (grid.route)(key).path();
        painted.update_value(|painted| painted.rows(&element, &placed, first, &rows, path));
        let at = (view.row.get(), view.column.get());
        painted.update_value(|painted| painted.mark(at, |row, column| grid.cell_id(row, column)));
        view.selected.with(|selected| painted.update_value(|painted| painted.select(selected)));
        let drafts = drafts.get();
        let is_draft = |key: &str| !drafts.is_empty() && drafts.contains(&(grid.route)(key));
        painted.update_value(|painted| painted.mark_drafts(is_draft));
        let pane = view.pane.get();
        painted.update_value(|painted| painted.open(pane.as_deref()));
    });
    let click = move |event: web_sys::MouseEvent| {
        let Some(position) = cell_position(&event) else { return };
        view.row.set(position.row);
        view.column.set(position.column);
        let key = painted.with_value(|painted| painted.key(position.row));
        let Some(key) = key else { return };
        if position.is_link {
            event.prevent_default();
            grid.open(&key);
        } else if with_control(&event) {
            if let Some(row) = grid.at(position.row) {
                super::keys::select(grid, &row);
            }
        } else if grid.opens == Opens::Pane && view.pane.with_untracked(Option::is_some) {
            grid.open(&key);
        }
    };
    let twice = move |event: web_sys::MouseEvent| {
        let key = cell_position(&event)
            .and_then(|position| painted.with_value(|painted| painted.key(position.row)));
        if let Some(key) = key {
            grid.open(&key);
        }
    };
    view! { <tbody node_ref=body on:click=click on:dblclick=twice></tbody> }
}

struct CellPosition {
    row: usize,
    column: usize,
    is_link: bool,
}

/// Slot and column of the pressed cell, from the elements' own positions.
fn cell_position(event: &web_sys::MouseEvent) -> Option<CellPosition> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let number = |selector: &str, name: &str| -> Option<usize> {
        target.closest(selector).ok()??.get_attribute(name)?.parse().ok()
    };
    Some(CellPosition {
        row: number("[aria-rowindex]", "aria-rowindex")?.checked_sub(2)?,
        column: number("[aria-colindex]", "aria-colindex")?.checked_sub(1)?,
        is_link: target.closest("a").ok()?.is_some(),
    })
}

const SVG: &str = "http://www.w3.org/2000/svg";

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
    fn mark_drafts(&mut self, is_draft: impl Fn(&str) -> bool) {
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

/// A row of these columns without texts: each has an empty text node.
fn empty_row(columns: &[PlacedColumn]) -> Option<Element> {
    let document = document();
    let row = document.create_element("tr").ok()?;
    set(&row, "aria-selected", Some("false"));
    for (at, column) in columns.iter().enumerate() {
        let cell = empty_cell(&document, column)?;
        set(&cell, "aria-colindex", Some(&(at + 1).to_string()));
        append(&row, &cell);
    }
    Some(row)
}

/// A cell in the shape that [`PaintedCell`] is built from.
fn empty_cell(document: &Document, column: &PlacedColumn) -> Option<Element> {
    let format = column.head.format;
    let cell = document.create_element(if format.is_link() { "th" } else { "td" }).ok()?;
    cell.set_class_name(format.class());
    if let Some(left) = column.left {
        let _ = cell.class_list().add_1("grid-pin");
        let style = cell.dyn_ref::<HtmlElement>()?.style();
        let _ = style.set_property("left", &format!("{left}px"));
    }
    let text = document.create_text_node("");
    if format.is_link() {
        set(&cell, "scope", Some("row"));
        let link = document.create_element("a").ok()?;
        // The table has the focus; Enter opens.
        set(&link, "tabindex", Some("-1"));
        append(&link, &text);
        append(&cell, &link);
        return Some(cell);
    }
    if let CellFormat::Status(_) = format {
        let (drawing, _) = line_drawing("icon absent")?;
        append(&cell, &drawing);
    }
    append(&cell, &text);
    Some(cell)
}

/// A drawing with these classes, and the element for its path data.
pub(super) fn line_drawing(class: &str) -> Option<(Element, Element)> {
    let document = document();
    let drawing = document.create_element_ns(Some(SVG), "svg").ok()?;
    for (name, value) in [("class", class), ("viewBox", "0 0 16 16"), ("aria-hidden", "true")] {
        set(&drawing, name, Some(value));
    }
    let path = document.create_element_ns(Some(SVG), "path").ok()?;
    append(&drawing, &path);
    Some((drawing, path))
}

pub(super) fn set(element: &Element, name: &str, value: Option<&str>) {
    // Fails only for invalid names.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

pub(super) fn append(to: &Node, child: &Node) {
    // Appending a new element can't fail.
    let _ = to.append_child(child);
}

/// Width in pixels of a letter of a list's fixed-width face, rounded up, and of the paddings of a cell.
const LETTER: f64 = 7.3;
const PADDING: f64 = 28.0;
/// Letters at the end that are always kept.
const END: usize = 6;
/// With fewer letters than this the cell clips the id instead.
const FEWEST: usize = 9;

/// Number of visible letters of a column's ids; `None` if it has no ids.
pub(super) fn letters(column: &PlacedColumn) -> Option<usize> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a column is narrower than a window"
    )]
    let fit = ((column.width - PADDING).max(0.0) / LETTER) as usize;
    column.head.format.is_id().then_some(fit)
}

/// "T2026…000003"
pub(super) fn shortened(id: &str, fit: usize) -> Cow<'_, str> {
    let length = id.chars().count();
    if length <= fit || fit < FEWEST {
        return Cow::Borrowed(id);
    }
    let end = END.max(fit / 2);
    let begin: String = id.chars().take(fit - end - 1).collect();
    let end: String = id.chars().skip(length - end).collect();
    Cow::Owned(format!("{begin}…{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_an_id_is_left_out() {
        for (id, fit, expected) in [
            ("T20261101000003", 15, "T20261101000003"),
            ("T20261101000003", 14, "T20261…1000003"),
            ("T20261101000003", 9, "T2…000003"),
            ("T20261101000003", 8, "T20261101000003"),
            ("5e0d0001-71c4-4b6e-9a2f-00004f1a20b7", 16, "5e0d000…4f1a20b7"),
            ("ÄÖÜÄÖÜÄÖÜÄÖ", 10, "ÄÖÜ…ÜÄÖÜÄÖ"),
            ("", 0, ""),
        ] {
            assert_eq!(shortened(id, fit), expected, "{id} in {fit}");
        }
    }
}
