//! Where the window is, and the guard in front of leaving unsaved changes.
//!
//! A router of our own, because every way out (links, back, forward, closing) must be able to be refused: while an edit waits,
//! leaving it only asks. Nothing typed is lost by a navigation that was cancelled.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::paths::Route;

/// Where a refused departure wanted to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    To(Route),
    /// The connection is to be closed.
    Disconnect,
    /// The window is to be closed.
    Window,
}

#[derive(Clone, Copy)]
pub(crate) struct Nav {
    pub(crate) route: RwSignal<Route>,
    /// Set while the person is asked.
    pub(crate) leaving: RwSignal<Option<Leaving>>,
    /// Whether there is something to lose.
    pub(crate) dirty: Signal<bool>,
}

impl Nav {
    pub(crate) fn new(dirty: Signal<bool>) -> Nav {
        let nav = Nav { route: RwSignal::new(current()), leaving: RwSignal::new(None), dirty };
        let back_or_forward = window_event_listener(leptos::ev::popstate, move |_| {
            let wanted = current();
            if nav.may_leave_for(&wanted) {
                nav.route.set(wanted);
            } else {
                push(&nav.route.get_untracked());
                nav.leaving.set(Some(Leaving::To(wanted)));
            }
        });
        on_cleanup(move || back_or_forward.remove());
        nav
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
            push(&route);
            self.route.set(route);
        }
    }

    /// The pages that belong to one form lead to each other without a question.
    fn may_leave_for(self, wanted: &Route) -> bool {
        let here = self.route.get_untracked();
        let same_form = match (&here, wanted) {
            (Route::Editor(from), Route::Editor(to)) => from == to,
            (Route::EditMerchant(from), Route::EditMerchant(to)) => from == to,
            (Route::EditTerminal(..), Route::EditTerminal(..)) => here == *wanted,
            (Route::EditAcquirer(from), Route::EditAcquirer(to)) => from == to,
            (from, to) => from.form().is_some() && from.form() == to.form(),
        };
        !self.dirty.get_untracked() || same_form
    }
}

fn current() -> Route {
    Route::parse(&window().location().pathname().unwrap_or_default())
}

fn push(route: &Route) {
    if let Ok(history) = window().history() {
        // Fails only for foreign origins; the route is one of ours.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
    }
}
