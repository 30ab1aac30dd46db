//! A field for an amount, with its currency and the number that the service gets.

use leptos::prelude::*;
use tapline_contract::amounts::Amounts;
use tapline_contract::connection::AmountUnit;

#[component]
pub(crate) fn AmountField(
    /// Unique on the page.
    id: &'static str,
    label: &'static str,
    value: RwSignal<String>,
    amounts: StoredValue<Amounts>,
    #[prop(into)] error: Signal<Option<String>>,
    /// The error is shown before the field is left.
    #[prop(into)]
    at_once: Signal<bool>,
    /// Beside the field, for example a button.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let (left, set_left) = signal(false);
    let shown = Memo::new(move |_| error.get().filter(|_| left.get() || at_once.get()));
    let says = format!("{id}-says");
    let code = amounts.with_value(|amounts| amounts.currency.code().to_owned());
    let hint = move || amounts.with_value(|amounts| sent(amounts, &value.get()));
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="field-body">
                <div class="row">
                    <span class="money" class:bad=move || shown.get().is_some()>
                        <input id=id type="text" inputmode="decimal" autocomplete="off" spellcheck="false" aria-describedby=says.clone()
                            aria-invalid=move || shown.get().map(|_| "true") prop:value=move || value.get()
                            on:input=move |event| value.set(event_target_value(&event)) on:blur=move |_| set_left.set(true)/>
                        <span class="unit">{code}</span>
                    </span>
                    {children.map(|children| children())}
                </div>
                <p id=says class="says" class:bad=move || shown.get().is_some()>{move || shown.get().unwrap_or_else(hint)}</p>
            </div>
        </div>
    }
}

/// "Sent as 2310: this connection counts EUR in minor units."
fn sent(amounts: &Amounts, typed: &str) -> String {
    let unit = match amounts.unit {
        Some(AmountUnit::Minor) => "minor units",
        Some(AmountUnit::Major) => "major units",
        None => "a unit that is not confirmed",
    };
    let code = amounts.currency.code();
    match amounts.parse(typed) {
        Ok(Some(number)) => format!("Sent as {number}: this connection counts {code} in {unit}."),
        Ok(None) | Err(_) => format!("This connection counts {code} in {unit}."),
    }
}
