//! Dialogs that move money, and the three possible outcomes of a call.

use crate::{Key, button, dialog, field, group, heading, region, status};

use super::Step::{Click, Do, Fill, Gone, Press, Says, See, Type};
use super::{Area, Begin, Screen};

const PASSWORD: &str = "sandbox-admin";

pub(super) const AREA: Area = Area {
    name: "money",
    begin: Begin::Connected,
    screens: &[
        Screen::new(
            "refund",
            "/transactions/id/T20261101000003",
            &[
                See(|| group("Actions")),
                See(|| region("Explain")),
                Click(|| button("Refund…")),
                Fill(|| field("Amount"), "20.00"),
                Fill(|| field("Reason"), "One item returned"),
                See(|| dialog("Refund 20.00 EUR")),
            ],
        ),
        Screen::new(
            "refund-errors",
            "",
            &[Fill(|| field("Amount"), "60.00"), Click(|| button("Refund 60.00 EUR").inside(dialog("")))],
        ),
        Screen::new(
            "refund-refused",
            "",
            &[
                Fill(|| field("Amount"), "20.00"),
                Click(|| field("Admin password")),
                Type("wrong"),
                Click(|| button("Refund 20.00 EUR")),
                Says(|| status("Result"), "Refused"),
            ],
        ),
        Screen::new(
            "refund-done",
            "",
            &[
                Click(|| button("Back to the form")),
                Click(|| field("Admin password")),
                Type(PASSWORD),
                Click(|| button("Refund 20.00 EUR")),
                Says(|| status("Result"), "Done"),
            ],
        ),
        Screen::new(
            "refunded",
            "",
            &[Click(|| button("Close")), Gone(|| dialog("")), Says(|| region("Timeline"), "One item")],
        ),
        Screen::new(
            "void",
            "/transactions/id/T20261101000001",
            &[
                See(|| group("Actions")),
                See(|| heading("23.80 EUR")),
                Click(|| button("Void…")),
                See(|| dialog("Void 23.80 EUR")),
            ],
        ),
        Screen::new(
            "receipt",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Click(|| button("Email receipt…")),
                See(|| field("Email")),
            ],
        ),
        Screen::new(
            "capture",
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
            "void-unknown",
            "",
            &[
                Press(Key::Escape),
                Gone(|| dialog("")),
                Do(|app, service| {
                    Box::pin(async move {
                        let sale = service.sale_of_fault(6603).await;
                        super::go(app, &format!("/transactions/id/{sale}")).await;
                    })
                }),
                See(|| heading("66.03 CHF")),
                Click(|| button("Void…")),
                See(|| field("Admin password")),
                Type(PASSWORD),
                Click(|| button("Void 66.03 CHF")),
                Says(|| status("Result"), "Unconfirmed"),
            ],
        ),
        Screen::new(
            "open-attempt",
            "",
            &[Click(|| button("Close, keep checking")), See(|| button("Resolve manually…"))],
        ),
        Screen::new(
            "close-by-hand",
            "",
            &[Click(|| button("Resolve manually…")), See(|| dialog("Resolve manually"))],
        ),
    ],
};
