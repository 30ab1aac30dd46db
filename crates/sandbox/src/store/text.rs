//! Records kept as their JSON text, and what queries for them have in common.
//!
//! The text is written from the contract's types, so that members which the document does not name keep the digits and the
//! spelling they came in. The other columns hold the values that queries look for, and nothing else.

use rusqlite::{Connection, OptionalExtension, Params};
use serde::Serialize;
use tapline_contract::record::Record;

use super::StoreError;
use crate::page::Window;

pub(super) fn text<R: Serialize>(record: &R) -> Result<String, StoreError> {
    Ok(serde_json::to_string(record)?)
}

pub(super) fn record<R: Record>(text: &str) -> Result<R, StoreError> {
    Ok(R::read(text)?)
}

/// The records of a query whose first column is their text.
pub(super) fn all<R: Record>(db: &Connection, sql: &str, values: impl Params) -> Result<Vec<R>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let texts = statement.query_map(values, |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    texts.iter().map(|text| record(text)).collect()
}

pub(super) fn one<R: Record>(
    db: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<Option<R>, StoreError> {
    let text: Option<String> = db.query_row(sql, values, |row| row.get(0)).optional()?;
    text.as_deref().map(record).transpose()
}

/// A pattern for `LIKE … ESCAPE '\'` that matches texts which contain `part`. Latin letters match in either case.
pub(super) fn like(part: &str) -> String {
    let mut pattern = String::from("%");
    for letter in part.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// LIMIT and OFFSET of a page.
pub(super) fn limits(window: Window) -> (i64, i64) {
    (window.size.map_or(-1, i64::from), i64::try_from(window.offset()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_takes_its_signs_as_letters() {
        assert_eq!(like("50%_\\"), "%50\\%\\_\\\\%");
    }
}
