//! When WebKitGTK compiles a function of the page's wasm. Linux only.
//!
//! It interprets a function at first, counting five for a call and one for a turn of a loop, and compiles it on another thread once that
//! reaches a threshold. For each function that is ready it stops the page by two signals. By itself the threshold is 150, so that much is
//! compiled that only runs while a page is drawn for the first time: 2,800 signals between the side bar and the first lanes, 1,600 with 1,000. With
//! 5,000 a start is a little faster still, and each frame of a scrolled list a tenth dearer (docs/decisions/0002-when-wasm-is-compiled.md).
//!
//! The variable is the engine's own and no promise of it: an engine that does not know the option ignores it without a word.

const VARIABLE: &str = "JSC_thresholdForBBQOptimizeAfterWarmUp";
const THRESHOLD: &str = "1000";

/// The variable, if it is Tapline's: one that the person set is never replaced. Only before this process has a second thread, which might
/// read the environment.
pub(crate) fn apply() -> Option<&'static str> {
    // A Tapline that starts itself again hands it on.
    if std::env::var_os(VARIABLE).is_some_and(|there| there != THRESHOLD) {
        return None;
    }
    // That of `std` is `unsafe`, which this code base denies.
    glib::setenv(VARIABLE, THRESHOLD, false).expect("the name is a constant without an equals sign");
    Some(VARIABLE)
}
