//! View, filters and amount of Limits in the route, for axis, table and matrix, and its saved views.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tapline_emv::{Presented, Scheme};

use super::state::{Overview, overview};
use crate::paths::Route;
use crate::shell::{Shell, shell};
use crate::widgets::grid::address::{RouteQuery, follow_route};
use crate::widgets::grid::layout::Layout;
use crate::widgets::grid::view::{Views, keep};

/// Kinds of view, besides the axis.
const TABLE: &str = "table";
const MATRIX: &str = "matrix";

/// Value of a filter that is on.
const ON: &str = "1";

/// Filters that are on or off, by their keys.
fn switches(view: Overview) -> [(&'static str, RwSignal<bool>); 4] {
    [
        ("findings", view.only_findings),
        ("outliers", view.only_outliers),
        ("shared", view.shared),
        ("differences", view.only_odd),
    ]
}

/// The query of the view as it is now. Reads signals.
fn seen(shell: Shell) -> RouteQuery {
    let view = overview(shell);
    let mut filters = BTreeMap::new();
    if let Some(scheme) = view.scheme.get() {
        filters.insert("scheme".to_owned(), scheme.key().to_owned());
    }
    for (key, is_on) in switches(view) {
        if is_on.get() {
            filters.insert(key.to_owned(), ON.to_owned());
        }
    }
    if shell.presented.get() == Presented::Phone {
        filters.insert("phone".to_owned(), ON.to_owned());
    }
    let at = shell.amount.get();
    RouteQuery {
        // The matrix has a path of its own.
        view: if view.table.get() { TABLE } else { "" }.to_owned(),
        words: view.words.with(|words| words.trim().to_owned()),
        at: if at == shell.first_amount() { String::new() } else { at },
        filters,
        ..RouteQuery::default()
    }
}

/// Applies a query. One without an amount keeps the amount, which the whole window shares.
fn show(shell: Shell, query: &RouteQuery) {
    let view = overview(shell);
    let is_on = |key: &str| query.filters.contains_key(key);
    put(view.table, query.view == TABLE);
    for (key, switch) in switches(view) {
        put(switch, is_on(key));
    }
    let scheme = query.filters.get("scheme");
    put(view.scheme, scheme.and_then(|key| Scheme::ALL.into_iter().find(|scheme| scheme.key() == key)));
    put(shell.presented, if is_on("phone") { Presented::Phone } else { Presented::Card });
    if view.words.with_untracked(|words| words.trim() != query.words) {
        view.words.set(query.words.clone());
    }
    if !query.at.is_empty() {
        put(shell.amount, query.at.clone());
    }
}

/// Sets a signal whose value changes.
fn put<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|now| *now != value) {
        signal.set(value);
    }
}

/// Keeps the page in step with the route.
pub(crate) fn follow(shell: Shell) {
    follow_route(shell, move || seen(shell), move |query| show(shell, &query));
}

#[component]
pub(super) fn LimitsViews() -> impl IntoView {
    let shell = shell();
    let views = overview(shell).views;
    keep("limits", &[], views);
    let now = Callback::new(move |()| {
        let query = seen(shell);
        let is_matrix = shell.nav.route.with(|route| *route == Route::Matrix);
        let view = if is_matrix { MATRIX.to_owned() } else { query.view.clone() };
        (RouteQuery { view, ..query }, Layout::default())
    });
    let choose = Callback::new(move |(query, _): (RouteQuery, Layout)| {
        let wanted = if query.view == MATRIX { Route::Matrix } else { Route::Limits };
        if shell.nav.route.with_untracked(|now| *now == wanted) {
            show(shell, &query);
        } else {
            shell.nav.go_narrowed(wanted, query.text());
        }
    });
    view! {
        <Views saved=views.saved now=now show=choose all="All configurations, axis"
            hint="Saves view, filters and amount on this computer" back="main .lane-link, main .limits-row a, #matrix-grid"/>
    }
}
