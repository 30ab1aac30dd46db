//! What the page may not contain, because its content security policy would drop it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::house::{self, Source};
use crate::none;

/// Directive by directive, the whole of it.
const POLICY: [(&str, &str); 10] = [
    ("default-src", "'none'"),
    ("script-src", "'self' 'wasm-unsafe-eval'"),
    ("style-src", "'self'"),
    ("img-src", "'self' data:"),
    ("font-src", "'self'"),
    ("connect-src", "'self' ipc: http://ipc.localhost"),
    ("object-src", "'none'"),
    ("base-uri", "'none'"),
    ("form-action", "'none'"),
    ("frame-ancestors", "'none'"),
];

/// Milliseconds.
const LONGEST: f64 = 200.0;

/// Keys of the window's configuration that must have this value.
const SETTINGS: [(&str, Value); 4] = [
    ("/app/withGlobalTauri", Value::Bool(false)),
    ("/app/security/freezePrototype", Value::Bool(true)),
    ("/app/security/dangerousDisableAssetCspModification", Value::Bool(false)),
    ("/app/security/assetProtocol/enable", Value::Bool(false)),
];

fn inline(source: &Source) -> Vec<String> {
    let tags: String = source.text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let styles = ["style=\"", "style=\\\"", "style={", "<style"].into_iter().filter(|bad| {
        // `style:left=` sets a property and is not dropped.
        tags.match_indices(bad)
            .any(|(at, _)| !tags[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_'))
    });
    let scripts = tags.match_indices("<script").filter(|(at, _)| {
        let rest = &tags[*at..];
        let head = rest.split('>').next().unwrap_or_default();
        let body = rest[head.len()..].trim_start_matches('>').split("</script").next().unwrap_or_default();
        !head.contains("src=") || !body.trim().is_empty()
    });
    let handlers =
        [" onclick=", " onload=", " onerror=", "javascript:"].into_iter().filter(|bad| tags.contains(bad));
    let found = styles.chain(scripts.map(|_| "inline script")).chain(handlers);
    found.map(|bad| format!("{} contains {bad}, which the policy drops", source.path)).collect()
}

fn policy(config: &Value) -> Vec<String> {
    let text = config["app"]["security"]["csp"].as_str().unwrap_or_default();
    let found: BTreeMap<_, _> =
        text.split(';').filter_map(|part| part.trim().split_once(' ').or(Some((part.trim(), "")))).collect();
    let expected = BTreeMap::from(POLICY);
    let keys = found.keys().chain(expected.keys()).collect::<std::collections::BTreeSet<_>>();
    let wrong = keys.into_iter().filter(|key| found.get(*key) != expected.get(*key));
    let mut problems: Vec<_> =
        wrong.map(|key| format!("{key} is {:?} and not {:?}", found.get(key), expected.get(key))).collect();
    let settings = SETTINGS.iter().filter(|(path, value)| config.pointer(path) != Some(value));
    problems.extend(settings.map(|(path, value)| format!("{path} is not {value}")));
    let windows = config.pointer("/app/windows").and_then(Value::as_array).map_or(0, Vec::len);
    if windows > 0 {
        problems.push("a window in the configuration escapes the rules of the code".to_owned());
    }
    problems
}

#[test]
fn the_page_has_no_inline_style_and_no_inline_script() {
    let sources = house::sources(&[".rs", ".html"]);
    none(sources.iter().filter(|source| source.path.starts_with("ui/")).flat_map(inline).collect());
}

/// A transition stands on the line of the question whether less motion is wanted, and takes a fifth of a second at most.
fn moves(source: &Source) -> Vec<String> {
    let lines =
        source.text.lines().flat_map(|line| line.split([';', '{', '}']).map(move |rule| (line, rule)));
    let moving =
        lines.filter_map(|(line, rule)| Some((line, rule.split_once(':')?))).filter(|(_, (name, _))| {
            ["transition", "transition-duration", "animation", "animation-duration"].contains(&name.trim())
        });
    let found = moving.flat_map(|(line, (name, value))| {
        let times: Vec<f64> = value.split([' ', ',']).filter_map(milliseconds).collect();
        let long = times.iter().any(|time| *time > LONGEST).then_some("takes too long");
        // What takes a millisecond appears late and moves nothing.
        let is_asked = line.contains("prefers-reduced-motion: no-preference");
        let unasked = (!is_asked && times.first().is_some_and(|first| *first > 1.0))
            .then_some("moves also for those who want less motion");
        [long, unasked].into_iter().flatten().map(move |what| (name.trim(), value.trim(), what))
    });
    found.map(|(name, value, what)| format!("{}: {name}: {value} {what}", source.path)).collect()
}

fn milliseconds(word: &str) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok();
    match word.trim().strip_suffix("ms") {
        Some(number_of) => number(number_of),
        None => word.trim().strip_suffix('s').and_then(number).map(|seconds| seconds * 1000.0),
    }
}

#[test]
fn nothing_moves_longer_than_200_ms_nor_for_who_asked_for_less() {
    let sources = house::sources(&[".css"]);
    let pages: Vec<_> = sources.iter().filter(|source| source.path.starts_with("ui/style/")).collect();
    assert!(
        pages.iter().any(|source| source.text.contains("transition:")),
        "the styles of the page are not found"
    );
    none(pages.into_iter().flat_map(moves).collect());
}

/// macOS has other names for these keys. `spoken` knows them, and the palette's `key` calls it.
fn literal_keys(source: &Source) -> Vec<String> {
    let code = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_spoken = |before: &str| ["spoken(\"", "key(\""].iter().any(|call| before.ends_with(call));
    let has = |line: &str, key: &str| line.match_indices(key).any(|(at, _)| !is_spoken(&line[..at]));
    // That attribute has names of its own.
    let named =
        |line: &&str| !line.contains("aria-keyshortcuts") && ["Ctrl", "Alt"].iter().any(|key| has(line, key));
    code.filter(named)
        .map(|line| format!("{}: {} names a key for one system", source.path, line.trim()))
        .collect()
}

#[test]
fn keys_are_named_as_the_system_names_them() {
    let sources = house::sources(&[".rs"]);
    let page =
        |source: &&Source| source.path.starts_with("ui/src/") && !source.path.starts_with("ui/src/actions/");
    none(sources.iter().filter(page).flat_map(literal_keys).collect());
}

#[test]
fn the_policy_of_the_window_is_the_strict_one() {
    let text = house::read("src-tauri/tauri.conf.json");
    none(policy(&serde_json::from_str(&text).expect("tauri.conf.json is JSON")));
}

mod tests {
    use serde_json::json;

    use super::{POLICY, Source, inline, literal_keys, moves, policy};

    fn page(text: &str) -> Source {
        Source { path: "ui/x".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn the_rules_can_fail() {
        for (text, problems) in [
            ("<p style=\"color: red\">", 1),
            ("<p style={x}>", 1),
            ("view! { <p style:left=at> }", 0),
            ("<style>p {}</style>", 1),
            ("<script>run()</script>", 1),
            ("<script src=\"/compile.js\"></script>", 0),
            ("<script type=\"module\" src=\"/boot.js\"></script>", 0),
            ("<script src=\"/boot.js\">run()</script>", 1),
            ("<img onerror=\"run()\">", 1),
            ("<link rel=\"stylesheet\" href=\"/style/base.css\">", 0),
        ] {
            assert_eq!(inline(&page(text)).len(), problems, "{text}");
        }
    }

    #[test]
    fn a_key_of_one_system_is_found() {
        for (text, problems) in [
            ("<kbd>\"Ctrl Enter\"</kbd>", 1),
            ("<kbd>{spoken(\"Ctrl+Enter\")}</kbd>", 0),
            ("key(\"Ctrl+C\", \"Copy\"), \"Ctrl C\"", 1),
            ("title=\"Alt with Up\"", 1),
            ("aria-keyshortcuts=\"Alt+ArrowUp\"", 0),
            ("    // Ctrl+A selects all.", 0),
        ] {
            assert_eq!(literal_keys(&page(text)).len(), problems, "{text}");
        }
    }

    #[test]
    fn what_moves_long_is_found() {
        let calm =
            "@media (prefers-reduced-motion: no-preference) { a { transition: color 120ms, top .2s; } }";
        for (text, problems) in [
            (calm.to_owned(), 0),
            (calm.replace("120ms", "300ms"), 1),
            (calm.replace(".2s", "1.5s"), 1),
            (calm.replace("no-preference", "reduce"), 1),
            ("a { color: red; transition: color 120ms }".to_owned(), 1),
            ("a { animation: appear 1ms 150ms backwards; }".to_owned(), 0),
            ("a { animation-duration: 2s; }".to_owned(), 2),
        ] {
            assert_eq!(moves(&page(&text)).len(), problems, "{text}");
        }
    }

    #[test]
    fn a_looser_policy_is_found() {
        let strict = POLICY.map(|(key, value)| format!("{key} {value}")).join("; ");
        let config = |csp: &str| {
            json!({ "app": { "withGlobalTauri": false, "windows": [], "security": {
                "csp": csp, "freezePrototype": true, "dangerousDisableAssetCspModification": false,
                "assetProtocol": { "enable": false } } } })
        };
        assert_eq!(policy(&config(&strict)), [""; 0]);
        for looser in [
            strict.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
            strict.replace("; frame-ancestors 'none'", ""),
            format!("{strict}; media-src *"),
        ] {
            assert_eq!(policy(&config(&looser)).len(), 1, "{looser}");
        }
        let mut open = config(&strict);
        open["app"]["withGlobalTauri"] = json!(true);
        assert_eq!(policy(&open), ["/app/withGlobalTauri is not false"]);
    }
}
