//! Refunding a transaction, in whole or in part: amount, reason, admin password. Core appends a mark to the reason, so that a read can
//! resolve a lost answer; the dialog shows the mark.
//!
//! Capturing an authorization: the whole amount, or a part if the acquirer supports that.
//!
//! Voiding a sale or a refund: the whole of it, with the admin password.
//!
//! Sending the receipt by email. No read shows whether the email arrived: a lost answer stays unknown.

use leptos::prelude::*;
use tapline_contract::endpoints::{CaptureTransaction, EmailReceipt, RefundTransaction, VoidTransaction};
use tapline_contract::form::money::{CaptureForm, ReceiptForm, RefundForm, VoidForm};
use tapline_contract::secret::Secret;
use tapline_contract::transaction::{Transaction, TransactionId, mark};
use tapline_contract::{Endpoint, Outcome, allowed};

use super::facts::restated;
use super::money;
use crate::ipc::engine;
use crate::shell::{Shell, shell};
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::money::dialog::{Attempt, Author, MoneyDialog, Words};
use crate::widgets::money::fields::{
    self, Again, AmountField, Password, PasswordField, Retype, Share, ShareBar,
};
use crate::widgets::show::Show;
use crate::widgets::text_field::TextField;

static REFUND_WORDS: Words = Words {
    done: "Refunded",
    maybe: "The refund may have gone through.",
    keep: "Close without refunding",
    consequence: "This can't be undone.",
    say: "“The refund isn't confirmed yet, so please don't refund this payment again. I'll call you back.”",
    reads: Some("the transaction"),
    author: Author::Marked,
};

/// Element ids of the fields, by wire name.
const FIELDS: [(&str, &str); 3] =
    [("refundAmount", "#money-amount"), ("refundReason", "#money-reason"), ("adminPwd", "#money-password")];

/// Sends a call about the version that the dialog restates: a change by another person is a conflict, not a surprise.
fn send_as_restated<E>(shell: Shell, attempt: Attempt, opened: StoredValue<Transaction>, draft: E::Input)
where
    E: Endpoint<Id = TransactionId, Seen = Option<Transaction>>,
    E: Endpoint<Answer = Outcome<<E as Endpoint>::Output, <E as Endpoint>::Seen>>,
{
    let opened = opened.get_value();
    attempt.send::<E>(shell, opened.tran_id.clone(), draft, Some(opened));
}

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
    let outside = fields::is_outside(shell);
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
                let form = form(fields::read(password_field));
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
                fields::wipe(password_field);
                send_as_restated::<RefundTransaction>(shell, attempt, opened_as, draft);
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
            amounts.with_value(|amounts| format!("Refund the maximum: {all} {}", amounts.currency.code()));
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
    let doubt = move || left.get().and_then(|left| left.doubt()).unwrap_or_default().to_owned();
    let marked = move || format!("Trace reference: {}", mark(&attempt.operation()));
    view! {
        <MoneyDialog on_close=on_close title=title label=title facts=restated(shell, &opened) hint=hint words=&REFUND_WORDS sum=sum attempt=attempt
            on_send=send first="#money-amount">
            <AmountField value=amount amounts=amounts error=amount_error at_once=at_once>{all}</AmountField>
            <ShareBar share=share money=money words=doubt()/>
            <TextField id="money-reason" label="Reason" value=reason on_text=Callback::new(move |text| reason.set(text))
                error=reason_error at_once=is_tried hint=Signal::derive(marked)/>
            <Retype what="amount" again=again at_once=is_tried/>
            <Password field=password_field error=password_error/>
        </MoneyDialog>
    }
    .into_any()
}

static CAPTURE_WORDS: Words = Words {
    done: "Captured",
    maybe: "The capture may have gone through.",
    keep: "Close without capturing",
    consequence: "This can't be undone. You can refund it later.",
    say: "“The capture isn't confirmed yet, so please don't charge the card again. I'll call you back.”",
    reads: Some("the transaction"),
    author: Author::NotShown,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CapturePart {
    Whole,
    Part,
}

#[component]
pub(super) fn CaptureDialog(
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
    let whole = money::minor_of(&amounts, &opened);
    let amounts = StoredValue::new(amounts);
    let much = RwSignal::new(CapturePart::Whole);
    let amount = RwSignal::new(String::new());
    let is_tried = RwSignal::new(false);
    let minor = move || match much.get() {
        CapturePart::Whole => whole,
        CapturePart::Part => amounts.with_value(|amounts| amounts.currency.parse(&amount.get()).ok()),
    };
    let form = move || CaptureForm {
        amount: match much.get() {
            CapturePart::Whole => String::new(),
            CapturePart::Part => amount.get(),
        },
    };
    let error = Signal::derive(move || {
        if much.get() == CapturePart::Part && amount.with(|amount| amount.trim().is_empty()) {
            return Some("Amount: Enter an amount, or select the whole amount.".to_owned());
        }
        let record = record.get()?;
        let errors = amounts.with_value(|amounts| form().draft(&record, amounts).err())?;
        errors.into_iter().next().map(|error| error.sentence)
    });
    let currency = amounts.with_value(|amounts| amounts.currency.clone());
    // For the whole of an unreadable amount there is nothing to retype.
    let again =
        Again::amount(shell, currency, minor, move || minor().is_some() || much.get() == CapturePart::Part);
    let send = Callback::new(move |()| {
        let Some(record) = record.get_untracked() else { return };
        is_tried.set(true);
        if error.get_untracked().is_some() {
            return engine::focus("#money-amount", "dialog[open] h2");
        }
        if again.error.get_untracked().is_some() {
            return engine::focus("#money-retype", "dialog[open] h2");
        }
        if let Ok(draft) = amounts.with_value(|amounts| untrack(|| form().draft(&record, amounts))) {
            send_as_restated::<CaptureTransaction>(shell, attempt, opened_as, draft);
        }
    });
    let sum = move || minor().map(|minor| amounts.with_value(|amounts| amounts.currency.money(minor)));
    let sum = Signal::derive(move || sum().map(|sum| format!(" {sum}")).unwrap_or_default());
    let title = Signal::derive(move || format!("Capture{}", sum.get()));
    let hint = allowed::capture(&opened).hint().map(str::to_owned);
    view! {
        <MoneyDialog on_close=on_close title=title label=title facts=restated(shell, &opened) hint=hint words=&CAPTURE_WORDS sum=sum attempt=attempt
            on_send=send first=".choices input:checked">
            <div class="field"><span class="label">"Capture amount"</span>
                <ChoiceRow label="Capture amount" name="capture-much" chosen=much.into() choose=Callback::new(move |chosen| much.set(chosen)) choices=vec![
                    Choice { value: CapturePart::Whole, words: "Whole amount", icon: "" },
                    Choice { value: CapturePart::Part, words: "Part of the amount", icon: "" },
                ]/>
            </div>
            <Show when=move || much.get() == CapturePart::Part>
                <AmountField value=amount amounts=amounts error=error at_once=is_tried/>
                <p class="muted caption">"A partial capture works only if the acquirer supports it."</p>
            </Show>
            <Retype what="amount" again=again at_once=is_tried/>
        </MoneyDialog>
    }
    .into_any()
}

static VOID_WORDS: Words = Words {
    done: "Voided",
    maybe: "The void may have gone through.",
    keep: "Close without voiding",
    consequence: "This can't be undone.",
    say: "“The void isn't confirmed yet, so please don't void or refund this payment yourself. I'll call you back.”",
    reads: Some("the transaction"),
    author: Author::NotShown,
};

#[component]
pub(super) fn VoidDialog(
    opened: Transaction,
    on_close: Callback<()>,
    on_change: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let attempt = Attempt::new(on_change);
    let opened_as = StoredValue::new(opened.clone());
    let password_field = PasswordField::new();
    let outside = fields::is_outside(shell);
    let is_tried = RwSignal::new(false);
    let password_error = RwSignal::new(None::<String>);
    let amounts = money::amounts(shell, Some(&opened));
    let minor = amounts.as_ref().and_then(|amounts| money::minor_of(amounts, &opened));
    let sum = shell
        .session
        .with_untracked(|s| s.as_ref().map(|s| money::shown(&s.connection, opened.amount.as_ref())));
    let sum = sum.map(|sum| format!(" {sum}")).unwrap_or_default();
    let title = format!("Void{sum}");
    // An unreadable amount cannot be retyped.
    let currency = amounts.map_or_else(|| untrack(|| shell.currency()), |amounts| amounts.currency);
    let again = Again::amount(shell, currency, move || minor, move || minor.is_some());
    let send = Callback::new(move |()| {
        is_tried.set(true);
        let draft = if outside {
            Ok(VoidForm::draft_without_password())
        } else {
            VoidForm { admin_pwd: fields::read(password_field) }.draft()
        };
        password_error
            .set(draft.as_ref().err().and_then(|errors| errors.first()).map(|error| error.sentence.clone()));
        if again.error.get_untracked().is_some() {
            return engine::focus("#money-retype", "dialog[open] h2");
        }
        let Ok(draft) = draft else { return engine::focus("#money-password", "dialog[open] h2") };
        fields::wipe(password_field);
        send_as_restated::<VoidTransaction>(shell, attempt, opened_as, draft);
    });
    let first = if again.reason.get_untracked().is_some() { "#money-retype" } else { "#money-password" };
    let hint = allowed::void(&opened).hint().map(str::to_owned);
    view! {
        <MoneyDialog on_close=on_close title=title.clone() label=title facts=restated(shell, &opened) hint=hint words=&VOID_WORDS sum=sum attempt=attempt
            on_send=send first=first>
            <Retype what="amount" again=again at_once=is_tried/>
            <Password field=password_field error=password_error/>
        </MoneyDialog>
    }
}

static RECEIPT_WORDS: Words = Words {
    done: "Receipt requested",
    maybe: "The email may have been sent.",
    keep: "Close without sending",
    consequence: "An email can't be recalled.",
    say: "“I requested the receipt but can't tell yet if it was sent. Please check your mailbox and spam folder before I try again.”",
    reads: None,
    author: Author::NotShown,
};

#[component]
pub(super) fn ReceiptDialog(
    opened: Transaction,
    on_close: Callback<()>,
    on_change: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let attempt = Attempt::new(on_change);
    let (email, is_tried) = (RwSignal::new(String::new()), RwSignal::new(false));
    let form = move || ReceiptForm { email: email.get() };
    let error = Signal::derive(move || {
        form().draft().err().and_then(|errors| errors.into_iter().next()).map(|error| error.sentence)
    });
    let id = opened.tran_id.clone();
    let send = Callback::new(move |()| {
        is_tried.set(true);
        match untrack(|| form().draft()) {
            Ok(draft) => attempt.send::<EmailReceipt>(shell, id.clone(), draft, ()),
            Err(_) => engine::focus("#money-email", "dialog[open] h2"),
        }
    });
    view! {
        <MoneyDialog on_close=on_close title="Email receipt" label="Send receipt" facts=restated(shell, &opened) words=&RECEIPT_WORDS
            attempt=attempt on_send=send first="#money-email">
            <TextField id="money-email" label="Email" value=email on_text=Callback::new(move |text| email.set(text)) error=error
                at_once=is_tried hint="One address, for example ann@shop.example.".to_owned()/>
        </MoneyDialog>
    }
}
