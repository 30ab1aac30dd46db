//! The form of a profile's own values, existing or new. The form saves nothing: the review does.

use leptos::prelude::*;

use super::PROFILES;
use super::layout::{MERCHANT, PROFILE, ROWS};
use crate::record::field::FieldText;
use crate::record::layout::fields;
use crate::shell::shell;

#[component]
pub(super) fn Values() -> impl IntoView {
    let shell = shell();
    view! {
        <form novalidate=true on:submit=move |event| { event.prevent_default(); PROFILES.review(shell); }>
            {shell.is_read_only().then(|| view! { <p class="muted">"This connection is read only."</p> })}
            <fieldset class="form-columns bare" disabled=shell.is_read_only() title=shell.read_only()>
                <legend class="visually-hidden">"Values of the profile"</legend>
                <fieldset class="form-part"><legend>{PROFILE}</legend>
                    <FieldText kind=PROFILES wire="profileName"/>
                    {fields(PROFILES, ROWS, PROFILE)}
                </fieldset>
                <fieldset class="form-part"><legend>{MERCHANT}</legend>{fields(PROFILES, ROWS, MERCHANT)}</fieldset>
            </fieldset>
            // Enter in a field opens the review; the visible button is in the bar.
            <button type="submit" class="absent" tabindex="-1" aria-hidden="true">"Review"</button>
        </form>
    }
}
