//! The first window, without a connection.

use crate::{Key, button, dialog, disclosure, field, heading, link, radio, region};

use super::Step::{Click, Fill, Gone, Press, See, Shows};
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
        Screen::new("advanced", "", &[Click(|| disclosure("Advanced"))]),
        Screen::new(
            "start-errors",
            "",
            &[
                Click(|| radio("LIVE")),
                Fill(|| field("Name"), "Real desk"),
                Fill(|| field("Address"), "pay.example.com"),
                Click(|| button("Save without connecting")),
                Shows("Address must begin with"),
            ],
        ),
        Screen::new("guide", "", &[Press(Key::F1), See(|| dialog("Guide")), Shows("First five minutes")]),
        Screen::new(
            "first-steps",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Click(|| button("Open the sandbox")),
                See(|| link("Retail north")),
                See(|| region("First steps")),
            ],
        ),
    ],
};
