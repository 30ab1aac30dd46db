//! When WebKitGTK compiles a function of the page's wasm. Linux only.
//!
//! It interprets a function at first and compiles it, on another thread, once it has counted this many calls and turns of its loops; a call
//! counts for several. For each function that is ready it stops the page by two signals. By itself it counts to 150, so that what runs a
//! few times when a page is drawn first is compiled too: 2,900 signals until the first lanes stood there. What is hot counts to
//! 5,000 within milliseconds (docs/performance.md, "Compiled too soon").
//!
//! The variable is the engine's own and no promise of it: an engine that knows the option no more says so in its log and goes on.

const VARIABLE: &str = "JSC_thresholdForBBQOptimizeAfterWarmUp";
const COUNT: &str = "5000";

/// The variable, if it was set here: one that the person set is never replaced. Only before this process has a second thread, which
/// might read the environment.
pub(crate) fn apply() -> Option<&'static str> {
    if std::env::var_os(VARIABLE).is_some() {
        return None;
    }
    // That of `std` is `unsafe`, which this code base denies.
    glib::setenv(VARIABLE, COUNT, false).expect("the name is a constant without an equals sign");
    Some(VARIABLE)
}
