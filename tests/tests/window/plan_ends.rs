//! Plans that end before their end: the window is closed while one runs, an answer is lost; and one of acquirer profiles.

use serde_json::json;
use tapline_tests::reference::Fate;
use tapline_tests::{
    Service, Setup, TestApp, button, checkbox, dialog, field, group, heading, link, navigation, region,
    status,
};

use crate::losing::Losing;
use crate::plans::{PlanFile, apply, branches, file_of_branches};
use crate::steps::{connect, open, review, type_cvm_limit};
use crate::unreadable_answer;

/// More than end before a person closes the window.
const MANY: usize = 120;

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_goes_on_after_the_window_was_closed_in_the_middle() {
    let service = branches(MANY).await;
    let mut app = TestApp::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut app, &service).await;
    let created = service.changes().len();
    let file = PlanFile::new(&file_of_branches(&app, &service).await);
    file.open(&app).await;
    apply(&app, "Apply 120 changes").await;
    app.see(button("Pause")).await;
    app.close_window();
    app.says(dialog("Close Tapline?"), "A change set is being applied").await;
    app.click_and_leave(button("Close").inside(dialog("Close Tapline?"))).await;
    let sent = service.changes().len() - created;
    assert!(sent < MANY, "it was closed before the end of the plan");

    app.reopen().await;
    app.see(link("Limits").inside(navigation("Areas"))).await;
    file.open(&app).await;
    app.says(group("Progress"), "not started").await;
    apply(&app, "Continue with").await;
    // An item that was on its way may not have been sent: the person decides, and nothing is guessed.
    let mut again = false;
    for _ in 0..10 {
        app.see(button("Pause")).await;
        let is_over = |text: &str| text.contains("unconfirmed") && !text.contains("in progress");
        let is_whole = |text: &str| text.contains("120 records changed");
        if is_whole(&app.comes_to(group("Progress"), |text| is_over(text) || is_whole(text)).await) {
            break;
        }
        app.click(button("Continue with")).await;
        if !again {
            app.click(checkbox("Resend items that three checks show unchanged")).await;
        }
        again = true;
        app.click(button("Continue with").inside(dialog("Continue with"))).await;
    }
    app.says(group("Progress"), "120 records changed").await;
    assert_eq!(service.changes().len() - created, MANY, "each was sent once");
}

/// Core reads several times before it says so.
async fn is_unknown(app: &TestApp) {
    app.see(button("Pause")).await;
    app.comes_to(group("Progress"), |text| text.contains("1 unconfirmed")).await;
    app.gone(button("Pause")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_lost_is_sent_again_when_a_person_says_so() {
    let losing = Losing::new("UpdateEmv", "GetMerchant");
    let app = unreadable_answer::on(&losing.server).await;
    open(&app, "EMV 12").await;
    type_cvm_limit(&app, "61.00").await;
    review(&app).await;
    app.click(button("Add to a change set…")).await;
    app.fill(field("Reason"), "Trial").await;
    app.click(button("Save as a change set")).await;
    app.click(button("Discard it and open the change set")).await;
    apply(&app, "Apply 1 change").await;
    is_unknown(&app).await;
    app.says(group("Progress"), "1 record not changed yet").await;
    assert_eq!(losing.sent(), 1);
    // Going on reads, and sends nothing.
    apply(&app, "Continue with 1 change").await;
    is_unknown(&app).await;
    assert_eq!(losing.sent(), 1);
    app.click(button("Continue with 1 change")).await;
    app.click(checkbox("Resend items that three checks show unchanged")).await;
    app.click(button("Continue with 1 change").inside(dialog("Continue with"))).await;
    is_unknown(&app).await;
    assert_eq!(losing.sent(), 2, "as often as a person said so");
    // The service carries both out at last, and both say the same.
    losing.speak(Fate::Done);
    app.click(button("Verify")).await;
    app.says(group("Progress"), "1 record changed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_changes_acquirer_profiles_and_takes_it_back() {
    let service = Service::start().await;
    let before = service.acquirer(301).await;
    let mut app = TestApp::open().await;
    connect(&mut app, &service).await;
    crate::acquirers::open_list(&app).await;
    crate::acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    app.click(button("Edit acquirer profile")).await;
    app.fill(field("Request timeout"), "45000").await;
    app.click(button("Review")).await;
    app.see(heading("Review 1 change to Rheinbank Cards EUR")).await;
    app.click(button("Add to a change set…")).await;
    app.fill(field("Reason"), "Slow host").await;
    app.click(button("Save as a change set")).await;
    app.says(status("Change set"), "1 change written to").await;
    app.click(button("Discard it and open the change set")).await;
    app.shows("Rheinbank Cards EUR").await;
    apply(&app, "Apply 1 change").await;
    app.says(group("Progress"), "1 applied.").await;
    let mut expected = before.clone();
    let after = service.acquirer(301).await;
    expected["connRequestTimeout"] = json!(45000);
    expected["updatedAt"] = after["updatedAt"].clone();
    assert_eq!(after, expected);
    app.click(link("Rheinbank Cards EUR")).await;
    app.says(region("State"), "Applied.").await;
    app.click(button("Close pane")).await;
    app.click(button("Undo…")).await;
    apply(&app, "Apply 1 change").await;
    app.says(group("Progress"), "1 record changed").await;
    let mut expected = before;
    expected["updatedAt"] = service.acquirer(301).await["updatedAt"].clone();
    assert_eq!(service.acquirer(301).await, expected);
}
