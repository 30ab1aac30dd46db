//! The head: id, amount, reported status, environment, read time, and the actions.

use leptos::prelude::*;
use tapline_contract::allowed::remaining;
use tapline_contract::transaction::Transaction;
use tapline_contract::transaction_state::State;

use super::actions::Actions;
use super::money;
use crate::shell::{Shell, shell};
use crate::widgets::copy::CopyButton;
use crate::widgets::env_badge::EnvBadge;
use crate::widgets::icon::Icon;
use crate::widgets::money::open::OpenCalls;
use crate::widgets::show::live;

/// The level of the heading: h1 on its page, h2 in the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Page,
    Pane,
}

impl Heading {
    pub(super) fn title(self, words: String) -> AnyView {
        match self {
            Heading::Page => view! { <h1 class="sum">{words}</h1> }.into_any(),
            Heading::Pane => view! { <h2 class="sum">{words}</h2> }.into_any(),
        }
    }
}

/// Icon, class and words of a status; a status that the service's interface does not explain stays raw.
pub(super) fn status(raw: Option<&str>) -> (&'static str, &'static str, String) {
    let Some(state) = raw.and_then(State::of_name) else {
        let words = match raw.map(str::trim).filter(|raw| !raw.is_empty()) {
            Some(raw) => format!("{raw} (not documented)"),
            None => "No status told".to_owned(),
        };
        return ("info", "muted", words);
    };
    let (icon, class) = match state {
        State::Init => ("wait", "muted"),
        State::Processing => ("wait", "warn"),
        State::Approved => ("check", "good"),
        State::Declined => ("error", "bad"),
        State::Voided => ("undo", "muted"),
        State::Refunded | State::Reversed => ("undo", "warn"),
        State::Closed => ("info", "muted"),
    };
    (icon, class, state.words().to_owned())
}

#[component]
pub(super) fn Head(
    #[prop(into)] record: Signal<Option<Transaction>>,
    calls: OpenCalls,
    heading: Heading,
) -> impl IntoView {
    let shell = shell();
    let badge =
        move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> });
    let read = move || super::state::open_transaction(shell).reading().words();
    let sum = move || {
        let connection = shell.session.get().map(|session| session.connection)?;
        record.with(|record| Some(heading.title(money::shown(&connection, record.as_ref()?.amount.as_ref()))))
    };
    let state = move || {
        let (icon, class, words) =
            record.with(|record| status(record.as_ref().and_then(|r| r.tran_status.as_deref())));
        view! { <b class=format!("with-icon {class}")><Icon name=icon/>{words}</b> }
    };
    let given_back = move || record.with(|record| refunded(shell, record.as_ref()?));
    let id = move || {
        record.with(|record| record.as_ref().map(|record| record.tran_id.to_string()).unwrap_or_default())
    };
    view! {
        <header class="transaction-head">
            <div class="row"><code>{live(id)}</code>{move || view! { <CopyButton text=id()/> }}<span class="grow"></span>{live(badge)}</div>
            <div class="row sum-row">{live(sum)}{live(state)}<span class="grow"></span>
                <span class="muted caption">{live(read)}</span>
                <button type="button" class="plain square" aria-label="Reload transaction" title="Reload transaction (F5)"
                    on:click=move |_| super::state::open_transaction(shell).reload(shell)><Icon name="reload"/></button>
            </div>
            {live(given_back)}
            <Actions record=record calls=calls/>
        </header>
    }
}

/// "20.00 EUR refunded · 30.00 EUR left": the status of a sale does not change after a partial refund.
fn refunded(shell: Shell, record: &Transaction) -> Option<AnyView> {
    let kind = record.tran_type.as_deref().unwrap_or_default().to_ascii_uppercase();
    if kind.contains("REFUND") {
        return None;
    }
    let remaining = remaining(record)?;
    let amounts = money::amounts(shell, Some(record))?;
    let money = |value| Some(amounts.currency.money(money::minor_decimal(&amounts, value)?));
    let (back, left) = (money(remaining.refunded)?, money(remaining.left)?);
    let some = money::minor_decimal(&amounts, remaining.refunded)? > 0;
    let unsure = (!remaining.is_sure).then(|| view! { <span class="chip warn">"likely"</span> });
    some.then(|| {
        view! {
            <p class="row given-back" title=remaining.words()><span class="warn"><Icon name="undo"/></span><b>{format!("{back} refunded · {left} left")}</b>{unsure}</p>
        }
        .into_any()
    })
}
