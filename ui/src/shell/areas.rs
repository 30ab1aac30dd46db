//! The shell's view of the areas: the entry of each in the side bar before any of its code is loaded, and its state once one of its pages
//! was opened. The shell names no page; `house.rs` lists the areas.

use std::any::Any;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::list::ListOf;
use tapline_emv::Currency;

use super::{Shell, ahead};
use crate::parts::PagePart;
use crate::paths::Route;

/// A handle, copied everywhere; a window has one set of areas.
#[derive(Clone, Copy)]
pub(crate) struct Areas(&'static Inner);

struct Inner {
    all: &'static [Area],
    states: RwSignal<Vec<&'static dyn AreaState>>,
    /// States belong to the window, no matter which page requests them first.
    root: Owner,
}

impl Areas {
    pub(crate) fn new(all: &'static [Area]) -> Areas {
        let root = Owner::current().unwrap_or_default();
        #[expect(clippy::disallowed_methods, reason = "one, for as long as the window")]
        Areas(Box::leak(Box::new(Inner { all, states: RwSignal::new(Vec::new()), root })))
    }

    /// All areas in the order of the side bar.
    pub(crate) fn all(self) -> &'static [Area] {
        self.0.all
    }

    /// The state of this type, created when first requested.
    pub(crate) fn state<T: AreaState + Default + Copy>(self) -> T {
        let known = self.0.states.with_untracked(|all| {
            all.iter().find_map(|state| (*state as &dyn Any).downcast_ref::<T>().copied())
        });
        known.unwrap_or_else(|| {
            let state = self.0.root.with(T::default);
            #[expect(clippy::disallowed_methods, reason = "one of each type, for as long as the window")]
            self.0.states.update(|all| all.push(Box::leak(Box::new(state))));
            state
        })
    }

    /// The area of a route; the start page has none.
    pub(crate) fn area(self, route: &Route) -> Option<&'static Area> {
        let place = route.place();
        self.all().iter().find(|area| area.place == place)
    }

    /// Opens the list of the page that is about to be drawn, unless the page has it or the route filters it.
    pub(crate) fn ask_ahead(self, shell: Shell, route: &Route) {
        let list = self.area(route).filter(|area| area.place == *route).and_then(|area| area.ahead);
        let narrowed =
            shell.nav.query.with_untracked(|query| query.as_ref().is_some_and(|query| !query.is_empty()));
        let is_requested = || {
            let states = self.0.states.get_untracked();
            states.into_iter().any(|state| state.place() == *route && state.is_requested())
        };
        match list {
            Some(list) if !narrowed && !is_requested() => ahead::ask(shell.connection(), list()),
            _ => ahead::leave(),
        }
    }

    pub(crate) fn clear(self) {
        ahead::leave();
        self.each(AreaState::clear);
    }

    pub(crate) fn clear_cached(self) {
        ahead::leave();
        self.each(AreaState::clear_cached);
    }

    pub(crate) fn read_what_failed(self, shell: Shell) {
        self.each(|state| state.read_what_failed(shell));
    }

    fn each(self, act: impl Fn(&'static dyn AreaState)) {
        // Iterates over a copy: an act may request a state that is then created.
        for state in self.0.states.get_untracked() {
            act(state);
        }
    }

    /// All loaded objects that have a page of their own.
    pub(crate) fn objects(self) -> Vec<Object> {
        self.0.states.get().into_iter().flat_map(AreaState::objects).collect()
    }

    /// All unsaved changes. Reads every state, so that a change in any of them is noticed.
    pub(crate) fn drafts(self) -> Vec<Draft> {
        self.0.states.get().into_iter().flat_map(AreaState::drafts).collect()
    }

    /// True if a change has ended. Reads every state, as [`Areas::drafts`] does.
    pub(crate) fn is_settled(self) -> bool {
        self.0.states.get().into_iter().fold(false, |settled, state| settled | state.is_settled())
    }

    /// Opens the review of unsaved changes: those of the open area, or else the first ones.
    pub(crate) fn review(self, shell: Shell) {
        if let Some(state) = self.typed(shell) {
            state.review(shell);
        }
    }

    /// Discards the unsaved changes that [`Areas::review`] would review.
    pub(crate) fn discard(self, shell: Shell) {
        if let Some(state) = self.typed(shell) {
            state.discard(shell);
        }
    }

    fn typed(self, shell: Shell) -> Option<&'static dyn AreaState> {
        let place = shell.nav.route.with_untracked(Route::place);
        let states = self.0.states.get_untracked().into_iter();
        let typed: Vec<_> = states.filter(|state| untrack(|| !state.drafts().is_empty())).collect();
        typed.iter().find(|state| state.place() == place).or(typed.first()).copied()
    }

    /// Refreshes these places after they were changed from elsewhere.
    pub(crate) fn reload_at(self, shell: Shell, places: &[Route]) {
        for state in self.0.states.get_untracked().into_iter().filter(|state| places.contains(&state.place()))
        {
            state.reload(shell);
        }
    }

    /// Handles F5: refreshes what the window shows.
    pub(crate) fn reload(self, shell: Shell) {
        let place = shell.nav.route.with_untracked(Route::place);
        for state in self.0.states.get_untracked().into_iter().filter(|state| state.place() == place) {
            state.reload(shell);
        }
    }

    /// Names of the records that others point to, as far as loaded.
    pub(crate) fn names(self, shell: Shell) -> Names {
        let mut names = Names { currency: shell.form_currency(), ..Names::default() };
        for state in self.0.states.get() {
            state.add_names(&mut names);
        }
        names
    }
}

/// An area before its code is loaded. Only `page` and `inner` lead into that code.
pub(crate) struct Area {
    /// The area's first page. Every route of this place belongs to the area.
    pub(crate) place: Route,
    pub(crate) icon: &'static str,
    pub(crate) title: &'static str,
    /// A word and a page for records that can be opened here by an id that was not loaded yet.
    pub(crate) by_id: Option<(&'static str, ById)>,
    /// The list that the area's first page requests when unfiltered. It is requested at the click that leads there.
    pub(crate) ahead: Option<fn() -> ListOf>,
    /// Draws the area's pages, once the part with their code is loaded.
    pub(crate) page: PagePart,
    /// Draws all pages but the first, if they are in a part of their own.
    pub(crate) inner: Option<PagePart>,
}

impl Area {
    /// The part with the page of this route.
    pub(crate) fn part(&self, route: &Route) -> PagePart {
        self.inner.filter(|_| *route != self.place).unwrap_or(self.page)
    }
}

/// Returns the page of an id, if the text can be one.
pub(crate) type ById = fn(&str) -> Option<Route>;

/// State of an area that lives as long as the window: signals only. It is created when first requested with [`Shell::state`];
/// from then on the shell forwards to it everything that concerns all areas. An area may have several states.
pub(crate) trait AreaState: Any + Send + Sync {
    /// Place that Reload (F5) refreshes.
    fn place(&self) -> Route;
    /// Clears everything: another connection is opened.
    fn clear(&self);
    /// Clears loaded data and keeps unsaved input, without its secrets: the window is locked.
    fn clear_cached(&self) {
        self.clear();
    }
    /// True if the list of [`Area::ahead`] was requested.
    fn is_requested(&self) -> bool {
        false
    }
    /// Refreshes what was loaded. The old data stays until the answer arrives.
    fn reload(&self, _shell: Shell) {}
    /// Retries failed reads: there is a new token, or the service answers again.
    fn read_what_failed(&self, _shell: Shell) {}
    /// Unsaved changes here.
    fn drafts(&self) -> Vec<Draft> {
        Vec::new()
    }
    /// Opens the review of unsaved changes.
    fn review(&self, _shell: Shell) {}
    /// Discards unsaved changes, and offers them back.
    fn discard(&self, _shell: Shell) {}
    /// True if a change has ended and its result is shown.
    fn is_settled(&self) -> bool {
        false
    }
    /// Loaded objects that the palette finds by name or id.
    fn objects(&self) -> Vec<Object> {
        Vec::new()
    }
    /// Adds the names of its records, for records that refer to them by id only.
    fn add_names(&self, _names: &mut Names) {}
}

/// Unsaved changes of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) name: String,
    /// Page of its form.
    pub(crate) form: Route,
    /// Page of the record; of a new one that of its form.
    pub(crate) record: Route,
    /// True if it survives a restart of Tapline.
    pub(crate) is_kept: bool,
}

/// An object that the palette finds by name or id: kind, name, id, page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) route: Route,
}

/// Context for showing values: id and name of the records that others point to, as far as loaded, and the currency of limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) acquirers: Arc<Vec<(String, String)>>,
    pub(crate) emv: Arc<Vec<(String, String)>>,
    pub(crate) currency: Currency,
}

/// Enough to count differences.
impl Default for Names {
    fn default() -> Names {
        Names { acquirers: Arc::default(), emv: Arc::default(), currency: Currency::euro() }
    }
}

/// Ids with distinct names, from (group, id, name): a name that occurs twice in a group includes the id.
pub(crate) fn told_apart<G: PartialEq>(all: &[(G, String, String)]) -> Vec<(String, String)> {
    let one = |(group, id, name): &(G, String, String)| {
        let alike = all.iter().filter(|other| other.0 == *group && other.2 == *name).count();
        (id.clone(), if alike > 1 { format!("{name} ({id})") } else { name.clone() })
    };
    all.iter().map(one).collect()
}
