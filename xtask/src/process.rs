//! Runs other programs: each is printed first, and a failure always has its reason.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::stop::Stop;

/// Runs a command on this terminal; anything but success is a [`Stop`].
pub(crate) fn run(command: &mut Command) -> Result<(), Stop> {
    let status = status(command)?;
    if status.success() { Ok(()) } else { Err(Stop::Ended { command: shown(command), status }) }
}

/// Runs a command on this terminal and returns its status.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus, Stop> {
    println!("\n> {}", shown(command));
    command.status().map_err(|source| not_started(command, source))
}

/// Runs a small step that is printed only if it fails.
pub(crate) fn quietly(command: &mut Command) -> Result<(), Stop> {
    let status = command.status().map_err(|source| not_started(command, source))?;
    if status.success() { Ok(()) } else { Err(Stop::Ended { command: shown(command), status }) }
}

/// Runs a command with this text on its standard input.
pub(crate) fn run_with_input(command: &mut Command, input: &str) -> Result<(), Stop> {
    println!("\n> {}", shown(command));
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(|source| not_started(command, source))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that stops reading reports so with its exit code.
        let _ = stdin.write_all(input.as_bytes());
    }
    let status = child.wait().map_err(|source| not_started(command, source))?;
    if status.success() { Ok(()) } else { Err(Stop::Ended { command: shown(command), status }) }
}

/// Returns success and all output of a command; prints nothing.
pub(crate) fn output_of(command: &mut Command) -> Result<(bool, String), Stop> {
    let output = command.output().map_err(|source| not_started(command, source))?;
    let text = [output.stdout, output.stderr].concat();
    Ok((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}

/// Runs a command on this terminal and passes its exit code on. The command itself prints the reason of a
/// failure.
pub(crate) fn pass_on(command: &mut Command) -> Result<(), Stop> {
    let status = status(command)?;
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => Err(Stop::Passed(u8::try_from(code).unwrap_or(1))),
        None => Err(Stop::Ended { command: shown(command), status }),
    }
}

/// Runs a command and prints each line of its standard output, which `see` can read too.
///
/// Returns when the program has ended, not when the pipe is closed: a server that a test left behind would
/// hold the pipe open for ever.
pub(crate) fn lines(command: &mut Command, mut see: impl FnMut(&str)) -> Result<ExitStatus, Stop> {
    println!("\n> {}", shown(command));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|source| not_started(command, source))?;
    let from_child = line_channel(&mut child);
    let mut ended = None;
    loop {
        match from_child.recv_timeout(Duration::from_millis(300)) {
            Ok(line) => {
                println!("{line}");
                see(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if ended.is_some() => break,
            Err(RecvTimeoutError::Timeout) => {
                ended = child.try_wait().map_err(|source| not_started(command, source))?;
            }
        }
    }
    child.wait().map_err(|source| not_started(command, source))
}

/// Lines of a child's piped standard output, read on a separate thread.
pub(crate) fn line_channel(child: &mut Child) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

/// Standard output of a program; anything but success is a [`Stop`].
pub(crate) fn stdout_of(command: &mut Command) -> Result<String, Stop> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|source| not_started(command, source))?;
    if !output.status.success() {
        return Err(Stop::Ended { command: shown(command), status: output.status });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Standard output of a program that queries the system; prints nothing. `None` if it is missing or fails.
pub(crate) fn query(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// True if a program of this name is on the PATH.
pub(crate) fn on_path(program: &str) -> bool {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(&file).is_file()))
}

/// Of more arguments than these, the first ones are shown.
const MOST_SHOWN: usize = 40;

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = if program.ends_with("/cargo") { "cargo" } else { &program };
    let mut words = vec![name.to_owned()];
    let all = command.get_args().len();
    words.extend(command.get_args().take(MOST_SHOWN).map(|argument| quoted(&argument.to_string_lossy())));
    if all > MOST_SHOWN {
        words.push(format!("… and {} more arguments", all - MOST_SHOWN));
    }
    words.join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains([' ', '"', '&', '\'']) { format!("'{word}'") } else { word.to_owned() }
}

fn not_started(command: &Command, source: std::io::Error) -> Stop {
    Stop::Start { program: command.get_program().to_string_lossy().into_owned(), source }
}
