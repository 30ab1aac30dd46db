//! A failure at the place where it happened: sentence first, details small, nothing lost.

use leptos::prelude::*;
use tapline_contract::Failure;

use super::icon::Icon;

#[component]
pub(crate) fn FailureNote(failure: Failure, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let details = [
        ("Call", Some(failure.call.clone())),
        ("Status", failure.status.map(|status| status.to_string())),
        ("Code", failure.code.clone()),
        ("Field", failure.field.clone()),
        ("Request", failure.request_id.clone()),
    ];
    let details = details
        .into_iter()
        .filter_map(|(name, value)| Some(view! { <span>{name} " " <code>{value?}</code></span> }));
    view! {
        <div class="note note-danger" role="alert">
            <Icon name="error"/>
            <div>
                <p>{failure.sentence.clone()}</p>
                {failure.message.clone().map(|message| view! { <p>"The service says: " <q>{message}</q></p> })}
                <p class="details">{details.collect_view()}</p>
                {children.map(|children| children())}
            </div>
        </div>
    }
}
