//! Terminals.

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use crate::paths::Route;
use crate::widgets::crumbs::Crumbs;

#[component]
pub(crate) fn Terminals() -> impl IntoView {
    view! { <div class="page"><h1>"Terminals"</h1></div> }
}

/// The terminals of one merchant.
#[component]
pub(crate) fn TerminalsOf(id: MerchantId) -> impl IntoView {
    let trail =
        vec![(Route::Merchants, "Merchants".to_owned()), (Route::Merchant(id.clone()), id.to_string())];
    view! { <div class="page"><Crumbs trail=trail here="Terminals"/><h1>"Terminals of " {id.to_string()}</h1></div> }
}
