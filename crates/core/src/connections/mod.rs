//! The saved connections and the settings: two files in the data folder, without secrets.
//!
//! What is on disk is what is in memory: a change that cannot be written is not made. A file that cannot be understood is set
//! aside, never overwritten.

mod check;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tapline_contract::commands::Theme;
use tapline_contract::connection::{Connection, ConnectionId};

pub(crate) use self::check::{check, is_id, new_id};
use crate::files::{self, Stored};

const CONNECTIONS: &str = "connections.json";
const SETTINGS: &str = "settings.json";

pub(crate) struct Connections {
    folder: PathBuf,
    all: Vec<Connection>,
    settings: Settings,
    notices: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Settings {
    #[serde(default)]
    theme: Theme,
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
        self.all.clone()
    }

    pub(crate) fn get(&self, id: &ConnectionId) -> Option<Connection> {
        self.all.iter().find(|connection| connection.id == *id).cloned()
    }

    /// Adds it, or replaces the one with its id.
    pub(crate) fn put(&mut self, connection: Connection) -> io::Result<()> {
        let mut all = self.all.clone();
        match all.iter_mut().find(|known| known.id == connection.id) {
            Some(known) => *known = connection,
            None => all.push(connection),
        }
        self.write(all)
    }

    pub(crate) fn remove(&mut self, id: &ConnectionId) -> io::Result<()> {
        let all = self.all.iter().filter(|connection| connection.id != *id).cloned().collect();
        self.write(all)
    }

    pub(crate) fn theme(&self) -> Theme {
        self.settings.theme
    }

    pub(crate) fn set_theme(&mut self, theme: Theme) -> io::Result<()> {
        let settings = Settings { theme };
        files::write(&self.folder.join(SETTINGS), &settings)?;
        self.settings = settings;
        Ok(())
    }

    fn write(&mut self, all: Vec<Connection>) -> io::Result<()> {
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
        let again = Connections::open(folder.path(), NOW).unwrap();
        assert_eq!(again.all().iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["A"]);
        assert_eq!(again.theme(), Theme::Dark);
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
