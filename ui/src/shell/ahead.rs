//! Prefetch of the next page's list: core gets the request at the click, and the page takes over the answer once its code is
//! loaded and it is drawn.
//!
//! Not a cache: one list at most, never older than a moment. The list is closed again if its page doesn't come.

use std::cell::RefCell;

use leptos::task::spawn_local;
use tapline_contract::commands::{CloseList, OpenList};
use tapline_contract::connection::ConnectionId;
use tapline_contract::list::{ListOf, ListOpening};

use crate::ipc::{self, SentCommand, engine};

/// Milliseconds after which a list is opened anew: its page shows when it was read.
const MOMENT: f64 = 5000.0;

struct Ahead {
    connection: ConnectionId,
    of: ListOf,
    asked_at: f64,
    opened: SentCommand<OpenList>,
}

thread_local! {
    /// The page has one thread.
    static UNDER_WAY: RefCell<Option<Ahead>> = const { RefCell::new(None) };
}

/// Opens a list, replacing the previous prefetch unless it is the same list.
pub(super) fn ask(connection: ConnectionId, of: ListOf) {
    if UNDER_WAY.with_borrow(|ahead| ahead.as_ref().is_some_and(|ahead| ahead.is(&connection, &of))) {
        return;
    }
    leave();
    let opened = ipc::begin::<OpenList>(&ListOpening { connection: connection.clone(), of: of.clone() });
    UNDER_WAY.set(Some(Ahead { connection, of, asked_at: engine::now(), opened }));
}

/// Core's answer to the opening of this list, if it was prefetched.
pub(crate) fn take(connection: &ConnectionId, of: &ListOf) -> Option<SentCommand<OpenList>> {
    let ahead = UNDER_WAY.take()?;
    if ahead.is(connection, of) {
        return Some(ahead.opened);
    }
    close(ahead);
    None
}

/// Closes the prefetched list.
pub(super) fn leave() {
    if let Some(ahead) = UNDER_WAY.take() {
        close(ahead);
    }
}

impl Ahead {
    fn is(&self, connection: &ConnectionId, of: &ListOf) -> bool {
        (&self.connection, &self.of) == (connection, of) && engine::now() - self.asked_at < MOMENT
    }
}

fn close(ahead: Ahead) {
    spawn_local(async move {
        if let Ok(state) = ahead.opened.answer().await {
            // Core may have dropped it already.
            let _ = ipc::command::<CloseList>(state.list).await;
        }
    });
}
