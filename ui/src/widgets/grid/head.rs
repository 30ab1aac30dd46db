//! The header row: a button per column, which sorts, and an edge that can be dragged. The columns panel sets the width by
//! keyboard.
//!
//! Written by hand like the rows below it ([`super::body`]); one set of listeners on the row serves all columns.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::Grid;
use super::cells::{append, line_drawing, set};
use super::layout::{PlacedColumn, WIDEST};
use super::view::{Order, Way};
use crate::widgets::icon;

/// A header cell in the page, and its current content.
struct PaintedHead {
    key: &'static str,
    element: Element,
    button: Element,
    shown: HeadContent,
}

#[derive(Clone, Copy, PartialEq)]
struct HeadContent {
    /// Pixels from the left edge at which it is pinned.
    left: Option<f64>,
    sorted: Option<Way>,
}

/// A column whose edge is dragged.
#[derive(Clone, Copy)]
struct EdgeDrag {
    key: &'static str,
    /// Position where the drag began, and the column's width then.
    from: f64,
    width: f64,
}

#[component]
pub(super) fn HeadRow(grid: Grid) -> impl IntoView {
    let row = NodeRef::<html::Tr>::new();
    let painted = StoredValue::new_local(Vec::<PaintedHead>::new());
    Effect::new(move |_| {
        let Some(row) = row.get() else { return };
        let order = grid.view().order.get();
        grid.placed.with(|placed| painted.update_value(|heads| paint(heads, &row, placed, order.as_ref())));
    });
    let of = move |event: &web_sys::Event, part: &str| {
        let part = event.target()?.dyn_into::<Element>().ok()?.closest(part).ok()??;
        let cell = part.parent_element()?;
        let key = painted.with_value(|heads| Some(heads.iter().find(|head| head.element == cell)?.key))?;
        Some((part, key))
    };
    let sort = move |event: web_sys::MouseEvent| {
        if let Some((_, key)) = of(&event, ".grid-sort") {
            grid.view().sort_by(key);
        }
    };
    let pulled = StoredValue::new(None::<EdgeDrag>);
    let take = move |event: web_sys::PointerEvent| {
        let Some((edge, key)) = of(&event, ".grid-edge") else { return };
        let width = grid
            .placed
            .with_untracked(|placed| placed.iter().find(|one| one.head.key == key).map(|one| one.width));
        let Some(width) = width else { return };
        event.prevent_default();
        pulled.set_value(Some(EdgeDrag { key, from: f64::from(event.client_x()), width }));
        // Without capture the column follows only while the pointer is over the edge.
        let _ = edge.set_pointer_capture(event.pointer_id());
    };
    let pull = move |event: web_sys::PointerEvent| {
        let Some(EdgeDrag { key, from, width }) = pulled.get_value() else { return };
        let wanted = width_of(width + f64::from(event.client_x()) - from);
        grid.source.heads.with_value(|heads| {
            grid.view().layout.update(|layout| layout.choose(heads, key, |column| column.width = wanted));
        });
    };
    let leave = move |_| pulled.set_value(None);
    view! {
        <thead><tr aria-rowindex="1" node_ref=row on:click=sort on:pointerdown=take on:pointermove=pull
            on:pointerup=leave on:pointercancel=leave></tr></thead>
    }
}

/// Writes the header. Cells are recreated only for other columns: a pressed button keeps the focus, a dragged edge the pointer.
fn paint(heads: &mut Vec<PaintedHead>, row: &HtmlElement, placed: &[PlacedColumn], order: Option<&Order>) {
    if !heads.iter().map(|head| head.key).eq(placed.iter().map(|one| one.head.key)) {
        row.set_text_content(None);
        heads.clear();
        let Some(empty) = empty_cell() else { return };
        for (at, one) in placed.iter().enumerate() {
            let Some(head) = PaintedHead::from_copy(&empty, at, one) else { return };
            append(row, &head.element);
            heads.push(head);
        }
    }
    for (head, one) in heads.iter_mut().zip(placed) {
        let sorted = order.filter(|order| order.column == one.head.key).map(|order| order.way);
        head.show(HeadContent { left: one.left, sorted });
    }
}

impl PaintedHead {
    fn from_copy(empty: &Element, at: usize, one: &PlacedColumn) -> Option<PaintedHead> {
        let element: Element = empty.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
        let button = element.first_element_child()?;
        element.set_class_name(one.head.format.class());
        button.set_text_content(Some(one.head.title));
        set(&element, "aria-colindex", Some(&(at + 1).to_string()));
        let shown = HeadContent { left: None, sorted: None };
        Some(PaintedHead { key: one.head.key, element, button, shown })
    }

    fn show(&mut self, new: HeadContent) {
        if new.left != self.shown.left {
            // These fail only for names with white space or for styles that don't exist.
            let _ = self.element.class_list().toggle_with_force("grid-pin", new.left.is_some());
            if let Some(element) = self.element.dyn_ref::<HtmlElement>() {
                let left = new.left.map(|left| format!("{left}px")).unwrap_or_default();
                let _ = element.style().set_property("left", &left);
            }
        }
        if new.sorted != self.shown.sorted {
            let (words, name) = match new.sorted {
                Some(Way::Up) => ("ascending", Some("up")),
                Some(Way::Down) => ("descending", Some("down")),
                None => ("none", None),
            };
            set(&self.element, "aria-sort", Some(words));
            if let Some(before) = self.button.first_element_child() {
                before.remove();
            }
            if let Some((drawing, path)) = name.and_then(|_| line_drawing("icon")) {
                set(&path, "d", name.map(icon::drawing));
                append(&self.button, &drawing);
            }
        }
        self.shown = new;
    }
}

/// A cell without its column.
fn empty_cell() -> Option<Element> {
    let document = document();
    let cell = document.create_element("th").ok()?;
    for (name, value) in [("scope", "col"), ("aria-sort", "none")] {
        set(&cell, name, Some(value));
    }
    let button = document.create_element("button").ok()?;
    set(&button, "type", Some("button"));
    button.set_class_name("grid-sort");
    let edge = document.create_element("span").ok()?;
    edge.set_class_name("grid-edge");
    set(&edge, "aria-hidden", Some("true"));
    append(&cell, &button);
    append(&cell, &edge);
    Some(cell)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded before")]
fn width_of(pixels: f64) -> u16 {
    pixels.clamp(0.0, f64::from(WIDEST)) as u16
}
