//! Voiding a sale or a refund: the whole of it, with the admin password.

use leptos::prelude::*;
use tapline_contract::allowed;
use tapline_contract::endpoints::VoidTransaction;
use tapline_contract::form::money::VoidForm;
use tapline_contract::transaction::Transaction;

use super::facts::restated;
use super::money;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::money::attempt::Attempt;
use crate::widgets::money::dialog::{Author, MoneyDialog, Moves, Words};
use crate::widgets::money::password::{self, Password, PasswordField};
use crate::widgets::money::retype::{Again, Retype};

static WORDS: Words = Words {
    done: "Voided",
    maybe: "The void may have happened.",
    keep: "Close without voiding",
    consequence: "Cannot be undone.",
    say: "“I sent the void and do not know yet whether it went through. Please do not void or refund it yourself; I call you back when it shows.”",
    reads: Some("the transaction"),
    author: Author::NotShown,
    moves: Moves::Money,
};

#[component]
pub(super) fn VoidDialog(
    opened: Transaction,
    /// The current record, which decides what is still possible.
    #[prop(into)]
    record: Signal<Option<Transaction>>,
    on_close: Callback<()>,
    on_change: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let attempt = Attempt::new(on_change);
    let opened_as = StoredValue::new(opened.clone());
    let password_field = PasswordField::new();
    let outside = password::is_outside(shell);
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
        let Some(record) = record.get_untracked() else { return };
        is_tried.set(true);
        let draft = if outside {
            Ok(VoidForm::draft_without_password())
        } else {
            VoidForm { admin_pwd: password::read(password_field) }.draft()
        };
        password_error
            .set(draft.as_ref().err().and_then(|errors| errors.first()).map(|error| error.sentence.clone()));
        if again.error.get_untracked().is_some() {
            return engine::focus("#money-retype", "dialog[open] h2");
        }
        let Ok(draft) = draft else { return engine::focus("#money-password", "dialog[open] h2") };
        password::wipe(password_field);
        // The version that the dialog restates: a change by another person is a conflict, not a surprise.
        attempt.send::<VoidTransaction>(shell, record.tran_id.clone(), draft, Some(opened_as.get_value()));
    });
    let first = if again.reason.get_untracked().is_some() { "#money-retype" } else { "#money-password" };
    let hint = allowed::void(&opened).hint().map(str::to_owned);
    view! {
        <MoneyDialog on_close=on_close title=title.clone() label=title facts=restated(shell, &opened) words=&WORDS sum=sum attempt=attempt
            on_send=send first=first>
            {hint.clone().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}
            <Retype what="amount" again=again at_once=is_tried/>
            <Password field=password_field error=password_error/>
        </MoneyDialog>
    }
}
