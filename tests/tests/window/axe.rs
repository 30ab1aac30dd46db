//! The accessibility rules (WCAG 2.2 A and AA, best practice) over the page as it is, and what they leave open: names that
//! begin as the control reads, targets of 24 px in compact density, the reason of what is disabled, nothing that moves long.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tapline_tests::TestApp;

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
    app.painted().await;
    if app.run("return typeof window.axe;", Vec::new()).await == json!("undefined") {
        app.run(&rules(), Vec::new()).await;
    }
    let check = "
        const [tags, done] = arguments;
        const words = (node, rule) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\\s+/g, ' ')}`;
        axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then(
            (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => words(node, rule)))),
            (reason) => done([String(reason)]));";
    let found = app.run_async(check, vec![json!(TAGS)]).await;
    let broken =
        found.as_array().into_iter().flatten().map(|one| one.as_str().unwrap_or_default().to_owned());
    broken.chain(app.faults().await).collect()
}

/// Both themes, also behind a question, and then light again.
pub(crate) async fn check(app: &TestApp, screen: &str) {
    let mut all = Vec::new();
    for theme in ["light", "dark"] {
        dress(app, theme).await;
        all.extend(violations(app).await.into_iter().map(|one| format!("{screen}, {theme}: {one}")));
    }
    dress(app, "light").await;
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Classes of the root: a theme, and perhaps `contrast`.
pub(crate) async fn dress(app: &TestApp, classes: &str) {
    app.run("document.documentElement.className = arguments[0];", vec![Value::from(classes)]).await;
}
