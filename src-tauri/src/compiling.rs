//! Threshold at which WebKitGTK compiles a function of the page's wasm. Linux only.
//!
//! It interprets a function at first, counting five for a call and one for a turn of a loop, and compiles it on another thread
//! once the count reaches a threshold. For each compiled function it stops the page by two signals. The default threshold is 150,
//! which compiles much that only runs while a page is first drawn: 2,800 signals between the side bar and the first lanes, 1,600
//! with 1,000. With 5,000 a start is a little faster still, and each frame of a scrolled list a tenth dearer
//! (docs/decisions/0002-when-wasm-is-compiled.md).
//!
//! The variable is internal to the engine and not a promise: an engine that does not know the option ignores it silently.

const VARIABLE: &str = "JSC_thresholdForBBQOptimizeAfterWarmUp";
const THRESHOLD: &str = "1000";

/// Sets the variable and returns it; a value set by the person is never replaced. Call only before this process has a second
/// thread, which might read the environment.
pub(crate) fn apply() -> Option<&'static str> {
    // A Tapline that restarts itself inherits the variable.
    if std::env::var_os(VARIABLE).is_some_and(|there| there != THRESHOLD) {
        return None;
    }
    // The function of `std` is `unsafe`, which this code base denies.
    glib::setenv(VARIABLE, THRESHOLD, false).expect("the name is a constant without an equals sign");
    Some(VARIABLE)
}
