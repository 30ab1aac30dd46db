//! Zoom and small windows: what is kept, and that nothing is cut. Every area, at 200 %, at 50 % and in the smallest window.

use serde_json::json;
use tapline_tests::{Key, TestApp, button, dialog, field, heading, region, status};

use crate::steps::open_sandbox;

/// A page of each kind, and a heading of it.
const PAGES: [(&str, &str); 15] = [
    ("/limits", "Limits"),
    ("/limits/id/12", "Visa · Retail north"),
    ("/limits/matrix", "Limits"),
    ("/change-sets", "Change sets"),
    ("/acquirers/usage", "Acquirer profiles"),
    ("/transactions", "Transactions"),
    ("/transactions/id/T20261101000003", "50.00 EUR"),
    ("/settlements", "Settlements"),
    ("/merchants", "Merchants"),
    ("/merchants/id/M100000008/edit", "Edit Hotel Adler"),
    ("/profiles/id/prof_retail_de", "Retail DE"),
    ("/acquirers", "Acquirer profiles"),
    ("/terminals", "Terminals"),
    ("/owner", "Message formats"),
    ("/activity", "Activity"),
];

/// Pages whose first rows are in sight at once.
const ROWS: [&str; 3] = ["/limits", "/limits/matrix", "/acquirers/usage"];

const PALETTE: &str = "Search, explain or run";

async fn inner_width(app: &TestApp) -> u64 {
    app.run("return innerWidth;", Vec::new()).await.as_u64().unwrap_or_default()
}

pub(crate) async fn is_this_wide(app: &TestApp, width: u64) {
    for _ in 0..100 {
        if inner_width(app).await.abs_diff(width) <= 2 {
            return;
        }
        app.painted().await;
    }
    panic!("the page is {} wide and not {width}", inner_width(app).await);
}

/// What is cut or covered on the page or in the open dialog, and elements that are wider than their place and cannot be scrolled.
async fn cut(app: &TestApp) -> Vec<String> {
    let script = "
        const wide = [...document.querySelectorAll('header, main, nav, main > *, .page-head, .toolbar, .editor > *')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && !['auto', 'scroll'].includes(getComputedStyle(one).overflowX));
        const root = document.documentElement;
        const page = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ['the page'] : [];
        return [...page, ...wide.map((one) => one.className || one.tagName)];";
    let wide = app.run(script, Vec::new()).await;
    let mut found: Vec<String> = wide.as_array().into_iter().flatten().map(ToString::to_string).collect();
    found.extend(app.lost().await);
    found
}

/// Rows in sight before anything is scrolled, by what a person reads of each.
async fn rows_in_sight(app: &TestApp) -> usize {
    let script = "
        const rows = document.querySelectorAll('main .lane-title, main .limits-row th a, .matrix tbody th, .grid tbody th a, .usage-node');
        const isSeen = (row) => {
            const box = row.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + 20, box.top + box.height / 2);
            return box.top >= 0 && box.bottom <= innerHeight && hit && (row.contains(hit) || hit.contains(row));
        };
        return [...rows].filter(isSeen).length;";
    app.painted().await;
    let count = app.run(script, Vec::new()).await.as_u64().unwrap_or_default();
    usize::try_from(count).unwrap_or_default()
}

async fn go(app: &TestApp, path: &str) {
    let script = "history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));";
    app.run(script, vec![json!(path)]).await;
}

/// Cut elements on the way through all pages.
async fn cut_anywhere(app: &TestApp) -> Vec<String> {
    let mut found = Vec::new();
    for (path, title) in PAGES {
        go(app, path).await;
        app.see(heading(title)).await;
        app.painted().await;
        if ROWS.contains(&path) {
            let rows = rows_in_sight(app).await;
            if rows < 2 {
                found.push(format!("{path}: {rows} rows in sight"));
            }
        }
        found.extend(cut(app).await.into_iter().map(|cut| format!("{path}: {cut}")));
    }
    for title in [PALETTE, "Guide", "Settings"] {
        match title {
            PALETTE => app.press_with(Key::Control, 'k').await,
            "Guide" => app.press(Key::F1).await,
            _ => app.press_with(Key::Control, ',').await,
        }
        app.see(dialog(title)).await;
        if title == PALETTE {
            app.type_in(field("Search or explain"), "23.10 2941").await;
            app.says(status("Answer"), "23.10 EUR").await;
        }
        found.extend(cut(app).await.into_iter().map(|cut| format!("{title}: {cut}")));
        app.press(Key::Escape).await;
        app.gone(dialog("")).await;
    }
    found.extend(rows_stay_above_a_foot(app).await);
    found
}

/// Rows of Limits while some are selected: the foot that changes them leaves rows in sight.
async fn rows_stay_above_a_foot(app: &TestApp) -> Option<String> {
    go(app, "/limits").await;
    app.see(heading("Limits")).await;
    app.run("document.querySelector('.lane-mark input').click();", Vec::new()).await;
    app.see(region("Selected configurations")).await;
    app.run("document.querySelector('.lanes').scrollIntoView();", Vec::new()).await;
    let rows = rows_in_sight(app).await;
    let cut = cut(app).await;
    app.run("document.querySelector('.lane-mark input').click();", Vec::new()).await;
    app.gone(region("Selected configurations")).await;
    (rows < 2 || !cut.is_empty()).then(|| format!("selected: {rows} rows in sight, {cut:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_zoom_is_kept_and_nothing_is_cut_at_200_percent() {
    let mut app = TestApp::open().await;
    app.see(button("Open the sandbox")).await;
    is_this_wide(&app, 1280).await;
    app.press_with(Key::Control, '+').await;
    is_this_wide(&app, 1164).await;
    app.restart().await;
    app.see(button("Open the sandbox")).await;
    is_this_wide(&app, 1164).await;
    app.press_with(Key::Alt, '0').await;
    is_this_wide(&app, 1280).await;
    for _ in 0..6 {
        app.press_with(Key::Control, '+').await;
    }
    is_this_wide(&app, 640).await;
    assert_eq!(cut(&app).await, Vec::<String>::new(), "the start page");
    app.tab_to(button("Open the sandbox")).await;
    app.press(Key::Enter).await;
    app.see(heading("Limits")).await;
    assert_eq!(cut_anywhere(&app).await, Vec::<String>::new());
    footers_are_in_sight(&app).await;
    app.press_with(Key::Alt, '0').await;
    is_this_wide(&app, 1280).await;
    app.resize((1024, 640)).await;
    for _ in 0..6 {
        app.press_with(Key::Control, '+').await;
    }
    is_this_wide(&app, 512).await;
    footers_are_in_sight(&app).await;
}

/// The buttons of a form, a review and a dialog, without scrolling.
async fn footers_are_in_sight(app: &TestApp) {
    let is_seen = async |selector: &str| {
        let script = "
            const button = document.querySelector(arguments[0]), box = button.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && button.contains(hit);";
        app.painted().await;
        assert_eq!(app.run(script, vec![json!(selector)]).await, json!(true), "{selector}");
    };
    // By keyboard and script: the driver's mouse does not know the zoom.
    let press = async |selector: &str| {
        app.run("document.querySelector(arguments[0]).click();", vec![json!(selector)]).await;
    };
    go(app, "/limits/id/12").await;
    app.see(field("CVM limit")).await;
    app.run("document.querySelector('[id$=clCVMLimit]').focus();", Vec::new()).await;
    app.retype("60.00").await;
    is_seen("main .pending .primary").await;
    press("main .pending .primary").await;
    app.see(heading("Review 1 change")).await;
    is_seen("main .save-bar .primary").await;
    press("main .save-bar button").await;
    app.see(region("Unsaved changes")).await;
    press("main .pending button").await;
    app.gone(region("Unsaved changes")).await;
    go(app, "/transactions/id/T20261101000003").await;
    app.see(button("Refund…")).await;
    press("#act-refund").await;
    app.see(dialog("Refund")).await;
    is_seen("dialog .dialog-foot button[type=submit]").await;
    app.press(Key::Escape).await;
    app.gone(dialog("")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_cut_in_the_smallest_window_nor_at_50_percent() {
    let mut app = TestApp::open().await;
    app.resize((1024, 640)).await;
    assert_eq!(cut(&app).await, Vec::<String>::new(), "the start page");
    open_sandbox(&app).await;
    assert_eq!(cut_anywhere(&app).await, Vec::<String>::new());
    app.resize((1280, 800)).await;
    for _ in 0..6 {
        app.press_with(Key::Control, '-').await;
    }
    is_this_wide(&app, 2560).await;
    assert_eq!(cut_anywhere(&app).await, Vec::<String>::new());
    // 50 % is the smallest: once more changes nothing.
    app.press_with(Key::Control, '-').await;
    app.painted().await;
    is_this_wide(&app, 2560).await;
}
