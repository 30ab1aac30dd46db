//! Limits: the lanes, a configuration, and what becomes of changing it. Activity too: there is something in it then.

use crate::{
    Key, Record, TestApp, button, checkbox, dialog, disclosure, field, grid, heading, link, region, slider,
    status, tab,
};

use super::Step::{Click, Do, Fill, Gone, Hides, Press, Says, See, Shows};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "limits",
    begin: Begin::Connected,
    screens: &[
        Screen::new(
            "limits",
            "/limits",
            &[See(|| link("Retail north")), Shows(" sales in the last 30 days"), Hides("so far")],
        ),
        Screen::new("limits-fold", "", &[Click(|| button("6 with the same limits").inside(region("Visa")))]),
        Screen::new(
            "limits-legend",
            "",
            &[
                Click(|| button("6 with the same limits").inside(region("Visa"))),
                Click(|| button("How to read the axis")),
            ],
        ),
        Screen::new(
            "limit-moved",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Do(|app, _| Box::pin(move_limit(app))),
                Says(|| status("Impact on past sales"), "merchants of this configuration"),
            ],
        ),
        Screen::new(
            "limits-selected",
            "",
            &[
                Press(Key::Escape),
                Gone(|| region("Selected configurations")),
                Click(|| button("Outliers ")),
                Click(|| checkbox("Select all ")),
                Says(|| status("Preview"), "Match the others"),
            ],
        ),
        Screen::new(
            "limits-country",
            "",
            &[
                Click(|| button("Clear selection")),
                Click(|| button("Outliers ")),
                Fill(|| field("Filter by name"), "country:nl"),
                Says(|| status("Not shown"), "also affects other countries"),
            ],
        ),
        Screen::new(
            "limits-countries",
            "",
            &[Click(|| button("Country…")), See(|| button("All countries").inside(dialog("Countries")))],
        ),
        Screen::new(
            "limits-table",
            "",
            &[
                Click(|| button("All countries").inside(dialog("Countries"))),
                Click(|| tab("Table")),
                See(|| region("Limits as a table")),
            ],
        ),
        Screen::new("editor", "/limits/id/12", &[See(|| field("CVM limit"))]),
        Screen::new("editor-more", "", &[Click(|| disclosure("At each limit"))]),
        Screen::new("editor-error", "", &[Fill(|| field("CVM limit"), "a lot"), Press(Key::Tab)]),
        Screen::new("editor-changed", "", &[Fill(|| field("CVM limit"), "50.00")]),
        Screen::new("limits-draft", "/limits", &[See(|| region("Unsaved changes"))]),
        Screen::new(
            "leave",
            "",
            &[
                Do(|app, _| {
                    Box::pin(async move {
                        app.close_window();
                    })
                }),
                See(|| dialog("Close Tapline?")),
            ],
        ),
        Screen::new(
            "review",
            "",
            &[Click(|| button("Stay")), Click(|| button("Review")), See(|| heading("Review 1 change"))],
        ),
        Screen::new("review-raw", "", &[Click(|| tab("Raw JSON"))]),
        Screen::new(
            "conflict",
            "",
            &[
                Do(|_, service| {
                    Box::pin(async move {
                        let seen = service.record(12).await;
                        let params = seen.params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000");
                        service.change(&Record { params, ..seen }).await;
                    })
                }),
                Click(|| button("Save")),
                See(|| heading("Visa · Retail north: conflict")),
            ],
        ),
        Screen::new(
            "saved",
            "",
            &[
                Click(|| button("Use all yours")),
                Click(|| button("Save merged")),
                Says(|| status("Result"), "Saved"),
            ],
        ),
        Screen::new(
            "refused",
            "/limits/id/11",
            &[
                Fill(|| field("CVM limit"), "66.01"),
                Click(|| button("Review")),
                Click(|| button("Save")),
                Says(|| status("Result"), "failed: "),
            ],
        ),
        Screen::new(
            "unknown",
            "",
            &[
                Click(|| button("Keep editing")),
                Fill(|| field("CVM limit"), "66.09"),
                Click(|| button("Review")),
                Click(|| button("Save")),
                Says(|| status("Result"), "Unconfirmed"),
            ],
        ),
        Screen::new(
            "activity",
            "/activity",
            &[
                See(|| heading("Activity")),
                // A change opens in the pane next to the list, which leads back. The save that met a conflict has the
                // same words.
                Fill(|| field("Filter by change"), "40.00 EUR → 50.00 EUR"),
                Click(|| link("Changed Visa · Retail north").inside(grid("Activity"))),
                See(|| button("Undo")),
            ],
        ),
        Screen::new("undone", "", &[Click(|| button("Undo")), Says(|| status("Result"), "Undone")]),
        Screen::new(
            "editor-meanwhile",
            "/limits/id/14",
            &[
                Fill(|| field("CVM limit"), "40.00"),
                Do(|_, service| {
                    Box::pin(async move {
                        let seen = service.record(14).await;
                        let params = seen.params.replace("\"clCVMLimit\":5000", "\"clCVMLimit\":3000");
                        service.change(&Record { params, ..seen }).await;
                    })
                }),
                Press(Key::F5),
                Says(|| status("Changed meanwhile"), "changed after you began"),
            ],
        ),
        Screen::new("versions", "", &[Click(|| button("Compare versions")), See(|| region("Versions"))]),
        Screen::new("limits-delete", "/limits/id/13/delete", &[See(|| heading("Delete Visa"))]),
        Screen::new("limits-gone", "/limits/id/999", &[See(|| heading("Configuration not found"))]),
        Screen::new("limits-new", "/limits/new", &[See(|| heading("New configuration"))]),
        Screen::new(
            "limits-new-form",
            "",
            &[Click(|| button("Visa")), See(|| field("Application identifiers"))],
        ),
    ],
};

/// Moves the CVM limit of a lane to 50.00, as a pull does.
async fn move_limit(app: &TestApp) {
    let cvm = || slider("CVM limit of Visa · Retail north");
    app.tab_to(link("Retail north")).await;
    app.tab_to(cvm()).await;
    for _ in 0..2 {
        app.press_with(Key::Shift, Key::Right).await;
    }
    for _ in 0..5 {
        app.press(Key::Right).await;
    }
}
