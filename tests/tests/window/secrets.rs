//! The token: where it is kept, and where it never is.

use std::fs;

use tapline_tests::{Service, Setup, TestApp, button, files_below, heading, link, status};

use crate::steps::{add_connection, connect, open, review, save, type_cvm_limit};

/// Its end is shown, so that a person can recognize tokens; everything before is the secret.
const SECRET: &str = "marker-5d0e27c94ab1";
const TOKEN: &str = "marker-5d0e27c94ab1-f7c3";

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_never_in_the_page_nor_in_a_file_nor_among_arguments() {
    let service = Service::with_token(TOKEN).await;
    let mut app = TestApp::open().await;
    add_connection(&mut app, &service, "Marker").await;
    app.says(status("Token"), "f7c3").await;
    not_in_the_page(&app).await;
    app.click(button("Test connection")).await;
    app.says(status("Test connection"), "accepted").await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    not_in_the_page(&app).await;

    assert_eq!(app.clipboard(), "", "the clipboard was emptied after the paste");
    for said in app.processes() {
        assert!(!said.contains(SECRET), "the token stands in arguments or environment: {said}");
    }
    let files = files_below(app.folder());
    assert!(files.iter().any(|file| file.ends_with("journal.db")), "no file of Tapline: {files:?}");
    for file in files {
        let bytes = fs::read(&file).unwrap_or_default();
        let found = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
        assert!(!found, "the token stands in {}", file.display());
    }
}

/// Everything that a script in the page could read: text, attributes, values, storage, address.
pub(crate) const EVERYTHING: &str = "
        const values = [...document.querySelectorAll('*')].map((element) => `${element.value} ${[...element.attributes].map((a) => a.value)}`);
        const stored = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
        return [document.documentElement.outerHTML, ...values, ...stored, document.cookie, location.href,
            JSON.stringify(history.state)].join('\\n');";

async fn not_in_the_page(app: &TestApp) {
    let page = app.run(EVERYTHING, Vec::new()).await.to_string();
    assert!(page.contains("Tapline"), "the script sees the page");
    assert!(!page.contains(SECRET), "the token stands in the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_keyring_a_saved_connection_needs_no_new_token_after_a_restart() {
    let service = Service::start().await;
    let mut app = TestApp::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut app, &service).await;
    app.shows("in the keyring").await;
    crate::merchants::open_list(&app).await;
    app.restart().await;
    // It comes back to where it was.
    app.see(heading("Merchants")).await;
    app.see(link("Brauhaus am Ring")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_keyring_the_window_says_that_the_token_is_kept_until_tapline_closes() {
    let service = Service::start().await;
    let mut app = TestApp::open().await;
    app.shows("tokens are kept only until Tapline closes").await;
    connect(&mut app, &service).await;
    app.shows("Unsaved token").await;
    app.restart().await;
    app.click(button("Connect to Test desk")).await;
    app.shows("There is no token for this connection. Paste it from the clipboard or choose a file").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn removing_a_connection_asks_and_forgets_it() {
    let service = Service::start().await;
    let mut app = TestApp::with(Setup { keyring: true, ..Setup::default() }).await;
    connect(&mut app, &service).await;
    app.click(button("Switch connection")).await;
    app.click(button("Remove Test desk")).await;
    app.click(button("Remove connection")).await;
    app.gone(button("Connect to Test desk")).await;
    app.restart().await;
    app.see(button("Open the sandbox")).await;
    app.gone(button("Connect to Test desk")).await;
}
