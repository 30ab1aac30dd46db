//! Badge of a connection's environment: the same word and shape everywhere.

use leptos::prelude::*;
use tapline_contract::connection::Environment;

use super::icon::Icon;

/// Badge: SANDBOX with a flask and a dashed edge, LIVE with a dot and filled.
#[component]
pub(crate) fn EnvBadge(environment: Environment) -> impl IntoView {
    match environment {
        Environment::Sandbox => {
            view! { <b class="env env-sandbox"><Icon name="flask"/>"SANDBOX"</b> }.into_any()
        }
        Environment::Live => {
            view! { <b class="env env-live"><span class="dot" aria-hidden="true"></span>"LIVE"</b> }
                .into_any()
        }
    }
}
