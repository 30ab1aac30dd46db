//! A LIVE session: the strip, and questions that need more typing there.

use crate::{Key, button, dialog, field, group, heading, link, radio, region};

use super::Step::{Click, Fill, Gone, Press, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "live",
    begin: Begin::Live,
    screens: &[
        Screen::new("live-limits", "/limits", &[See(|| link("Retail north"))]),
        Screen::new(
            "live-refund",
            "/transactions/id/T20261101000003",
            &[
                See(|| group("Actions")),
                See(|| region("Explain")),
                Click(|| button("Refund…")),
                Fill(|| field("Amount"), "20.00"),
                See(|| dialog("Refund 20.00 EUR")),
            ],
        ),
        Screen::new(
            "live-capture",
            "/transactions/id/T20261101000002",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                See(|| heading("180.00 EUR")),
                Click(|| button("Capture…")),
                See(|| dialog("Capture 180.00 EUR")),
            ],
        ),
        Screen::new(
            "live-settle",
            "/settlements/id/B20261101001",
            &[Press(Key::Escape), Gone(|| dialog("")), Click(|| button("Settle…")), See(|| dialog("Settle"))],
        ),
        Screen::new(
            "live-decommission",
            "/terminals/of/M100000001/id/CD-H3N8T2WA",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Click(|| button("Decommission…")),
                See(|| radio("SDK-4F1A20B7").inside(dialog("Decommission Counter 1"))),
            ],
        ),
        Screen::new(
            "live-delete",
            "/limits/id/13/delete",
            &[Press(Key::Escape), Gone(|| dialog("")), See(|| heading("Delete Visa"))],
        ),
    ],
};
