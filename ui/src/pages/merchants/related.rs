//! Records related to a merchant: its terminals and its transactions.

use leptos::prelude::*;
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::merchant::MerchantId;

use crate::ipc;
use crate::paths::Route;
use crate::remote::Remote;
use crate::shell::shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::grid::view::filtered;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Refreshed with the merchant.
#[component]
pub(super) fn RelatedRecords(
    id: MerchantId,
    /// Name for the search: transactions contain the merchant's name, not its id.
    name: Option<String>,
) -> impl IntoView {
    let shell = shell();
    let terminals = Remote::<String>::default();
    let read = {
        let id = id.clone();
        move || {
            let (connection, mch_id) = (shell.connection(), Some(id.to_string()));
            let query = DeviceQuery { mch_id, page_number: None };
            let answer = async move { ipc::api::<ListDevices>(connection, None, (), query, ()).await };
            let counted = async move { answer.await.map(|page| words(page.records.len(), page.has_next)) };
            terminals.read(shell.same_connection(), counted);
        }
    };
    read();
    let here = Route::TerminalsOf(id);
    let reading = Signal::derive(move || terminals.reading());
    let has_failed = Memo::new(move |_| reading.with(|reading| reading.failure.is_some()));
    let again = Callback::new(move |()| read());
    let count = move || {
        let words = terminals.get();
        match (has_failed.get(), words.is_empty()) {
            (true, _) => view! { <ReadFailed reading=reading again=again/> }.into_any(),
            (false, true) => view! { <span class="muted" role="status">"Loading…"</span> }.into_any(),
            (false, false) => view! { <RouteLink route=here.clone() words=words/> }.into_any(),
        }
    };
    view! {
        <section class="card" aria-label="Related"><h2>"Related"</h2><dl>
            <dt>"Terminals"</dt><dd>{live(count)}</dd>
            <dt>"Transactions"</dt><dd>{transactions(name)}</dd>
        </dl></section>
    }
}

fn transactions(name: Option<String>) -> AnyView {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        return view! { <span class="muted">"Found by merchant name, and this merchant has none."</span> }
            .into_any();
    };
    let narrowed = filtered(&[("mchName", name.trim())]);
    view! { <RouteLink route=Route::Transactions words="Open transactions" narrowed=narrowed/> }.into_any()
}

fn words(count: usize, has_more: bool) -> String {
    match (count, has_more) {
        (many, true) => format!("more than {many} terminals"),
        (0, false) => "no terminal".to_owned(),
        (1, false) => "1 terminal".to_owned(),
        (many, false) => format!("{many} terminals"),
    }
}
