//! The house rules that a machine can check: who may import whom, which library is named where, how long a file may be, what
//! the page and its policy may contain. Each rule is a function over names or text, shown to fail on a small bad input.

mod checklist;
mod circles;
mod code;
mod crates;
mod deny;
mod house;
mod log;
mod page;
mod screens;
mod words;

/// Fails with every line, not only with the first.
#[track_caller]
fn none(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
