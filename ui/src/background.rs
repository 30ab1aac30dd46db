//! Work beside the pages: the count of unknown outcomes, whether the service answers, the lock, the last place.
//!
//! It is started once and runs as long as the window. It reads and changes nothing at the service.

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
use crate::window_state::{Link, Place, keep_place, last_place};

const SECOND: f64 = 1000.0;
const MINUTE: f64 = 60.0 * SECOND;
/// Between two looks at the clock while the window is seen: it may have been corrected, or the computer slept.
const BEAT: f64 = 10.0 * SECOND;
/// A beat that is so late comes after a sleep.
const SLEPT: f64 = 3.0 * BEAT;
/// The lock is announced this long before.
const LOCK_WARNING: f64 = MINUTE;
/// A connection is locked after this time, however active the person is.
const LONGEST_SESSION: f64 = 8.0 * 60.0 * MINUTE;
/// Intervals at which core is asked whether it locked by itself, and told that a person is active. A call wakes both processes some forty
/// times (measured), so a page that nobody uses asks once a minute.
const STILL_SIGN: f64 = MINUTE;
const ACTIVE_SIGN: f64 = 5.0 * SECOND;
/// A token that ends within this time is announced.
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
            update::look_daily(shell, now);
        });
    });
}

/// Every answer of the service shows whether it is reachable and accepts the token.
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
            // Core saw a contradiction that this page did not.
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

/// What an outage stopped is tried again while there is somebody to see it.
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
            // Observed like any other answer.
            let _ = ipc::api::<GetOwner>(connection, None, (), (), ()).await;
            outage.asks.set(false);
        });
    });
    // What is not on the screen and failed with it is read once one of them succeeds.
    Effect::new(move |before: Option<()>| {
        outage.over.track();
        if before.is_some() && waits.get_untracked() {
            untrack(|| shell.read_what_failed());
        }
    });
    hold::on_named("online", move || outage.try_at_once());
}

/// Seconds until the window locks itself, once that is to be announced; `None` before.
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

/// Core locks by its own clock. It is told that the page runs, and whether a person is active.
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
        // A core that does not answer locks by itself.
        let Ok(attention) = ipc::command::<SignOfLife>(hands).await else { return };
        take_attention(shell, attention);
    });
}

/// Takes core's times if they are shorter than the page's: after a reload of the page or a restart of Tapline.
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

/// Core counts whole seconds, so a small difference is ignored.
fn earlier(known: RwSignal<f64>, in_core: f64) {
    if in_core < known.get_untracked() - 2.0 * SECOND {
        known.set(in_core);
    }
}

/// Any key or movement of the pointer shows that somebody is there.
fn watch_hands(shell: Shell) {
    let touch = move || {
        let now = engine::now();
        // After a sleep of the computer the time may be over already.
        lock_when_idle(shell, now);
        // Not for every pixel of a movement.
        if now - shell.window().touched.get_untracked() > SECOND {
            shell.window().touched.set(now);
        }
    };
    hold::on_window(leptos::ev::keydown, move |_| touch());
    // The engine tells a movement also when the page moves under a pointer that rests.
    let rests_at = Cell::new(None);
    hold::on_window(leptos::ev::pointermove, move |event| {
        let at = Some((event.screen_x(), event.screen_y()));
        if rests_at.replace(at) != at {
            touch();
        }
    });
    hold::on_window(leptos::ev::wheel, move |_| touch());
}

/// Minutes that the token is still valid, rounded up, once that is to be announced.
pub(crate) fn token_ends_in(shell: Shell) -> Option<u32> {
    let until = shell.session.with(|session| {
        let session = session.as_ref().filter(|session| !session.embedded)?;
        engine::instant(session.token.valid_until.as_deref()?)
    })?;
    // It ends by the clock of the wall, however that is set.
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

/// The count is in the side bar. It is read again after every change and navigation, when that is on the screen; what comes together
/// is asked for once.
fn count_unknown(shell: Shell) {
    let turn = StoredValue::new(0_u32);
    effect(move || {
        shell.nav.route.track();
        shell.areas().is_settled();
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

/// For the next start and for the recent objects.
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
            keep_place(Place { connection: session.connection.id, path: rests.path() });
        }
    });
}

/// Forms do not survive a restart, so their list is remembered instead.
fn resting(route: &Route) -> Route {
    match route {
        Route::Editor(_) => route.clone(),
        Route::Delete(_) => route.place(),
        route if route.is_form() => route.place(),
        route => route.clone(),
    }
}

/// Goes back to where Tapline was closed, if the connection still exists and its token is kept.
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
    // A person may have opened another connection meanwhile.
    if shell.session.with_untracked(Option::is_some) {
        return;
    }
    match answer {
        Ok(session) => {
            shell.enter(session);
            shell.nav.force(Route::parse(&place.path));
        }
        Err(failure) if failure.kind == FailureKind::NoToken => {}
        Err(failure) => shell.fail(&failure),
    }
}
