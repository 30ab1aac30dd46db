//! The slow decoder: stores any record that the contract can read.

use tapline_contract::list_column::ColumnKind;
use tapline_contract::record::{Other, members};

use super::cells::Cells;
use super::schema::Schema;

/// Adds one row of cells. False when the contract cannot read the record; then nothing was added.
pub(super) fn take(schema: &Schema, cells: &mut [Cells], record: &str) -> bool {
    let (Ok(()), Ok(all)) = ((schema.read)(record), members(record)) else { return false };
    for (column, cells) in schema.columns.iter().zip(cells) {
        let raw = match column.name.split_once('.') {
            None => find(&all, column.name),
            Some((object, name)) => find(&all, object)
                .and_then(|object| members(&object).ok())
                .and_then(|inside| find(&inside, name)),
        };
        let value = raw.filter(|raw| raw != "null").and_then(|raw| match column.kind {
            ColumnKind::Object => None,
            // An id may also be a number.
            ColumnKind::Id | ColumnKind::Text => Some(serde_json::from_str(&raw).unwrap_or(raw)),
            ColumnKind::Number | ColumnKind::Json => Some(raw),
        });
        cells.push(value.as_deref());
    }
    true
}

fn find(members: &Other, name: &str) -> Option<String> {
    members.iter().find(|(known, _)| known == name).map(|(_, raw)| raw.clone())
}
