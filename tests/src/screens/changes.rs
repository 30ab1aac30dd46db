//! Many changes at once: the matrix, a change set from its first cell to its undo, and the history of a configuration.

use crate::{Key, Record, button, dialog, field, grid, group, heading, link, region, status};

use super::Step::{Click, Control, Do, Fill, Gone, Press, Says, See, Shows, Type};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "changes",
    begin: Begin::Connected,
    screens: &[
        Screen::new("change-sets", "/change-sets", &[See(|| heading("Change set"))]),
        Screen::new(
            "matrix",
            "/limits/matrix",
            &[
                See(|| grid("Matrix")),
                Says(|| status("Differences"), "differ"),
                Press(Key::F8),
                Press(Key::F8),
                Says(|| region("Cell"), "Retail north, CVM limit: 25.00"),
            ],
        ),
        Screen::new(
            "matrix-value",
            "",
            &[
                Control('f'),
                Type("visa"),
                Press(Key::Down),
                Control('a'),
                Says(|| status("Selected"), "9 selected"),
                Press(Key::Enter),
                See(|| dialog("Change CVM limit")),
                Control('a'),
                Type("50.00"),
                Says(|| group("Preview"), "Retail north"),
            ],
        ),
        Screen::new(
            "matrix-changed",
            "",
            &[
                Press(Key::Enter),
                Gone(|| dialog("Change CVM limit")),
                Says(|| status("Unsaved changes"), "2 changes"),
            ],
        ),
        Screen::new("new-change-set", "/change-sets", &[See(|| heading("New change set"))]),
        Screen::new(
            "change-set",
            "",
            &[
                Fill(|| field("Reason"), "PIN limit 50 for all Visa"),
                Press(Key::Enter),
                Says(|| group("Progress"), "2 records not changed yet."),
                Says(|| status("Affects"), "terminals"),
            ],
        ),
        Screen::new(
            "change-set-pane",
            "",
            &[
                Click(|| link("Visa · Retail north").inside(grid("Change set"))),
                Says(|| region("Changes"), "CVM limit"),
            ],
        ),
        Screen::new(
            "change-set-apply",
            "",
            &[
                Click(|| button("Close pane")),
                Click(|| button("Apply 2 changes")),
                See(|| dialog("Apply 2 changes")),
            ],
        ),
        Screen::new(
            "change-set-stopped",
            "",
            &[
                Do(|_, service| {
                    Box::pin(async move {
                        let seen = service.record(17).await;
                        let params = seen.params.replace("\"clCVMLimit\":50", "\"clCVMLimit\":4000");
                        service.change(&Record { params, ..seen }).await;
                    })
                }),
                Click(|| button("Apply 2 changes").inside(dialog("Apply 2 changes"))),
                Says(|| status("Stopped"), "Stopped"),
            ],
        ),
        Screen::new(
            "change-set-again",
            "",
            &[Click(|| button("Try 1 change again")), See(|| dialog("Try 1 change again"))],
        ),
        Screen::new(
            "change-set-undo",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("Try 1 change again")),
                Says(|| group("Progress"), "1 applied, 1 conflict"),
                Click(|| button("Undo…")),
                Shows("Undo 1 of 2 changes"),
            ],
        ),
        Screen::new(
            "matrix-compare",
            "/limits/matrix",
            &[
                See(|| grid("Matrix")),
                Control('f'),
                Control('a'),
                Type("visa at"),
                Press(Key::Down),
                Control('a'),
                Says(|| status("Selected"), "2 selected"),
                Click(|| button("Compare")),
                See(|| dialog("Compare two configurations")),
            ],
        ),
        Screen::new(
            "matrix-copy",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Click(|| button("Copy all parameters…")),
                See(|| dialog("Copy all parameters")),
            ],
        ),
        Screen::new(
            "history",
            "/limits/id/12",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                See(|| field("CVM limit")),
                Click(|| button("History")),
                See(|| heading("Activity")),
                See(|| link("Changed Visa").inside(grid("Activity"))),
            ],
        ),
    ],
};
