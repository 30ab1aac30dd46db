//! The current route of the window, and the guard before unsaved changes are left.
//!
//! A router of our own, because every way out (links, back, forward, closing) must be refusable: with unsaved edits, leaving
//! only opens a question. A cancelled navigation loses no input.
//!
//! A list writes its filters and sort into the query (`/transactions?sort=rrn`), so that back and forward lead through these
//! too. [`Nav::refine`] writes it; a list reads it from [`Nav::query`].

use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use wasm_bindgen::JsValue;

use crate::ipc::engine::Way;
use crate::ipc::hold;
use crate::paths::Route;

/// Destination of a refused navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    To(Route),
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
    forms: Signal<Forms>,
}

/// The forms that are open for editing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forms {
    /// True if leaving could lose input.
    pub(crate) dirty: bool,
    /// Pages of the forms: going back to them loses nothing.
    pub(crate) homes: Vec<Route>,
    /// True if a form was sent and its outcome is unknown: it stays while the person visits other pages.
    pub(crate) waits: bool,
}

impl Nav {
    pub(crate) fn new(forms: Signal<Forms>) -> Nav {
        let nav = Nav {
            route: RwSignal::new(current()),
            query: RwSignal::new(query()),
            leaving: RwSignal::new(None),
            forms,
        };
        hold::on_window(leptos::ev::popstate, move |_| {
            let wanted = current();
            let now = nav.route.get_untracked();
            if wanted == Route::Start && now != Route::Start {
                // Going back must not lead to the start page: a connection is closed by its own action only.
                push(&with_query(&now, &nav.query.get_untracked().unwrap_or_default()));
            } else if nav.may_leave_for(&wanted) {
                nav.query.set(Some(query().unwrap_or_default()));
                nav.show(wanted);
            } else {
                let query = nav.query.get_untracked().unwrap_or_default();
                push(&with_query(&nav.route.get_untracked(), &query));
                nav.leaving.set(Some(Leaving::To(wanted)));
            }
        });
        nav
    }

    /// True if leaving could lose input.
    pub(crate) fn dirty(self) -> bool {
        self.forms.with(|forms| forms.dirty)
    }

    /// Goes to a route, after a question if input could be lost.
    pub(crate) fn go(self, route: Route) {
        if self.may_leave_for(&route) {
            self.force(route);
        } else {
            self.leaving.set(Some(Leaving::To(route)));
        }
    }

    /// Goes to a route without a question.
    pub(crate) fn force(self, route: Route) {
        if self.route.get_untracked() != route {
            push(&route.path());
            self.query.set(None);
            self.show(route);
        }
    }

    /// Goes to a filtered list; `query` comes from [`crate::widgets::grid::view::filtered`].
    pub(crate) fn go_narrowed(self, route: Route, query: String) {
        if self.may_leave_for(&route) {
            push(&with_query(&route, &query));
            self.query.set(Some(query));
            self.show(route);
        } else {
            self.leaving.set(Some(Leaving::To(route)));
        }
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

    /// True if going there loses no input.
    fn may_leave_for(self, wanted: &Route) -> bool {
        self.forms.with_untracked(|forms| {
            let looks_around = forms.waits && !wanted.is_form();
            let is_home = |home: &Route| {
                home == wanted || (home.profile().is_some() && home.profile() == wanted.profile())
            };
            !forms.dirty || looks_around || forms.homes.iter().any(is_home)
        })
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
