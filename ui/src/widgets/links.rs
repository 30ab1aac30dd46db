//! A link to another page of the window.

use leptos::prelude::*;

use crate::paths::Route;
use crate::shell::shell;

#[component]
pub(crate) fn RouteLink(
    route: Route,
    #[prop(into)] words: String,
    /// To a list: what it is narrowed to, as [`crate::widgets::grid::query::filtered`] makes it. Else it is as it was left.
    #[prop(optional, into)]
    narrowed: Option<String>,
) -> impl IntoView {
    let shell = shell();
    let path = match &narrowed {
        Some(query) => format!("{}?{query}", route.path()),
        None => route.path(),
    };
    let go = move |event: web_sys::MouseEvent| {
        event.prevent_default();
        match narrowed.clone() {
            Some(query) => shell.nav.go_narrowed(route.clone(), query),
            None => shell.nav.go(route.clone()),
        }
    };
    view! { <a href=path on:click=go>{words}</a> }
}
