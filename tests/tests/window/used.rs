//! Affected records: next to a configuration, in the review of a change, before a deletion, and as a page of its own.

use tapline_tests::{Key, button, field, grid, heading, link, navigation, radio, region, status};

use crate::steps::{in_sandbox, open, open_of, save, type_cvm_limit};

const COUNTS: &str = "1 acquirer profile, 2 profiles, 6 terminals of 3 merchants.";

#[tokio::test(flavor = "multi_thread")]
async fn who_is_touched_is_said_where_it_is_changed_and_where_it_is_deleted() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    app.says(region("Used by"), COUNTS).await;
    app.shows("Amounts in EUR, the currency of the profiles and terminals that use this configuration.")
        .await;
    app.click(link("Show usage").inside(region("Used by"))).await;
    app.see(heading("Acquirer profiles")).await;
    app.says(status("Path"), "Visa · Retail north 1 acquirer profile, 3 merchants. 6 terminals may use it.")
        .await;
    app.click(link("Open Visa · Retail north")).await;
    app.see(field("CVM limit")).await;

    type_cvm_limit(&app, "50.00").await;
    app.click(button("Review")).await;
    app.says(region("Changes"), COUNTS).await;
    app.click(button("Keep editing")).await;
    app.see(field("CVM limit")).await;
    type_cvm_limit(&app, "25.00").await;

    app.click(button("Delete")).await;
    app.shows(COUNTS).await;
    app.is_disabled(button("Delete configuration on SANDBOX")).await;
}

/// Answers of the other areas come late here: the fields stay where they are until then and after.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_learned_late_pushes_no_field_away() {
    let app = in_sandbox().await;
    let hold = "
        const fetched = window.fetch;
        const released = new Promise((done) => { window.release = done; });
        window.fetch = async (address, given) => {
            const answer = await fetched(address, given);
            if (/\"Find(All)?Users\"/.test(String(given?.body ?? ''))) await released;
            return answer;
        };";
    app.run(hold, Vec::new()).await;
    open(&app, "Retail north").await;
    app.shows("Amounts in EUR").await;
    let before = app.middle(&field("CVM limit")).await;
    app.run("window.release();", Vec::new()).await;
    app.says(region("Used by"), COUNTS).await;
    app.shows("Amounts in EUR, the currency of the profiles and terminals that use this configuration").await;
    app.painted().await;
    assert_eq!(app.middle(&field("CVM limit")).await, before, "the fields moved");
}

/// Its only user changes its currency in the same window: the form that is opened then has no decimals.
#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_stands_in_the_currency_of_its_users() {
    let app = in_sandbox().await;
    open_of(&app, "UnionPay", "Retail FR").await;
    app.shows("Amounts in EUR, the currency of the profiles and terminals that use this configuration.")
        .await;
    app.has_value(field("CVM limit"), "50.00").await;
    crate::acquirers::open_list(&app).await;
    crate::acquirers::open_one(&app, "Duty Free Trial EUR").await;
    app.click(button("Edit acquirer profile")).await;
    app.fill(field("Currency"), "JPY").await;
    app.click(button("Review")).await;
    app.shows("Used by no records.").await;
    save(&app, "Saved").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    open_of(&app, "UnionPay", "Retail FR").await;
    app.shows("Amounts in JPY, the currency of the profiles and terminals that use this configuration.")
        .await;
    app.has_value(field("CVM limit"), "5000").await;
    app.says(region("What happens at"), "JPY").await;

    app.fill(field("CVM limit"), "6000").await;
    app.click(button("Review")).await;
    app.says(region("Changes"), "6,000 JPY").await;
    save(&app, "Saved").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    app.says(region("UnionPay"), "CVM limit 6,000 JPY").await;
}

/// Usage by keyboard and as a table, and the limits of the knowledge about a profile.
#[tokio::test(flavor = "multi_thread")]
async fn usage_of_an_acquirer_profile_and_of_a_profile_is_a_path_and_a_table() {
    let app = in_sandbox().await;
    crate::acquirers::open_list(&app).await;
    crate::acquirers::open_one(&app, "Rheinbank Cards EUR").await;
    app.click(link("Show usage")).await;
    app.says(status("Path"), "Rheinbank Cards EUR 8 configurations, 3 merchants. ").await;
    // The keys lead along the lines, and Enter opens the record.
    app.tab_to(link("Rheinbank Cards EUR")).await;
    app.press(Key::Right).await;
    app.says(status("Path"), "Visa · ").await;
    app.press(Key::Right).await;
    app.says(status("Path"), "Brauhaus am Ring 1 acquirer profile, 3 terminals. May use ").await;
    app.press(Key::Right).await;
    app.says(status("Path"), "Brauhaus am Ring, 1 acquirer profile. May use ").await;
    app.press(Key::Up).await;
    app.press(Key::Home).await;
    app.press(Key::Enter).await;
    app.see(region("Times")).await;
    app.back().await;
    // The table has the same facts, and what nothing uses.
    app.click(radio("Table")).await;
    app.fill(field("Filter by name, id…"), "duty free trial").await;
    app.says(grid("Acquirer profiles"), "No merchants").await;
    app.click(radio("Picture")).await;
    app.fill(field("Highlight by name or id"), "caisse 1").await;
    app.press(Key::Enter).await;
    app.holds_keyboard(link("Caisse 1")).await;
    app.fill(field("Highlight by name or id"), "").await;

    crate::profiles::open_list(&app).await;
    crate::profiles::open_one(&app, "Retail DE").await;
    app.click(link("All values")).await;
    app.click(link("Show usage")).await;
    app.says(status("Path"), "Retail DE 4 terminals of 2 merchants refer to it.").await;
    app.says(status("Path"), "Configurations of this profile's terminals: unclear").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_leads_to_the_configuration_that_it_names() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    let aids = || region("Further parameters");
    app.says(aids(), "A0000000031010 also falls under configurations Retail DE").await;
    app.click(link("Open Retail DE").inside(aids())).await;
    app.headed("Retail DE").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_above_what_is_usual_is_remarked_and_own_amounts_come_first() {
    let app = in_sandbox().await;
    open(&app, "Retail north").await;
    type_cvm_limit(&app, "50.01").await;
    app.described(field("CVM limit"), "is above the EEA reference of 50.00 EUR").await;
    app.says(region("Checks"), "Above the EEA reference").await;
    type_cvm_limit(&app, "25.00").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;
    let rows = r#"[{"currency":"EUR","amount":"20.00","asOf":"2026","source":"Our policy"},{"currency":"EUR","amount":"x","asOf":"","source":""}]"#;
    let data = std::fs::read_dir(app.folder().join("data")).expect("Tapline made its folder").flatten();
    for folder in data {
        std::fs::write(folder.path().join("usual-amounts.json"), rows).expect("the data folder");
    }
    open(&app, "Retail north").await;
    app.described(
        field("CVM limit"),
        "25.00 EUR is above the EUR reference of 20.00 EUR. Source (2026): Our policy.",
    )
    .await;
    app.shows("usual-amounts.json in Tapline's data folder: Row 2 skipped").await;
}
