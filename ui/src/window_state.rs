//! State of the window outside the pages: open sheet, messages, preferences, whether the service answers, the lock.
//!
//! Signals only; `widgets/frame/` draws them and `background.rs` updates them. It knows no page and no record.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use tapline_contract::Failure;
use tapline_contract::connection::ConnectionId;
use tapline_contract::update::Updates;

use crate::ipc::engine;
use crate::outage::Outage;
use crate::paths::Route;
use crate::preference::{read, write};
use crate::time::Time;

/// Keys of preferences.
const KEPT: &str = "frame";
const PLACE: &str = "frame.place";
/// Number of objects that count as recent.
const RECENT: usize = 12;
/// Milliseconds that a message without a button stays.
const TOLD_FOR: u64 = 8000;
/// And one with a button: time to read it and to reach the button, also by keyboard.
const OFFERED_FOR: u64 = 10_000;

/// A dialog in front of any page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    Palette,
    Connections,
    Call,
    Settings,
    Keys,
    About,
}

/// The person's preferences for the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Kept {
    /// In percent.
    pub(crate) zoom: u16,
    pub(crate) contrast: bool,
    pub(crate) narrow_rail: bool,
    /// Changed keys by the id of their action; emptied ones are empty.
    pub(crate) keys: BTreeMap<String, String>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { zoom: 100, contrast: false, narrow_rail: false, keys: BTreeMap::new() }
    }
}

/// The page that was open when Tapline was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) connection: ConnectionId,
    pub(crate) path: String,
}

/// Whether the service answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Link {
    #[default]
    Up,
    /// Since when it does not.
    Down { since: f64 },
}

/// What the button of a message does. It outlives the component that sent the message.
pub(crate) type Act = Arc<dyn Fn() + Send + Sync>;

/// A message that disappears by itself, or a failure that stays.
#[derive(Clone)]
pub(crate) struct Toast {
    pub(crate) serial: u64,
    pub(crate) words: String,
    pub(crate) failure: Option<Failure>,
    /// Words of a button and what it does.
    pub(crate) action: Option<(String, Act)>,
}

/// A component that carries out an action while it is on the page.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    pub(crate) serial: u64,
    pub(crate) id: &'static str,
    /// Why not now, as a sentence.
    pub(crate) blocked: Signal<Option<String>>,
    pub(crate) act: Callback<()>,
}

/// What the end of the window, or of the connection, would stop or lose, beside what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AtStake {
    /// In the strip: "Plan: 12 of 40".
    pub(crate) words: String,
    /// In the question.
    pub(crate) sentence: String,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct WindowState {
    pub(crate) time: Time,
    pub(crate) outage: Outage,
    pub(crate) sheet: RwSignal<Option<Sheet>>,
    /// What the call bar begins with.
    pub(crate) asked: RwSignal<String>,
    pub(crate) toasts: RwSignal<Vec<Toast>>,
    /// What the page shows elsewhere, for screen readers.
    pub(crate) spoken: RwSignal<String>,
    /// Actions that components on the page carry out.
    pub(crate) offers: RwSignal<Vec<Offer>>,
    pub(crate) preferences: RwSignal<Kept>,
    pub(crate) link: RwSignal<Link>,
    /// Why it does not answer, from the last attempt.
    pub(crate) down_because: RwSignal<String>,
    /// The service refused the token.
    pub(crate) signed_out: RwSignal<bool>,
    pub(crate) locked: RwSignal<bool>,
    /// The window leaves no room for a wide side bar.
    pub(crate) slim: RwSignal<bool>,
    /// When a key or the pointer was last used, in milliseconds since 1970.
    pub(crate) touched: RwSignal<f64>,
    /// When core was last told that the page lives.
    pub(crate) signed: RwSignal<f64>,
    /// When the open connection was opened or unlocked.
    pub(crate) entered: RwSignal<f64>,
    /// The action that gets the next chord, and a message about the last one.
    pub(crate) changing: RwSignal<Option<&'static str>>,
    pub(crate) changed: RwSignal<String>,
    /// Asked about before the window or the connection is closed.
    pub(crate) at_stake: RwSignal<Option<AtStake>>,
    /// Changes of unknown outcome.
    pub(crate) unknown: RwSignal<usize>,
    /// Objects that were opened, newest first.
    pub(crate) recent: RwSignal<Vec<Route>>,
    /// What is known of newer versions, and when core was asked last, in milliseconds since 1970.
    pub(crate) updates: RwSignal<Option<Updates>>,
    pub(crate) looked: RwSignal<f64>,
    /// The connection that the start page proposes.
    pub(crate) preselected: RwSignal<Option<ConnectionId>>,
}

impl WindowState {
    pub(crate) fn new() -> WindowState {
        let [touched, signed, entered] = [(); 3].map(|()| RwSignal::new(engine::now()));
        WindowState { touched, signed, entered, ..WindowState::default() }
    }

    /// Forgets everything of this connection.
    pub(crate) fn clear(self) {
        self.link.set(Link::Up);
        self.signed_out.set(false);
        self.unknown.set(0);
        self.recent.set(Vec::new());
        self.entered.set(engine::now());
    }

    pub(crate) fn is_narrow(self) -> bool {
        self.slim.get() || self.preferences.with(|kept| kept.narrow_rail)
    }

    /// Changes preferences, at once and for the next start. If core cannot keep them, they stay for as long as the window is
    /// open, and the person is told.
    pub(crate) fn change(self, change: impl FnOnce(&mut Kept)) {
        self.preferences.update(change);
        let kept = self.preferences.get_untracked();
        spawn_local(async move {
            if let Err(failure) = write(KEPT, &kept).await {
                self.fail(&failure);
            }
        });
    }

    /// Reads the preferences.
    pub(crate) async fn load(self) {
        if let Some(kept) = read(KEPT).await {
            self.preferences.set(kept);
        }
    }

    pub(crate) fn toast(self, words: &str, action: Option<(String, Act)>) {
        let stays = if action.is_some() { OFFERED_FOR } else { TOLD_FOR };
        let serial = self.put(words.to_owned(), None, action);
        engine::later(stays, move || self.dismiss(serial));
    }

    /// Announced by screen readers, not shown.
    pub(crate) fn announce(self, words: &str) {
        self.spoken.set(words.to_owned());
        let said = words.to_owned();
        engine::later(TOLD_FOR, move || {
            if self.spoken.with_untracked(|now| *now == said) {
                self.spoken.set(String::new());
            }
        });
    }

    /// Stays until dismissed. The same failure twice is one message.
    pub(crate) fn fail(self, failure: &Failure) {
        let known =
            self.toasts.with_untracked(|all| all.iter().any(|one| one.failure.as_ref() == Some(failure)));
        if !known {
            self.put(failure.sentence.clone(), Some(failure.clone()), None);
        }
    }

    pub(crate) fn dismiss(self, serial: u64) {
        self.toasts.update(|all| all.retain(|one| one.serial != serial));
    }

    fn put(self, words: String, failure: Option<Failure>, action: Option<(String, Act)>) -> u64 {
        let serial =
            self.toasts.with_untracked(|all| all.iter().map(|one| one.serial).max().unwrap_or(0)) + 1;
        // A message replaces the one before, with a button or without; failures stay.
        self.toasts.update(|all| {
            if failure.is_none() {
                all.retain(|one| one.failure.is_some());
            }
            all.push(Toast { serial, words, failure, action });
        });
        serial
    }

    /// An object that was opened.
    pub(crate) fn remember(self, route: &Route) {
        self.recent.update(|all| {
            all.retain(|one| one != route);
            all.insert(0, route.clone());
            all.truncate(RECENT);
        });
    }
}

pub(crate) async fn last_place() -> Option<Place> {
    read(PLACE).await
}

/// Once the place is on the screen: no page waits for it.
pub(crate) fn keep_place(place: Place) {
    spawn_local(async move {
        engine::painted().await;
        // The next start then begins elsewhere; core's log has the failure.
        let _ = write(PLACE, &place).await;
    });
}
