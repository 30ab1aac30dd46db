//! The admin password of a terminal: typed each time, kept in no signal, wiped as soon as it is passed on.

use leptos::html;
use leptos::prelude::*;
use tapline_contract::secret::Secret;

use crate::shell::{Shell, shell};

/// The input element, the only place that holds the text.
pub(crate) type PasswordField = NodeRef<html::Input>;

/// True if the password is typed in the dialog outside the page, and no field for it is shown here.
pub(crate) fn is_outside(shell: Shell) -> bool {
    let strict =
        shell.session.with_untracked(|s| s.as_ref().is_some_and(|s| s.connection.confirms_outside()));
    strict && shell.core.with_untracked(|core| core.as_ref().is_some_and(|core| core.password_outside))
}

/// The text in the field.
pub(crate) fn read(field: PasswordField) -> Secret {
    field.get_untracked().map(|input| Secret::new(input.value())).unwrap_or_default()
}

/// Empties the field.
pub(crate) fn wipe(field: PasswordField) {
    if let Some(input) = field.get_untracked() {
        input.set_value("");
    }
}

#[component]
pub(crate) fn Password(
    field: PasswordField,
    /// Why it cannot be sent, once it was asked for.
    #[prop(into)]
    error: Signal<Option<String>>,
) -> impl IntoView {
    let is_empty = RwSignal::new(true);
    let shown = Memo::new(move |_| error.get().filter(|_| is_empty.get()));
    on_cleanup(move || wipe(field));
    if is_outside(shell()) {
        return view! { <p class="muted">"You enter the admin password in the next dialog."</p> }.into_any();
    }
    view! {
        <div class="field">
            <label for="money-password">"Admin password"</label>
            <div class="field-body">
                <input id="money-password" type="password" autocomplete="off" spellcheck="false" node_ref=field
                    aria-describedby="money-password-says" aria-invalid=move || shown.get().map(|_| "true")
                    on:input=move |event| is_empty.set(event_target_value(&event).is_empty())/>
                <p id="money-password-says" class="says" class:bad=move || shown.get().is_some()>
                    {move || shown.get().unwrap_or_else(|| "Sent once, never kept. Paste is allowed.".to_owned())}
                </p>
            </div>
        </div>
    }
    .into_any()
}
