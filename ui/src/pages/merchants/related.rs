//! Records related to a merchant: its terminals and its transactions.

use leptos::prelude::*;
use tapline_contract::merchant::MerchantId;

use crate::pages::terminals::MerchantTerminals;
use crate::paths::Route;
use crate::widgets::grid::address::filtered;
use crate::widgets::links::RouteLink;

#[component]
pub(super) fn RelatedRecords(
    id: MerchantId,
    /// Name for the search: transactions contain the merchant's name, not its id.
    name: Option<String>,
) -> impl IntoView {
    let usage = Route::UsersOfMerchant(id.clone());
    view! {
        <MerchantTerminals of=id/>
        <section class="card" aria-label="Related"><h2>"Related"</h2><dl>
            <dt>"Transactions"</dt><dd>{transactions(name)}</dd>
            <dt>"Usage"</dt><dd><RouteLink route=usage words="Show usage"/></dd>
        </dl></section>
    }
}

fn transactions(name: Option<String>) -> AnyView {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        return view! { <span class="muted">"Found by merchant name, and this merchant has none."</span> }
            .into_any();
    };
    let narrowed = filtered(&[("mchName", name.trim())]);
    view! { <RouteLink route=Route::Transactions words="View transactions" narrowed=narrowed/> }.into_any()
}
