//! Profiles: the list, the board and what it finds, acceptances, values, and what gateways say.

use crate::{alert, button, checkbox, dialog, field, heading, link, radio, region, status};

use super::Step::{Click, Fill, Gone, Says, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "profiles",
    begin: Begin::Connected,
    screens: &[
        Screen::new("profiles", "/profiles", &[See(|| link("Retail DE"))]),
        Screen::new("profile-raw", "/profiles/id/prof_retail_de/raw", &[See(|| link("Raw JSON"))]),
        Screen::new("board", "/profiles/id/prof_retail_de", &[See(|| region("Acceptances"))]),
        Screen::new(
            "board-findings",
            "",
            &[
                Click(|| checkbox("Amex via Visa, Rheinbank")),
                Click(|| button("Unbind Visa, host until 2025")),
            ],
        ),
        Screen::new(
            "acceptance",
            "",
            &[Click(|| button("Edit Visa, Rheinbank")), See(|| dialog("Edit acceptance"))],
        ),
        Screen::new(
            "acceptance-add",
            "",
            &[
                Click(|| button("Back to bindings")),
                Gone(|| dialog("")),
                Click(|| button("Add acceptance")),
                Click(|| radio("From another profile")),
            ],
        ),
        Screen::new(
            "profile-values",
            "",
            &[
                Click(|| button("Back to bindings")),
                Gone(|| dialog("")),
                Click(|| link("All values")),
                See(|| field("MCC")),
            ],
        ),
        Screen::new(
            "profile-errors",
            "",
            &[Fill(|| field("MCC"), "58"), Click(|| button("Review")), See(|| alert(""))],
        ),
        Screen::new(
            "profile-review",
            "",
            &[
                Fill(|| field("MCC"), "5812"),
                Click(|| button("Review")),
                See(|| heading("Review 3 changes to Retail DE")),
            ],
        ),
        Screen::new("profile-saved", "", &[Click(|| button("Save")), Says(|| status("Result"), "Saved")]),
        Screen::new(
            "sign-on",
            "/profiles/id/prof_kiosk_nl",
            &[
                See(|| region("Acceptances")),
                Click(|| button("Sign on 2 acceptances")),
                See(|| dialog("Sign on Kiosk NL?")),
            ],
        ),
        Screen::new(
            "signed-on",
            "",
            &[
                Click(|| button("Sign on 2 acceptances").inside(dialog("Sign on"))),
                Says(|| status("Sign-on result"), "1 of 2"),
            ],
        ),
        Screen::new("disable-profile", "", &[Click(|| button("Disable profile")), See(|| dialog("Disable"))]),
        Screen::new(
            "disabled-profile",
            "",
            &[
                Click(|| button("Disable profile").inside(dialog("Disable"))),
                Says(|| status("Status change"), "Disabled"),
            ],
        ),
        Screen::new("profile-new", "/profiles/new", &[See(|| field("Profile name"))]),
    ],
};
