//! The actions of the transaction, always in the same order, each refused one with its reason. And the running calls.

use leptos::prelude::*;
use tapline_contract::Outcome;
use tapline_contract::allowed::{self, Allowed, Sends};
use tapline_contract::amounts::Amounts;
use tapline_contract::history::Change;
use tapline_contract::transaction::{Transaction, TransactionId};
use tapline_contract::unit::contradicts;

use super::dialogs::{CaptureDialog, ReceiptDialog, RefundDialog, VoidDialog};
use super::money;
use crate::effect::effect;
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::money::open::open_changes;
use crate::widgets::show::live;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoneyAction {
    Receipt,
    Void,
    Refund,
    Capture,
}

struct Action {
    which: MoneyAction,
    id: &'static str,
    words: &'static str,
    verb: &'static str,
    /// `None` if the action moves no money.
    moves: Option<Sends>,
    allowed: fn(&Transaction) -> Allowed,
}

/// In the order of display.
const ACTIONS: [Action; 4] = [
    Action {
        which: MoneyAction::Refund,
        id: "act-refund",
        words: "Refund…",
        verb: "Refund",
        moves: Some(Sends::Amount),
        allowed: allowed::refund,
    },
    Action {
        which: MoneyAction::Void,
        id: "act-void",
        words: "Void…",
        verb: "Void",
        moves: Some(Sends::Nothing),
        allowed: allowed::void,
    },
    Action {
        which: MoneyAction::Capture,
        id: "act-capture",
        words: "Capture…",
        verb: "Capture",
        moves: Some(Sends::Amount),
        allowed: allowed::capture,
    },
    Action {
        which: MoneyAction::Receipt,
        id: "act-receipt",
        words: "Email receipt…",
        verb: "Email receipt",
        moves: None,
        allowed: |_| Allowed::Yes,
    },
];

/// Endpoints whose calls block the transaction while their outcome is unknown, and a noun for each.
const HOLDING: [(&str, &str); 3] =
    [("VoidTransaction", "void"), ("RefundTransaction", "refund"), ("CaptureTransaction", "capture")];

impl Action {
    /// Reason why the action is not possible now.
    fn refusal(&self, shell: Shell, record: &Transaction, open: Option<&str>) -> Option<String> {
        if shell.is_read_only() {
            return Some("This connection is read only. Change its safety level first.".to_owned());
        }
        if let Some(sends) = self.moves
            && let Some(reason) = money_refused(shell, record, sends)
        {
            return Some(reason);
        }
        if self.moves.is_some()
            && let Some(earlier) = open
        {
            return Some(format!("Resolve the earlier {earlier} first."));
        }
        let refused = (self.allowed)(record).reason().map(str::to_owned);
        let typed = matches!(self.which, MoneyAction::Refund | MoneyAction::Capture);
        refused.or_else(|| {
            (typed && money::amounts(shell, Some(record)).is_none()).then(|| {
                "Tapline doesn't know this currency, so an amount could be wrong by a factor. Use the acquirer's own tool."
                    .to_owned()
            })
        })
    }
}

/// Reason why the unit of amounts forbids the action, by core's rule.
fn money_refused(shell: Shell, record: &Transaction, sends: Sends) -> Option<String> {
    let connection = shell.opened()?;
    let code = record.amount.as_ref().and_then(|amount| amount.currency.as_deref());
    let amounts = Amounts::new(&connection, code);
    let read = record.amount.iter().filter_map(|amount| amount.value.as_ref());
    allowed::money_after(&connection, sends, amounts.known_currency(), read).reason().map(str::to_owned)
}

/// Id of the reason that this action is the first to have.
fn refusal_id(at: usize) -> String {
    format!("refusal-{at}")
}

/// "void" for a void of this transaction.
fn call_about(change: &Change, id: &TransactionId) -> Option<&'static str> {
    let (_, noun) = HOLDING.into_iter().find(|(endpoint, _)| *endpoint == change.endpoint)?;
    serde_json::from_str::<TransactionId>(change.id.raw()).is_ok_and(|of| of == *id).then_some(noun)
}

/// Calls about this transaction without a known outcome.
pub(super) fn open_calls(shell: Shell, id: TransactionId) -> Memo<Vec<Change>> {
    open_changes(shell).calls(
        shell,
        move |change| call_about(change, &id).is_some(),
        move || read_again(shell),
    )
}

/// "void" if the outcome of a void of this transaction is unknown.
pub(super) fn unknown_call(shell: Shell, id: &TransactionId) -> Option<&'static str> {
    open_changes(shell).find(|change| {
        call_about(change, id).filter(|_| matches!(change.outcome, Some(Outcome::Unknown { .. })))
    })
}

/// Refreshes after money moved, including the list behind the page if it was loaded.
fn read_again(shell: Shell) {
    super::state::open_transaction(shell).reload(shell);
    crate::pages::transactions::state::transactions(shell).list.reload(shell);
}

#[component]
pub(super) fn Actions(
    #[prop(into)] record: Signal<Option<Transaction>>,
    calls: Memo<Vec<Change>>,
) -> impl IntoView {
    let shell = shell();
    let open_dialog = RwSignal::new(None::<MoneyAction>);
    let after = Callback::new(move |()| read_again(shell));
    // A receipt moves no money, so only the transaction is refreshed.
    let receipt_sent = Callback::new(move |()| super::state::open_transaction(shell).reload(shell));
    let close = Callback::new(move |()| {
        let from =
            open_dialog.get_untracked().and_then(|which| ACTIONS.iter().find(|action| action.which == which));
        open_dialog.set(None);
        if let Some(action) = from {
            engine::focus_soon(0, &format!("#{}:enabled", action.id), ".transaction-head .sum");
        }
    });
    let refusals = Memo::new(move |_| {
        let refusals_of = |record: &Transaction| {
            let open = calls.with(|calls| calls.iter().find_map(|call| call_about(call, &record.tran_id)));
            ACTIONS.each_ref().map(|action| action.refusal(shell, record, open))
        };
        record.with(|record| record.as_ref().map(refusals_of).unwrap_or_default())
    });
    let buttons = move || {
        ACTIONS
            .iter()
            .enumerate()
            .map(|(at, action)| {
                let refusal = move || refusals.with(|refusals| refusals[at].clone());
                let described = move || {
                    refusals.with(|refusals| {
                        let first = refusals.iter().position(|one| *one == refusals[at]);
                        first.filter(|_| refusals[at].is_some()).map(refusal_id)
                    })
                };
                let which = action.which;
                view! {
                    <button type="button" id=action.id disabled=move || refusal().is_some()
                        title=refusal aria-describedby=described on:click=move |_| open_dialog.set(Some(which))>{action.words}</button>
                }
            })
            .collect_view()
    };
    // A reason shared by several actions is shown once.
    let reasons = move || {
        let refusals = refusals.get();
        let mut grouped: Vec<(usize, Vec<&str>, String)> = Vec::new();
        for ((at, action), refusal) in ACTIONS.iter().enumerate().zip(refusals) {
            let Some(refusal) = refusal else { continue };
            match grouped.iter_mut().find(|(.., reason)| *reason == refusal) {
                Some((_, verbs, _)) => verbs.push(action.verb),
                None => grouped.push((at, vec![action.verb], refusal)),
            }
        }
        grouped
            .into_iter()
            .map(|(at, verbs, reason)| view! { <span id=refusal_id(at)><b>{verbs.join(", ")}</b> ": " {reason}</span> })
            .collect_view()
    };
    // Core detects the contradiction too, and reports it with its next heartbeat.
    effect(move || {
        let speaks_against = record.with(|record| {
            let value = record.as_ref()?.amount.as_ref()?.value.clone()?;
            shell.session.with(|session| Some(contradicts(session.as_ref()?.connection.unit, &value)))
        });
        if speaks_against == Some(true) {
            shell.contradict_unit();
        }
    });
    let dialog = move || {
        let which = open_dialog.get()?;
        let now = record.get_untracked()?;
        Some(match which {
            MoneyAction::Receipt => {
                view! { <ReceiptDialog opened=now on_close=close on_change=receipt_sent/> }.into_any()
            }
            MoneyAction::Void => view! { <VoidDialog opened=now on_close=close on_change=after/> }.into_any(),
            MoneyAction::Refund => {
                view! { <RefundDialog opened=now record=record on_close=close on_change=after/> }.into_any()
            }
            MoneyAction::Capture => {
                view! { <CaptureDialog opened=now record=record on_close=close on_change=after/> }.into_any()
            }
        })
    };
    view! {
        <div class="row" role="group" aria-label="Actions">{live(buttons)}</div>
        <p class="refusals muted">{live(reasons)}</p>
        {live(dialog)}
    }
}
