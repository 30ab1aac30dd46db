//! A link to another page of the window.
//!
//! Breadcrumbs: the pages above this one.

use leptos::prelude::*;

use crate::nav::with_query;
use crate::paths::Route;
use crate::shell::shell;

#[component]
pub(crate) fn RouteLink(
    route: Route,
    #[prop(into)] words: String,
    /// Filters of a list, from [`crate::widgets::grid::address::filtered`]. Without them the list is as it was left.
    #[prop(optional, into)]
    narrowed: Option<String>,
) -> impl IntoView {
    let shell = shell();
    let path = with_query(&route, narrowed.as_deref().unwrap_or_default());
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        match narrowed.clone() {
            Some(query) => shell.nav.go_narrowed(route.clone(), query),
            None => shell.nav.go(route.clone()),
        }
    };
    view! { <a href=path on:click=go>{words}</a> }
}

#[component]
pub(crate) fn Crumbs(
    /// Pages from the area down.
    trail: Vec<(Route, String)>,
    /// Name of this page.
    #[prop(into)]
    here: Signal<String>,
) -> impl IntoView {
    let shell = shell();
    let links = trail.into_iter().map(move |(route, words)| {
        let path = route.path();
        view! {
            <li><a href=path on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words}</a></li>
        }
    });
    view! {
        <nav class="crumbs" aria-label="Breadcrumb">
            <ol>{links.collect_view()}<li aria-current="page">{move || here.get()}</li></ol>
        </nav>
    }
}
