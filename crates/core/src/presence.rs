//! Presence of a person, and permission to use the kept tokens: core's own clock, not the page's.
//!
//! A page reports signs of life; without one for ten minutes, or after eight hours, Tapline locks, also when the page hangs. The
//! watch sleeps until then; every call looks at the clock first, so a computer that slept for a weekend answers nothing. One
//! small file next to the journal outlives Tapline, without secrets: the connections that were locked and not unlocked since,
//! and the moment since which Tapline is open. While it names one, no connection is opened with a kept token, here or by a
//! command line. Only a shell with a window writes it. An unreadable file counts as locked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use tapline_contract::connection::ConnectionId;
use tapline_contract::presence::{Attention, Hands};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::clock::Clock;
use tapline_platform::files::{self, Stored};
use tapline_platform::log;
use tapline_platform::sync::locked;
use tokio::sync::Notify;

use crate::ports::Attendance;

/// Tapline locks after so long without a key or a pointer; sooner where the administrator says so.
pub(crate) const IDLE: Duration = Duration::from_mins(10);
/// After so long Tapline locks however busy it is.
const SESSION: Duration = Duration::from_hours(8);
/// Interval at which the last sign of life is written to the file.
const KEPT_EVERY: Duration = Duration::from_mins(1);

/// Between two looks at the clock at least.
const SHORTEST: Duration = Duration::from_secs(1);

const FILE: &str = "presence.json";
/// In the place of a connection that was removed while it was locked: any token opens it.
const ANY: &str = "any";

/// Source of a connection's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Pasted or chosen for this: its owner is here.
    Given,
    /// Kept since an earlier time.
    Kept,
    /// The sandbox inside Tapline, which needs none.
    NotNeeded,
}

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    /// Connections that were locked and not unlocked since.
    locked: BTreeSet<String>,
    /// Moments of the opening with a given token, and of the last sight of a person.
    since: Option<DateTime<Utc>>,
    seen: Option<DateTime<Utc>>,
}

/// A moment on both clocks: the steady one does not run while a computer sleeps, the other may be put back. The longer of the
/// two intervals counts.
#[derive(Clone, Copy, Debug)]
struct Moment {
    steady: Duration,
    wall: DateTime<Utc>,
}

impl Moment {
    fn now(clock: &Clock) -> Moment {
        Moment { steady: clock.elapsed(), wall: clock.now() }
    }

    fn age(self, clock: &Clock) -> Duration {
        let wall = (clock.now() - self.wall).to_std().unwrap_or_default();
        clock.elapsed().saturating_sub(self.steady).max(wall)
    }
}

struct Times {
    since: Moment,
    seen: Moment,
    /// Value of `seen` in the file; `None` for the sandbox, which is not kept there.
    written: Option<Moment>,
}

pub(crate) struct Presence {
    path: PathBuf,
    clock: Clock,
    attendance: Attendance,
    times: Mutex<Option<Times>>,
    /// Connections for which a token was given and not tried yet.
    given: Mutex<BTreeSet<ConnectionId>>,
    watched: Mutex<bool>,
    /// The lock may be due sooner than the watch knows.
    sooner: Notify,
    /// At most [`IDLE`].
    idle: Mutex<Duration>,
}

impl Presence {
    pub(crate) fn new(folder: &Path, clock: Clock, attendance: Attendance) -> Presence {
        Presence {
            path: folder.join(FILE),
            clock,
            attendance,
            times: Mutex::default(),
            given: Mutex::default(),
            watched: Mutex::default(),
            sooner: Notify::new(),
            idle: Mutex::new(IDLE),
        }
    }

    /// Tapline locks after so long without a key or a pointer.
    pub(crate) fn idle(&self) -> Duration {
        *locked(&self.idle)
    }

    /// It locks sooner than after [`IDLE`], if `longest` is shorter.
    pub(crate) fn cap_idle(&self, longest: Option<Duration>) {
        let idle = longest.map_or(IDLE, |longest| longest.min(IDLE));
        if std::mem::replace(&mut *locked(&self.idle), idle) > idle {
            self.sooner.notify_one();
        }
    }

    /// A token was pasted or chosen for this connection. It counts for one attempt.
    pub(crate) fn give(&self, id: &ConnectionId) {
        locked(&self.given).insert(id.clone());
    }

    pub(crate) fn is_given(&self, id: &ConnectionId) -> bool {
        locked(&self.given).contains(id)
    }

    pub(crate) fn take_given(&self, id: &ConnectionId) -> Proof {
        if locked(&self.given).remove(id) { Proof::Given } else { Proof::Kept }
    }

    /// Fails when the kept tokens may not be used: Tapline is locked, here or elsewhere, or was when the last one ended, or its
    /// session has lasted long enough.
    pub(crate) fn admits_kept(&self, call: &str) -> Result<(), Failure> {
        let kept = self.read();
        let is_over = self.went_on(&kept).is_some_and(|since| since.age(&self.clock) >= SESSION);
        if kept.locked.is_empty() && !is_over {
            return Ok(());
        }
        let sentence = "Tapline was locked on this computer and hasn't been unlocked since, so the kept token wasn't used and \
                        nothing was sent. Paste the token of the connection once more, then connect.";
        Err(Failure::new(FailureKind::Locked, call, sentence))
    }

    /// A connection was opened.
    pub(crate) fn began(&self, id: &ConnectionId, proof: Proof) {
        if self.attendance == Attendance::Unattended {
            return;
        }
        let now = Moment::now(&self.clock);
        let mut kept = self.read();
        let went_on = self.went_on(&kept).filter(|_| proof == Proof::Kept);
        let since = went_on.unwrap_or(now);
        let written = (proof != Proof::NotNeeded).then_some(now);
        *locked(&self.times) = Some(Times { since, seen: now, written });
        self.sooner.notify_one();
        if proof == Proof::Given {
            kept.locked.remove(&id.0);
            kept.locked.remove(ANY);
        }
        if written.is_some() {
            self.write(&Kept { since: Some(since.wall), seen: Some(now.wall), ..kept });
        }
    }

    /// The open connection was locked.
    pub(crate) fn lock(&self, id: &ConnectionId) {
        locked(&self.given).clear();
        let of_service = locked(&self.times).take().is_some_and(|times| times.written.is_some());
        if self.attendance == Attendance::Attended && of_service {
            let mut kept = self.read();
            kept.locked.insert(id.0.clone());
            self.write(&kept);
        }
    }

    /// A connection was removed; that does not unlock Tapline.
    pub(crate) fn removed(&self, id: &ConnectionId) {
        let mut kept = self.read();
        if kept.locked.remove(&id.0) {
            kept.locked.insert(ANY.to_owned());
            self.write(&kept);
        }
    }

    /// Signs of life from the page.
    pub(crate) fn sign(&self, hands: Hands) {
        let mut times = locked(&self.times);
        let Some(times) = times.as_mut().filter(|_| hands == Hands::Active) else { return };
        times.seen = Moment::now(&self.clock);
        if times.written.is_some_and(|written| written.age(&self.clock) >= KEPT_EVERY) {
            times.written = Some(times.seen);
            self.write(&Kept { since: Some(times.since.wall), seen: Some(times.seen.wall), ..self.read() });
        }
    }

    /// Time until Tapline locks.
    pub(crate) fn attention(&self, is_locked: bool, unit_contradicted: bool) -> Attention {
        let times = locked(&self.times);
        let ages = times.as_ref().map(|times| (times.seen.age(&self.clock), times.since.age(&self.clock)));
        let (idle, session) = ages.unwrap_or_default();
        Attention {
            locked: is_locked,
            idle_seconds: self.idle().saturating_sub(idle).as_secs(),
            session_seconds: SESSION.saturating_sub(session).as_secs(),
            unit_contradicted,
        }
    }

    /// True if this call begins the watch: a shell with a person, without a watch yet.
    pub(crate) fn begins_watch(&self) -> bool {
        self.attendance == Attendance::Attended && !std::mem::replace(&mut *locked(&self.watched), true)
    }

    /// Until it is time to lock; `None` while nothing is open.
    pub(crate) fn left(&self) -> Option<Duration> {
        let times = locked(&self.times);
        let (seen, since) = times.as_ref().map(|times| (times.seen, times.since))?;
        let idle = self.idle().saturating_sub(seen.age(&self.clock));
        Some(idle.min(SESSION.saturating_sub(since.age(&self.clock))))
    }

    /// True if it is time to lock.
    pub(crate) fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// Waits until the lock is due as far as is known now, or something changed that.
    pub(crate) async fn due(&self) {
        let changed = self.sooner.notified();
        match self.left() {
            // Never twice at once, however the clocks round.
            Some(left) => self.clock.look_after(left.max(SHORTEST), changed).await,
            None => changed.await,
        }
    }

    /// Start of the present session, if a person was seen shortly before: a restart begins no new session. A policy with a
    /// shorter idle time must not make it begin one sooner.
    fn went_on(&self, kept: &Kept) -> Option<Moment> {
        let steady = self.clock.elapsed();
        let at = |wall| Moment { steady, wall };
        kept.seen.filter(|seen| at(*seen).age(&self.clock) < IDLE)?;
        kept.since.map(at)
    }

    fn read(&self) -> Kept {
        let now = self.clock.now().to_rfc3339_opts(SecondsFormat::Secs, true);
        match files::read(&self.path, &now) {
            Ok(Stored::Read(kept)) => kept,
            Ok(Stored::Missing) => Kept::default(),
            Ok(Stored::SetAside) | Err(_) => {
                let kept = Kept { locked: BTreeSet::from([ANY.to_owned()]), ..Kept::default() };
                self.write(&kept);
                kept
            }
        }
    }

    fn write(&self, kept: &Kept) {
        if files::write(&self.path, kept).is_err() {
            log::trouble("Lock", "whether Tapline is locked could not be written");
        }
    }
}
