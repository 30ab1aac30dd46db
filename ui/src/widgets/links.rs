//! A link to another page of the window.

use leptos::prelude::*;

use crate::paths::Route;
use crate::shell::shell;

#[component]
pub(crate) fn RouteLink(route: Route, #[prop(into)] words: String) -> impl IntoView {
    let shell = shell();
    let path = route.path();
    view! {
        <a href=path on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words}</a>
    }
}
