//! docs/security.md has stories of what could go wrong, and the checklist of thirty requirements: each names the tests that hold it,
//! or says why it is open. Here the names are compared with the sources; what a test asserts is for people to read.

use std::collections::BTreeSet;

use crate::house;
use crate::none;

const REQUIREMENTS: usize = 30;

/// Of each row of the table: number and last cell.
fn rows(text: &str) -> Vec<(String, String)> {
    let table = text.split("\n## Checklist\n").nth(1).unwrap_or_default();
    let cells = |line: &str| -> Option<(String, String)> {
        let cells: Vec<_> = line.strip_prefix("| ")?.trim_end_matches(" |").split(" | ").collect();
        cells.first()?.parse::<usize>().ok()?;
        Some((cells.first()?.to_string(), cells.last()?.to_string()))
    };
    table.lines().filter_map(cells).collect()
}

/// The names in backticks before the word "open".
fn named(cell: &str) -> Vec<&str> {
    let tests = cell.split("open: ").next().unwrap_or_default();
    tests.split('`').skip(1).step_by(2).collect()
}

fn problems(rows: &[(String, String)], functions: &BTreeSet<String>) -> Vec<String> {
    let numbers: Vec<_> = rows.iter().map(|(number, _)| number.clone()).collect();
    let expected: Vec<_> = (1..=REQUIREMENTS).map(|number| number.to_string()).collect();
    let mut problems = Vec::new();
    if numbers != expected {
        problems.push(format!("docs/security.md: the checklist has the rows {}", numbers.join(" ")));
    }
    for (number, cell) in rows {
        let named = named(cell);
        let reason = cell.split("open: ").nth(1).unwrap_or_default();
        if named.is_empty() && reason.is_empty() {
            problems.push(format!("{number}: neither a test nor \u{201c}open: why\u{201d}"));
        }
        let missing = named.into_iter().filter(|name| !functions.contains(*name));
        problems.extend(missing.map(|name| format!("{number}: there is no test {name}")));
    }
    problems
}

/// Names of functions, and those that the table of fault rows makes functions of: `f04_certificates 4`. Tests that only the long
/// run plays are left out.
fn functions() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in house::sources(&[".rs"]) {
        for line in source.text.lines() {
            let line = line.trim();
            let function = line.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
            let row = line.split_once(' ').filter(|(_, number)| number.parse::<u8>().is_ok());
            names.extend(function.or(row).map(|(name, _)| name.to_owned()));
        }
    }
    let long = house::long_tests();
    let long: BTreeSet<_> = long.iter().filter_map(|test| test.split("::").nth(1)).collect();
    assert!(long.iter().all(|test| names.contains(*test)), "long.txt names a test that is gone");
    names.retain(|name| !long.contains(name.as_str()));
    names
}

/// Of each row of the table of stories: the story and the last cell.
fn stories(text: &str) -> Vec<(String, String)> {
    let table = text.split("\n## Stories\n").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let cells = |line: &str| {
        let cells: Vec<_> = line.strip_prefix("| ")?.trim_end_matches(" |").split(" | ").collect();
        let story = *cells.first()?;
        (story != "story").then(|| (story.to_owned(), cells.last().copied().unwrap_or_default().to_owned()))
    };
    table.lines().filter_map(cells).collect()
}

#[test]
fn every_story_names_its_tests() {
    let (stories, functions) = (stories(&house::read("docs/security.md")), functions());
    assert!(stories.len() >= 18, "stories: {}", stories.len());
    let missing = |(story, cell): &(String, String)| {
        let named = named(cell);
        let gone: Vec<_> = named.iter().filter(|name| !functions.contains(**name)).collect();
        (named.is_empty() || !gone.is_empty()).then(|| format!("{story}: {gone:?}"))
    };
    none(stories.iter().filter_map(missing).collect());
}

#[test]
fn every_requirement_names_its_tests_or_is_open() {
    none(problems(&rows(&house::read("docs/security.md")), &functions()));
}

#[test]
fn a_missing_row_a_missing_test_and_an_empty_cell_are_found() {
    let row = |number: usize, cell: &str| (number.to_string(), cell.to_owned());
    let there = BTreeSet::from(["there".to_owned()]);
    let mut rows: Vec<_> = (1..=REQUIREMENTS).map(|number| row(number, "`there`; open: a part")).collect();
    assert_eq!(problems(&rows, &there), [""; 0]);
    rows[0].1 = "`gone`".to_owned();
    rows[1].1 = "nothing".to_owned();
    rows[2].1 = "open: `gone` is no test".to_owned();
    rows.pop();
    assert_eq!(problems(&rows, &there).len(), 3);
}
