//! Closing the window with unsaved input: the page asks the person, in a dialog of its own.
//!
//! A page that hangs or refuses can't keep the window open: without a sign of life within [`PATIENCE`], and when the person wants
//! to close for the third time in a short while, the shell asks natively and closes. Only a page that really didn't respond is
//! called unresponsive.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tapline_contract::shown::Shown;
use tapline_core::Host;
use tapline_platform::log::{shell_fact, shell_trouble};
use tapline_platform::sync::locked;
use tauri::{Manager as _, WebviewWindow};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};

/// Time limit for a page to run the line that makes it ask.
const PATIENCE: Duration = Duration::from_secs(5);
/// Span within which attempts to close count together.
const WHILE: Duration = Duration::from_secs(10);
/// Number of attempts that the page answers.
const PATIENT: usize = 2;

/// Reason for the native question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The page gave no sign of life.
    Silent,
    /// The page answered, and the person still wants to close.
    Insisting,
}

impl Reason {
    fn title(self) -> &'static str {
        match self {
            Reason::Silent => "Close Tapline and lose unsaved work?",
            Reason::Insisting => "Close and lose what isn't saved?",
        }
    }

    /// The reason with the open connection, if there is one.
    fn text(self, connection: Option<&Shown>) -> Shown {
        let reason = match self {
            Reason::Silent => {
                "The page doesn't respond. Changes that were sent aren't affected; Activity has their results."
            }
            Reason::Insisting => "Changes that were sent aren't affected. Activity has their results.",
        };
        let connection = connection.map(|label| format!("Connection: {label}."));
        Shown::lines([reason.to_owned()].into_iter().chain(connection))
    }

    /// The reason as a line for the log.
    fn fact(self) -> &'static str {
        match self {
            Reason::Silent => "the page does not answer, and the person is asked whether to close",
            Reason::Insisting => "the page answers, and the person who wants to close again is asked",
        }
    }
}

const CLOSE: &str = "Close and lose it";
const KEEP: &str = "Keep open";

#[derive(Default)]
pub(crate) struct Closing {
    wishes: Mutex<Vec<Instant>>,
    /// True if the page ran the line of the last attempt.
    answered: AtomicBool,
    /// True while the native question is open.
    asking: AtomicBool,
}

/// Lets the page ask, or asks in its place.
pub(crate) fn ask(closing: &Arc<Closing>, window: &WebviewWindow) {
    if closing.is_impatient(Instant::now()) {
        return closing.ask_natively(window, closing.reason());
    }
    let (lives, life) = mpsc::channel();
    closing.answered.store(false, Ordering::SeqCst);
    let answering = Arc::clone(closing);
    let sent = window.eval_with_callback("window.dispatchEvent(new Event('tapline-close'))", move |_| {
        answering.answered.store(true, Ordering::SeqCst);
        // The receiver is gone once the time is over.
        let _ = lives.send(());
    });
    if let Err(error) = sent {
        shell_trouble("the page could not be asked about unsaved changes", &error);
    }
    let (closing, window) = (Arc::clone(closing), window.clone());
    std::thread::spawn(move || {
        if life.recv_timeout(PATIENCE).is_err() {
            closing.ask_natively(&window, Reason::Silent);
        }
    });
}

impl Closing {
    /// True if the page had its chances.
    fn is_impatient(&self, now: Instant) -> bool {
        let mut wishes = locked(&self.wishes);
        wishes.retain(|wish| now.duration_since(*wish) < WHILE);
        wishes.push(now);
        wishes.len() > PATIENT
    }

    /// The reason, from the page's response to the last attempt.
    fn reason(&self) -> Reason {
        if self.answered.load(Ordering::SeqCst) { Reason::Insisting } else { Reason::Silent }
    }

    fn ask_natively(self: &Arc<Self>, window: &WebviewWindow, reason: Reason) {
        if self.asking.swap(true, Ordering::SeqCst) {
            return;
        }
        shell_fact("window", reason.fact());
        let (closing, closed) = (Arc::clone(self), window.clone());
        let connection = window.try_state::<Host>().and_then(|host| host.connection_label());
        window
            .app_handle()
            .dialog()
            .message(&*reason.text(connection.as_ref()))
            .title(reason.title())
            .kind(MessageDialogKind::Warning)
            .buttons(MessageDialogButtons::OkCancelCustom(CLOSE.to_owned(), KEEP.to_owned()))
            .parent(window)
            .show(move |agreed| {
                closing.asking.store(false, Ordering::SeqCst);
                if agreed && let Err(error) = closed.destroy() {
                    shell_trouble("the window could not be closed", &error);
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::connection::Connection;

    use super::*;

    #[test]
    fn a_page_that_answered_is_not_called_silent() {
        let closing = Closing::default();
        assert_eq!(closing.reason(), Reason::Silent);
        closing.answered.store(true, Ordering::SeqCst);
        assert_eq!(closing.reason(), Reason::Insisting);
        assert_ne!(Reason::Silent.text(None), Reason::Insisting.text(None));
    }

    #[test]
    fn both_questions_name_the_open_connection_with_its_environment() {
        let label = Connection::example().label();
        for reason in [Reason::Silent, Reason::Insisting] {
            assert!(reason.text(Some(&label)).ends_with("Connection: Acme (LIVE)."), "{reason:?}");
        }
    }

    #[test]
    fn the_third_wish_in_a_short_while_is_not_the_pages_to_answer() {
        let (closing, start) = (Closing::default(), Instant::now());
        for (after, expected) in
            [(0, false), (1, false), (2, true), (3, true), (20, false), (21, false), (29, true)]
        {
            assert_eq!(closing.is_impatient(start + Duration::from_secs(after)), expected, "{after}");
        }
    }
}
