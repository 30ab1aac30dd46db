//! Transactions: the list with its panels, one transaction in the pane and one as a page.

use crate::{Key, button, dialog, field, group, heading, region, status, tab};

use super::Step::{Click, Control, Fill, Gone, Press, Says, See, Shows};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "transactions",
    begin: Begin::Connected,
    screens: &[
        Screen::new("transactions", "/transactions", &[See(|| heading("Transactions")), Shows("of 2,000")]),
        Screen::new(
            "brushed",
            "/transactions?f.amount.value=20..50",
            &[Says(|| status("Rows in the range"), "of 2,000")],
        ),
        Screen::new(
            "filter-created",
            "/transactions",
            &[Click(|| button("Created Any")), See(|| dialog("Filter by created"))],
        ),
        Screen::new(
            "filter-add",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("Filter by created")),
                Click(|| button("Filter").inside(group("Filters"))),
                See(|| dialog("Add a filter")),
            ],
        ),
        Screen::new(
            "columns",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("Add a filter")),
                Click(|| button("Columns and rows")),
                See(|| dialog("Columns and rows")),
            ],
        ),
        Screen::new(
            "views",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("Columns and rows")),
                Click(|| button("Saved views")),
                See(|| dialog("Saved views")),
            ],
        ),
        Screen::new(
            "filter-state",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("Saved views")),
                Click(|| button("Status Any")),
                See(|| dialog("Filter by status")),
            ],
        ),
        Screen::new(
            "filtered",
            "",
            &[
                Click(|| button("Declined").inside(dialog("Filter by status"))),
                Shows("81 transactions"),
                Click(|| button("Filter").inside(group("Filters"))),
                Click(|| button("Amount").inside(dialog("Add a filter"))),
                Fill(|| field("Minimum"), "100"),
                Press(Key::Enter),
                Shows("· of "),
            ],
        ),
        Screen::new("export", "", &[Click(|| button("Export")), See(|| dialog("Export transactions"))]),
        Screen::new(
            "none-match",
            "",
            &[
                Click(|| button("Back to the list")),
                Control('f'),
                super::Step::Type("nowhere to be found"),
                Shows("No rows match"),
            ],
        ),
        Screen::new(
            "pane",
            "/transactions",
            &[
                Shows("of 2,000"),
                Control('f'),
                Press(Key::Down),
                Press(Key::Down),
                Press(Key::Enter),
                See(|| button("Close pane")),
                See(|| region("Timeline")),
            ],
        ),
        Screen::new(
            "transaction",
            "/transactions/id/T20261101000003",
            &[See(|| group("Actions")), See(|| region("Explain"))],
        ),
        Screen::new("transaction-raw", "", &[Click(|| tab("Raw JSON")), Shows("\"tranId\"")]),
        Screen::new("transaction-gone", "/transactions/id/T1", &[See(|| button("Try again"))]),
    ],
};
