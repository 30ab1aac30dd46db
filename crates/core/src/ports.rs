//! Abilities of a shell, as plain closures (clipboard, native dialog, window), which tests replace.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use tapline_changes::{Answer, AskPassword, Question};
use tapline_contract::commands::Theme;
use tapline_contract::shown::Shown;
use tapline_contract::update::Release;
use tapline_platform::clock::Clock;
use tapline_platform::network::Network;

use crate::policy::PolicyFile;

type Port<T> = Box<dyn Fn() -> T + Send + Sync>;
type ChooseFile = Box<dyn Fn(&str) -> Option<PathBuf> + Send + Sync>;
type OpenFolder = Box<dyn Fn(&Path) -> Result<(), String> + Send + Sync>;

/// The error is a sentence.
type Taking<T> = Box<dyn Fn(&T) -> Result<(), String> + Send + Sync>;

/// Handed to [`crate::Host::open`]. Each may block; core calls those that do off the async threads.
pub struct Ports {
    /// Text on the clipboard, or the reason for its absence, as a sentence.
    pub read_clipboard: Port<Result<String, String>>,
    pub clear_clipboard: Port<()>,
    /// Puts a secret on the clipboard, and keeps it out of histories and other computers where the operating system can.
    pub write_secret: Taking<str>,
    /// Candidate folders for exported files, the best first: downloads, documents, home.
    pub export_folders: Port<Vec<PathBuf>>,
    /// Opens the folder of a file and marks the file in it.
    pub show_file: Taking<Path>,
    /// A native dialog of this title; `None` when the person chooses no file.
    pub choose_file: ChooseFile,
    pub close_window: Port<()>,
    pub set_title: Box<dyn Fn(&Shown) + Send + Sync>,
    pub window: Window,
    /// [`PolicyFile::of_computer`] in every shell; `None` is a computer without a policy.
    pub policy: Option<PolicyFile>,
    /// [`Clock::system`] in every shell.
    pub clock: Clock,
    /// The default in every shell.
    pub network: Network,
}

impl Ports {
    /// Tapline without a shell: no clipboard, no dialog, no window, no policy.
    pub fn headless() -> Ports {
        Ports {
            read_clipboard: Box::new(|| Err("This Tapline has no clipboard.".to_owned())),
            clear_clipboard: Box::new(|| ()),
            write_secret: Box::new(|_| Ok(())),
            export_folders: Box::new(Vec::new),
            show_file: Box::new(|_| Ok(())),
            choose_file: Box::new(|_| None),
            close_window: Box::new(|| ()),
            set_title: Box::new(|_| ()),
            window: Window::default(),
            policy: None,
            clock: Clock::system(),
            network: Network::default(),
        }
    }
}

/// Abilities of Tapline in a window; the default is Tapline without one.
pub struct Window {
    /// 1.0 is the size as designed.
    pub set_zoom: Box<dyn Fn(f64) + Send + Sync>,
    /// Makes the parts that the operating system draws for the page as light or dark as the page: title bar, menus, lists of
    /// suggestions.
    pub dress: Box<dyn Fn(Theme) + Send + Sync>,
    /// Shows the keys of the page's actions in the menu, by the id of the action.
    pub set_menu_keys: Box<dyn Fn(BTreeMap<String, String>) + Send + Sync>,
    /// In the file manager of the computer, or why it cannot, as a sentence.
    pub open_folder: OpenFolder,
    /// Asks the person outside the page, in a dialog of the operating system; blocks until there is an answer.
    pub confirm: Box<dyn Fn(&Question) -> Answer + Send + Sync>,
    /// Asks the same way and takes the admin password of a terminal in the same dialog; `None` where the shell can't, and then
    /// the password comes with the call.
    pub ask_password: Option<AskPassword>,
    /// Decides if it locks during a person's absence.
    pub attendance: Attendance,
    /// Commit of the sources, if the build knew it.
    pub commit: Option<&'static str>,
    /// The web engine and its version.
    pub engine: Option<String>,
    /// Drawing of the window and its reason, as a sentence; `None` where the shell has no choice.
    pub rendering: Option<String>,
    /// Source of newer versions, as a sentence.
    pub updates: &'static str,
    /// `None` where this Tapline does not update itself.
    pub updater: Option<Updater>,
}

/// Search for a newer version, and its installation. Errors are sentences.
pub struct Updater {
    /// Looks once for a newer version, downloads it and verifies it. `None` when this version is the newest.
    pub find: Port<Finding>,
    /// Installs what was found last, and starts Tapline again; blocks, and on some systems ends the process.
    pub install: Port<Result<(), String>>,
}

/// The answer of an [`Updater`].
pub type Finding = Pin<Box<dyn Future<Output = Result<Option<Release>, String>> + Send>>;

impl Default for Window {
    fn default() -> Window {
        Window {
            set_zoom: Box::new(|_| ()),
            dress: Box::new(|_| ()),
            set_menu_keys: Box::new(|_| ()),
            open_folder: Box::new(|_| Err("This Tapline has no window.".to_owned())),
            confirm: Box::new(|_| Answer::NobodyToAsk),
            ask_password: None,
            attendance: Attendance::Unattended,
            commit: None,
            engine: None,
            rendering: None,
            updates: "Tapline doesn't update itself here.",
            updater: None,
        }
    }
}

/// Presence of a person whose absence counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attendance {
    /// A command line, a test: it ends by itself, and locks nothing.
    #[default]
    Unattended,
    /// A window that a person may walk away from.
    Attended,
}
