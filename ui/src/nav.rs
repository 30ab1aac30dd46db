//! Where the window is, and the guard in front of leaving unsaved changes.
//!
//! A router of our own, because every way out (links, back, forward, closing) must be able to be refused: while an edit waits,
//! leaving it only asks. Nothing typed is lost by a navigation that was cancelled.
//!
//! A list writes its filters and sort into the query (`/transactions?sort=rrn`), so that back and forward lead through these
//! too. [`Nav::refine`] writes it; a list reads it from [`Nav::query`].

use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use wasm_bindgen::JsValue;

use crate::ipc::engine::Way;
use crate::ipc::hold;
use crate::paths::Route;

/// Where the person wanted to go when leaving was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    To(Route),
    /// The connection is to be closed.
    Disconnect,
    /// Another connection is to be opened; `None` is the sandbox inside Tapline.
    Switch(Option<ConnectionId>),
    /// The window is to be closed.
    Window,
}

/// How a new query enters the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// As a new entry: back leads to the one before.
    New,
    /// It replaces the current entry, as while typing.
    Same,
}

#[derive(Clone, Copy)]
pub(crate) struct Nav {
    pub(crate) route: RwSignal<Route>,
    /// The query, if back, forward or a link brought one. `None`: the list is as it was left.
    pub(crate) query: RwSignal<Option<String>>,
    /// Set while the person is asked whether to leave.
    pub(crate) leaving: RwSignal<Option<Leaving>>,
    forms: Signal<Forms>,
}

/// The forms that are being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forms {
    /// Whether there is something to lose.
    pub(crate) dirty: bool,
    /// Their pages: going back to them loses nothing.
    pub(crate) homes: Vec<Route>,
    /// A form was sent and its outcome is unknown: it stays while the person visits other pages.
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
                // It is where one is without a connection. That is closed by its own action, and not by a way back.
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

    /// Whether there is something to lose.
    pub(crate) fn dirty(self) -> bool {
        self.forms.with(|forms| forms.dirty)
    }

    /// Goes there, or asks first.
    pub(crate) fn go(self, route: Route) {
        if self.may_leave_for(&route) {
            self.force(route);
        } else {
            self.leaving.set(Some(Leaving::To(route)));
        }
    }

    /// Goes there without asking.
    pub(crate) fn force(self, route: Route) {
        if self.route.get_untracked() != route {
            push(&route.path());
            self.query.set(None);
            self.show(route);
        }
    }

    /// Goes to a filtered list: `query` is made by [`crate::widgets::grid::query::filtered`].
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
        // The caller knows it already.
        self.query.update_untracked(|known| *known = Some(query.to_owned()));
    }

    /// The same page is not drawn anew.
    fn show(self, route: Route) {
        if self.route.get_untracked() != route {
            self.route.set(route);
        }
    }

    /// Whether nothing that is typed is lost there.
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

/// Back or forward through what was shown. The engine tells it as for its own keys.
pub(crate) fn step(way: Way) {
    if let Ok(history) = window().history() {
        // There may be nothing that way; then it stays.
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
        // The engine refuses when it is asked too often; the next one says it again.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}
