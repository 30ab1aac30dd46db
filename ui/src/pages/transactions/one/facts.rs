//! The details of a transaction in groups. Values that the service's interface does not explain are shown raw.
//!
//! The head: id, amount, reported status, environment, read time, and the actions.
//!
//! The history of a transaction, action by action, in the order of the service. The actions have no times.
//!
//! The tabs under the head: details, and the raw record with a request without secrets, for a handover.

use leptos::prelude::*;
use tapline_contract::action::{Deed, Standing};
use tapline_contract::allowed::remaining;
use tapline_contract::card;
use tapline_contract::endpoints::GetTransaction;
use tapline_contract::history::Change;
use tapline_contract::record::Record as _;
use tapline_contract::transaction::{Action, Amount, Transaction, TransactionId, marked};
use tapline_contract::transaction_state::State;
use tapline_emv::{Aid, RidOwner, Scheme, aid};

use super::super::columns::{entry_words, type_words};
use super::actions::Actions;
use super::explain::Explain;
use super::money;
use crate::actions::keys_of;
use crate::paths::Route;
use crate::record::raw::as_it_came;
use crate::record::request::{body, pretty, request};
use crate::record::tabs::{Place, RawTabs};
use crate::shell::{Shell, shell};
use crate::widgets::copy::{self, CopyButton};
use crate::widgets::icon::{EnvBadge, Icon, SchemeMark};
use crate::widgets::money::fields::Restated;
use crate::widgets::money::fields::RestatedValue::{Ids, Text};
use crate::widgets::show::live;
use crate::widgets::term::term;

pub(super) fn scheme(record: &Transaction) -> Option<Scheme> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Scheme::of_card(&text(&record.payment_method), &text(&record.aid))
}

/// Details that a money dialog repeats.
pub(super) fn restated(shell: Shell, record: &Transaction) -> Vec<Restated> {
    let present =
        |text: &Option<String>| text.as_deref().filter(|text| !text.trim().is_empty()).map(without_card);
    let connection = untrack(|| shell.opened());
    let sum = connection.map(|connection| money::shown(&connection, record.amount.as_ref()));
    let rrn = record.rrn.clone().filter(|rrn| !rrn.trim().is_empty());
    vec![
        ("Merchant", Text(present(&record.mch_name))),
        ("Card", Text(present(&record.account_masked))),
        ("Amount", Text(sum)),
        ("RRN", rrn.map_or(Text(None), |rrn| Ids(vec![rrn]))),
        ("Transaction", Ids(vec![record.tran_id.to_string()])),
    ]
}

/// The application in words: "Mastercard, Maestro", "Visa Electron".
pub(super) fn application(text: &str) -> Option<String> {
    let aid = Aid::parse(text).ok()?;
    let owner = match aid::owner(&aid) {
        RidOwner::Scheme(scheme) => scheme.name(),
        RidOwner::Other(name) => name,
        RidOwner::Unknown => return Some("Unknown application".to_owned()),
    };
    Some(match aid::product(&aid) {
        Some(product) if product.starts_with(owner) => product.to_owned(),
        Some(product) => format!("{owner}, {product}"),
        None => owner.to_owned(),
    })
}

fn method_words(raw: &str) -> &str {
    match Scheme::from_method(raw) {
        Some(scheme) => scheme.name(),
        None => raw,
    }
}

#[component]
pub(super) fn Facts(record: Transaction) -> impl IntoView {
    let words = record.aid.as_deref().and_then(application);
    let aid = record.aid.clone().filter(|aid| !aid.trim().is_empty()).map(|aid| match &words {
        Some(words) => format!("{aid} · {words}"),
        None => format!("{aid} (not a valid AID)"),
    });
    let linked = record.linked_tran_id.as_deref().and_then(TransactionId::parse);
    view! {
        <section class="facts-group" aria-label="Sale"><h2>"Sale"</h2><dl>
            {row("Merchant", record.mch_name.clone())}
            <dt>"Card"</dt><dd class="with-icon"><SchemeMark scheme=scheme(&record)/><code>{record.account_masked.as_deref().map_or_else(|| "Not provided".to_owned(), without_card)}</code></dd>
            {in_words("Method", record.payment_method.as_deref(), method_words)}
            {in_words("Type", record.tran_type.as_deref(), type_words)}
            {in_words("Entry", record.entry_mode.as_deref(), entry_words)}
            {row("Application", record.app_name.clone())}
            {row("AID", aid)}
            {linked.map(|id| view! { <dt>"Linked to"</dt><dd><TransactionLink id=id/></dd> })}
        </dl></section>
        <section class="facts-group" aria-label="At the acquirer"><h2>"At the acquirer"</h2><dl>
            {code("RRN", record.rrn.clone())}
            {code("Approval code", record.approval_code.clone())}
            {code("Batch", record.batch_no.clone())}
            {code("Trace", record.trace.clone())}
            {code("Acquirer MID", record.acq_mid.clone())}
            {code("Acquirer TID", record.acq_tid.clone())}
            {row("Message format", record.host_message_format.clone())}
        </dl></section>
        <section class="facts-group" aria-label="Terminal"><h2>"Terminal"</h2><dl>
            {code("Terminal", record.sdk_id.clone())}
            {code("Card counter (ATC)", record.atc.clone())}
            {code("Cryptogram (TC)", record.tc.clone())}
            {row("Callback", record.callback_url.clone())}
        </dl></section>
    }
}

/// A text that may contain a card number, with the number shortened.
pub(super) fn without_card(text: &str) -> String {
    card::cell(text, "", |_| false).into_owned()
}

fn row(name: &'static str, value: Option<String>) -> impl IntoView {
    let value = match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => view! { <dd>{without_card(&value)}</dd> }.into_any(),
        None => view! { <dd class="muted">"Not provided"</dd> }.into_any(),
    };
    view! { <dt>{name}{term(name)}</dt>{value} }
}

/// A coded value in words; the raw value is in the tooltip, and beside it with wire names on.
fn in_words(name: &'static str, raw: Option<&str>, words: fn(&str) -> &str) -> AnyView {
    let raw = raw.map(str::trim).filter(|raw| !raw.is_empty());
    let Some((raw, words)) = raw.map(|raw| (raw, words(raw))).filter(|(raw, words)| raw != words) else {
        return row(name, raw.map(str::to_owned)).into_any();
    };
    let (raw, words) = (raw.to_owned(), words.to_owned());
    view! { <dt>{name}{term(name)}</dt><dd title=raw.clone()>{words}<code class="wire">" " {raw.clone()}</code></dd> }
        .into_any()
}

fn code(name: &'static str, value: Option<String>) -> impl IntoView {
    let value = match value.filter(|value| !value.trim().is_empty()) {
        Some(value) => {
            view! { <dd class="row"><code>{value.clone()}</code><CopyButton text=value/></dd> }.into_any()
        }
        None => view! { <dd class="muted">"Not provided"</dd> }.into_any(),
    };
    view! { <dt>{name}{term(name)}</dt>{value} }
}

/// Another transaction, by its id.
#[component]
pub(super) fn TransactionLink(id: TransactionId) -> impl IntoView {
    let shell = shell();
    let (words, route) = (id.to_string(), Route::Transaction(id));
    let path = route.path();
    view! {
        <span class="id"><a href=path class="mono" on:click=move |event| { event.prevent_default(); shell.nav.go(route.clone()); }>{words.clone()}</a><CopyButton text=words/></span>
    }
}

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
            Some(raw) => format!("{raw} (unclear)"),
            None => "No status".to_owned(),
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
    calls: Memo<Vec<Change>>,
    heading: Heading,
) -> impl IntoView {
    let shell = shell();
    let badge =
        move || shell.session.get().map(|s| view! { <EnvBadge environment=s.connection.environment/> });
    let read = move || super::state::open_transaction(shell).reading().words();
    let sum = move || {
        let connection = shell.opened()?;
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
                <span class="row"><span class="muted caption">{live(read)}</span>
                    <button type="button" class="plain square" aria-label="Refresh transaction" title=move || format!("Refresh transaction ({})", keys_of(shell, "reload"))
                        on:click=move |_| super::state::open_transaction(shell).reload(shell)><Icon name="reload"/></button></span>
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
            <p class="row given-back" title=remaining.doubt()><span class="warn"><Icon name="undo"/></span><b>{format!("{back} refunded · {left} left")}</b>{unsure}</p>
        }
        .into_any()
    })
}

#[component]
pub(super) fn Timeline(record: Transaction) -> impl IntoView {
    let actions = record.actions.clone().unwrap_or_default();
    let none = actions.is_empty().then(|| view! { <p class="muted">"No actions reported."</p> });
    let id = record.tran_id.clone();
    let paid_in = record.amount.as_ref().and_then(|amount| amount.currency.clone());
    let rows = actions
        .into_iter()
        .map(move |action| view! { <Step action=action of=id.clone() currency=paid_in.clone()/> });
    view! {
        <section class="facts-group" aria-label="Timeline">
            <h2 title="The service sends no times for these steps.">"Timeline"</h2>
            <ol class="timeline">{rows.collect_view()}</ol>{none}
        </section>
    }
}

#[component]
fn Step(action: Action, of: TransactionId, currency: Option<String>) -> impl IntoView {
    let shell = shell();
    let present = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (icon, class, words) = status(action.action_status.as_deref());
    let kind = present(&action.action_type);
    let kind = kind.map_or_else(|| "Action without a type".to_owned(), |raw| type_words(&raw).to_owned());
    let connection = untrack(|| shell.opened());
    // An action without a currency has that of its transaction.
    let amount =
        action.amount.clone().map(|amount| Amount { currency: amount.currency.or(currency), ..amount });
    let sum = amount.and_then(|amount| Some(money::shown(&connection?, Some(&amount))));
    // A standing refund returned money; a failed one moved nothing.
    let gave_back = action.deed() == Deed::Refund && action.standing() != Standing::Fell;
    let sum = sum.map(|sum| if gave_back && !sum.starts_with('−') { format!("−{sum}") } else { sum });
    // The reference is for finding the refund again, not part of the reason that a person typed.
    let reason = present(&action.reason);
    let mark = reason.as_deref().and_then(marked).map(str::to_owned);
    let typed =
        reason.map(|reason| reason.replace(mark.as_deref().unwrap_or_default(), "").trim().to_owned());
    let reason = typed
        .filter(|typed| !typed.is_empty())
        .map(|typed| view! { <p class="reason">"Reason: " <q>{without_card(&typed)}</q></p> });
    let mark = mark.map(|mark| view! { <span class="row">"trace reference " {copy::id(mark)}</span> });
    let code =
        present(&action.host_resp_code).map(|code| view! { <span>"host code " <code>{code}</code></span> });
    let trace =
        present(&action.trace).map(|trace| view! { <span class="row">"trace " {copy::id(trace)}</span> });
    let id = present(&action.action_id)
        .map(|action| view! { <span class="row">"action " {copy::id(action)}</span> });
    let other = action.tran_id.as_deref().and_then(TransactionId::parse).filter(|id| *id != of);
    view! {
        <li>
            <span class=format!("step-mark {class}")><Icon name=icon/></span>
            <div>
                <p class="row"><b>{kind}</b><span>{words}</span><span class="grow"></span><b class="number">{sum}</b></p>
                {reason}
                <p class="details">{code}{trace}{id}{mark}{other.map(|id| view! { <span class="row">"transaction " <TransactionLink id=id/></span> })}</p>
            </div>
        </li>
    }
}

#[component]
pub(super) fn Tabs(#[prop(into)] record: Signal<Option<Transaction>>, heading: Heading) -> impl IntoView {
    let first = Callback::new(move |()| {
        let columns = record.get().map(|record| {
            view! {
                <div class="transaction-columns">
                    <div><Explain record=record.clone()/><Timeline record=record.clone()/></div>
                    <div><Facts record=record/></div>
                </div>
            }
        });
        columns.into_any()
    });
    let raw = Callback::new(move |()| record.get().map(|record| view! { <Raw record=record/> }).into_any());
    let place = match heading {
        Heading::Page => Place::Page,
        Heading::Pane => Place::BesideList,
    };
    view! { <RawTabs label="Transaction" words="Details" first=first raw=raw place=place/> }
}

#[component]
fn Raw(record: Transaction) -> impl IntoView {
    let shell = shell();
    let json = card::shortened(&body(&record), Transaction::is_exact).into_owned();
    let copy = move |_| shell.copy(json.clone());
    view! {
        <p class="actions"><button type="button" on:click=copy><Icon name="copy"/>"Copy JSON"</button></p>
        {as_it_came(&pretty(&record, Transaction::is_exact), request::<GetTransaction>(Some(record.tran_id.as_str()), None))}
    }
}
