//! Two marked rows side by side, with all columns of their list: the differences, and below them the equal columns.
//!
//! The rows are compared as they were when they were marked. A list may add more about two records above them
//! (`Source::beside`).

use leptos::prelude::*;

use super::Grid;
use super::column::{Cell, Head};
use super::source::GridRow;
use crate::actions::chord::spoken;
use crate::actions::offer_unless;
use crate::effect::effect;
use crate::ipc::engine;
use crate::shell::shell;
use crate::widgets::dialog::{Dialog, DialogFoot};
use crate::widgets::facts::{differing, folded};

/// The texts of two rows in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    title: &'static str,
    both: [String; 2],
}

#[component]
pub(super) fn Compare(grid: Grid) -> impl IntoView {
    let shell = shell();
    let view = grid.view();
    let open = grid.comparing;
    let marked = move || view.selected.with(std::collections::BTreeMap::len);
    let blocked = Signal::derive(move || {
        (marked() != 2).then(|| format!("Select two rows first, with Space or {} click.", spoken("Ctrl")))
    });
    offer_unless("compare", blocked, move || open.set(true));
    // The marked rows have their amounts in the previous unit.
    let unit = Memo::new(move |_| {
        shell.session.with(|session| session.as_ref().and_then(|session| session.connection.known_unit()))
    });
    Effect::new(move |before: Option<_>| {
        let now = unit.get();
        if before.is_some_and(|before| before != now) {
            open.set(false);
            view.unmark();
        }
        now
    });
    // Focuses the heading: the buttons come after the list's own comparison, which may still be loading.
    effect(move || {
        if open.get() {
            engine::focus_soon(0, "dialog[open] h2", "dialog[open] h2");
        }
    });
    let close = Callback::new(move |()| open.set(false));
    let body = move || {
        let rows: Vec<_> = view.selected.with(|rows| rows.values().cloned().collect());
        let [one, other] = rows.as_slice() else { return None };
        let covered = grid.source.beside.map_or(&[][..], |beside| beside.covered);
        let (differs, same) = grid.source.heads.with_value(|heads| compared(heads, covered, one, other));
        let names = names(one, other);
        let beside = grid.source.beside.map(|beside| (beside.draw)([one.key.clone(), other.key.clone()]));
        let differs = if differs.is_empty() {
            let rest = if covered.is_empty() { "all columns" } else { "all other columns" };
            view! { <p>{format!("These rows are the same in {rest}.")}</p> }.into_any()
        } else {
            let rows = differs.into_iter().map(|Pair { title, both }| (title.to_owned(), both));
            differing("Differences", "Column", names, rows.collect())
        };
        let same = same.into_iter().map(|Pair { title, both: [text, _] }| (title.to_owned(), text)).collect();
        let same = folded("Same in both", same);
        Some(view! {
            {beside}
            <p class="muted">"As the rows were when you selected them."</p>
            {differs}
            {same}
            <DialogFoot keep="Back to the list" on_keep=close/>
        })
    };
    let title = format!("Compare 2 {}", grid.list.noun[1]);
    view! { <Dialog open=open on_close=close title=Signal::stored(title) class="wide">{body}</Dialog> }
}

/// Names of the rows, made distinct if both have the same name.
fn names(one: &GridRow, other: &GridRow) -> [String; 2] {
    let name = |row: &GridRow| row.cells.first().map(|cell| cell.text.clone()).unwrap_or_default();
    match [name(one), name(other)] {
        [first, second] if first == second => [format!("{first} (1)"), format!("{second} (2)")],
        both => both,
    }
}

/// Columns that differ, and columns that are equal and not empty; without the first, which names the rows, and those already
/// compared above.
fn compared(heads: &[Head], covered: &[&str], one: &GridRow, other: &GridRow) -> (Vec<Pair>, Vec<Pair>) {
    let columns = heads.iter().zip(one.cells.iter().zip(&other.cells)).skip(1);
    let columns = columns.filter(|(head, _)| !covered.contains(&head.key));
    let mut all = (Vec::new(), Vec::new());
    for (head, (first, second)) in columns {
        let pair = |both: [&str; 2]| {
            let shown = |text: &str| if text.is_empty() { "not provided" } else { text }.to_owned();
            Pair { title: head.title, both: both.map(shown) }
        };
        if first.text != second.text {
            all.0.push(pair([&first.text, &second.text]));
        } else if first.title != second.title {
            // The difference is only in the titles.
            all.0.push(pair([whole(first), whole(second)]));
        } else if !first.text.is_empty() {
            all.1.push(pair([&first.text, &second.text]));
        }
    }
    all
}

fn whole(cell: &Cell) -> &str {
    cell.title.as_deref().unwrap_or(&cell.text)
}

#[cfg(test)]
mod tests {
    use super::super::column::{CellFormat, head};
    use super::*;

    const HEADS: &[Head] = &[
        head("id", "Id", CellFormat::Id, 10),
        head("at", "Time", CellFormat::Time, 10),
        head("card", "Card", CellFormat::Mono, 10),
        head("note", "Note", CellFormat::Text, 10).hidden(),
    ];

    fn row(cells: [(&str, Option<&str>); 4]) -> GridRow {
        let cell = |(text, title): (&str, Option<&str>)| Cell {
            text: text.to_owned(),
            title: title.map(str::to_owned),
            ..Cell::default()
        };
        GridRow { key: cells[0].0.to_owned(), cells: cells.map(cell).to_vec(), heading: None }
    }

    #[test]
    fn columns_that_differ_are_told_also_hidden_ones_and_what_a_text_leaves_out() {
        let one = row([("T1", None), ("14:02:10", Some("14:02:10.100")), ("4000", None), ("", None)]);
        let other = row([("T2", None), ("14:02:10", Some("14:02:10.900")), ("4000", None), ("late", None)]);
        let pair = |title, both: [&str; 2]| Pair { title, both: both.map(str::to_owned) };
        let differs =
            vec![pair("Time", ["14:02:10.100", "14:02:10.900"]), pair("Note", ["not provided", "late"])];
        assert_eq!(compared(HEADS, &[], &one, &other), (differs, vec![pair("Card", ["4000", "4000"])]));
        assert_eq!(compared(HEADS, &["at", "card", "note"], &one, &other), (vec![], vec![]));
        assert_eq!(names(&one, &other), ["T1", "T2"]);
        assert_eq!(names(&one, &one), ["T1 (1)", "T1 (2)"]);
    }
}
