//! The saved connections and the settings: two files in the data folder, without secrets.
//!
//! What is on disk is what is in memory: a change that cannot be written is not made. A file that cannot be understood is set
//! aside, never overwritten.

mod check;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tapline_contract::commands::{Rendering, Theme};
use tapline_contract::connection::{Connection, ConnectionId};

pub(crate) use self::check::{check, is_id, new_id};
use crate::files::{self, Stored};

const CONNECTIONS: &str = "connections.json";
const SETTINGS: &str = "settings.json";

pub(crate) struct Connections {
    folder: PathBuf,
    all: Vec<Saved>,
    settings: Settings,
    notices: Vec<String>,
}

/// A connection as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    connection: Connection,
    /// What tells the owner of its tokens apart from others, once it was open.
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

/// What the settings in this data folder say of the next window, read before there is a desk: nothing is set aside, and a
/// file that is missing or cannot be understood chooses nothing.
pub fn chosen_rendering(folder: &Path) -> Rendering {
    let text = std::fs::read(folder.join(SETTINGS)).unwrap_or_default();
    serde_json::from_slice::<Settings>(&text).unwrap_or_default().rendering
}

impl Connections {
    pub(crate) fn open(folder: &Path, now: &str) -> io::Result<Connections> {
        let mut notices = Vec::new();
        Ok(Connections {
            all: load(folder, CONNECTIONS, now, &mut notices)?,
            settings: load(folder, SETTINGS, now, &mut notices)?,
            folder: folder.to_owned(),
            notices,
        })
    }

    /// What a person should know about the files, one sentence each.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.clone()
    }

    /// In the order in which they were first saved.
    pub(crate) fn all(&self) -> Vec<Connection> {
        self.all.iter().map(|saved| saved.connection.clone()).collect()
    }

    pub(crate) fn get(&self, id: &ConnectionId) -> Option<Connection> {
        self.find(id).map(|saved| saved.connection.clone())
    }

    /// What tells the owner of its tokens apart from others; `None` when it was never open at its address.
    pub(crate) fn owner(&self, id: &ConnectionId) -> Option<String> {
        self.find(id)?.owner_key.clone()
    }

    /// Adds it, or replaces the one with its id. At another address it may have another owner.
    pub(crate) fn put(&mut self, connection: Connection) -> io::Result<()> {
        let known = self.find(&connection.id);
        let same = known.filter(|saved| saved.connection.base_address == connection.base_address);
        let owner_key = same.and_then(|saved| saved.owner_key.clone());
        self.replace(Saved { connection, owner_key })
    }

    /// It was opened, with a token of this owner.
    pub(crate) fn opened(&mut self, connection: Connection, owner_key: Option<String>) -> io::Result<()> {
        self.replace(Saved { connection, owner_key })
    }

    pub(crate) fn remove(&mut self, id: &ConnectionId) -> io::Result<()> {
        self.write(self.all.iter().filter(|saved| saved.connection.id != *id).cloned().collect())
    }

    fn find(&self, id: &ConnectionId) -> Option<&Saved> {
        self.all.iter().find(|saved| saved.connection.id == *id)
    }

    fn replace(&mut self, saved: Saved) -> io::Result<()> {
        let mut all = self.all.clone();
        match all.iter_mut().find(|known| known.connection.id == saved.connection.id) {
            Some(known) => *known = saved,
            None => all.push(saved),
        }
        self.write(all)
    }

    pub(crate) fn theme(&self) -> Theme {
        self.settings.theme
    }

    pub(crate) fn set_theme(&mut self, theme: Theme) -> io::Result<()> {
        self.set(Settings { theme, ..self.settings })
    }

    pub(crate) fn rendering(&self) -> Rendering {
        self.settings.rendering
    }

    pub(crate) fn set_rendering(&mut self, rendering: Rendering) -> io::Result<()> {
        self.set(Settings { rendering, ..self.settings })
    }

    fn set(&mut self, settings: Settings) -> io::Result<()> {
        files::write(&self.folder.join(SETTINGS), &settings)?;
        self.settings = settings;
        Ok(())
    }

    fn write(&mut self, all: Vec<Saved>) -> io::Result<()> {
        files::write(&self.folder.join(CONNECTIONS), &all)?;
        self.all = all;
        Ok(())
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
            notices.push(files::set_aside(name));
            T::default()
        }
    })
}

#[cfg(test)]
mod tests {
    use tapline_contract::connection::{AmountUnit, Environment, Safety};

    use super::*;

    const NOW: &str = "2026-11-20T10:00:00Z";

    fn connection(id: &str) -> Connection {
        Connection {
            id: ConnectionId(id.to_owned()),
            name: id.to_owned(),
            environment: Environment::Live,
            base_address: "https://pos.example.com".to_owned(),
            namespace: String::new(),
            safety: Safety::ReadOnly,
            currency: "EUR".to_owned(),
            unit: AmountUnit::Minor,
            owner: None,
            last_used: None,
        }
    }

    #[test]
    fn what_is_saved_is_there_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut connections = Connections::open(folder.path(), NOW).unwrap();
        connections.put(connection("a")).unwrap();
        connections.put(connection("b")).unwrap();
        connections.put(Connection { name: "A".to_owned(), ..connection("a") }).unwrap();
        connections.remove(&ConnectionId("b".to_owned())).unwrap();
        connections.set_theme(Theme::Dark).unwrap();
        connections.set_rendering(Rendering::Software).unwrap();
        let again = Connections::open(folder.path(), NOW).unwrap();
        assert_eq!(again.all().iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["A"]);
        assert_eq!((again.theme(), again.rendering()), (Theme::Dark, Rendering::Software));
    }

    #[test]
    fn the_next_window_is_drawn_as_chosen_and_a_file_it_cannot_read_chooses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(chosen_rendering(folder.path()), Rendering::Automatic);
        let mut connections = Connections::open(folder.path(), NOW).unwrap();
        connections.set_rendering(Rendering::Hardware).unwrap();
        connections.set_theme(Theme::Dark).unwrap();
        assert_eq!(chosen_rendering(folder.path()), Rendering::Hardware);
        for text in [r#"{"theme":"dark"}"#, r#"{"rendering":"painted"}"#, "{"] {
            std::fs::write(folder.path().join(SETTINGS), text).unwrap();
            assert_eq!(chosen_rendering(folder.path()), Rendering::Automatic, "{text}");
            assert_eq!(std::fs::read_to_string(folder.path().join(SETTINGS)).unwrap(), text);
        }
    }

    #[test]
    fn an_owner_is_known_until_the_address_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let mut connections = Connections::open(folder.path(), NOW).unwrap();
        let id = ConnectionId("a".to_owned());
        connections.put(connection("a")).unwrap();
        assert_eq!(connections.owner(&id), None);
        connections.opened(connection("a"), Some("grp-1".to_owned())).unwrap();
        connections.put(Connection { name: "A".to_owned(), ..connection("a") }).unwrap();
        let mut again = Connections::open(folder.path(), NOW).unwrap();
        assert_eq!(again.owner(&id).as_deref(), Some("grp-1"));
        let moved = Connection { base_address: "https://other.example.com".to_owned(), ..connection("a") };
        again.put(moved).unwrap();
        assert_eq!(again.owner(&id), None);
    }

    #[test]
    fn a_broken_file_starts_empty_and_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(CONNECTIONS), "[{").unwrap();
        let mut connections = Connections::open(folder.path(), NOW).unwrap();
        assert_eq!(connections.all(), []);
        connections.put(connection("a")).unwrap();
        assert!(connections.notices()[0].starts_with("connections.json"));
        let kept = folder.path().join("connections.json.broken-2026-11-20T100000Z");
        assert_eq!(std::fs::read_to_string(kept).unwrap(), "[{");
    }
}
