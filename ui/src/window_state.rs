//! State of the window outside the pages: open sheet, messages, preferences, reachability of the service, the lock.
//!
//! Signals only; `widgets/frame/` draws them and `background.rs` updates them. Nothing here knows a page or a record.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use tapline_contract::Failure;
use tapline_contract::connection::ConnectionId;
use tapline_contract::update::Updates;

use crate::first_steps::FirstSteps;
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
/// Milliseconds for which a message without a button stays.
const TOLD_FOR: u64 = 8000;
/// Milliseconds for which a message with a button stays: time to read it and to reach the button, also by keyboard.
const OFFERED_FOR: u64 = 10_000;
/// Milliseconds in which a message and a navigation belong together.
const TOGETHER: f64 = 500.0;

/// A dialog in front of any page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    Palette,
    Connections,
    Settings,
    Keys,
    Guide,
    About,
}

/// The person's preferences for the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "switches that a person sets one by one")]
pub(crate) struct WindowPreferences {
    /// Zoom in percent.
    pub(crate) zoom: u16,
    /// High contrast, also where the system doesn't ask for it.
    pub(crate) contrast: bool,
    pub(crate) narrow_rail: bool,
    /// Past sales load only on a person's request, not with Limits.
    pub(crate) past_sales_on_request: bool,
    /// True if names and values of the interface are shown, for engineers.
    pub(crate) wire_names: bool,
    /// Changed keys by the id of their action; an empty text removes the keys.
    pub(crate) keys: BTreeMap<String, String>,
}

impl Default for WindowPreferences {
    fn default() -> WindowPreferences {
        WindowPreferences {
            zoom: 100,
            contrast: false,
            narrow_rail: false,
            past_sales_on_request: false,
            wire_names: false,
            keys: BTreeMap::new(),
        }
    }
}

/// The page that was open when Tapline was closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LastPlace {
    pub(crate) connection: ConnectionId,
    pub(crate) path: String,
}

/// Reachability of the service.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Link {
    #[default]
    Up,
    /// Time since which it doesn't answer.
    Down { since: f64 },
}

/// Handler of a message's button. It outlives the component that sent the message.
pub(crate) type Act = Arc<dyn Fn() + Send + Sync>;

/// A message that disappears by itself, or a failure that stays.
#[derive(Clone)]
pub(crate) struct Toast {
    pub(crate) serial: u64,
    pub(crate) words: String,
    /// Time at which it was shown first.
    at: f64,
    pub(crate) failure: Option<Failure>,
    /// Label of a button and its handler.
    pub(crate) action: Option<(String, Act)>,
}

/// A component that carries out an action while it is on the page.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    pub(crate) serial: u64,
    pub(crate) id: &'static str,
    /// Reason why it can't run now, as a sentence.
    pub(crate) blocked: Signal<Option<String>>,
    pub(crate) act: Callback<()>,
}

/// Work that closing the window or the connection would stop or lose, apart from unsaved input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AtStake {
    /// Text in the strip: "Change set: 12 of 40".
    pub(crate) words: String,
    /// Sentence in the question.
    pub(crate) sentence: String,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct WindowState {
    pub(crate) time: Time,
    pub(crate) outage: Outage,
    pub(crate) sheet: RwSignal<Option<Sheet>>,
    /// Page or heading of the guide, "limits" or "glossary#cvm"; empty for its first page.
    pub(crate) guide_at: RwSignal<String>,
    /// Progress of the card of first steps, once loaded.
    pub(crate) first: RwSignal<Option<FirstSteps>>,
    pub(crate) toasts: RwSignal<Vec<Toast>>,
    /// Notified when a change has another outcome.
    pub(crate) outcomes: Trigger,
    /// Announcement for screen readers of what the page shows elsewhere.
    pub(crate) spoken: RwSignal<String>,
    /// Actions that components on the page carry out.
    pub(crate) offers: RwSignal<Vec<Offer>>,
    pub(crate) preferences: RwSignal<WindowPreferences>,
    pub(crate) link: RwSignal<Link>,
    /// Reason why the service doesn't answer, from the last attempt.
    pub(crate) down_because: RwSignal<String>,
    /// True if the service refused the token.
    pub(crate) signed_out: RwSignal<bool>,
    pub(crate) locked: RwSignal<bool>,
    /// True if the window leaves no room for a wide side bar.
    pub(crate) slim: RwSignal<bool>,
    /// Time of the last key or pointer use, in milliseconds since 1970.
    pub(crate) touched: RwSignal<f64>,
    /// Time of the last sign of life sent to core.
    pub(crate) signed: RwSignal<f64>,
    /// Time when the open connection was opened or unlocked.
    pub(crate) entered: RwSignal<f64>,
    /// The action that gets the next chord, and a message about the last one.
    pub(crate) changing: RwSignal<Option<&'static str>>,
    pub(crate) changed: RwSignal<String>,
    /// Mentioned in the question before the window or the connection is closed.
    pub(crate) at_stake: RwSignal<Option<AtStake>>,
    /// Number of changes with unknown outcome.
    pub(crate) unknown: RwSignal<usize>,
    /// Number of changes in change sets that aren't applied yet.
    pub(crate) waiting: RwSignal<usize>,
    /// Recently opened objects, newest first.
    pub(crate) recent: RwSignal<Vec<Route>>,
    /// Known newer versions, and the time of the last request to core, in milliseconds since 1970.
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

    /// Clears everything of this connection.
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

    /// Changes preferences, at once and for the next start. If core can't keep them, they last until the window closes, and
    /// the person is informed.
    pub(crate) fn change(self, change: impl FnOnce(&mut WindowPreferences)) {
        self.preferences.update(change);
        let kept = self.preferences.get_untracked();
        spawn_local(async move {
            if let Err(failure) = write(KEPT, &kept).await {
                self.fail(&failure);
            }
        });
    }

    /// Loads the preferences.
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

    /// Announces words to screen readers without showing them.
    pub(crate) fn announce(self, words: &str) {
        self.spoken.set(words.to_owned());
        let text = words.to_owned();
        engine::later(TOLD_FOR, move || {
            if self.spoken.with_untracked(|now| *now == text) {
                self.spoken.set(String::new());
            }
        });
    }

    /// Shows a failure that stays until dismissed. The same failure twice is one message.
    pub(crate) fn fail(self, failure: &Failure) {
        let known =
            self.toasts.with_untracked(|all| all.iter().any(|one| one.failure.as_ref() == Some(failure)));
        if !known {
            self.put(failure.sentence.clone(), Some(failure.clone()), None);
        }
    }

    /// Dismisses the messages of the page that is left. One that was shown with the navigation itself stays, and so do failures and
    /// offers.
    pub(crate) fn dismiss_earlier(self) {
        let now = engine::now();
        let stays = |one: &Toast| one.failure.is_some() || one.action.is_some() || now - one.at < TOGETHER;
        if !self.toasts.with_untracked(|all| all.iter().all(stays)) {
            self.toasts.update(|all| all.retain(stays));
        }
    }

    pub(crate) fn dismiss(self, serial: u64) {
        self.toasts.update(|all| all.retain(|one| one.serial != serial));
    }

    fn put(self, words: String, failure: Option<Failure>, action: Option<(String, Act)>) -> u64 {
        let serial =
            self.toasts.with_untracked(|all| all.iter().map(|one| one.serial).max().unwrap_or(0)) + 1;
        // A message replaces the previous one, with a button or without; failures stay.
        self.toasts.update(|all| {
            if failure.is_none() {
                all.retain(|one| one.failure.is_some());
            }
            all.push(Toast { serial, words, at: engine::now(), failure, action });
        });
        serial
    }

    /// Adds an object to the recent ones.
    pub(crate) fn remember(self, route: &Route) {
        self.recent.update(|all| {
            all.retain(|one| one != route);
            all.insert(0, route.clone());
            all.truncate(RECENT);
        });
    }
}

pub(crate) async fn last_place() -> Option<LastPlace> {
    read(PLACE).await
}

/// Saves the place once it is on the screen: no page waits for it.
pub(crate) fn keep_place(place: LastPlace) {
    spawn_local(async move {
        engine::painted().await;
        // If this fails, the next start begins elsewhere; core's log has the failure.
        let _ = write(PLACE, &place).await;
    });
}
