//! A new configuration: empty with a scheme, or a copy.

use leptos::prelude::*;
use tapline_contract::emv_form::EmvForm;
use tapline_emv::Scheme;

use super::{Editor, store};
use crate::pages::limits::LIMITS;
use crate::paths::Route;
use crate::record::edit::Edit;
use crate::shell::{Shell, shell};
use crate::widgets::marks::SchemeMark;
use crate::widgets::show::Show;

/// Opens a copy of the edited configuration, as typed.
pub(super) fn duplicate(shell: Shell) {
    let Some(mut form) = store(shell).edit.with_untracked(|edit| edit.as_ref().map(|edit| edit.form.clone()))
    else {
        return;
    };
    form.name.push_str(" copy");
    begin(shell, form);
    shell.nav.force(Route::New);
}

fn begin(shell: Shell, form: EmvForm) {
    store(shell).begin(Edit::new(form, &untrack(|| shell.form_currency())));
}

#[component]
pub(crate) fn NewConfiguration() -> impl IntoView {
    let shell = shell();
    let is_new = move || LIMITS.is_open(shell.areas(), None);
    let start = move |scheme: Scheme| {
        shell.users_currency.set(None);
        begin(shell, EmvForm::blank(scheme, &untrack(|| shell.form_currency())));
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
