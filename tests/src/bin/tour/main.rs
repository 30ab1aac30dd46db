//! `cargo xtask tour`: Tapline's real window without a display, in pictures under `target/tour`.
//!
//! Without more words the main job, one picture a step; with `--all` every screen, light and dark; with `--guide` the pictures of the guide; the program itself, `target/debug/tour`,
//! takes names of areas after it. Any step that does not happen ends it with the reason.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod job;
mod pictures;
mod screens;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

fn main() -> ExitCode {
    panic::set_hook(Box::new(|reason| {
        let words = reason.payload_as_str().unwrap_or("for a reason without words");
        eprintln!("\nThe tour stopped: {words}");
    }));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(cause) => {
            eprintln!("The tour cannot begin: {cause}");
            return ExitCode::FAILURE;
        }
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!("Opening Tapline in a display, a session and folders of its own.");
    let tour = async {
        match arguments.first().map(String::as_str) {
            Some("--all") => screens::tour(&arguments[1..]).await,
            Some("--guide") => screens::guide(&arguments[1..]).await,
            _ => job::tour().await,
        }
    };
    match panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(tour))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
