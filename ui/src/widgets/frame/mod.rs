//! The environment strip and the rail: where you are, always.

use leptos::prelude::*;
use tapline_contract::commands::Theme;
use tapline_contract::connection::{AmountUnit, Environment, Session, TokenKept};

use super::choice::{Choice, ChoiceRow};
use super::icon::Icon;
use crate::ipc::engine;
use crate::nav::Leaving;
use crate::paths::{PLACES, Route};
use crate::shell::shell;

/// Environment by word, shape and color; the same word stands in the title and in every confirmation.
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
                None => view! { <b class="env">"NOT CONNECTED"</b> }.into_any(),
                Some(session) => facts(&session),
            }}
        </header>
    }
}

fn facts(session: &Session) -> AnyView {
    let connection = &session.connection;
    let unit = match connection.unit {
        AmountUnit::Minor => "minor units",
        AmountUnit::Major => "major units",
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

#[component]
pub(crate) fn Rail() -> impl IntoView {
    let shell = shell();
    let item = move |(at, (route, icon, words)): (usize, &'static (Route, &'static str, &'static str))| {
        let here = move || (shell.nav.route.with(Route::place) == *route).then_some("page");
        view! {
            <a href=route.path() aria-current=here on:click=move |event| {
                event.prevent_default();
                shell.nav.go(route.clone());
            }><Icon name=icon/>{*words}<kbd aria-hidden="true">"Ctrl " {at + 1}</kbd></a>
        }
    };
    let theme =
        Signal::derive(move || shell.desk.with(|desk| desk.as_ref().map(|d| d.theme).unwrap_or_default()));
    let choose = Callback::new(move |theme| shell.set_theme(theme));
    let switch = move |_| {
        if shell.nav.dirty.get_untracked() {
            shell.nav.leaving.set(Some(Leaving::Disconnect));
        } else {
            shell.leave();
        }
    };
    view! {
        <nav class="rail" aria-label="Areas">
            {PLACES.iter().enumerate().map(item).collect_view()}
            <div class="rail-foot">
                <ChoiceRow label="Theme" name="theme" chosen=theme choose=choose choices=vec![
                    Choice { value: Theme::Light, words: "Light", icon: "" },
                    Choice { value: Theme::Dark, words: "Dark", icon: "" },
                    Choice { value: Theme::System, words: "System", icon: "" },
                ]/>
                <button type="button" class="plain" on:click=switch><Icon name="plug"/>"Switch connection"</button>
            </div>
        </nav>
    }
}
