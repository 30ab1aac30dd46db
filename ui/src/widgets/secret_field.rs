//! A field for a secret that is typed or pasted for one call. It is never shown, suggested or kept by the engine.

use leptos::prelude::*;
use tapline_contract::secret::Secret;

#[component]
pub(crate) fn SecretField(
    /// Unique on the page.
    id: String,
    label: &'static str,
    value: Signal<Secret>,
    on_secret: Callback<Secret>,
    hint: &'static str,
) -> impl IntoView {
    let described = format!("{id}-says");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="field-body">
                <input id=id type="password" autocomplete="off" spellcheck="false" aria-describedby=described.clone()
                    prop:value=move || value.with(|secret| secret.expose().to_owned())
                    on:input=move |event| on_secret.run(Secret::new(event_target_value(&event)))/>
                <p id=described class="says">{hint}</p>
            </div>
        </div>
    }
}
