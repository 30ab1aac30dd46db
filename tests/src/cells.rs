//! Record of the cells of the fault matrix that ran: each cell reports itself, after it passed.
//!
//! A program keeps its own cells in memory. Between programs they are lines of files in the folder that the variable
//! [`FOLDER`] names. `cargo xtask test` starts with an empty one and compares at the end what ran with what was declared;
//! a run by name has no such folder, and is judged by nothing but its own tests.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Names a folder; set by `cargo xtask test`.
pub const FOLDER: &str = "TAPLINE_CELLS";
/// The long run: every count in full. Set by `cargo xtask test --long`.
const LONG: &str = "TAPLINE_LONG";

static RAN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A cell passed: `F28 VoidTransaction`.
pub fn ran(cell: &str) {
    let is_new = RAN.lock().unwrap_or_else(PoisonError::into_inner).insert(cell.to_owned());
    if let Some(folder) = std::env::var_os(FOLDER).filter(|_| is_new) {
        write(&PathBuf::from(folder).join(format!("ran-{}", std::process::id())), cell);
    }
}

/// True if this program, or one that it [`joined`](join), ran the cell.
pub fn has_run(cell: &str) -> bool {
    RAN.lock().unwrap_or_else(PoisonError::into_inner).contains(cell)
}

/// Counts the cells of a program that was started with this folder as run here.
pub fn join(folder: &Path) {
    for entry in fs::read_dir(folder).expect("the folder of the started program") {
        let path = entry.expect("an entry of the folder").path();
        let text = fs::read_to_string(&path).expect("lines of text");
        text.lines().for_each(ran);
    }
}

/// All cells, a line each, for the comparison at the end: `F28 VoidTransaction`, and `F31 Tapline, open: why` for a cell that is
/// not played.
pub fn declare(cells: &[String]) {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let path = PathBuf::from(folder).join("declared");
        fs::write(&path, cells.join("\n") + "\n").expect("the folder can be written");
    }
}

/// Number of repetitions of a seeded run: all of them in the long run, else a sample.
pub fn runs(sample: usize, all: usize) -> usize {
    if is_long() { all } else { sample }
}

/// True in the long run.
pub fn is_long() -> bool {
    std::env::var_os(LONG).is_some()
}

/// A line in one write, so that threads do not mix theirs.
fn write(path: &Path, line: &str) {
    let mut file: File =
        File::options().create(true).append(true).open(path).expect("the folder can be written");
    file.write_all(format!("{line}\n").as_bytes()).expect("the folder has room");
}
