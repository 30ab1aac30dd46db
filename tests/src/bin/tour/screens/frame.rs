//! The frame: what lies over every page, the looks of the whole window, and the lock.

use tapline_tests::{Key, TestApp, button, dialog, field, heading, link, radio, region, status};

use super::Step::{Click, Control, Do, Gone, Press, Says, See, Shows, Type};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "frame",
    begin: Begin::Connected,
    screens: &[
        Screen::new(
            "palette",
            "/merchants",
            &[
                See(|| link("Hotel Adler")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("re"),
            ],
        ),
        Screen::new(
            "explain",
            "/transactions",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("23.80 3900"),
                Says(|| status("Answer"), "23.80 EUR is below"),
            ],
        ),
        Screen::new(
            "explain-amount",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("23.80"),
                Says(|| status("Answer"), "23.80 EUR: "),
                Shows("ends in 3900"),
            ],
        ),
        Screen::new(
            "keys",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("Keyboard shortcuts"),
                Shows("Keyboard shortcuts"),
                Press(Key::Enter),
                See(|| dialog("Keyboard shortcuts")),
            ],
        ),
        Screen::new(
            "settings",
            "",
            &[Press(Key::Escape), Gone(|| dialog("")), Control(','), See(|| dialog("Settings"))],
        ),
        Screen::new(
            "about",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("About Tapline"),
                Shows("About Tapline"),
                Press(Key::Enter),
                See(|| dialog("About Tapline")),
            ],
        ),
        Screen::new(
            "connections",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("Switch connection…"),
                Shows("Switch connection…"),
                Press(Key::Enter),
                See(|| dialog("Switch connection")),
            ],
        ),
        Screen::new("narrow-rail", "", &[Press(Key::Escape), Gone(|| dialog("")), Control('b')]),
        Screen::new("contrast-settings", "", &[Control('b'), Control(','), Click(|| radio("High contrast"))]),
        Screen::new(
            "contrast-limits",
            "/limits",
            &[Click(|| button("Close")), Gone(|| dialog("")), See(|| link("Retail north"))],
        ),
        Screen::new("contrast-editor", "/limits/id/12", &[See(|| field("CVM limit"))]),
        Screen::new("contrast-transaction", "/transactions/id/T20261101000003", &[See(|| region("Explain"))]),
        Screen::new("contrast-board", "/profiles/id/prof_retail_de", &[See(|| region("Acceptances"))]),
        Screen::once(
            "zoom-editor",
            "/limits/id/12",
            &[
                Control(','),
                Click(|| radio("Normal contrast")),
                Press(Key::Escape),
                Gone(|| dialog("")),
                See(|| field("CVM limit")),
                Do(|app, _| {
                    Box::pin(async move {
                        for _ in 0..5 {
                            app.press_with(Key::Control, '+').await;
                        }
                    })
                }),
                Do(|app, _| Box::pin(narrow(app))),
            ],
        ),
        Screen::once("zoom-limits", "/limits", &[See(|| heading("Limits"))]),
        Screen::once(
            "zoom-transactions",
            "/transactions",
            &[See(|| heading("Transactions")), Shows("2,000")],
        ),
        Screen::once("zoom-transaction", "/transactions/id/T20261101000003", &[See(|| region("Explain"))]),
        Screen::once(
            "zoom-refund",
            "",
            &[
                // The mouse counts pixels of the window, the page enlarged ones.
                Do(|app, _| {
                    Box::pin(async move {
                        app.run("document.getElementById('act-refund').click();", Vec::new()).await;
                    })
                }),
                See(|| dialog("Refund")),
            ],
        ),
        Screen::once(
            "zoom-board",
            "/profiles/id/prof_retail_de",
            &[Press(Key::Escape), Gone(|| dialog("")), See(|| region("Acceptances"))],
        ),
        Screen::once("zoom-merchant-edit", "/merchants/id/M100000008/edit", &[See(|| field("MCC"))]),
        Screen::once("zoom-owner", "/owner", &[See(|| region("Email sender"))]),
        Screen::new(
            "locked",
            "/limits",
            &[Control('0'), See(|| heading("Limits")), Control('l'), See(|| heading("Tapline is locked"))],
        ),
    ],
};

/// Waits until the page is half as wide as the window.
async fn narrow(app: &TestApp) {
    let script = "
        const done = arguments[arguments.length - 1], until = performance.now() + 10000;
        const look = () => innerWidth < 660 || performance.now() > until ? done(innerWidth) : setTimeout(look, 30);
        look();";
    let width = app.run_async(script, Vec::new()).await;
    assert!(
        width.as_u64().is_some_and(|width| width < 660),
        "the page is {width} wide and not half the window"
    );
}
