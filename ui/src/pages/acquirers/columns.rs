//! The columns of the list of acquirer profiles.

use tapline_contract::acquirer::Acquirer;

use crate::show;
use crate::widgets::grid::column::{CellFormat, Column, column};

pub(super) const COLUMNS: &[Column<Acquirer>] = &[
    column("name", "Name", CellFormat::Name, 190, Acquirer::name),
    column("id", "Profile id", CellFormat::Mono, 88, |record: &Acquirer| {
        record.path_id().map(ToString::to_string).unwrap_or_default()
    })
    .exact::<Acquirer>("id"),
    column("currency", "Currency", CellFormat::Mono, 84, |record| text(record.currency.as_ref())),
    column("format", "Message format", CellFormat::Text, 124, |record| {
        text(record.conn_message_format.as_ref())
    }),
    column("connection", "Connection", CellFormat::Mono, 280, |record| text(record.conn_url.as_ref())),
    column("schemes", "EMV configurations for", CellFormat::Text, 240, schemes),
];

fn text(member: Option<&String>) -> String {
    member.cloned().unwrap_or_default()
}

/// "Visa, Mastercard"
fn schemes(record: &Acquirer) -> String {
    let lists = record.emv_lists();
    let filled = lists.iter().flat_map(|lists| &lists.0).filter(|(_, ids)| !ids.is_empty());
    filled.map(|(key, _)| show::method_name(key)).collect::<Vec<_>>().join(", ")
}
