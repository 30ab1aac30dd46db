//! Settlements: the list, a batch, and its dialogs.

use crate::{Key, button, dialog, field, heading, region, status, tab};

use super::Step::{Click, Fill, Gone, Hides, Press, Says, See, Shows};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "settlements",
    begin: Begin::Connected,
    screens: &[
        Screen::new(
            "settlements",
            "/settlements",
            &[
                See(|| heading("Settlements")),
                Shows("batches"),
                Says(|| region("Thirty days"), "Differences · "),
                Hides("not compared yet"),
            ],
        ),
        Screen::new(
            "batch-differs",
            "/settlements/id/B20261118004",
            &[Says(|| region("Totals"), "don't add up")],
        ),
        Screen::new("batch", "/settlements/id/B20261103602", &[See(|| button("Settle…"))]),
        Screen::new("settle", "", &[Click(|| button("Settle…")), See(|| dialog("Settle batch"))]),
        Screen::new(
            "report",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Click(|| button("Send report…")),
                See(|| dialog("Send report")),
            ],
        ),
        Screen::new("report-errors", "", &[Click(|| button("Send report")), Shows("Email is empty")]),
        Screen::new(
            "report-done",
            "",
            &[
                Fill(|| field("Email"), "ann@shop.example"),
                Click(|| button("Send report")),
                Says(|| status("Result"), "Done"),
            ],
        ),
        Screen::new("batch-raw", "/settlements/id/B20261118004", &[Click(|| tab("Raw JSON"))]),
    ],
};
