//! A lane whose limit differs from its siblings, and the button that types their value into its form. The button saves nothing.

use leptos::prelude::*;
use tapline_contract::emv_config::EmvId;
use tapline_emv::{Currency, Differs, LimitKind};

use super::lanes::Lane;
use super::{LIMITS, store};
use crate::paths::Route;
use crate::shell::Shell;
use crate::show;

/// The difference, and the button that removes it.
pub(super) fn differs(shell: Shell, lane: &Lane, differs: Differs, currency: &Currency) -> AnyView {
    let words = differs.words(currency);
    let Some(offer) = offer(shell, lane, differs, currency) else {
        return view! { <span class="differs">{words}</span> }.into_any();
    };
    // The row is narrow, and the axis next to it shows this lane's value.
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

/// The button alone; `None` while changes are not possible.
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

/// Opens the form of the configuration with its siblings' limit typed in.
fn match_others(shell: Shell, id: &EmvId, differs: Differs, currency: &Currency) {
    let route = Route::Editor(id.clone());
    let store = store(shell);
    let record =
        store.list.with_untracked(|list| list.records.iter().find(|record| record.id == *id).cloned());
    // Unsaved text elsewhere is never discarded without a question.
    if let Some(record) = record.filter(|_| !untrack(|| shell.nav.dirty())) {
        // The form uses the currency of the lane, in which the text is written.
        shell.users_currency.set(Some(currency.clone()).filter(|its| *its != shell.currency()));
        store.open_form(&record, currency);
        LIMITS.put(shell.areas(), differs.limit.param(), currency.plain(differs.others));
    }
    shell.nav.go(route);
}
