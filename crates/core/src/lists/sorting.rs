//! Sorts rows of a table by a column, completely or only the first of them.
//!
//! Each row gets an integer key; values are compared only where keys are equal, and equal values stay as listed. For the first few
//! of many rows the rest is not sorted.

use std::cmp::Ordering;

use tapline_contract::decimal::{self, Decimal};
use tapline_contract::field::Number;
use tapline_contract::list::Sort;

use super::cells::{Cells, Few, Many};
use super::kind::Kind;
use super::number_key::NumberKey;
use super::table::Table;
use super::text_key::TextKey;
use super::view::{BadQuery, column};

/// The first `count` of `rows`, which come as listed. Rows without a value are last in both directions.
pub(super) fn sorted(table: &Table, rows: Vec<u32>, sort: &Sort, count: usize) -> Result<Vec<u32>, BadQuery> {
    let at = column(table, &sort.column)?;
    let kind = table.schema.columns[at].kind;
    Ok(match table.cells(at) {
        Cells::Few(few) => by_rank(&rows, &ranks(few, kind, sort.descending), few, count),
        Cells::Many(many) if kind == Kind::Number => by_number(&rows, many, sort.descending, count),
        Cells::Many(many) => by_text(&rows, many, sort.descending, count),
    })
}

/// Compares two values of a column.
fn compare(kind: Kind, one: &str, other: &str) -> Ordering {
    if kind != Kind::Number {
        return one.cmp(other);
    }
    match (Decimal::parse(one), Decimal::parse(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        // Beyond what a decimal holds.
        _ => match (Number::parse(one), Number::parse(other)) {
            (Some(one), Some(other)) => decimal::compare(&one, &other),
            _ => one.cmp(other),
        },
    }
}

/// The rank of each code; equal values share one, and cells without a value have the last.
fn ranks(few: &Few, kind: Kind, descending: bool) -> Vec<usize> {
    let mut texts: Vec<(usize, &str)> = (1..).zip(few.texts()).collect();
    texts.sort_unstable_by(
        |(_, one), (_, other)| {
            if descending { compare(kind, other, one) } else { compare(kind, one, other) }
        },
    );
    let mut ranks = vec![texts.len(); texts.len() + 1];
    let mut before: Option<(usize, &str)> = None;
    for (place, (code, text)) in texts.into_iter().enumerate() {
        let rank = before
            .filter(|(_, before)| compare(kind, before, text) == Ordering::Equal)
            .map_or(place, |(rank, _)| rank);
        ranks[code] = rank;
        before = Some((rank, text));
    }
    ranks
}

/// A counting sort.
fn by_rank(rows: &[u32], ranks: &[usize], few: &Few, count: usize) -> Vec<u32> {
    let rank = |row: u32| ranks[few.code(row as usize)];
    let mut places = vec![0_usize; ranks.len() + 1];
    for row in rows {
        places[rank(*row) + 1] += 1;
    }
    for at in 1..places.len() {
        places[at] += places[at - 1];
    }
    let mut order = vec![0; count.min(rows.len())];
    for row in rows {
        let place = &mut places[rank(*row)];
        if let Some(free) = order.get_mut(*place) {
            *free = *row;
        }
        *place += 1;
    }
    order
}

fn by_number(rows: &[u32], many: &Many, descending: bool, count: usize) -> Vec<u32> {
    let text = |row: u32| many.get(row as usize).unwrap_or_default();
    let key = |text: &str| NumberKey::of(text).map_or(u64::MAX, NumberKey::place);
    let tied = |one: u32, other: u32| match NumberKey::of(text(one)) {
        Some(key) if key.is_exact() => Ordering::Equal,
        _ => compare(Kind::Number, text(one), text(other)),
    };
    by_key(rows, many, key, tied, descending, count)
}

fn by_text(rows: &[u32], many: &Many, descending: bool, count: usize) -> Vec<u32> {
    let text = |row: u32| many.get(row as usize).unwrap_or_default();
    let keys = TextKey::of(rows.iter().filter_map(|row| many.get(*row as usize)));
    by_key(rows, many, |text| keys.key(text), |one, other| text(one).cmp(text(other)), descending, count)
}

/// `compare` decides between rows with the same key.
fn by_key(
    rows: &[u32],
    many: &Many,
    key: impl Fn(&str) -> u64,
    compare: impl Fn(u32, u32) -> Ordering,
    descending: bool,
    count: usize,
) -> Vec<u32> {
    let (mut keys, mut without) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        match many.get(*row as usize).map(&key) {
            Some(key) => keys.push((if descending { !key } else { key }, *row)),
            None => without.push(*row),
        }
    }
    let by = |one: &(u64, u32), other: &(u64, u32)| {
        let tied = || {
            let order = compare(one.1, other.1);
            (if descending { order.reverse() } else { order }).then(one.1.cmp(&other.1))
        };
        one.0.cmp(&other.0).then_with(tied)
    };
    if count < keys.len() {
        if let Some(last) = count.checked_sub(1) {
            keys.select_nth_unstable_by(last, by);
        }
        keys.truncate(count);
    }
    keys.sort_unstable_by(by);
    keys.into_iter().map(|(_, row)| row).chain(without).take(count).collect()
}
