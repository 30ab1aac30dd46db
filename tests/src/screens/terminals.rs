//! Terminals: whose, the list, one, its form, a new code, and the ends.

use crate::{alert, button, dialog, disclosure, field, heading, link, radio, region, status, tab};

use super::Step::{Click, Fill, Gone, Says, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "terminals",
    begin: Begin::Connected,
    screens: &[
        Screen::new("all-terminals", "/terminals", &[See(|| link("Rezeption"))]),
        Screen::new("terminals", "/terminals/of/M100000001", &[See(|| link("Counter 1"))]),
        Screen::new("terminal", "/terminals/of/M100000001/id/CD-H3N8T2WA", &[See(|| region("Times"))]),
        Screen::new(
            "secret",
            "",
            &[Click(|| button("Reveal Admin password")), See(|| button("Hide Admin password"))],
        ),
        Screen::new("terminal-raw", "", &[Click(|| tab("Raw JSON"))]),
        Screen::new("decommission", "", &[Click(|| button("Decommission…")), See(|| dialog("Decommission"))]),
        Screen::new(
            "log-out",
            "",
            &[
                Click(|| button("Keep terminal")),
                Gone(|| dialog("")),
                Click(|| tab("Details")),
                Click(|| button("Log out…")),
                See(|| dialog("Log out Counter 1")),
                See(|| radio("SDK-4F1A20B7")),
            ],
        ),
        Screen::new(
            "logged-out",
            "",
            &[Click(|| button("Log out Counter 1")), Says(|| status("Result"), "Logged out")],
        ),
        Screen::new(
            "terminal-edit",
            "/terminals/of/M100000001/id/CD-K9R4V7PC/edit",
            &[See(|| field("Name")), Click(|| button("Add parameter"))],
        ),
        Screen::new(
            "terminal-errors",
            "",
            &[Fill(|| field("Name"), ""), Click(|| button("Review")), See(|| alert(""))],
        ),
        Screen::new(
            "terminal-review",
            "",
            &[
                Fill(|| field("Name"), "Main bar"),
                Click(|| button("Review")),
                See(|| heading("Review 1 change")),
            ],
        ),
        Screen::new("terminal-saved", "", &[Click(|| button("Save")), Says(|| status("Result"), "Saved")]),
        Screen::new(
            "activate",
            "/terminals/of/M100000002/activate",
            &[See(|| heading("Activate a terminal")), Click(|| disclosure("Override EMV"))],
        ),
        Screen::new(
            "code",
            "",
            &[
                Fill(|| field("Name"), "Terrace"),
                Click(|| button("Create activation code")),
                See(|| region("Activation code")),
            ],
        ),
    ],
};
