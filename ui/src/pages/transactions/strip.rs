//! Above the rows: a chip for each status with its count, and outcomes by amount as a filter that can be brushed. The filter is *Amount*:
//! dragging a range, its keys and its field set the same value.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::commands::SalesFigures;
use tapline_contract::figures::{Figures, FiguresQuery};
use tapline_contract::list::{Filter, ListState};
use tapline_emv::Currency;
use web_sys::{KeyboardEvent, PointerEvent};

use super::columns::{COLUMNS, status_mark};
use super::{Coming, LIST};
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::remote::Remote;
use crate::scale::percent;
use crate::shell::{Shell, shell};
use crate::widgets::bars::{self, Heights, SalesColumns};
use crate::widgets::grid::column::counted;
use crate::widgets::grid::core_source::filter;
use crate::widgets::grid::filter::ends;
use crate::widgets::grid::in_core::CoreList;
use crate::widgets::grid::source::{RowsState, Source};
use crate::widgets::grid::view::GridView;
use crate::widgets::icon::Icon;
use crate::widgets::show::live;

const AMOUNT: &str = "amount.value";
const STATUS: &str = "tranStatus";
/// Milliseconds after the last key until the rows follow.
const REST: u64 = 300;
/// Milliseconds after the rows of a search until their figures are requested, so that the rows are painted first.
const PAINTED: u64 = 100;

/// Both ends in minor units, included.
type Range = (u64, u64);

#[component]
pub(super) fn AmountStrip(view: GridView, list: CoreList, source: Source) -> impl IntoView {
    let shell = shell();
    let all = Remote::<Option<Figures>>::default();
    let filtered = Remote::<Option<Figures>>::default();
    // The rows of a search come first: core counts after it has found them.
    let others = Memo::new(move |before: Option<&Option<Filter>>| {
        let now = filter(&LIST, COLUMNS, view, shell.opened().as_ref(), AMOUNT);
        match (source.state.get(), before) {
            (RowsState::EarlierSearch, Some(before)) => before.clone(),
            _ => now,
        }
    });
    effect(move || {
        if let Some(query) = figures_query(shell, list, all, None) {
            read_figures(shell, all, query);
        }
    });
    effect(move || {
        let filter = others.get();
        if filter.is_none() {
            return filtered.clear();
        }
        let Some(query) = figures_query(shell, list, filtered, filter.clone()) else { return };
        engine::later(PAINTED, move || {
            // More was typed, or the page is gone.
            if others.try_get_untracked() == Some(filter) {
                read_figures(shell, filtered, query);
            }
        });
    });
    let shown = Memo::new(move |_| filtered.get().or_else(|| all.get()));
    // The range while it is dragged; the filter follows.
    let draft = RwSignal::new(None::<Range>);
    let typed = Memo::new(move |_| view.filters.with(|set| range_of(set.get(AMOUNT)?, &shell.currency())));
    let range = Memo::new(move |_| draft.get().or(typed.get()));
    let columns = Memo::new(move |_| {
        let currency = shell.currency();
        shown.with(|figures| {
            let all = &figures.as_ref()?.currencies;
            let own = all.iter().find(|one| one.currency == currency.code() || one.currency.is_empty());
            let figures = own.filter(|own| own.outcomes.all() > own.unreadable)?.clone();
            Some(SalesColumns { figures, currency: currency.clone(), lines: Vec::new(), range: range.get() })
        })
    });
    let others = move || {
        let currency = shell.currency();
        shown.with(|figures| {
            let all = figures.iter().flat_map(|figures| &figures.currencies);
            let others = all.filter(|one| one.currency != currency.code() && !one.currency.is_empty());
            let others: Vec<_> =
                others.map(|one| format!("{} in {}", counted(one.sales as usize), one.currency)).collect();
            (!others.is_empty()).then(|| format!("Sales not shown: {}", others.join(", ")))
        })
    };
    let is_mixed = Signal::derive(move || others().is_some());
    let strip = move || {
        columns.with(Option::is_some).then(|| {
            view! {
                <section class="amount-strip" aria-label="Outcome by amount">
                    <div>
                        <div class="row"><b class="caption">"Outcome by amount"</b><span class="muted caption">{live(others)}</span><span class="grow"></span>
                            {move || columns.get().map(|columns| bars::key(&columns))}</div>
                        <Brush columns=columns range=range draft=draft view=view/>
                    </div>
                    <RangeWords columns=columns range=range is_mixed=is_mixed view=view source=source/>
                </section>
            }
        })
    };
    let is_drawn = Memo::new(move |_| columns.with(Option::is_some));
    let strip = move || {
        // Read, not tracked: a memo that nothing reads never learns of a change.
        is_drawn.get();
        untrack(strip)
    };
    view! {
        {live(move || all.get().filter(|figures| figures.statuses.len() > 1).map(|figures| chips(view, &figures)))}
        {live(strip)}
    }
}

/// The question for figures of the loaded rows that pass the filter; `None` while those shown stay.
fn figures_query(
    shell: Shell,
    list: CoreList,
    figures: Remote<Option<Figures>>,
    filter: Option<Filter>,
) -> Option<FiguresQuery> {
    let is_part = list.coming_now() == Coming::Reading;
    let Some(ListState { list, version, .. }) = list.loaded() else {
        figures.clear();
        return None;
    };
    // While a list loads, its first figures stay until it is complete.
    if is_part && figures.with_untracked(Option::is_some) {
        return None;
    }
    Some(FiguresQuery { connection: shell.connection(), list, version, filter, reach: 0 })
}

fn read_figures(shell: Shell, figures: Remote<Option<Figures>>, query: FiguresQuery) {
    figures.read(shell.same_connection(), async move { ipc::command::<SalesFigures>(query).await.map(Some) });
}

/// A chip for each documented status that occurs.
fn chips(view: GridView, figures: &Figures) -> AnyView {
    let chip = |(raw, count): &(String, u32)| {
        let mark = status_mark(raw)?;
        let value = raw.clone();
        let is_set = move || view.filters.with(|set| set.get(STATUS).is_some_and(|set| set == mark.value));
        let toggle = move |_| {
            let is_on = untrack(is_set);
            view.filter(STATUS, if is_on { "" } else { &value });
        };
        let count = counted(*count as usize);
        Some(view! {
            <button type="button" class="chip state-chip with-icon" aria-pressed=move || is_set().to_string() on:click=toggle>
                <span class=mark.tone><Icon name=mark.icon/></span>{mark.words}" "<span class="muted">{count}</span></button>
        })
    };
    let chips = figures.statuses.iter().filter_map(chip).collect_view();
    view! { <div class="filters" role="group" aria-label="Status of loaded transactions">{chips}</div> }
        .into_any()
}

/// "10 of 74", the range and a button that clears it.
#[component]
fn RangeWords(
    columns: Memo<Option<SalesColumns>>,
    range: Memo<Option<Range>>,
    /// True if rows in other currencies are in the list: the filter compares their figures too.
    is_mixed: Signal<bool>,
    view: GridView,
    source: Source,
) -> impl IntoView {
    let shell = shell();
    let count = move || {
        let (count, all) = (counted(source.count.get()), counted(source.all.get()));
        format!("{count} of {all}")
    };
    let words = move || match range.get() {
        None => "Drag over the bars to filter by amount.".to_owned(),
        Some((least, most)) => {
            let currency = shell.currency();
            let unit = if is_mixed.get() { "in any currency" } else { currency.code() };
            match (least, most) {
                (least, tapline_emv::MAX_AMOUNT) => format!("From {} {unit}", currency.figure(least)),
                (0, most) => format!("Up to {} {unit}", currency.figure(most)),
                (least, most) => format!("{} to {} {unit}", currency.figure(least), currency.figure(most)),
            }
        }
    };
    let clear = move || {
        range.with(Option::is_some).then(|| {
            let clear = move |_| {
                view.filter(AMOUNT, "");
                engine::focus("#strip-least", "main h1");
            };
            view! { <button type="button" class="small" on:click=clear><Icon name="close"/>"Clear range"</button> }
        })
    };
    let table = move || columns.get().map(|columns| bars::table(&columns));
    view! {
        <div class="amount-range"><b role="status" aria-label="Rows in the range">{count}</b><span class="muted">{words}</span>{live(clear)}{live(table)}</div>
    }
}

/// The columns with a range: drag over them, or move its ends by arrow keys.
#[component]
fn Brush(
    columns: Memo<Option<SalesColumns>>,
    range: Memo<Option<Range>>,
    draft: RwSignal<Option<Range>>,
    view: GridView,
) -> impl IntoView {
    let shell = shell();
    let plot = NodeRef::<html::Div>::new();
    // The amount where a drag began.
    let began = RwSignal::new(None::<u64>);
    let axis = move || {
        columns.with_untracked(|columns| columns.as_ref().map(|it| (it.figures.step, it.figures.top())))
    };
    let commit = move || {
        if let Some((least, most)) = draft.get_untracked() {
            let currency = shell.currency();
            let is_all = axis().is_some_and(|(_, top)| least == 0 && most >= top);
            let value = format!("{}..{}", currency.plain(least), currency.plain(most));
            view.filter(AMOUNT, if is_all { "" } else { &value });
            draft.set(None);
        }
    };
    let amount_at = move |event: &PointerEvent| {
        let bounds = plot.get_untracked()?.get_bounding_client_rect();
        let place = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        let (step, top) = axis()?;
        Some(snapped(place, step, top))
    };
    let press = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        let Some(amount) = amount_at(&event) else { return };
        if let Some(element) = plot.get_untracked() {
            // Without capture the drag ends at the edge; capture fails only for a pointer that is gone.
            let _ = element.set_pointer_capture(event.pointer_id());
        }
        // Near an end of the range that end is moved, elsewhere a new range begins.
        let (step, _) = axis().unwrap_or((1, 1));
        let other = range.get_untracked().and_then(|(least, most)| match amount {
            _ if amount.abs_diff(least) < step => Some(most),
            _ if amount.abs_diff(most) < step => Some(least),
            _ => None,
        });
        began.set(Some(other.unwrap_or(amount)));
    };
    let drag = move |event: PointerEvent| {
        let (Some(from), Some(to)) = (began.get_untracked(), amount_at(&event)) else { return };
        if from != to {
            draft.set(Some((from.min(to), from.max(to))));
        }
    };
    let release = move |_: PointerEvent| {
        began.set(None);
        commit();
    };
    let drop_drag = move |_: PointerEvent| {
        began.set(None);
        draft.set(None);
    };
    let edge = move |which: Edge| {
        let value = move || {
            let (_, top) =
                columns.with(|columns| columns.as_ref().map(|it| (it.figures.step, it.figures.top())))?;
            Some(match (range.get(), which) {
                (Some((least, _)), Edge::Least) => least.min(top),
                (Some((_, most)), Edge::Most) => most.min(top),
                (None, Edge::Least) => 0,
                (None, Edge::Most) => top,
            })
        };
        let key = move |event: KeyboardEvent| {
            let (Some((step, top)), Some(now)) = (axis(), untrack(value)) else { return };
            let next = match event.key().as_str() {
                "ArrowLeft" | "ArrowDown" => now.saturating_sub(step),
                "ArrowRight" | "ArrowUp" => now + step,
                "PageDown" => now.saturating_sub(5 * step),
                "PageUp" => now + 5 * step,
                "Home" => 0,
                "End" => top,
                _ => return,
            };
            event.prevent_default();
            let (least, most) = range.get_untracked().unwrap_or((0, top));
            let moved = match which {
                Edge::Least => (next.min(most), most),
                Edge::Most => (least, next.min(top).max(least)),
            };
            draft.set(Some(moved));
            engine::later(REST, move || {
                // Another key or a drag came, or the page is gone.
                if draft.try_get_untracked() == Some(Some(moved)) && began.get_untracked().is_none() {
                    commit();
                }
            });
        };
        let (id, label) = match which {
            Edge::Least => ("strip-least", "Minimum amount"),
            Edge::Most => ("strip-most", "Maximum amount"),
        };
        let left = move || {
            let top = axis().map_or(1, |(_, top)| top);
            percent(share(value().unwrap_or(0), top))
        };
        let spoken = move || shell.currency().money(value().unwrap_or(0));
        let most =
            move || columns.with(|columns| columns.as_ref().map_or(0, |it| it.figures.top())).to_string();
        view! {
            <span class="strip-handle" id=id role="slider" tabindex="0" aria-label=label aria-valuemin="0" aria-valuemax=most
                aria-valuenow=move || value().unwrap_or(0).to_string() aria-valuetext=spoken style:left=left on:keydown=key></span>
        }
    };
    let chosen = move || {
        let (least, most) = range.get()?;
        let top = columns.with(|columns| columns.as_ref().map(|it| it.figures.top()))?;
        let (from, to) = (share(least.min(top), top), share(most.min(top), top));
        Some(
            view! { <span class="strip-range" style:left=percent(from) style:width=percent(to - from)></span> },
        )
    };
    let drawn = move || columns.get().map(|columns| bars::columns(&columns, Heights::Root));
    let summary = move || columns.with(|columns| columns.as_ref().map(bars::summary));
    view! {
        <p class="visually-hidden">{live(summary)}</p>
        <div class="strip-plot" node_ref=plot on:pointerdown=press on:pointermove=drag on:pointerup=release on:pointercancel=drop_drag>
            {live(drawn)}{live(chosen)}{edge(Edge::Least)}{edge(Edge::Most)}
        </div>
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Least,
    Most,
}

#[expect(clippy::cast_precision_loss, reason = "geometry: amounts below 10^12 are exact in f64")]
fn share(minor: u64, top: u64) -> f64 {
    minor as f64 / top.max(1) as f64
}

/// The amount at a place, at the nearest edge of a column.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "geometry: a place is clamped to 0..=1, and columns are few"
)]
fn snapped(place: f64, step: u64, top: u64) -> u64 {
    let columns = top / step.max(1);
    (place.clamp(0.0, 1.0) * columns as f64).round() as u64 * step
}

/// Both ends of a filter value in minor units; an open end is the end of all amounts.
fn range_of(value: &str, currency: &Currency) -> Option<Range> {
    let end = |text: &str, open: u64| match text.trim() {
        "" => Some(open),
        text => currency.parse(text).ok(),
    };
    let (least, most) = ends(value);
    Some((end(least, 0)?, end(most, tapline_emv::MAX_AMOUNT)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_nearest_edge_of_a_column() {
        for (place, expected) in
            [(-1.0, 0), (0.0, 0), (0.019, 0), (0.021, 1000), (0.5, 13_000), (1.0, 25_000), (9.0, 25_000)]
        {
            assert_eq!(snapped(place, 1000, 25_000), expected, "{place}");
        }
    }

    #[test]
    fn a_typed_range_is_a_range_on_the_axis() {
        let euro = Currency::euro();
        assert_eq!(range_of("40.00..67.50", &euro), Some((4000, 6750)));
        assert_eq!(range_of("..50", &euro), Some((0, 5000)));
        assert_eq!(range_of("50..", &euro), Some((5000, tapline_emv::MAX_AMOUNT)));
        assert_eq!(range_of("23.10..23.10", &euro), Some((2310, 2310)));
        assert_eq!(range_of("x..", &euro), None);
    }
}
