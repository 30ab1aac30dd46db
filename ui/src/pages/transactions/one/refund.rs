//! Refunding a transaction, in whole or in part: amount, reason, admin password. Core appends a mark to the reason, so that a read can
//! resolve a lost answer; the dialog shows the mark.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::endpoints::RefundTransaction;
use tapline_contract::form::money::RefundForm;
use tapline_contract::secret::Secret;
use tapline_contract::transaction::{Transaction, mark};

use super::facts::restated;
use super::money;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::money::amount::AmountField;
use crate::widgets::money::attempt::Attempt;
use crate::widgets::money::dialog::{Author, MoneyDialog, Moves, Words};
use crate::widgets::money::password::{self, Password, PasswordField};
use crate::widgets::money::retype::{Again, Retype};
use crate::widgets::money::share::{Share, ShareBar};
use crate::widgets::text_field::TextField;

static WORDS: Words = Words {
    done: "Refunded",
    maybe: "The refund may have happened.",
    keep: "Close without refunding",
    consequence: "Cannot be undone.",
    say: "“I sent the refund and do not know yet whether it went through. Please do not refund it again; I call you back when it shows.”",
    reads: Some("the transaction"),
    author: Author::Marked,
    moves: Moves::Money,
};

/// Element ids of the fields, by wire name.
const FIELDS: [(&str, &str); 3] =
    [("refundAmount", "#money-amount"), ("refundReason", "#money-reason"), ("adminPwd", "#money-password")];

#[component]
pub(super) fn RefundDialog(
    opened: Transaction,
    /// The current record, which decides what is still possible.
    #[prop(into)]
    record: Signal<Option<Transaction>>,
    on_close: Callback<()>,
    on_change: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let Some(amounts) = money::amounts(shell, Some(&opened)) else { return ().into_any() };
    let attempt = Attempt::new(on_change);
    let opened_as = StoredValue::new(opened.clone());
    let password_field = PasswordField::new();
    let outside = password::is_outside(shell);
    let amount = RwSignal::new(RefundForm::from_transaction(&opened, &amounts).amount);
    let reason = RwSignal::new(String::new());
    let is_tried = RwSignal::new(false);
    let password_error = RwSignal::new(None::<String>);
    let amounts = StoredValue::new(amounts);
    let minor = move || amounts.with_value(|amounts| amounts.currency.parse(&amount.get()).ok());
    let form = move |admin_pwd| RefundForm { amount: amount.get(), reason: reason.get(), admin_pwd };
    let error_at = move |wire: &'static str| {
        Signal::derive(move || {
            let record = record.get()?;
            let errors =
                amounts.with_value(|amounts| form(Secret::default()).draft(&record, amounts).err())?;
            errors.into_iter().find(|error| error.field == wire).map(|error| error.sentence)
        })
    };
    let currency = amounts.with_value(|amounts| amounts.currency.clone());
    let again = Again::amount(shell, currency, minor, || true);
    let send = Callback::new(move |()| {
        let Some(record) = record.get_untracked() else { return };
        is_tried.set(true);
        let draft = amounts.with_value(|amounts| {
            untrack(|| {
                let form = form(password::read(password_field));
                if outside {
                    form.draft_without_password(&record, amounts)
                } else {
                    form.draft(&record, amounts)
                }
            })
        });
        let errors = draft.as_ref().err().cloned().unwrap_or_default();
        let no_password = errors.iter().find(|error| error.field == "adminPwd");
        password_error.set(no_password.map(|error| error.sentence.clone()));
        let first = FIELDS.iter().find(|(wire, _)| errors.iter().any(|error| error.field == *wire));
        match (draft, first) {
            (Ok(draft), _) if again.error.get_untracked().is_none() => {
                password::wipe(password_field);
                // The version that the dialog restates: a change by another person is a conflict, not a surprise.
                attempt.send::<RefundTransaction>(
                    shell,
                    record.tran_id.clone(),
                    draft,
                    Some(opened_as.get_value()),
                );
            }
            (Err(_), Some((wire, element)))
                if *wire != "adminPwd" || again.error.get_untracked().is_none() =>
            {
                engine::focus(element, "dialog[open] h2");
            }
            _ => engine::focus("#money-retype", "dialog[open] h2"),
        }
    });
    let sum = move || minor().map(|minor| amounts.with_value(|amounts| amounts.currency.money(minor)));
    let sum = Signal::derive(move || sum().map(|sum| format!(" {sum}")).unwrap_or_default());
    let title = Signal::derive(move || format!("Refund{}", sum.get()));
    let left = Memo::new(move |_| record.with(|record| record.as_ref().and_then(allowed::remaining)));
    let share = Signal::derive(move || {
        let left = left.get()?;
        amounts.with_value(|amounts| {
            Some(Share {
                paid: money::minor_decimal(amounts, left.original)?,
                before: money::minor_decimal(amounts, left.refunded)?,
                this: minor().unwrap_or_default(),
            })
        })
    });
    let all = move || {
        let all = amounts.with_value(|amounts| amounts.plain_decimal(left.get()?.left))?;
        let fill = all.clone();
        let label =
            amounts.with_value(|amounts| format!("All that is left: {all} {}", amounts.currency.code()));
        Some(
            view! { <button type="button" class="link" on:click=move |_| amount.set(fill.clone())>{label}</button> },
        )
    };
    let money = Callback::new(move |minor: u64| amounts.with_value(|amounts| amounts.currency.money(minor)));
    let (amount_error, reason_error) = (error_at("refundAmount"), error_at("refundReason"));
    let at_once = Signal::derive(move || {
        is_tried.get()
            || left.get().is_some_and(|left| {
                // An excessive amount is refused while it is typed: the bar cannot show it.
                let over = amounts.with_value(|amounts| money::minor_decimal(amounts, left.left));
                over.zip(minor()).is_some_and(|(left, this)| this > left)
            })
    });
    let hint = allowed::refund(&opened).hint().map(str::to_owned);
    let sure = move || left.get().map(|left| left.words().to_owned()).unwrap_or_default();
    let marked = move || format!("Trace reference: {}", mark(&attempt.operation()));
    view! {
        <MoneyDialog on_close=on_close title=title label=title facts=restated(shell, &opened) words=&WORDS sum=sum attempt=attempt
            on_send=send first="#money-amount">
            {hint.clone().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}
            <AmountField id="money-amount" label="Amount" value=amount amounts=amounts error=amount_error at_once=at_once>{all}</AmountField>
            <ShareBar share=share money=money words=sure()/>
            <TextField id="money-reason" label="Reason" value=reason on_text=Callback::new(move |text| reason.set(text))
                error=reason_error at_once=is_tried hint=Signal::derive(marked)/>
            <Retype what="amount" again=again at_once=is_tried/>
            <Password field=password_field error=password_error/>
        </MoneyDialog>
    }
    .into_any()
}
