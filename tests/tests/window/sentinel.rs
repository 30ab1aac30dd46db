//! One way through everything that meets a secret, watched from outside: what page and core say to each other, the page, the
//! clipboard, the export. Files, arguments and variables are searched at the end of every window test, see `tests/src/left.rs`.
//!
//! Exceptions, all on purpose: a typed password goes to core once for each time it is sent, and the token of a connection shows
//! its last four characters. A secret that a person reveals is in `terminals.rs`.

use serde_json::Value;
use tapline_tests::{Service, TestApp, button, dialog, field, heading, status, tab};

use crate::exports::exported;
use crate::lists;
use crate::steps::{add_connection, open, review, save, type_cvm_limit};
use crate::terminals::{open_list, open_one};
use crate::transaction::{TO_VOID, open_transaction};

const TOKEN: &str = "sentinel-9c41e7b20d55-a1b2";
/// Everything of the token but its end.
const SECRET: &str = "sentinel-9c41e7b20d55";
/// Secrets of the demo data, beginning alike for every terminal.
const OF_TERMINALS: [&str; 2] = ["demo-admin-", "demo-jwt-secret-"];
const WRONG: &str = "sentinel-password-5e08";
const PASSWORD: &str = "sandbox-admin";

/// Every call of the page and every answer, from now on until the page is loaded again.
async fn listen(app: &TestApp) {
    let script = "
        window.said = { asked: [], answered: [] };
        const own = window.fetch;
        const text = (body) => body === undefined || typeof body === 'string' ? body ?? '' : new TextDecoder().decode(body);
        window.fetch = async (...what) => {
            window.said.asked.push(text(what[1]?.body) + JSON.stringify([...new Headers(what[1]?.headers)]));
            const answer = await own(...what);
            window.said.answered.push(await answer.clone().text());
            return answer;
        };";
    app.run(script, Vec::new()).await;
}

async fn recorded(app: &TestApp, by: &str) -> Vec<String> {
    let said = app.run("return window.said[arguments[0]];", vec![by.into()]).await;
    said.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn count(texts: &[String], secret: &str) -> usize {
    texts.iter().filter(|text| text.contains(secret)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_found_on_the_way_through_everything() {
    let service = Service::with_token(TOKEN).await;
    let mut app = TestApp::open().await;
    app.see(heading("Welcome to Tapline")).await;
    listen(&app).await;
    add_connection(&mut app, &service, "Sentinel").await;
    app.click(button("Connect to SANDBOX")).await;
    app.see(heading("Limits")).await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.00").await;
    review(&app).await;
    save(&app, "Saved").await;

    open_list(&app, "Brauhaus am Ring").await;
    open_one(&app, "Counter 1").await;
    app.click(tab("Raw JSON")).await;
    app.shows("\"deviceAdmin\": \"••••\"").await;

    open_transaction(&app, TO_VOID).await;
    app.click(button("Void…")).await;
    app.see(dialog("Void 23.80 EUR")).await;
    app.type_in(field("Admin password"), WRONG).await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Refused").await;
    app.click(button("Back to the form")).await;
    app.has_value(field("Admin password"), "").await;
    app.type_in(field("Admin password"), PASSWORD).await;
    app.click(button("Void 23.80 EUR")).await;
    app.says(status("Result"), "Done").await;
    app.click(button("Close")).await;
    lists::open_list(&app).await;
    // An export is of one version of the list, and the void makes another.
    app.see(button("Voided 11")).await;
    let export = String::from_utf8_lossy(&exported(&app, &["CSV"]).await).into_owned();

    let (asked, answered) = (recorded(&app, "asked").await, recorded(&app, "answered").await);
    assert!(asked.len() > 10 && answered.len() > 10, "{} calls were heard", asked.len());
    assert!(count(&answered, "Brauhaus am Ring") > 0, "answers are heard");
    assert_eq!((count(&asked, WRONG), count(&asked, PASSWORD)), (1, 1), "each password is sent once");
    assert_eq!(count(&asked, SECRET), 0, "the page never has the token");
    let page = app.run(crate::secrets::EVERYTHING, Vec::new()).await.to_string();
    for secret in [SECRET, WRONG, PASSWORD, OF_TERMINALS[0], OF_TERMINALS[1]] {
        assert_eq!(count(&answered, secret), 0, "{secret} in an answer of core");
        assert!(!page.contains(secret), "{secret} in the page");
        assert!(!export.contains(secret), "{secret} in the export");
    }
    for secret in OF_TERMINALS {
        assert_eq!(count(&asked, secret), 0, "{secret} in a call of the page");
    }
    assert_eq!(app.clipboard(), "", "the clipboard was emptied after the paste");
}
