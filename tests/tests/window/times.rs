//! Times: local with the zone named, and in UTC for whoever compares them with a log. The window runs in Berlin's time.

use serde_json::{Value, json};
use tapline_tests::{Desktop, grid, heading, link, navigation, region, tab};

use crate::steps::{open, open_sandbox};

/// Whether `utc` is the moment of `local`: what the engine makes of the one is what the page shows of the other.
async fn is_same_moment(desk: &Desktop, local: &str, utc: &str) -> bool {
    let script = "
        const [local, utc] = arguments, at = new Date(utc.replace(' ', 'T').replace(' UTC', 'Z'));
        const two = (number) => String(number).padStart(2, '0');
        return local.includes(`${at.getDate()} `) && local.includes(`${two(at.getHours())}:${two(at.getMinutes())}`);";
    desk.run(script, vec![json!(local), json!(utc)]).await == Value::Bool(true)
}

/// Each moment on the page as it is read, and in UTC.
async fn moments(desk: &Desktop) -> Vec<(String, String)> {
    let script = "return [...document.querySelectorAll('.moment')].map((one) => [one.querySelector('time').innerText, one.querySelector('.utc')?.innerText || '']);";
    serde_json::from_value(desk.run(script, Vec::new()).await).unwrap_or_default()
}

async fn tells_both(desk: &Desktop, screen: &str) {
    let moments = moments(desk).await;
    assert!(!moments.is_empty(), "{screen}");
    for (local, utc) in moments {
        let named = local.contains("CET") || local.contains("CEST") || local.contains("GMT");
        assert!(named && utc.ends_with(" UTC"), "{screen}: {local} / {utc}");
        assert!(is_same_moment(desk, &local, &utc).await, "{screen}: {local} / {utc}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_tells_each_moment_in_local_time_and_in_utc() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    crate::settlements::open_batch(&desk, crate::settlements::TO_SETTLE).await;
    tells_both(&desk, "batch").await;
    crate::terminals::open_list(&desk, "Brauhaus am Ring").await;
    crate::terminals::open_one(&desk, "Counter 1").await;
    desk.see(tab("Facts")).await;
    tells_both(&desk, "terminal").await;
    crate::profiles::open_list(&desk).await;
    crate::profiles::open_one(&desk, "Retail DE").await;
    desk.click(link("All values")).await;
    desk.see(region("By the service")).await;
    tells_both(&desk, "profile").await;
    desk.click(link("Owner").inside(navigation("Areas"))).await;
    desk.see(region("Email sender")).await;
    tells_both(&desk, "owner").await;
    desk.click(link("Limits").inside(navigation("Areas"))).await;
    desk.see(heading("Limits")).await;
    open(&desk, "Retail north").await;
    let title = desk.run("return document.querySelector('time').title;", Vec::new()).await;
    assert!(title.as_str().unwrap_or_default().ends_with(" UTC"), "{title}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_names_its_zone_and_each_cell_has_its_moment_in_utc() {
    let desk = Desktop::open().await;
    open_sandbox(&desk).await;
    desk.click(link("Settlements").inside(navigation("Areas"))).await;
    desk.shows("Times in Europe/Berlin").await;
    desk.see(grid("Settlements")).await;
    let script = "return [...document.querySelectorAll('#settlements-grid [title$=\" UTC\"]')].map((one) => [one.innerText, one.title]);";
    let cells = desk.run(script, Vec::new()).await;
    let cells: Vec<(String, String)> = serde_json::from_value(cells).unwrap_or_default();
    assert!(!cells.is_empty());
    for (local, utc) in cells {
        assert!(is_same_moment(&desk, &local, &utc).await, "{local} / {utc}");
    }
}
