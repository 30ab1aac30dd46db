//! The installed Tapline, as `cargo xtask dist --check` uses it: `installed first FOLDER` before an upgrade, `installed later FOLDER`
//! after it.
//!
//! The window is the one that `TAPLINE_BIN` names, the command line the one on the PATH. Both write below FOLDER, which stays.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod ctl;
mod window;

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    panic::set_hook(Box::new(|reason| eprintln!("{}", reason.payload_as_str().unwrap_or("no words"))));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [when, folder] = &arguments[..] else {
        eprintln!("installed first|later FOLDER");
        return ExitCode::from(2);
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(cause) => {
            eprintln!("The operating system gives no threads: {cause}");
            return ExitCode::FAILURE;
        }
    };
    let folder = Path::new(folder);
    let done = panic::catch_unwind(AssertUnwindSafe(|| {
        if when == "first" {
            runtime.block_on(window::first(folder));
            ctl::first(folder);
        } else {
            ctl::later(folder);
            runtime.block_on(window::later(folder));
        }
    }));
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
