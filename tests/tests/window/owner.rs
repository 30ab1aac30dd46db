//! The owner of the token, as the service names it.

use tapline_scripted::{Answer, Server};
use tapline_tests::reference::{Operation, Reference};
use tapline_tests::{Key, TestApp, button, dialog, heading, region};

use crate::steps::in_sandbox;

/// Goes to the owner by the menu of the connection.
pub(crate) async fn go_to_owner(app: &TestApp) {
    app.run("document.querySelector('.strip-menu').click();", Vec::new()).await;
    app.click(button("Owner: the account").inside(dialog("Connection"))).await;
}

pub(crate) async fn open_owner(app: &TestApp) {
    go_to_owner(app).await;
    app.see(heading("Owner").inside(region("Owner"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_is_shown_without_the_password_of_its_mail() {
    let app = in_sandbox().await;
    open_owner(&app).await;
    for text in ["Acme", "grp-acme-0001", "Changed"] {
        app.says(region("Owner"), text).await;
    }
    assert_eq!(app.texts("ul[aria-label='Message formats'] li").await, ["ISO8583", "JSON"]);
    for text in ["Acme receipts", "receipts@acme.example", "password", "hidden"] {
        app.says(region("Email sender"), text).await;
    }
    let page = app.run("return document.documentElement.outerHTML;", Vec::new()).await.to_string();
    assert!(!page.contains("sandbox-mail"), "the password is in the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_is_read_again_and_stays_when_that_fails() {
    let service = Reference::start();
    let fails = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let silent = std::sync::Arc::clone(&fails);
    let behavior = service.except(Operation::named("GetOwner"), move |_, _| {
        silent.load(std::sync::atomic::Ordering::SeqCst).then(|| Answer::json(503, "{}").steps())
    });
    let server = Server::start(behavior);
    let app = crate::money::on(&server).await;
    open_owner(&app).await;
    app.says(region("Owner"), "Northern Payments").await;
    service.world(|world| world.owner["groupName"] = serde_json::json!("Southern Payments"));
    app.press(Key::F5).await;
    app.says(region("Owner"), "Southern Payments").await;
    fails.store(true, std::sync::atomic::Ordering::SeqCst);
    app.press(Key::F5).await;
    app.shows("may be out of date").await;
    app.says(region("Owner"), "Southern Payments").await;
    fails.store(false, std::sync::atomic::Ordering::SeqCst);
    // It is tried by itself; whoever does not want to wait may be too late to press it.
    app.gone(button("Try now")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_document_does_not_name_is_shown_as_it_reads() {
    let service = Reference::start();
    service.world(|world| {
        world.owner["region"] = serde_json::json!("North \"A\"");
        world.owner["flags"] = serde_json::json!("{\"a\":1}");
        world.owner["depth"] = serde_json::json!({"of": [1.5, null]});
    });
    let server = Server::start(service.behavior());
    let app = crate::money::on(&server).await;
    open_owner(&app).await;
    for text in ["North \"A\"", "{\"a\":1}", "{\"of\":[1.5,null]}"] {
        app.says(region("Other fields"), text).await;
    }
    let shown = app.text(region("Other fields")).await;
    assert!(!shown.contains('\\'), "{shown}");
}
