//! A person's choices for one list. Kept outside the page, so that they survive opening a row and coming back.
//!
//! Filters, sort and the open pane are also in the route ([`RouteQuery`]): `q=kiosk&sort=-rrn&f.state=2&pane=T1`. A route may be old:
//! unknown parts are ignored, and the list decides which filters it has. Columns and saved views are kept by core on this computer,
//! across all connections ([`keep`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use tapline_contract::input::percent_encoded;
use tapline_contract::order::gathered;

use super::column::ListSpec;
use super::layout::Layout;
use super::source::GridRow;
use crate::ipc::engine;
use crate::paths::decoded;
use crate::preference;
use crate::shell::{Shell, shell};
use crate::widgets::dialog::Popover;
use crate::widgets::icon::Icon;
use crate::widgets::text_field::TextField;

#[derive(Clone, Copy, Default)]
pub(crate) struct GridView {
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

#[component]
pub(super) fn Views(view: GridView) -> impl IntoView {
    let open = RwSignal::new(false);
    let name = RwSignal::new(String::new());
    let close = move || {
        open.set(false);
        engine::focus("main .grid", "main h1");
    };
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if name.is_empty() {
            return;
        }
        let query = untrack(|| RouteQuery::from_view(view)).kept().text();
        let new = SavedView { name, query, layout: view.layout.get_untracked() };
        view.saved.update(|saved| {
            saved.retain(|one| one.name != new.name);
            saved.push(new);
        });
        close();
    };
    let list = move || {
        let line = |saved: SavedView| {
            let words = format!("Remove view {}", saved.name);
            let (chosen, gone) = (saved.clone(), saved.name.clone());
            let choose = move |_| {
                RouteQuery::read(&chosen.query).show(view);
                view.layout.set(chosen.layout.clone());
                close();
            };
            let remove = move |_| view.saved.update(|saved| saved.retain(|one| one.name != gone));
            view! {
                <li class="row"><button type="button" class="plain" on:click=choose>{saved.name}</button>
                    <button type="button" class="plain tiny" aria-label=words.clone() title=words on:click=remove><Icon name="bin"/></button></li>
            }
        };
        view.saved.get().into_iter().map(line).collect_view()
    };
    let all = move |_| {
        RouteQuery::default().show(view);
        view.layout.set(Layout::default());
        close();
    };
    let blocked = move || name.with(|name| name.trim().is_empty()).then_some("Enter a name for the view.");
    view! {
        <Popover open=open label="Saved views" class="" face=|| view! { "Saved views"<Icon name="open"/> }>
            <ul class="menu views" aria-label="Saved views">
                <li><button type="button" class="plain" on:click=all>"All rows, default columns"</button></li>
                {list}
            </ul>
            <form class="filter-form" on:submit=save>
                <TextField id="view-name" label="Name" value=name on_text=Callback::new(move |new| name.set(new))
                    hint=Signal::stored("Saves filters, sort and columns on this computer".to_owned())/>
                <p class="actions"><button type="submit" class="primary small" disabled=move || blocked().is_some() title=blocked>"Save this view"</button></p>
            </form>
        </Popover>
    }
}

/// The part of a view that is in the route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RouteQuery {
    pub(super) words: String,
    pub(super) filters: BTreeMap<String, String>,
    pub(super) order: Option<Order>,
    pub(super) pane: Option<String>,
}

/// The query of a list narrowed by some of its filters, for [`crate::nav::Nav::go_narrowed`].
pub(crate) fn filtered(filters: &[(&str, &str)]) -> String {
    let filters = gathered(filters.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    RouteQuery { filters, ..RouteQuery::default() }.text()
}

impl RouteQuery {
    /// The current state of the view. Reads signals.
    pub(super) fn from_view(view: GridView) -> RouteQuery {
        RouteQuery {
            words: view.words.with(|words| words.trim().to_owned()),
            filters: view.filters.get(),
            order: view.order.get(),
            pane: view.pane.get(),
        }
    }

    /// Filters and sort alone, as a saved view keeps them.
    pub(super) fn kept(self) -> RouteQuery {
        RouteQuery { pane: None, ..self }
    }

    pub(super) fn text(&self) -> String {
        let mut parts = Vec::new();
        let mut part = |key: &str, value: &str| {
            if !value.is_empty() {
                parts.push(format!("{key}={}", percent_encoded(value)));
            }
        };
        part("q", &self.words);
        if let Some(Order { column, way }) = &self.order {
            let sign = if *way == Way::Down { "-" } else { "" };
            part("sort", &format!("{sign}{column}"));
        }
        for (key, value) in &self.filters {
            part(&format!("f.{key}"), value);
        }
        part("pane", self.pane.as_deref().unwrap_or_default());
        parts.join("&")
    }

    pub(super) fn read(text: &str) -> RouteQuery {
        let mut read = RouteQuery::default();
        for (key, value) in text.split('&').filter_map(|part| part.split_once('=')) {
            let value = decoded(value);
            match key {
                "q" => read.words = value,
                "sort" => {
                    let (way, column) = match value.strip_prefix('-') {
                        Some(column) => (Way::Down, column),
                        None => (Way::Up, value.as_str()),
                    };
                    read.order = Some(Order { column: column.to_owned(), way });
                }
                "pane" => read.pane = Some(value),
                _ => {
                    if let Some(key) = key.strip_prefix("f.") {
                        read.filters.insert(key.to_owned(), value);
                    }
                }
            }
        }
        read
    }

    /// The query with other keys of columns and filters.
    pub(super) fn with_keys(self, key: impl Fn(String) -> String) -> RouteQuery {
        let filters = gathered(self.filters.into_iter().map(|(old, value)| (key(old), value)));
        let order = self.order.map(|order| Order { column: key(order.column), way: order.way });
        RouteQuery { filters, order, ..self }
    }

    /// Applies the query to the view. The current row is the one that was current when these rows were left.
    pub(super) fn show(self, view: GridView) {
        let now = untrack(|| RouteQuery::from_view(view));
        let rows = self.clone().kept();
        if now.clone().kept() != rows {
            let row = view.places.with_value(|places| places.get(&rows.text()).copied());
            view.words.set(self.words);
            view.filters.set(self.filters);
            view.order.set(self.order);
            view.to_the_top();
            view.row.set(row.unwrap_or(0));
        }
        if now.pane != self.pane {
            view.pane.set(self.pane);
        }
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

/// Loads the kept arrangement once, and writes it whenever it changes.
pub(super) fn keep(list: &'static ListSpec, view: GridView) {
    let shell = shell();
    if !view.is_read.get_untracked() {
        spawn_local(async move {
            if let Some(kept) = preference::read::<KeptArrangement>(&key(list)).await {
                let kept = with_new_keys(kept, list.renamed);
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
                        write(shell, list, kept, None);
                    }
                });
            } else {
                write(shell, list, kept, Some("Views are saved on this computer."));
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

fn key(list: &ListSpec) -> String {
    format!("list.{}", list.id)
}

/// Writes the arrangement, then shows `done`.
fn write(shell: Shell, list: &'static ListSpec, kept: KeptArrangement, done: Option<&'static str>) {
    spawn_local(async move {
        match (preference::write(&key(list), &kept).await, done) {
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
    fn a_view_is_read_back_from_its_route() {
        let order = |column: &str, way| Some(Order { column: column.to_owned(), way });
        for (narrowed, text) in [
            (RouteQuery::default(), ""),
            (
                RouteQuery {
                    words: "café & co".to_owned(),
                    filters: [
                        ("state".to_owned(), "2".to_owned()),
                        ("amount.value".to_owned(), "..50.00".to_owned()),
                    ]
                    .into(),
                    order: order("amount.value", Way::Down),
                    pane: Some("T1".to_owned()),
                },
                "q=caf%C3%A9%20%26%20co&sort=-amount.value&f.amount.value=..50.00&f.state=2&pane=T1",
            ),
            (RouteQuery { order: order("rrn", Way::Up), ..RouteQuery::default() }, "sort=rrn"),
        ] {
            assert_eq!(narrowed.text(), text);
            assert_eq!(RouteQuery::read(text), narrowed);
        }
        assert_eq!(RouteQuery::read("nonsense&=&at=x"), RouteQuery::default());
        assert_eq!(filtered(&[("state", "2")]), "f.state=2");
    }

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
