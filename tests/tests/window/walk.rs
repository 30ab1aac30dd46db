//! The walk by Tab: every stop is seen and marked, no part of a page holds the keyboard, and Esc takes what lies on top.

use serde_json::json;
use tapline_tests::{Key, TestApp, button, dialog};

use crate::steps::in_sandbox;

/// More stops than any page has.
const MOST: usize = 250;

/// The stop that has the keyboard: what it is, at which step this walk was here before, and what a person would miss.
const STOP: &str = r"
    const at = document.activeElement;
    if (!at || at === document.body) return { what: 'body' };
    const [walk, step] = arguments;
    const before = at.walked?.walk === walk ? at.walked.step : null;
    at.walked = { walk, step };
    const aim = at.matches('input[type=radio], input[type=checkbox]') ? at.closest('label') || at : at;
    const box = aim.getBoundingClientRect(), missing = [];
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < 1 || bottom - top < 1) {
        missing.push('outside the window');
    } else {
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!hit || !(aim.contains(hit) || hit.contains(aim))) missing.push(`under ${hit?.outerHTML.slice(0, 80)}`);
    }
    const marks = [at, at.nextElementSibling, at.closest('label'), at.closest('.money'), at.closest('.lane'), document.querySelector('.grid .at'), document.querySelector('.matrix td.at')];
    const ring = (one) => {
        const style = getComputedStyle(one);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    };
    if (!marks.some((one) => one && ring(one))) missing.push('no ring');
    return { what: at.outerHTML.slice(0, 140), before, missing };";

/// Walks by Tab from the first stop until it comes again. Tells what is not as it should be.
pub(crate) async fn walk(app: &TestApp, screen: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut first = None;
    for step in 0..MOST {
        app.press(Key::Tab).await;
        let at = || vec![json!(screen), json!(step)];
        let mut stop = app.run(STOP, at()).await;
        if stop["missing"] != json!([]) {
            // The engine scrolls to what has the keyboard with the next frame.
            app.painted().await;
            stop["missing"] = app.run(STOP, at()).await["missing"].take();
        }
        let what = &stop["what"];
        if *what == json!("body") {
            continue;
        }
        if let Some(before) = stop["before"].as_u64() {
            if first != Some(before) {
                found.push(format!("{screen}: the walk is caught at {what}"));
            }
            return found;
        }
        first = first.or(u64::try_from(step).ok());
        let missing = stop["missing"].as_array().into_iter().flatten();
        found.extend(missing.map(|missing| format!("{screen}: {missing}: {what}")));
    }
    found.push(format!("{screen}: the walk does not end"));
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn escape_takes_the_topmost() {
    let app = in_sandbox().await;
    crate::lists::open_list(&app).await;
    crate::lists::open_pane(&app).await;
    let pane = || button("Close pane");
    app.click(button("Columns and rows")).await;
    app.see(dialog("Columns and rows")).await;
    app.press(Key::Escape).await;
    app.gone(dialog("Columns and rows")).await;
    app.see(pane()).await;
    app.press_with(Key::Control, 'k').await;
    app.see(dialog("Search, explain or run")).await;
    app.press(Key::Escape).await;
    app.gone(dialog("Search, explain or run")).await;
    app.see(pane()).await;
    app.holds_keyboard(button("Columns and rows")).await;
    app.tab_to(pane()).await;
    app.press(Key::Escape).await;
    app.gone(pane()).await;
    app.holds_keyboard(tapline_tests::grid("Transactions")).await;
}
