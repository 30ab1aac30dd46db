//! The tests of the command line against the program for Windows.
//!
//! They are the same tests as everywhere, run on this machine; the program that they start is the one for Windows, under wine.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::wine::Wine;
use crate::stop::Stop;
use crate::{process, summary, workspace};

/// Variable with the program that the tests start instead of the one built with them.
const PROGRAM: &str = "TAPLINECTL_BIN";

/// Tests that can't pass on Windows, each with its reason.
pub(super) const NOT_THERE: [(&str, &str); 4] = [
    (
        "connections::a_token_file_that_others_can_read_is_named",
        "files have no mode on Windows: the user's folder keeps others out",
    ),
    ("policy::", "a release reads the policy of the computer alone, and these tests bring their own"),
    (
        "signal::ctrl_c_at_a_question_ends_it_and_a_yes_behind_it_sends_nothing",
        "wine's console makes no interrupt of Ctrl+C on a Unix terminal: a check on a real machine. The other tests interrupt by signal",
    ),
    (
        "signal::waiting_for_standard_input_is_ended_by_a_signal",
        "wine 8 tells 0 or no code in the place of 5 at random when a signal comes while the first thread reads standard input; \
         a C program of ten lines shows the same. A check on a real machine",
    ),
];

const RUNS: [&str; 2] = ["cli", "commandline"];

/// Compiles the tests.
pub(super) fn build() -> Result<(), Stop> {
    RUNS.iter().try_for_each(|name| process::run(cargo_test(name).arg("--no-run")))
}

fn cargo_test(name: &str) -> Command {
    let mut test = workspace::cargo("test");
    test.args(workspace::NATIVE).args(["--test", name]);
    test
}

/// Runs the tests; returns how many passed.
pub(super) fn run(wine: &Wine, program: &Path) -> Result<u32, Stop> {
    // The tests expect a computer without a keyring.
    wine.lose_credentials()?;
    let wrapper = wine.wrapper(program)?;
    let mut counts = summary::Counts::default();
    for name in RUNS {
        let mut test = cargo_test(name);
        test.args(["--no-fail-fast", "--", "--test-threads", "4"]);
        for (skipped, _) in NOT_THERE {
            test.args(["--skip", skipped]);
        }
        test.env(PROGRAM, &wrapper);
        let status = process::lines(&mut test, |line| {
            if let Some(run) = summary::counts(line) {
                counts.add(run);
            }
        })?;
        if !status.success() {
            return Err(Stop::Ended { command: process::shown(&test), status });
        }
    }
    let _ = fs::remove_file(&wrapper);
    Ok(counts.passed)
}
