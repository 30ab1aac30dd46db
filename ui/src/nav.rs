//! Where the window is, and the guard in front of leaving unsaved changes.
//!
//! A router of our own, because every way out (links, back, forward, closing) must be able to be refused: while an edit waits,
//! leaving it only asks. Nothing typed is lost by a navigation that was cancelled.
//!
//! A list writes what it is narrowed to behind its path (`/transactions?sort=rrn`), so that back and forward lead through that
//! too. [`Nav::refine`] writes it; a list reads it from [`Nav::query`].

use leptos::prelude::*;
use tapline_contract::connection::ConnectionId;
use wasm_bindgen::JsValue;

use crate::paths::Route;

/// Where a refused departure wanted to go.
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

/// What a refinement does to the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Back leads to what was before it.
    New,
    /// It takes the place of the entry that is there, as while typing.
    Same,
}

#[derive(Clone, Copy)]
pub(crate) struct Nav {
    pub(crate) route: RwSignal<Route>,
    /// What stands behind the path, when one came by back, forward or a link that says it. `None`: the list is as it was left.
    pub(crate) query: RwSignal<Option<String>>,
    /// Set while the person is asked.
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
    /// A form was sent and its outcome is unknown: it stays while a person looks around.
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
        let back_or_forward = window_event_listener(leptos::ev::popstate, move |_| {
            let wanted = current();
            if nav.may_leave_for(&wanted) {
                let asked = query();
                nav.query.set(Some(asked.unwrap_or_default()));
                nav.show(wanted);
            } else {
                let query = nav.query.get_untracked().filter(|query| !query.is_empty());
                let path = nav.route.get_untracked().path();
                push(&query.map_or_else(|| path.clone(), |query| format!("{path}?{query}")));
                nav.leaving.set(Some(Leaving::To(wanted)));
            }
        });
        on_cleanup(move || back_or_forward.remove());
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

    /// To a list that is narrowed to something: `query` is what [`crate::widgets::grid::query::filtered`] makes.
    pub(crate) fn go_narrowed(self, route: Route, query: String) {
        if self.may_leave_for(&route) {
            push(&format!("{}?{query}", route.path()));
            self.query.set(Some(query));
            self.show(route);
        } else {
            self.leaving.set(Some(Leaving::To(route)));
        }
    }

    /// Writes behind the path what a list is narrowed to; the page stays.
    pub(crate) fn refine(self, query: &str, entry: Entry) {
        let path = self.route.with_untracked(Route::path);
        let whole = if query.is_empty() { path } else { format!("{path}?{query}") };
        match entry {
            Entry::New => push(&whole),
            Entry::Same => replace(&whole),
        }
        // Whoever listens wrote it.
        self.query.update_untracked(|known| *known = Some(query.to_owned()));
    }

    /// The same page is not drawn anew.
    fn show(self, route: Route) {
        if self.route.get_untracked() != route {
            self.route.set(route);
        }
    }

    /// The pages that belong to one form lead to each other without a question.
    fn may_leave_for(self, wanted: &Route) -> bool {
        let here = self.route.get_untracked();
        let same_form = match (&here, wanted) {
            (Route::Editor(from), Route::Editor(to)) => from == to,
            (Route::EditMerchant(from), Route::EditMerchant(to)) => from == to,
            (
                Route::Profile(from) | Route::EditProfile(from) | Route::RawProfile(from),
                Route::Profile(to) | Route::EditProfile(to) | Route::RawProfile(to),
            ) => from == to,
            (Route::NewProfile, Route::Profile(_) | Route::EditProfile(_) | Route::RawProfile(_))
            | (Route::Profile(_) | Route::EditProfile(_) | Route::RawProfile(_), Route::NewProfile) => false,
            (Route::EditTerminal(..), Route::EditTerminal(..)) => here == *wanted,
            (Route::EditAcquirer(from), Route::EditAcquirer(to)) => from == to,
            (from, to) => from.form().is_some() && from.form() == to.form(),
        };
        let loses = self.forms.with_untracked(|forms| {
            let looks_around = forms.waits && wanted.form().is_none();
            forms.dirty && !looks_around && !forms.homes.contains(wanted)
        });
        !loses || same_form
    }
}

fn current() -> Route {
    Route::parse(&window().location().pathname().unwrap_or_default())
}

/// What stands behind the path now, without its question mark; `None` when nothing does.
pub(crate) fn query() -> Option<String> {
    let search = window().location().search().unwrap_or_default();
    search.strip_prefix('?').map(str::to_owned)
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
