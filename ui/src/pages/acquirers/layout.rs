//! Layout of an acquirer profile's fields on its page, in its form and in the list, with the other columns of the list.

use std::sync::LazyLock;

use tapline_contract::acquirer::Acquirer;

use crate::record::layout::{self, FieldRow, row};
use crate::show;
use crate::widgets::grid::column::{CellFormat, Column, column};

pub(super) const PROFILE: &str = "Acquirer profile";
pub(super) const CONNECTION: &str = "Connection";

const NO_UNIT: &str = "Whole number, likely in milliseconds.";

pub(super) static ROWS: &[FieldRow<Acquirer>] = &[
    row!(Acquirer, PROFILE, currency: "currency", "Currency", Mono 84),
    row!(Acquirer, PROFILE, conn_message_format: "connMessageFormat", "Message format", Text 110),
    row!(Acquirer, CONNECTION, conn_url: "connUrl", "Connection URL", Mono 296),
    row!(Acquirer, CONNECTION, notify_url: "notifyUrl", "Notification URL", Mono 280, hidden),
    row!(Acquirer, CONNECTION, conn_timeout: "connTimeout", "Connection timeout", Mono 140, hidden).hint(NO_UNIT),
    row!(Acquirer, CONNECTION, conn_request_timeout: "connRequestTimeout", "Request timeout", Mono 130, hidden)
        .hint(NO_UNIT),
];

const FIRST: [Column<Acquirer>; 2] = [
    column("name", "Name", CellFormat::Name, 160, Acquirer::name),
    column("id", "Profile id", CellFormat::Mono, 72, |record: &Acquirer| {
        record.path_id().map(ToString::to_string).unwrap_or_default()
    })
    .exact::<Acquirer>("id"),
];

const OTHERS: [Column<Acquirer>; 1] =
    [column("schemes", "EMV configurations", CellFormat::Text, 320, schemes)];

pub(super) static COLUMNS: LazyLock<Vec<Column<Acquirer>>> =
    LazyLock::new(|| layout::columns(&FIRST, ROWS, &OTHERS));

/// "Visa, Mastercard"
fn schemes(record: &Acquirer) -> String {
    let lists = record.emv_lists();
    let filled = lists.iter().flat_map(|lists| &lists.0).filter(|(_, ids)| !ids.is_empty());
    filled.map(|(key, _)| show::method_name(key)).collect::<Vec<_>>().join(", ")
}
