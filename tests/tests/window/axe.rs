//! The accessibility rules (WCAG 2.2 A and AA, best practice) over the page as it is, and what they leave open: names that
//! begin as the control reads, targets of 24 px in compact density, the reason of what is disabled, nothing that moves long.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tapline_tests::{TestApp, cells};

/// Rules of colours, which alone are other ones in another theme.
const OF_COLORS: [&str; 2] = ["color-contrast", "link-in-text-block"];

const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

fn rules() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules/axe-core/axe.min.js");
    match fs::read_to_string(&path) {
        Ok(rules) => rules,
        Err(cause) => panic!("{} cannot be read ({cause}); type: npm ci", path.display()),
    }
}

/// Every violation on the page as it is: the rule, where, and what is wrong.
pub(crate) async fn violations(app: &TestApp) -> Vec<String> {
    let mut all = broken(app, &json!(TAGS)).await;
    all.extend(app.faults().await);
    all
}

/// Violations of a page that was looked at in another theme: the rules of colours, and all others in the long run.
pub(crate) async fn violations_of_theme(app: &TestApp) -> Vec<String> {
    if cells::is_long() {
        return violations(app).await;
    }
    broken(app, &json!({ "type": "rule", "values": OF_COLORS })).await
}

async fn broken(app: &TestApp, rules_or_tags: &Value) -> Vec<String> {
    app.painted().await;
    if app.run("return typeof window.axe;", Vec::new()).await == json!("undefined") {
        app.run(&rules(), Vec::new()).await;
    }
    let check = "
        const [runOnly, done] = arguments;
        const words = (node, rule) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\\s+/g, ' ')}`;
        axe.run(document, { runOnly, resultTypes: ['violations'] }).then(
            (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => words(node, rule)))),
            (reason) => done([String(reason)]));";
    let found = app.run_async(check, vec![rules_or_tags.clone()]).await;
    found.as_array().into_iter().flatten().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
}

/// Fails with any violation of the screen.
pub(crate) async fn check(app: &TestApp, screen: &str) {
    let lines = faults(app, screen).await;
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// Violations in both themes, also behind a question; light again afterwards.
pub(crate) async fn faults(app: &TestApp, screen: &str) -> Vec<String> {
    wear(app, "light").await;
    let light = violations(app).await;
    wear(app, "dark").await;
    let dark = violations_of_theme(app).await;
    wear(app, "light").await;
    let all = [("light", light), ("dark", dark)];
    let lines =
        all.iter().flat_map(|(theme, all)| all.iter().map(move |one| format!("{screen}, {theme}: {one}")));
    lines.collect()
}

/// Another theme; the contrast stays.
async fn wear(app: &TestApp, theme: &str) {
    let script = "const { classList } = document.documentElement;
        classList.remove('light', 'dark', 'system'); classList.add(arguments[0]);";
    app.run(script, vec![Value::from(theme)]).await;
}
