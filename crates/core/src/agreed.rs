//! Addresses that Tapline may send to: saved connections, and what a person agreed to outside the page or gave at the start.
//!
//! Invariant: no client is made for another address (`AppState::client`), so no packet and no token goes to one. The address
//! counts whole, with port and path: agreeing to an address isn't agreeing to another next to it.

use std::collections::BTreeSet;
use std::sync::Mutex;

use tapline_address::BaseAddress;
use tapline_changes::{Question, Subject};
use tapline_contract::connection::Connection;
use tapline_contract::shown::Shown;
use tapline_platform::sync::locked;

/// Agreed to since the start.
#[derive(Default)]
pub(crate) struct Agreed(Mutex<BTreeSet<String>>);

impl Agreed {
    pub(crate) fn add(&self, base: &BaseAddress) {
        locked(&self.0).insert(base.text().to_owned());
    }

    /// The connection to it was removed: it is new again.
    pub(crate) fn remove(&self, connection: &Connection) {
        locked(&self.0).remove(&connection.base_address);
    }

    pub(crate) fn has(&self, base: &BaseAddress) -> bool {
        locked(&self.0).contains(base.text())
    }
}

/// The question about the address of a connection, when it is not known.
pub(crate) fn question(base: &BaseAddress, connection: &Connection) -> Question {
    Question {
        subject: Subject::Address,
        title: Shown::line(format_args!("Connect to {}?", base.place())),
        text: Shown::lines([
            format!("{} Agree only if you entered this address yourself.", new(base)),
            format!("Connection: {}.", connection.label()),
        ]),
        agree: "Connect",
    }
}

/// Sentence about an address that is not known.
pub(crate) fn new(base: &BaseAddress) -> String {
    format!("No saved connection leads to {}.", base.text())
}
