//! The clock: the window waits for what changes next and does not tick; days, ages and the lock follow a clock that is moved.

use chrono::NaiveDate;
use serde_json::{Value, json};
use tapline_tests::{Key, Service, TestApp, button, dialog, heading, link, navigation, region};

use crate::frame::wait_minutes;
use crate::steps::{connected, in_sandbox};

/// Timers that the page began within some milliseconds, from when it came into sight or went out of it.
async fn timers(app: &TestApp, hidden: bool, milliseconds: u32) -> u64 {
    let script = "
        const [hidden, time, done] = arguments;
        const begun = [setTimeout, setInterval, requestAnimationFrame], names = ['setTimeout', 'setInterval', 'requestAnimationFrame'];
        let count = 0;
        names.forEach((name, at) => { window[name] = (...given) => { count += 1; return begun[at].apply(window, given); }; });
        Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        begun[0].call(window, () => { names.forEach((name, at) => { window[name] = begun[at]; }); done(count); }, time);";
    app.run_async(script, vec![json!(hidden), json!(milliseconds)]).await.as_u64().unwrap_or(u64::MAX)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_ticks_while_nobody_looks_and_little_while_somebody_does() {
    let app = in_sandbox().await;
    // A list says how old it is.
    crate::merchants::open_list(&app).await;
    // A beat comes every ten seconds and an age every minute, once what came with the page has come to its end.
    let mut seen = u64::MAX;
    for _ in 0..6 {
        seen = timers(&app, false, 5000).await;
        if seen <= 4 {
            break;
        }
    }
    assert!((1..=4).contains(&seen), "{seen} timers in five seconds");
    assert_eq!(timers(&app, true, 6000).await, 0, "out of sight");
    // A page in sight again is true again, and goes on.
    assert!(timers(&app, false, 2000).await >= 1);
    wait_minutes(&app, 3.0).await;
    app.shows("3 min ago").await;
    let seen = timers(&app, false, 6000).await;
    assert!(seen <= 4, "{seen} timers in six seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_of_today_follows_midnight_and_a_corrected_clock() {
    let (service, app) = connected().await;
    app.click(link("Transactions").inside(navigation("Areas"))).await;
    app.see(heading("Transactions")).await;
    app.click(button("Created Any")).await;
    app.click(button("Today").inside(dialog("Filter by created"))).await;
    let minutes = "const at = new Date(Date.now()); return at.getHours() * 60 + at.getMinutes();";
    let since_midnight = app.run(minutes, Vec::new()).await.as_f64().unwrap_or_default();
    // Put back to shortly before midnight, then it passes.
    for minutes in [0.0, -since_midnight - 5.0, 7.0] {
        wait_minutes(&app, minutes).await;
        app.press(Key::Shift).await;
        follows_today(&app, &service).await;
    }
}

async fn follows_today(app: &TestApp, service: &Service) {
    let day = "const at = new Date(Date.now()), two = (number) => String(number).padStart(2, '0');
        return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;";
    let today = app.run(day, Vec::new()).await;
    let today = today.as_str().unwrap_or_default();
    let words = NaiveDate::parse_from_str(today, "%Y-%m-%d").expect("a day").format("%-d %b %Y");
    app.shows(&format!("Today, {words}")).await;
    let is_asked = || {
        let ends = [format!("createdStart={today}"), format!("createdEnd={today}")];
        service.request_paths().iter().any(|path| ends.iter().all(|end| path.contains(end)))
    };
    for _ in 0..200 {
        if is_asked() {
            return;
        }
        app.painted().await;
    }
    panic!("no list of {today} was asked for: {:?}", service.request_paths());
}

/// A computer that slept for a weekend is locked when it is looked at, whatever else became of its clock.
#[tokio::test(flavor = "multi_thread")]
async fn the_lock_counts_what_passed_by_either_clock() {
    let app = in_sandbox().await;
    // Put back by a day: the time that is left is neither longer nor shorter.
    wait_minutes(&app, -24.0 * 60.0).await;
    app.press(Key::Shift).await;
    wait_minutes(&app, 9.3).await;
    app.says(region("Lock"), "Tapline locks soon").await;
    app.press(Key::Shift).await;
    app.gone(region("Lock")).await;
    wait_minutes(&app, 60.0 * 60.0).await;
    app.see(heading("Tapline is locked")).await;
    app.click(button("Unlock the sandbox")).await;
    app.see(link("Retail north")).await;
    assert_eq!(app.run("return document.querySelector('[data-retry]');", Vec::new()).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_age_follows_the_clock_and_never_gets_younger() {
    let app = in_sandbox().await;
    crate::merchants::open_list(&app).await;
    wait_minutes(&app, 5.0).await;
    app.shows("5 min ago").await;
    wait_minutes(&app, -24.0 * 60.0).await;
    wait_minutes(&app, 0.0).await;
    app.press(Key::Shift).await;
    app.shows("5 min ago").await;
}
