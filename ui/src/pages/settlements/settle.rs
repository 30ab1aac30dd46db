//! Settling a batch: everything in it goes to the acquirer, irrevocably.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::amounts::Amounts;
use tapline_contract::batch_sums::{Verdict, checks};
use tapline_contract::connection::{Environment, Safety};
use tapline_contract::endpoints;
use tapline_contract::moved;
use tapline_contract::settlement::{SettleDraft, Settlement};

use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::money::attempt::Attempt;
use crate::widgets::money::dialog::{Author, MoneyDialog, Moves, Words};
use crate::widgets::money::retype::{Again, Retype};

static WORDS: Words = Words {
    done: "Settled",
    maybe: "The batch may have been settled.",
    keep: "Close without settling",
    consequence: "Cannot be undone.",
    say: "“I sent the batch for settling and do not know yet whether it went through. Please do not settle it on the terminal; I call you back when it shows.”",
    reads: Some("the batch"),
    author: Author::NotShown,
    moves: Moves::Money,
};

/// Details of the batch that a dialog repeats.
pub(super) fn restated(shell: Shell, batch: &Settlement) -> Vec<(&'static str, String)> {
    let amounts = shell.session.with_untracked(|session| {
        session.as_ref().map(|session| Amounts::new(&session.connection, batch.currency.as_deref()))
    });
    let sum = |value: &Option<_>| {
        let (amounts, value) = (amounts.as_ref()?, value.as_ref()?);
        Some(amounts.money(value))
    };
    let or_missing = |value: Option<String>| value.unwrap_or_else(|| "not told".to_owned());
    let with_count = |value, count: &Option<_>| match count {
        Some(count) => format!("{} in {count}", or_missing(sum(value))),
        None => or_missing(sum(value)),
    };
    vec![
        ("Merchant", or_missing(batch.mch_name.clone())),
        ("Batch", batch.batch_id.to_string()),
        ("Payments", with_count(&batch.payment_amt, &batch.payment_count)),
        ("Refunds", with_count(&batch.refund_amt, &batch.refund_count)),
        ("Voids", with_count(&batch.void_amt, &batch.void_count)),
    ]
}

#[component]
pub(super) fn SettleDialog(batch: Settlement, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let state = super::state::settlements(shell);
    let attempt = Attempt::new(Callback::new(move |()| state.reload(shell)));
    let (retyped, asked) = (RwSignal::new(String::new()), RwSignal::new(false));
    let asks = shell.session.with_untracked(|session| {
        let connection = &session.as_ref()?.connection;
        match (connection.safety, connection.environment) {
            (Safety::ConfirmAndRetype, _) => Some("Asked by this connection's safety level.".to_owned()),
            (_, Environment::Live) => Some("Asked on LIVE.".to_owned()),
            _ => None,
        }
    });
    let must = asks.is_some();
    let id = batch.batch_id.clone();
    let error = {
        let id = id.to_string();
        Signal::derive(move || {
            (must && retyped.with(|typed| typed.trim() != id)).then(|| format!("Retype the batch id {id}."))
        })
    };
    let again = Again { typed: retyped, reason: Signal::stored(asks), error };
    let sum = shell
        .session
        .with_untracked(|session| session.as_ref().map(|session| moved::sums(&session.connection, &batch)));
    let (facts, title) = (restated(shell, &batch), format!("Settle batch {id}"));
    let hint = allowed::settle(&batch).hint().map(str::to_owned);
    let differs = checks(&batch).iter().any(|check| check.verdict == Verdict::Differs);
    let seen = batch.clone();
    let send = Callback::new(move |()| {
        asked.set(true);
        if error.get_untracked().is_some() {
            return engine::focus("#money-retype", "dialog[open] h2");
        }
        let draft = SettleDraft { batch_id: seen.batch_id.clone(), other: Vec::new() };
        attempt.send::<endpoints::Settle>(shell, (), draft, Some(seen.clone()));
    });
    let first = if must { "#money-retype" } else { "button[type=submit]" };
    view! {
        <MoneyDialog on_close=on_close title=title.clone() label=title facts=facts words=&WORDS sum=sum.unwrap_or_default() attempt=attempt on_send=send first=first>
            {hint.clone().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}
            {differs.then(|| view! { <p class="with-icon bad"><Icon name="error"/>"The lines of this batch do not add up to its figures. Ask the acquirer before settling."</p> })}
            <Retype what="batch id" again=again at_once=asked/>
        </MoneyDialog>
    }
}
