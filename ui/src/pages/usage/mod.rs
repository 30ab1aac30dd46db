//! Usage: acquirer profiles, configurations, merchants and terminals, and who may use what, as a picture and as a table.
//!
//! Every *Used by* leads here, with the path of its record. It shows what may be used: the configuration that a terminal really
//! has is in no record.

mod board;
mod picture;
mod state;
mod table;

use std::sync::Arc;

use leptos::prelude::*;

use self::board::{ACQUIRERS, Board, CONFIGURATIONS, ConfigurationName, MERCHANTS, Subject};
pub(crate) use self::state::{progress, usage};
use crate::effect::effect;
use crate::nav::Entry;
use crate::pages::limits::{self, LIMITS};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::choice::{ChoiceRow, plain};
use crate::widgets::grid::address::{RouteQuery, follow_list};

/// Kind of view in the route; empty for the picture.
const TABLE: &str = "table";

/// The record of a route whose path is shown first.
fn subject(route: &Route) -> Option<Subject> {
    match route {
        Route::UsersOf(id) => Some(Subject::Node(CONFIGURATIONS, id.to_string())),
        Route::UsersOfAcquirer(id) => Some(Subject::Node(ACQUIRERS, id.to_string())),
        Route::UsersOfMerchant(id) => Some(Subject::Node(MERCHANTS, id.to_string())),
        Route::UsersOfProfile(id) => Some(Subject::Profile(id.to_string())),
        _ => None,
    }
}

#[component]
pub(crate) fn UsagePage(route: Route) -> impl IntoView {
    let shell = shell();
    let state = usage(shell);
    LIMITS.read_once(shell);
    state.open(shell);
    if let Some(subject) = subject(&route) {
        state.at.set(Some(subject));
    }
    let again = Callback::new(move |()| state.open(shell));
    shell.outage().keep_trying(Signal::derive(move || state.reading()), again);
    let board = Memo::new(move |_| board(shell));
    // A record that is gone has no path.
    effect(move || {
        let is_gone = board.with(|board| {
            let is_loaded = !board.columns[ACQUIRERS].is_empty();
            let at = state.at.get_untracked();
            is_loaded && at.is_some_and(|at| matches!(at, Subject::Node(..)) && board.find(&at).is_none())
        });
        let is_reading = state.found.with(|found| found.as_ref().is_none_or(|found| found.usage.reading));
        if is_gone && !is_reading {
            state.at.set(None);
        }
    });
    // Also the list of the table follows the route: the same query twice is one entry.
    follow_list(shell, state.view);
    let is_table = Memo::new(move |_| state.view.kind.with(|kind| kind == TABLE));
    move || {
        if is_table.get() {
            view! { <table::UsageTable board=board/> }.into_any()
        } else {
            view! { <picture::Picture board=board/> }.into_any()
        }
    }
}

fn board(shell: Shell) -> Arc<Board> {
    let names = limits::store(shell).list.with(|list| {
        let name = |record: &tapline_contract::emv_config::EmvConfig| ConfigurationName {
            id: record.id.clone(),
            name: record.full_name(),
            scheme: record.scheme(),
        };
        list.records.iter().map(name).collect::<Vec<_>>()
    });
    let found = usage(shell).found.get().unwrap_or_default();
    let is_certain = found.usage.missing.is_empty() && !found.usage.reading;
    Arc::new(Board::new(&found.map, &names, is_certain))
}

/// Tabs of the area: the list, and usage.
pub(crate) fn tabs() -> AnyView {
    let shell = shell();
    let is_usage = shell.nav.route.with_untracked(|route| *route != Route::Acquirers);
    let tab = |route: Route, words: &'static str, is_here: bool| {
        let path = route.path();
        view! {
            <a href=path aria-current=is_here.then_some("page") on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words}</a>
        }
    };
    view! {
        <nav class="tabs" aria-label="Views of acquirer profiles">
            {tab(Route::Acquirers, "List", !is_usage)}
            {tab(Route::Usage, "Usage", is_usage)}
        </nav>
    }
    .into_any()
}

/// Switch between picture and table.
fn switch(shell: Shell) -> impl IntoView {
    let kind = usage(shell).view.kind;
    let is_table = Memo::new(move |_| kind.with(|kind| kind == TABLE));
    let choose = Callback::new(move |table| {
        let chosen = if table { TABLE } else { "" }.to_owned();
        // The route first: the table reads it when drawn.
        let query =
            RouteQuery { view: chosen.clone(), ..untrack(|| RouteQuery::from_view(usage(shell).view)) };
        shell.nav.refine(&query.text(), Entry::New);
        kind.set(chosen);
    });
    view! {
        <ChoiceRow label="View" name="usage-view" choices=plain([(false, "Picture"), (true, "Table")])
            chosen=is_table.into() choose=choose/>
    }
}
