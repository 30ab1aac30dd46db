//! The frame: what lies over every page, the looks of the whole window, and the lock.

use crate::{Key, button, dialog, field, group, heading, link, radio, region, status};

use super::Step::{Click, Control, Gone, Press, Says, See, Shows, Type};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "frame",
    begin: Begin::Connected,
    screens: &[
        Screen::new(
            "palette",
            "/merchants",
            &[
                See(|| link("Hotel Adler")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("re"),
            ],
        ),
        Screen::new(
            "explain",
            "/transactions",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("23.10 2941"),
                Says(|| status("Answer"), "23.10 EUR"),
            ],
        ),
        Screen::new(
            "explain-pin",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("62.00 1457"),
                Says(|| status("Answer"), "62.00 EUR"),
            ],
        ),
        Screen::new(
            "explain-declined",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("80.99 7866"),
                Says(|| status("Answer"), "51"),
            ],
        ),
        Screen::new(
            "explain-approved",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("23.80 3900"),
                Says(|| status("Answer"), "23.80 EUR is below"),
            ],
        ),
        Screen::new(
            "explain-amount",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                See(|| dialog("Search, explain or run")),
                Type("23.80"),
                Says(|| status("Answer"), "23.80 EUR: "),
            ],
        ),
        Screen::new(
            "keys",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("Keyboard shortcuts"),
                Shows("Keyboard shortcuts"),
                Press(Key::Enter),
                See(|| dialog("Keyboard shortcuts")),
            ],
        ),
        Screen::new(
            "settings",
            "",
            &[Press(Key::Escape), Gone(|| dialog("")), Control(','), See(|| dialog("Settings"))],
        ),
        Screen::new(
            "about",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("About Tapline"),
                Shows("About Tapline"),
                Press(Key::Enter),
                See(|| dialog("About Tapline")),
            ],
        ),
        Screen::new(
            "connections",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Control('k'),
                Type("Switch connection…"),
                Shows("Switch connection…"),
                Press(Key::Enter),
                See(|| dialog("Switch connection")),
            ],
        ),
        Screen::new("narrow-rail", "", &[Press(Key::Escape), Gone(|| dialog("")), Control('b')]),
        Screen::new("contrast-settings", "", &[Control('b'), Control(','), Click(|| radio("High contrast"))]),
        Screen::new(
            "contrast-limits",
            "/limits",
            &[Click(|| button("Close")), Gone(|| dialog("")), See(|| link("Retail north"))],
        ),
        Screen::new("contrast-editor", "/limits/id/12", &[See(|| field("CVM limit"))]),
        Screen::new("contrast-transaction", "/transactions/id/T20261101000003", &[See(|| region("Explain"))]),
        Screen::new("contrast-board", "/profiles/id/prof_retail_de", &[See(|| region("Acceptances"))]),
        Screen::new(
            "locked",
            "/limits",
            &[
                Control(','),
                Click(|| radio("System").inside(group("Contrast"))),
                Press(Key::Escape),
                Gone(|| dialog("")),
                See(|| heading("Limits")),
                Control('l'),
                See(|| heading("Tapline is locked")),
            ],
        ),
    ],
};
