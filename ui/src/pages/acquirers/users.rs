//! Users of an acquirer profile: the merchants with a method that runs over the profile.

use leptos::prelude::*;
use tapline_contract::merchant::Merchant;

use crate::pages::merchants::{MERCHANTS, store};
use crate::paths::Route;
use crate::remote::Reading;
use crate::shell::Shell;
use crate::widgets::failure::ReadFailed;
use crate::widgets::links::RouteLink;

/// Reads the merchants unless they are loaded.
pub(super) fn read(shell: Shell) {
    MERCHANTS.read_once(shell);
}

/// Merchants that use the profile with this id.
pub(super) fn merchants(shell: Shell, id: &str) -> Vec<Merchant> {
    let uses = |merchant: &&Merchant| {
        let mut methods = merchant.supported_payment_methods.iter().flatten();
        methods.any(|method| method.profile_id.as_ref().is_some_and(|profile| profile.text() == id))
    };
    store(shell).list.with(|list| list.records.iter().filter(uses).cloned().collect())
}

/// Merchant names as links, or the reason why they are unknown.
pub(super) fn links(shell: Shell, id: &str) -> AnyView {
    let Reading { read_at, loading, failure, .. } = store(shell).list.reading();
    if failure.is_some() {
        return view! {
            <ReadFailed reading=Signal::derive(move || store(shell).list.reading()) again=Callback::new(move |()| MERCHANTS.reload(shell))
                so=|| view! { <p>"Merchants not loaded."</p> }/>
        }
        .into_any();
    }
    if read_at == 0.0 {
        let words = if loading { "Loading merchants…" } else { "" };
        return view! { <p class="muted" role="status">{words}</p> }.into_any();
    }
    let users = merchants(shell, id);
    if users.is_empty() {
        return view! { <p class="muted">"Not used by any merchant."</p> }.into_any();
    }
    let rows = users.iter().map(|merchant| {
        view! { <li><RouteLink route=Route::Merchant(merchant.mch_id.clone()) words=merchant.name()/></li> }
    });
    view! { <ul class="links" aria-label="Merchants">{rows.collect_view()}</ul> }.into_any()
}
