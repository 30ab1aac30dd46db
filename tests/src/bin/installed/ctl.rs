//! The command line: a connection, a change in its journal, and both again after the upgrade.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The connection's name, which the window shows too.
pub(crate) const CONNECTION: &str = "Acme desk";

const KEPT: &str = "before-the-upgrade.txt";

struct Sandbox(Child);

impl Drop for Sandbox {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Saves a connection to a sandbox and changes a limit on it.
pub(crate) fn first(folder: &Path) {
    let mut command = taplinectl(folder);
    let child = command.arg("sandbox").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut sandbox = Sandbox(child.expect("taplinectl is installed"));
    let mut line = String::new();
    let output = sandbox.0.stdout.take().expect("its output is a pipe");
    BufReader::new(output).read_line(&mut line).expect("the sandbox says where it is");
    let ready: Value = serde_json::from_str(&line).expect("the sandbox says where it is");
    let text = |name: &str| ready[name].as_str().expect("a text of the sandbox").to_owned();

    let (url, namespace, token) = (text("baseUrl"), text("namespace"), text("token"));
    let add = ["connections", "add", "--name", CONNECTION, "--base-url", &url, "--namespace", &namespace];
    // Without a keyring the connection is saved and its token is not, which is an exit code of its own.
    let _ = run(taplinectl(folder).args(add).args(["--unit", "minor"]).env("TAPLINE_TOKEN", &token));
    let file = folder.join("token");
    fs::write(&file, &token).expect("the folder is this user's");
    let set = ["set", "emv", "12", "clCVMLimit=4321", "--yes", "--connection", CONNECTION, "--token-file"];
    let changed = run(taplinectl(folder).args(set).arg(&file));
    assert!(changed.status.success(), "the limit was not changed: {}", stderr(&changed));
    fs::write(folder.join(KEPT), known(folder)).expect("the folder is this user's");
    println!("taplinectl: a connection saved, a limit changed.");
}

/// Opens the same connections and the same journal again.
pub(crate) fn later(folder: &Path) {
    let before = fs::read_to_string(folder.join(KEPT)).expect("`installed first` ran in this folder");
    assert!(before.contains(CONNECTION), "the connection was never saved: {before}");
    assert!(before.contains("4321"), "the change was never in the journal: {before}");
    assert_eq!(known(folder), before, "connections and journal are not the ones from before the upgrade");
    println!("taplinectl: connections and journal are the ones from before.");
}

/// Connections and journal, as the command line prints them.
fn known(folder: &Path) -> String {
    let list = run(taplinectl(folder).args(["connections", "list"]));
    let history = run(taplinectl(folder).args(["history", "--connection", CONNECTION]));
    for output in [&list, &history] {
        assert!(output.status.success(), "{}", stderr(output));
    }
    String::from_utf8_lossy(&[list.stdout, history.stdout].concat()).into_owned()
}

/// It writes where the window of this folder does.
fn taplinectl(folder: &Path) -> Command {
    let mut command = Command::new("taplinectl");
    command.env("XDG_DATA_HOME", folder.join("data")).env("HOME", folder.join("home")).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|cause| panic!("taplinectl cannot be started: {cause}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
