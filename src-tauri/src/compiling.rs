//! When WebKitGTK compiles a function of the page's wasm. Linux only.
//!
//! It interprets a function at first and compiles it, on another thread, once it has counted so many calls and turns of its loops. For each
//! function that is ready it stops the page by two signals. By itself it counts to 150, so that much is compiled that only runs while a
//! page is drawn for the first time: 2,800 signals between the side bar and the first lanes, 1,600 with this count, 600 with 8,000. A higher
//! count makes a start a little faster still, and each frame of a scrolled list an eighth dearer (docs/performance.md).
//!
//! The variable is the engine's own and no promise of it: an engine that does not know the option says so in its log and goes on.

const VARIABLE: &str = "JSC_thresholdForBBQOptimizeAfterWarmUp";
const COUNT: &str = "1000";

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
