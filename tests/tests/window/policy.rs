//! The administrator's policy for this computer, as a person meets it.

use std::path::Path;

use tapline_tests::{TestApp, button, field, link, radio};

use crate::frame::act;
use crate::steps::{advanced, open_sandbox};

const POLICY: &str = r#"{
    "updates": "off",
    "idleMinutes": 5,
    "safetyFloor": "confirmAndRetype",
    "allowedAddresses": ["https://pay.example.com"],
    "defaultConnections": [
        { "name": "Head office", "environment": "LIVE", "baseAddress": "https://pay.example.com/acme" }
    ]
}"#;

async fn administered(folder: &Path, policy: &str) -> TestApp {
    std::fs::write(folder.join("policy.json"), policy).expect("the folder was made for this test");
    TestApp::in_folder(folder).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_administrator_set_is_shown_and_cannot_be_chosen_otherwise() {
    let folder = tempfile::tempdir().expect("this machine has a temporary folder");
    let app = administered(folder.path(), POLICY).await;
    app.shows("Head office").await;
    app.shows("Set by your administrator: Only these addresses are allowed: https://pay.example.com.").await;
    advanced(&app).await;
    app.shows("Set by your administrator: The safety level is at least “Confirm and retype”.").await;
    app.see(radio("Confirm and retype")).await;
    let levels = app.texts("[role=radiogroup][aria-label='Safety level'] label").await;
    assert_eq!(levels, ["Read only", "Confirm and retype"]);
    app.fill(field("Name"), "Elsewhere").await;
    app.fill(field("Address"), "https://elsewhere.example.com").await;
    app.click(button("Save without connecting")).await;
    app.shows("Your administrator allows https://pay.example.com.").await;
    app.has_value(field("Address"), "https://elsewhere.example.com").await;
    act(&app, "Settings").await;
    for line in [
        "Only these addresses are allowed: https://pay.example.com.",
        "The safety level is at least “Confirm and retype”.",
        "Tapline locks after 5 minutes at most.",
        "Updates are off.",
    ] {
        app.shows(line).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_policy_says_so_and_leaves_the_sandbox() {
    let folder = tempfile::tempdir().expect("this machine has a temporary folder");
    let app = administered(folder.path(), r#"{ "idleMinute": 5 }"#).await;
    app.shows("policy.json is wrong: unknown field `idleMinute`").await;
    open_sandbox(&app).await;
    app.see(link("Limits")).await;
}
