//! The environment strip: service, owner, token and safety level.

use leptos::prelude::*;
use tapline_contract::connection::{AmountUnit, Environment, Session, TokenKept};

use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::shell;
use crate::widgets::env_badge::EnvBadge;
use crate::widgets::icon::Icon;

/// Environment by word, shape and color; the title and every confirmation have the same word.
#[component]
pub(crate) fn Strip() -> impl IntoView {
    let shell = shell();
    let class = move || match shell.session.with(|s| s.as_ref().map(|s| s.connection.environment)) {
        None => "strip strip-none",
        Some(Environment::Sandbox) => "strip strip-sandbox",
        Some(Environment::Live) => "strip strip-live",
    };
    view! {
        <header class=class aria-label="Connection">
            {move || match shell.session.get() {
                Some(session) if shell.window().locked.get() => {
                    view! { <EnvBadge environment=session.connection.environment/><b>"Locked"</b> }.into_any()
                }
                None => view! { <b class="env">"NOT CONNECTED"</b> }.into_any(),
                Some(session) => facts(&session),
            }}
            {move || shell.window().at_stake.get().filter(|_| !shell.window().locked.get()).map(|stake| view! {
                <a class="at-stake" href=Route::Plan.path() on:click=move |event| {
                    event.prevent_default();
                    shell.nav.go(Route::Plan);
                }>{stake.words}</a>
            })}
        </header>
    }
}

fn facts(session: &Session) -> AnyView {
    let connection = &session.connection;
    let unit = match connection.known_unit() {
        None => "unit not confirmed",
        Some(AmountUnit::Minor) => "minor units",
        Some(AmountUnit::Major) => "major units",
    };
    let token = match &session.token.kept {
        TokenKept::Keyring => "in the keyring".to_owned(),
        TokenKept::Memory { .. } if session.embedded => "of this run, in memory".to_owned(),
        TokenKept::Memory { .. } => "in memory until Tapline closes".to_owned(),
    };
    let until = session.token.valid_until.as_deref().filter(|_| !session.embedded);
    let until = until.map(|at| format!("valid until {}, ", engine::local_time(at))).unwrap_or_default();
    view! {
        <EnvBadge environment=connection.environment/>
        <b>{connection.name.clone()}</b>
        <span>"Owner " {session.owner.clone()}</span>
        <span class="grow"></span>
        <span>{connection.currency.clone()} ", " {unit}</span>
        <span class="with-icon"><Icon name="key"/>"Token " {until} {token}</span>
        <span class="with-icon"><Icon name="shield"/>{connection.safety.words()}</span>
    }
    .into_any()
}
