//! Which rows of a table a filter lets pass.

use std::cmp::Ordering;

use tapline_contract::field::Number;
use tapline_contract::list::Filter;

use super::kind::Kind;
use super::needle::Needle;
use super::number_key::Bound;
use super::table::Table;
use super::view::{BadQuery, column};

/// One answer for each row.
pub(super) fn passing(table: &Table, filter: &Filter) -> Result<Vec<bool>, BadQuery> {
    let rows = table.rows() as usize;
    match filter {
        Filter::Contains { columns, text } => contains(table, columns, text),
        Filter::Equals { column: name, value } => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, same(table.schema.columns[at].kind, value.as_deref())))
        }
        Filter::OneOf { column: name, values } => {
            let at = column(table, name)?;
            let kind = table.schema.columns[at].kind;
            let one_of: Vec<_> = values.iter().map(|value| same(kind, Some(value))).collect();
            Ok(table.cells(at).judged(rows, |cell| one_of.iter().any(|same| same(cell))))
        }
        Filter::Between { column: name, least, most } => {
            let at = column(table, name)?;
            if table.schema.columns[at].kind != Kind::Number {
                return Err(BadQuery::NoNumbers(name.clone()));
            }
            let (least, most) = (least.as_ref().map(Bound::of), most.as_ref().map(Bound::of));
            let within = |cell: &str| {
                least.as_ref().is_none_or(|least| least.compare(cell).is_some_and(Ordering::is_ge))
                    && most.as_ref().is_none_or(|most| most.compare(cell).is_some_and(Ordering::is_le))
            };
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(within)))
        }
        Filter::Bits { column: name, byte, mask } => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(|cell| bits(cell, *byte, *mask))))
        }
        Filter::Not(filter) => {
            let passing = self::passing(table, filter)?;
            Ok(passing.into_iter().map(|passes| !passes).collect())
        }
        Filter::All(filters) => {
            let mut passing = vec![true; rows];
            for filter in filters {
                let also = self::passing(table, filter)?;
                passing.iter_mut().zip(also).for_each(|(passes, also)| *passes &= also);
            }
            Ok(passing)
        }
    }
}

/// Whether all bits of `mask` are set in a byte of hexadecimal text; bytes are counted from 1.
fn bits(text: &str, byte: u8, mask: u8) -> bool {
    let digits = text.trim();
    let is_hex = digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let found = usize::from(byte)
        .checked_sub(1)
        .and_then(|at| digits.get(2 * at..2 * at + 2))
        .and_then(|pair| u8::from_str_radix(pair, 16).ok());
    is_hex && found.is_some_and(|found| found & mask == mask)
}

/// Whether a cell of this kind of column says `value`.
fn same(kind: Kind, value: Option<&str>) -> impl Fn(Option<&str>) -> bool {
    let number = value.filter(|_| kind == Kind::Number).and_then(Number::parse);
    let number = number.as_ref().map(Bound::of);
    move |cell| match (&number, cell) {
        (Some(number), Some(cell)) => number.compare(cell) == Some(Ordering::Equal),
        (_, cell) => cell == value,
    }
}

/// Without columns named, every column is searched.
fn contains(table: &Table, names: &[String], text: &str) -> Result<Vec<bool>, BadQuery> {
    let mut columns: Vec<usize> = names.iter().map(|name| column(table, name)).collect::<Result<_, _>>()?;
    if columns.is_empty() {
        columns = table.schema.columns.iter().filter_map(|column| table.schema.find(column.name)).collect();
    }
    let needle = Needle::of(text);
    let mut passing = vec![false; table.rows() as usize];
    for at in columns {
        needle.mark(table.cells(at), &mut passing);
    }
    Ok(passing)
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
            assert_eq!(bits(text, byte, mask), expected, "{text} {byte} {mask}");
        }
    }
}
