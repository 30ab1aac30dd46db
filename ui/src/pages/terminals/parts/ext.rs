//! `extParams` of a terminal: six texts and a secret. Keys that the service document does not name stay as they are.

use leptos::prelude::*;
use tapline_contract::device::DeviceExtParams;
use tapline_contract::form::device::ExtForm;
use tapline_contract::secret::Secret;

use super::element;
use crate::widgets::text_field::{SecretField, TextField};

#[component]
pub(in crate::pages::terminals) fn ExtPart(
    /// `None` while no form is open.
    form: Signal<Option<ExtForm>>,
    put: Callback<ExtForm>,
    secret_hint: &'static str,
) -> impl IntoView {
    let change = move |change: &dyn Fn(&mut ExtForm)| {
        if let Some(mut ext) = form.get_untracked() {
            change(&mut ext);
            put.run(ext);
        }
    };
    let texts = DeviceExtParams::TEXTS.iter().map(move |row| {
        let value = Signal::derive(move || {
            form.with(|ext| ext.as_ref().map(|ext| ext.texts.text(row.wire).to_owned()).unwrap_or_default())
        });
        let typed = Callback::new(move |typed: String| change(&|ext| ext.texts.put(row.wire, &typed)));
        view! { <TextField id=element(row.wire) label=row.label value=value on_text=typed mono=true/> }
    });
    let secret = Signal::derive(move || {
        form.with(|ext| ext.as_ref().map(|ext| ext.jwt_secret.clone()).unwrap_or_default())
    });
    let typed = Callback::new(move |typed: Secret| change(&|ext| ext.jwt_secret = typed.clone()));
    view! {
        <fieldset class="form-part" id=element("extParams")>
            <legend>"Extra parameters"</legend>
            {texts.collect_view()}
            <SecretField id=element("extParams.jwtSecret") label="New JWT secret" value=secret on_secret=typed hint=secret_hint/>
        </fieldset>
    }
}
