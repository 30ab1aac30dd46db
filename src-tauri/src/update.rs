//! Updates of Tapline: their source for this build, verification and installation.
//!
//! Core decides when ([`tapline_core::Updater`]), fetches with a bound and reads the signed list ([`tapline_core::update`]); the
//! plugin of Tauri verifies the file and installs it. Invariants: the list is signed and expires; the signature of the file
//! covers its version (`requireSignedVersion`), so an old file never passes for a new version; a lower version is never offered;
//! nothing is fetched over plain HTTP. A build without a key of its own has no updater at all, and neither has a package of
//! Linux.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tapline_contract::update::Release;
use tapline_core::update::{LARGEST_LIST, Offer, Unfetched, fetch};
use tapline_core::{Finding, Host, Updater};
use tapline_platform::clock::Clock;
use tapline_platform::sync::locked;
use tauri::{AppHandle, Context, Manager, Wry};
use tauri_plugin_updater::{Error, Update, UpdaterExt as _};

/// Time limit for the list of versions.
const LIST_LIMIT: Duration = Duration::from_secs(30);
/// Time limit for the file; a branch office may be on a slow line.
const FILE_LIMIT: Duration = Duration::from_mins(15);

/// Address of the list of versions, and its signer.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    url: String,
    /// Public key, as `tauri signer generate` prints it.
    key: String,
    /// Development builds only: the file to replace instead of the program.
    trial: Option<PathBuf>,
    /// Development builds only: a root certificate in DER, trusted for updates alone.
    root: Option<Vec<u8>>,
}

/// The last update found.
type FoundUpdate = Arc<Mutex<Option<(Update, Arc<[u8]>)>>>;

/// Source of updates, as a sentence.
pub(crate) fn words(source: Option<&Source>) -> &'static str {
    match source {
        Some(_) => "Tapline checks for a newer version when it starts and once a day.",
        None if cfg!(target_os = "linux") => "Your package manager updates Tapline.",
        None => "This build doesn't check for updates. Install a newer version over it.",
    }
}

impl Source {
    /// The source set when a release is built, equal for every user. A development build can be pointed elsewhere; a release
    /// can't.
    pub(crate) fn of_build() -> Option<Source> {
        if cfg!(debug_assertions)
            && let [Some(url), Some(key), Some(into)] =
                ["TAPLINE_DEV_UPDATE_URL", "TAPLINE_DEV_UPDATE_KEY", "TAPLINE_DEV_UPDATE_INTO"].map(variable)
        {
            let root = variable("TAPLINE_DEV_UPDATE_ROOT").and_then(|path| std::fs::read(path).ok());
            return Some(Source { url, key, trial: Some(into.into()), root });
        }
        if cfg!(target_os = "linux") {
            return None;
        }
        let set = |value: Option<&str>| value.filter(|value| !value.trim().is_empty()).map(str::to_owned);
        let url = set(option_env!("TAPLINE_UPDATE_URL"))?;
        let key = set(option_env!("TAPLINE_UPDATE_KEY"))?;
        // The plugin would refuse it only later, at the first check.
        url.starts_with("https://").then_some(Source { url, key, trial: None, root: None })
    }

    /// Registers the plugin with its settings. The page gets no permission and can't call it.
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
            // A progress bar, and no question.
            "windows": { "installMode": "passive" },
        });
        context.config_mut().plugins.0.insert("updater".to_owned(), configuration);
        builder.plugin(tauri_plugin_updater::Builder::new().build())
    }

    pub(crate) fn updater(self, app: &AppHandle) -> Updater {
        let found = FoundUpdate::default();
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

    async fn find(&self, app: &AppHandle, found: &FoundUpdate) -> Result<Option<Release>, String> {
        let list = fetch(&self.url, LARGEST_LIST, LIST_LIMIT, self.roots()).await;
        let list = list.map_err(|_| NO_LIST.to_owned())?;
        let offer = Offer::read(&list, &self.key, &platform(), Clock::system().now());
        let offer = offer.map_err(|refused| refused.to_string())?;
        let ending = app.clone();
        let mut builder = app.updater_builder().on_before_exit(move || {
            if let Some(host) = ending.try_state::<Host>() {
                host.close();
            }
            ending.cleanup_before_exit();
        });
        if let Some(file) = &self.trial {
            builder = builder.executable_path(file);
        }
        // Compares versions, without network access.
        let restored = builder.build().and_then(|updater| updater.restore_update(offer.list));
        let Some(update) = restored.map_err(|_| NO_LIST.to_owned())? else {
            *locked(found) = None;
            return Ok(None);
        };
        let release = Release { version: update.version.clone(), notes: update.body.clone() };
        let known = locked(found).as_ref().is_some_and(|(known, bytes)| {
            known.signature == update.signature
                && known.version == update.version
                && update.verify(bytes).is_ok()
        });
        if !known {
            let bytes = fetch(update.download_url.as_str(), offer.size, FILE_LIMIT, self.roots()).await;
            let bytes = bytes.map_err(|why| unfetched(&release.version, why))?;
            update.verify(&bytes).map_err(|error| refusal(&release.version, &error))?;
            *locked(found) = Some((update, bytes.into()));
        }
        Ok(Some(release))
    }

    fn roots(&self) -> &[Vec<u8>] {
        self.root.as_slice()
    }
}

/// Platform name in the list.
fn platform() -> String {
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    format!("{system}-{}", std::env::consts::ARCH)
}

/// Installs the found update. The plugin verifies the bytes once more. On Windows it starts the installer and ends this process.
fn install(app: &AppHandle, found: &FoundUpdate) -> Result<(), String> {
    let Some((update, bytes)) = locked(found).clone() else {
        return Err("No update to install. Open About Tapline and check again.".to_owned());
    };
    update.install(&*bytes).map_err(|error| {
        format!("Version {} not installed: {error}. This version keeps running.", update.version)
    })?;
    app.request_restart();
    Ok(())
}

const NO_LIST: &str = "Can't load the list of versions. Check this computer's network.";

fn unfetched(version: &str, why: Unfetched) -> String {
    match why {
        Unfetched::TooLarge => {
            format!("Version {version} not installed: its file is larger than listed. Contact your support.")
        }
        Unfetched::Failed => {
            format!("Version {version} not installed: it didn't download completely.")
        }
    }
}

/// Reason why an announced version is not offered.
fn refusal(version: &str, error: &Error) -> String {
    match error {
        Error::SignedVersionMismatch { signed, .. } => format!(
            "Version {version} not installed: its file was signed as version {signed}. Contact your support."
        ),
        Error::MissingSignedVersion => {
            format!("Version {version} not installed: its signature names no version. Contact your support.")
        }
        Error::Minisign(_) | Error::Base64(_) | Error::SignatureUtf8(_) => format!(
            "Version {version} not installed: its signature doesn't match its file. Contact your support."
        ),
        _ => format!("Version {version} not installed: it couldn't be verified. Contact your support."),
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
