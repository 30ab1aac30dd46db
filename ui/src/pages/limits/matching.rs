//! A lane whose limit differs from its siblings', and the button that types their value into its form. Nothing is saved by it.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::{Currency, Differs, LimitKind};

use super::lanes::Lane;
use super::{LIMITS, store};
use crate::paths::Route;
use crate::shell::Shell;
use crate::show;

/// What differs, and the way to change it.
pub(super) fn differs(shell: Shell, lane: &Lane, differs: Differs, currency: &Currency) -> AnyView {
    let words = differs.words(currency);
    let Some(offer) = offer(shell, lane, differs, currency) else {
        return view! { <span class="differs">{words}</span> }.into_any();
    };
    // The row is narrow: the value of this lane stands on the axis beside it.
    let limit = match differs.limit {
        LimitKind::Floor => "Floor",
        LimitKind::Cvm => "CVM",
        LimitKind::Transaction => "Transaction",
    };
    view! {
        <span class="differs with-match" title=words><span>{limit}</span>{offer}</span>
    }
    .into_any()
}

/// The button alone; `None` while nothing may be changed.
pub(super) fn offer(shell: Shell, lane: &Lane, differs: Differs, currency: &Currency) -> Option<AnyView> {
    if shell.is_read_only() {
        return None;
    }
    let figure = show::figure(differs.others, currency);
    let label = format!("Match the others: {figure}, {} of {}", differs.limit.noun(), lane.name);
    let (id, currency) = (lane.id.clone(), currency.clone());
    let act = move |_| match_others(shell, &id, differs, &currency);
    Some(
        view! {
            <button type="button" class="link match-others" aria-label=label on:click=act>"Match the others: " {figure}</button>
        }
        .into_any(),
    )
}

/// Opens the form of the configuration with the limit of the others typed in.
fn match_others(shell: Shell, id: &EmvId, differs: Differs, currency: &Currency) {
    let route = Route::Editor(id.clone());
    let store = store(shell);
    let record =
        store.list.with_untracked(|list| list.records.iter().find(|record| record.id == *id).cloned());
    // What is typed elsewhere is not given up without a question.
    if let Some(record) = record.filter(|_| !untrack(|| shell.nav.dirty())) {
        // What is typed stands in the currency of the lane, and so does the form.
        shell.users_currency.set(Some(currency.clone()).filter(|its| *its != shell.currency()));
        store.open_form(&record, currency);
        LIMITS.put(shell.areas(), differs.limit.param(), currency.plain(differs.others));
    }
    shell.nav.go(route);
}
