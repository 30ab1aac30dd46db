//! `cargo xtask test`: everything that CI runs, in the order that wastes least time on two cores.
//!
//! A failed step does not stop the others, unless they could not run without it. Each step counts
//! as one passed or failed, each test too; the last line is `N passed, N failed`.

use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, panic, thread};

use crate::packages::Purpose;
use crate::prepare::{self, Consent};
use crate::stop::Stop;
use crate::summary::{self, Counts};
use crate::{Flags, cells, npm, process, ui, workspace};

/// Arguments of each test run, and true if its packages were built with lints: the page is linted for the processor that it runs on.
/// The page's own tests are its geometry and its paths; the rest of it is tested through the window.
const TEST_RUNS: [(&str, &[&str], bool); 3] = [
    ("tests", &workspace::NATIVE, true),
    ("tests of the page", &["--package", "tapline-ui"], false),
    ("tests of xtask", &["--package", "xtask"], true),
];

/// `-D warnings`, in the form in which `cargo clippy` passes it to the compiler.
const CLIPPY_ARGUMENTS: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

/// Makes the tests run everything at its full count.
const LONG_VARIABLE: &str = "TAPLINE_LONG";

/// Window tests that only the long run plays: another test holds their rule for another record or screen.
const LONG_TESTS: &str = include_str!("../../tests/tests/window/long.txt");

/// Threads of a test program.
const THREADS_VARIABLE: &str = "RUST_TEST_THREADS";

#[derive(Default)]
struct Report {
    counts: Counts,
    rows: Vec<(String, bool, Duration)>,
}

impl Report {
    /// Runs one step, counts it and prints its duration. Returns true if it passed.
    fn step(&mut self, name: &str, step: impl FnOnce(&mut Counts) -> Result<(), Stop>) -> bool {
        println!("\n=== {name}");
        let start = Instant::now();
        let outcome = step(&mut self.counts);
        let took = start.elapsed();
        if let Err(stop) = &outcome {
            println!("\n{}", stop.sentence().unwrap_or_default());
        }
        let passed = outcome.is_ok();
        self.counts.add(Counts { passed: passed.into(), failed: (!passed).into(), ignored: 0 });
        println!("=== {name}: {} in {:.1} s", word(passed), took.as_secs_f32());
        self.rows.push((name.to_owned(), passed, took));
        passed
    }

    /// Adds the steps of another report.
    fn add(&mut self, other: Report) {
        self.counts.add(other.counts);
        self.rows.extend(other.rows);
    }

    /// Counts a step that can't run because an earlier one failed, as failed.
    fn not_run(&mut self, name: &str) {
        self.counts.failed += 1;
        self.rows.push((format!("{name} (could not run)"), false, Duration::ZERO));
    }

    fn close(self) -> Result<(), Stop> {
        println!();
        for (name, passed, took) in &self.rows {
            println!("{:>7.1} s  {}  {name}", took.as_secs_f32(), word(*passed));
        }
        if self.counts.ignored > 0 {
            println!("{} ignored, each with its reason above", self.counts.ignored);
        }
        println!("{} passed, {} failed", self.counts.passed, self.counts.failed);
        if self.counts.failed == 0 { Ok(()) } else { Err(Stop::Passed(1)) }
    }
}

pub(crate) fn run(flags: &Flags) -> Result<(), Stop> {
    let mut report = Report::default();
    let purposes = [Purpose::Build, Purpose::Window, Purpose::Npm];
    let consent = Consent::from_flags(flags);
    let ready =
        report.step("preparation", |_| prepare::prepare(&purposes, consent).and_then(|()| npm::install()));
    report.step("format", |_| process::run(workspace::cargo("fmt").args(["--all", "--check"])));
    if !ready {
        report.not_run("lints and tests");
        return report.close();
    }
    // The page is one large crate, most of whose compilation uses one core, and it has a target folder of its own.
    let of_page = thread::scope(|scope| {
        let page = scope.spawn(page);
        report.step("build and lints", |_| ui::empty_dist().and_then(|()| process::run(&mut build())));
        page.join()
    });
    report.add(of_page.unwrap_or_else(|cause| panic::resume_unwind(cause)));
    let built = report.step("build with the page", |_| process::run(&mut build()));
    report.step("lints of xtask", |_| process::run(&mut build_xtask()));
    if !built {
        for (name, ..) in &TEST_RUNS {
            report.not_run(name);
        }
        return report.close();
    }
    let cells = cells::folder()?;
    for (name, packages, is_linted) in TEST_RUNS {
        let mut command = test(packages);
        if is_linted {
            linted(&mut command);
        }
        command
            .env(workspace::APP_VARIABLE, workspace::debug_binary("tapline")?)
            .env(cells::VARIABLE, &cells);
        if flags.has("--long") {
            command.env(LONG_VARIABLE, "1");
        } else {
            command.args(["--", "--exact"]);
            command.args(LONG_TESTS.lines().flat_map(|test| ["--skip", test]));
        }
        report.step(name, |counts| counted(command, counts));
    }
    report.step("cells of the fault matrix", |_| cells::compare(&cells));
    report.close()
}

fn page() -> Report {
    let mut report = Report::default();
    report.step("page", |_| ui::build(ui::Page::Debug));
    report.step("lints of the page", |_| {
        process::run(ui::cargo("clippy").args(["--profile", "page-dev", "--", "-D", "warnings"]))
    });
    report
}

/// Builds the window's binary and every test, with their lints.
fn build() -> Command {
    let mut command = workspace::cargo("build");
    command.args(workspace::NATIVE).arg("--all-targets");
    linted(&mut command);
    command
}

fn build_xtask() -> Command {
    let mut command = workspace::cargo("build");
    // Its tests alone: Windows can't replace a program that runs.
    command.args(["--package", "xtask", "--tests"]);
    linted(&mut command);
    command
}

/// Lints the packages of the workspace while they are compiled, as `cargo clippy -- -D warnings` does. A check of its own would
/// compile every dependency once more.
fn linted(command: &mut Command) -> &mut Command {
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", CLIPPY_ARGUMENTS)
}

/// Many tests wait for answers that don't come. At most two windows are open at once, whatever the number of threads.
fn test(packages: &[&str]) -> Command {
    let threads = 4 * thread::available_parallelism().map_or(2, usize::from);
    let mut command = workspace::cargo("test");
    command.args(packages).arg("--no-fail-fast");
    if env::var_os(THREADS_VARIABLE).is_none() {
        command.env(THREADS_VARIABLE, threads.to_string());
    }
    command
}

/// Runs tests and counts each. The step fails with any of them, and also if a run ends without its closing line, as
/// a crash does.
fn counted(mut command: Command, counts: &mut Counts) -> Result<(), Stop> {
    let status = process::lines(&mut command, |line| {
        if let Some(run) = summary::counts(line) {
            counts.add(run);
        }
    })?;
    if status.success() { Ok(()) } else { Err(Stop::Ended { command: process::shown(&command), status }) }
}

fn word(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}
