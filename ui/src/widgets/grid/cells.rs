//! Elements of an empty row, and texts that fit their column.
//!
//! Ids wider than their column are shortened in the middle: they begin alike and differ at the end. The whole id stays in the cell's
//! title and in copied or spoken text.

use std::borrow::Cow;

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Node};

use super::column::CellFormat;
use super::layout::PlacedColumn;

const SVG: &str = "http://www.w3.org/2000/svg";

/// A row of these columns without texts: each has an empty text node.
pub(super) fn empty_row(columns: &[PlacedColumn]) -> Option<Element> {
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
