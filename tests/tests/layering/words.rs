//! Which library of the tests and of the page is named where inside of its crate, how long a file may be, and the one command.
//! Which crate may depend on a library is in [`crate::crates`]; clocks in pure crates and forbidden calls are in clippy.toml.

use crate::code::{code_of, has_word};
use crate::house::{self, Source};
use crate::none;

/// A library of the tests, and the only places of `tests/` that may name it.
const NAMED_ONLY_IN: [(&str, &[&str]); 3] = [
    ("fantoccini", &["tests/src/"]),
    ("x11rb", &["tests/src/"]),
    ("zbus", &["tests/src/bus.rs", "tests/tests/journeys/"]),
];

/// JavaScript, by a library or by other means.
const JAVASCRIPT: [&str; 7] =
    ["js_sys", "extern", "js_namespace", "inline_js", "wasm_bindgen_test", "Function", "eval"];

/// Lines of a source at most, where one thing is one thing: the aim is below 300. And the aim for the median.
const LONGEST: usize = 600;
const MEDIAN: usize = 150;

fn misplaced(source: &Source) -> Vec<String> {
    let code = code_of(&source.text);
    let named = NAMED_ONLY_IN.iter().filter(|(name, places)| {
        !places.iter().any(|place| source.path.starts_with(place)) && has_word(&code, name)
    });
    named.map(|(name, places)| format!("{} names {name}; only {places:?} may", source.path)).collect()
}

fn javascript(source: &Source) -> Vec<String> {
    let page = source.path.starts_with("ui/src/") && !source.path.starts_with("ui/src/ipc/");
    let code = code_of(&source.text);
    let attribute = code.contains("#[wasm_bindgen").then_some("#[wasm_bindgen]");
    let words = JAVASCRIPT.into_iter().filter(|word| has_word(&code, word));
    let found = words.chain(attribute).filter(|_| page);
    found.map(|word| format!("{} names JavaScript ({word}); only ui/src/ipc/ may", source.path)).collect()
}

fn too_long(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    let problem = format!("{} has {lines} lines, more than {LONGEST}", source.path);
    if lines > LONGEST { vec![problem] } else { Vec::new() }
}

/// The one command: declared once, handed over once, allowed once.
fn commands(shell: &str, build: &str, capability: &str) -> Vec<String> {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let (shell, build, capability) = (squeezed(shell), squeezed(build), squeezed(capability));
    let checks = [
        ("exactly one #[tauri::command]", shell.matches("#[tauri::command").count() == 1),
        (
            "generate_handler![invoke]",
            shell.matches("generate_handler![").count() == 1 && shell.contains("generate_handler![invoke]"),
        ),
        (
            "commands(&[\"invoke\"]) in build.rs",
            build.matches(".commands(").count() == 1 && build.contains(".commands(&[\"invoke\"])"),
        ),
        ("the window main alone", capability.contains("\"windows\":[\"main\"]")),
        ("no remote page", !capability.contains("\"remote\"")),
        (
            "allow-invoke and nothing but hearing events",
            ["[\"allow-invoke\"]", "[\"allow-invoke\",\"core:event:allow-listen\"]"]
                .iter()
                .any(|list| capability.contains(&format!("\"permissions\":{list}"))),
        ),
    ];
    checks
        .into_iter()
        .filter(|(_, holds)| !holds)
        .map(|(rule, _)| format!("the shell breaks: {rule}"))
        .collect()
}

fn all(rule: fn(&Source) -> Vec<String>) -> Vec<String> {
    house::sources(&[".rs"]).iter().flat_map(rule).collect()
}

#[test]
fn libraries_are_named_only_where_they_belong() {
    none(all(misplaced));
}

#[test]
fn javascript_is_named_only_at_the_door() {
    none(all(javascript));
}

#[test]
fn no_source_is_longer_than_a_person_reads() {
    let sources = house::sources(&[".rs", ".css", ".js"]);
    let mut lengths: Vec<_> = sources.iter().map(|source| source.text.lines().count()).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    println!("{} sources, the median has {median} lines, the aim is below {MEDIAN}", lengths.len());
    none(sources.iter().flat_map(too_long).collect());
}

#[test]
fn page_and_core_meet_in_one_command() {
    let shell: Vec<_> =
        house::sources(&[".rs"]).into_iter().filter(|s| s.path.starts_with("src-tauri/src/")).collect();
    let shell = shell.iter().map(|source| code_of(&source.text)).collect::<String>();
    none(commands(
        &shell,
        &house::read("src-tauri/build.rs"),
        &house::read("src-tauri/capabilities/main.json"),
    ));
}

mod tests {
    use super::{Source, commands, javascript, misplaced, too_long};

    fn at(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn the_rules_can_fail() {
        for (path, text, problems) in [
            ("tests/tests/window/main.rs", "use fantoccini::Client;", 1),
            ("tests/src/window.rs", "use fantoccini::Client;", 0),
            ("tests/tests/window/main.rs", "// fantoccini::Client\nlet text = \"fantoccini::Client\";", 0),
            ("tests/tests/sandbox/main.rs", "use x11rb as display; zbus::connect();", 2),
            ("tests/tests/journeys/token.rs", "use zbus::Connection;", 0),
        ] {
            assert_eq!(misplaced(&at(path, text)).len(), problems, "{path}: {text}");
        }
        for (path, text, problems) in [
            ("ui/src/nav.rs", "js_sys::Date::now()", 1),
            ("ui/src/ipc/mod.rs", "js_sys::Date::now()", 0),
            ("ui/src/nav.rs", "extern \"C\" { fn f(); }", 1),
            ("ui/src/nav.rs", "#[wasm_bindgen(start)] fn f() {}", 1),
            ("ui/src/ipc/mod.rs", "#[wasm_bindgen] extern \"C\" { fn f(); }", 0),
            ("ui/src/nav.rs", "use wasm_bindgen::JsCast;", 0),
            ("ui/src/nav.rs", "window.eval(\"x\")", 1),
        ] {
            assert_eq!(javascript(&at(path, text)).len(), problems, "{path}: {text}");
        }
        assert_eq!(too_long(&at("a.rs", &"x\n".repeat(600))).len(), 0);
        assert_eq!(too_long(&at("a.rs", &"x\n".repeat(601))), ["a.rs has 601 lines, more than 600"]);
    }

    #[test]
    fn a_second_command_is_found() {
        let shell = "#[tauri::command] async fn invoke() {} tauri::generate_handler![invoke]";
        let build = "AppManifest::new().commands(&[\"invoke\"])";
        let capability = "{\"windows\": [\"main\"], \"permissions\": [\"allow-invoke\"]}";
        assert_eq!(commands(shell, build, capability), [""; 0]);
        for (shell, build, capability) in [
            (format!("{shell} #[tauri::command] fn other() {{}}"), build, capability),
            (shell.replace("![invoke]", "![invoke, other]"), build, capability),
            (shell.to_owned(), "AppManifest::new().commands(&[\"invoke\", \"other\"])", capability),
            (shell.to_owned(), build, "{\"windows\":[\"*\"],\"permissions\":[\"allow-invoke\"]}"),
            (
                shell.to_owned(),
                build,
                "{\"windows\":[\"main\"],\"permissions\":[\"allow-invoke\",\"fs:default\"]}",
            ),
            (
                shell.to_owned(),
                build,
                "{\"windows\":[\"main\"],\"remote\":{},\"permissions\":[\"allow-invoke\"]}",
            ),
        ] {
            assert_eq!(commands(&shell, build, capability).len(), 1, "{shell} {build} {capability}");
        }
    }
}
