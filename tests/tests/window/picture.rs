//! The amount axis with every odd limit that a service may hold: different values look different, and no text covers
//! another.

use std::sync::Arc;

use serde_json::json;
use tapline_scripted::Server;
use tapline_tests::reference::Reference;
use tapline_tests::{Key, TestApp, button, dialog, field, group, heading, link, navigation};

use crate::money::on;
use crate::steps::{in_sandbox, review};

/// Name, floor, CVM and transaction limit as JSON text; an empty one is missing.
const ODD: &[(&str, [&str; 3])] = &[
    ("Nothing", ["0", "0", "0"]),
    ("One", ["1", "1", "1"]),
    ("Ten nines", ["0", "5000", "9999999999"]),
    ("Nines everywhere", ["9999999999", "99999999", "999999999999"]),
    ("Twelve digits", ["0", "5000", "123456789012"]),
    ("Twelve digits thrice", ["123456789012", "123456789013", "123456789014"]),
    ("All equal", ["5000", "5000", "5000"]),
    ("Nearly equal", ["4999", "5000", "5001"]),
    ("One huge among small", ["500", "2500", "400000000"]),
    ("Crossed", ["20000", "5000", "1000"]),
    ("Text", ["0", "\"five\"", "20000"]),
    ("Missing", ["0", "5000", ""]),
    ("Too long", ["0", "5000", "18446744073709551615"]),
];

/// A service with these in addition to three ordinary ones.
fn with_odd_limits() -> Arc<Reference> {
    let service = Reference::start();
    let ordinary = ("Ordinary", ["1000", "2500", "20000"]);
    let more = [ordinary, ("Usual", ["0", "5000", "20000"]), ("Common", ["0", "5000", "25000"])];
    service.world(|world| {
        world.emv.clear();
        for (id, (name, limits)) in (100..).zip(ODD.iter().chain(&more)) {
            let keys = ["clFloorLimit", "clCVMLimit", "clTransLimit"];
            let members = keys.iter().zip(limits).filter(|(_, text)| !text.is_empty());
            let members: Vec<_> = members.map(|(key, text)| format!("\"{key}\":{text}")).collect();
            let params = format!("{{\"aid\":\"A0000000031010\",{}}}", members.join(","));
            world.emv.push(json!({
                "id": id, "groupId": "group-7", "emvVersion": "1", "emvName": name, "paymentMethod": "01", "params": params,
                "createdAt": "2026-11-01T08:00:00.000+0000", "updatedAt": "2026-11-01T08:00:00.000+0000"
            }));
        }
    });
    service
}

/// Pairs of texts that touch, among those that one reader sees side by side: the figures of a lane, the figures under the
/// axis, the texts above a large axis; and figures that leave their column.
async fn overlaps(app: &TestApp) -> Vec<String> {
    let script = "
        const found = [], shown = (e) => e.offsetParent && e.innerText.trim();
        const boxes = (scope, what) => [...scope.querySelectorAll(what)].filter(shown)
            .map((e) => ({ text: e.innerText.trim().replace(/\\s+/g, ' '), box: e.getBoundingClientRect() }));
        const apart = (a, b) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;
        const all = (where, list) => list.forEach((one, at) => list.slice(at + 1).forEach((other) =>
            apart(one.box, other.box) || found.push(`${where}: “${one.text}” and “${other.text}”`)));
        document.querySelectorAll('.lane, .picture').forEach((lane) => {
            const figures = boxes(lane, '.figure'), where = lane.querySelector('.lane-link, .muted').innerText;
            all(where, figures.concat(boxes(lane, '.lane-link, .lane-below > .muted, .lane-below > .differs, .finding-chip, .lane-says > b, .lane-says > .muted')));
        });
        const heads = [...document.querySelectorAll('.lane-head, .ticks, .axis-labels')];
        heads.forEach((head) => all(head.className, boxes(head, '.tick, .axis-zoom > *, .axis-label, .lane-head-name > span, .lane-head-says')));
        return found;";
    let found = app.run(script, Vec::new()).await;
    found.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// End of the axis, and widths of the zones of an ordinary lane as drawn, in hundredths of the track.
async fn drawn(app: &TestApp, name: &str) -> Vec<u64> {
    let script = "
        const lane = [...document.querySelectorAll('.lane')].find((l) => l.querySelector('.lane-link').innerText.trim() === arguments[0]);
        const whole = lane.querySelector('.bar').getBoundingClientRect().width;
        return [...lane.querySelectorAll('.zone')].map((z) => Math.round(100 * z.getBoundingClientRect().width / whole));";
    let widths = app.run(script, vec![json!(name)]).await;
    widths.as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_odd_limit_flattens_the_picture_or_stands_on_another() {
    let service = with_odd_limits();
    let server = Server::start(service.behavior());
    let mut app = on(&server).await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(link("Too long")).await;
    let narrow = |widths: &[u64]| widths.iter().filter(|wide| **wide >= 4).count() < 3;
    for size in [(1280, 800), (1024, 640), (640, 400)] {
        app.resize(size).await;
        app.painted().await;
        assert_eq!(overlaps(&app).await, Vec::<String>::new(), "{size:?}");
        let widths = drawn(&app, "Ordinary").await;
        assert!(!narrow(&widths), "10.00, 25.00 and 200.00 cannot be told apart: {widths:?}");
        let widths = drawn(&app, "Ten nines").await;
        assert!(
            widths.iter().any(|wide| (10..60).contains(wide)),
            "50.00 is lost beside ten nines: {widths:?}"
        );
    }
    app.resize((1280, 800)).await;
    // Each keeps its number, shown exactly.
    app.click(link("One huge among small")).await;
    app.see(heading("Visa · One huge among small")).await;
    app.has_value(field("Transaction limit"), "4000000.00").await;
    assert_eq!(overlaps(&app).await, Vec::<String>::new(), "in the editor");
    app.fill(field("CVM limit"), "30.00").await;
    review(&app).await;
    assert_eq!(overlaps(&app).await, Vec::<String>::new(), "in the review");
    let widths = "return ['.was', '.is'].map((one) => Math.round(document.querySelector('.changes td' + one).getBoundingClientRect().width));";
    let widths = app.run(widths, Vec::new()).await;
    assert_eq!(widths[0], widths[1], "before and after are equally wide");
    app.click(button("Keep editing")).await;
    app.click(button("Discard")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_high_contrast_every_zone_has_a_pattern_of_its_own() {
    let app = in_sandbox().await;
    app.click(button("How to read the axis")).await;
    let script = "
        document.documentElement.classList.add('contrast');
        return [...document.querySelectorAll('.legend .swatch')].map((one) => {
            const { backgroundImage, backgroundSize, borderTopStyle } = getComputedStyle(one);
            return borderTopStyle === 'dashed' ? 'dashed' : `${backgroundImage} ${backgroundSize}`;
        });";
    let looks = app.run(script, Vec::new()).await;
    let looks: Vec<_> =
        looks.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    assert_eq!(looks.len(), 6);
    for (at, look) in looks.iter().enumerate() {
        assert!(!look.starts_with("none"), "a zone without a pattern: {looks:?}");
        assert!(!looks[..at].contains(look), "two zones look alike: {look}");
    }
    app.press(Key::Escape).await;
    app.gone(dialog("How to read the axis")).await;
    app.holds_keyboard(button("How to read the axis")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_new_profile_follows_its_values() {
    let app = in_sandbox().await;
    app.click(link("Profiles").inside(navigation("Areas"))).await;
    app.click(button("New profile")).await;
    app.see(heading("New profile")).await;
    let gap = "return document.querySelector('.binding').getBoundingClientRect().top
        - document.querySelector('.profile-body form').getBoundingClientRect().bottom;";
    let gap = app.run(gap, Vec::new()).await.as_f64().unwrap_or(f64::MAX);
    assert!(gap < 48.0, "{gap} pixels of nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_zoom_stands_on_the_axis_and_says_what_it_shows() {
    let app = in_sandbox().await;
    let range = |words: &str| button(words).inside(group("Zoom"));
    app.is_disabled(range("0–300")).await;
    app.click(button("Zoom in")).await;
    app.see(range("0–200")).await;
    app.click(button("Zoom out")).await;
    app.click(range("0–250")).await;
    app.is_disabled(range("0–300")).await;
}

/// Two rows above the axis at the usual size of the window, and twelve rows of configurations without scrolling.
#[tokio::test(flavor = "multi_thread")]
async fn twelve_rows_are_in_sight_and_the_first_is_near_the_top() {
    let mut app = in_sandbox().await;
    let places = "return [...document.querySelectorAll('.lane')].map((one) => one.getBoundingClientRect())
        .filter((box) => box.bottom <= innerHeight).map((box) => Math.round(box.top));";
    let tops = app.run(places, Vec::new()).await;
    let tops: Vec<u64> = serde_json::from_value(tops).expect("places");
    assert!(tops.len() >= 12, "{tops:?}");
    assert!(tops[0] <= 150, "{tops:?}");
    // Enlarged, the answer of each row is next to its name, and nothing is wider than the window.
    app.resize((640, 400)).await;
    app.painted().await;
    let says = "const box = document.querySelector('.lane-says').getBoundingClientRect(); return box.right <= innerWidth && box.width > 150;";
    assert_eq!(app.run(says, Vec::new()).await, true);
}
