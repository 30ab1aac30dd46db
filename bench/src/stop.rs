//! Reason why a metric has no figure: a sentence for the person who started the run.

use std::fmt;

#[derive(Debug)]
pub(crate) struct Stop(String);

impl Stop {
    pub(crate) fn new(why: impl Into<String>) -> Stop {
        Stop(why.into())
    }

    /// Adapter for `map_err` that adds the failed action.
    pub(crate) fn at<E: fmt::Display>(what: &str) -> impl FnOnce(E) -> Stop + '_ {
        move |cause| Stop(format!("{what}: {cause}"))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
