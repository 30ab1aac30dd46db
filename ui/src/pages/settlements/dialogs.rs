//! Settling a batch: everything in it goes to the acquirer, irrevocably.
//!
//! Sending the report of one or several batches by email. No read shows whether the email arrived.
//!
//! The service requires the merchant's id, but a batch contains only the merchant's name. The id is filled in if exactly one merchant has
//! the name, and can be edited.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::amounts::Amounts;
use tapline_contract::batch_sums::{Verdict, checks};
use tapline_contract::connection::{Environment, Safety};
use tapline_contract::endpoints::{self, EmailSettlements, ListMerchants};
use tapline_contract::form::money::ReportForm;
use tapline_contract::merchant::MerchantQuery;
use tapline_contract::settlement::{BatchId, SettleDraft, Settlement};
use tapline_contract::{allowed, moved};

use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};
use crate::widgets::icon::Icon;
use crate::widgets::money::dialog::{Attempt, Author, MoneyDialog, Words};
use crate::widgets::money::fields::RestatedValue::{Ids, Text};
use crate::widgets::money::fields::{Again, Restated, Retype};
use crate::widgets::show::live;
use crate::widgets::text_field::TextField;

static SETTLE_WORDS: Words = Words {
    done: "Settled",
    maybe: "The settlement may have gone through.",
    keep: "Close without settling",
    consequence: "This can't be undone.",
    say: "“The settlement isn't confirmed yet, so please don't settle the batch on the terminal. I'll call you back.”",
    reads: Some("the batch"),
    author: Author::NotShown,
};

/// Details of the batch that a dialog repeats.
pub(super) fn restated(shell: Shell, batch: &Settlement) -> Vec<Restated> {
    let amounts = shell.session.with_untracked(|session| {
        session.as_ref().map(|session| Amounts::new(&session.connection, batch.currency.as_deref()))
    });
    let sum = |value: &Option<_>| {
        let (amounts, value) = (amounts.as_ref()?, value.as_ref()?);
        Some(amounts.money(value))
    };
    let with_count = |value, count: &Option<_>| {
        let sum = sum(value);
        let of = count
            .as_ref()
            .map(|count| format!("{} ({count})", sum.clone().unwrap_or_else(|| "Not provided".to_owned())));
        Text(of.or(sum))
    };
    vec![
        ("Merchant", Text(batch.mch_name.clone())),
        ("Batch", Ids(vec![batch.batch_id.to_string()])),
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
            (Safety::ConfirmAndRetype, _) => Some("Required by this connection's safety level.".to_owned()),
            (_, Environment::Live) => Some("Required on LIVE.".to_owned()),
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
    let first = if must { "#money-retype" } else { ".dialog-acts button" };
    view! {
        <MoneyDialog on_close=on_close title=title.clone() label=title facts=facts hint=hint words=&SETTLE_WORDS sum=sum.unwrap_or_default() attempt=attempt on_send=send first=first>
            {differs.then(|| view! { <p class="with-icon bad"><Icon name="error"/>"This batch's lines don't add up to its totals. Ask the acquirer before settling."</p> })}
            <Retype what="batch id" again=again at_once=asked/>
        </MoneyDialog>
    }
}

static REPORT_WORDS: Words = Words {
    done: "Report requested",
    maybe: "The email may have been sent.",
    keep: "Close without sending",
    consequence: "An email can't be recalled.",
    say: "“I requested the report but can't tell yet if it was sent. Please check your mailbox and spam folder before I try again.”",
    reads: None,
    author: Author::NotShown,
};

/// Subject of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReportSubject {
    pub(super) batches: Vec<BatchId>,
    /// Name of the merchant, if all batches have the same name.
    pub(super) merchant: Option<String>,
}

/// Batches listed by name in the title, at most.
const NAMED: usize = 6;

#[component]
pub(super) fn ReportDialog(reported: ReportSubject, on_close: Callback<()>) -> impl IntoView {
    let shell = shell();
    let attempt = Attempt::new(Callback::new(|()| ()));
    let (email, merchant) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let is_tried = RwSignal::new(false);
    let known = RwSignal::new(Vec::<(String, String)>::new());
    let name = reported.merchant.clone();
    spawn_local(async move {
        let query = MerchantQuery::default();
        let answer = ipc::api::<ListMerchants>(shell.connection(), None, (), query, ()).await;
        let Ok(page) = answer else { return };
        let named: Vec<_> = page.records.iter().map(|one| (one.mch_id.to_string(), one.name())).collect();
        let mut own = named.iter().filter(|(_, other)| Some(other) == name.as_ref());
        if let (Some((id, _)), None) = (own.next(), own.next()) {
            // The dialog may be closed by now; typed text is never replaced.
            let _ = merchant.try_update(|typed| {
                if typed.is_empty() {
                    typed.clone_from(id);
                }
            });
        }
        let _ = known.try_set(named);
    });
    let batches = StoredValue::new(reported.batches.clone());
    let form =
        move || ReportForm { batches: batches.get_value(), email: email.get(), mch_id: merchant.get() };
    let error = move |field: &'static str| {
        Signal::derive(move || {
            let errors = form().draft().err()?;
            errors.into_iter().find(|error| error.field == field).map(|error| error.sentence)
        })
    };
    let send = Callback::new(move |()| {
        is_tried.set(true);
        match untrack(|| form().draft()) {
            Ok(draft) => attempt.send::<EmailSettlements>(shell, (), draft, ()),
            Err(errors) if errors.iter().any(|error| error.field == "email") => {
                engine::focus("#report-email", "dialog[open] h2");
            }
            Err(_) => engine::focus("#report-merchant", "dialog[open] h2"),
        }
    });
    let count = reported.batches.len();
    let what = if count == 1 { "1 batch".to_owned() } else { format!("{count} batches") };
    let named = reported.batches.iter().take(NAMED).map(ToString::to_string).collect();
    let more = (count > NAMED).then(|| ("More", Text(Some(format!("{} batches", count - NAMED)))));
    let facts = [("Batches", Ids(named))].into_iter().chain(more).collect();
    let hint = Signal::derive(move || {
        let id = merchant.get();
        let name = known
            .with(|known| known.iter().find(|(known, _)| *known == id.trim()).map(|(_, name)| name.clone()));
        name.unwrap_or_else(|| "The merchant's id. A report covers only that merchant's batches.".to_owned())
    });
    let options = move || {
        known.get().into_iter().map(|(id, name)| view! { <option value=id>{name}</option> }).collect_view()
    };
    view! {
        <MoneyDialog on_close=on_close title=format!("Send report for {what}") label="Send report" facts=facts words=&REPORT_WORDS attempt=attempt
            on_send=send first="#report-email">
            <TextField id="report-email" label="Email" value=email on_text=Callback::new(move |text| email.set(text)) error=error("email")
                at_once=is_tried hint="One address, for example ann@shop.example.".to_owned()/>
            <TextField id="report-merchant" label="Merchant id" mono=true value=merchant on_text=Callback::new(move |text| merchant.set(text))
                error=error("mchId") at_once=is_tried hint=hint list=Some("report-merchants")/>
            <datalist id="report-merchants">{live(options)}</datalist>
        </MoneyDialog>
    }
}
