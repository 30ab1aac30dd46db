//! Capturing an authorization: the whole amount, or a part if the acquirer supports that.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::endpoints::CaptureTransaction;
use tapline_contract::form::money::CaptureForm;
use tapline_contract::transaction::Transaction;

use super::facts::restated;
use super::money;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::choice::{Choice, ChoiceRow};
use crate::widgets::icon::Icon;
use crate::widgets::money::amount::AmountField;
use crate::widgets::money::attempt::Attempt;
use crate::widgets::money::dialog::{Author, MoneyDialog, Moves, Words};
use crate::widgets::money::retype::{Again, Retype};
use crate::widgets::show::Show;

static WORDS: Words = Words {
    done: "Captured",
    maybe: "The capture may have happened.",
    keep: "Close without capturing",
    consequence: "Cannot be undone here; what was captured can be refunded.",
    say: "“I sent the capture and do not know yet whether it went through. Please do not charge the card again; I call you back when it shows.”",
    reads: Some("the transaction"),
    author: Author::NotShown,
    moves: Moves::Money,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Much {
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
    let much = RwSignal::new(Much::Whole);
    let amount = RwSignal::new(String::new());
    let is_tried = RwSignal::new(false);
    let minor = move || match much.get() {
        Much::Whole => whole,
        Much::Part => amounts.with_value(|amounts| amounts.currency.parse(&amount.get()).ok()),
    };
    let form = move || CaptureForm {
        amount: match much.get() {
            Much::Whole => String::new(),
            Much::Part => amount.get(),
        },
    };
    let error = Signal::derive(move || {
        if much.get() == Much::Part && amount.with(|amount| amount.trim().is_empty()) {
            return Some("Amount: Enter how much, or choose the whole amount.".to_owned());
        }
        let record = record.get()?;
        let errors = amounts.with_value(|amounts| form().draft(&record, amounts).err())?;
        errors.into_iter().next().map(|error| error.sentence)
    });
    let currency = amounts.with_value(|amounts| amounts.currency.clone());
    // For the whole of an unreadable amount there is nothing to retype.
    let again = Again::amount(shell, currency, minor, move || minor().is_some() || much.get() == Much::Part);
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
            // The version that the dialog restates: a change by another person is a conflict, not a surprise.
            attempt.send::<CaptureTransaction>(
                shell,
                record.tran_id.clone(),
                draft,
                Some(opened_as.get_value()),
            );
        }
    });
    let sum = move || minor().map(|minor| amounts.with_value(|amounts| amounts.currency.money(minor)));
    let sum = Signal::derive(move || sum().map(|sum| format!(" {sum}")).unwrap_or_default());
    let title = Signal::derive(move || format!("Capture{}", sum.get()));
    let hint = allowed::capture(&opened).hint().map(str::to_owned);
    view! {
        <MoneyDialog on_close=on_close title=title label=title facts=restated(shell, &opened) words=&WORDS sum=sum attempt=attempt
            on_send=send first=".choices input:checked">
            {hint.clone().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}
            <div class="field"><span class="label">"How much"</span>
                <ChoiceRow label="How much" name="capture-much" chosen=much.into() choose=Callback::new(move |chosen| much.set(chosen)) choices=vec![
                    Choice { value: Much::Whole, words: "Whole amount", icon: "" },
                    Choice { value: Much::Part, words: "A part", icon: "" },
                ]/>
            </div>
            <Show when=move || much.get() == Much::Part>
                <AmountField id="money-amount" label="Amount" value=amount amounts=amounts error=error at_once=is_tried/>
                <p class="muted caption">"A part can be captured only if the acquirer supports it."</p>
            </Show>
            <Retype what="amount" again=again at_once=is_tried/>
        </MoneyDialog>
    }
    .into_any()
}
