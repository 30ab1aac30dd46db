//! Breadcrumbs: the pages above this one.

use leptos::prelude::*;

use crate::paths::Route;
use crate::shell::shell;

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
