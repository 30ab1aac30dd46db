//! The areas of the window, in the order of their keys in the side bar: Ctrl+1 to Ctrl+8, then Ctrl+0. The connection's menu leads
//! to the last one. Only this file knows all of them.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;

use crate::app::App;
use crate::pages::{
    acquirers, activity, answers, editor, guide, limits, matrix, merchants, owner, plan, profiles,
    settlements, terminals, transactions,
};
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::record::review::RecordReview;
use crate::shell::areas::Area;
use crate::shell::shell;
use crate::widgets::frame::edges::Rail;
use crate::widgets::{first_card, part};

/// The window with all its areas.
#[component]
pub(crate) fn Window() -> impl IntoView {
    view! { <App areas=AREAS rail=RAIL answers=ANSWERS guide=GUIDE on_open=READ/> }
}

/// In the part of Limits, the first page next to it.
const RAIL: PagePart = part!(limits, |_| view! { <Rail/> }.into_any());

/// Limits are loaded at once: other areas show their names. Transactions are opened most often from there, so their part is
/// loaded meanwhile. Sheets in front of a page and the lock are loaded while the person is idle.
const READ: PagePart = part!(limits, |_| {
    let shell = shell();
    if shell.session.with_untracked(Option::is_some) {
        limits::LIMITS.read_once(shell);
        first_card::watch(shell);
        limits::kept::begin(shell);
        if shell.nav.route.with_untracked(|route| matches!(route, Route::Limits | Route::Start)) {
            part::load(transactions::AREA.page);
        }
        part::load_when_idle(activity::AREA.page);
    }
    ().into_any()
});

const AREAS: &[Area] = &[
    LIMITS,
    transactions::AREA,
    settlements::AREA,
    merchants::AREA,
    terminals::AREA,
    profiles::AREA,
    acquirers::AREA,
    activity::AREA,
    CHANGE_SETS,
    owner::AREA,
];

const LIMITS: Area = Area {
    place: Route::Limits,
    icon: "limits",
    title: "Limits",
    by_id: Some(("configuration", |id| EmvId::parse(id).map(Route::Editor))),
    ahead: None,
    page: part!(limits, |_| view! { <limits::Limits/> }.into_any()),
    inner: Some(EDITOR),
};

/// In one part with the pages that gather changes.
const CHANGE_SETS: Area = Area {
    place: Route::Plan,
    icon: "edit",
    title: "Change sets",
    by_id: None,
    ahead: None,
    page: part!(editor, |_| view! { <plan::PlanPage/> }.into_any()),
    inner: None,
};

/// In one part with transactions, which the palette explains.
const ANSWERS: PagePart = part!(money, |_| view! { <answers::Answers/> }.into_any());

const GUIDE: PagePart = part!(tools, |_| view! { <guide::Guide/> }.into_any());

/// Everything that changes limits. The overview works without it.
const EDITOR: PagePart = part!(editor, |route| match route {
    Route::Editor(id) => view! { <editor::Editor id=Some(id)/> }.into_any(),
    Route::New => view! { <editor::NewConfiguration/> }.into_any(),
    Route::Review => view! { <RecordReview kind=limits::LIMITS/> }.into_any(),
    Route::Matrix => view! { <matrix::MatrixPage/> }.into_any(),
    Route::Delete(id) => view! { <editor::DeleteConfiguration id=id/> }.into_any(),
    _ => ().into_any(),
});

#[cfg(test)]
mod tests {
    use super::AREAS;
    use crate::actions::table::{Does, TABLE};

    #[test]
    fn every_area_but_the_owner_has_a_key_in_order() {
        let goes: Vec<usize> = TABLE
            .iter()
            .filter_map(|action| match action.does {
                Does::Go(at) => Some(at),
                _ => None,
            })
            .collect();
        assert_eq!(goes, (0..AREAS.len() - 1).collect::<Vec<_>>());
        assert!(AREAS.iter().all(|area| area.place.place() == area.place && !area.title.is_empty()));
    }
}
