//! Support for `cargo xtask bench`: its script runs in the page and prints to standard output.
//!
//! Only under the feature `measured`, which nothing that is shipped has. No clock: the reader of the output takes the time.

use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use tapline_contract::connection::{AmountUnit, Environment, Safety};
use tapline_core::{Attachment, Host};
use tauri::ipc::{InvokeResponseBody, Response};
use zeroize::Zeroizing;

/// Path of the script.
const SCRIPT: &str = "TAPLINE_MEASURE_SCRIPT";
/// Address of a service that is open from the start.
const SERVICE: &str = "TAPLINE_MEASURE_SERVICE";
/// Set: that service may be changed.
const CHANGES: &str = "TAPLINE_MEASURE_CHANGES";

/// Empty when there is none.
pub(crate) fn script() -> String {
    std::env::var_os(SCRIPT).and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default()
}

static KEPT: Mutex<String> = Mutex::new(String::new());

/// Calls that only the script makes: `Tell` prints one line, `Nothing` does nothing, `Keep` keeps a text and `Kept` gives it back.
/// And one of the page: nobody is there to choose the file of a plan, so the text that was kept is the chosen one.
pub(crate) fn answer(name: &str, payload: &str) -> Option<Response> {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match name {
        "Keep" => payload.clone_into(&mut kept()),
        // As Tauri hands a text to JavaScript: a peer is no core, whose answers are bytes.
        "Kept" => {
            let text = serde_json::to_string(&*kept()).ok()?;
            return Some(Response::new(InvokeResponseBody::Json(text)));
        }
        "ChoosePlan" => return Some(Response::new(kept().clone().into_bytes())),
        "Tell" => {
            // Whoever does not listen any more needs nothing.
            #[expect(clippy::disallowed_methods, reason = "read by a program")]
            let _ = writeln!(io::stdout(), "measured {payload}");
        }
        "Nothing" => {}
        _ => return None,
    }
    Some(Response::new(b"null".to_vec()))
}

pub(crate) fn attach(host: &Host) -> io::Result<()> {
    let Ok(base_address) = std::env::var(SERVICE) else { return Ok(()) };
    let service = Attachment {
        base_address,
        namespace: "bench".to_owned(),
        token: Zeroizing::new("measured.token".to_owned()),
        environment: Environment::Sandbox,
        safety: if std::env::var_os(CHANGES).is_some() { Safety::Confirm } else { Safety::ReadOnly },
        currency: "EUR".to_owned(),
        unit: AmountUnit::Minor,
        unit_known: tapline_contract::unit::UnitKnown::Confirmed,
    };
    // Open changes of an earlier run would be read for, which needs the runtime.
    let attached = tauri::async_runtime::block_on(async { host.attach(service) });
    attached.map(|_| ()).map_err(|failure| io::Error::other(failure.sentence))
}
