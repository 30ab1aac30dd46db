//! Expected cells of a record, read from its JSON without the code under test, and the cells of a table.

use tapline_contract::record;

use super::super::schema::Schema;
use super::super::table::Table;

/// Available columns of a list.
pub(super) fn columns(schema: &Schema) -> Vec<&'static str> {
    schema.columns.iter().map(|column| column.name).filter(|name| schema.find(name).is_ok()).collect()
}

/// Cells of a record in these columns: a text without its quotes, anything else as its JSON.
pub(super) fn cells(record: &str, columns: &[&str]) -> Vec<Option<String>> {
    let member = |object: String, name: &str| {
        let members = record::members(&object).ok()?;
        members.into_iter().find(|(known, _)| known == name).map(|(_, raw)| raw).filter(|raw| raw != "null")
    };
    let cell = |path: &&str| {
        let raw = path.split('.').try_fold(record.to_owned(), member)?;
        Some(serde_json::from_str::<String>(&raw).unwrap_or(raw))
    };
    columns.iter().map(cell).collect()
}

/// Every cell of a table.
pub(super) fn rows(table: &Table) -> Vec<Vec<Option<String>>> {
    let columns: Vec<_> = columns(table.schema).iter().map(|name| table.schema.find(name).unwrap()).collect();
    let row = |row| columns.iter().map(|at| table.cells(*at).get(row).map(str::to_owned)).collect();
    (0..table.rows() as usize).map(row).collect()
}
