//! Checks that every cell of the fault matrix ran: the tests record declared and passed cells, in files of one folder.
//!
//! Only a whole run of `cargo xtask test` has that folder, so a test run by name is never accused of skipped cells. Knows no
//! fault and no operation; `tests/src/cells.rs` writes the files compared here.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::stop::Stop;
use crate::workspace;

/// Variable with the folder, for the tests.
pub(crate) const VARIABLE: &str = "TAPLINE_CELLS";

/// Precedes the reason of a cell that no test plays.
const OPEN: &str = ", open: ";

/// The folder, empty.
pub(crate) fn folder() -> Result<PathBuf, Stop> {
    let path = workspace::target().join("fault-cells");
    if path.exists() {
        fs::remove_dir_all(&path).map_err(Stop::file("emptied", &path))?;
    }
    fs::create_dir_all(&path).map_err(Stop::file("made", &path))?;
    std::path::absolute(&path).map_err(Stop::file("found", &path))
}

/// Compares the cells that ran with the declared ones, when all tests have ended.
pub(crate) fn compare(folder: &PathBuf) -> Result<(), Stop> {
    let (mut declared, mut ran) = (String::new(), String::new());
    for entry in fs::read_dir(folder).map_err(Stop::file("read", folder))? {
        let path = entry.map_err(Stop::file("read", folder))?.path();
        let text = fs::read_to_string(&path).map_err(Stop::file("read", &path))?;
        if path.ends_with("declared") { declared = text } else { ran.push_str(&text) }
    }
    let problems = problems(&declared, &ran);
    let open: Vec<_> = declared.lines().filter(|line| line.contains(OPEN)).collect();
    println!("{} cells declared, {} of them open\n{}", declared.lines().count(), open.len(), open.join("\n"));
    if problems.is_empty() { Ok(()) } else { Err(Stop::Cells { problems: problems.join("\n") }) }
}

fn problems(declared: &str, ran: &str) -> Vec<String> {
    if declared.is_empty() {
        return vec!["No test declared the cells: the sum of the matrix did not run.".to_owned()];
    }
    let ran: BTreeSet<_> = ran.lines().collect();
    let problem = |line: &str| match line.split_once(OPEN) {
        Some((cell, _)) if ran.contains(cell) => Some(format!("{cell} ran and is listed as open")),
        Some(_) => None,
        None => (!ran.contains(line)).then(|| format!("{line} did not run, or did not pass")),
    };
    declared.lines().filter_map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::problems;

    #[test]
    fn a_cell_that_did_not_run_fails_unless_it_is_listed_as_open() {
        let declared = "F1 A\nF1 B\nF31 Tapline, open: there is none";
        assert_eq!(problems(declared, "F1 B\nF1 A\n"), [""; 0]);
        assert_eq!(problems(declared, "F1 B\n"), ["F1 A did not run, or did not pass"]);
        assert_eq!(
            problems(declared, "F1 A\nF1 B\nF31 Tapline\n"),
            ["F31 Tapline ran and is listed as open"]
        );
        assert_eq!(problems("", "F1 A\n").len(), 1);
    }
}
