//! The saved connections with their guards, and the settings: three files in the data folder, without secrets.
//!
//! A window and command lines share them: each change is applied to the files as they are then, under a lock, and does not happen if
//! it cannot be written. A file that cannot be read at the start is set aside, never overwritten.

mod check;
mod guards;
mod merge;
mod not_saved;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tapline_address::BaseAddress;
use tapline_contract::commands::{Rendering, Theme};
use tapline_contract::connection::{AmountUnit, Connection, ConnectionId};
use tapline_contract::unit::UnitKnown;
use tapline_platform::files::{self, Stored};
use tapline_platform::log;

pub(crate) use self::check::{check, is_id, new_id};
use self::guards::Guard;
pub(crate) use self::guards::Protection;
use self::merge::merge;
pub(crate) use self::merge::same_service;
pub(crate) use self::not_saved::NotSaved;

const CONNECTIONS: &str = "connections.json";
const GUARDS: &str = "guards.json";
const SETTINGS: &str = "settings.json";

pub(crate) struct Connections {
    folder: PathBuf,
    /// As they were read last.
    all: Vec<Saved>,
    /// Guards of deleted entries.
    guards: Vec<Guard>,
    /// As the page or the command line saw them last: a person edits these.
    shown: BTreeMap<ConnectionId, Connection>,
    settings: Settings,
    notices: Vec<String>,
}

/// A connection about to be saved, and the entry already there.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    pub(crate) before: Option<Connection>,
    pub(crate) after: Connection,
    /// A saved connection leads to the very address already.
    pub(crate) is_known: bool,
    /// Protection of the address by the other saved connections.
    pub(crate) by_others: Protection,
    /// Protection of the address by connections that are gone.
    pub(crate) by_earlier: Protection,
}

/// A connection as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    connection: Connection,
    /// Identifies the owner of its tokens, once it was open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner_key: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Settings {
    #[serde(default)]
    theme: Theme,
    #[serde(default)]
    rendering: Rendering,
}

/// The setting for drawing in this data folder, read before core is open: nothing is set aside, and a file that is missing or
/// unreadable means the default.
pub fn chosen_rendering(folder: &Path) -> Rendering {
    let text = std::fs::read(folder.join(SETTINGS)).unwrap_or_default();
    serde_json::from_slice::<Settings>(&text).unwrap_or_default().rendering
}

impl Connections {
    pub(crate) fn open(folder: &Path, now: &str) -> io::Result<Connections> {
        let mut notices = Vec::new();
        Ok(Connections {
            all: load(folder, CONNECTIONS, now, &mut notices)?,
            guards: load(folder, GUARDS, now, &mut notices)?,
            settings: load(folder, SETTINGS, now, &mut notices)?,
            folder: folder.to_owned(),
            shown: BTreeMap::new(),
            notices,
        })
    }

    /// Notices about the files, one sentence each.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.clone()
    }

    /// In the order in which they were first saved, to be shown.
    pub(crate) fn show(&mut self) -> Vec<Connection> {
        self.refresh();
        let all: Vec<_> = self.all.iter().map(|saved| saved.connection.clone()).collect();
        self.shown = all.iter().map(|saved| (saved.id.clone(), saved.clone())).collect();
        all
    }

    /// Reads what another Tapline saved meanwhile. If that fails, the last state stays.
    pub(crate) fn refresh(&mut self) {
        if self.read_again().is_err() {
            log::trouble("connections", "the saved connections could not be read again");
        }
    }

    fn read_again(&mut self) -> io::Result<()> {
        let guards = files::again(&self.folder.join(GUARDS))?.unwrap_or_default();
        self.all = files::again(&self.folder.join(CONNECTIONS))?.unwrap_or_default();
        self.guards = guards;
        Ok(())
    }

    /// Connection as it is on disk now, if any.
    pub(crate) fn fresh(&mut self, id: &ConnectionId) -> io::Result<Option<Connection>> {
        self.read_again()?;
        Ok(self.get(id))
    }

    /// True if a saved connection leads to this very address.
    pub(crate) fn leads_to(&mut self, base: &BaseAddress) -> bool {
        self.refresh();
        leads_to(&self.all, base)
    }

    pub(crate) fn get(&self, id: &ConnectionId) -> Option<Connection> {
        find(&self.all, id).map(|saved| saved.connection.clone())
    }

    /// Identifies the owner of its tokens; `None` when it was never open at its address.
    pub(crate) fn owner(&self, id: &ConnectionId) -> Option<String> {
        find(&self.all, id)?.owner_key.clone()
    }

    /// A save as it would be. Nothing is written.
    pub(crate) fn preview(&mut self, typed: Connection) -> Result<Saving, NotSaved> {
        self.refresh();
        let (before, after) = put(&self.all, &mut self.shown, typed)?;
        Ok(saving(&self.all, &self.guards, before.as_ref(), &after))
    }

    /// Adds the typed connection or changes the one with its id, if `agreed` accepts what that means. At another address it may
    /// have another owner.
    pub(crate) fn save(
        &mut self,
        typed: Connection,
        agreed: impl FnOnce(&Saving) -> bool,
    ) -> Result<(), NotSaved> {
        self.change(|files, shown| {
            let (before, after) = put(&files.all, shown, typed)?;
            if !agreed(&saving(&files.all, &files.guards, before.as_ref(), &after)) {
                return Err(NotSaved::Meanwhile);
            }
            guards::forget_below(&mut files.guards, &after);
            if let Some(before) = &before {
                guards::remember_moved(&mut files.guards, before, &after.connection);
            }
            replace(&mut files.all, after);
            Ok(())
        })
    }

    /// It was opened as it was read before, with a token of this owner. `None`, and nothing is remembered, when another Tapline
    /// removed it since or pointed it elsewhere; otherwise the connection as it is now.
    pub(crate) fn opened(
        &mut self,
        connection: &Connection,
        owner_key: Option<String>,
    ) -> io::Result<Option<Connection>> {
        self.change(|Files { all, .. }, _| {
            let known = find(all, &connection.id).filter(|known| same_service(&known.connection, connection));
            let Some(known) = known.cloned() else { return Ok(None) };
            let (owner, last_used) = (connection.owner.clone(), connection.last_used.clone());
            let opened = Connection { owner, last_used, ..known.connection };
            replace(all, Saved { connection: opened.clone(), owner_key });
            Ok(Some(opened))
        })
    }

    /// Sets the unit and how it is known. A connection that was removed meanwhile is left alone. A page with an older copy does not
    /// undo this by saving.
    pub(crate) fn set_unit(
        &mut self,
        id: &ConnectionId,
        unit: AmountUnit,
        unit_known: UnitKnown,
    ) -> io::Result<()> {
        self.change(|Files { all, .. }, _| {
            if let Some(saved) = all.iter_mut().find(|saved| saved.connection.id == *id) {
                (saved.connection.unit, saved.connection.unit_known) = (unit, unit_known);
            }
            Ok(())
        })
    }

    /// Adds the connections that the administrator of this computer offers and that are not saved yet. One that a person has
    /// changed stays as it is.
    pub(crate) fn offer(&mut self, offered: &[Connection]) -> io::Result<()> {
        let is_saved = |all: &[Saved], offer: &Connection| find(all, &offer.id).is_some();
        if offered.iter().all(|offer| is_saved(&self.all, offer)) {
            return Ok(());
        }
        self.change(|Files { all, .. }, _| {
            for offer in offered {
                if is_saved(all, offer) {
                    continue;
                }
                let known: Vec<_> = all.iter().map(|saved| saved.connection.clone()).collect();
                // More names than connections: one of them is free.
                let mut names = (1..=known.len() + 2).map(|number| Connection {
                    name: check::offered_name(&offer.name, number),
                    ..offer.clone()
                });
                let Some(connection) = names.find_map(|named| check(named, &known).ok()) else { continue };
                all.push(Saved { connection, owner_key: None });
            }
            Ok(())
        })
    }

    pub(crate) fn remove(&mut self, id: &ConnectionId) -> io::Result<()> {
        self.change(|Files { all, guards }, shown| {
            shown.remove(id);
            if let Some(gone) = find(all, id) {
                guards::remember(guards, gone);
            }
            all.retain(|saved| saved.connection.id != *id);
            Ok(())
        })
    }

    /// Changes the connections on disk. An error changes nothing, but guards may be kept that nothing needs.
    fn change<R, E: From<io::Error>>(
        &mut self,
        change: impl FnOnce(&mut Files, &mut BTreeMap<ConnectionId, Connection>) -> Result<R, E>,
    ) -> Result<R, E> {
        let _held = files::hold(&self.folder)?;
        let (path, of_guards) = (self.folder.join(CONNECTIONS), self.folder.join(GUARDS));
        let guards: Vec<Guard> = files::again(&of_guards)?.unwrap_or_default();
        let mut files = Files { all: files::again(&path)?.unwrap_or_default(), guards: guards.clone() };
        let changed = change(&mut files, &mut self.shown)?;
        // Before the entry that they outlive is gone.
        if files.guards != guards {
            files::write(&of_guards, &files.guards)?;
        }
        files::write(&path, &files.all)?;
        (self.all, self.guards) = (files.all, files.guards);
        Ok(changed)
    }

    pub(crate) fn theme(&self) -> Theme {
        self.settings.theme
    }

    pub(crate) fn set_theme(&mut self, theme: Theme) -> io::Result<()> {
        self.set(|settings| settings.theme = theme)
    }

    pub(crate) fn rendering(&self) -> Rendering {
        self.settings.rendering
    }

    pub(crate) fn set_rendering(&mut self, rendering: Rendering) -> io::Result<()> {
        self.set(|settings| settings.rendering = rendering)
    }

    /// Changes a setting on disk.
    fn set(&mut self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        let _held = files::hold(&self.folder)?;
        let path = self.folder.join(SETTINGS);
        let mut settings = files::again(&path)?.unwrap_or_default();
        change(&mut settings);
        files::write(&path, &settings)?;
        self.settings = settings;
        Ok(())
    }
}

/// The connections and their guards, as they are on disk.
struct Files {
    all: Vec<Saved>,
    guards: Vec<Guard>,
}

fn saving(all: &[Saved], guards: &[Guard], before: Option<&Saved>, after: &Saved) -> Saving {
    let base = BaseAddress::parse(&after.connection.base_address);
    Saving {
        before: before.map(|before| before.connection.clone()),
        after: after.connection.clone(),
        is_known: base.is_ok_and(|base| leads_to(all, &base)),
        by_others: guards::by_others(all, after),
        by_earlier: guards::by_earlier(guards, after),
    }
}

fn leads_to(all: &[Saved], base: &BaseAddress) -> bool {
    let address = |saved: &Saved| BaseAddress::parse(&saved.connection.base_address).ok();
    all.iter().filter_map(address).any(|known| known == *base)
}

/// The saved connection, if any, and the one that replaces it.
fn put(
    all: &[Saved],
    shown: &mut BTreeMap<ConnectionId, Connection>,
    typed: Connection,
) -> Result<(Option<Saved>, Saved), NotSaved> {
    let known: Vec<_> = all.iter().map(|saved| saved.connection.clone()).collect();
    let typed = check(typed, &known)?;
    let before = find(all, &typed.id).cloned();
    let connection = match (&before, shown.get_mut(&typed.id)) {
        (None, Some(_)) => return Err(NotSaved::Removed),
        (Some(now), Some(shown)) => merge(shown, &now.connection, typed)?,
        (_, None) => typed,
    };
    // The page can't overwrite findings of core.
    let core = before.as_ref().map(|known| &known.connection);
    let (owner, last_used) =
        core.map(|known| (known.owner.clone(), known.last_used.clone())).unwrap_or_default();
    let same = before.as_ref().filter(|known| known.connection.base_address == connection.base_address);
    let owner_key = same.and_then(|known| known.owner_key.clone());
    let unit_known = unit_known(core, &connection);
    let after = Saved { connection: Connection { owner, last_used, unit_known, ..connection }, owner_key };
    Ok((before, after))
}

/// The source of a unit stays valid for that unit of that service; for any other a person or a test must confirm it anew.
fn unit_known(before: Option<&Connection>, typed: &Connection) -> UnitKnown {
    match before {
        Some(before) if !same_service(before, typed) => UnitKnown::No,
        Some(before) if before.unit == typed.unit && before.unit_known != UnitKnown::No => before.unit_known,
        _ if typed.known_unit().is_some() => typed.unit_known,
        _ => UnitKnown::No,
    }
}

fn find<'a>(all: &'a [Saved], id: &ConnectionId) -> Option<&'a Saved> {
    all.iter().find(|saved| saved.connection.id == *id)
}

fn replace(all: &mut Vec<Saved>, saved: Saved) {
    match all.iter_mut().find(|known| known.connection.id == saved.connection.id) {
        Some(known) => *known = saved,
        None => all.push(saved),
    }
}

fn load<T: Default + serde::de::DeserializeOwned>(
    folder: &Path,
    name: &str,
    now: &str,
    notices: &mut Vec<String>,
) -> io::Result<T> {
    Ok(match files::read(&folder.join(name), now)? {
        Stored::Read(value) => value,
        Stored::Missing => T::default(),
        Stored::SetAside => {
            notices.push(log::set_aside(name));
            T::default()
        }
    })
}

#[cfg(test)]
mod tests;
