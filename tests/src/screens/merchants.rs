//! Merchants, and the owner above them.

use crate::{alert, button, field, heading, link, radio, region, status, tab};
use serde_json::Value;

use super::Step::{Click, Do, Fill, Says, See, Shows};
use super::{Area, Begin, Screen};

pub(super) const AREA: Area = Area {
    name: "merchants",
    begin: Begin::Connected,
    screens: &[
        Screen::new("merchants", "/merchants", &[See(|| link("Hotel Adler"))]),
        Screen::new(
            "merchant",
            "/merchants/id/M100000008",
            &[
                See(|| region("Terminals")),
                Shows("Hospitality AT, Parking"),
                Shows(" loaded transactions · since"),
                Shows("Card restricted"),
            ],
        ),
        Screen::new("merchant-details", "", &[Click(|| tab("Details")), See(|| region("Contact"))]),
        Screen::new("merchant-raw", "", &[Click(|| tab("Raw JSON"))]),
        Screen::new("merchant-edit", "/merchants/id/M100000008/edit", &[See(|| heading("Edit Hotel Adler"))]),
        Screen::new(
            "merchant-errors",
            "",
            &[
                Fill(|| field("MCC"), "70"),
                Fill(|| field("Contact email"), "ann"),
                Click(|| button("Review")),
                See(|| alert("")),
            ],
        ),
        Screen::new(
            "merchant-review",
            "",
            &[
                Fill(|| field("MCC"), "7012"),
                Fill(|| field("Contact email"), "ann@shop.example"),
                Click(|| button("Review")),
                See(|| heading("Review 2 changes to Hotel Adler")),
            ],
        ),
        Screen::new(
            "merchant-conflict",
            "",
            &[
                Do(|_, service| {
                    Box::pin(async move {
                        let mut theirs = service.merchant("M100000008").await;
                        theirs["mcc"] = Value::from("7032");
                        theirs["contactName"] = Value::from("Eva Egger");
                        service.change_merchant(&theirs).await;
                    })
                }),
                Click(|| button("Save")),
                See(|| heading("Hotel Adler: conflict")),
            ],
        ),
        Screen::new(
            "merchant-saved",
            "",
            &[Click(|| radio("MCC: yours")), Click(|| button("Save")), Says(|| status("Result"), "Saved")],
        ),
        Screen::new("merchant-new", "/merchants/new", &[See(|| field("Merchant name"))]),
        Screen::new("owner", "/owner", &[See(|| region("Email sender"))]),
        Screen::new("owner-raw", "", &[Click(|| tab("Raw JSON"))]),
    ],
};
