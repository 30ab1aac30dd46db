//! Core, opened on its data folder without a window, and typed calls through its one door.
//!
//! The shell's side of core: the "clipboard" holds the token that was given for one command.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use tapline_contract::commands::PasteToken;
use tapline_contract::connection::{ConnectionId, Safety, TokenView};
use tapline_contract::history::OperationId;
use tapline_contract::{Call, Command, Endpoint, Failure, FailureKind};
use tapline_core::{Host, PolicyFile, Ports, Window};
use tapline_platform::network::Network;
use tapline_platform::sync::locked;
use zeroize::Zeroizing;

use crate::say::{Stop, note, trouble, wrong};
use crate::secret::GivenToken;
use crate::{folder, terminal, waiting};

/// The token on its way to core.
type Hand = Arc<Mutex<Option<Zeroizing<String>>>>;

/// Longest time for one call, if the person sets it. For the whole program: it is one command.
static PATIENCE: OnceLock<Duration> = OnceLock::new();

/// Sets the longest time for every core that is opened from now on.
pub(crate) fn wait_for_answers(patience: Duration) {
    // Said once, before any is opened.
    let _ = PATIENCE.set(patience);
}

pub(crate) struct Core {
    pub(crate) host: Host,
    pub(crate) folder: PathBuf,
    hand: Hand,
}

impl Core {
    /// `folder` is the one of `--data-dir`.
    pub(crate) fn open(folder: Option<PathBuf>) -> Result<Core, Stop> {
        let folder = folder::data(folder)?;
        let hand = Hand::default();
        let host = Host::open(&folder, ports(&hand)).map_err(|error| trouble(error.to_string()))?;
        if let Some(problem) = host.managed().and_then(|managed| managed.problem) {
            note(&problem);
        }
        Ok(Core { host, folder, hand })
    }

    /// Says that a connection of this level is opened with a stricter one, where the administrator asks for that.
    pub(crate) fn tell_raised(&self, asked: Safety) {
        if let Some(raised) = self.host.managed().and_then(|managed| managed.raises(asked)) {
            note(&raised);
        }
    }

    /// A command of Tapline itself.
    pub(crate) async fn command<C: Command>(&self, input: C::Input) -> Result<C::Output, Failure> {
        let unreadable = |_| Failure::new(FailureKind::Desk, C::NAME, "Tapline can't read its own call.");
        let payload = serde_json::to_string(&input).map_err(unreadable)?;
        let answer = self.invoke(C::NAME, None, &payload).await?;
        serde_json::from_str(&answer).map_err(unreadable)
    }

    /// A call of an endpoint; `operation` exactly for what changes something.
    pub(crate) async fn invoke(
        &self,
        name: &str,
        operation: Option<&OperationId>,
        payload: &str,
    ) -> Result<String, Failure> {
        let operation = operation.map(|operation| operation.0.as_str());
        waiting::with_progress(self.host.invoke(name, operation, payload)).await.map_err(|text| {
            serde_json::from_str(&text).unwrap_or_else(|_| {
                Failure::new(FailureKind::Desk, name, "Tapline can't say what went wrong.")
            })
        })
    }

    /// Reads of the service without their types, as JSON text.
    pub(crate) async fn fetch(
        &self,
        name: &str,
        connection: &ConnectionId,
        id: &Value,
        input: &Value,
    ) -> Result<String, Failure> {
        let payload = json!({ "connection": connection, "id": id, "input": input, "seen": null });
        self.invoke(name, None, &payload.to_string()).await
    }

    /// Hands a token to core for this connection.
    pub(crate) async fn paste(&self, id: &ConnectionId, given: GivenToken) -> Result<TokenView, Stop> {
        *locked(&self.hand) = Some(given.token);
        let pasted = self.command::<PasteToken>(id.clone()).await;
        *locked(&self.hand) = None;
        pasted.map_err(|failure| match failure.kind {
            FailureKind::BadInput => wrong(format!(
                "No token in {}. It needs one line of at most 16 KiB, with the token only.",
                given.place
            )),
            _ => failure.into(),
        })
    }
}

/// Reads of the service.
pub(crate) async fn read<E: Endpoint>(
    core: &Core,
    connection: &ConnectionId,
    id: E::Id,
    input: E::Input,
) -> Result<E::Answer, Failure> {
    let unreadable = |_| Failure::new(FailureKind::Desk, E::NAME, "Tapline can't read its own call.");
    let call = Call::<E>::new(connection.clone(), id, input, E::Seen::default());
    let payload = serde_json::to_string(&call).map_err(unreadable)?;
    let answer = core.invoke(E::NAME, None, &payload).await?;
    serde_json::from_str(&answer).map_err(unreadable)
}

fn ports(hand: &Hand) -> Ports {
    let read = Arc::clone(hand);
    let cleared = Arc::clone(hand);
    Ports {
        read_clipboard: Box::new(move || {
            let held = locked(&read);
            held.as_ref().map(|token| token.to_string()).ok_or_else(|| "No token was given.".to_owned())
        }),
        clear_clipboard: Box::new(move || *locked(&cleared) = None),
        window: Window { confirm: Box::new(terminal::ask), ..Window::default() },
        policy: Some(PolicyFile::of_computer()),
        network: Network { patience: PATIENCE.get().copied(), ..Network::default() },
        ..Ports::headless()
    }
}
