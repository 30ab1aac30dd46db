//! docs/screens.md says for every operation of the service where the window reaches it, and which window test does it there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{house, none};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

macro_rules! names {
    ($(($name:ident $class:ident))*) => { vec![$(stringify!($name)),*] };
}

/// Operation and test of each row: `| ListEmv | Limits | … | mouse::a_test |`.
fn rows(table: &str) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    };
    let rows = table.lines().filter(|line| line.starts_with("| `")).map(cells);
    rows.filter_map(|row| Some((row.first()?.clone(), row.last()?.clone()))).collect()
}

fn problems(rows: &[(String, String)], operations: &[&str], tests: &BTreeMap<String, String>) -> Vec<String> {
    let listed = |operation: &&&str| rows.iter().filter(|(name, _)| name == **operation).count();
    let uneven = operations.iter().filter(|operation| listed(operation) != 1);
    let mut problems: Vec<_> = uneven
        .map(|operation| {
            format!("{operation} stands in docs/screens.md {} times, not once", listed(&operation))
        })
        .collect();
    for (operation, test) in rows {
        if !operations.contains(&operation.as_str()) {
            problems.push(format!("docs/screens.md lists {operation}, which the service does not have"));
        }
        let found = test.split_once("::").is_some_and(|(module, name)| {
            tests.get(module).is_some_and(|source| source.contains(&format!("async fn {name}(")))
        });
        if !found || house::long_tests().contains(test) {
            problems.push(format!("{operation}: no window test of every run is named {test}"));
        }
    }
    problems
}

#[test]
fn every_operation_is_reached_from_the_window_and_tested_there() {
    let table = fs::read_to_string(root().join("docs/screens.md")).expect("docs/screens.md");
    let mut tests = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/tests/window")).expect("the window tests") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        tests.insert(name, fs::read_to_string(&path).expect("a source"));
    }
    let operations = tapline_contract::for_each_endpoint!(names);
    assert_eq!(operations.len(), 34);
    none(problems(&rows(&table), &operations, &tests));
}

#[test]
fn a_missing_row_a_foreign_one_and_a_missing_test_are_found() {
    let tests = BTreeMap::from([("mouse".to_owned(), "async fn there() {".to_owned())]);
    let table = "| `A` | x | `mouse::there` |\n| `C` | x | `mouse::gone` |";
    let found = problems(&rows(table), &["A", "B"], &tests);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(problems(&rows("| `A` | `mouse::there` |"), &["A"], &tests).is_empty());
}
