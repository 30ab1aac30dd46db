//! Background work of the window: the count of unknown outcomes, reachability of the service, the lock, the last place.
//!
//! Started once, it runs as long as the window. It only reads from the service.

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{Connect, CountUnknown, SignOfLife};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::presence::{Attention, Hands};
use tapline_contract::{Failure, FailureKind};

use crate::effect::effect;
use crate::ipc::{self, engine, hold};
use crate::paths::Route;
use crate::shell::Shell;
use crate::widgets::frame::update;
use crate::window_state::{LastPlace, Link, keep_place, last_place};

const SECOND: f64 = 1000.0;
const MINUTE: f64 = 60.0 * SECOND;
/// Milliseconds between two looks at the clock while the window is visible: the clock may have been corrected, or the computer
/// may have slept.
const BEAT: f64 = 10.0 * SECOND;
/// A beat this late means that the computer slept.
const SLEPT: f64 = 3.0 * BEAT;
/// Warning time before the lock.
const LOCK_WARNING: f64 = MINUTE;
/// Longest time until a connection locks, even if the person is active.
const LONGEST_SESSION: f64 = 8.0 * 60.0 * MINUTE;
/// Intervals of [`SignOfLife`], which reports activity to core and returns core's lock times. A call wakes both processes some
/// forty times (measured), so an idle page calls once a minute.
const STILL_SIGN: f64 = MINUTE;
const ACTIVE_SIGN: f64 = 5.0 * SECOND;
/// Warning time before a token expires.
const TOKEN_WARNING: f64 = 5.0 * MINUTE;

pub(crate) fn start(shell: Shell) {
    observe_answers(shell);
    count_unknown(shell);
    keep_where_one_is(shell);
    watch_hands(shell);
    end_outages(shell);
    let beat = StoredValue::new(engine::now());
    effect(move || {
        let now = shell.time().until(|now| now + BEAT);
        let before = beat.try_update_value(|beat| std::mem::replace(beat, now)).unwrap_or(now);
        untrack(|| {
            lock_when_idle(shell, now);
            if now - before > SLEPT {
                shell.outage().try_at_once();
            }
            give_sign(shell, now);
            update::check_daily(shell, now);
        });
    });
}

/// Derives from every answer of the service if it is reachable and accepts the token.
fn observe_answers(shell: Shell) {
    ipc::observe(move |failure: Option<&Failure>| {
        let window = shell.window();
        let down = window.link.with_untracked(|link| *link != Link::Up);
        match failure.map(|failure| failure.kind) {
            Some(FailureKind::Unreachable | FailureKind::Timeout) => {
                window.down_because.set(failure.map(|failure| failure.sentence.clone()).unwrap_or_default());
                if !down {
                    window.link.set(Link::Down { since: engine::now() });
                }
            }
            Some(FailureKind::Unauthorized) if failure.is_some_and(Failure::is_dead_token) => {
                shell.sign_out();
                window.link.set(Link::Up);
            }
            // Core locked by itself.
            Some(FailureKind::Locked) if !window.locked.get_untracked() => shell.clear_cached(),
            // Core found a unit contradiction that this page didn't.
            Some(FailureKind::UnitNotKnown) => shell.contradict_unit(),
            // Refused before anything was sent to the service.
            Some(
                FailureKind::Locked
                | FailureKind::NotConnected
                | FailureKind::NoToken
                | FailureKind::BadInput
                | FailureKind::Desk,
            ) => {}
            None | Some(_) if down => {
                window.link.set(Link::Up);
                shell.read_what_failed();
            }
            None | Some(_) => {}
        }
    });
}

/// Retries reads that an outage stopped, while the window is visible.
fn end_outages(shell: Shell) {
    let (outage, window) = (shell.outage(), shell.window());
    let waits = Signal::derive(move || shell.session.with(Option::is_some) && !window.locked.get());
    let is_down = Signal::derive(move || window.link.with(|link| *link != Link::Up));
    outage.run(shell.time(), waits, is_down);
    effect(move || {
        if !outage.asks.get() {
            return;
        }
        let connection = shell.connection();
        spawn_local(async move {
            // The global observer evaluates the answer.
            let _ = ipc::api::<GetOwner>(connection, None, (), (), ()).await;
            outage.asks.set(false);
        });
    });
    // Failed reads that are not on the screen are repeated once a visible one succeeds.
    Effect::new(move |before: Option<()>| {
        outage.over.track();
        if before.is_some() && waits.get_untracked() {
            untrack(|| shell.read_what_failed());
        }
    });
    hold::on_named("online", move || outage.try_at_once());
}

/// Seconds until the window locks itself, once the warning is due; `None` before.
pub(crate) fn locks_in(shell: Shell) -> Option<f64> {
    let at = lock_at(shell)?;
    let announced = at - LOCK_WARNING;
    let now = shell.time().until(|now| if now < announced { announced } else { f64::INFINITY });
    (now >= announced).then(|| shell.time().seconds_to(at))
}

fn lock_at(shell: Shell) -> Option<f64> {
    let window = shell.window();
    if window.locked.get() || shell.session.with(Option::is_none) {
        return None;
    }
    let minutes = shell.core.with(|core| core.as_ref().map(|core| core.idle_minutes))?;
    let idle = window.touched.get() + f64::from(minutes) * MINUTE;
    Some(idle.min(window.entered.get() + LONGEST_SESSION))
}

fn lock_when_idle(shell: Shell, now: f64) {
    if lock_at(shell).is_some_and(|at| now >= at) {
        shell.lock();
    }
}

/// Reports to core that the page is alive and if a person is active; core locks by its own clock.
fn give_sign(shell: Shell, now: f64) {
    let window = shell.window();
    if window.locked.get_untracked() || shell.session.with_untracked(Option::is_none) {
        return;
    }
    let signed = window.signed.get_untracked();
    let is_active = window.touched.get_untracked() > signed;
    if now - signed < if is_active { ACTIVE_SIGN } else { STILL_SIGN } {
        return;
    }
    window.signed.set(now);
    spawn_local(async move {
        let hands = if is_active { Hands::Active } else { Hands::Still };
        // A core that doesn't answer locks on its own.
        let Ok(attention) = ipc::command::<SignOfLife>(hands).await else { return };
        take_attention(shell, attention);
    });
}

/// Adopts core's times if they are shorter than the page's, as after a reload of the page or a restart of Tapline.
fn take_attention(shell: Shell, attention: Attention) {
    let window = shell.window();
    if window.locked.get_untracked() {
        return;
    }
    if attention.locked {
        return shell.clear_cached();
    }
    if attention.unit_contradicted {
        shell.contradict_unit();
    }
    #[expect(clippy::cast_precision_loss, reason = "at most eight hours")]
    let [idle, session] =
        [attention.idle_seconds, attention.session_seconds].map(|left| left as f64 * SECOND);
    let now = engine::now();
    let minutes = shell.core.with_untracked(|core| core.as_ref().map(|core| core.idle_minutes));
    let whole = f64::from(minutes.unwrap_or_default()) * MINUTE;
    earlier(window.touched, now + idle - whole);
    earlier(window.entered, now + session - LONGEST_SESSION);
}

/// Lowers a time to core's. Core counts whole seconds, so a small difference is ignored.
fn earlier(known: RwSignal<f64>, in_core: f64) {
    if in_core < known.get_untracked() - 2.0 * SECOND {
        known.set(in_core);
    }
}

/// Treats any key or pointer movement as activity.
fn watch_hands(shell: Shell) {
    let touch = move || {
        let now = engine::now();
        // After the computer slept the time may already be over.
        lock_when_idle(shell, now);
        // Once a second is enough for a moving pointer.
        if now - shell.window().touched.get_untracked() > SECOND {
            shell.window().touched.set(now);
        }
    };
    hold::on_window(leptos::ev::keydown, move |_| touch());
    // The engine also reports a movement when the page moves under a resting pointer.
    let rests_at = Cell::new(None);
    hold::on_window(leptos::ev::pointermove, move |event| {
        let at = Some((event.screen_x(), event.screen_y()));
        if rests_at.replace(at) != at {
            touch();
        }
    });
    hold::on_window(leptos::ev::wheel, move |_| touch());
}

/// Minutes until the token expires, rounded up, once the warning is due.
pub(crate) fn token_ends_in(shell: Shell) -> Option<u32> {
    let until = shell.session.with(|session| {
        let session = session.as_ref().filter(|session| !session.embedded)?;
        engine::instant(session.token.valid_until.as_deref()?)
    })?;
    // Token expiry follows the computer's wall clock, even a wrong one.
    let left = until - engine::wall();
    shell.time().until(|now| {
        let minutes = (left / MINUTE).ceil();
        match left {
            ..=0.0 => f64::INFINITY,
            left if left > TOKEN_WARNING => now + left - TOKEN_WARNING,
            left => now + left - (minutes - 1.0) * MINUTE,
        }
    });
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most five minutes")]
    (left <= TOKEN_WARNING).then(|| (left.max(0.0) / MINUTE).ceil() as u32)
}

/// Keeps the side bar's count of unknown outcomes. It is refreshed after every change and navigation once the result is on the
/// screen; simultaneous triggers share one call.
fn count_unknown(shell: Shell) {
    let turn = StoredValue::new(0_u32);
    effect(move || {
        shell.nav.route.track();
        shell.window().outcomes.track();
        if shell.session.with(Option::is_none) || shell.window().locked.get() {
            return;
        }
        let connection = shell.connection();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        spawn_local(async move {
            engine::painted().await;
            if turn.get_value() != mine || shell.connection() != connection {
                return;
            }
            if let Ok(unknown) = ipc::command::<CountUnknown>(connection.clone()).await
                && shell.connection() == connection
            {
                shell.window().unknown.set(unknown);
            }
        });
    });
}

/// Saves the current place for the next start and for the recent objects.
fn keep_where_one_is(shell: Shell) {
    effect(move || {
        let route = shell.nav.route.get();
        let session = shell.session.get();
        let Some(session) = session.filter(|_| route != Route::Start) else { return };
        let rests = resting(&route);
        if rests.place() != rests {
            shell.window().remember(&rests);
        }
        if !session.embedded {
            keep_place(LastPlace { connection: session.connection.id, path: rests.path() });
        }
    });
}

/// The route to remember. Most forms don't survive a restart, so their list is remembered instead.
fn resting(route: &Route) -> Route {
    match route {
        Route::Editor(_) => route.clone(),
        Route::Delete(_) => route.place(),
        route if route.is_form() => route.place(),
        route => route.clone(),
    }
}

/// Restores the last place, if its connection still exists and its token is kept.
pub(crate) async fn come_back(shell: Shell) {
    let Some(place) = last_place().await else { return };
    let known = shell.core.with_untracked(|core| {
        core.as_ref().is_some_and(|core| core.connections.iter().any(|c| c.id == place.connection))
    });
    if !known {
        return;
    }
    shell.window().preselected.set(Some(place.connection.clone()));
    let answer = ipc::command::<Connect>(place.connection).await;
    // Another connection may have been opened meanwhile.
    if shell.session.with_untracked(Option::is_some) {
        return;
    }
    match answer {
        Ok(session) => {
            shell.enter(session);
            shell.nav.go(Route::parse(&place.path));
        }
        Err(failure) if failure.kind == FailureKind::NoToken => {}
        Err(failure) => shell.fail(&failure),
    }
}
