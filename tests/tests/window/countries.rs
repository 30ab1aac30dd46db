//! The lanes of one country: by the text typed in the filter, by the known countries, and with a count of hidden lanes.

use tapline_tests::{
    Key, button, checkbox, dialog, disclosure, field, grid, group, link, navigation, region, status, tab,
};

use crate::axe;
use crate::steps::in_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn the_lanes_of_one_country_are_shown_and_the_rest_is_told() {
    let app = in_sandbox().await;
    app.fill(field("Filter by name"), "visa country:at").await;
    app.see(link("Hospitality AT").inside(region("Visa"))).await;
    app.see(link("Parking AT").inside(region("Visa"))).await;
    app.gone(link("Retail DE").inside(region("Visa"))).await;
    app.shows("2 of ").await;

    // The others of this country are of other schemes.
    app.fill(field("Filter by name"), "country:").await;
    app.see(button("6 with the same limits").inside(region("Visa"))).await;
    app.says(status("Not shown"), "Select a country").await;
    app.click(button("AT 3").inside(group("Country of use"))).await;
    app.has_value(field("Filter by name"), "country:at").await;
    app.see(checkbox("Select all 3 shown")).await;
    app.says(status("Not shown"), "with unknown country").await;
    app.click(disclosure("Details").inside(group("Country of use"))).await;
    app.says(status("Not shown"), "Country unknown: UnionPay · Retail DE").await;
    axe::check(&app, "lanes of one country").await;

    // Two countries share these, and this one has none to itself: they are shown with what else they are used for.
    app.fill(field("Filter by name"), "country:nl").await;
    app.says(status("Not shown"), "All configurations used in NL are shared.").await;
    app.click(disclosure("Details").inside(group("Country of use"))).await;
    app.says(
        status("Not shown"),
        "Used in several countries: Visa · Retail DE (DE, NL), Visa · Retail north (DE, NL)",
    )
    .await;
    app.see(link("Retail DE").inside(region("Visa"))).await;
    app.shows("also DE").await;
    app.says(status("Not shown"), "also affects other countries").await;
    app.click(checkbox("Select all 4 shown")).await;
    app.shows("4 configurations selected").await;
    app.click(button("Clear selection")).await;
    // DE has its own besides: a person asks for what is shared.
    app.fill(field("Filter by name"), "country:de").await;
    app.says(status("Not shown"), " used in several countries").await;
    app.click(button("Include shared with other countries")).await;
    app.says(status("Not shown"), "also affects other countries").await;

    // The matrix has the same filter.
    app.fill(field("Filter by name"), "country:at").await;
    app.click(tab("Matrix")).await;
    app.see(grid("Matrix")).await;
    app.shows("3 of ").await;
    app.click(link("Limits").inside(navigation("Areas"))).await;

    app.fill(field("Filter by name"), "").await;
    app.gone(group("Country of use")).await;
    app.see(button("6 with the same limits").inside(region("Visa"))).await;
    app.press_with(Key::Control, 'k').await;
    app.type_in(field("Search or explain"), "Filter configurations by country").await;
    app.press(Key::Enter).await;
    app.see(group("Country of use")).await;
    app.type_in(field("Filter by name"), "at").await;
    app.has_value(field("Filter by name"), "country:at").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_country_is_chosen_from_those_that_there_are() {
    let app = in_sandbox().await;
    let list = || dialog("Countries");
    app.click(button("Country…")).await;
    app.see(button("NL 4 shared").inside(list())).await;
    axe::check(&app, "the list of countries").await;
    app.press(Key::Escape).await;
    app.gone(list()).await;
    app.holds_keyboard(button("Country…")).await;
    app.press(Key::Enter).await;
    app.click(button("AT 3 configurations").inside(list())).await;
    app.gone(list()).await;
    app.has_value(field("Filter by name"), "country:at").await;
    app.holds_keyboard(field("Filter by name")).await;
    app.see(checkbox("Select all 3 shown")).await;

    // The matrix has the same list, and it ends the filter too.
    app.click(tab("Matrix")).await;
    app.see(grid("Matrix")).await;
    app.click(button("Country…")).await;
    app.click(button("All countries").inside(list())).await;
    app.has_value(field("Filter by name"), "").await;
    app.gone(group("Country of use")).await;
}
