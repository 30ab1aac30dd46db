//! Activity: changes and reveals from this workstation over this connection, from core's journal. A change opens next to the list, with its
//! effect, its outcome, and an undo if possible.

mod arrived;
mod columns;
mod one;
mod state;

use leptos::prelude::*;
use tapline_contract::history::OperationId;
use tapline_contract::list::ListOf;

use self::one::OneChange;
use crate::parts::part;
use crate::paths::Route;
use crate::record::tabs::Place;
use crate::shell::areas::Area;
use crate::shell::shell;
use crate::widgets::grid::column::ListSpec;
use crate::widgets::grid::filter::{FilterKind, here};
use crate::widgets::grid::page::ListPage;
use crate::widgets::links::Crumbs;

pub(crate) const AREA: Area = Area {
    place: Route::Activity,
    icon: "activity",
    title: "Activity",
    by_id: None,
    ahead: Some(|| ListOf::Activity),
    page: part!(tools, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::Change(id) => view! { <ChangePage id=id/> }.into_any(),
        _ => view! { <Activity/> }.into_any(),
    }
}

const LIST: ListSpec = ListSpec {
    id: "activity",
    title: "Activity",
    noun: ["change", "changes"],
    find: "Filter by change, id, outcome…",
    none_yet: "No changes from this computer yet. Saved changes appear here, and changes to limits can be undone.",
    filters: &[
        here("outcome", "Outcome", FilterKind::OneOf(columns::OUTCOMES)).always(),
        here("what", "Change", FilterKind::Text { hint: "Part of the text, such as Refunded" }),
        here("account", "Account", FilterKind::Text { hint: "Part of the account" }),
    ],
    renamed: &[],
};

#[component]
pub(crate) fn Activity() -> impl IntoView {
    let shell = shell();
    let activity = state::activity(shell);
    activity.watch(shell);
    let reload = Callback::new(move |()| activity.reload(shell));
    let source = activity.list.keyed_source(&LIST, columns::COLUMNS, columns::KEY, activity.view, reload);
    view! { <ListPage list=&LIST view=activity.view source=source route=route pane=Some(pane)/> }
}

fn route(key: &str) -> Route {
    OperationId::parse(key).map_or(Route::Activity, Route::Change)
}

fn pane(key: String) -> AnyView {
    OperationId::parse(&key).map(|id| view! { <OneChange id=id place=Place::BesideList/> }).into_any()
}

/// A change as a page of its own.
#[component]
pub(crate) fn ChangePage(id: OperationId) -> impl IntoView {
    let shell = shell();
    state::activity(shell).watch(shell);
    view! {
        <div class="page">
            <Crumbs trail=vec![(Route::Activity, "Activity".to_owned())] here="Change"/>
            <OneChange id=id place=Place::Page/>
        </div>
    }
}
