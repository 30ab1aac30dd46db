//! Waits for a previous Tapline to end. Linux only.
//!
//! GTK queries the owner of the application's name on the session bus, and gives up the start if the owner leaves the bus without
//! an answer: a process that has ended keeps its name until the bus has noticed. So this sends the same query before GTK does.

use std::time::{Duration, Instant};

use glib::Quark;
use glib::error::ErrorDomain;

/// The bus needs some milliseconds; a person would not wait longer than this for a window.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time limit for an answer of a running Tapline.
const ANSWER_MS: i32 = 1_000;

/// `org.freedesktop.DBus.Error.NoReply`, which gio has no name for in Rust (`GDBusError`, gioenums.h).
#[derive(Clone, Copy)]
struct NoReply;

impl ErrorDomain for NoReply {
    fn domain() -> Quark {
        Quark::from_str("g-dbus-error-quark")
    }

    fn code(self) -> i32 {
        4
    }

    fn from(code: i32) -> Option<NoReply> {
        (code == NoReply.code()).then_some(NoReply)
    }
}

/// Returns once the name has no owner, or its owner answers.
pub(crate) fn wait_until_gone(name: &str) {
    // Without a bus GTK sends no query either.
    let Ok(bus) = gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE) else { return };
    let path = format!("/{}", name.replace('.', "/").replace('-', "_"));
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let answer = bus.call_sync(
            Some(name),
            &path,
            "org.gtk.Actions",
            "DescribeAll",
            None,
            None,
            gio::DBusCallFlags::NO_AUTO_START,
            ANSWER_MS,
            gio::Cancellable::NONE,
        );
        match answer {
            Err(cause) if cause.matches(NoReply) => {}
            _ => return,
        }
    }
}
