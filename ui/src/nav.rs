//! The current route of the window, and the question before the window or the connection is closed.
//!
//! A router of our own: no page is asked before it is left, because drafts stay with their records (`record/drafts.rs`), and going back
//! never closes a connection.
//!
//! A list writes its filters and sort into the query (`/transactions?sort=rrn`), so that back and forward lead through these
//! too. [`Nav::refine`] writes it; a list reads it from [`Nav::query`].

use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use wasm_bindgen::JsValue;

use crate::ipc::engine::Way;
use crate::ipc::hold;
use crate::paths::Route;

/// What is closed once the person agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// Close the connection.
    Disconnect,
    /// Open another connection; `None` is the sandbox inside Tapline.
    Switch(Option<ConnectionId>),
    /// Close the window.
    Window,
}

/// Treatment of a new query in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// As a new entry: back leads to the previous query.
    New,
    /// Replaces the current entry, as while typing.
    Same,
}

#[derive(Clone, Copy)]
pub(crate) struct Nav {
    pub(crate) route: RwSignal<Route>,
    /// The query, if back, forward or a link set one. `None`: the list stays as it was left.
    pub(crate) query: RwSignal<Option<String>>,
    /// Set while the question about leaving is open.
    pub(crate) leaving: RwSignal<Option<Leaving>>,
}

impl Nav {
    pub(crate) fn new() -> Nav {
        let nav = Nav {
            route: RwSignal::new(current()),
            query: RwSignal::new(query()),
            leaving: RwSignal::new(None),
        };
        hold::on_window(leptos::ev::popstate, move |_| {
            let wanted = current();
            let now = nav.route.get_untracked();
            if wanted == Route::Start && now != Route::Start {
                // Going back must not lead to the start page: a connection is closed by its own action only.
                push(&with_query(&now, &nav.query.get_untracked().unwrap_or_default()));
            } else {
                nav.query.set(Some(query().unwrap_or_default()));
                nav.show(wanted);
            }
        });
        nav
    }

    /// Goes to a route.
    pub(crate) fn go(self, route: Route) {
        if self.route.get_untracked() != route {
            push(&route.path());
            self.query.set(None);
            self.show(route);
        }
    }

    /// Goes to a filtered list; `query` comes from [`crate::widgets::grid::address::filtered`].
    pub(crate) fn go_narrowed(self, route: Route, query: String) {
        push(&with_query(&route, &query));
        self.query.set(Some(query));
        self.show(route);
    }

    /// Sets the query of the current page, which stays.
    pub(crate) fn refine(self, query: &str, entry: Entry) {
        let whole = self.route.with_untracked(|route| with_query(route, query));
        match entry {
            Entry::New => push(&whole),
            Entry::Same => replace(&whole),
        }
        // The caller has applied it already.
        self.query.update_untracked(|known| *known = Some(query.to_owned()));
    }

    /// Shows a route. The current page is not redrawn.
    fn show(self, route: Route) {
        if self.route.get_untracked() != route {
            self.route.set(route);
        }
    }
}

/// Goes back or forward in the history, as the engine's own keys do.
pub(crate) fn step(way: Way) {
    if let Ok(history) = window().history() {
        // A history without an entry in that direction stays unchanged.
        let _ = if way == Way::Back { history.back() } else { history.forward() };
    }
}

fn current() -> Route {
    Route::parse(&window().location().pathname().unwrap_or_default())
}

/// The query of the address, without its question mark; `None` without one.
pub(crate) fn query() -> Option<String> {
    let search = window().location().search().unwrap_or_default();
    search.strip_prefix('?').map(str::to_owned)
}

pub(crate) fn with_query(route: &Route, query: &str) -> String {
    let path = route.path();
    if query.is_empty() { path } else { format!("{path}?{query}") }
}

fn push(path: &str) {
    if let Ok(history) = window().history() {
        // Fails only for foreign origins; the path is one of ours.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

fn replace(path: &str) {
    if let Ok(history) = window().history() {
        // The engine refuses calls that are too frequent; the next call writes the query.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}
