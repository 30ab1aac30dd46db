//! Rows of a table that pass a filter.

use std::cmp::Ordering;

use tapline_contract::decimal::{self, Decimal};
use tapline_contract::field::Number;
use tapline_contract::list::Filter;
use tapline_contract::list_column::ColumnKind;

use super::needle::Needle;
use super::table::Table;
use super::view::{BadQuery, column};

/// True for each row that passes.
pub(super) fn passing(table: &Table, filter: &Filter) -> Result<Vec<bool>, BadQuery> {
    let rows = table.rows() as usize;
    match filter {
        Filter::Contains { columns, text } => contains(table, columns, text),
        Filter::Equals { column: name, value } => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, equals(table.schema.columns[at].kind, value.as_deref())))
        }
        Filter::OneOf { column: name, values } => {
            let at = column(table, name)?;
            let kind = table.schema.columns[at].kind;
            let one_of: Vec<_> = values.iter().map(|value| equals(kind, Some(value))).collect();
            Ok(table.cells(at).judged(rows, |cell| one_of.iter().any(|equals| equals(cell))))
        }
        Filter::Between { column: name, least, most } => {
            let at = column(table, name)?;
            if table.schema.columns[at].kind != ColumnKind::Number {
                return Err(BadQuery::NoNumbers(name.clone()));
            }
            let (least, most) = (least.as_ref().map(Bound::new), most.as_ref().map(Bound::new));
            let within = |cell: &str| {
                least.as_ref().is_none_or(|least| least.compare(cell).is_some_and(Ordering::is_ge))
                    && most.as_ref().is_none_or(|most| most.compare(cell).is_some_and(Ordering::is_le))
            };
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(within)))
        }
        Filter::Bits { column: name, byte, mask } => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(|cell| has_bits(cell, *byte, *mask))))
        }
        Filter::Not(filter) => {
            let passing = self::passing(table, filter)?;
            Ok(passing.into_iter().map(|passes| !passes).collect())
        }
        Filter::All(filters) => filters.iter().try_fold(vec![true; rows], |passing, filter| {
            let also = self::passing(table, filter)?;
            Ok(passing.into_iter().zip(also).map(|(passes, also)| passes && also).collect())
        }),
    }
}

/// One side of many comparisons of numbers.
struct Bound {
    decimal: Option<Decimal>,
    number: Number,
}

impl Bound {
    fn new(number: &Number) -> Bound {
        Bound { decimal: Decimal::from_number(number), number: number.clone() }
    }

    /// Compares the number in `text` with this one; `None` when `text` is no JSON number.
    fn compare(&self, text: &str) -> Option<Ordering> {
        match (Decimal::parse(text), self.decimal) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => Some(decimal::compare(&Number::parse(text)?, &self.number)),
        }
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

/// Compares cells of this kind of column with `value`, numbers by their exact value.
fn equals(kind: ColumnKind, value: Option<&str>) -> impl Fn(Option<&str>) -> bool {
    let number = value.filter(|_| kind == ColumnKind::Number).and_then(Number::parse);
    let number = number.as_ref().map(Bound::new);
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
    let needle = Needle::new(text);
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
            assert_eq!(has_bits(text, byte, mask), expected, "{text} {byte} {mask}");
        }
    }
}
