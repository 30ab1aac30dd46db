//! Imports run one way: rooms may not know each other in circles.
//!
//! A room is a folder of modules, or a file that lies directly in `src`; `foo.rs` beside `foo/` belongs to it. In the page
//! each folder or file below `pages/` and `widgets/` is a room of its own. The root of a crate is none.
//! What a room names is counted: imports and inline paths, names that the root re-exports by where they come from.

mod names;

use std::collections::{BTreeMap, BTreeSet};

use crate::code::code_of;
use crate::house::{self, Source};
use crate::none;
use names::{Names, names_of};

/// Folder of a crate's sources, and how many rooms its largest circle may have.
const BOUNDS: [(&str, usize); 12] = [
    ("crates/contract/src", 1),
    ("crates/address/src", 1),
    ("crates/platform/src", 1),
    ("crates/secrets/src", 1),
    ("crates/http/src", 2),
    ("crates/journal/src", 2),
    ("crates/lists/src", 1),
    ("crates/changes/src", 1),
    ("crates/core/src", 1),
    ("crates/sandbox/src", 1),
    ("crates/ctl/src", 1),
    ("ui/src", 3),
];

/// Folders of the page whose entries are rooms.
const FLOORS: [&str; 2] = ["pages", "widgets"];

/// One place where a room names another.
struct Tie {
    from: String,
    to: String,
    place: String,
}

fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').filter(|part| !matches!(*part, "lib" | "main")).map(str::to_owned).collect()
}

/// `None`: the root, or a floor itself.
fn room_of(module: &[String]) -> Option<String> {
    match module {
        [] => None,
        [floor, rest @ ..] if FLOORS.contains(&floor.as_str()) => {
            rest.first().map(|room| format!("{floor}/{room}"))
        }
        [room, ..] => Some(room.clone()),
    }
}

/// All that ties one room of a crate to another. `files`: by their path below the crate's `src`.
fn ties(files: &[(String, String)]) -> (BTreeSet<String>, Vec<Tie>) {
    let mut modules: BTreeMap<Vec<String>, (&str, Names)> = files
        .iter()
        .filter(|(path, _)| !path.split('/').any(|part| matches!(part, "tests" | "tests.rs")))
        .map(|(path, code)| (module_of(path), (path.as_str(), names_of(code))))
        .collect();
    let for_tests: Vec<Vec<String>> = modules
        .iter()
        .flat_map(|(module, (_, names))| names.test_modules.iter().map(|name| joined(module, name)))
        .collect();
    modules.retain(|module, _| !for_tests.iter().any(|test| module.starts_with(test)));

    let rooms: BTreeSet<String> = modules.keys().filter_map(|module| room_of(module)).collect();
    let mut found = Vec::new();
    for (module, (path, names)) in &modules {
        let Some(from) = room_of(module) else { continue };
        for named in &names.named {
            let Some(target) = absolute(&named.path, module) else { continue };
            let to = room_of(&defined_in(&target, &modules, 0));
            if let Some(to) = to.filter(|to| *to != from) {
                let place = format!("{path}:{} {}", named.line, target.join("::"));
                found.push(Tie { from: from.clone(), to, place });
            }
        }
    }
    (rooms, found)
}

fn joined(module: &[String], name: &str) -> Vec<String> {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// A path from the root of the crate; `None` for one of another crate, or of something that is in scope.
fn absolute(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let rest = path[ups..].iter().cloned();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "super" => Some(module[..module.len().saturating_sub(ups)].iter().cloned().chain(rest).collect()),
        _ => None,
    }
}

/// The module that a path leads to. What the root re-exports is followed.
fn defined_in(path: &[String], modules: &BTreeMap<Vec<String>, (&str, Names)>, depth: u8) -> Vec<String> {
    let root = modules.get(&[][..]);
    if let [first, ..] = path
        && !modules.contains_key(&path[..1])
        && depth < 4
    {
        let mut imports = root.into_iter().flat_map(|(_, names)| &names.named);
        if let Some(import) = imports.find(|named| named.import.as_deref() == Some(first)) {
            let in_crate = matches!(import.path.first().map(String::as_str), Some("crate" | "self"));
            return defined_in(&import.path[usize::from(in_crate)..], modules, depth + 1);
        }
        let exporter = modules.iter().find(|(_, (_, names))| names.root_macros.contains(first));
        return exporter.map(|(module, _)| module.clone()).unwrap_or_default();
    }
    let known = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]));
    // A folder without a file of its own name is a floor or does not exist.
    path[..known.unwrap_or(0)].to_vec()
}

/// The most rooms of which each reaches each other.
fn largest_circle(rooms: &BTreeSet<String>, ties: &[Tie]) -> BTreeSet<String> {
    let reached = |from: &String| {
        let mut seen = BTreeSet::from([from.clone()]);
        let mut open = vec![from.clone()];
        while let Some(room) = open.pop() {
            for tie in ties.iter().filter(|tie| tie.from == room) {
                if seen.insert(tie.to.clone()) {
                    open.push(tie.to.clone());
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&String, BTreeSet<String>> = rooms.iter().map(|room| (room, reached(room))).collect();
    let circle = |room: &String| -> BTreeSet<String> {
        reach[room]
            .iter()
            .filter(|other| reach.get(other).is_some_and(|back| back.contains(room)))
            .cloned()
            .collect()
    };
    rooms.iter().map(circle).max_by_key(BTreeSet::len).unwrap_or_default()
}

/// The circle and what ties it, a line for each pair of rooms.
fn description(circle: &BTreeSet<String>, ties: &[Tie]) -> Vec<String> {
    let mut pairs: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for tie in ties.iter().filter(|tie| circle.contains(&tie.from) && circle.contains(&tie.to)) {
        pairs.entry((&tie.from, &tie.to)).or_default().push(&tie.place);
    }
    let line = |((from, to), places): ((&str, &str), Vec<&str>)| {
        let more = if places.len() > 3 { format!(", and {} more", places.len() - 3) } else { String::new() };
        format!("  {from} -> {to}: {}{more}", places[..places.len().min(3)].join(", "))
    };
    pairs.into_iter().map(line).collect()
}

#[test]
fn rooms_do_not_know_each_other_in_circles() {
    let sources = house::sources(&[".rs"]);
    let mut problems = Vec::new();
    for (folder, bound) in BOUNDS {
        let below = |source: &Source| {
            let path = source.path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((path.to_owned(), code_of(&source.text)))
        };
        let files: Vec<_> = sources.iter().filter_map(below).collect();
        let (rooms, ties) = ties(&files);
        let circle = largest_circle(&rooms, &ties);
        let head = format!(
            "{folder}: the largest circle has {} of {} rooms, at most {bound} may",
            circle.len(),
            rooms.len()
        );
        let lines = description(&circle, &ties);
        println!("{head}\n{}", lines.join("\n"));
        if circle.len() > bound {
            problems.push(head);
            problems.extend(lines);
        }
    }
    none(problems);
}

#[test]
fn a_circle_is_found_through_folders_re_exports_and_macros() {
    let file = |path: &str, code: &str| (path.to_owned(), code.to_owned());
    let files = [
        file("lib.rs", "mod a; mod b; mod c; mod d; pub use b::deep::Thing;\n#[cfg(test)] mod fixture;"),
        file("a.rs", "use crate::Thing;"),
        file("b/mod.rs", "mod deep; use self::deep::Thing;"),
        file("b/deep.rs", "use super::super::c::{self, d};\nuse super::inside;"),
        file("c.rs", "fn f() { crate::each!(x) + crate::a::g() }"),
        file("d.rs", "#[macro_export] macro_rules! each { () => { $crate::fixture::x } }"),
        file("fixture.rs", "use crate::d;"),
        file("tests.rs", "use crate::d;"),
    ];
    let (rooms, ties) = ties(&files);
    assert_eq!(rooms, ["a", "b", "c", "d"].map(str::to_owned).into());
    assert_eq!(largest_circle(&rooms, &ties), ["a", "b", "c"].map(str::to_owned).into());
    let place = |from: &str| ties.iter().find(|tie| tie.from == from).map(|tie| tie.place.as_str());
    assert_eq!(place("b"), Some("b/deep.rs:1 c"));
    assert!(ties.iter().any(|tie| tie.from == "c" && tie.to == "d"), "the macro of d is named by c");
    assert_eq!(description(&largest_circle(&rooms, &ties), &ties).len(), 3);
}

#[test]
fn a_floor_of_the_page_is_no_room() {
    let room = |path: &str| room_of(&module_of(path));
    assert_eq!(room("pages/limits/mod.rs").as_deref(), Some("pages/limits"));
    assert_eq!(room("widgets/icon.rs").as_deref(), Some("widgets/icon"));
    assert_eq!(room("record/send.rs").as_deref(), Some("record"));
    assert_eq!(room("pages/mod.rs"), None);
    assert_eq!(room("main.rs"), None);
}
