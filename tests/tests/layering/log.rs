//! Every event in the sources is one that the log writes: none has a field that the allow-list of `tapline-platform` lacks.

use crate::code::code_of;
use crate::house::{read, sources};
use crate::none;

const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

/// Names of the fields of every event in a source, without the message.
fn fields(source: &str) -> Vec<String> {
    let code = code_of(source);
    let events = LEVELS.iter().flat_map(|level| {
        let begin = format!("tracing::{level}!(");
        code.split(&begin).skip(1).map(arguments).collect::<Vec<_>>()
    });
    // What is blank now was the message; values of the message follow it.
    let named = events.flat_map(|event| event.into_iter().take_while(|argument| !argument.trim().is_empty()));
    named
        .filter(|argument| !argument.trim_start().starts_with("target:"))
        .filter_map(|argument| {
            Some(argument.split('=').next()?.trim().trim_start_matches(['%', '?']).to_owned())
        })
        .collect()
}

/// Arguments of a call, from behind its parenthesis.
fn arguments(code: &str) -> Vec<String> {
    let (mut depth, mut found) = (0_usize, vec![String::new()]);
    for sign in code.chars() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.push(sign);
        }
    }
    found
}

/// What the log writes, from its table.
fn allowed() -> Vec<String> {
    let source = read("crates/platform/src/log.rs");
    let table = source.split("const FIELDS: &[&str] = &[").nth(1).and_then(|rest| rest.split(']').next());
    let names = table.unwrap_or_default().split(',').map(|name| name.trim().trim_matches('"').to_owned());
    names.collect()
}

/// Fields without a line in the log, by file.
fn dropped(path: &str, source: &str, allowed: &[String]) -> Vec<String> {
    let unknown = fields(source).into_iter().filter(|name| !allowed.contains(name));
    unknown.map(|name| format!("{path}: an event with the field {name} never reaches the log")).collect()
}

fn program(source: &str) -> &str {
    source.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn every_event_has_fields_that_the_log_writes() {
    let allowed = allowed();
    assert!(allowed.contains(&"reason".to_owned()), "{allowed:?}");
    let ours = sources(&[".rs"]);
    let ours = ours
        .iter()
        .filter(|source| source.path.starts_with("crates/") || source.path.starts_with("src-tauri/"));
    none(ours.flat_map(|source| dropped(&source.path, program(&source.text), &allowed)).collect());
}

#[test]
fn a_field_that_is_not_on_the_list_is_found() {
    let allowed = ["kind".to_owned()];
    for (event, expected) in [
        (r#"tracing::warn!(%error, "no title");"#, Some("error")),
        (r#"tracing::error!(?reason, "ended");"#, Some("reason")),
        (r#"tracing::info!(token = %secret(a, b), "x");"#, Some("token")),
        (r#"tracing::info!(kind = ?cause.kind(), "x");"#, None),
        (r#"tracing::debug!("{message}");"#, None),
        (r#"tracing::warn!(target: "tapline", ?cause, "x");"#, Some("cause")),
        (r#"tracing::info!(kind, "{}", kind.text);"#, None),
    ] {
        let found = dropped("a.rs", event, &allowed);
        assert_eq!(found.len(), usize::from(expected.is_some()), "{event}: {found:?}");
        assert!(expected.is_none_or(|name| found[0].contains(name)), "{event}: {found:?}");
    }
}
