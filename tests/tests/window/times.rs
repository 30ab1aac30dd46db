//! Times: local with the zone named, and in UTC for whoever compares them with a log. The window runs in Berlin's time.

use serde_json::{Value, json};
use tapline_tests::{TestApp, button, grid, heading, link, navigation, region, tab};

use crate::steps::{in_sandbox, open};

/// True if `utc` is the moment of `local`: the engine's conversion of the one is the page's text for the other.
async fn is_same_moment(app: &TestApp, local: &str, utc: &str) -> bool {
    let script = "
        const [local, utc] = arguments, at = new Date(utc.replace(' ', 'T').replace(' UTC', 'Z'));
        const two = (number) => String(number).padStart(2, '0');
        return local.includes(`${at.getDate()} `) && local.includes(`${two(at.getHours())}:${two(at.getMinutes())}`);";
    app.run(script, vec![json!(local), json!(utc)]).await == Value::Bool(true)
}

/// Each moment on the page as it is read, and in UTC.
async fn moments(app: &TestApp) -> Vec<(String, String)> {
    let script = "return [...document.querySelectorAll('.moment')].map((one) => [one.querySelector('time').innerText, one.querySelector('.utc')?.innerText || '']);";
    serde_json::from_value(app.run(script, Vec::new()).await).unwrap_or_default()
}

async fn tells_both(app: &TestApp, screen: &str) {
    let moments = moments(app).await;
    assert!(!moments.is_empty(), "{screen}");
    for (local, utc) in moments {
        let named = local.contains("CET") || local.contains("CEST") || local.contains("GMT");
        assert!(named && utc.ends_with(" UTC"), "{screen}: {local} / {utc}");
        assert!(is_same_moment(app, &local, &utc).await, "{screen}: {local} / {utc}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_tells_each_moment_in_local_time_and_in_utc() {
    let app = in_sandbox().await;
    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    tells_both(&app, "batch").await;
    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    crate::terminals::open_one(&app, "Counter 1").await;
    app.see(tab("Details")).await;
    tells_both(&app, "terminal").await;
    crate::profiles::open_list(&app).await;
    crate::profiles::open_one(&app, "Retail DE").await;
    app.click(link("All values")).await;
    app.see(region("By the service")).await;
    tells_both(&app, "profile").await;
    crate::owner::open_owner(&app).await;
    app.see(region("Email sender")).await;
    tells_both(&app, "owner").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    open(&app, "Retail north").await;
    app.click(button("Details")).await;
    app.shows("Changed").await;
    let title = app.run("return document.querySelector('time').title;", Vec::new()).await;
    assert!(title.as_str().unwrap_or_default().ends_with(" UTC"), "{title}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_names_its_zone_and_each_cell_has_its_moment_in_utc() {
    let app = in_sandbox().await;
    app.click(link("Settlements").inside(navigation("Areas"))).await;
    app.shows("Times in Europe/Berlin").await;
    app.see(grid("Settlements")).await;
    let script = "return [...document.querySelectorAll('#settlements-grid [title$=\" UTC\"]')].map((one) => [one.innerText, one.title]);";
    let cells = app.run(script, Vec::new()).await;
    let cells: Vec<(String, String)> = serde_json::from_value(cells).unwrap_or_default();
    assert!(!cells.is_empty());
    for (local, utc) in cells {
        assert!(is_same_moment(&app, &local, &utc).await, "{local} / {utc}");
    }
}
