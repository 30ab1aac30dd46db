//! A list that core holds: opened, watched while it loads, and asked for windows of rows.
//!
//! One member of an area. What is shown stays until its successor is there: rows of another sort or filter, of a new version, or
//! of a list that was read again. One window is asked for at a time, always the one that is wanted by then, so that typing or
//! scrolling fast asks for no more than core can answer.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{CancelList, CloseList, GetListState, ListRows, OpenList};
use tapline_contract::connection::Connection;
use tapline_contract::list::{
    Filter, ListId, ListOf, ListOpening, ListState, LoadState, Rows, RowsQuery, Sort,
};
use tapline_contract::{Failure, Kind};

use super::blocks::{BLOCK, Blocks};
use super::cell::{Cell, cell};
use super::column::{Head, Look};
use super::list::ListSpec;
use super::source::{Reading, Row, Source};
use super::view::{GridView, Way};
use crate::ipc::{self, engine};
use crate::shell::{Shell, shell};

/// Milliseconds between two looks at a list that loads.
const LOOK: u64 = 200;

#[derive(Clone, Copy)]
pub(crate) struct CoreList {
    /// What is being loaded, until it takes the place of what is shown.
    coming: RwSignal<Option<Loading>>,
    shown: RwSignal<Option<ListState>>,
    reading: RwSignal<Reading>,
    /// How the rows below are arranged, and how many they are.
    arranged: RwSignal<Option<(Arrangement, usize)>>,
    blocks: RwSignal<Blocks>,
    /// A window is being asked for.
    asking: StoredValue<bool>,
    /// The window that was looked at last.
    wanted: StoredValue<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Loading {
    of: ListOf,
    /// `None` until core named it.
    state: Option<ListState>,
    /// It answers the same question as what is shown, which then stays until the new one is whole.
    again: bool,
}

/// Which rows in which order.
#[derive(Clone, Debug, PartialEq)]
struct Arrangement {
    list: ListId,
    version: u64,
    sort: Option<Sort>,
    filter: Option<Filter>,
}

impl CoreList {
    pub(crate) fn new() -> CoreList {
        CoreList {
            coming: RwSignal::new(None),
            shown: RwSignal::new(None),
            reading: RwSignal::new(Reading::default()),
            arranged: RwSignal::new(None),
            blocks: RwSignal::new(Blocks::default()),
            asking: StoredValue::new(false),
            wanted: StoredValue::new((0, 1)),
        }
    }

    /// As on another connection. Core forgets its lists by itself then.
    pub(crate) fn clear(self) {
        self.coming.set(None);
        self.shown.set(None);
        self.reading.set(Reading::default());
        self.arranged.set(None);
        self.blocks.set(Blocks::default());
    }

    pub(crate) fn has_failed(self) -> bool {
        self.reading.with_untracked(|reading| reading.failure.is_some())
    }

    /// Loads a list, and shows it in the place of the one before as soon as there are rows.
    pub(crate) fn load(self, shell: Shell, of: ListOf, again: Again) {
        self.drop_coming();
        let loading = Loading { of: of.clone(), state: None, again: again == Again::Same };
        self.coming.set(Some(loading));
        self.reading.update(|reading| {
            reading.loading = true;
            reading.progress = None;
        });
        let connection = shell.connection();
        spawn_local(async move {
            let opening = ListOpening { connection: connection.clone(), of: of.clone() };
            let opened = ipc::command::<OpenList>(opening).await;
            let is_wanted = self.coming.with_untracked(|coming| {
                coming.as_ref().is_some_and(|coming| coming.of == of && coming.state.is_none())
            });
            match opened {
                Ok(state) if is_wanted && shell.connection() == connection => self.watch(state),
                Ok(state) => close(state.list),
                Err(failure) if is_wanted => self.fail(failure),
                Err(_) => {}
            }
        });
    }

    /// Looks again and again, until the list is whole.
    fn watch(self, state: ListState) {
        let list = state.list;
        let loads = state.state == LoadState::Loading;
        if !self.take(state) || !loads {
            return;
        }
        engine::later(LOOK, move || {
            spawn_local(async move {
                if !self.is_coming(list) {
                    return;
                }
                match ipc::command::<GetListState>(list).await {
                    Ok(state) if self.is_coming(list) => self.watch(state),
                    Err(failure) if self.is_coming(list) => self.fail(failure),
                    _ => {}
                }
            });
        });
    }

    /// Whether this list is the one that is being loaded.
    fn is_coming(self, list: ListId) -> bool {
        self.coming.with_untracked(|coming| {
            coming.as_ref().and_then(|coming| coming.state.as_ref()).is_some_and(|state| state.list == list)
        })
    }

    /// A look at the list that is being loaded.
    fn take(self, state: ListState) -> bool {
        let again = self.coming.with_untracked(|coming| coming.as_ref().is_some_and(|coming| coming.again));
        let loads = state.state == LoadState::Loading;
        if let LoadState::Failed { failure } = state.state {
            close(state.list);
            self.fail(failure);
            return false;
        }
        let has_rows = self.shown.with_untracked(Option::is_some);
        let show = if loads { state.rows > 0 && !(again && has_rows) } else { true };
        self.reading.update(|reading| {
            reading.loading = loads;
            reading.progress =
                loads.then(|| (state.loaded, state.total.and_then(|total| u64::try_from(total).ok())));
            if show {
                reading.read_at = engine::now();
                reading.failure = None;
                reading.unreadable = state.unreadable;
                reading.note = note(&state);
            }
        });
        if show {
            let before = self.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.list));
            if let Some(before) = before.filter(|before| *before != state.list) {
                close(before);
            }
            // Rows of the same version are the same rows.
            let same = self.shown.with_untracked(|shown| {
                shown.as_ref().is_some_and(|shown| (shown.list, shown.version) == (state.list, state.version))
            });
            if !same {
                self.shown.set(Some(state.clone()));
            }
        }
        self.coming.update(|coming| match coming {
            Some(coming) if loads => coming.state = Some(state),
            coming => *coming = None,
        });
        true
    }

    fn fail(self, failure: Failure) {
        self.coming.set(None);
        self.reading.update(|reading| {
            reading.loading = false;
            reading.progress = None;
            reading.failure = Some(failure);
        });
    }

    /// What is on its way is not wanted any more.
    fn drop_coming(self) {
        let coming =
            self.coming.with_untracked(|coming| coming.as_ref()?.state.as_ref().map(|state| state.list));
        let shown = self.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.list));
        if let Some(list) = coming {
            spawn_local(async move {
                // It may have ended; what came of it is shown or forgotten.
                let _ = ipc::command::<CancelList>(list).await;
                if Some(list) != shown {
                    close(list);
                }
            });
        }
        self.coming.set(None);
    }

    /// Ends the loading and keeps what came.
    fn cancel(self) {
        let coming =
            self.coming.with_untracked(|coming| coming.as_ref()?.state.as_ref().map(|state| state.list));
        let Some(list) = coming else { return };
        spawn_local(async move {
            let stopped = ipc::command::<CancelList>(list).await;
            if !self.is_coming(list) {
                return;
            }
            match stopped {
                Ok(state) => {
                    self.take(state);
                }
                Err(failure) => self.fail(failure),
            }
        });
    }

    /// The rows for a grid. `reload` reads them again with the same query.
    pub(crate) fn source(
        self,
        list: &'static ListSpec,
        columns: &'static [Head],
        view: GridView,
        reload: Callback<()>,
    ) -> Source {
        let shell = shell();
        let connection = Memo::new(move |_| {
            shell.session.with(|session| session.as_ref().map(|session| session.connection.clone()))
        });
        let wanted = Memo::new(move |_| {
            let (id, version) =
                self.shown.with(|shown| shown.as_ref().map(|shown| (shown.list, shown.version)))?;
            Some(Arrangement {
                list: id,
                version,
                sort: view
                    .order
                    .get()
                    .filter(|order| columns.iter().any(|head| head.key == order.column))
                    .map(|order| Sort { column: order.column, descending: order.way == Way::Down }),
                filter: filter(list, view, connection.get().as_ref()),
            })
        });
        let asker = Asker { of: self, columns, wanted, connection };
        Effect::new(move |_| {
            wanted.track();
            asker.ask();
        });
        let window = Callback::new(move |(first, count): (usize, usize)| {
            self.wanted.set_value((first, count));
            let total = self.arranged.with(|arranged| arranged.as_ref().map_or(0, |(_, total)| *total));
            let window = self.blocks.with(|blocks| blocks.window(first, count, total));
            asker.ask();
            window
        });
        let export = Callback::new(move |asked| {
            let now = self.arranged.with_untracked(|arranged| arranged.as_ref().map(|(now, _)| now.clone()));
            if let Some(now) = now {
                super::file::write_list(asked, now.list, now.version, now.sort, now.filter);
            }
        });
        Source {
            heads: StoredValue::new(columns.to_vec()),
            count: Signal::derive(move || {
                self.arranged.with(|arranged| arranged.as_ref().map_or(0, |(_, total)| *total))
            }),
            all: Signal::derive(move || {
                self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.rows as usize))
            }),
            window,
            reading: self.reading.into(),
            reload,
            cancel: Callback::new(move |()| self.cancel()),
            export,
        }
    }
}

/// Whether a list is read again, or another one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    Same,
    Other,
}

/// Asks core for rows on behalf of one page.
#[derive(Clone, Copy)]
struct Asker {
    of: CoreList,
    columns: &'static [Head],
    wanted: Memo<Option<Arrangement>>,
    connection: Memo<Option<Connection>>,
}

impl Asker {
    /// Asks for the most wanted block that is not there, unless something is being asked for: its answer asks again.
    fn ask(self) {
        let of = self.of;
        if of.asking.get_value() {
            return;
        }
        let Some(Some(wanted)) = self.wanted.try_get_untracked() else { return };
        let connection = self.connection.try_get_untracked().flatten();
        let (first, count) = of.wanted.get_value();
        let now = of.arranged.get_untracked();
        let block = match &now {
            Some((now, total)) if *now == wanted => {
                of.blocks.with_untracked(|blocks| blocks.missing(first, count, *total))
            }
            _ => Some(first / BLOCK),
        };
        let Some(block) = block else { return };
        of.asking.set_value(true);
        spawn_local(async move {
            let answer = ipc::command::<ListRows>(self.query(&wanted, block)).await;
            of.asking.set_value(false);
            match answer {
                Ok(rows) => self.take(wanted, block, &rows, connection.as_ref()),
                Err(failure) => self.explain(&wanted, failure),
            }
            self.ask();
        });
    }

    fn query(self, wanted: &Arrangement, block: usize) -> RowsQuery {
        let currencies = self.columns.iter().filter_map(|head| currency(head.look));
        RowsQuery {
            list: wanted.list,
            version: wanted.version,
            first: u32::try_from(block * BLOCK).unwrap_or(u32::MAX),
            count: u32::try_from(BLOCK).unwrap_or(u32::MAX),
            columns: self.columns.iter().map(|head| head.key).chain(currencies).map(str::to_owned).collect(),
            sort: wanted.sort.clone(),
            filter: wanted.filter.clone(),
        }
    }

    fn take(self, wanted: Arrangement, block: usize, rows: &Rows, connection: Option<&Connection>) {
        let of = self.of;
        // Another list may be shown by now.
        if of.shown.with_untracked(|shown| shown.as_ref().is_none_or(|shown| shown.list != wanted.list)) {
            return;
        }
        let total = rows.total as usize;
        let taken = (0..rows.rows.len()).map(|at| Arc::new(self.row(rows, at, connection))).collect();
        let same = of.arranged.with_untracked(|now| now.as_ref() == Some(&(wanted.clone(), total)));
        batch(move || {
            of.blocks.update(|blocks| {
                if !same {
                    *blocks = Blocks::default();
                }
                blocks.take(block, taken);
            });
            if !same {
                of.arranged.set(Some((wanted, total)));
            }
        });
    }

    fn row(self, rows: &Rows, at: usize, connection: Option<&Connection>) -> Row {
        let raw = |column: usize| {
            rows.columns
                .get(column)
                .and_then(|column| column.get(at))
                .and_then(Option::as_deref)
                .unwrap_or_default()
        };
        let mut currencies = self.columns.len();
        let cells: Vec<Cell> = self
            .columns
            .iter()
            .enumerate()
            .map(|(column, head)| match currency(head.look) {
                Some(_) => {
                    currencies += 1;
                    let value = raw(column);
                    let whole = if value.is_empty() {
                        String::new()
                    } else {
                        format!("{value} {}", raw(currencies - 1))
                    };
                    cell(head.look, &whole, connection)
                }
                None => cell(head.look, raw(column), connection),
            })
            .collect();
        Row { key: raw(0).to_owned(), cells }
    }

    /// A window that cannot be given: a version that is gone is read anew, anything else is said.
    fn explain(self, wanted: &Arrangement, failure: Failure) {
        let of = self.of;
        let list = wanted.list;
        if failure.kind != Kind::Gone {
            return of.fail(failure);
        }
        spawn_local(async move {
            match ipc::command::<GetListState>(list).await {
                Ok(state) => of.shown.set(Some(state)),
                Err(failure) => {
                    of.shown.set(None);
                    of.fail(failure);
                }
            }
        });
    }
}

fn currency(look: Look) -> Option<&'static str> {
    if let Look::Amount(column) = look { column } else { None }
}

/// Every word, and every filter that core applies.
fn filter(list: &ListSpec, view: GridView, connection: Option<&Connection>) -> Option<Filter> {
    let words = view.words.get();
    let contains =
        words.split_whitespace().map(|word| Filter::Contains { columns: Vec::new(), text: word.to_owned() });
    let set = view.filters.get();
    let here = list.filters_of(&set).into_iter().filter_map(|(row, value)| row.in_core(value, connection?));
    let mut all: Vec<Filter> = contains.chain(here).collect();
    if all.len() > 1 { Some(Filter::All(all)) } else { all.pop() }
}

/// What a person must know about the rows that are shown.
fn note(state: &ListState) -> Option<String> {
    match &state.state {
        LoadState::Incomplete { why, .. } => Some(why.clone()),
        LoadState::Cancelled => Some(format!(
            "Loading was cancelled. What is shown are the {} records that had come. Reload to read all of them.",
            super::cell::counted(state.rows as usize)
        )),
        _ if state.changed_while_loading => Some(
            "The list changed while it was read, so it may miss records or have some twice. Reload it."
                .to_owned(),
        ),
        _ => None,
    }
}

fn close(list: ListId) {
    spawn_local(async move {
        // One that is forgotten already is no failure.
        let _ = ipc::command::<CloseList>(list).await;
    });
}
