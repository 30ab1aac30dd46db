//! The first window, without a connection.

use tapline_tests::{Key, button, dialog, disclosure, field, heading, radio};

use super::Step::{Click, Fill, Press, See, Shows};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "start",
    begin: Begin::Start,
    screens: &[
        Screen::new("start", "", &[See(|| heading("Add connection"))]),
        Screen::new(
            "add-connection",
            "",
            &[Fill(|| field("Name"), "Support desk"), Fill(|| field("Address"), "https://pay.example.com")],
        ),
        Screen::new(
            "start-errors",
            "",
            &[
                Click(|| radio("LIVE")),
                Fill(|| field("Name"), "Real desk"),
                Fill(|| field("Address"), "pay.example.com"),
                Click(|| disclosure("Advanced")),
                Click(|| button("Save without connecting")),
                Shows("Address must begin with"),
            ],
        ),
        Screen::new("guide", "", &[Press(Key::F1), See(|| dialog("Guide")), Shows("First five minutes")]),
    ],
};
