//! The form of a profile's own values, existing or new. It saves nothing: the review does.

use leptos::prelude::*;
use tapline_contract::profile::ProfileDraft;

use super::PROFILES;
use crate::record::field::FieldText;
use crate::shell::shell;

#[component]
pub(super) fn Values() -> impl IntoView {
    let shell = shell();
    let texts = |names: &'static [&'static str]| {
        let rows = ProfileDraft::TEXTS.iter().filter(move |row| names.contains(&row.wire));
        rows.map(|row| view! { <FieldText kind=PROFILES wire=row.wire hint=Callback::new(move |_| hint(row.wire).to_owned())/> }).collect_view()
    };
    view! {
        <form novalidate=true on:submit=move |event| { event.prevent_default(); PROFILES.review(shell); }>
            {shell.is_read_only().then(|| view! { <p class="muted">"This connection is read only, so nothing can be typed."</p> })}
            <fieldset class="form-columns bare" disabled=shell.is_read_only() title=shell.is_read_only().then_some("This connection is read only.")>
                <legend class="visually-hidden">"Values of the profile"</legend>
                <fieldset class="form-part"><legend>"Profile"</legend>{texts(&["profileName", "providerReference", "currency"])}</fieldset>
                <fieldset class="form-part"><legend>"Merchant"</legend>{texts(&["merchantName", "merchantAddr", "mcc", "countryCode"])}</fieldset>
            </fieldset>
            // Enter in a field asks for the review; the bar has the button that is seen.
            <button type="submit" class="absent" tabindex="-1" aria-hidden="true">"Review"</button>
        </form>
    }
}

fn hint(wire: &str) -> &'static str {
    match wire {
        "providerReference" => "The provider's own name for it. By it a lost answer is found again.",
        "mcc" => "Four digits, the trade of the shop.",
        "countryCode" => "Code of ISO 3166, for example DE.",
        "currency" => "Three letters of ISO 4217, for example EUR.",
        _ => "",
    }
}
