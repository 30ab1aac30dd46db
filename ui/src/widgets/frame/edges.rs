//! The frame around every page: the environment strip, the side bar, and the messages.
//!
//! A message about a finished action disappears by itself; a failure stays until dismissed. Both are announced. A message is in the strip, so
//! it covers no figure and moves no button; failures are below the page. There is one message at a time, and any number of failures.

use leptos::prelude::*;
use tapline_contract::connection::{AmountUnit, Environment, Session, TokenKept};

use crate::actions::chord::spoken;
use crate::actions::table::{Action, Does, TABLE};
use crate::actions::{keys_of, run};
use crate::background;
use crate::ipc::engine;
use crate::paths::Route;
use crate::shell::areas::Area;
use crate::shell::{Shell, shell};
use crate::show::day;
use crate::widgets::dialog::Popover;
use crate::widgets::drafts::draft_count;
use crate::widgets::failure::FailureDetails;
use crate::widgets::icon::{EnvBadge, Icon};
use crate::widgets::show::{Show, live};
use crate::window_state::Toast;

/// Environment by word, shape and color; the title and every confirmation have the same word.
#[component]
pub(crate) fn Strip() -> impl IntoView {
    let shell = shell();
    let class = move || match shell.environment() {
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
                Some(session) => facts(shell, &session),
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

fn facts(shell: Shell, session: &Session) -> AnyView {
    let connection = &session.connection;
    let is_known = connection.known_unit().is_some();
    let unit = match connection.known_unit() {
        None => "unit not confirmed",
        Some(AmountUnit::Minor) => "minor units",
        Some(AmountUnit::Major) => "major units",
    };
    let is_kept = matches!(session.token.kept, TokenKept::Keyring);
    let until = session.token.valid_until.as_deref().filter(|_| !session.embedded).map(short);
    let token = move || match &until {
        Some(at) if background::token_ends_in(shell) == Some(0) => format!("Token expired {at}"),
        Some(at) if is_kept => format!("Token valid until {at}, in the keyring"),
        Some(at) => format!("Unsaved token, valid until {at}"),
        None if is_kept => "Token in the keyring".to_owned(),
        None => "Token not saved".to_owned(),
    };
    view! {
        <EnvBadge environment=connection.environment/>
        <ConnectionMenu name=connection.name.clone() owner=session.owner.clone()/>
        <span class="grow"></span>
        <span>{connection.currency.clone()}<span class:wire=is_known>", "{unit}</span></span>
        <span class="with-icon"><Icon name="key"/>{live(token)}</span>
        <span class="with-icon"><Icon name="shield"/>"Safety: " {connection.safety.words()}</span>
    }
    .into_any()
}

/// "18:05 CET" today, else with the date.
fn short(at: &str) -> String {
    let (time, today) = (engine::local_time(at), format!("{}, ", day(&engine::day_before(0))));
    time.strip_prefix(&today).map_or_else(|| time.clone(), str::to_owned)
}

/// Actions of the connection's menu.
const MENU: [&str; 4] = ["owner", "connection", "start", "token"];

/// Name and owner of the connection, with its menu.
#[component]
fn ConnectionMenu(name: String, owner: String) -> impl IntoView {
    let shell = shell();
    let open = RwSignal::new(false);
    let face = move || {
        let (name, owner) = (name.clone(), owner.clone());
        view! { <b>{name}</b><span>"Owner " {owner}</span><Icon name="open"/> }
    };
    let entry = move |action: &'static Action| {
        let run = move |_| {
            open.set(false);
            action.run(shell);
        };
        let keys = move || action.keys(shell).split(' ').next().map(spoken).unwrap_or_default();
        let blocked = move || action.blocked(shell);
        view! {
            <li><button type="button" class="plain" disabled=move || blocked().is_some() title=blocked on:click=run>
                {action.words(shell)}<small>{move || blocked().unwrap_or_else(keys)}</small></button></li>
        }
    };
    let entries = move || {
        let actions = MENU.iter().filter_map(|id| TABLE.iter().find(|action| action.id == *id));
        actions.map(entry).collect_view()
    };
    view! {
        <Popover open=open label="Connection" class="strip-menu" width=360 face=face>
            <ul class="menu">{entries()}</ul>
        </Popover>
    }
}

#[component]
pub(crate) fn Rail() -> impl IntoView {
    let shell = shell();
    let item = move |(action, area): (&'static Action, &'static Area)| {
        let Area { place: route, icon, title: words, .. } = area;
        let here = move || (shell.nav.route.with(Route::place) == *route).then_some("page");
        let keys = move || keys_of(shell, action.id);
        view! {
            <a href=route.path() aria-current=here on:click=move |event| {
                event.prevent_default();
                shell.nav.go(route.clone());
            }><Icon name=icon/><span class="words">{*words}</span>{draft_count(shell, route)}{count_of(shell, route)}<kbd aria-hidden="true">{live(keys)}</kbd></a>
        }
    };
    let areas = TABLE.iter().filter_map(|action| match action.does {
        Does::Go(at) => Some((action, shell.areas().all().get(at)?)),
        _ => None,
    });
    view! {
        <nav class="rail" aria-label="Areas">
            <RailButton id="palette" icon="find" words="Search, explain…"/>
            {areas.map(item).collect_view()}
            <div class="rail-foot">
                <RailButton id="start" icon="plug" words="Switch connection"/>
                <RailButton id="lock" icon="lock" words="Lock"/>
                <RailButton id="settings" icon="gear" words="Settings"/>
                <button type="button" class="plain rail-button"
                    aria-expanded=move || (!shell.window().is_narrow()).to_string() on:click=move |_| run::rail(shell)>
                    <Icon name="side"/><span class="words">{move || if shell.window().is_narrow() { "Show sidebar" } else { "Hide sidebar" }}</span>
                </button>
            </div>
        </nav>
    }
}

/// An action of the table as a button of the side bar.
#[component]
fn RailButton(id: &'static str, icon: &'static str, words: &'static str) -> impl IntoView {
    let shell = shell();
    let act = move |_| {
        if let Some(action) = TABLE.iter().find(|action| action.id == id) {
            action.run(shell);
        }
    };
    view! {
        <button type="button" class="plain rail-button" on:click=act>
            <Icon name=icon/><span class="words">{words}</span><kbd aria-hidden="true">{move || keys_of(shell, id)}</kbd>
        </button>
    }
}

/// Number of unconfirmed changes next to Activity, and of waiting ones next to Change sets.
fn count_of(shell: Shell, route: &Route) -> Option<impl IntoView + use<>> {
    let window = shell.window();
    let (count, title, words) = match route {
        Route::Activity => {
            (Signal::derive(move || window.unknown.get()), "Unconfirmed changes", " unconfirmed")
        }
        Route::Plan => (Signal::derive(move || window.waiting.get()), "Waiting changes", " waiting"),
        _ => return None,
    };
    Some(view! {
        <Show when=move || { count.get() > 0 }>
            <span class="count" title=move || (!window.is_narrow()).then_some(title)>{live(move || count.get())}<span class="visually-hidden">{words}</span></span>
        </Show>
    })
}

#[component]
pub(crate) fn Toasts() -> impl IntoView {
    let window = shell().window();
    let of = move |failed: bool| {
        move || {
            let all = window.toasts.get();
            let wanted = all.into_iter().filter(move |toast| toast.failure.is_some() == failed);
            wanted.collect::<Vec<_>>()
        }
    };
    view! {
        <div class="failures" role="alert" aria-label="Failures">
            <For each=of(true) key=|toast| toast.serial children=|toast| view! { <OneToast toast=toast/> }/>
        </div>
        <div class="messages" role="status" aria-live="polite" aria-label="Messages">
            <p class="visually-hidden">{move || window.spoken.get()}</p>
            <For each=of(false) key=|toast| toast.serial children=|toast| view! { <OneToast toast=toast/> }/>
        </div>
    }
}

#[component]
fn OneToast(toast: Toast) -> impl IntoView {
    let window = shell().window();
    let serial = toast.serial;
    let (class, icon) =
        if toast.failure.is_some() { ("toast note note-danger", "error") } else { ("toast note", "info") };
    let message = toast.failure.as_ref().and_then(|failure| failure.message.clone());
    let action = toast.action.map(|(words, act)| {
        let act = move |_| {
            window.dismiss(serial);
            act();
        };
        view! { <button type="button" on:click=act>{words}</button> }
    });
    view! {
        <div class=class>
            <Icon name=icon/>
            <div>
                <p>{toast.words}</p>
                {message.map(|message| view! { <p>"The service says: " <q>{message}</q></p> })}
                {toast.failure.map(|failure| view! { <FailureDetails failure=failure/> })}
            </div>
            <span class="grow"></span>
            {action}
            <button type="button" class="plain square" aria-label="Dismiss message" title="Dismiss message" on:click=move |_| window.dismiss(serial)>
                <Icon name="close"/>
            </button>
        </div>
    }
}
