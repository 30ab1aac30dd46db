//! Limits: the lanes, a configuration, and what becomes of changing it. Activity too: there is something in it then.

use tapline_tests::{Record, button, dialog, disclosure, field, grid, heading, link, region, status, tab};

use super::Step::{Click, Do, Fill, Says, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "limits",
    begin: Begin::Connected,
    screens: &[
        Screen::new("limits", "/limits", &[See(|| link("Retail north"))]),
        Screen::new("limits-table", "", &[Click(|| tab("Table")), See(|| region("Limits as a table"))]),
        Screen::new("editor", "/limits/id/12", &[See(|| field("CVM limit"))]),
        Screen::new("editor-more", "", &[Click(|| disclosure("At each limit"))]),
        Screen::new("editor-error", "", &[Fill(|| field("CVM limit"), "a lot")]),
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
                See(|| heading("Visa · Retail north: three versions")),
            ],
        ),
        Screen::new(
            "saved",
            "",
            &[
                Click(|| button("Use all mine")),
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
                Says(|| status("Result"), "Not applied"),
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
                Fill(|| field("Filter by what"), "40.00 EUR → 50.00 EUR"),
                Click(|| link("Changed Visa · Retail north").inside(grid("Activity"))),
                See(|| button("Undo")),
            ],
        ),
        Screen::new("undone", "", &[Click(|| button("Undo")), Says(|| status("Result"), "Undone")]),
        Screen::new("limits-delete", "/limits/id/13/delete", &[See(|| heading("Delete Visa"))]),
        Screen::new("limits-gone", "/limits/id/999", &[See(|| heading("Not found"))]),
        Screen::new("limits-new", "/limits/new", &[See(|| heading("New configuration"))]),
        Screen::new(
            "limits-new-form",
            "",
            &[Click(|| button("Visa")), See(|| field("Application identifiers"))],
        ),
    ],
};
