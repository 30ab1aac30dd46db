//! Rows of a list in core as the source of a grid: asked for in windows, sorted and filtered by core.

use leptos::prelude::*;
use tapline_contract::connection::Connection;
use tapline_contract::list::{Filter, Sort};
use tapline_contract::written;

use super::ask::{Arrangement, RowCriteria, RowLoader};
use super::column::{Head, ListSpec};
use super::filter::{FilterKind, contains, either};
use super::in_core::CoreList;
use super::source::{RowsState, Source};
use super::view::{GridView, Way};
use crate::shell::shell;

impl CoreList {
    /// Rows for a grid whose first column is their key. `reload` loads them again with the same query.
    pub(crate) fn source(
        self,
        list: &'static ListSpec,
        columns: &'static [Head],
        view: GridView,
        reload: Callback<()>,
    ) -> Source {
        self.keyed_source(list, columns, 0, view, reload)
    }

    /// Like [`CoreList::source`], with the index of the key column.
    pub(crate) fn keyed_source(
        self,
        list: &'static ListSpec,
        columns: &'static [Head],
        key: usize,
        view: GridView,
        reload: Callback<()>,
    ) -> Source {
        let shell = shell();
        let connection = Memo::new(move |_| shell.opened());
        let chosen = Memo::new(move |_| RowCriteria {
            sort: view
                .order
                .get()
                .filter(|order| columns.iter().any(|head| head.key == order.column))
                .map(|order| Sort { column: order.column, descending: order.way == Way::Down }),
            filter: filter(list, columns, view, connection.get().as_ref(), ""),
            unit: connection.with(|connection| connection.as_ref()?.known_unit()),
        });
        let wanted = Memo::new(move |_| {
            let (list, version) =
                self.shown.with(|shown| shown.as_ref().map(|shown| (shown.list, shown.version)))?;
            Some(Arrangement { list, version, chosen: chosen.get() })
        });
        let loader = RowLoader { of: self, columns, noun: list.noun, key, chosen, wanted, connection };
        self.loader.set_value(Some(loader));
        Effect::new(move |_| {
            wanted.track();
            loader.ask();
        });
        let window = Callback::new(move |(first, count): (usize, usize)| {
            let (total, headings) = self.arranged.with(|arranged| {
                arranged.as_ref().map(|now| (now.total, now.headings.clone())).unwrap_or_default()
            });
            let window = headings.window(first, count, |first, count| {
                self.wanted.set_value((first, count));
                self.blocks.with(|blocks| blocks.window(first, count, total))
            });
            loader.ask();
            window
        });
        let export = Callback::new(move |request| {
            let now =
                self.arranged.with_untracked(|arranged| arranged.as_ref().map(|now| now.arrangement.clone()));
            if let Some(now) = now {
                super::export::write_list(request, now.list, now.version, now.chosen.sort, now.chosen.filter);
            }
        });
        Source {
            heads: StoredValue::new(columns.to_vec()),
            count: Signal::derive(move || {
                self.arranged.with(|arranged| arranged.as_ref().map_or(0, |now| now.total))
            }),
            state: Memo::new(move |_| {
                self.arranged.with(|arranged| match arranged {
                    None => RowsState::Unknown,
                    Some(now) if chosen.with(|chosen| *chosen == now.arrangement.chosen) => {
                        RowsState::Current
                    }
                    Some(_) => RowsState::EarlierSearch,
                })
            })
            .into(),
            all: Signal::derive(move || {
                self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.rows as usize))
            }),
            headings: Signal::derive(move || {
                self.arranged
                    .with(|arranged| arranged.as_ref().map(|now| now.headings.clone()).unwrap_or_default())
            }),
            window,
            reading: self.reading.into(),
            reload,
            cancel: Callback::new(move |()| self.cancel()),
            export,
            beside: None,
            days: StoredValue::new(None),
        }
    }
}

/// A filter for each typed word, and each filter that core applies but the one of the key `without`.
pub(crate) fn filter(
    list: &ListSpec,
    columns: &[Head],
    view: GridView,
    connection: Option<&Connection>,
    without: &str,
) -> Option<Filter> {
    let words = view.words.get();
    let typed = words.split_whitespace().map(|word| {
        let text = contains(Vec::new(), word, columns);
        // "23.10" is 2310 in most services, so an amount is also found by its value.
        match connection.and_then(|connection| amount(list, word, connection)) {
            Some(amount) => either(text, amount),
            None => text,
        }
    });
    let set = view.filters.get();
    let here = list.filters_of(&set).into_iter().filter(|(row, _)| row.key != without);
    let here = here.filter_map(|(row, value)| row.in_core(value, columns, connection?));
    let mut all: Vec<Filter> = typed.chain(here).collect();
    if all.len() > 1 { Some(Filter::All(all)) } else { all.pop() }
}

/// A typed word with decimals as an amount filter, for lists with amounts; accepts `1,234.50` as shown.
fn amount(list: &ListSpec, word: &str, connection: &Connection) -> Option<Filter> {
    let money = list.filters.iter().find(|row| matches!(row.kind, FilterKind::Money))?;
    let amount = word.contains(['.', ',']).then(|| written::plain(word, &connection.currency()))??;
    money.in_core(&format!("{amount}..{amount}"), &[], connection)
}
