//! Acquirer profiles.

use crate::{button, field, heading, link, radio, region, tab};

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
            "acquirer-review",
            "",
            &[
                Fill(|| field("Add EMV configuration for Visa"), ""),
                Click(|| button("Review")),
                See(|| heading("Review 1 change")),
            ],
        ),
    ],
};
