//! A configuration that does not exist yet: empty of a scheme, or a copy.

use leptos::prelude::*;
use tapline_contract::emv_form::EmvForm;
use tapline_emv::Scheme;

use super::Editor;
use crate::edit::Edit;
use crate::paths::Route;
use crate::shell::{Saving, Shell, shell};
use crate::widgets::marks::SchemeMark;

/// Opens a copy of what is being edited, as typed.
pub(super) fn duplicate(shell: Shell) {
    let currency = shell.currency();
    let copy = shell.edit.with_untracked(|edit| {
        let edit = edit.as_ref()?;
        let mut draft = edit.draft(&currency).unwrap_or_else(|_| edit.form.base().clone());
        draft.emv_name = format!("{} copy", draft.emv_name);
        Some(Edit::with(None, EmvForm::of_draft(&draft, edit.form.scheme(), &currency)))
    });
    if let Some(copy) = copy {
        shell.saving.set(Saving::Idle);
        shell.sent.set(None);
        shell.edit.set(Some(copy.made_new()));
        shell.nav.force(Route::New);
    }
}

#[component]
pub(crate) fn NewConfiguration() -> impl IntoView {
    let shell = shell();
    let is_new = move || shell.edit.with(|edit| edit.as_ref().is_some_and(|edit| edit.seen.is_none()));
    let start = move |scheme: Scheme| {
        let currency = shell.currency();
        shell.saving.set(Saving::Idle);
        shell.sent.set(None);
        shell.edit.set(Some(Edit::with(None, EmvForm::blank(scheme, &currency)).made_new()));
    };
    view! {
        <Show when=is_new fallback=move || view! {
            <div class="page">
                <h1>"New configuration"</h1>
                <p>"For which scheme? To begin from an existing configuration, open it and choose Duplicate."</p>
                <ul class="scheme-choice">
                    {Scheme::ALL.map(|scheme| view! {
                        <li><button type="button" on:click=move |_| start(scheme)><SchemeMark scheme=Some(scheme)/>{scheme.name()}</button></li>
                    }).collect_view()}
                </ul>
                <button type="button" on:click=move |_| shell.nav.go(Route::Limits)>"Back to Limits"</button>
            </div>
        }>
            <Editor id=None/>
        </Show>
    }
}
