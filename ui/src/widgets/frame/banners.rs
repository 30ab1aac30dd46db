//! Banners for the whole window: token expiring or refused, service not reachable, lock, unit of amounts,
//! newer version.
//!
//! The unit of amounts, on pages that show amounts: determined when they are first opened, or asked for if it can't be
//! proven.
//!
//! Nothing else is blocked: until the unit is known, amounts are shown as sent, and actions that move money are
//! disabled.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{ConfirmUnit, FindUnit};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId, Session};
use tapline_contract::unit::{UnitConfirmation, UnitKnown, UnitSample};

use super::update::UpdateBanner;
use crate::background;
use crate::effect::effect;
use crate::ipc::{self, engine};
use crate::parts::{PagePart, part};
use crate::paths::Route;
use crate::remote::Reading;
use crate::shell::{Shell, shell};
use crate::widgets::failure::FailureNote;
use crate::widgets::icon::Icon;
use crate::widgets::part::show_beside;
use crate::widgets::show::{Show, live};
use crate::widgets::unit::UnitChoice;
use crate::window_state::Link;

#[component]
pub(crate) fn Banners() -> impl IntoView {
    let shell = shell();
    let shown = move || shell.session.with(Option::is_some) && !shell.window().locked.get();
    // Memos, because the texts change every second and a redrawn banner would lose the focus.
    let token = Memo::new(move |_| {
        shown() && (shell.window().signed_out.get() || background::token_ends_in(shell).is_some())
    });
    let read_only = Memo::new(move |_| shown() && shell.is_read_only());
    let down = Memo::new(move |_| shown() && shell.window().link.with(|link| *link != Link::Up));
    let locks = Memo::new(move |_| shown() && background::locks_in(shell).is_some());
    view! {
        <div class="banners">
            {move || token.get().then(|| show_beside(TOKEN))}
            <Show when=move || read_only.get()>
                <div class="banner" role="region" aria-label="Read only">
                    <Icon name="lock"/><p>"This connection is read only. To make changes, select another safety level on the start page."</p>
                </div>
            </Show>
            {move || down.get().then(|| show_beside(DOWN))}
            {move || locks.get().then(|| show_beside(LOCKS))}
            {banner(shell)}
            <UpdateBanner/>
        </div>
    }
}

fn unreachable(shell: Shell) -> String {
    match shell.window().link.get() {
        Link::Up => String::new(),
        Link::Down { since } => {
            format!(
                "No answer from the service since {}. What you see may be out of date.",
                engine::clock(since)
            )
        }
    }
}

// Rarely shown, so not in the first part.
const TOKEN: PagePart = part!(tools, |_| view! { <TokenBanner/> }.into_any());
const DOWN: PagePart = part!(tools, |_| view! { <DownBanner/> }.into_any());
const LOCKS: PagePart = part!(tools, |_| view! { <LockBanner/> }.into_any());

#[component]
fn DownBanner() -> impl IntoView {
    let shell = shell();
    view! {
        <div class="banner banner-danger" role="region" aria-label="Service unreachable">
            <Icon name="warning"/>
            <div role="status" aria-label="Service"><p><b>{move || unreachable(shell)}</b></p><p class="muted">{shell.window().down_because}</p></div>
            // A new number each second would be noise for screen readers.
            <span class="number" aria-hidden="true">{live(move || shell.outage().words(shell.time()))}</span>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.outage().try_now()>"Try now"</button>
        </div>
    }
}

#[component]
fn LockBanner() -> impl IntoView {
    let shell = shell();
    view! {
        <div class="banner" role="region" aria-label="Lock">
            <Icon name="lock"/>
            <p role="alert">"Tapline locks soon. Press a key or move the mouse to prevent it."</p>
            <b class="number" aria-hidden="true">{move || background::locks_in(shell).map(|left| format!("{left} s"))}</b>
            <span class="grow"></span>
            <button type="button" on:click=move |_| shell.window().touched.set(engine::now())>"Keep open"</button>
        </div>
    }
}

#[component]
fn TokenBanner() -> impl IntoView {
    let shell = shell();
    let problem = RwSignal::new(String::new());
    let paste = move |_| {
        spawn_local(async move {
            match shell.sign_in_again().await {
                Ok(()) => shell.toast("Signed in again. Nothing was lost."),
                Err(failure) => problem.set(failure.sentence),
            }
        });
    };
    let words = move || match (shell.window().signed_out.get(), background::token_ends_in(shell)) {
        (true, _) => {
            "The service no longer accepts the token. Paste a new one for the same owner; your input is kept."
                .to_owned()
        }
        (false, Some(0)) => {
            "The token has expired. Paste a new one for the same owner; your input is kept.".to_owned()
        }
        (false, Some(1)) => {
            "The token expires within a minute. Paste a new token for the same owner.".to_owned()
        }
        (false, left) => format!(
            "The token expires in {} minutes. Paste a new token for the same owner.",
            left.unwrap_or_default()
        ),
    };
    view! {
        <div class="banner" role="region" aria-label="Token">
            <Icon name="key"/>
            <div><p role="status" aria-label="Token">{live(words)}</p><p class="bad" role="alert">{move || problem.get()}</p></div>
            <span class="grow"></span>
            <button type="button" on:click=paste>"Paste a new token"</button>
        </div>
    }
}

const UNKNOWN: &str = "The unit of amounts is unclear. Until you confirm it, amounts appear as received and money actions are off.";
const CONTRADICTED: &str = "The service sent an amount with a fraction, but this connection uses minor units. Money actions are \
                            off until you confirm the unit again.";

/// Loaded samples and their connection.
type LoadedSamples = (ConnectionId, Result<Vec<UnitSample>, Failure>);

/// The open connection, while its unit is unknown and a page with amounts is open.
fn connection_without_unit(shell: Shell) -> Option<Connection> {
    let has_amounts = matches!(shell.nav.route.get().place(), Route::Transactions | Route::Settlements);
    if !has_amounts || shell.window().locked.get() {
        return None;
    }
    let connection = shell.opened()?;
    connection.known_unit().is_none().then_some(connection)
}

/// The banner, while a page is open whose part has its code.
pub(crate) fn banner(shell: Shell) -> AnyView {
    let is_needed = Memo::new(move |_| connection_without_unit(shell).is_some());
    let shown = move || is_needed.get().then(|| show_beside(BANNER));
    shown.into_any()
}

const BANNER: PagePart = part!(money, |_| view! { <UnitBanner/> }.into_any());

#[component]
fn UnitBanner() -> impl IntoView {
    let shell = shell();
    let read = RwSignal::new(None::<LoadedSamples>);
    let refused = RwSignal::new(None::<Failure>);
    let unknown = Memo::new(move |_| connection_without_unit(shell));
    let looking = RwSignal::new(false);
    let look = move |id: ConnectionId| {
        looking.set(true);
        spawn_local(async move {
            let answer = ipc::command::<FindUnit>(id.clone()).await;
            let _ = looking.try_set(false);
            read.set(Some((
                id,
                answer.map(|found| {
                    adopt_session(shell, found.session);
                    found.samples
                }),
            )));
        });
    };
    effect(move || {
        let Some(connection) = unknown.get() else { return };
        // Samples of this connection are kept; after a contradiction, only if they show the fraction.
        let known = read.with_untracked(|read| {
            read.as_ref().is_some_and(|(id, answer)| {
                let shows = answer.as_ref().is_ok_and(|samples| {
                    connection.unit_known != UnitKnown::Contradicted
                        || samples.iter().any(UnitSample::is_fraction)
                });
                *id == connection.id && shows
            })
        });
        if !known {
            look(connection.id);
        }
    });
    let reading = Signal::derive(move || Reading {
        loading: looking.get(),
        failure: read.with(|read| read.as_ref().and_then(|(_, answer)| answer.as_ref().err().cloned())),
        ..Reading::default()
    });
    let again = Callback::new(move |()| {
        if let Some(connection) = unknown.get_untracked() {
            look(connection.id);
        }
    });
    shell.outage().keep_trying(reading, again);
    let choose = Callback::new(move |unit: AmountUnit| {
        refused.set(None);
        let Some(connection) = unknown.get_untracked() else { return };
        spawn_local(async move {
            match ipc::command::<ConfirmUnit>(UnitConfirmation { connection: connection.id, unit }).await {
                Ok(session) => {
                    shell.toast("Unit of amounts confirmed.");
                    adopt_session(shell, session);
                }
                Err(why) => refused.set(Some(why)),
            }
        });
    });
    live(move || {
        let connection = unknown.get()?;
        let (id, answer) = read.get()?;
        if id != connection.id {
            return None;
        }
        let (samples, failure) = match answer {
            Ok(samples) => (samples, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let again = (failure.is_some() || samples.is_empty()).then(|| {
            view! { <button type="button" on:click=move |_| look(id.clone())>"Check again"</button> }
        });
        let words = if connection.unit_known == UnitKnown::Contradicted { CONTRADICTED } else { UNKNOWN };
        Some(view! {
            <div class="banner" role="region" aria-label="Unit of amounts">
                <Icon name="warning"/>
                <div class="grow">
                    <p role="status" aria-label="Unit">{words}</p>
                    <UnitChoice samples=samples connection=connection chosen=Signal::derive(|| None) choose=choose/>
                    {failure.map(|failure| view! { <FailureNote failure=failure/> })}
                    {again}
                    {move || refused.get().map(|failure| view! { <FailureNote failure=failure/> })}
                </div>
            </div>
        })
    })
}

/// Adopts a session of the same connection if something changed in it, such as the unit.
fn adopt_session(shell: Shell, session: Session) {
    let is_same = shell.session.with_untracked(|now| {
        now.as_ref().is_some_and(|now| now.connection.id == session.connection.id && *now != session)
    });
    if is_same {
        shell.session.set(Some(session));
        // The saved connection has it too.
        spawn_local(shell.refresh_core());
    }
}
