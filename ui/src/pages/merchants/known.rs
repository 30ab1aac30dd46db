//! Codes that people know by name. Suggestions only: any other text can be typed, and the service decides.

use leptos::prelude::*;

use crate::show::method_words;
use crate::widgets::show::live;

pub(super) fn mcc_name(code: &str) -> Option<&'static str> {
    tapline_emv::mcc::name(code)
}

/// Suggestions for the fields, which refer to them by id.
#[component]
pub(super) fn Suggestions(#[prop(into)] profiles: Signal<Vec<(String, String)>>) -> impl IntoView {
    let methods = ["01", "02", "03", "04", "05", "06"]
        .into_iter()
        .map(|code| view! { <option value=method_words(code)></option> });
    let profiles = move || {
        let words = |(id, name)| format!("{name} ({id})");
        let options =
            profiles.get().into_iter().map(words).map(|words| view! { <option value=words></option> });
        options.collect_view()
    };
    view! {
        <datalist id="known-methods">{methods.collect_view()}</datalist>
        <datalist id="known-profiles">{live(profiles)}</datalist>
    }
}
