//! The part of a view that is in the route, and the steps of back and forward: `view=table&q=kiosk&at=23.10&sort=-rrn&f.state=2&pane=T1`.
//!
//! Lists, Limits and Usage have it. A route may be old: unknown parts are ignored, and the view decides which filters it has.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::input::percent_encoded;
use tapline_contract::order::gathered;

use super::view::{GridView, Order, Way};
use crate::ipc::engine;
use crate::nav::{self, Entry};
use crate::paths::decoded;
use crate::shell::Shell;

/// Milliseconds after the last key until the route follows the typed text.
const TYPED: u64 = 300;

/// The part of a view that is in the route.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RouteQuery {
    /// Kind of view, such as `table`; empty for the first kind.
    pub(crate) view: String,
    pub(crate) words: String,
    /// Amount of "What happens at", as typed.
    pub(crate) at: String,
    pub(crate) filters: BTreeMap<String, String>,
    pub(crate) order: Option<Order>,
    pub(crate) pane: Option<String>,
}

/// The query of a list narrowed by some of its filters, for [`crate::nav::Nav::go_narrowed`].
pub(crate) fn filtered(filters: &[(&str, &str)]) -> String {
    let filters = gathered(filters.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    RouteQuery { filters, ..RouteQuery::default() }.text()
}

impl RouteQuery {
    /// The current state of the view. Reads signals.
    pub(crate) fn from_view(view: GridView) -> RouteQuery {
        RouteQuery {
            view: view.kind.get(),
            words: view.words.with(|words| words.trim().to_owned()),
            at: String::new(),
            filters: view.filters.get(),
            order: view.order.get(),
            pane: view.pane.get(),
        }
    }

    /// Filters and sort alone, as a saved view keeps them.
    pub(crate) fn kept(self) -> RouteQuery {
        RouteQuery { pane: None, ..self }
    }

    pub(crate) fn text(&self) -> String {
        let mut parts = Vec::new();
        let mut part = |key: &str, value: &str| {
            if !value.is_empty() {
                parts.push(format!("{key}={}", percent_encoded(value)));
            }
        };
        part("view", &self.view);
        part("q", &self.words);
        part("at", &self.at);
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

    pub(crate) fn read(text: &str) -> RouteQuery {
        let mut read = RouteQuery::default();
        for (key, value) in text.split('&').filter_map(|part| part.split_once('=')) {
            let value = decoded(value);
            match key {
                "view" => read.view = value,
                "q" => read.words = value,
                "at" => read.at = value,
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
    pub(crate) fn with_keys(self, key: impl Fn(String) -> String) -> RouteQuery {
        let filters = gathered(self.filters.into_iter().map(|(old, value)| (key(old), value)));
        let order = self.order.map(|order| Order { column: key(order.column), way: order.way });
        RouteQuery { filters, order, ..self }
    }

    /// Applies the query to the view. The current row is the one that was current when these rows were left.
    pub(crate) fn show(self, view: GridView) {
        let now = untrack(|| RouteQuery::from_view(view));
        let rows = self.clone().kept();
        if now.clone().kept() != rows {
            let row = view.places.with_value(|places| places.get(&rows.text()).copied());
            if now.view != self.view {
                view.kind.set(self.view);
            }
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

/// Keeps a view in step with the route. `seen` reads the view and its signals, `show` applies a query to it.
pub(crate) fn follow_route(
    shell: Shell,
    seen: impl Fn() -> RouteQuery + Copy + Send + Sync + 'static,
    show: impl Fn(RouteQuery) + Copy + Send + Sync + 'static,
) {
    let nav = shell.nav;
    if let Some(query) = nav.query.get_untracked() {
        show(RouteQuery::read(&query));
    }
    Effect::new(move |before: Option<()>| {
        let query = nav.query.get();
        if let (Some(()), Some(query)) = (before, query) {
            show(RouteQuery::read(&query));
        }
    });
    let here = nav.route.get_untracked();
    Effect::new(move |before: Option<RouteQuery>| {
        let now = seen();
        let written = RouteQuery::read(&nav::query().unwrap_or_default());
        if now == written || nav.route.with_untracked(|route| *route != here) {
            return now;
        }
        let is_typing = RouteQuery { at: written.at.clone(), ..now.clone() } == written
            || before.as_ref().is_some_and(|before| before.words != now.words);
        let other_pane = before
            .as_ref()
            .is_some_and(|before| before.pane != now.pane && before.pane.is_some() && now.pane.is_some());
        let text = now.text();
        if is_typing {
            let (typed, here) = (now.clone(), here.clone());
            engine::later(TYPED, move || {
                // The page may be gone, or more was typed.
                let is_here = nav.route.with_untracked(|route| *route == here);
                if is_here && untrack(seen) == typed {
                    nav.refine(&text, Entry::Same);
                }
            });
        } else if before.is_none() || other_pane {
            nav.refine(&text, Entry::Same);
        } else {
            nav.refine(&text, Entry::New);
        }
        now
    });
}

/// Keeps a list in step with the route, and remembers the current row of its filters to come back to.
pub(crate) fn follow_list(shell: Shell, view: GridView) {
    follow_route(shell, move || RouteQuery::from_view(view), move |query| query.show(view));
    Effect::new(move |_| {
        let row = view.row.get();
        let rows = untrack(|| RouteQuery::from_view(view)).kept().text();
        view.places.update_value(|places| {
            places.insert(rows, row);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

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
                    ..RouteQuery::default()
                },
                "q=caf%C3%A9%20%26%20co&sort=-amount.value&f.amount.value=..50.00&f.state=2&pane=T1",
            ),
            (RouteQuery { order: order("rrn", Way::Up), ..RouteQuery::default() }, "sort=rrn"),
            (
                RouteQuery { view: "table".to_owned(), at: "23.10".to_owned(), ..RouteQuery::default() },
                "view=table&at=23.10",
            ),
        ] {
            assert_eq!(narrowed.text(), text);
            assert_eq!(RouteQuery::read(text), narrowed);
        }
        assert_eq!(RouteQuery::read("nonsense&=&of=x"), RouteQuery::default());
        assert_eq!(filtered(&[("state", "2")]), "f.state=2");
    }
}
