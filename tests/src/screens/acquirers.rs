//! Acquirer profiles.

use crate::{alert, button, field, heading, link, radio, region, tab};

use super::Step::{Click, Fill, See};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "acquirers",
    begin: Begin::Connected,
    screens: &[
        Screen::new("acquirers", "/acquirers", &[See(|| link("Rheinbank Cards EUR"))]),
        Screen::new("usage", "/acquirers/usage/configuration/12", &[See(|| link("Caisse 1"))]),
        Screen::new("usage-table", "", &[Click(|| radio("Table"))]),
        Screen::new("acquirer", "/acquirers/id/301", &[See(|| region("Used by"))]),
        Screen::new("acquirer-raw", "", &[Click(|| tab("Raw JSON"))]),
        Screen::new("acquirer-delete", "/acquirers/id/301/delete", &[See(|| heading("Delete Rheinbank"))]),
        Screen::new("acquirer-edit", "/acquirers/id/301/edit", &[See(|| heading("Edit Rheinbank"))]),
        Screen::new(
            "acquirer-picker",
            "",
            &[
                Fill(|| field("Request timeout"), "45000"),
                Fill(|| field("Add EMV configuration for Visa"), "Retail"),
            ],
        ),
        Screen::new(
            "acquirer-errors",
            "",
            &[
                Fill(|| field("Add EMV configuration for Visa"), ""),
                Fill(|| field("Currency"), "euro"),
                Click(|| button("Review")),
                See(|| alert("")),
            ],
        ),
        Screen::new(
            "acquirer-review",
            "",
            &[
                Fill(|| field("Currency"), "EUR"),
                Click(|| button("Review")),
                See(|| heading("Review 1 change")),
            ],
        ),
        Screen::new("acquirer-review-raw", "", &[Click(|| tab("Raw JSON"))]),
        Screen::new("acquirer-new", "/acquirers/new", &[See(|| heading("New acquirer profile"))]),
    ],
};
