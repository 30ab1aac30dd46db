//! Rows of a table that pass a filter.

use tapline_contract::field::Number;
use tapline_contract::list::Filter;
use tapline_contract::list_column::ColumnKind;

use super::cell_number::CellNumber;
use super::needle::Needle;
use super::schema::BadQuery;
use super::table::Table;

/// True for each row that passes.
pub(super) fn passing(table: &Table, filter: &Filter) -> Result<Vec<bool>, BadQuery> {
    let rows = table.rows() as usize;
    let kind = |at: usize| table.schema.columns[at].kind;
    match filter {
        Filter::Contains { columns, text } => {
            let mut columns = table.schema.find_all(columns)?;
            if columns.is_empty() {
                columns = (0..table.schema.columns.len()).collect();
            }
            let (needle, mut passing) = (Needle::new(text), vec![false; rows]);
            for at in columns {
                needle.mark(table.cells(at), &mut passing);
            }
            Ok(passing)
        }
        Filter::Equals { column, value } => {
            let at = table.schema.find(column)?;
            Ok(table.cells(at).judged(rows, equals(kind(at), value.as_deref())))
        }
        Filter::OneOf { column, values } => {
            let at = table.schema.find(column)?;
            let one_of: Vec<_> = values.iter().map(|value| equals(kind(at), Some(value))).collect();
            Ok(table.cells(at).judged(rows, |cell| one_of.iter().any(|equals| equals(cell))))
        }
        Filter::Between { column, least, most } => {
            let at = table.schema.find(column)?;
            if kind(at) != ColumnKind::Number {
                return Err(BadQuery::NoNumbers(column.clone()));
            }
            let [least, most] =
                [least, most].map(|bound| bound.as_ref().map(|number| CellNumber::new(number.text())));
            let within = |cell: &str| {
                let cell = CellNumber::new(cell);
                least.is_none_or(|least| cell.compare(&least).is_ge())
                    && most.is_none_or(|most| cell.compare(&most).is_le())
            };
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(within)))
        }
        Filter::Bits { column, byte, mask } => {
            let at = table.schema.find(column)?;
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(|cell| has_bits(cell, *byte, *mask))))
        }
        Filter::Not(filter) => Ok(passing(table, filter)?.into_iter().map(|passes| !passes).collect()),
        Filter::All(filters) => filters.iter().try_fold(vec![true; rows], |all, filter| {
            let also = passing(table, filter)?;
            Ok(all.into_iter().zip(also).map(|(passes, also)| passes && also).collect())
        }),
    }
}

/// Compares cells of this kind of column with `value`, numbers by their exact value.
fn equals(kind: ColumnKind, value: Option<&str>) -> impl Fn(Option<&str>) -> bool {
    let is_number = |value: &&str| kind == ColumnKind::Number && Number::parse(value).is_some();
    let number = value.filter(is_number).map(CellNumber::new);
    move |cell| match (number, cell) {
        (Some(number), Some(cell)) => CellNumber::new(cell).compare(&number).is_eq(),
        _ => cell == value,
    }
}

/// True if all bits of `mask` are set in a byte of hexadecimal text; bytes are counted from 1.
fn has_bits(text: &str, byte: u8, mask: u8) -> bool {
    let digits = text.trim();
    let is_hex = digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let found = usize::from(byte)
        .checked_sub(1)
        .and_then(|at| digits.get(2 * at..2 * at + 2))
        .and_then(|pair| u8::from_str_radix(pair, 16).ok());
    is_hex && found.is_some_and(|found| found & mask == mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_hexadecimal_text() {
        for (text, byte, mask, expected) in [
            ("0000008000", 4, 0x80, true),
            ("0000008000", 4, 0xC0, false),
            ("00000080ff", 5, 0xff, true),
            (" 0000008000 ", 4, 0x80, true),
            ("0000008000", 6, 0x80, false),
            ("0000008000", 0, 0x80, false),
            ("0000008000", 255, 0, false),
            ("0000008000", 1, 0, true),
            ("000000800", 4, 0x80, false),
            ("00x0008000", 4, 0x80, false),
            ("é0000080", 4, 0x80, false),
            ("", 1, 0, false),
        ] {
            assert_eq!(has_bits(text, byte, mask), expected, "{text} {byte} {mask}");
        }
    }
}
