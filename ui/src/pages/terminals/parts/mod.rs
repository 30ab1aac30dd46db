//! Parts of a form that an activation and an edit have in common: EMV parameters, methods, extra parameters.

mod ext;
mod methods;
mod params;

pub(super) use ext::ExtPart;
pub(super) use methods::MethodsPart;
pub(super) use params::ParamsPart;

use leptos::prelude::*;

use crate::show;

/// The id of the element where a field is typed.
pub(super) fn element(wire: &str) -> String {
    format!("terminal-{}", wire.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

/// Suggestions for the fields; any other text can be typed.
#[component]
pub(super) fn Suggestions() -> impl IntoView {
    let methods = ["01", "02", "03", "04", "05", "06"]
        .into_iter()
        .map(|code| view! { <option value=show::method_words(code)></option> });
    view! { <datalist id="terminal-methods">{methods.collect_view()}</datalist> }
}
