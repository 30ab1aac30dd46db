//! Terminals: all that are loaded, those of one merchant, and one of them.

mod activate;
mod all;
mod edit;
mod ends;
mod facts;
mod fields;
mod known;
mod list;
mod one;
mod parts;
mod resource;
mod sdk_ids;
mod secrets;
mod siblings;
mod state;

use leptos::prelude::*;

pub(crate) use self::list::MerchantTerminals;
use crate::parts::part;
use crate::paths::Route;
use crate::record::ResourceKind;
use crate::record::review::RecordReview;
use crate::shell::areas::Area;

pub(crate) const TERMINALS: ResourceKind = &resource::TerminalKind;

pub(crate) const AREA: Area = Area {
    place: Route::Terminals,
    icon: "terminal",
    title: "Terminals",
    by_id: None,
    ahead: None,
    page: part!(records, page),
    inner: None,
};

fn page(route: Route) -> AnyView {
    match route {
        Route::TerminalsOf(of) => view! { <list::TerminalsOf of=of/> }.into_any(),
        Route::ActivateTerminal(of) => view! { <activate::Activate of=of/> }.into_any(),
        Route::Terminal(of, id) => view! { <one::OneTerminal of=of id=id/> }.into_any(),
        Route::EditTerminal(of, id) => view! { <edit::EditTerminal of=of id=id/> }.into_any(),
        Route::ReviewTerminal => view! { <RecordReview kind=TERMINALS/> }.into_any(),
        _ => view! { <all::AllTerminals/> }.into_any(),
    }
}

/// Icon and words of a terminal's status.
pub(crate) fn status_of(device: &tapline_contract::device::Device) -> (&'static str, String) {
    let known::Status { icon, words, .. } = known::status(device);
    (icon, words)
}
