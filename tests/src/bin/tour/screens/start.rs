//! The first window, without a connection.

use tapline_tests::{alert, button, field, heading, radio};

use super::Step::{Click, Fill, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "start",
    begin: Begin::Start,
    screens: &[
        Screen::new("start", "", &[See(|| heading("Add connection"))]),
        Screen::new(
            "start-errors",
            "",
            &[
                Click(|| radio("LIVE")),
                Fill(|| field("Name"), "Real desk"),
                Fill(|| field("Address"), "pay.example.com"),
                Click(|| button("Connect to LIVE")),
                See(|| alert("")),
            ],
        ),
    ],
};
