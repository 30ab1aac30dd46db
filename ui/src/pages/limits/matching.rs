//! A lane whose limit differs from its siblings', and the button that types their value into its form. Nothing is saved by it.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::{Currency, Differs};

use super::{LIMITS, store};
use crate::paths::Route;
use crate::shell::{Shell, shell as shell_of};
use crate::show;

/// What differs, and the way to change it.
pub(super) fn differs(shell: Shell, id: &EmvId, differs: Differs, currency: &Currency) -> AnyView {
    let words = differs.words(currency);
    let figure = show::figure(differs.others, currency);
    let (id, currency) = (id.clone(), currency.clone());
    let act = move |_| match_others(shell_of(), &id, differs, &currency);
    let blocked = shell.is_read_only();
    let matching = (!blocked).then(|| {
        let label = format!("Match the others: {} {figure}, {words}", differs.limit.noun());
        view! { <button type="button" class="link match-others" aria-label=label on:click=act>"Match the others: " {figure}</button> }
    });
    // The row is narrow: with the button beside it, the value of the others stands on the button.
    let said = match blocked {
        true => words.clone(),
        false => words.split(", others").next().unwrap_or(&words).trim_start_matches("differs: ").to_owned(),
    };
    view! { <span class="differs" title=words>{said} " " {matching}</span> }.into_any()
}

/// Opens the form of the configuration with the limit of the others typed in.
fn match_others(shell: Shell, id: &EmvId, differs: Differs, currency: &Currency) {
    let route = Route::Editor(id.clone());
    let store = store(shell);
    let record =
        store.list.with_untracked(|list| list.records.iter().find(|record| record.id == *id).cloned());
    // What is typed elsewhere is not given up without a question.
    if let Some(record) = record.filter(|_| !untrack(|| shell.nav.dirty())) {
        store.open_form(&record, currency);
        LIMITS.put(shell.areas(), differs.limit.param(), currency.plain(differs.others));
    }
    shell.nav.go(route);
}
