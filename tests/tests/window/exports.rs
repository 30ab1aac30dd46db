//! A list as a file: its format, zone and columns, and its folder.

use tapline_tests::{TestApp, button, dialog, link, navigation, radio, status};

use crate::lists::open_list;
use crate::steps::in_sandbox;

/// Writes the list that is open, with these choices, and reads the file.
pub(crate) async fn exported(app: &TestApp, choices: &[&str]) -> Vec<u8> {
    app.click(button("Export")).await;
    for choice in choices {
        app.click(radio(choice)).await;
    }
    app.click(button("Export rows")).await;
    app.says(status("Export"), " written to ").await;
    let paths = app.texts("dialog .path").await;
    std::fs::read(&paths[0]).expect("the file is where it says")
}

/// The file as text, a row of cells a line.
pub(crate) async fn table(app: &TestApp, choices: &[&str]) -> Vec<Vec<String>> {
    let text = String::from_utf8(exported(app, choices).await).expect("the file is UTF-8");
    text.trim_start_matches('\u{feff}').lines().map(cells).collect()
}

fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for sign in line.chars() {
        match sign {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            sign => cells.last_mut().expect("there is always one").push(sign),
        }
    }
    cells
}

pub(crate) fn column<'t>(table: &'t [Vec<String>], title: &str) -> Vec<&'t str> {
    let at = table[0].iter().position(|head| head == title);
    let at = at.unwrap_or_else(|| panic!("no column {title} in {:?}", table[0]));
    table[1..].iter().map(|row| row[at].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_becomes_a_file() {
    let app = in_sandbox().await;
    open_list(&app).await;
    app.click(button("Status Any")).await;
    app.click(button("Declined").inside(dialog("Filter by status"))).await;
    app.shows("81 transactions").await;
    app.click(button("Export")).await;
    app.says(dialog("Export transactions"), "SANDBOX").await;
    app.says(dialog("Export transactions"), "Status Declined").await;
    app.click(button("Back to the list")).await;

    let shown = table(&app, &["CSV"]).await;
    app.says(status("Export"), "81 rows written").await;
    assert_eq!(shown.len(), 82);
    assert!(column(&shown, "Status").iter().all(|status| *status == "DECLINED"), "{:?}", shown[1]);
    // No file manager here: a note next to the button says so.
    app.click(button("Show in folder")).await;
    app.says(dialog("Export transactions"), "The folder can't be opened").await;
    app.says(dialog("Export transactions"), "The file is saved").await;
    app.click(button("Back to the list")).await;

    let whole = table(&app, &["CSV", "UTC", "All columns"]).await;
    assert_eq!(whole.len(), 82);
    assert!(whole[0].len() > shown[0].len(), "{:?}", whole[0]);
    for card in column(&whole, "Card") {
        let in_a_row = card.split(|sign: char| !sign.is_ascii_digit()).map(str::len).max();
        assert!(card.contains('*') && in_a_row <= Some(6), "{card} is not masked");
    }
    app.click(button("Back to the list")).await;

    let book = exported(&app, &["XLSX", "UTC", "All columns"]).await;
    assert!(book.starts_with(b"PK"), "a workbook is a zip file");
    app.says(status("Export"), ".xlsx").await;
    app.click(button("Back to the list")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_in_the_page_becomes_a_file() {
    let app = in_sandbox().await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(link("Hotel Adler")).await;
    let file = exported(&app, &["JSON"]).await;
    app.says(status("Export"), "8 rows written").await;
    assert!(String::from_utf8_lossy(&file).contains("Hotel Adler"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_separator_is_offered_for_csv_alone_and_so_is_the_word_about_excel() {
    const EXCEL: &str = "Excel drops leading zeros";
    let app = in_sandbox().await;
    app.click(link("Merchants").inside(navigation("Areas"))).await;
    app.see(link("Hotel Adler")).await;
    app.click(button("Export")).await;
    app.click(radio("CSV")).await;
    app.is_checked(radio("Comma")).await;
    app.says(dialog("Export merchants"), EXCEL).await;
    for other in ["XLSX", "JSON"] {
        app.click(radio(other)).await;
        app.gone(radio("Comma")).await;
        let words = app.text(dialog("Export merchants")).await;
        assert!(!words.contains(EXCEL), "{other}: {words}");
    }
    app.click(button("Back to the list")).await;
    let file = String::from_utf8(exported(&app, &["CSV", "Semicolon"]).await).expect("the file is UTF-8");
    let head = file.lines().next().unwrap_or_default();
    assert!(head.contains(';') && !head.contains(','), "{head}");
}
