//! Filters, sort and the open pane of a list as the query of its route: `q=kiosk&sort=-rrn&f.state=2&pane=T1`.
//!
//! A route may be old: unknown parts are ignored, and the list decides which filters it has.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_contract::input::percent_encoded;

use super::view::{GridView, Order, Way};
use crate::paths::decoded;

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
    let filters = filters.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
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
        let filters = self.filters.into_iter().map(|(old, value)| (key(old), value)).collect();
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
}
