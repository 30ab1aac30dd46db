//! Guards of services: the strictest safety level that was saved for one, and whether it is LIVE.
//!
//! A guard belongs to the address and the owner, not to the entry in the list: every entry of an address is opened with the
//! strictest level among them, and as LIVE if one of them is. Guards outlive their entries in `guards.json`, until a person agrees
//! outside the page to something weaker. An owner that isn't known counts as any.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tapline_address::{BaseAddress, Namespace};
use tapline_contract::connection::{Connection, Environment, Safety};

use super::{Connections, Saved};

/// Guard of an entry that is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Guard {
    /// [`BaseAddress::reaches`]
    reaches: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner_key: Option<String>,
    live: bool,
    safety: Safety,
}

/// Protection of a service; the default is no protection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) live: bool,
    /// The strictest level.
    pub(crate) safety: Option<Safety>,
}

impl Protection {
    /// The connection as it is opened under this protection.
    pub(crate) fn over(self, connection: Connection) -> Connection {
        let stricter = self.safety.filter(|safety| safety.strictness() > connection.safety.strictness());
        let environment = if self.live { Environment::Live } else { connection.environment };
        Connection { safety: stricter.unwrap_or(connection.safety), environment, ..connection }
    }

    /// True if opening the connection by its own settings would protect less.
    pub(crate) fn exceeds(self, connection: &Connection) -> bool {
        self.is_stricter_than(connection) || (self.live && connection.environment != Environment::Live)
    }

    pub(crate) fn is_stricter_than(self, connection: &Connection) -> bool {
        self.safety.is_some_and(|safety| safety.strictness() > connection.safety.strictness())
    }

    fn and(self, guard: &Guard, owner: Option<&str>) -> Protection {
        let levels = [self.safety, guard.is_for(owner).then_some(guard.safety)];
        let strictest = levels.into_iter().flatten().max_by_key(|safety| safety.strictness());
        Protection { live: self.live || guard.live, safety: strictest }
    }
}

impl Guard {
    /// `None` when the address can't be understood, so that nothing is sent to it either.
    fn from_saved(saved: &Saved) -> Option<Guard> {
        let connection = &saved.connection;
        Some(Guard {
            reaches: reaches(connection)?,
            owner_key: saved.owner_key.clone(),
            live: connection.environment == Environment::Live,
            safety: connection.safety,
        })
    }

    fn is_for(&self, owner: Option<&str>) -> bool {
        self.owner_key.as_deref().zip(owner).is_none_or(|(mine, owner)| mine == owner)
    }

    fn protects_nothing(&self) -> bool {
        !self.live && Safety::ALL.iter().all(|level| level.strictness() >= self.safety.strictness())
    }
}

fn reaches(connection: &Connection) -> Option<BTreeSet<String>> {
    let base = BaseAddress::parse(&connection.base_address).ok()?;
    Some(base.reaches(&Namespace::parse(&connection.namespace).ok()?))
}

/// Protection by those of the guards that are for this connection's address and owner.
fn protection<'a>(
    guards: impl Iterator<Item = &'a Guard>,
    connection: &Connection,
    owner: Option<&str>,
) -> Protection {
    let Some(reached) = reaches(connection) else { return Protection::default() };
    let at = guards.filter(|guard| !guard.reaches.is_disjoint(&reached));
    at.fold(Protection::default(), |protection, guard| protection.and(guard, owner))
}

/// Protection of a connection's address and owner by the saved connections, without the one itself.
pub(super) fn by_others(all: &[Saved], saved: &Saved) -> Protection {
    let others = all.iter().filter(|other| other.connection.id != saved.connection.id);
    let guards: Vec<_> = others.filter_map(Guard::from_saved).collect();
    protection(guards.iter(), &saved.connection, saved.owner_key.as_deref())
}

/// Protection by entries that are gone.
pub(super) fn by_earlier(guards: &[Guard], saved: &Saved) -> Protection {
    protection(guards.iter(), &saved.connection, saved.owner_key.as_deref())
}

/// Keeps the guard of an entry that goes.
pub(super) fn remember(guards: &mut Vec<Guard>, gone: &Saved) {
    let Some(guard) = Guard::from_saved(gone).filter(|guard| !guard.protects_nothing()) else { return };
    let same = |known: &&mut Guard| known.reaches == guard.reaches && known.owner_key == guard.owner_key;
    match guards.iter_mut().find(same) {
        None => guards.push(guard),
        Some(known) => {
            known.live |= guard.live;
            if guard.safety.strictness() > known.safety.strictness() {
                known.safety = guard.safety;
            }
        }
    }
}

/// Remembers the guards of an entry that leads elsewhere from now on.
pub(super) fn remember_moved(guards: &mut Vec<Guard>, before: &Saved, after: &Connection) {
    let stays = reaches(&before.connection).zip(reaches(after));
    if stays.is_none_or(|(before, after)| before.is_disjoint(&after)) {
        remember(guards, before);
    }
}

/// Forgets what a person agreed to go below by saving this.
pub(super) fn forget_below(guards: &mut Vec<Guard>, saved: &Saved) {
    guards.retain(|guard| {
        let alone = protection([guard].into_iter(), &saved.connection, saved.owner_key.as_deref());
        !alone.exceeds(&saved.connection)
    });
}

impl Connections {
    /// Protection of a connection's address and of this owner, by all that is saved and by entries that are gone.
    pub(crate) fn protection(&self, connection: &Connection, owner: Option<&str>) -> Protection {
        let saved: Vec<_> = self.all.iter().filter_map(Guard::from_saved).collect();
        protection(saved.iter().chain(&self.guards), connection, owner)
    }
}
