//! A person's choices for one list. Kept outside the page, so that they survive opening a row and coming back.
//!
//! Filters, sort and the open pane are also in the route ([`RouteQuery`]). Columns and saved views are kept by core on this computer,
//! across all connections ([`keep`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

use super::address::RouteQuery;
use super::layout::Layout;
use super::source::GridRow;
use crate::ipc::engine;
use crate::preference;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::Popover;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;

#[derive(Clone, Copy, Default)]
pub(crate) struct GridView {
    /// Kind of view in the route, such as `table`; empty for the first kind.
    pub(crate) kind: RwSignal<String>,
    /// Text of the search over all columns, as typed.
    pub(crate) words: RwSignal<String>,
    /// Values of filters by their keys.
    pub(crate) filters: RwSignal<BTreeMap<String, String>>,
    pub(crate) order: RwSignal<Option<Order>>,
    pub(crate) layout: RwSignal<Layout>,
    pub(crate) saved: RwSignal<Vec<SavedView>>,
    /// The cell that the keys act on; the column by its index among those shown.
    pub(crate) row: RwSignal<usize>,
    pub(crate) column: RwSignal<usize>,
    /// Rows marked with Space, by their keys.
    pub(crate) selected: RwSignal<BTreeMap<String, Arc<GridRow>>>,
    /// Key of the row whose pane is open.
    pub(crate) pane: RwSignal<Option<String>>,
    /// Current row for other filters and sorts, by their text in the route.
    pub(super) places: StoredValue<BTreeMap<String, usize>>,
    /// True once the kept columns and views were loaded.
    pub(super) is_read: RwSignal<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Key of a column.
    pub(crate) column: String,
    pub(crate) way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

/// A view that a person gave a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedView {
    pub(crate) name: String,
    /// Filters and sort, as in the route.
    pub(crate) query: String,
    pub(crate) layout: Layout,
}

impl GridView {
    /// Clears all but columns and saved views, for another connection.
    pub(crate) fn clear(self) {
        self.unfilter();
        self.order.set(None);
        self.column.set(0);
        self.pane.set(None);
        self.places.set_value(BTreeMap::new());
    }

    /// Clears search and filters.
    pub(crate) fn unfilter(self) {
        self.words.set(String::new());
        self.filters.set(BTreeMap::new());
        self.to_the_top();
    }

    pub(crate) fn is_filtered(self) -> bool {
        !self.words.with(|words| words.trim().is_empty()) || self.filters.with(|filters| !filters.is_empty())
    }

    /// Sets a filter; an empty value removes it.
    pub(crate) fn filter(self, key: &str, value: &str) {
        self.filters.update(|filters| {
            if value.is_empty() {
                filters.remove(key);
            } else {
                filters.insert(key.to_owned(), value.to_owned());
            }
        });
        self.to_the_top();
    }

    /// Sorts ascending, then descending, then in the order of the service.
    pub(crate) fn sort_by(self, column: &str) {
        self.order.update(|order| {
            let way = match order {
                Some(Order { column: same, way: Way::Up }) if same == column => Some(Way::Down),
                Some(Order { column: same, way: Way::Down }) if same == column => None,
                _ => Some(Way::Up),
            };
            *order = way.map(|way| Order { column: column.to_owned(), way });
        });
        self.row.set(0);
    }

    /// Starts over for other rows: the first becomes current, and none is marked.
    pub(crate) fn to_the_top(self) {
        self.row.set(0);
        self.unmark();
    }

    pub(super) fn unmark(self) {
        self.selected.set(BTreeMap::new());
    }
}

/// Saved views of a page: each is its query and, in a list, its columns.
#[component]
pub(crate) fn Views(
    saved: RwSignal<Vec<SavedView>>,
    /// Query and columns of the page now.
    now: Callback<(), (RouteQuery, Layout)>,
    /// Applies a view.
    show: Callback<(RouteQuery, Layout)>,
    /// Name of the view without filters.
    all: &'static str,
    hint: &'static str,
    /// Selector of the element that gets the focus afterwards.
    back: &'static str,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let name = RwSignal::new(String::new());
    let close = move || {
        open.set(false);
        engine::focus(back, "main h1");
    };
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if name.is_empty() {
            return;
        }
        let (query, layout) = untrack(|| now.run(()));
        let new = SavedView { name, query: query.kept().text(), layout };
        saved.update(|saved| {
            saved.retain(|one| one.name != new.name);
            saved.push(new);
        });
        close();
    };
    let list = move || {
        let line = |view: SavedView| {
            let words = format!("Remove view {}", view.name);
            let (chosen, gone) = (view.clone(), view.name.clone());
            let choose = move |_| {
                show.run((RouteQuery::read(&chosen.query), chosen.layout.clone()));
                close();
            };
            let remove = move |_| saved.update(|saved| saved.retain(|one| one.name != gone));
            view! {
                <li class="row"><button type="button" class="plain" on:click=choose>{view.name}</button>
                    <button type="button" class="plain tiny" aria-label=words.clone() title=words on:click=remove><Icon name="bin"/></button></li>
            }
        };
        saved.get().into_iter().map(line).collect_view()
    };
    let first = move |_| {
        show.run((RouteQuery::default(), Layout::default()));
        close();
    };
    let blocked = move || name.with(|name| name.trim().is_empty()).then_some("Enter a name for the view.");
    view! {
        <Popover open=open label="Saved views" class="" face=|| view! { "Saved views"<Icon name="open"/> }>
            <ul class="menu views" aria-label="Saved views">
                <li><button type="button" class="plain" on:click=first>{all}</button></li>
                {list}
            </ul>
            <form class="filter-form" on:submit=save>
                <TextField id="view-name" label="Name" value=name on_text=Callback::new(move |new| name.set(new))
                    hint=Signal::stored(hint.to_owned())/>
                <p class="actions"><button type="submit" class="primary small" disabled=move || blocked().is_some() title=blocked>"Save this view"</button></p>
            </form>
        </Popover>
    }
}

/// Saved views of a list.
pub(super) fn views(view: GridView) -> impl IntoView {
    let now = Callback::new(move |()| (RouteQuery::from_view(view), view.layout.get()));
    let show = Callback::new(move |(query, layout): (RouteQuery, Layout)| {
        query.show(view);
        view.layout.set(layout);
    });
    view! {
        <Views saved=view.saved now=now show=show all="Default view"
            hint="Saves filters, sort and columns on this computer" back="main .grid"/>
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct KeptArrangement {
    layout: Layout,
    views: Vec<SavedView>,
}

/// Milliseconds without another change until it is written: a dragged column changes all the time.
const REST: u64 = 400;

/// `id`: name of the list among the preferences. `renamed`: earlier keys of its columns. Loads the kept arrangement once, and writes it whenever it changes.
pub(crate) fn keep(id: &'static str, renamed: &'static [(&'static str, &'static str)], view: GridView) {
    let shell = shell();
    if !view.is_read.get_untracked() {
        spawn_local(async move {
            if let Some(kept) = preference::read::<KeptArrangement>(&key(id)).await {
                let kept = with_new_keys(kept, renamed);
                view.layout.set(kept.layout);
                view.saved.set(kept.views);
            }
            view.is_read.set(true);
        });
    }
    let newest = StoredValue::new(KeptArrangement::default());
    Effect::new(move |before: Option<Option<KeptArrangement>>| {
        let now = KeptArrangement { layout: view.layout.get(), views: view.saved.get() };
        if !view.is_read.get() {
            return None;
        }
        if let Some(before) = before.flatten().filter(|before| *before != now) {
            newest.set_value(now.clone());
            let kept = now.clone();
            if before.views == now.views {
                engine::later(REST, move || {
                    // The list may be left by then; the choices are kept all the same.
                    if newest.try_with_value(|newest| *newest == kept).unwrap_or(true) {
                        write(shell, id, kept, None);
                    }
                });
            } else {
                write(shell, id, kept, Some("Views are saved on this computer."));
            }
        }
        Some(now)
    });
}

/// A kept arrangement with its earlier keys replaced by the current ones.
fn with_new_keys(mut kept: KeptArrangement, renamed: &[(&str, &str)]) -> KeptArrangement {
    let today =
        |key: String| renamed.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| (*new).to_owned());
    for layout in kept.views.iter_mut().map(|view| &mut view.layout).chain([&mut kept.layout]) {
        for chosen in &mut layout.columns {
            chosen.key = today(std::mem::take(&mut chosen.key));
        }
    }
    for view in &mut kept.views {
        view.query = RouteQuery::read(&view.query).with_keys(today).text();
    }
    kept
}

fn key(id: &str) -> String {
    format!("list.{id}")
}

/// Writes the arrangement, then shows `done`.
fn write(shell: Shell, id: &'static str, kept: KeptArrangement, done: Option<&'static str>) {
    spawn_local(async move {
        match (preference::write(&key(id), &kept).await, done) {
            (Ok(()), Some(done)) => shell.toast(done),
            (Ok(()), None) => {}
            (Err(failure), _) => shell.fail(&failure),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::grid::layout::ColumnChoice;

    #[test]
    fn what_was_kept_under_earlier_keys_is_found() {
        let column = |key: &str| ColumnChoice { key: key.to_owned(), width: 90, shown: true, pinned: false };
        let layout = |key: &str| Layout { columns: vec![column(key), column("name")], ..Layout::default() };
        let view = |key: &str, query: &str| SavedView {
            name: "Austria".to_owned(),
            query: query.to_owned(),
            layout: layout(key),
        };
        let old = KeptArrangement {
            layout: layout("country"),
            views: vec![view("country", "sort=-country&f.country=AT")],
        };
        let new = KeptArrangement {
            layout: layout("countryCode"),
            views: vec![view("countryCode", "sort=-countryCode&f.countryCode=AT")],
        };
        assert_eq!(with_new_keys(old, &[("country", "countryCode")]), new);
    }
}
