//! The amount of "What happens at", and whether a card or a phone is presented. One amount for the whole window.

use leptos::prelude::*;
use tapline_emv::words::Presented;

use super::choice::{Choice, ChoiceRow};
use crate::shell::{Shell, shell};

/// Up and down move the amount by the smallest unit, with Shift by one unit of the currency.
#[component]
pub(crate) fn AtAmount(
    /// Unique on the page.
    id: &'static str,
) -> impl IntoView {
    let shell = shell();
    let step = move |event: web_sys::KeyboardEvent| {
        let currency = shell.currency();
        let Some(now) = shell.amount_minor() else { return };
        let by = if event.shift_key() { currency.unit() } else { 1 };
        let moved = match event.key().as_str() {
            "ArrowUp" => now + by,
            "ArrowDown" => now.saturating_sub(by),
            _ => return,
        };
        event.prevent_default();
        shell.amount.set(currency.plain(moved.min(tapline_emv::MAX_AMOUNT)));
    };
    view! {
        <span class="money">
            <input id=id type="text" inputmode="decimal" aria-label="Amount" autocomplete="off"
                aria-invalid=move || problem(shell).map(|_| "true") title=move || problem(shell)
                prop:value=move || shell.amount.get() on:keydown=step
                on:input=move |event| shell.amount.set(event_target_value(&event))/>
            <span class="unit">{move || shell.currency().code().to_owned()}</span>
        </span>
        <ChoiceRow label="Presented with" name="presented" choose=Callback::new(move |p| shell.presented.set(p))
            chosen=Signal::derive(move || shell.presented.get()) choices=vec![
                Choice { value: Presented::Card, words: "Card", icon: "card" },
                Choice { value: Presented::Phone, words: "Phone", icon: "phone" },
            ]/>
    }
}

/// Why the amount cannot be read, as a sentence that names the field.
pub(crate) fn problem(shell: Shell) -> Option<String> {
    let currency = shell.currency();
    let error = currency.parse(&shell.amount.get()).err()?;
    Some(format!("Amount: {}", error.sentence(&currency)))
}
