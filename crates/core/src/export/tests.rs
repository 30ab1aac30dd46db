//! Files of a few rows, read back; and what leaves none.

use std::io::{self, Read as _, Write};

use chrono::DateTime;
use tapline_contract::connection::{Environment, Safety};
use tapline_contract::export::{Head, Separator, Zone};
use tempfile::TempDir;

use super::*;

const ID: ExportId = ExportId(1);

/// Id, words, amount, currency, moment.
type SheetRow = [Option<&'static str>; 5];

const ROWS: [SheetRow; 3] = [
    [Some("4111111111111111"), Some("=1+1"), Some("1230"), Some("EUR"), Some("2026-11-21T13:02:03Z")],
    [Some("007"), Some("pan 4111111111111111, \"é\""), Some("12345678901234567"), Some("JPY"), Some("soon")],
    [Some("+1"), None, Some("-5"), None, None],
];

fn connection() -> Connection {
    Connection {
        name: "Desk".to_owned(),
        environment: Environment::Sandbox,
        safety: Safety::ReadOnly,
        owner: Some("Acme".to_owned()),
        ..Connection::example()
    }
}

fn sheet(format: Format, rows: &'static [SheetRow]) -> Sheet<'static> {
    let column = |key: &str, title: &str, kind| Column {
        key: key.to_owned(),
        title: title.to_owned(),
        kind,
        exact: |key| ["tranId", "amount.value"].contains(&key),
    };
    Sheet {
        columns: vec![
            column("tranId", "ID", Kind::Text),
            column("words", "@Words", Kind::Text),
            column("amount.value", "Amount", Kind::Amount { currency: Some(3) }),
            column("amount.currency", "Currency", Kind::Currency { amount: 2 }),
            column("at", "Created", Kind::Time),
        ],
        rows: rows.len(),
        cell: Box::new(move |row, column| rows[row][column]),
        connection: connection(),
        file: ExportFile {
            format,
            name: "transactions".to_owned(),
            words: "declined; today".to_owned(),
            zone: Zone { name: "Europe/Madrid".to_owned(), offset_minutes: 60 },
            head: Head::None,
            separator: Separator::Comma,
        },
        missing: None,
        at: DateTime::parse_from_rfc3339("2026-11-21T14:02:59+01:00").unwrap(),
    }
}

/// The folder's files, and what the export came to.
fn written(sheet: &Sheet<'_>) -> (TempDir, Result<Exported, NotExported>) {
    let folder = tempfile::tempdir().unwrap();
    let exported = Exports::default().write(ID, sheet, &[folder.path().to_owned()]);
    (folder, exported)
}

fn text(sheet: &Sheet<'_>) -> String {
    let (_folder, exported) = written(sheet);
    std::fs::read_to_string(exported.unwrap().path).unwrap()
}

/// A file inside the workbook.
fn part(sheet: &Sheet<'_>, name: &str) -> String {
    let (_folder, exported) = written(sheet);
    let file = std::fs::File::open(exported.unwrap().path).unwrap();
    let mut text = String::new();
    zip::ZipArchive::new(file).unwrap().by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn is_empty(folder: &TempDir) -> bool {
    std::fs::read_dir(folder.path()).unwrap().next().is_none()
}

#[test]
fn csv_is_what_a_spreadsheet_reads() {
    let mut sheet = sheet(Format::Csv, &ROWS);
    let rows = "ID,\"'@Words\",Amount,Currency,Created\r\n\
                4111111111111111,\"'=1+1\",12.30,EUR,2026-11-21T14:02:03+01:00\r\n\
                007,\"pan 411111******1111, \"\"é\"\"\",12345678901234567,JPY,soon\r\n\
                \"'+1\",,-0.05,EUR,\r\n";
    assert_eq!(text(&sheet), format!("\u{feff}{rows}"));
    sheet.file.head = Head::Line;
    let text = text(&sheet);
    let head = "\u{feff}# List: transactions; Environment: SANDBOX; Connection: Desk; Owner: Acme; Filter: declined; today; \
                Amounts are in: major units (12.30 is 12.30 of the currency); \
                Rows: 3; Missing rows: none; Times are in: Europe/Madrid (UTC+01:00); Exported at: 2026-11-21T14:02:59+01:00; ";
    assert!(text.starts_with(head) && text.ends_with(rows), "{text}");
}

#[test]
fn an_amount_in_a_currency_that_is_not_known_stands_as_it_came() {
    const POINTS: [SheetRow; 1] = [[Some("1"), None, Some("1230"), Some("points"), None]];
    let text = text(&sheet(Format::Csv, &POINTS));
    assert!(text.ends_with("1,,1230,points,\r\n"), "{text}");
}

#[test]
fn every_amount_has_the_decimals_of_its_own_currency() {
    const fn amount(currency: Option<&'static str>) -> SheetRow {
        [None, None, Some("1230"), currency, None]
    }
    const AMOUNTS: [SheetRow; 7] = [
        amount(Some("EUR")),
        amount(Some("EUR")),
        amount(Some("KWD")),
        amount(Some("points")),
        amount(None),
        amount(Some("")),
        amount(Some("JPY")),
    ];
    let text = text(&sheet(Format::Csv, &AMOUNTS));
    let rows: Vec<_> = text.lines().skip(1).collect();
    let expected = ["12.30,EUR", "12.30,EUR", "1.230,KWD", "1230,points", "12.30,EUR", "1230,", "1230,JPY"];
    assert_eq!(rows, expected.map(|amount| format!(",,{amount},")));
}

/// Only a column of numbers holds numbers, whatever a text looks like.
#[test]
fn digits_in_a_text_stay_a_text() {
    const DIGITS: [SheetRow; 1] = [[Some("0012"), Some("12.30"), Some("5 EUR"), Some("978"), Some("7")]];
    let read = text(&sheet(Format::Csv, &DIGITS));
    assert!(read.ends_with("0012,12.30,5 EUR,978,7\r\n"), "{read}");
    let read = text(&sheet(Format::Json, &DIGITS));
    assert!(read.contains(r#""tranId":"0012","words":"12.30","amount.value":"5 EUR""#), "{read}");
    let rows = part(&sheet(Format::Xlsx, &DIGITS), "xl/worksheets/sheet1.xml");
    for digits in ["0012", "12.30", "5 EUR", "978", "7"] {
        assert!(rows.contains(&format!("<t>{digits}</t>")), "{digits} in {rows}");
    }
    assert!(!rows.contains("<v>"), "no number: {rows}");
}

/// A number with an unconfirmed unit isn't turned into money either.
#[test]
fn amounts_of_an_unconfirmed_unit_stand_as_they_came_and_the_file_says_so() {
    let mut sheet = sheet(Format::Csv, &ROWS);
    sheet.connection.unit_known = tapline_contract::unit::UnitKnown::No;
    sheet.file.head = Head::Line;
    let text = text(&sheet);
    assert!(text.contains("as the service sent them; minor or major units not confirmed"), "{text}");
    assert!(text.contains(",1230,EUR,"), "{text}");
}

/// Whatever a page says that a column is: only the record's own mark leaves the digits alone.
#[test]
fn a_card_number_is_shortened_in_a_column_of_any_kind() {
    const PAN: [SheetRow; 1] = [[None, Some("4111111111111111"), None, None, None]];
    for format in [Format::Csv, Format::Json] {
        for kind in [Kind::Text, Kind::Number, Kind::Amount { currency: None }, Kind::Time] {
            let mut sheet = sheet(format, &PAN);
            sheet.columns[1].kind = kind;
            let text = text(&sheet);
            assert!(text.contains("411111******1111") && !text.contains("41111111"), "{kind:?}: {text}");
        }
    }
}

#[test]
fn json_keeps_what_the_service_sent() {
    let text = text(&Sheet { missing: Some("It broke.".to_owned()), ..sheet(Format::Json, &ROWS) });
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["about"]["rows"], &value["about"]["missing"]), (&3.into(), &"It broke.".into()));
    let second = r#"{"tranId":"007","words":"pan 411111******1111, \"é\"","amount.value":12345678901234567,"amount.currency":"JPY","at":"soon"}"#;
    assert!(text.contains(second), "{text}");
    assert!(text.contains(r#""amount.value":-5,"amount.currency":null,"at":null}"#), "{text}");
    assert!(
        text.contains(r#""amount.value":1230,"amount.currency":"EUR","at":"2026-11-21T13:02:03Z""#),
        "{text}"
    );
}

#[test]
fn a_workbook_has_numbers_where_they_hold_and_text_elsewhere() {
    let sheet = sheet(Format::Xlsx, &ROWS);
    let rows = part(&sheet, "xl/worksheets/sheet1.xml");
    for expected in [
        "<t>4111111111111111</t>",
        "<t>007</t>",
        "<t>=1+1</t>",
        "<t>pan 411111******1111, \"é\"</t>",
        "<v>12.3</v>",
        "<t>12345678901234567</t>",
        "<v>-0.05</v>",
        "<v>46347.58475",
        "<t>soon</t>",
        "<t>Created (UTC+01:00)</t>",
        "state=\"frozen\"",
        "<autoFilter ref=\"A1:E4\"/>",
    ] {
        assert!(rows.contains(expected), "{expected} in {rows}");
    }
    assert!(!rows.contains("<f>"), "no formula");
    let about = part(&sheet, "xl/sharedStrings.xml");
    assert!(about.contains("declined; today") && about.contains("SANDBOX"), "{about}");
}

#[test]
fn no_file_is_written_over_and_a_part_is_called_one() {
    let folder = tempfile::tempdir().unwrap();
    let (exports, folders) = (Exports::default(), [folder.path().to_owned()]);
    let mut names = Vec::new();
    for missing in [None, None, Some("It broke.".to_owned())] {
        let sheet = Sheet { missing, ..sheet(Format::Csv, &ROWS) };
        let exported = exports.write(ID, &sheet, &folders).unwrap();
        assert!(exports.wrote(Path::new(&exported.path)));
        assert_eq!(exported.bytes, std::fs::metadata(&exported.path).unwrap().len());
        names.push(exported.name);
    }
    let expected = [
        "tapline-transactions-sandbox-20261121-1402.csv",
        "tapline-transactions-sandbox-20261121-1402-2.csv",
        "tapline-transactions-part-sandbox-20261121-1402.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    assert!(!exports.wrote(&folder.path().join("other.csv")));
}

#[test]
fn the_first_folder_that_takes_it_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, file) = (folder.path().join("missing"), folder.path().join("file"));
    std::fs::write(&file, "").unwrap();
    let home = folder.path().join("home");
    std::fs::create_dir(&home).unwrap();
    let exports = Exports::default();
    let sheet = sheet(Format::Csv, &ROWS);
    let exported = exports.write(ID, &sheet, &[missing.clone(), file.clone(), home]).unwrap();
    assert_eq!(exported.folder, "home");
    let refused = exports.write(ID, &sheet, &[missing, file]).unwrap_err();
    assert!(matches!(refused, NotExported::NoFolder), "{refused}");
}

#[test]
fn a_cancelled_export_leaves_nothing() {
    for format in [Format::Csv, Format::Json, Format::Xlsx] {
        let folder = tempfile::tempdir().unwrap();
        let exports = Exports::default();
        exports.begin(ID);
        exports.cancel(ID);
        let refused = exports.write(ID, &sheet(format, &ROWS), &[folder.path().to_owned()]).unwrap_err();
        assert!(matches!(refused, NotExported::Cancelled), "{refused}");
        assert!(is_empty(&folder));
    }
}

#[test]
fn a_sheet_has_room_for_so_many_rows() {
    let mut sheet = sheet(Format::Xlsx, &[]);
    sheet.rows = MOST_SHEET_ROWS + 1;
    let (folder, refused) = written(&sheet);
    assert!(matches!(refused, Err(NotExported::TooManyRows(_))));
    assert!(is_empty(&folder));
}

/// A disk with room for so many bytes.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_of_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for room in [0, 40, 100] {
        let going = || Ok(());
        let results = [
            csv::write(&mut Disk(room), &sheet(Format::Csv, &ROWS), &going),
            json::write(&mut Disk(room), &sheet(Format::Json, &ROWS), &going),
            xlsx::write(&mut Disk(room), &sheet(Format::Xlsx, &ROWS), folder.path(), &going),
        ];
        for result in results {
            assert!(result.is_err(), "{room}");
        }
        assert!(is_empty(&folder), "what waits in a file of its own goes with it");
    }
}
