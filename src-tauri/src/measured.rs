//! Support for `cargo xtask bench`: a script of the bench runs in the page and prints to standard output.
//!
//! Only under the feature `measured`, which no shipped build has. No clock: the reader of the output takes the time.

use std::io::{self, Write as _};

use tapline_contract::connection::{AmountUnit, Environment, Safety};
use tapline_core::{Attachment, Host};
use tauri::ipc::Response;
use zeroize::Zeroizing;

/// Path of the script.
const SCRIPT: &str = "TAPLINE_MEASURE_SCRIPT";
/// Service that is connected from the start, as the line of JSON that `taplinectl sandbox` prints.
const SERVICE: &str = "TAPLINE_MEASURE_SERVICE";

/// Text of the script; empty without one.
pub(crate) fn script() -> String {
    std::env::var_os(SCRIPT).and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default()
}

/// Answers the call that only the script makes: `Tell` prints one line.
pub(crate) fn answer(name: &str, payload: &str) -> Option<Response> {
    if name != "Tell" {
        return None;
    }
    // A closed reader needs nothing.
    #[expect(clippy::disallowed_methods, reason = "read by a program")]
    let _ = writeln!(io::stdout(), "measured {payload}");
    Some(Response::new(b"null".to_vec()))
}

pub(crate) fn attach(host: &Host) -> io::Result<()> {
    let Ok(line) = std::env::var(SERVICE) else { return Ok(()) };
    let line: serde_json::Value = serde_json::from_str(&line).map_err(io::Error::other)?;
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let service = Attachment {
        base_address: text("baseUrl"),
        namespace: text("namespace"),
        token: Zeroizing::new(text("token")),
        environment: Environment::Sandbox,
        safety: Safety::Confirm,
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: tapline_contract::unit::UnitKnown::Confirmed,
    };
    // Needs the runtime: open changes of an earlier run would be looked up at the service.
    let attached = tauri::async_runtime::block_on(async { host.attach(service) });
    attached.map(|_| ()).map_err(|failure| io::Error::other(failure.sentence))
}
