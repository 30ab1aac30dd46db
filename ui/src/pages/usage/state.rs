//! Usage as last loaded, and the node whose path is shown. Shared with the list of all terminals, which has the same source.

use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::commands::FindUsage;
use tapline_contract::where_used::{Usage, UsageMap, UsageQuery, UsedTerminal, counted};

use super::board::Subject;
use crate::ipc;
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::{AreaState, Object};
use crate::used::{How, PAUSE};
use crate::widgets::grid::view::GridView;

/// Usage with the newest map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LoadedUsage {
    /// Without its map.
    pub(crate) usage: Usage,
    pub(crate) map: Arc<UsageMap>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct UsageState {
    pub(crate) found: Remote<Option<LoadedUsage>>,
    /// True if terminals of very many merchants were requested.
    all: RwSignal<bool>,
    /// The page that shows it.
    page: RwSignal<Option<Route>>,
    pub(super) at: RwSignal<Option<Subject>>,
    /// The table; its search and its kind are the picture's too.
    pub(super) view: GridView,
    /// The list of all terminals.
    pub(crate) terminals: GridView,
}

pub(crate) fn usage(shell: Shell) -> UsageState {
    shell.state()
}

impl UsageState {
    /// Loads what core doesn't hold, for the open page.
    pub(crate) fn open(self, shell: Shell) {
        self.page.set(Some(shell.nav.route.get_untracked()));
        self.ask(shell, How::Held);
    }

    pub(crate) fn reload(self, shell: Shell) {
        self.ask(shell, How::Anew);
    }

    /// Loads the terminals of all merchants, however many there are.
    fn read_all(self, shell: Shell) {
        self.all.set(true);
        self.ask(shell, How::Held);
    }

    pub(crate) fn reading(self) -> Reading {
        self.found.reading()
    }

    fn ask(self, shell: Shell, how: How) {
        let connection = shell.connection();
        let mut again = how == How::Anew;
        let ask = move || {
            let known = self.found.with_untracked(|found| found.as_ref().map(|found| Arc::clone(&found.map)));
            let query = UsageQuery {
                connection: connection.clone(),
                again: std::mem::take(&mut again),
                all_terminals: self.all.get_untracked(),
                has_map: known.is_some(),
            };
            async move {
                let mut usage = ipc::command::<FindUsage>(query).await?;
                let map = usage.map.take().map(Arc::new).or(known).unwrap_or_default();
                Ok(Some(LoadedUsage { usage, map }))
            }
        };
        let reads = |found: &Option<LoadedUsage>| found.as_ref().is_some_and(|found| found.usage.reading);
        self.found.poll(PAUSE, shell.same_connection(), ask, reads);
    }
}

impl AreaState for UsageState {
    fn place(&self) -> Route {
        self.page.with_untracked(|page| page.as_ref().map_or(Route::Acquirers, Route::place))
    }

    fn clear(&self) {
        self.found.clear();
        self.all.set(false);
        self.at.set(None);
        self.view.clear();
        self.terminals.clear();
    }

    fn clear_cached(&self) {
        self.found.clear();
    }

    fn reload(&self, shell: Shell) {
        // Other pages of the area show nothing of it.
        let is_open = self
            .page
            .with_untracked(|page| shell.nav.route.with_untracked(|route| page.as_ref() == Some(route)));
        if is_open {
            UsageState::reload(*self, shell);
        }
    }

    fn objects(&self) -> Vec<Object> {
        let map = self.found.with(|found| found.as_ref().map(|found| Arc::clone(&found.map)));
        let map = map.unwrap_or_default();
        let object = |terminal: &UsedTerminal| Object {
            kind: "terminal",
            name: terminal.name.clone(),
            id: terminal.id.to_string(),
            route: Route::Terminal(map.merchants[terminal.merchant as usize].id.clone(), terminal.id.clone()),
        };
        map.terminals.iter().map(object).collect()
    }

    fn read_what_failed(&self, shell: Shell) {
        let in_part = self
            .found
            .with_untracked(|found| found.as_ref().is_some_and(|found| !found.usage.missing.is_empty()));
        if self.found.has_failed() || in_part {
            self.ask(shell, How::Held);
        }
    }
}

/// "Terminals loaded for 60 of 300 merchants." with a button for the rest, and the lists that are missing.
pub(crate) fn progress(shell: Shell) -> AnyView {
    let state = usage(shell);
    let Some(LoadedUsage { usage, .. }) = state.found.get() else { return ().into_any() };
    let unread = usage.merchants - usage.merchants_read.min(usage.merchants);
    let words = (unread > 0).then(|| {
        let of = counted(usage.merchants, "merchant", "merchants");
        format!("Terminals of {} of {of} loaded", usage.merchants_read)
    });
    let more = (unread > 0 && !usage.reading).then(|| {
        let words = format!("Load the terminals of {}", counted(unread, "more merchant", "more merchants"));
        view! { <button type="button" class="small" on:click=move |_| state.read_all(shell)>{words}</button> }
    });
    let missing =
        usage.missing.iter().map(|sentence| view! { <p class="muted">{sentence.clone()}</p> }).collect_view();
    if words.is_none() && usage.missing.is_empty() {
        return ().into_any();
    }
    view! { <div class="row usage-progress"><p class="muted" role="status" aria-label="Terminals loaded">{words}</p>{more}{missing}</div> }.into_any()
}
