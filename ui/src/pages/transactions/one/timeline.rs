//! The history of a transaction, action by action, in the order of the service. The actions have no times.

use leptos::prelude::*;
use tapline_contract::action::{Deed, Standing};
use tapline_contract::transaction::{Action, Amount, Transaction, TransactionId};

use super::facts::{TransactionLink, without_card};
use super::head::status;
use super::money;
use crate::shell::shell;
use crate::widgets::icon::Icon;

#[component]
pub(super) fn Timeline(record: Transaction) -> impl IntoView {
    let actions = record.actions.clone().unwrap_or_default();
    let none = actions
        .is_empty()
        .then(|| view! { <p class="muted">"The service tells no actions of this transaction."</p> });
    let id = record.tran_id.clone();
    let paid_in = record.amount.as_ref().and_then(|amount| amount.currency.clone());
    let rows = actions
        .into_iter()
        .map(move |action| view! { <Step action=action of=id.clone() currency=paid_in.clone()/> });
    view! {
        <section class="facts-group" aria-label="Timeline">
            <h2>"Timeline" <span class="muted">" as the service orders it, without times"</span></h2>
            <ol class="timeline">{rows.collect_view()}</ol>{none}
        </section>
    }
}

#[component]
fn Step(action: Action, of: TransactionId, currency: Option<String>) -> impl IntoView {
    let shell = shell();
    let present = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (icon, class, words) = status(action.action_status.as_deref());
    let kind = present(&action.action_type).unwrap_or_else(|| "Action without a type".to_owned());
    let connection = shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.clone()));
    // An action without a currency has that of its transaction.
    let amount =
        action.amount.clone().map(|amount| Amount { currency: amount.currency.or(currency), ..amount });
    let sum = amount.and_then(|amount| Some(money::shown(&connection?, Some(&amount))));
    // A standing refund returned money; a failed one moved nothing.
    let gave_back = action.deed() == Deed::Refund && action.standing() != Standing::Fell;
    let sum = sum.map(|sum| if gave_back && !sum.starts_with('−') { format!("−{sum}") } else { sum });
    let reason = present(&action.reason)
        .map(|reason| view! { <p class="reason">"Reason: " <q>{without_card(&reason)}</q></p> });
    let details = [
        ("host code", present(&action.host_resp_code)),
        ("trace", present(&action.trace)),
        ("action", present(&action.action_id)),
    ];
    let details = details
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <span>{name} " " <code>{value?}</code></span> }));
    let other = action.tran_id.as_deref().and_then(TransactionId::parse).filter(|id| *id != of);
    view! {
        <li>
            <span class=format!("step-mark {class}")><Icon name=icon/></span>
            <div>
                <p class="row"><code>{kind}</code><span>{words}</span><span class="grow"></span><b class="number">{sum}</b></p>
                {reason}
                <p class="details">{details.collect_view()}{other.map(|id| view! { <span>"transaction " <TransactionLink id=id/></span> })}</p>
            </div>
        </li>
    }
}
