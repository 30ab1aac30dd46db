//! The amount of "What happens at", and the choice of card or phone. One amount for the whole window.

use leptos::prelude::*;
use tapline_emv::Presented;

use super::choice::{Choice, ChoiceRow};
use crate::shell::{Shell, shell};

/// An input in which the up and down keys move the amount by the smallest unit, with Shift by one unit of the
/// currency.
#[component]
pub(crate) fn AtAmount(
    /// Unique on the page.
    id: &'static str,
    /// In the currency of the open form instead of the connection's.
    #[prop(optional)]
    of_form: bool,
) -> impl IntoView {
    let shell = shell();
    let currency_now = move || if of_form { shell.form_currency() } else { shell.currency() };
    let minor = move || if of_form { shell.form_amount_minor() } else { shell.amount_minor() };
    let problem = move || if of_form { form_problem(shell) } else { problem(shell) };
    let step = move |event: web_sys::KeyboardEvent| {
        let currency = currency_now();
        let Some(now) = minor() else { return };
        let by = if event.shift_key() { currency.unit() } else { 1 };
        let moved = match event.key().as_str() {
            "ArrowUp" => now + by,
            "ArrowDown" => now.saturating_sub(by),
            _ => return,
        };
        event.prevent_default();
        shell.amount.set(currency.plain(moved.min(tapline_emv::MAX_AMOUNT)));
    };
    // Rewrites a decimal comma or grouped thousands as understood, once the field is left.
    let leave = move |_| {
        let is_plain = shell
            .amount
            .with_untracked(|text| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
        if let Some(minor) = untrack(minor).filter(|_| !is_plain) {
            shell.amount.set(untrack(currency_now).plain(minor));
        }
    };
    view! {
        <span class="money">
            <input id=id type="text" inputmode="decimal" aria-label="Amount" autocomplete="off"
                aria-invalid=move || problem().map(|_| "true") title=problem
                prop:value=move || shell.amount.get() on:keydown=step on:blur=leave
                on:input=move |event| shell.amount.set(event_target_value(&event))/>
            <span class="unit">{move || currency_now().code().to_owned()}</span>
        </span>
        <ChoiceRow label="Presented with" name="presented" choose=Callback::new(move |p| shell.presented.set(p))
            chosen=shell.presented.into() choices=vec![
                Choice { value: Presented::Card, words: "Card", icon: "card" },
                Choice { value: Presented::Phone, words: "Phone", icon: "phone" },
            ]/>
    }
}

/// The reason why the amount can't be read, as a sentence that names the field.
pub(crate) fn problem(shell: Shell) -> Option<String> {
    let currency = shell.currency();
    let error = currency.parse(&shell.amount.get()).err()?;
    Some(format!("Amount: {}", error.sentence(&currency)))
}

/// Like [`problem`], in the currency of the open form.
pub(crate) fn form_problem(shell: Shell) -> Option<String> {
    let currency = shell.form_currency();
    let error = currency.parse_whole(&shell.amount.get()).err()?;
    Some(format!("Amount: {}", error.sentence(&currency)))
}
