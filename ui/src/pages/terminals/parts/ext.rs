//! `extParams` of a terminal: six texts and a secret. Keys that the service document does not name stay as they are.

use leptos::prelude::*;
use tapline_contract::form::device::ExtForm;
use tapline_contract::secret::Secret;

use super::element;
use crate::widgets::secret_field::SecretField;
use crate::widgets::text_field::TextField;

struct Row {
    wire: &'static str,
    label: &'static str,
    get: fn(&ExtForm) -> &String,
    get_mut: fn(&mut ExtForm) -> &mut String,
}

const ROWS: [Row; 6] = [
    Row {
        wire: "extParams.acqMid",
        label: "Acquirer MID",
        get: |ext| &ext.acq_mid,
        get_mut: |ext| &mut ext.acq_mid,
    },
    Row {
        wire: "extParams.acqTid",
        label: "Acquirer TID",
        get: |ext| &ext.acq_tid,
        get_mut: |ext| &mut ext.acq_tid,
    },
    Row { wire: "extParams.mid", label: "MID", get: |ext| &ext.mid, get_mut: |ext| &mut ext.mid },
    Row {
        wire: "extParams.subMid",
        label: "Sub MID",
        get: |ext| &ext.sub_mid,
        get_mut: |ext| &mut ext.sub_mid,
    },
    Row {
        wire: "extParams.subTid",
        label: "Sub TID",
        get: |ext| &ext.sub_tid,
        get_mut: |ext| &mut ext.sub_tid,
    },
    Row {
        wire: "extParams.clientId",
        label: "Client id",
        get: |ext| &ext.client_id,
        get_mut: |ext| &mut ext.client_id,
    },
];

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
    let texts = ROWS.iter().map(move |row| {
        let value = Signal::derive(move || {
            form.with(|ext| ext.as_ref().map(|ext| (row.get)(ext).clone()).unwrap_or_default())
        });
        let typed = Callback::new(move |typed: String| change(&|ext| (row.get_mut)(ext).clone_from(&typed)));
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
