//! Which rows of a table a filter lets pass.

use std::cmp::Ordering;

use tapline_contract::decimal;
use tapline_contract::field::Number;
use tapline_contract::list::Filter;

use super::kind::Kind;
use super::table::Table;
use super::view::{BadQuery, column};

/// One answer for each row. Without a filter all pass.
pub(super) fn passing(table: &Table, filter: Option<&Filter>) -> Result<Vec<bool>, BadQuery> {
    let rows = table.rows() as usize;
    match filter {
        None => Ok(vec![true; rows]),
        Some(Filter::Contains { columns, text }) => contains(table, columns, text),
        Some(Filter::Equals { column: name, value }) => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, same(table.schema.columns[at].kind, value.as_deref())))
        }
        Some(Filter::OneOf { column: name, values }) => {
            let at = column(table, name)?;
            let kind = table.schema.columns[at].kind;
            let one_of: Vec<_> = values.iter().map(|value| same(kind, Some(value))).collect();
            Ok(table.cells(at).judged(rows, |cell| one_of.iter().any(|same| same(cell))))
        }
        Some(Filter::Between { column: name, least, most }) => {
            let at = column(table, name)?;
            if table.schema.columns[at].kind != Kind::Number {
                return Err(BadQuery::NoNumbers(name.clone()));
            }
            let within = |number: Number| {
                least.as_ref().is_none_or(|least| decimal::compare(&number, least) != Ordering::Less)
                    && most.as_ref().is_none_or(|most| decimal::compare(&number, most) != Ordering::Greater)
            };
            Ok(table.cells(at).judged(rows, |cell| cell.and_then(Number::parse).is_some_and(within)))
        }
        Some(Filter::Bits { column: name, byte, mask }) => {
            let at = column(table, name)?;
            Ok(table.cells(at).judged(rows, |cell| cell.is_some_and(|cell| bits(cell, *byte, *mask))))
        }
        Some(Filter::Not(filter)) => {
            let passing = self::passing(table, Some(filter))?;
            Ok(passing.into_iter().map(|passes| !passes).collect())
        }
        Some(Filter::All(filters)) => {
            let mut passing = vec![true; rows];
            for filter in filters {
                let also = self::passing(table, Some(filter))?;
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
    move |cell| match (&number, cell) {
        (Some(number), Some(cell)) => {
            Number::parse(cell).is_some_and(|cell| decimal::compare(&cell, number) == Ordering::Equal)
        }
        (_, cell) => cell == value,
    }
}

/// Without columns named, every column is searched.
fn contains(table: &Table, names: &[String], text: &str) -> Result<Vec<bool>, BadQuery> {
    let mut columns: Vec<usize> = names.iter().map(|name| column(table, name)).collect::<Result<_, _>>()?;
    if columns.is_empty() {
        columns = table.schema.columns.iter().filter_map(|column| table.schema.find(column.name)).collect();
    }
    let wanted = text.to_lowercase();
    let mut passing = vec![false; table.rows() as usize];
    for at in columns {
        let found =
            table.cells(at).judged(passing.len(), |cell| cell.is_some_and(|cell| is_in(cell, &wanted)));
        passing.iter_mut().zip(found).for_each(|(passes, found)| *passes |= found);
    }
    Ok(passing)
}

/// True if `text` contains `wanted`, which is in lower case, in any letter case.
fn is_in(text: &str, wanted: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(wanted);
    }
    let Some((first, rest)) = wanted.as_bytes().split_first() else { return true };
    let mut text = text.as_bytes();
    while let Some(at) = text.iter().position(|byte| byte.to_ascii_lowercase() == *first) {
        text = &text[at + 1..];
        if text.len() < rest.len() {
            return false;
        }
        if text[..rest.len()].eq_ignore_ascii_case(rest) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn letter_case_does_not_count(text in "[a-cA-CäÄßIıİKk]{0,8}|[aAbB]{0,8}", wanted in "[a-cA-CäÄßIıİK]{0,3}") {
            let wanted = wanted.to_lowercase();
            prop_assert_eq!(is_in(&text, &wanted), text.to_lowercase().contains(&wanted));
        }
    }
}
