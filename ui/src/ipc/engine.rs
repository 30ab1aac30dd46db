//! The page's access to the web engine: time, zones, randomness, observers.

mod focus;

use tapline_contract::history::OperationId;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::hold;
use super::running::Running;
pub(crate) use focus::{
    Way, focus, focus_if_lost, focus_soon, focus_unless_moved, in_page_order, stay_at_heading, to_region,
    to_the_top,
};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["window", "navigator", "clipboard"], js_name = writeText, catch)]
    async fn write_text(text: &str) -> Result<JsValue, JsValue>;
}

/// Copies shown text to the clipboard; needs a key press or a click. No secret is ever shown, so none is copied.
pub(crate) async fn copy(text: &str) -> bool {
    write_text(text).await.is_ok()
}

/// A fresh operation id: 128 random bits.
pub(crate) fn mint() -> OperationId {
    let mut bits = [0u8; 16];
    // The engine's own random source; it exists in every web view that Tapline runs in.
    getrandom::fill(&mut bits).expect("the web engine has crypto.getRandomValues");
    OperationId(format!("{:032x}", u128::from_be_bytes(bits)))
}

/// Age of `then` at `now`, both from [`now`]: "less than a minute ago", "12 min ago". Steps are at least a minute, because each new text makes
/// the engine draw for half a second.
pub(crate) fn ago(then: f64, now: f64) -> String {
    let (step, unit) = ago_in(then, now);
    match ((now - then).max(0.0) / step).floor() {
        0.0 => "less than a minute ago".to_owned(),
        many => format!("{many} {unit} ago"),
    }
}

/// Time at which the text of [`ago`] changes.
pub(crate) fn ago_changes(then: f64, now: f64) -> f64 {
    let (step, _) = ago_in(then, now);
    then + ((now - then).max(0.0) / step + 1.0).floor() * step
}

/// Milliseconds of a step, and its unit.
fn ago_in(then: f64, now: f64) -> (f64, &'static str) {
    if now - then < 7_200_000.0 { (60_000.0, "min") } else { (3_600_000.0, "h") }
}

/// The page's own time in milliseconds since 1970, as the clock was when the page was loaded: for intervals, deadlines and ages.
/// It never goes back and follows the faster of two clocks: the wall clock stands still or goes back when it is corrected, the
/// steady clock stands still while the computer sleeps.
pub(crate) fn now() -> f64 {
    let steady = leptos::prelude::window().performance().map_or(0.0, |performance| performance.now());
    RUNNING.with_borrow_mut(|running| {
        running.get_or_insert_with(|| Running::new(wall(), steady)).advance(wall(), steady)
    })
}

/// The computer's wall clock in milliseconds since 1970: for days and for the expiry of a token.
pub(crate) fn wall() -> f64 {
    js_sys::Date::now()
}

thread_local! {
    static RUNNING: std::cell::RefCell<Option<Running>> = const { std::cell::RefCell::new(None) };
}

/// A timestamp in milliseconds since 1970; `None` if unreadable.
pub(crate) fn instant(text: &str) -> Option<f64> {
    let at = js_sys::Date::new(&JsValue::from_str(&with_colon(text))).get_time();
    (!at.is_nan()).then_some(at)
}

/// A time of [`now`] as wall clock time, `14:02:10`.
pub(crate) fn clock(at: f64) -> String {
    time_of_day(at - (now() - wall()))
}

fn time_of_day(milliseconds: f64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(milliseconds));
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

/// Milliseconds without a gesture until the person counts as idle.
const IDLE: u64 = 300;

pub(crate) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(crate) const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A timestamp in local time for columns, "3 Nov 2026, 14:58:07"; `None` if unreadable. Cheap enough for a window of rows.
pub(crate) fn moment(text: &str) -> Option<String> {
    let date = js_sys::Date::new(&JsValue::from_str(&with_colon(text)));
    if date.get_time().is_nan() {
        return None;
    }
    let month = MONTHS.get(date.get_month() as usize)?;
    Some(format!("{} {month} {}, {}", date.get_date(), date.get_full_year(), time_of_day(date.get_time())))
}

/// Local date of today or of some days before, `2026-11-02`.
pub(crate) fn day_before(days: u32) -> String {
    let today = js_sys::Date::new(&JsValue::from_f64(wall()));
    let day = today.get_date().cast_signed() - days.cast_signed();
    let date =
        js_sys::Date::new_with_year_month_day(today.get_full_year(), today.get_month().cast_signed(), day);
    format!("{}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// Days in UTC up to and including this one, `2026-11-02`; empty if it is no date.
pub(crate) fn days_until(last: &str, count: u32) -> Vec<String> {
    let end = utc_day(last).get_time();
    let day = |before: u32| {
        let date = js_sys::Date::new(&JsValue::from_f64(end - f64::from(before) * 86_400_000.0));
        format!("{}-{:02}-{:02}", date.get_utc_full_year(), date.get_utc_month() + 1, date.get_utc_date())
    };
    if end.is_nan() { Vec::new() } else { (0..count).rev().map(day).collect() }
}

/// The day some days after this one, both in UTC.
pub(crate) fn day_after(day: &str, days: i32) -> String {
    let moved = utc_day(day).get_time() + f64::from(days) * 86_400_000.0;
    let date = js_sys::Date::new(&JsValue::from_f64(moved));
    format!("{}-{:02}-{:02}", date.get_utc_full_year(), date.get_utc_month() + 1, date.get_utc_date())
}

/// Weekday from Sunday, day and month of a day in UTC: (3, 18, "Nov").
pub(crate) fn day_parts(day: &str) -> (u32, u32, &'static str) {
    let date = utc_day(day);
    let month = MONTHS.get(date.get_utc_month() as usize).copied().unwrap_or_default();
    (date.get_utc_day(), date.get_utc_date(), month)
}

/// "Wednesday, 18 Nov 2026", by the calendar alone.
pub(crate) fn day_words(day: &str) -> String {
    let date = utc_day(day);
    let (weekday, number, month) = day_parts(day);
    let weekday = WEEKDAYS.get(weekday as usize).copied().unwrap_or_default();
    format!("{weekday}, {number} {month} {}", date.get_utc_full_year())
}

fn utc_day(day: &str) -> js_sys::Date {
    js_sys::Date::new(&JsValue::from_str(&format!("{day}T00:00:00Z")))
}

/// Milliseconds until the local date changes. A day has 23 or 25 hours when the clocks change.
pub(crate) fn until_midnight() -> f64 {
    let date = js_sys::Date::new(&JsValue::from_f64(wall()));
    date.set_hours(24);
    date.set_minutes(0);
    date.set_seconds(0);
    date.set_milliseconds(0);
    (date.get_time() - wall()).max(0.0)
}

/// Current offset of this computer from UTC, in minutes; positive if ahead.
pub(crate) fn zone_offset() -> i32 {
    let behind = js_sys::Date::new(&JsValue::from_f64(wall())).get_timezone_offset();
    #[expect(clippy::cast_possible_truncation, reason = "a zone is less than a day off")]
    let behind = behind as i32;
    -behind
}

/// Name of the time zone, "Europe/Madrid"; "local time" if the engine doesn't know it.
pub(crate) fn zone_name() -> String {
    of_computer("timeZone").unwrap_or_else(|| "local time".to_owned())
}

/// Language and country of the computer, "de-AT"; empty if the engine doesn't know them.
pub(crate) fn locale() -> String {
    of_computer("locale").unwrap_or_default()
}

fn of_computer(option: &str) -> Option<String> {
    let options =
        js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new()).resolved_options();
    js_sys::Reflect::get(&options, &JsValue::from_str(option)).ok()?.as_string()
}

/// 64 random bits.
pub(crate) fn random() -> u64 {
    let mut bits = [0u8; 8];
    // See [`mint`].
    getrandom::fill(&mut bits).expect("the web engine has crypto.getRandomValues");
    u64::from_be_bytes(bits)
}

/// A unique number: 48 random bits.
pub(crate) fn fresh_number() -> u64 {
    random() >> 16
}

/// A timestamp of the service or of core in local time with its zone, "3 Nov 2026, 14:58 CET"; unreadable text is returned
/// unchanged.
pub(crate) fn local_time(text: &str) -> String {
    let date = js_sys::Date::new(&JsValue::from_str(&with_colon(text)));
    if date.get_time().is_nan() {
        return text.to_owned();
    }
    let options = js_sys::Object::new();
    for (key, value) in [
        ("day", "numeric"),
        ("month", "short"),
        ("year", "numeric"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("timeZoneName", "short"),
    ] {
        let _ = js_sys::Reflect::set(&options, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    // The engine abbreviates September with four letters, our columns with three.
    String::from(date.to_locale_string("en-GB", &options)).replace("Sept ", "Sep ")
}

/// Rewrites an offset of the service, `+0000`, to `+00:00`, which the engine needs.
fn with_colon(text: &str) -> String {
    let bytes = text.as_bytes();
    let at = bytes.len().saturating_sub(5);
    let plain = bytes.len() > 19
        && matches!(bytes[at], b'+' | b'-')
        && bytes[at + 1..].iter().all(u8::is_ascii_digit);
    if plain { format!("{}:{}", &text[..at + 3], &text[at + 3..]) } else { text.to_owned() }
}

pub(crate) fn window_width() -> f64 {
    leptos::prelude::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default()
}

pub(crate) fn window_height() -> f64 {
    leptos::prelude::window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default()
}

/// True on macOS, whose keyboards have Cmd.
pub(crate) fn is_mac() -> bool {
    leptos::prelude::window().navigator().platform().is_ok_and(|system| system.starts_with("Mac"))
}

/// Runs `then` after some milliseconds.
pub(crate) fn later(milliseconds: u64, then: impl FnOnce() + 'static) {
    leptos::prelude::set_timeout(then, std::time::Duration::from_millis(milliseconds));
}

/// Waits some milliseconds.
pub(crate) async fn rest(milliseconds: u64) {
    called(|then| later(milliseconds, then)).await;
}

/// Waits until the current page is painted; while the window is out of sight, until it is visible again.
pub(crate) async fn painted() {
    called(|then| leptos::prelude::request_animation_frame(move || later(0, then))).await;
}

/// Waits until the callback given to `when` is called.
async fn called(when: impl FnOnce(Box<dyn FnOnce()>)) {
    let mut then = None;
    let promise = js_sys::Promise::new(&mut |resolve, _| then = Some(resolve));
    when(Box::new(move || {
        if let Some(resolve) = then {
            // Resolving a promise cannot fail.
            let _ = resolve.call0(&JsValue::NULL);
        }
    }));
    // This promise is never rejected.
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

thread_local! {
    /// Number of key and mouse presses.
    static GESTURES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// Waits until the person has not pressed a key or the mouse for a moment.
pub(crate) async fn idle() {
    loop {
        let before = GESTURES.get();
        rest(IDLE).await;
        if GESTURES.get() == before {
            return;
        }
    }
}

/// Counts key and mouse presses before any handler runs.
pub(crate) fn count_gestures() {
    hold::first(&["pointerdown", "keydown"], || GESTURES.set(GESTURES.get().wrapping_add(1)));
}

/// Upper-case text. The engine knows the capitals of all scripts; Rust's table would enlarge the page's first part.
pub(crate) fn capital(text: &str) -> String {
    js_sys::JsString::from(text).to_upper_case().into()
}

/// True while a question is in front of the page.
pub(crate) fn is_question_open() -> bool {
    leptos::prelude::document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some())
}

/// True for an event in a text field, where the engine's own menu has cut, copy and paste.
pub(crate) fn is_text_field(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.matches("input, textarea").unwrap_or(false))
}

/// Path within the window of the link that the event targets, if any.
pub(crate) fn link_of(event: &web_sys::Event) -> Option<String> {
    let link = event.target()?.dyn_into::<web_sys::Element>().ok()?.closest("a[href^='/']").ok()??;
    let href = link.get_attribute("href")?;
    Some(href.split('?').next().unwrap_or_default().to_owned())
}
