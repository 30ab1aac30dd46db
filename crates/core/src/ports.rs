//! What only a shell can do, as plain closures: clipboard, native dialog, window.

use std::path::PathBuf;

type Port<T> = Box<dyn Fn() -> T + Send + Sync>;

/// Handed to [`crate::Host::open`]. Each may block; core calls those that do off the async threads.
pub struct Ports {
    /// The text on the clipboard, or why there is none, as a sentence.
    pub read_clipboard: Port<Result<String, String>>,
    pub clear_clipboard: Port<()>,
    /// A native dialog; `None` when the person chooses no file.
    pub choose_file: Port<Option<PathBuf>>,
    pub close_window: Port<()>,
    pub set_title: Box<dyn Fn(&str) + Send + Sync>,
}
