//! Newer versions of Tapline: where this build looks for them, and how one is verified and installed.
//!
//! Core decides when ([`tapline_core::Updater`]); the plugin of Tauri fetches, verifies and installs. Invariants: the signature
//! covers the file and its version (`requireSignedVersion`), so an old file is never taken for a new version; a lower version is
//! never one to install; nothing is fetched over plain HTTP. A build without a key of its own has no updater at all, and neither has
//! a package of Linux.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use tapline_contract::update::Release;
use tapline_core::{Finding, Host, Updater};
use tauri::{AppHandle, Context, Manager, Wry};
use tauri_plugin_updater::{Error, Update, UpdaterExt as _};

/// For the list of versions.
const LIST_LIMIT: Duration = Duration::from_secs(30);
/// For the file; a branch office may be on a slow line.
const FILE_LIMIT: Duration = Duration::from_mins(15);

/// Where newer versions are listed, and who signs them.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    url: String,
    /// As `tauri signer generate` prints it.
    key: String,
    /// Of a development build: the file that is replaced in the place of the program.
    trial: Option<PathBuf>,
}

/// What was found last.
type Found = Arc<Mutex<Option<(Update, Arc<[u8]>)>>>;

/// Where newer versions come from, as a sentence.
pub(crate) fn words(source: Option<&Source>) -> &'static str {
    match source {
        Some(_) => "Tapline checks for a newer version when it starts and once a day.",
        None if cfg!(target_os = "linux") => "Tapline is updated with the packages of this computer.",
        None => "This build does not check for updates. Install a newer version over it.",
    }
}

impl Source {
    /// Set when a release is built, and the same for everyone who has it. A development build can be pointed elsewhere; in a
    /// release nobody can.
    pub(crate) fn of_build() -> Option<Source> {
        if cfg!(debug_assertions)
            && let [Some(url), Some(key), Some(into)] =
                ["TAPLINE_DEV_UPDATE_URL", "TAPLINE_DEV_UPDATE_KEY", "TAPLINE_DEV_UPDATE_INTO"].map(variable)
        {
            return Some(Source { url, key, trial: Some(into.into()) });
        }
        if cfg!(target_os = "linux") {
            return None;
        }
        let set = |value: Option<&str>| value.filter(|value| !value.trim().is_empty()).map(str::to_owned);
        let url = set(option_env!("TAPLINE_UPDATE_URL"))?;
        let key = set(option_env!("TAPLINE_UPDATE_KEY"))?;
        // The plugin would refuse it only when it is asked.
        url.starts_with("https://").then_some(Source { url, key, trial: None })
    }

    /// Registers the plugin with what it may do. No permission is given to the page, which cannot call it.
    pub(crate) fn register(
        &self,
        context: &mut Context<Wry>,
        builder: tauri::Builder<Wry>,
    ) -> tauri::Builder<Wry> {
        let configuration = json!({
            "pubkey": self.key,
            "endpoints": [self.url],
            "requireSignedVersion": true,
            "allowDowngrades": false,
            // A bar of progress, and no question.
            "windows": { "installMode": "passive" },
        });
        context.config_mut().plugins.0.insert("updater".to_owned(), configuration);
        builder.plugin(tauri_plugin_updater::Builder::new().build())
    }

    pub(crate) fn updater(self, app: &AppHandle) -> Updater {
        let found = Found::default();
        Updater {
            find: Box::new({
                let (app, found) = (app.clone(), Arc::clone(&found));
                move || -> Finding {
                    let (source, app, found) = (self.clone(), app.clone(), Arc::clone(&found));
                    Box::pin(async move { source.find(&app, &found).await })
                }
            }),
            install: Box::new({
                let app = app.clone();
                move || install(&app, &found)
            }),
        }
    }

    async fn find(&self, app: &AppHandle, found: &Found) -> Result<Option<Release>, String> {
        let ending = app.clone();
        let mut builder = app
            .updater_builder()
            .timeout(LIST_LIMIT)
            // Also after a redirection, and for the file.
            .configure_client(|client| client.https_only(true))
            .on_before_exit(move || {
                if let Some(host) = ending.try_state::<Host>() {
                    host.close();
                }
                ending.cleanup_before_exit();
            });
        if let Some(file) = &self.trial {
            builder = builder.executable_path(file);
        }
        let checked = match builder.build() {
            Ok(updater) => updater.check().await,
            Err(error) => Err(error),
        };
        let Some(mut update) = checked.map_err(|error| no_list(&error))? else {
            *held(found) = None;
            return Ok(None);
        };
        let release = Release { version: update.version.clone(), notes: update.body.clone() };
        let known = held(found).as_ref().is_some_and(|(known, bytes)| {
            known.signature == update.signature
                && known.version == update.version
                && update.verify(bytes).is_ok()
        });
        if !known {
            update.timeout = Some(FILE_LIMIT);
            let bytes = update.download(|_, _| (), || ()).await;
            let bytes = bytes.map_err(|error| refused(&release.version, &error))?;
            *held(found) = Some((update, bytes.into()));
        }
        Ok(Some(release))
    }
}

/// The plugin verifies the bytes once more. On Windows it starts the installer and ends this process.
fn install(app: &AppHandle, found: &Found) -> Result<(), String> {
    let Some((update, bytes)) = held(found).clone() else {
        return Err("There is no update to install. Open About Tapline and check again.".to_owned());
    };
    update.install(&*bytes).map_err(|error| {
        format!(
            "Version {} could not be installed ({error}). This version goes on; nothing was changed.",
            update.version
        )
    })?;
    app.request_restart();
    Ok(())
}

fn no_list(error: &Error) -> String {
    match error {
        Error::TargetNotFound(_) | Error::TargetsNotFound(_) => {
            "There is a newer version, but none for this computer.".to_owned()
        }
        Error::Reqwest(_) | Error::Network(_) => {
            "The list of versions could not be read. Check the network of this computer.".to_owned()
        }
        _ => "The list of versions could not be read, or is not one.".to_owned(),
    }
}

/// Why a version that is announced is not offered.
fn refused(version: &str, error: &Error) -> String {
    match error {
        Error::SignedVersionMismatch { signed, .. } => format!(
            "Version {version} was refused: its file was signed as version {signed}. Nothing was installed; tell your support."
        ),
        Error::MissingSignedVersion => format!(
            "Version {version} was refused: its signature names no version. Nothing was installed; tell your support."
        ),
        Error::Minisign(_) | Error::Base64(_) | Error::SignatureUtf8(_) => format!(
            "Version {version} was refused: its signature does not fit its file. Nothing was installed; tell your support."
        ),
        _ => format!("Version {version} could not be downloaded completely. Nothing was installed."),
    }
}

fn held(found: &Found) -> std::sync::MutexGuard<'_, Option<(Update, Arc<[u8]>)>> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
