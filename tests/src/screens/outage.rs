//! Banners over the whole window: a token that ends, has ended or is refused, a lock that is near, and a service that goes away.

use crate::{Key, TestApp, button, dialog, field, heading, link, region, status};
use serde_json::json;

use super::Step::{Click, Do, Fill, Press, Says, See, Stop};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "outage",
    begin: Begin::Expiring,
    screens: &[
        Screen::new(
            "token-expiring",
            "/limits",
            &[See(|| link("Retail north")), Says(|| region("Token"), "expires in")],
        ),
        Screen::new(
            "token-expired",
            "/limits/id/12",
            &[
                See(|| field("CVM limit")),
                Do(|app, _| Box::pin(later(app, 5.0))),
                Says(|| region("Token"), "has expired"),
            ],
        ),
        Screen::new(
            "token-refused",
            "",
            &[
                Fill(|| field("CVM limit"), "66.07"),
                Click(|| button("Review")),
                Click(|| button("Save")),
                Says(|| status("Result"), "failed: "),
                Says(|| region("Token"), "no longer accepts the token"),
            ],
        ),
        Screen::new(
            "lock-near",
            "/merchants",
            &[
                See(|| link("Hotel Adler")),
                Do(|app, _| Box::pin(later(app, 9.3))),
                Says(|| region("Lock"), "locks soon"),
            ],
        ),
        Screen::new(
            "unreachable",
            "",
            &[
                Press(Key::Shift),
                Stop,
                Press(Key::F5),
                See(|| button("Try now").inside(region("Service unreachable"))),
            ],
        ),
        Screen::new("unreachable-list", "/settlements", &[See(|| heading("Settlements"))]),
        Screen::new(
            "unreachable-connections",
            "",
            &[Click(|| button("Switch connection")), See(|| dialog("Switch connection"))],
        ),
    ],
};

/// As if so many minutes had gone by.
async fn later(app: &TestApp, minutes: f64) {
    let script = "const now = Date.now.bind(Date), by = arguments[0] * 60000; Date.now = () => now() + by;
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));";
    app.run(script, vec![json!(minutes)]).await;
}
