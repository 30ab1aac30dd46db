//! `cargo xtask`: the project's commands. One module per command; this file is the table of them.
//!
//! It builds, starts and checks Tapline; it is not part of it and does not ship. It works in the root of the
//! checkout, whatever directory it was called from.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its terminal")]

mod bench;
mod cells;
mod dist;
mod gate;
mod guide;
mod icons;
mod key_folder;
mod macos;
mod npm;
mod packages;
mod parts;
mod prepare;
mod process;
mod programs;
mod run;
mod sbom;
mod split;
mod stop;
mod summary;
mod test;
mod tools;
mod tour;
mod twice;
mod ui;
mod update;
mod windows;
mod workspace;

use std::process::ExitCode;

use stop::Stop;

struct Command {
    name: &'static str,
    /// Flags of the command; a flag with a second word has a value.
    flags: &'static [&'static str],
    says: &'static str,
    run: fn(&Flags) -> Result<(), Stop>,
}

const COMMANDS: [Command; 8] = [
    Command {
        name: "run",
        flags: &["--yes"],
        says: "build everything and open the window (--yes: install what is missing without asking)",
        run: run::run,
    },
    Command {
        name: "test",
        flags: &["--long", "--yes"],
        says: "what CI runs: format, lints and tests (--long: also the tests of tests/tests/window/long.txt, and seeded runs and long lists at their full count)",
        run: test::run,
    },
    Command {
        name: "tour",
        flags: &["--all", "--guide", "--yes"],
        says: "the main job in a virtual display, with a picture of each step in target/tour (--all: every screen instead; --guide: the pictures of docs/guide)",
        run: tour::run,
    },
    Command {
        name: "ui",
        flags: &["--release", "--yes"],
        says: "build the page alone, into ui/dist (--release: small, needs npm)",
        run: ui::run,
    },
    Command {
        name: "guide",
        flags: &[],
        says: "the guide of docs/guide as a site, into target/guide",
        run: guide::run,
    },
    Command {
        name: "dist",
        flags: &[
            "--check",
            "--previous DEB",
            "--windows",
            "--twice",
            "--advisories DIR",
            "--unaudited",
            "--yes",
        ],
        says: "make packages and repositories, signed (--check: install, use, upgrade and remove them in roots of their own; --windows: the installer for Windows, tried under wine; --twice: build in two folders and compare; --advisories: a checkout of RustSec's, without the network)",
        run: dist::run,
    },
    Command {
        name: "bench",
        flags: &["--pairs N", "--only start,list", "--records N", "--quick", "--yes"],
        says: "measure Tapline beside its peers, in ratios (--quick: development builds, to see that it runs); docs/performance.md says what",
        run: bench::run,
    },
    Command {
        name: "icons",
        flags: &["--yes"],
        says: "draw the icons anew from icons/icon.svg",
        run: icons::run,
    },
];

/// Flags given by the person; limited to those of the command's row.
struct Flags(Vec<String>);

impl Flags {
    fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|given| given == flag)
    }

    fn value(&self, flag: &str) -> Option<&str> {
        let at = self.0.iter().position(|given| given == flag)?;
        self.0.get(at + 1).map(String::as_str)
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next();
    let outcome = match name.as_deref() {
        None | Some("--help" | "-h" | "help") => {
            println!("{}", help());
            Ok(())
        }
        Some(name) => dispatch(name, arguments.collect()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            if let Some(sentence) = stop.sentence() {
                eprintln!("\n{sentence}");
            }
            ExitCode::from(stop.exit_code())
        }
    }
}

fn dispatch(name: &str, given: Vec<String>) -> Result<(), Stop> {
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        return Err(Stop::UnknownCommand { name: name.to_owned(), help: help() });
    };
    if given.iter().any(|flag| flag == "--help" || flag == "-h") {
        println!("{}", line(command));
        return Ok(());
    }
    if let Some(flag) = unknown(&given, command.flags) {
        return Err(Stop::UnknownFlag { command: command.name, flag: flag.to_owned(), line: line(command) });
    }
    workspace::enter()?;
    (command.run)(&Flags(given))
}

/// The first flag that the command does not have, or that lacks its value.
fn unknown<'a>(given: &'a [String], flags: &[&str]) -> Option<&'a str> {
    let mut rest = given.iter();
    while let Some(flag) = rest.next() {
        let with_value =
            flags.iter().any(|known| known.split_once(' ').is_some_and(|(name, _)| name == flag));
        if with_value && rest.next().is_some() {
            continue;
        }
        if with_value || !flags.contains(&flag.as_str()) {
            return Some(flag);
        }
    }
    None
}

fn help() -> String {
    let rows: Vec<String> = COMMANDS.iter().map(line).collect();
    format!("The commands of this project:\n\n{}", rows.join("\n"))
}

fn line(command: &Command) -> String {
    let flags: Vec<String> = command.flags.iter().map(|flag| format!("[{flag}]")).collect();
    format!("  cargo xtask {:26} {}", format!("{} {}", command.name, flags.join(" ")), command.says)
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn flags_are_known_and_have_their_values() {
        let flags = ["--pairs N", "--yes"];
        for (given, expected) in [
            ("", None),
            ("--yes", None),
            ("--pairs 3 --yes", None),
            ("--pairs", Some("--pairs")),
            ("--pears 3", Some("--pears")),
            ("--yes 3", Some("3")),
        ] {
            let given: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
            assert_eq!(unknown(&given, &flags), expected, "{given:?}");
        }
    }
}
