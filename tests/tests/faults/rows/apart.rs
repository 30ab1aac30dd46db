//! A part of a row that needs a process of its own: the test starts itself again.

use std::process::Command;

use tapline_tests::cells;

/// Set in the copy.
const INSIDE: &str = "TAPLINE_TEST_INSIDE";

/// True if this is the copy. Otherwise runs it, and fails when it does; the cells that passed there have passed.
pub(super) fn inside(command: Command, test: &str) -> bool {
    if inside_already() {
        return true;
    }
    let (mut command, folder) = (command, tempfile::tempdir().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(INSIDE, "1").env(cells::FOLDER, folder.path());
    let ended = command.output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout).into_owned() + &String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
    cells::join(folder.path());
    false
}

/// True if this is a copy at all.
pub(super) fn inside_already() -> bool {
    std::env::var_os(INSIDE).is_some()
}

pub(super) fn this_program() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

/// A program in which a file that may not grow is an error, as on a full disk, and no signal.
pub(super) fn without_the_signal() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
    command
}
