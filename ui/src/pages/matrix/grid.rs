//! The table of the matrix. Only the visible rows are in the page.

use leptos::html;
use leptos::prelude::*;
use tapline_emv::Scheme;

use super::model::{Cell, MatrixRow, State};
use super::state::View;
use crate::effect::effect;
use crate::ipc::{engine, hold};
use crate::paths::Route;
use crate::widgets::dialog::{has_control, with_control};
use crate::widgets::icon::{Icon, SchemeMark, severity_look};
use crate::widgets::show::live;

/// Row height in pixels, equal to that in matrix.css.
const ROW: f64 = 30.0;
const HEAD: f64 = 44.0;
const NAME: f64 = 288.0;
const COLUMN: f64 = 132.0;
/// The window of rows moves in steps of this size.
const STEP: usize = 10;

#[component]
pub(super) fn Grid(view: View) -> impl IntoView {
    let boxed = NodeRef::<html::Div>::new();
    let (top, size) = (RwSignal::new(0.0_f64), RwSignal::new((900.0_f64, 600.0_f64)));
    effect(move || {
        if let Some(element) = boxed.get() {
            hold::on_inner_size(&element, move |wide, high| size.set((wide, high)));
        }
    });
    let window = Memo::new(move |_| {
        let count = view.shown.with(|shown| shown.rows.len());
        let first = (whole(top.get() / ROW) / STEP * STEP).min(count);
        let last = (first + whole(size.get().1 / ROW) + 2 * STEP).min(count);
        (first, last)
    });
    let chosen = view.chosen;
    // Scrolls the current cell into view.
    effect(move || {
        let (row, column) = (chosen.row.get(), chosen.column.get());
        let Some(element) = boxed.get() else { return };
        let (wide, high) = size.get_untracked();
        let down = nearest(place(row) * ROW, ROW, f64::from(element.scroll_top()), high - HEAD);
        let across = nearest(place(column) * COLUMN, COLUMN, f64::from(element.scroll_left()), wide - NAME);
        if let Some(down) = down {
            element.set_scroll_top(pixels(down));
            top.set(down);
        }
        if let Some(across) = across {
            element.set_scroll_left(pixels(across));
        }
    });
    // A hidden row or column can't be current.
    effect(move || {
        let (rows, columns) = view.shown.with(|shown| (shown.rows.len(), shown.columns.len()));
        if rows > 0 && chosen.row.get_untracked() >= rows {
            chosen.row.set(rows - 1);
        }
        if columns > 0 && chosen.column.get_untracked() >= columns {
            chosen.column.set(columns - 1);
        }
    });
    let wide = move || format!("{}px", NAME + COLUMN * place(view.shown.with(|shown| shown.columns.len())));
    let heads = move || {
        let (matrix, shown) = (view.matrix.get(), view.shown.get());
        let head = |(at, index): (usize, &usize)| {
            let column = &matrix.columns[*index];
            let title = if column.tag.is_empty() {
                column.label.clone()
            } else {
                format!("{} ({})", column.label, column.tag)
            };
            let tag =
                (!column.tag.is_empty()).then(|| view! { <small class="mono wire">{column.tag}</small> });
            view! { <th scope="col" class=column.align() aria-colindex=(at + 2).to_string() title=title><span>{column.label.clone()}</span>{tag}</th> }
        };
        shown.columns.iter().enumerate().map(head).collect_view()
    };
    // Rows are keyed and redrawn only on change: a scrolling key draws only the rows that come into view.
    let rows = move || {
        let (first, last) = window.get();
        first..last.min(view.shown.with(|shown| shown.rows.len()))
    };
    let drawn = move |at: usize| {
        let seen = Memo::new(move |_| {
            view.matrix.with(|matrix| {
                view.shown.with(|shown| {
                    let row = matrix.rows.get(*shown.rows.get(at)?)?;
                    // Rows and columns change one after the other, so a column may be missing for a moment.
                    let is_there = |column: &&usize| **column < row.cells.len();
                    Some((row.clone(), shown.columns.iter().filter(is_there).copied().collect::<Vec<_>>()))
                })
            })
        });
        live(move || seen.with(|seen| seen.as_ref().map(|(seen, columns)| row(view, at, seen, columns))))
    };
    let above = move || format!("{}px", place(rows().start) * ROW);
    let below = move || {
        let count = view.shown.with(|shown| shown.rows.len());
        format!("{}px", place(count.saturating_sub(rows().end)) * ROW)
    };
    view! {
        <div class="matrix-box" node_ref=boxed on:scroll=move |_| {
            if let Some(element) = boxed.get_untracked() {
                top.set(f64::from(element.scroll_top()));
            }
        }>
            <table id="matrix-grid" class="matrix" role="grid" tabindex="0" aria-label="Matrix" aria-multiselectable="true"
                style:width=wide
                aria-rowcount=move || view.shown.with(|shown| shown.rows.len() + 1).to_string()
                aria-colcount=move || view.shown.with(|shown| shown.columns.len() + 1).to_string()
                aria-activedescendant=move || cell_id(chosen.row.get(), chosen.column.get())
                on:keydown=move |event| press(view, whole((size.get_untracked().1 - HEAD) / ROW), &event)>
                <colgroup><col class="matrix-name"/><col span=move || view.shown.with(|shown| shown.columns.len()).to_string()/></colgroup>
                <thead><tr aria-rowindex="1"><th scope="col" class="matrix-pin" aria-colindex="1">"Configuration"</th>{live(heads)}</tr></thead>
                <tbody>
                    <tr class="gap" aria-hidden="true" style:height=above></tr>
                    <For each=rows key=|at| *at children=drawn/>
                    <tr class="gap" aria-hidden="true" style:height=below></tr>
                </tbody>
            </table>
        </div>
    }
}

fn row(view: View, at: usize, row: &MatrixRow, columns: &[usize]) -> AnyView {
    let chosen = view.chosen;
    let id = row.id.clone();
    let is_chosen = Memo::new(move |_| chosen.ids.with(|ids| ids.contains(&id)));
    let here = Memo::new(move |_| (chosen.row.get() == at).then(|| chosen.column.get()));
    let code = Some(row.currency.code()).filter(|_| row.currency != view.shell.currency());
    let cells = columns.iter().enumerate().map(|(column, index)| {
        let align = view.matrix.with_untracked(|matrix| matrix.columns[*index].align());
        cell(view, at, column, &row.cells[*index], CellLook { align, code }, here)
    });
    let name = row.title();
    let press = move |event: web_sys::MouseEvent| {
        chosen.row.set(at);
        if event.shift_key() {
            view.mark(at, true);
        } else {
            view.mark(at, false);
        }
    };
    view! {
        <tr aria-rowindex=(at + 2).to_string() aria-selected=move || is_chosen.get().to_string() class:current=move || here.get().is_some()>
            <th scope="row" class="matrix-pin" aria-colindex="1" title=format!("{name}. Click or Space to select.") on:click=press>
                <span class="matrix-mark" aria-hidden="true">{move || is_chosen.get().then(|| view! { <Icon name="check"/> })}</span>
                <SchemeMark scheme=row.scheme/><span class="matrix-scheme">{row.scheme.map_or("Other", Scheme::name)} " · "</span>
                <span>{row.name.clone()}</span>
            </th>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}

/// Look of a cell by its column and row.
struct CellLook<'a> {
    align: &'static str,
    /// Currency of the row, if it is not the connection's.
    code: Option<&'a str>,
}

fn cell(
    view: View,
    at: usize,
    column: usize,
    cell: &Cell,
    look: CellLook<'_>,
    here: Memo<Option<usize>>,
) -> AnyView {
    let class = match cell.state {
        State::Absent => "none",
        State::Unreadable => "bad",
        State::Present => look.align,
    };
    let code = look.code.filter(|_| class == "number").map(|code| format!(" {code}"));
    let odd = cell.odd.as_ref().map(|odd| format!("differs: {} of {} have {}", odd.count, odd.of, odd.usual));
    let before = cell.before.as_ref().map(|before| format!("changed, was {before}"));
    let unreadable = (cell.state == State::Unreadable).then(|| "unreadable".to_owned());
    let found = cell.found.iter().map(|one| one.words.clone());
    let notes: Vec<String> =
        [unreadable, odd.clone(), before.clone()].into_iter().flatten().chain(found).collect();
    let worst = cell.found.iter().map(|one| one.severity).min().map(severity_look);
    let notes = notes.join("; ");
    let title = if notes.is_empty() { cell.text.clone() } else { format!("{}; {notes}", cell.text) };
    let chosen = view.chosen;
    let press = move |event: web_sys::MouseEvent| {
        chosen.row.set(at);
        chosen.column.set(column);
        if with_control(&event) {
            view.mark(at, false);
        }
    };
    view! {
        <td id=cell_id(at, column) class=class title=title aria-colindex=(column + 2).to_string()
            class:odd=odd.is_some() class:changed=before.is_some() class:at=move || here.get() == Some(column)
            on:click=press on:dblclick=move |_| view.edit(None)>
            {odd.is_some().then(|| view! { <b class="sign" aria-hidden="true">"≠"</b> })}
            {before.is_some().then(|| view! { <b class="sign" aria-hidden="true">"*"</b> })}
            {worst.map(|(icon, class)| view! { <span class=format!("matrix-found {class}")><Icon name=icon/></span> })}
            {cell.text.clone()}{code}
            {(!notes.is_empty()).then(|| view! { <span class="visually-hidden">", " {notes}</span> })}
        </td>
    }
    .into_any()
}

fn cell_id(row: usize, column: usize) -> String {
    format!("matrix-{row}-{column}")
}

/// Handles the keys of the table. No bare letters.
fn press(view: View, page: usize, event: &web_sys::KeyboardEvent) {
    let chosen = view.chosen;
    let (rows, columns) = view.shown.with_untracked(|shown| (shown.rows.len(), shown.columns.len()));
    let (row, column) = (chosen.row.get_untracked(), chosen.column.get_untracked());
    let last = rows.saturating_sub(1);
    let (down, across) = match (event.key().as_str(), has_control(event)) {
        ("a" | "A", true) if !event.shift_key() => {
            event.prevent_default();
            return view.mark_all();
        }
        (" ", false) => {
            event.prevent_default();
            return view.mark(row, false);
        }
        ("Enter", true) => {
            event.prevent_default();
            event.stop_propagation();
            return view.open();
        }
        ("Enter", false) => {
            event.prevent_default();
            return view.edit(None);
        }
        ("Delete" | "Backspace", false) => {
            event.prevent_default();
            return view.take_back();
        }
        ("Escape", false) => {
            event.prevent_default();
            return chosen.ids.set(std::collections::BTreeSet::new());
        }
        // A digit begins an edit, as in a spreadsheet.
        (key, false) if !event.alt_key() && key.len() == 1 && key.as_bytes()[0].is_ascii_digit() => {
            event.prevent_default();
            return view.edit(Some(key.to_owned()));
        }
        ("ArrowDown", false) => ((row + 1).min(last), column),
        ("ArrowUp", false) => (row.saturating_sub(1), column),
        ("PageDown", false) => ((row + page).min(last), column),
        ("PageUp", false) => (row.saturating_sub(page), column),
        ("ArrowRight" | "ArrowLeft", false) if event.alt_key() => return,
        ("ArrowRight", false) => (row, (column + 1).min(columns.saturating_sub(1))),
        ("ArrowLeft", false) => (row, column.saturating_sub(1)),
        ("Home", control) => (if control { 0 } else { row }, 0),
        ("End", control) => (if control { last } else { row }, columns.saturating_sub(1)),
        _ => return,
    };
    event.prevent_default();
    if event.shift_key() && down != row {
        view.mark(row, true);
        view.mark(down, true);
    }
    chosen.row.set(down);
    chosen.column.set(across);
}

impl View {
    /// Opens the edit of the current cell, unless the cell can't be changed.
    pub(super) fn edit(self, begin: Option<String>) {
        if let Some(why) = untrack(|| self.shell.read_only()) {
            return self.shell.toast(why);
        }
        if let Some(at) = untrack(|| self.at()) {
            self.editing.set(Some(begin.unwrap_or_else(|| at.cell().typed.clone())));
        }
    }

    /// Opens the configuration in its editor, at this field.
    pub(super) fn open(self) {
        if let Some(at) = untrack(|| self.at()) {
            let route = Route::Editor(at.row.id.clone());
            let field =
                format!("#{}", crate::record::element(crate::pages::limits::LIMITS.meta(), &at.column.key));
            self.shell.nav.go(route);
            engine::focus_soon(400, &field, "main h1");
        }
    }
}

/// Scroll offset that brings an item at `from` into view; `None` if the item is in view.
fn nearest(from: f64, long: f64, scrolled: f64, seen: f64) -> Option<f64> {
    if from < scrolled {
        Some(from)
    } else if from + long > scrolled + seen {
        Some((from + long - seen).max(0.0))
    } else {
        None
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand rows")]
fn place(at: usize) -> f64 {
    at as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a list that fits")]
fn whole(number: f64) -> usize {
    number.max(0.0) as usize
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a list that fits")]
fn pixels(number: f64) -> i32 {
    number.ceil() as i32
}
