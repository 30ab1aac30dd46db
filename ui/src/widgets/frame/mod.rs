//! The frame: where you are, always, and what may stand in front of every page.

pub(crate) mod about;
pub(crate) mod banners;
pub(crate) mod key_sheet;
pub(crate) mod leave;
pub(crate) mod locked;
pub(crate) mod palette;
mod palette_search;
pub(crate) mod rail;
pub(crate) mod settings;
pub(crate) mod sheets;
pub(crate) mod strip;
pub(crate) mod toasts;
pub(crate) mod unit;

use leptos::prelude::*;
use tapline_contract::connection::Environment;

use super::icon::Icon;

/// SANDBOX with a flask and a dashed edge, LIVE with a dot and filled.
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
