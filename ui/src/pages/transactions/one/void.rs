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
use crate::widgets::money::retype::{self, Retype};

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
    /// As it is now: what may still be done is judged by it.
    #[prop(into)]
    record: Signal<Option<Transaction>>,
    on_close: Callback<()>,
    on_change: Callback<()>,
) -> impl IntoView {
    let shell = shell();
    let attempt = Attempt::new(on_change);
    let opened_as = StoredValue::new(opened.clone());
    let password_field = PasswordField::new();
    let (retyped, asked) = (RwSignal::new(String::new()), RwSignal::new(false));
    let password_error = RwSignal::new(None::<String>);
    let amounts = money::amounts(shell, Some(&opened));
    let minor = amounts.as_ref().and_then(|amounts| money::minor_of(amounts, &opened));
    let sum = shell
        .session
        .with_untracked(|s| s.as_ref().map(|s| money::shown(&s.connection, opened.amount.as_ref())));
    let title = format!("Void {}", sum.unwrap_or_default());
    let connection = shell.session.with_untracked(|s| s.as_ref().map(|s| s.connection.clone()));
    let reason = connection.and_then(|connection| retype::reason(&connection, minor));
    let must_retype = Signal::derive({
        // An amount that cannot be read cannot be typed either.
        let reason = reason.filter(|_| minor.is_some());
        move || reason.clone()
    });
    let currency = amounts.map(|amounts| amounts.currency);
    let retype_error = Signal::derive(move || {
        let typed = currency.as_ref().and_then(|currency| currency.parse(&retyped.get()).ok());
        (must_retype.get().is_some() && typed != minor)
            .then(|| "Retype the amount as it stands in the title.".to_owned())
    });
    let send = Callback::new(move |()| {
        let Some(record) = record.get_untracked() else { return };
        asked.set(true);
        let form = VoidForm { admin_pwd: password::read(password_field) };
        let draft = form.draft();
        password_error
            .set(draft.as_ref().err().and_then(|errors| errors.first()).map(|error| error.sentence.clone()));
        if retype_error.get_untracked().is_some() {
            return engine::focus("#money-retype", "dialog[open] h2");
        }
        let Ok(draft) = draft else { return engine::focus("#money-password", "dialog[open] h2") };
        password::wipe(password_field);
        // What the dialog restates: someone else's act since then is a conflict, not a surprise.
        attempt.send::<VoidTransaction>(shell, record.tran_id.clone(), draft, Some(opened_as.get_value()));
    });
    let first = if must_retype.get_untracked().is_some() { "#money-retype" } else { "#money-password" };
    let hint = allowed::void(&opened).hint().map(str::to_owned);
    view! {
        <MoneyDialog on_close=on_close title=title.clone() label=title facts=restated(shell, &opened) words=&WORDS attempt=attempt
            on_send=send first=first>
            {hint.clone().map(|hint| view! { <p class="with-icon muted"><Icon name="info"/>{hint}</p> })}
            <Retype what="amount" value=retyped reason=must_retype error=retype_error at_once=asked/>
            <Password field=password_field error=password_error/>
        </MoneyDialog>
    }
}
