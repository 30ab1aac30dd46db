//! Places of a record's fields: the group on its page and in its form, and the column of its list. One row each;
//! labels and rules of the form are the contract's ([`tapline_contract::form::TextField`]), or those of
//! [`Resource::rows`](super::Resource::rows).

use leptos::prelude::*;

use super::field::FieldText;
use super::{ResourceKind, coded};
use crate::widgets::facts::{Fact, group};
use crate::widgets::grid::column::{Cards, Column};

/// A field of record `R` that is typed as one text.
#[derive(Debug)]
pub(crate) struct FieldRow<R: 'static> {
    /// Heading of its group.
    pub(crate) group: &'static str,
    /// Its key is the wire name, its title the name within the group.
    pub(crate) column: Column<R>,
    /// Sentence below the field in the form.
    pub(crate) hint: &'static str,
}

impl<R> FieldRow<R> {
    pub(crate) const fn new(group: &'static str, column: Column<R>) -> FieldRow<R> {
        FieldRow { group, column, hint: "" }
    }

    pub(crate) const fn hint(self, hint: &'static str) -> FieldRow<R> {
        FieldRow { hint, ..self }
    }
}

/// `row!(Record, GROUP, field: "wire", "Name", Text 130, hidden)` of a text or a number that may be absent; after the width come
/// the column's other properties.
macro_rules! row {
    ($record:ty, $group:expr, $field:ident: $wire:literal, $name:literal, $format:ident $width:literal $(, $mark:ident)*) => {
        $crate::record::layout::FieldRow::new(
            $group,
            $crate::widgets::grid::column::column(
                $wire,
                $name,
                $crate::widgets::grid::column::CellFormat::$format,
                $width,
                |record: &$record| record.$field.as_ref().map(ToString::to_string).unwrap_or_default(),
            )
            $(.$mark())*,
        )
    };
}
pub(crate) use row;

/// The facts of a group. `words` may replace a text by what people read.
pub(crate) fn facts<R>(
    rows: &'static [FieldRow<R>],
    heading: &'static str,
    record: &R,
    words: fn(&str, &str) -> Option<String>,
    more: Vec<Fact>,
) -> AnyView {
    let of_group = rows.iter().filter(|row| row.group == heading);
    let fact = |row: &FieldRow<R>| {
        let head = &row.column.head;
        let text = Some((row.column.text)(record)).filter(|text| !text.is_empty());
        let text = text.map(|text| words_of(head.key, &text, words));
        match head.cards {
            Cards::Exact => Fact::id(head.title, text),
            Cards::Shortened => Fact::text(head.title, text),
        }
    };
    group(heading, of_group.map(fact).chain(more).collect())
}

fn words_of(wire: &str, text: &str, words: fn(&str, &str) -> Option<String>) -> String {
    words(wire, text).or_else(|| coded::words(wire, text)).unwrap_or_else(|| text.to_owned())
}

/// The fields of a group.
pub(crate) fn fields<R>(kind: ResourceKind, rows: &'static [FieldRow<R>], heading: &'static str) -> AnyView {
    let of_group = rows.iter().filter(|row| row.group == heading);
    let field = |row: &FieldRow<R>| {
        let wire = row.column.head.key;
        let hint = row.hint;
        let plain =
            || view! { <FieldText kind=kind wire=wire hint=Callback::new(move |_| hint.to_owned())/> };
        coded::field(kind, wire).unwrap_or_else(|| plain().into_any())
    };
    of_group.map(field).collect_view().into_any()
}

/// The columns of a list: its own first ones, those of the rows, and the others.
pub(crate) fn columns<R>(first: &[Column<R>], rows: &[FieldRow<R>], others: &[Column<R>]) -> Vec<Column<R>> {
    let own = rows.iter().map(|row| row.column);
    first.iter().copied().chain(own).chain(others.iter().copied()).collect()
}
