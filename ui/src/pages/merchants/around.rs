//! What belongs to a merchant elsewhere: its terminals, and its transactions.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::device::DeviceQuery;
use tapline_contract::endpoints::ListDevices;
use tapline_contract::merchant::MerchantId;

use crate::ipc;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::failure::FailureNote;
use crate::widgets::grid::query::filtered;
use crate::widgets::links::RouteLink;
use crate::widgets::show::live;

/// Read again whenever the merchant is.
#[component]
pub(super) fn Around(
    id: MerchantId,
    /// Transactions contain the name and not the id.
    name: Option<String>,
) -> impl IntoView {
    let shell = shell();
    let terminals = RwSignal::new(None::<Result<String, Failure>>);
    let read = {
        let id = id.clone();
        move || {
            let (connection, mch_id) = (shell.connection(), Some(id.to_string()));
            spawn_local(async move {
                let query = DeviceQuery { mch_id, page_number: None };
                let answer = ipc::api::<ListDevices>(connection, None, (), query, ()).await;
                let counted = answer.map(|page| words(page.records.len(), page.has_next));
                // The page may be gone by then.
                let _ = terminals.try_set(Some(counted));
            });
        }
    };
    read();
    let here = Route::TerminalsOf(id);
    let count = move || match terminals.get() {
        None => view! { <span class="muted" role="status">"Reading…"</span> }.into_any(),
        Some(Ok(words)) => view! { <RouteLink route=here.clone() words=words/> }.into_any(),
        Some(Err(failure)) => {
            let again = read.clone();
            view! {
                <FailureNote failure=failure><button type="button" on:click=move |_| again()>"Count again"</button></FailureNote>
            }
            .into_any()
        }
    };
    view! {
        <section class="card" aria-label="Belongs to it"><h2>"Belongs to it"</h2><dl>
            <dt>"Terminals"</dt><dd>{live(count)}</dd>
            <dt>"Transactions"</dt><dd>{transactions(name)}</dd>
        </dl></section>
    }
}

fn transactions(name: Option<String>) -> AnyView {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        return view! { <span class="muted">"They name their merchant, and this one has no name."</span> }
            .into_any();
    };
    let narrowed = filtered(&[("mchName", name.trim())]);
    view! { <RouteLink route=Route::Transactions words="Open its transactions" narrowed=narrowed/> }
        .into_any()
}

fn words(count: usize, has_more: bool) -> String {
    match (count, has_more) {
        (many, true) => format!("more than {many} terminals"),
        (0, false) => "no terminal".to_owned(),
        (1, false) => "1 terminal".to_owned(),
        (many, false) => format!("{many} terminals"),
    }
}
