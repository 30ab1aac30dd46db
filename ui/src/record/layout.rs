//! Places of a record's texts: the group on its page and in its form, and the column in its list. One row each;
//! labels and rules of the form are the contract's ([`tapline_contract::form::TextField`]).

use leptos::prelude::*;

use super::field::FieldText;
use super::view::ResourceKind;
use crate::widgets::facts::group;
use crate::widgets::grid::column::Column;

/// A text of record `R`.
#[derive(Debug)]
pub(crate) struct TextRow<R: 'static> {
    /// Heading of its group.
    pub(crate) group: &'static str,
    /// Its key is the wire name, its title the name within the group.
    pub(crate) column: Column<R>,
}

/// `text_row!(Record, GROUP, field: "wire", "Name", Text 130, hidden)`; after the width comes what the column is besides.
macro_rules! text_row {
    ($record:ty, $group:expr, $field:ident: $wire:literal, $name:literal, $format:ident $width:literal $(, $mark:ident)*) => {
        $crate::record::layout::TextRow {
            group: $group,
            column: $crate::widgets::grid::column::column(
                $wire,
                $name,
                $crate::widgets::grid::column::CellFormat::$format,
                $width,
                |record: &$record| record.$field.clone().unwrap_or_default(),
            )
            $(.$mark())*,
        }
    };
}
pub(crate) use text_row;

/// The facts of a group. `words` may replace a text by what people read.
pub(crate) fn facts<R>(
    rows: &'static [TextRow<R>],
    heading: &'static str,
    record: &R,
    words: fn(&str, &str) -> Option<String>,
    more: Vec<(&'static str, Option<String>)>,
) -> AnyView {
    let of_group = rows.iter().filter(|row| row.group == heading);
    let fact = |row: &TextRow<R>| {
        let text = (row.column.text)(record);
        let shown = words(row.column.head.key, &text).unwrap_or(text);
        (row.column.head.title, Some(shown).filter(|text| !text.is_empty()))
    };
    group(heading, of_group.map(fact).chain(more).collect())
}

/// The fields of a group; `own` may draw some itself.
pub(crate) fn fields<R>(
    kind: ResourceKind,
    rows: &'static [TextRow<R>],
    heading: &'static str,
    own: fn(&'static str) -> Option<AnyView>,
) -> AnyView {
    let of_group = rows.iter().filter(|row| row.group == heading);
    let field = |row: &TextRow<R>| {
        let wire = row.column.head.key;
        own(wire).unwrap_or_else(|| view! { <FieldText kind=kind wire=wire/> }.into_any())
    };
    of_group.map(field).collect_view().into_any()
}

/// The columns of a list: its own first ones, those of the texts, and the others.
pub(crate) fn columns<R>(first: &[Column<R>], rows: &[TextRow<R>], others: &[Column<R>]) -> Vec<Column<R>> {
    let texts = rows.iter().map(|row| row.column);
    first.iter().copied().chain(texts).chain(others.iter().copied()).collect()
}
