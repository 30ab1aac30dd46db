//! The main job: start, editor, review, save, undo, one picture a step.

use serde_json::json;
use tapline_contract::commands::{Desk, GetDesk};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::ListEmv;
use tapline_contract::wire::{Page, PageQuery};
use tapline_contract::{Call, Command, Endpoint};
use tapline_tests::{
    Setup, TestApp, button, dialog, field, grid, group, heading, link, navigation, radio, region, slider,
    status, tab,
};

use crate::pictures::Pictures;

const CONFIGURATION: &str = "Retail north";

struct Tour {
    app: TestApp,
    pictures: Pictures,
}

/// Says at the end what the service had before, after saving and after the undo.
pub(crate) async fn tour() {
    let app = TestApp::with(Setup::default()).await;
    let mut tour = Tour { app, pictures: Pictures::begin("tour") };

    let before = tour.look().await;
    tour.change().await;
    let saved = tour.save().await;
    let undone = tour.undo().await;
    tour.other_looks().await;

    println!(
        "\nThe record as the service has it\nbefore: {}\nsaved:  {}\nundone: {}",
        shown(&before),
        shown(&saved),
        shown(&undone)
    );
    let expected = params(&before).replace("\"clCVMLimit\":2500", "\"clCVMLimit\":5000");
    assert_eq!(params(&saved), expected, "saving changed something else than the CVM limit");
    assert_eq!(params(&undone), params(&before), "the undo did not bring back what was there");
    tour.pictures.close();
}

impl Tour {
    /// Start, overview, editor. Gives the record as it is before.
    async fn look(&mut self) -> EmvConfig {
        self.app.see(heading("Welcome to Tapline")).await;
        self.step("start", "The start page: the sandbox is one click away.").await;
        self.app.click(button("Open the sandbox")).await;
        self.app.see(link(CONFIGURATION)).await;
        self.step("limits", "Every configuration a lane on one amount axis.").await;
        let before = self.record().await;
        self.app.click(link(CONFIGURATION)).await;
        self.app.see(heading("Visa · Retail north")).await;
        self.app.has_value(field("CVM limit"), "25.00").await;
        self.step("editor", "One Visa configuration; its CVM limit is 25.00.").await;
        before
    }

    /// The CVM limit is dragged; what now happens at three amounts.
    async fn change(&mut self) {
        self.app.drag_to_amount(slider("CVM limit handle"), slider("Floor limit handle"), 50.0).await;
        self.app.has_value(field("CVM limit"), "50.00").await;
        self.step(
            "dragged",
            "The handle was dragged with the mouse to 50.00; the saved state stays as a hollow mark.",
        )
        .await;
        for (amount, answer) in [
            ("49.99", "Online, no PIN"),
            ("50.00", "Online, PIN or signature required"),
            ("50.01", "Online, PIN or signature required"),
        ] {
            self.app.fill(field("Amount"), amount).await;
            self.app.says(status("What happens at"), answer).await;
            self.app.says(status("What happens at"), amount).await;
            self.step(&format!("at-{}", amount.replace('.', "-")), &format!("At {amount}: {answer}.")).await;
        }
    }

    /// Review on both tabs, save. Gives the record as it is then.
    async fn save(&mut self) -> EmvConfig {
        self.app.click(button("Review")).await;
        self.app.see(heading("Review 1 change")).await;
        self.step("review", "The review: before and after, in money and in words.").await;
        self.app.click(tab("Raw JSON")).await;
        self.step("review-raw", "The same as the JSON that will be sent.").await;
        self.app.click(tab("Changes")).await;
        self.app.click(button("Save")).await;
        self.app.says(status("Result"), "Saved").await;
        self.step("saved", "Saved: compared, sent once, read back.").await;
        self.record().await
    }

    /// Undo from the history. Gives the record as it is then.
    async fn undo(&mut self) -> EmvConfig {
        self.app.click(link("Activity")).await;
        self.app.click(link("Changed Visa · Retail north").inside(grid("Activity"))).await;
        self.app.see(button("Undo")).await;
        self.step("activity", "What was changed from this computer, with undo.").await;
        self.app.click(button("Undo")).await;
        self.app.says(status("Result"), "Undone").await;
        self.step("undone", "The change was undone, with the same comparison before the write.").await;
        self.app.click(button("Back to Limits")).await;
        self.app.see(link(CONFIGURATION)).await;
        self.step("limits-again", "The limits as they were.").await;
        self.record().await
    }

    async fn theme(&mut self, name: &str) {
        self.app.click(button("Settings")).await;
        self.app.click(radio(name).inside(group("Theme"))).await;
        self.app.click(button("Close").inside(dialog("Settings"))).await;
    }

    /// Table, dark, small.
    async fn other_looks(&mut self) {
        self.app.click(tab("Table")).await;
        self.app.see(region("Limits as a table")).await;
        self.step("table", "The same facts as a table.").await;
        self.app.click(tab("Axis")).await;
        self.theme("Dark").await;
        self.step("dark-limits", "The overview in the dark theme.").await;
        self.app.click(link(CONFIGURATION)).await;
        self.app.fill(field("CVM limit"), "50.00").await;
        self.step("dark-editor", "The editor in the dark theme.").await;
        self.app.click(button("Review")).await;
        self.app.see(heading("Review 1 change")).await;
        self.step("dark-review", "The review in the dark theme.").await;
        self.app.click(button("Keep editing")).await;
        self.theme("Light").await;
        self.app.resize((1024, 640)).await;
        self.step("small-editor", "The editor in the smallest window, 1024 × 640.").await;
        self.app.click(button("Discard")).await;
        self.app.click(link("Limits").inside(navigation("Areas"))).await;
        self.app.see(link(CONFIGURATION)).await;
        self.step("small-limits", "The overview in the smallest window.").await;
    }

    async fn step(&mut self, name: &str, words: &str) {
        self.pictures.take(&self.app, name, words).await;
    }

    /// The configuration as the service has it, read through the door that the page uses.
    async fn record(&self) -> EmvConfig {
        let state: Desk = self.through_the_door(GetDesk::NAME, "null").await;
        let session = state.session.unwrap_or_else(|| panic!("no connection is open"));
        let call: Call<ListEmv> = Call::new(session.connection.id, (), PageQuery::ALL, ());
        let payload = serde_json::to_string(&call).unwrap_or_else(|cause| panic!("{cause}"));
        let page: Page<EmvConfig> = self.through_the_door(ListEmv::NAME, &payload).await;
        let found = page.records.into_iter().find(|record| record.id == EmvId::from(12));
        found.unwrap_or_else(|| panic!("the service lists no configuration 12"))
    }

    async fn through_the_door<T: serde::de::DeserializeOwned>(&self, name: &str, payload: &str) -> T {
        let call = "
            const [name, payload, done] = arguments;
            window.__TAURI_INTERNALS__.invoke('invoke', { name, operation: null, payload })
                .then((answer) => done({ answer: new TextDecoder().decode(answer) }), (failure) => done({ failure: String(failure) }));";
        let answer = self.app.run_async(call, vec![json!(name), json!(payload)]).await;
        let text = answer["answer"].as_str().unwrap_or_else(|| panic!("{name} failed: {answer}"));
        serde_json::from_str(text).unwrap_or_else(|cause| panic!("{name}: {cause}"))
    }
}

fn params(record: &EmvConfig) -> &str {
    record.params.text()
}

fn shown(record: &EmvConfig) -> String {
    let text = |text: Option<&str>| text.unwrap_or("not set").to_owned();
    format!(
        "id {} · {} · method {} · updated {}\n        {}",
        record.id,
        record.name(),
        text(record.payment_method.as_deref()),
        text(record.updated_at.as_deref()),
        params(record)
    )
}
