//! A new profile: its values, and its first acceptances.

use leptos::prelude::*;

use super::PROFILES;
use super::board_page::Bindings;
use super::namespace::WithNamespace;
use super::values::Values;
use crate::paths::Route;
use crate::record::form::FormBar;
use crate::shell::shell;
use crate::widgets::icon::Icon;
use crate::widgets::links::Crumbs;

#[component]
pub(crate) fn NewProfile() -> impl IntoView {
    view! { <WithNamespace><Page/></WithNamespace> }
}

#[component]
fn Page() -> impl IntoView {
    let shell = shell();
    PROFILES.open_form(shell, None);
    let adding = RwSignal::new(false);
    view! {
        <div class="profile-page">
            <header class="profile-head">
                <Crumbs trail=vec![(Route::Profiles, "Profiles".to_owned())] here="New"/>
                <div class="page-head">
                    <h1>"New profile"</h1>
                    <p class="muted">"It's active as soon as it's created."</p>
                    <span class="grow"></span>
                    <button type="button" disabled=move || shell.is_read_only() title=move || shell.read_only()
                        on:click=move |_| adding.set(true)><Icon name="plus"/>"Add acceptance…"</button>
                </div>
            </header>
            <div class="profile-body">
                <div class="page">{Values()}</div>
                <Bindings adding=adding/>
            </div>
            <FormBar kind=PROFILES/>
        </div>
    }
}
