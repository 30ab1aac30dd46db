//! The one list of the window: a windowed grid on a native table.
//!
//! However long the list is, about forty rows are in the page; scrolling changes their texts. The table itself has the
//! keyboard and names the current cell (`aria-activedescendant`), so recycling a row never takes the focus away. It knows no
//! resource: rows are texts, and come from [`source::Rows`], be it records in memory or windows that core hands out.

mod body;
pub(crate) mod column;
mod foot;
mod head;
mod keys;
pub(crate) mod search;
pub(crate) mod source;
mod states;
pub(crate) mod view;

use leptos::html;
use leptos::prelude::*;

use crate::ipc::engine;
use crate::paths::Route;
use column::Head;
use source::{Reading, Rows};
use view::GridView;

/// Height of the header row; the style sheet has the same.
const HEAD: f64 = 32.0;
/// Rows in the page at least, however small the box.
const KEPT: usize = 40;
/// Rows drawn before the first that is seen; the window moves by as many.
const BEFORE: usize = 8;

/// What all parts of one grid need.
#[derive(Clone, Copy)]
struct Grid {
    /// Element id; ids of cells begin with it.
    id: &'static str,
    heads: StoredValue<Vec<Head>>,
    rows: Rows,
    view: GridView,
    reading: Signal<Reading>,
    reload: Callback<()>,
    /// Where the row of a key leads.
    route: fn(&str) -> Route,
    boxed: NodeRef<html::Div>,
    /// First row in the page, and how many.
    window: Memo<(usize, usize)>,
    /// Scrolled so far, and height of the box, in pixels.
    top: RwSignal<f64>,
    height: RwSignal<f64>,
    /// What was copied last.
    copied: RwSignal<String>,
}

/// A list of rows that can be sorted, walked by keys, copied from and opened.
#[component]
pub(crate) fn GridList(
    /// Unique on the page.
    id: &'static str,
    /// Accessible name.
    label: &'static str,
    heads: Vec<Head>,
    rows: Rows,
    view: GridView,
    reading: Signal<Reading>,
    reload: Callback<()>,
    /// What a person reads when there is nothing at all.
    none_yet: &'static str,
    route: fn(&str) -> Route,
) -> impl IntoView {
    let (top, height) = (RwSignal::new(0.0), RwSignal::new(0.0));
    let window = Memo::new(move |_| {
        let row = view.density.get().row_height();
        window_at(top.get(), height.get(), row, rows.count.get())
    });
    let grid = Grid {
        id,
        heads: StoredValue::new(heads),
        rows,
        view,
        reading,
        reload,
        route,
        boxed: NodeRef::new(),
        window,
        top,
        height,
        copied: RwSignal::new(String::new()),
    };
    grid.boxed.on_load(move |element| engine::on_height(&element, move |seen| height.set(seen)));
    // A shorter list has no row there any more.
    Effect::new(move |_| {
        let last = rows.count.get().saturating_sub(1);
        if view.row.get_untracked() > last {
            view.row.set(last);
        }
    });
    // The current row comes into view, also when one returns to the list.
    Effect::new(move |_| {
        let (row, _) = (view.row.get(), height.get());
        grid.reveal(row);
    });
    let scrolled = move |_| {
        if let Some(element) = grid.boxed.get_untracked() {
            top.set(f64::from(element.scroll_top()));
        }
    };
    let space = move || {
        let rows = rows.count.get();
        format!("{}px", HEAD + pixels(rows) * view.density.get().row_height())
    };
    let offset = move || format!("{}px", pixels(window.get().0) * view.density.get().row_height());
    let columns = grid.heads.with_value(|heads| {
        let columns = heads.iter().map(|head| view! { <col style:width=format!("{}px", head.width)/> });
        columns.collect_view()
    });
    let least: u32 = grid.heads.with_value(|heads| heads.iter().map(|head| u32::from(head.width)).sum());
    let class = move || format!("grid {}", view.density.get().class());
    view! {
        <states::States grid=grid none_yet=none_yet/>
        <div class="grid-box" node_ref=grid.boxed on:scroll=scrolled class:absent=move || rows.count.get() == 0>
            <div style:height=space style:min-width=format!("{least}px")>
                <table id=id class=class role="grid" tabindex="0" aria-label=label style:margin-top=offset
                    aria-rowcount=move || (rows.count.get() + 1).to_string()
                    aria-colcount=grid.heads.with_value(Vec::len).to_string()
                    aria-activedescendant=move || grid.cell_id(view.row.get(), view.column.get())
                    on:keydown=move |event| keys::press(grid, &event)
                    on:focus=move |_| grid.reveal(view.row.get_untracked())>
                    <colgroup>{columns}</colgroup>
                    <head::HeadRow grid=grid/>
                    <body::Body grid=grid/>
                </table>
            </div>
        </div>
        <foot::Foot grid=grid/>
    }
}

impl Grid {
    fn cell_id(self, row: usize, column: usize) -> String {
        format!("{}-{row}-{column}", self.id)
    }

    /// Scrolls no further than needed.
    fn reveal(self, row: usize) {
        let Some(element) = self.boxed.get_untracked() else { return };
        let each = self.view.density.get_untracked().row_height();
        let (begins, room) = (pixels(row) * each, self.height.get_untracked() - HEAD);
        let top = f64::from(element.scroll_top());
        let wanted = if begins < top {
            begins
        } else if begins + each > top + room && room > each {
            begins + each - room
        } else {
            return;
        };
        element.set_scroll_top(whole(wanted.ceil()));
        // The rows are there before the engine says that it scrolled: the table must name a cell that exists.
        self.top.set(f64::from(element.scroll_top()));
    }

    /// Rows that fit into the box.
    fn page(self) -> usize {
        let each = self.view.density.get_untracked().row_height();
        index(((self.height.get_untracked() - HEAD) / each).floor()).max(1)
    }
}

/// The rows to have in the page. It moves in steps, so that scrolling a little changes nothing.
fn window_at(top: f64, height: f64, row: f64, total: usize) -> (usize, usize) {
    let seen = index((height / row).ceil()) + 1;
    let count = (seen + 2 * BEFORE).max(KEPT).min(total);
    let first = index((top / row).floor()).saturating_sub(BEFORE) / BEFORE * BEFORE;
    (first.min(total - count), count)
}

#[expect(clippy::cast_precision_loss, reason = "a list has fewer rows than a float counts exactly")]
fn pixels(rows: usize) -> f64 {
    rows as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "negative and not a number become 0"
)]
fn index(value: f64) -> usize {
    value as usize
}

#[expect(clippy::cast_possible_truncation, reason = "the engine takes whole pixels")]
fn whole(value: f64) -> i32 {
    value as i32
}

#[cfg(test)]
mod tests {
    use super::window_at;

    #[test]
    fn the_window_covers_what_is_seen_and_never_leaves_the_list() {
        for (top, total, expected) in [
            (0.0, 8, (0, 8)),
            (0.0, 1000, (0, 40)),
            (28.0 * 100.0, 1000, (88, 40)),
            (28.0 * 107.0, 1000, (96, 40)),
            (28.0 * 990.0, 1000, (960, 40)),
            (1e9, 1000, (960, 40)),
            (0.0, 0, (0, 0)),
        ] {
            assert_eq!(window_at(top, 560.0, 28.0, total), expected, "{top} of {total}");
        }
        assert_eq!(window_at(0.0, 2800.0, 28.0, 100_000), (0, 117));
    }
}
