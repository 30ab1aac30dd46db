//! The list widget of the window: a windowed grid on a native table, and the page around it.
//!
//! A list of any length has about forty rows in the page; rows that leave come back with other texts. The table itself has the
//! focus and names the current cell (`aria-activedescendant`), so recycling a row never takes the focus away. The grid knows no
//! resource: rows are texts from a [`source::Source`], either records in memory or windows that core returns.
//!
//! To build a list (`pages/merchants` has one in memory, `pages/transactions` one in core):
//! 1. A constant [`column::ListSpec`]: id, words, filters ([`filter::FilterRow`], one row each).
//! 2. A table of columns. In memory `&[Column<R>]` with [`column::column`] and [`column::hidden`], each a key, a title, a
//!    [`column::CellFormat`], a width and a function that reads the record's raw text; for a list in core `&[Head]` with
//!    [`column::head`], whose key is the path in the record. The first column has the format `Name` or `Id`; in core it is also the
//!    key of the row.
//! 3. A [`view::GridView`] in the area's state ([`crate::areas`]), cleared with the area; for core a [`in_core::CoreList`] too.
//!    Its [`crate::shell::areas::Area`] names the list in `ahead`, and its state implements `is_requested`.
//! 4. The page: a source from [`source::in_memory`] or [`in_core::CoreList::source`], then
//!    `<ListPage list=&LIST view=view source=source route=route> …buttons… </ListPage>`; with `pane=` Enter opens a row next to the
//!    list and Ctrl+Enter as a page; without it Enter opens the page.
//!
//! This provides heading, count, search, chips, sort, columns, saved views, export, states, footer, and the route. The page reads
//! filters that the service applies ([`filter::By::Service`]) from `view.filters`, and loads the list anew when they change.
//! [`address::filtered`] with [`crate::nav::Nav::go_narrowed`] leads to a list that is filtered already.

pub(crate) mod address;
mod arrange;
mod ask;
mod body;
mod cells;
mod chips;
pub(crate) mod column;
mod compare;
pub(crate) mod core_source;
mod days;
mod export;
pub(crate) mod filter;
mod geometry;
mod head;
pub(crate) mod in_core;
mod keys;
pub(crate) mod layout;
pub(crate) mod page;
mod painted;
pub(crate) mod source;
pub(crate) mod view;

use leptos::html;
use leptos::prelude::*;

use crate::effect::effect;
use crate::ipc::hold;
use crate::paths::Route;
use crate::shell::shell;
use column::ListSpec;
use days::DayHeadings;
use geometry::{Extent, pixels, whole};
use layout::PlacedColumn;
use source::Source;
use view::GridView;

/// State shared by all parts of one grid.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    list: &'static ListSpec,
    source: Source,
    /// Stored in a handle: the grid itself is copied everywhere.
    chosen: StoredValue<GridView>,
    opens: Opens,
    /// Route of the row with a key.
    route: fn(&str) -> Route,
    boxed: NodeRef<html::Div>,
    /// Columns that are drawn.
    placed: Memo<Vec<PlacedColumn>>,
    extent: Memo<Extent>,
    /// First line and number of lines in the page.
    window: Memo<(usize, usize)>,
    /// Scroll position of the list, and of the box, in pixels.
    top: RwSignal<f64>,
    scrolled: RwSignal<f64>,
    /// Announcement about the last copy.
    copied: RwSignal<String>,
    /// True while the marked rows are shown side by side.
    comparing: RwSignal<bool>,
}

/// Target of Enter and of a click on a row's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opens {
    Page,
    Pane,
}

/// Rows that can be sorted, walked by keys, copied from and opened.
#[component]
pub(crate) fn GridList(
    list: &'static ListSpec,
    view: GridView,
    source: Source,
    opens: Opens,
    route: fn(&str) -> Route,
) -> impl IntoView {
    let (top, scrolled) = (RwSignal::new(0.0), RwSignal::new(0.0));
    let (width, height) = (RwSignal::new(0.0), RwSignal::new(0.0));
    let extent = Memo::new(move |_| Extent {
        lines: source.headings.with(|headings| headings.lines(source.count.get())),
        each: view.layout.with(|layout| layout.density.row_height()),
        height: height.get(),
    });
    let placed = Memo::new(move |_| {
        source.heads.with_value(|heads| view.layout.with(|layout| layout.placed(heads, width.get())))
    });
    let grid = Grid {
        list,
        source,
        chosen: StoredValue::new(view),
        opens,
        route,
        boxed: NodeRef::new(),
        placed,
        extent,
        window: Memo::new(move |_| extent.get().window(top.get())),
        top,
        scrolled,
        copied: RwSignal::new(String::new()),
        comparing: RwSignal::new(false),
    };
    effect(move || {
        let Some(element) = grid.boxed.get() else { return };
        hold::on_inner_size(&element, move |across, down| {
            // The page may be gone by then.
            let _ = width.try_set(across);
            let _ = height.try_set(down);
        });
    });
    // The current row stays the same row when headings come and go.
    Effect::new(move |before: Option<DayHeadings>| {
        let now = source.headings.get();
        if let Some(before) = before.filter(|before| *before != now) {
            view.row.set(now.line_of(before.rows_before(view.row.get_untracked())));
        }
        now
    });
    // A shorter list no longer has that row.
    Effect::new(move |_| {
        let count = extent.get().lines;
        if count > 0 && view.row.get_untracked() >= count {
            view.row.set(count - 1);
        }
    });
    // Keeps the current row visible, also after returning to the list.
    Effect::new(move |_| {
        let (row, _) = (view.row.get(), extent.get());
        grid.reveal(row);
    });
    let on_scroll = move |_| {
        let Some(element) = grid.boxed.get_untracked() else { return };
        let now = f64::from(element.scroll_top());
        // A scroll position set by the grid itself is known more exactly.
        if (now - scrolled.get_untracked()).abs() > 0.5 {
            scrolled.set(now);
            top.set(extent.get_untracked().in_list(now));
        }
    };
    let id = format!("{}-grid", list.id);
    let space = move || format!("{}px", extent.get().drawn());
    // Constant while rows are scrolled, unless the list is too high for its box.
    let offset = Memo::new(move |_| {
        let (extent, first) = (extent.get(), grid.window.get().0);
        (scrolled.get() + pixels(first) * extent.each - top.get()).round()
    });
    let across = move || placed.with(|placed| placed.iter().map(|one| one.width).sum::<f64>());
    let columns = move || {
        let columns =
            placed.get().into_iter().map(|one| view! { <col style:width=format!("{}px", one.width)/> });
        columns.collect_view()
    };
    let class = move || format!("grid {}", view.layout.with(|layout| layout.density.class()));
    view! {
        <page::ListNotes grid=grid/>
        <div class="grid-place">
            <page::EmptyState grid=grid/>
            <div class="grid-box" node_ref=grid.boxed on:scroll=on_scroll class:absent=move || source.count.get() == 0>
                <div class="grid-space" style:height=space style:width=move || format!("{}px", across())>
                    <table id=id class=class role="grid" tabindex="0" aria-label=list.title aria-multiselectable="true"
                        style:top=move || format!("{}px", offset.get()) style:width=move || format!("{}px", across())
                        aria-rowcount=move || (extent.get().lines + 1).to_string()
                        aria-colcount=move || placed.with(Vec::len).to_string()
                        aria-activedescendant=move || grid.cell_id(view.row.get(), view.column.get())
                        on:keydown=move |event| keys::press(grid, &event)
                        on:focus=move |_| grid.reveal(view.row.get_untracked())>
                        <colgroup>{columns}</colgroup>
                        <head::HeadRow grid=grid/>
                        <body::Body grid=grid/>
                    </table>
                </div>
            </div>
        </div>
        <page::Foot grid=grid/>
        <compare::Compare grid=grid/>
    }
}

impl Grid {
    fn view(self) -> GridView {
        self.chosen.get_value()
    }

    fn cell_id(self, row: usize, column: usize) -> String {
        format!("{}-{row}-{column}", self.list.id)
    }

    /// Shows a row, scrolling no further than needed.
    fn reveal(self, row: usize) {
        let Some(element) = self.boxed.get_untracked() else { return };
        let extent = self.extent.get_untracked();
        let Some(wanted) = extent.reveal(row, self.top.get_untracked()) else { return };
        element.set_scroll_top(whole(extent.in_box(wanted).ceil()));
        // The rows exist before the engine reports the scroll: the table must name a cell that exists.
        let now = f64::from(element.scroll_top());
        self.scrolled.set(now);
        self.top.set(if (extent.in_box(wanted) - now).abs() <= 1.0 { wanted } else { extent.in_list(now) });
    }

    /// Opens a row in the pane, or its page.
    fn open(self, key: &str) {
        match self.opens {
            Opens::Pane => self.view().pane.set(Some(key.to_owned())),
            Opens::Page => self.open_page(key),
        }
    }

    fn open_page(self, key: &str) {
        shell().nav.go((self.route)(key));
    }

    /// The row on a line, if it is loaded; a heading is no row.
    fn at(self, line: usize) -> Option<std::sync::Arc<source::GridRow>> {
        let row = untrack(|| self.source.window.run((line, 1))).into_iter().next().flatten();
        row.filter(|row| row.heading.is_none())
    }
}
