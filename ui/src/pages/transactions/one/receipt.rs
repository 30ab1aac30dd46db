//! Sending the receipt by email. No read shows whether the email arrived: a lost answer stays unknown.

use leptos::prelude::*;
use tapline_contract::endpoints::EmailReceipt;
use tapline_contract::form::money::ReceiptForm;
use tapline_contract::transaction::Transaction;

use super::facts::restated;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::money::attempt::Attempt;
use crate::widgets::money::dialog::{Author, MoneyDialog, Moves, Words};
use crate::widgets::text_field::TextField;

static WORDS: Words = Words {
    done: "The service took the receipt to send",
    maybe: "The email may be on its way.",
    keep: "Close without sending",
    consequence: "An email cannot be called back.",
    say: "“I asked for the receipt to be sent and do not know yet whether it was. Please look into your mailbox, also the spam folder, before I ask again.”",
    reads: None,
    author: Author::NotShown,
    moves: Moves::Message,
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
        <MoneyDialog on_close=on_close title="Email receipt" label="Send receipt" facts=restated(shell, &opened) words=&WORDS
            attempt=attempt on_send=send first="#money-email">
            <TextField id="money-email" label="Email" value=email on_text=Callback::new(move |text| email.set(text)) error=error
                at_once=is_tried hint="One address, for example ann@shop.example.".to_owned()/>
        </MoneyDialog>
    }
}
