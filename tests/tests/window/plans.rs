//! Plans: gathered in reviews, saved as a file, reviewed, applied, verified and undone; and one that a conflict stops.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tapline_scripted::Gate;
use tapline_tests::reference::{Operation, Reference};
use tapline_tests::{
    Key, Press, Record, Service, TestApp, button, checkbox, dialog, field, grid, group, heading, link,
    region, status,
};

use crate::steps::{RETAIL_NORTH, connect, open_of, review, type_cvm_limit};
use crate::unreadable_answer;

/// Three configurations whose CVM limit is not 70.00: scheme, name, id.
pub(crate) const THREE: [(&str, &str, u64); 3] =
    [("Visa", "Retail north", RETAIL_NORTH), ("Visa", "Retail FR", 15), ("Mastercard", "Retail DE", 21)];

pub(crate) async fn edit(app: &TestApp, scheme: &str, name: &str) {
    open_of(app, scheme, name).await;
    type_cvm_limit(app, "70.00").await;
    review(app).await;
    app.click(button("Add to a change set…")).await;
    app.see(dialog("Save as a change set")).await;
}

/// A plan of the three is open in its page, and nothing was sent.
pub(crate) async fn open_plan(app: &mut TestApp, service: &Service) {
    connect(app, service).await;
    for (scheme, name, _) in &THREE[..2] {
        edit(app, scheme, name).await;
        app.click(button("Add it and select another")).await;
        app.see(heading("Limits")).await;
    }
    app.see(link("Change set: 2 changes")).await;
    let (scheme, name, _) = THREE[2];
    edit(app, scheme, name).await;
    app.is_disabled(button("Save as a change set")).await;
    app.fill(field("Reason"), "PIN limit 70 for the trial shops").await;
    app.click(button("Save as a change set")).await;
    app.says(status("Change set"), "3 changes written to tapline-change-set-sandbox-").await;
    app.click(button("Discard it and open the change set")).await;
    app.see(heading("Change set")).await;
    app.shows("PIN limit 70 for the trial shops").await;
    app.shows("CVM limit 25.00 EUR → 70.00 EUR").await;
    app.says(group("Progress"), "3 records not changed yet.").await;
    assert!(service.changes().is_empty(), "nothing was sent");
}

/// Applies the open plan with the button that begins with this name, and agrees to the question.
pub(crate) async fn apply(app: &TestApp, name: &str) {
    app.click(button(name)).await;
    app.click(button(name).inside(dialog(name))).await;
}

async fn limits(service: &Service) -> Vec<Option<u64>> {
    let records = service.records().await;
    let of = |(_, _, id): &(&str, &str, u64)| {
        records.iter().find(|record| record.id == *id).and_then(|record| record.number("clCVMLimit"))
    };
    THREE.iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_is_saved_applied_verified_and_taken_back() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    open_plan(&mut app, &service).await;
    let before = limits(&service).await;

    app.says(status("Impact on past sales"), " loaded sales would no longer need a PIN").await;
    app.click(link("Visa · Retail north").inside(grid("Change set"))).await;
    app.says(region("Changes"), "CVM limit").await;
    app.says(region("Effect"), "verification").await;
    app.says(region("Effect"), "Affects").await;
    app.says(region("State"), "Unchanged").await;
    app.click(button("Close pane")).await;

    apply(&app, "Apply 3 changes").await;
    app.says(group("Progress"), "3 applied.").await;
    app.says(group("Progress"), "3 records changed").await;
    assert_eq!(limits(&service).await, [Some(7000); 3]);
    assert_eq!(service.changes().len(), 3);
    app.click(link("Visa · Retail north").inside(grid("Change set"))).await;
    app.says(region("State"), "Applied.").await;
    app.see(link("Open the change in Activity")).await;
    app.click(button("Close pane")).await;

    app.click(button("Undo…")).await;
    app.shows("Undo: PIN limit 70 for the trial shops").await;
    app.holds_keyboard(heading("Change set")).await;
    app.shows("CVM limit 70.00 EUR → 25.00 EUR").await;
    apply(&app, "Apply 3 changes").await;
    app.says(group("Progress"), "3 applied.").await;
    assert_eq!(limits(&service).await, before);
    app.click(button("Verify")).await;
    app.shows("All 3 records have the new values.").await;
    app.says(group("Progress"), "3 records changed").await;
    assert_eq!(service.changes().len(), 6);
}

/// Limit of a configuration of the document's service.
fn limit_of(reference: &Reference, id: u64) -> Option<u64> {
    let params = reference.world(|world| {
        let record = world.emv.iter().find(|record| record["id"] == id);
        record.and_then(|record| record["params"].as_str()).unwrap_or_default().to_owned()
    });
    serde_json::from_str::<Value>(&params).ok()?["clCVMLimit"].as_u64()
}

/// The first of twelve configurations was changed elsewhere. Up to seven others begin with it: their answers are held back until
/// the conflict is shown, so the rest never begins.
#[tokio::test(flavor = "multi_thread")]
async fn a_conflict_stops_a_plan_and_it_goes_on_over_it() {
    let (reference, gate) = (Reference::start(), Gate::default());
    let server = unreadable_answer::slow(&reference, "UpdateEmv", &gate);
    let app = unreadable_answer::on(&server).await;
    let record = |record: &Value| Record {
        id: record["id"].as_u64().unwrap_or_default(),
        name: record["emvName"].as_str().unwrap_or_default().to_owned(),
        method: record["paymentMethod"].as_str().unwrap_or_default().to_owned(),
        params: record["params"].as_str().unwrap_or_default().to_owned(),
    };
    let records: Vec<_> = reference.world(|world| world.emv.iter().map(record).collect());
    assert_eq!(records.len(), 12);
    let file = PlanFile::new(&file_of(&app, records, 7000).await);
    file.open(&app).await;
    app.says(group("Progress"), "12 records not changed yet").await;
    reference.world(|world| {
        let params = world.emv[0]["params"].as_str().unwrap_or_default();
        world.emv[0]["params"] = params.replace("\"clCVMLimit\":2500", "\"clCVMLimit\":4000").into();
    });

    apply(&app, "Apply 12 changes").await;
    app.says(group("Progress"), "1 conflict").await;
    app.says(status("Stopped"), "Stopped: Visa · EMV 12 has changed since the review.").await;
    gate.open();
    app.see(button("Continue with")).await;
    app.says(group("Progress"), "not started").await;
    app.says(group("Progress"), "1 with other values").await;
    app.shows("CVM limit is 40.00 EUR now. Make a new change set for it.").await;
    let sent = Operation::named("UpdateEmv").sent(&server.seen());
    assert!(sent <= 7, "{sent} were sent beside the conflict");
    app.click(link("Visa · EMV 12").inside(grid("Change set"))).await;
    app.says(
        region("State"),
        "CVM limit is 40.00 EUR now; the change set expected 25.00 EUR and sets 70.00 EUR.",
    )
    .await;
    app.click(button("Close pane")).await;
    assert_eq!(limit_of(&reference, 12), Some(4000));

    app.click(button("Continue with")).await;
    let continues = || button("Continue with").inside(dialog("Continue with"));
    app.says(status("Changed meanwhile"), "Tick “Continue after a conflict”").await;
    app.is_disabled(continues()).await;
    app.click(checkbox("Continue after a conflict")).await;
    app.says(status("Changed meanwhile"), "someone else changed. To change it, make a new change set.").await;
    app.click(continues()).await;
    app.says(group("Progress"), "11 applied, 1 conflict.").await;
    app.gone(status("Stopped")).await;
    app.see(button("Try 1 change again")).await;
    app.click(button("Verify")).await;
    app.shows("11 of 12 changed. Others: Visa · EMV 12 (other values).").await;
    app.click(button("Undo…")).await;
    app.shows("Undo 11 of 12 changes: All of them").await;
    app.shows("1 change isn't part of this undo").await;
    for id in 12..=23 {
        assert_eq!(limit_of(&reference, id), Some(if id == 12 { 4000 } else { 7000 }), "{id}");
    }
    assert_eq!(Operation::named("UpdateEmv").sent(&server.seen()), 11, "each was sent once");
}

/// More than a window shows and than end before a person pauses.
const MANY: usize = 150;

/// A service with so many configurations of one kind more.
pub(crate) async fn branches(many: usize) -> Service {
    let service = Service::start().await;
    for number in 0..many {
        let params = r#"{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}"#;
        let (name, method) = (format!("Branch {number:03}"), "01".to_owned());
        service.create(&Record { id: 0, name, method, params: params.to_owned() }).await;
    }
    service
}

/// The file of a plan that sets the CVM limit of all branches to 70.00.
pub(crate) async fn file_of_branches(app: &TestApp, service: &Service) -> String {
    file_setting(app, service, 7000).await
}

/// The file of a plan that sets the CVM limit of all branches to so many minor units.
pub(crate) async fn file_setting(app: &TestApp, service: &Service, limit: u64) -> String {
    let branches = service.records().await.into_iter().filter(|record| record.name.starts_with("Branch"));
    file_of(app, branches.collect(), limit).await
}

/// The file of a plan that sets the CVM limit of these to so many minor units, made by core as for a review.
async fn file_of(app: &TestApp, records: Vec<Record>, limit: u64) -> String {
    let items: Vec<_> = records
        .into_iter()
        .map(|record| {
            let mut params: Value = serde_json::from_str(&record.params).unwrap_or_default();
            params["clCVMLimit"] = json!(limit);
            let seen = json!({"id": record.id, "emvName": record.name, "paymentMethod": record.method, "params": record.params});
            json!({"kind": "emv", "record": seen, "draft": {"params": params, "emvName": record.name, "paymentMethod": record.method}})
        })
        .collect();
    let script = "
        const [items, done] = arguments;
        const call = (name, payload) => window.__TAURI_INTERNALS__
            .invoke('invoke', { name, operation: null, payload: JSON.stringify(payload) })
            .then((answer) => JSON.parse(new TextDecoder().decode(answer)));
        call('GetDesk', null)
            .then((desk) => call('MakePlan', { connection: desk.session.connection.id, why: 'All of them', items }))
            .then(done, (error) => done(`refused: ${error}`));";
    let text = app.run_async(script, vec![json!(items)]).await;
    text.as_str().map(str::to_owned).unwrap_or_default()
}

/// A plan as a file of the computer, until this is dropped.
pub(crate) struct PlanFile {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl PlanFile {
    pub(crate) fn new(text: &str) -> PlanFile {
        assert!(text.starts_with(r#"{"format":"tapline-plan""#), "{text:.300}");
        // A path without capital letters: it is typed. Tests of one process have each their own.
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let prefix = format!("plan{}-{number}", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).rand_bytes(0).tempdir();
        let folder = folder.unwrap_or_else(|cause| panic!("{cause}"));
        let path = folder.path().join("many.jsonl");
        std::fs::write(&path, text).unwrap_or_else(|cause| panic!("{cause}"));
        PlanFile { path, _folder: folder }
    }

    /// Opens it as a person does, by the system's dialog.
    pub(crate) async fn open(&self, app: &TestApp) {
        app.press_with(Key::Control, '0').await;
        app.see(heading("Change set")).await;
        app.click(button("Open a change set…")).await;
        let typed = self.path.display().to_string();
        let keys: Vec<_> = typed.chars().map(Press::Sign).chain([Press::Return]).collect();
        app.answer_natively("Choose a change set file", &keys).await;
    }
}

static FILES: AtomicUsize = AtomicUsize::new(0);

#[tokio::test(flavor = "multi_thread")]
async fn a_long_plan_is_chosen_paused_and_goes_on_while_another_page_is_shown() {
    let service = branches(MANY).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    let created = service.changes().len();
    let text = file_of_branches(&app, &service).await;
    let file = PlanFile::new(&text);
    file.open(&app).await;
    app.shows("All of them").await;
    app.says(group("Progress"), "150 records not changed yet").await;

    apply(&app, "Apply 150 changes").await;
    app.click(button("Pause")).await;
    app.says(status("Stopped"), "Stopped. Items that hadn't begun weren't sent.").await;
    app.see(button("Continue with")).await;
    let paused = service.changes().len() - created;
    assert!(paused < MANY, "it was paused before its end");

    apply(&app, "Continue with").await;
    app.click(link("Activity")).await;
    app.see(heading("Activity")).await;
    // The strip leads back while it runs; it may be over by then.
    app.press_with(Key::Control, '0').await;
    app.comes_to(group("Progress"), |text| text.contains("150 applied.")).await;
    app.says(group("Progress"), "150 records changed").await;
    assert_eq!(service.changes().len() - created, MANY, "each was sent once");
    let rows = app.texts("#plan-grid tbody tr").await.len();
    assert!(rows < 80, "{rows} rows are in the page");
}
