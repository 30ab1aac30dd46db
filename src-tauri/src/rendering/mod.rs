//! Decision, made once before GTK starts, if WebKitGTK may draw this window through the graphics device. Linux only.
//!
//! WebKitGTK shares what it draws as DMA-BUF. Without a graphics device Mesa emulates one on the processor: windows start late,
//! scroll badly or stay blank (tauri#15936, tauri#9304). `decide.rs` is pure and decides, `facts.rs` reads the computer's
//! hardware and session. The invariant: a variable that the person set is never replaced.

mod decide;
mod facts;
#[cfg(test)]
mod tests;

use std::path::Path;

use tapline_contract::commands::Rendering;

use decide::decide;
pub(crate) use decide::{Decision, VARIABLES};
use facts::Facts;

/// Decides, and passes the decision to the web engine in a variable. Call only before this process has a second thread, which
/// might read the environment.
pub(crate) fn apply(chosen: Rendering) -> Decision {
    let own = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
    let decision = decide(&Facts::read(Path::new("/"), own, chosen));
    if let Some(variable) = decision.way.variable() {
        // The function of `std` is `unsafe`, which this code base denies. `false`: an existing value stays.
        glib::setenv(variable, "1", false).expect("the names are constants without an equals sign");
    }
    decision
}
