//! Saved views: filters, sort and columns under a name.

use leptos::prelude::*;

use super::layout::Layout;
use super::query::RouteQuery;
use super::view::{GridView, SavedView};
use crate::ipc::engine;
use crate::widgets::icon::Icon;
use crate::widgets::popover::Popover;
use crate::widgets::text_field::TextField;

#[component]
pub(super) fn Views(view: GridView) -> impl IntoView {
    let open = RwSignal::new(false);
    let name = RwSignal::new(String::new());
    let close = move || {
        open.set(false);
        engine::focus("main .grid", "main h1");
    };
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if name.is_empty() {
            return;
        }
        let query = untrack(|| RouteQuery::from_view(view)).kept().text();
        let new = SavedView { name, query, layout: view.layout.get_untracked() };
        view.saved.update(|saved| {
            saved.retain(|one| one.name != new.name);
            saved.push(new);
        });
        close();
    };
    let list = move || {
        let line = |saved: SavedView| {
            let words = format!("Remove view {}", saved.name);
            let (chosen, gone) = (saved.clone(), saved.name.clone());
            let choose = move |_| {
                RouteQuery::read(&chosen.query).show(view);
                view.layout.set(chosen.layout.clone());
                close();
            };
            let remove = move |_| view.saved.update(|saved| saved.retain(|one| one.name != gone));
            view! {
                <li class="row"><button type="button" class="plain" on:click=choose>{saved.name}</button>
                    <button type="button" class="plain tiny" aria-label=words.clone() title=words on:click=remove><Icon name="bin"/></button></li>
            }
        };
        view.saved.get().into_iter().map(line).collect_view()
    };
    let all = move |_| {
        RouteQuery::default().show(view);
        view.layout.set(Layout::default());
        close();
    };
    let blocked = move || name.with(|name| name.trim().is_empty()).then_some("Enter a name for the view.");
    view! {
        <Popover open=open label="Saved views" class="" face=|| view! { "Saved views"<Icon name="open"/> }>
            <ul class="menu views" aria-label="Saved views">
                <li><button type="button" class="plain" on:click=all>"All rows, usual columns"</button></li>
                {list}
            </ul>
            <form class="filter-form" on:submit=save>
                <TextField id="view-name" label="Name" value=name on_text=Callback::new(move |new| name.set(new))
                    hint=Signal::stored("Keeps filters, sort and columns on this computer".to_owned())/>
                <p class="actions"><button type="submit" class="primary small" disabled=move || blocked().is_some() title=blocked>"Save this view"</button></p>
            </form>
        </Popover>
    }
}
