//! Every id on a detail page, in a pane and in a dialog of money has a copy button. Rows of lists are copied with a key.

use serde_json::Value;
use tapline_tests::{
    Key, TestApp, button, dialog, disclosure, grid, group, heading, link, navigation, region, tab,
};

use crate::steps::{choose_outliers, in_sandbox, open, review, save, type_cvm_limit};
use crate::transaction::{TO_REFUND, open_pane_of, open_transaction};

/// Number of ids on the page or in the dialog in front of it, and the ids without a button.
const IDS: &str = r"
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const isId = (text) => /^(?=.*\d)[A-Za-z0-9][\w-]{5,}$/.test(text.trim());
    const isShown = (one) => one.getClientRects().length > 0 && !one.closest('.wire, .parameter-table, [role=grid]');
    const ids = [...scope.querySelectorAll('code, a.mono, td.mono')].filter((one) => isShown(one) && isId(one.textContent));
    const bare = ids.filter((one) => !one.closest('.id, .sdk-id, .row, dd, td')?.querySelector('button.copy'));
    return [ids.length, bare.map((one) => one.textContent)];";

pub(crate) async fn all_are_copied(app: &TestApp, place: &str) {
    app.painted().await;
    let found = app.run(IDS, Vec::new()).await;
    assert!(found[0].as_u64() > Some(0), "{place} shows no id");
    assert_eq!(found[1], Value::Array(Vec::new()), "{place}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_id_has_a_copy_button() {
    let app = in_sandbox().await;
    open_transaction(&app, TO_REFUND).await;
    all_are_copied(&app, "transaction").await;
    for action in ["Void…", "Refund…", "Email receipt…"] {
        app.click(button(action)).await;
        app.see(dialog("")).await;
        all_are_copied(&app, action).await;
        app.press(Key::Escape).await;
        app.gone(dialog("")).await;
    }
    open_pane_of(&app, TO_REFUND).await;
    all_are_copied(&app, "pane of a transaction").await;

    crate::settlements::open_batch(&app, crate::settlements::TO_SETTLE).await;
    all_are_copied(&app, "batch").await;
    for action in ["Settle…", "Send report…"] {
        app.click(button(action)).await;
        app.see(dialog("")).await;
        all_are_copied(&app, action).await;
        app.press(Key::Escape).await;
        app.gone(dialog("")).await;
    }

    crate::terminals::open_list(&app, "Brauhaus am Ring").await;
    crate::terminals::open_one(&app, "Counter 1").await;
    all_are_copied(&app, "terminal").await;
    app.click(button("Log out…")).await;
    app.see(tapline_tests::radio("SDK-4F1A20B7")).await;
    all_are_copied(&app, "Log out").await;
    app.press(Key::Escape).await;

    crate::merchants::open_list(&app).await;
    app.click(link("Brauhaus am Ring").inside(grid("Merchants"))).await;
    app.says(region("Terminals"), "Counter 1").await;
    all_are_copied(&app, "merchant").await;
    app.click(tab("Details")).await;
    all_are_copied(&app, "details of a merchant").await;
    crate::profiles::open_list(&app).await;
    crate::profiles::open_one(&app, "Retail DE").await;
    all_are_copied(&app, "bindings of a profile").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_id_of_a_change_has_a_copy_button() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "60.00").await;
    review(&app).await;
    save(&app, "Saved").await;
    app.click(link("Activity").inside(navigation("Areas"))).await;
    app.click(link("Changed Visa · Retail north")).await;
    app.click(disclosure("Technical details")).await;
    all_are_copied(&app, "change").await;

    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.see(heading("Limits")).await;
    choose_outliers(&app).await;
    crate::together::match_all(&app).await;
    app.says(group("Progress"), "not changed yet").await;
    app.click(disclosure("Details").inside(region("About the change set"))).await;
    all_are_copied(&app, "change set").await;
}
