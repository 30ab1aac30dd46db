//! `cargo xtask dist --windows --check`: the installer and the command line under wine, in a separate Windows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::build::{COMMAND_LINE, Programs};
use super::installer::{Installer, caption};
use super::signing::Signer;
use super::wine::Wine;
use super::{VERSION, folder, fresh, journeys};
use crate::stop::Stop;

const UNINSTALL_KEY: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Tapline";
const WEBVIEW_KEY: &str =
    r"HKCU\Software\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";
const USER_ENVIRONMENT: &str = r"HKCU\Environment";
const COMPUTER_ENVIRONMENT: &str = r"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment";

/// Exit code, as in tapline.nsi.
const NEWER_IS_INSTALLED: i32 = 3;
const IS_RUNNING: i32 = 4;
const INSTALLED_FOR_EVERYONE: i32 = 6;
const NO_WEBVIEW: i32 = 8;

/// Folder above the start menu.
const USER_MENU: &str = "AppData/Roaming";
const EVERYONES_MENU: &str = "ProgramData";

/// A file that only the older version installs.
const OLD_FILE: &str = "old.txt";
const PATIENCE: Duration = Duration::from_mins(1);

struct Check<'a> {
    wine: Wine,
    signer: &'a Signer,
    programs: &'a Programs,
    installer: &'a Path,
    older: PathBuf,
    newer: PathBuf,
}

type Step = (&'static str, fn(&Check<'_>) -> Result<(), Stop>);

const STEPS: [Step; 10] = [
    ("signatures lead to their certificate; a changed byte is refused", signatures),
    ("without WebView2: refused where it is required", webview),
    ("installed silently for one user: files, entry, start menu, Path", for_one_user),
    ("taplinectl keeps its connections in %APPDATA%", data_folder),
    ("not replaced while it runs", running),
    ("an older version is replaced, and leaves no file", upgrade),
    ("a newer version stays", downgrade),
    ("uninstalled silently: nothing is left but the user's data", uninstalled),
    ("installed and uninstalled for everyone", for_everyone),
    ("a long Path stays whole", long_path),
];

pub(super) fn check(signer: &Signer, programs: &Programs, installer: &Path) -> Result<(), Stop> {
    let others = folder("others")?;
    fresh(&others)?;
    let old_file = others.join(OLD_FILE);
    fs::write(&old_file, "Of an older version.\n").map_err(Stop::file("written", &old_file))?;
    let make = |version: &str, more: &[PathBuf]| Installer { version, more, programs }.make(signer, &others);
    let older = make("0.0.1", &[old_file])?;
    let newer = make("9999.0.0", &[])?;
    let check = Check { wine: Wine::fresh()?, signer, programs, installer, older, newer };
    let mut rows = Vec::new();
    for (name, step) in STEPS {
        println!("\n=== {name}");
        step(&check)?;
        rows.push(name.to_owned());
    }
    println!("\n=== the tests of the command line");
    let passed = journeys::run(&check.wine, &programs.path(COMMAND_LINE))?;
    rows.push(format!("the tests of the command line, with the program for Windows: {passed} passed"));
    println!();
    for row in rows {
        println!("passed    {row}");
    }
    for (test, reason) in journeys::NOT_THERE {
        println!("left out  {test}: {reason}");
    }
    Ok(())
}

fn signatures(check: &Check<'_>) -> Result<(), Stop> {
    check.signer.verify(check.installer)?;
    let changed = folder("others")?.join("changed.exe");
    let mut bytes = fs::read(check.installer).map_err(Stop::file("read", check.installer))?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&changed, bytes).map_err(Stop::file("written", &changed))?;
    expect(!check.signer.accepts(&changed)?, "a changed installer is refused")
}

fn webview(check: &Check<'_>) -> Result<(), Stop> {
    check.ends(check.installer, &["/S", "/REQUIREWEBVIEW"], NO_WEBVIEW)?;
    expect(!check.user_folder().exists(), "nothing was installed")?;
    check.wine.set_registry(WEBVIEW_KEY, "pv", "120.0.2210.55")?;
    check.ends(check.installer, &["/S", "/REQUIREWEBVIEW"], 0)?;
    check.uninstall(&check.user_folder())
}

fn for_one_user(check: &Check<'_>) -> Result<(), Stop> {
    check.ends(check.installer, &["/S"], 0)?;
    check.installed(&check.user_folder(), "HKCU", VERSION)?;
    let path = check.wine.registry(USER_ENVIRONMENT, "Path")?.unwrap_or_default();
    expect(path.ends_with(r"\Programs\Tapline"), &format!("the folder is in the Path: {path}"))?;
    expect(check.menu_entry(&check.wine.home(USER_MENU)).exists(), "the start menu has it")
}

fn data_folder(check: &Check<'_>) -> Result<(), Stop> {
    let program = check.user_folder().join(COMMAND_LINE);
    let version_run = check.wine.run(&program, &["--version"])?;
    expect(version_run.out.contains(VERSION), &format!("it tells its version: {}", version_run.out))?;
    let token = check.wine.home("token.txt");
    fs::write(&token, "token-of-the-check").map_err(Stop::file("written", &token))?;
    let add = ["connections", "add", "--name", "Zoë", "--base-url", "http://127.0.0.1:9", "--token-file"];
    check.ends(&program, &[&add[..], &[r"C:\users\tester\token.txt"]].concat(), 0)?;
    let listed = check.wine.run(&program, &["connections", "list"])?;
    expect(listed.out.contains("Zoë"), &format!("the connection is listed in UTF-8: {}", listed.out))?;
    for file in ["connections.json", "journal.db"] {
        let path = check.data().join(file);
        expect(path.exists(), &format!("{} is there", path.display()))?;
    }
    Ok(())
}

fn running(check: &Check<'_>) -> Result<(), Stop> {
    let mut sandbox = check.wine.program(&check.user_folder().join(COMMAND_LINE), &["sandbox"]);
    let started = sandbox.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = started.map_err(|source| Stop::Start { program: "wine".to_owned(), source })?;
    let ready = crate::process::line_channel(&mut child).recv_timeout(PATIENCE);
    let outcome = expect(ready.is_ok(), "the sandbox starts")
        .and_then(|()| check.ends(check.installer, &["/S"], IS_RUNNING))
        .and_then(|()| {
            // Makes the uninstaller wait for its own end.
            let here = r"_?=C:\users\tester\AppData\Local\Programs\Tapline";
            check.ends(&check.user_folder().join("uninstall.exe"), &["/S", here], IS_RUNNING)
        });
    let _ = child.kill();
    let _ = child.wait();
    outcome?;
    check.installed(&check.user_folder(), "HKCU", VERSION)
}

fn upgrade(check: &Check<'_>) -> Result<(), Stop> {
    check.uninstall(&check.user_folder())?;
    check.ends(&check.older, &["/S"], 0)?;
    expect(check.user_folder().join(OLD_FILE).exists(), "the older version has its own file")?;
    check.ends(check.installer, &["/S"], 0)?;
    check.installed(&check.user_folder(), "HKCU", VERSION)?;
    check.ends(check.installer, &["/S"], 0)?;
    check.installed(&check.user_folder(), "HKCU", VERSION)
}

fn downgrade(check: &Check<'_>) -> Result<(), Stop> {
    check.ends(&check.newer, &["/S"], 0)?;
    check.ends(check.installer, &["/S"], NEWER_IS_INSTALLED)?;
    check.installed(&check.user_folder(), "HKCU", "9999.0.0")
}

fn uninstalled(check: &Check<'_>) -> Result<(), Stop> {
    check.uninstall(&check.user_folder())?;
    expect(check.wine.registry(USER_ENVIRONMENT, "Path")?.is_none(), "the Path is as before")?;
    expect(!check.menu_entry(&check.wine.home(USER_MENU)).exists(), "the start menu is as before")?;
    expect(check.data().join("connections.json").exists(), "the connections are kept")?;
    expect(check.data().join("journal.db").exists(), "the journal is kept")
}

fn for_everyone(check: &Check<'_>) -> Result<(), Stop> {
    let folder = check.wine.drive("Program Files/Tapline");
    let before = check.wine.registry(COMPUTER_ENVIRONMENT, "Path")?;
    check.ends(check.installer, &["/S", "/ALLUSERS"], 0)?;
    check.installed(&folder, "HKLM", VERSION)?;
    let path = check.wine.registry(COMPUTER_ENVIRONMENT, "Path")?.unwrap_or_default();
    expect(path.ends_with(r";C:\Program Files\Tapline"), &format!("the folder is in the Path: {path}"))?;
    let menu_entry = check.menu_entry(&check.wine.drive(EVERYONES_MENU));
    expect(menu_entry.exists(), "the start menu has it")?;
    check.ends(check.installer, &["/S", "/CURRENTUSER"], INSTALLED_FOR_EVERYONE)?;
    check.uninstall(&folder)?;
    expect(!menu_entry.exists(), "the start menu is as before")?;
    let after = check.wine.registry(COMPUTER_ENVIRONMENT, "Path")?;
    expect(before == after, &format!("the Path is as before: {before:?} {after:?}"))
}

/// A path longer than a string of NSIS.
fn long_path(check: &Check<'_>) -> Result<(), Stop> {
    let entries: Vec<String> = (0..100).map(|number| format!(r"C:\Tools\Number {number}\bin")).collect();
    let long = entries.join(";");
    check.wine.set_registry(USER_ENVIRONMENT, "Path", &long)?;
    check.ends(check.installer, &["/S"], 0)?;
    let path = check.wine.registry(USER_ENVIRONMENT, "Path")?.unwrap_or_default();
    expect(path.starts_with(&format!("{long};")), "every entry is still there, and ours behind them")?;
    check.uninstall(&check.user_folder())?;
    let path = check.wine.registry(USER_ENVIRONMENT, "Path")?.unwrap_or_default();
    expect(path == long, &format!("the Path is as before: {path}"))
}

impl Check<'_> {
    fn user_folder(&self) -> PathBuf {
        self.wine.home("AppData/Local/Programs/Tapline")
    }

    fn data(&self) -> PathBuf {
        self.wine.home("AppData/Roaming/app.tapline.desktop")
    }

    fn menu_entry(&self, of: &Path) -> PathBuf {
        let menu = of.join("Microsoft/Windows/Start Menu/Programs");
        menu.join(format!("{}.lnk", caption(self.signer.test)))
    }

    fn ends(&self, program: &Path, arguments: &[&str], code: i32) -> Result<(), Stop> {
        let ended = self.wine.run(program, arguments)?;
        expect(ended.code == code, &format!("exit code {} is {code}", ended.code))
    }

    /// Checks for exactly the signed files and the signed uninstaller, so no shim of the check either; and for the
    /// entry of Windows.
    fn installed(&self, folder: &Path, root: &str, version: &str) -> Result<(), Stop> {
        let mut expected: Vec<String> = self.programs.names.iter().map(|name| (*name).to_owned()).collect();
        expected.push("uninstall.exe".to_owned());
        expected.sort();
        let there = names(folder)?;
        expect(there == expected, &format!("{} holds {there:?}", folder.display()))?;
        for name in &self.programs.names {
            let read = |path: PathBuf| fs::read(&path).map_err(Stop::file("read", &path));
            let same = read(folder.join(name))? == read(self.programs.path(name))?;
            expect(same, &format!("{name} is the one that was built"))?;
        }
        self.signer.verify(&folder.join("uninstall.exe"))?;
        let listed = self.wine.registry(&format!(r"{root}\{UNINSTALL_KEY}"), "DisplayVersion")?;
        expect(listed.as_deref() == Some(version), &format!("Windows lists version {listed:?}"))
    }

    /// Waits for the uninstaller, which continues in a copy of itself after it has answered.
    fn uninstall(&self, folder: &Path) -> Result<(), Stop> {
        self.ends(&folder.join("uninstall.exe"), &["/S"], 0)?;
        let start = Instant::now();
        let entry = |root: &str| self.wine.registry(&format!(r"{root}\{UNINSTALL_KEY}"), "DisplayVersion");
        while folder.exists() || entry("HKCU")?.is_some() || entry("HKLM")?.is_some() {
            expect(start.elapsed() < PATIENCE, &format!("{} is gone", folder.display()))?;
            thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }
}

fn names(folder: &Path) -> Result<Vec<String>, Stop> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(Stop::file("read", folder))? {
        let entry = entry.map_err(Stop::file("read", folder))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn expect(condition: bool, what: &str) -> Result<(), Stop> {
    if condition { Ok(()) } else { Err(Stop::NotSo { what: what.to_owned() }) }
}
