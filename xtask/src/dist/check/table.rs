//! The steps of the check, each with its outcome.

use std::time::{Duration, Instant};

use crate::stop::Stop;

#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<(String, bool, Duration)>,
}

impl Table {
    /// Runs a step. A failure is printed at once, and does not stop the others.
    pub(crate) fn step<T>(&mut self, name: &str, step: impl FnOnce() -> Result<T, Stop>) -> Option<T> {
        println!("\n=== {name}");
        let begun = Instant::now();
        let outcome = step();
        let passed = outcome.is_ok();
        self.rows.push((name.to_owned(), passed, begun.elapsed()));
        match outcome {
            Ok(value) => Some(value),
            Err(reason) => {
                println!("\n{}", reason.sentence().unwrap_or_default());
                None
            }
        }
    }

    pub(crate) fn close(self) -> Result<(), Stop> {
        println!();
        for (name, passed, took) in &self.rows {
            println!("{:>7.1} s  {}  {name}", took.as_secs_f32(), if *passed { "passed" } else { "FAILED" });
        }
        let failed = self.rows.iter().filter(|row| !row.1).count();
        println!("{} passed, {failed} failed", self.rows.len() - failed);
        if failed == 0 { Ok(()) } else { Err(Stop::Passed(1)) }
    }
}
