//! A list that core holds: opened, followed while it loads, and read in windows of rows.
//!
//! The rows that are shown stay until the next ones arrive: with another sort or filter, of a new version, or
//! of a list that was read again. One window is requested at a time, always the latest one wanted, so that typing or
//! scrolling fast requests no more than core can answer.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelList, CloseList, OpenList, WatchList};
use tapline_contract::connection::Connection;
use tapline_contract::list::{Filter, ListId, ListOf, ListOpening, ListState, ListWatch, LoadState, Sort};

use super::ask::{Arrangement, Asker};
use super::blocks::Blocks;
use super::column::Head;
use super::filter::FilterKind;
use super::list::ListSpec;
use super::source::Source;
use super::view::{GridView, Way};
use crate::ipc::{self, engine};
use crate::remote::Reading;
use crate::shell::{Shell, shell};

#[derive(Clone, Copy)]
pub(crate) struct CoreList {
    /// What was asked for last.
    of: RwSignal<Option<ListOf>>,
    /// What is being loaded, until it takes the place of what is shown.
    coming: RwSignal<Option<Loading>>,
    pub(super) shown: RwSignal<Option<ListState>>,
    pub(super) reading: RwSignal<Reading>,
    /// Arrangement and number of the rows in `blocks`.
    pub(super) arranged: RwSignal<Option<(Arrangement, usize)>>,
    pub(super) blocks: RwSignal<Blocks>,
    /// A window is being requested.
    pub(super) asking: StoredValue<bool>,
    /// First row and count of the last window shown.
    pub(super) wanted: StoredValue<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Loading {
    of: ListOf,
    /// `None` until core named it.
    state: Option<ListState>,
    /// It has the same query as the list shown, which then stays until the new one is complete.
    again: bool,
}

impl Default for CoreList {
    fn default() -> CoreList {
        CoreList {
            of: RwSignal::new(None),
            coming: RwSignal::new(None),
            shown: RwSignal::new(None),
            reading: RwSignal::new(Reading::default()),
            arranged: RwSignal::new(None),
            blocks: RwSignal::new(Blocks::default()),
            asking: StoredValue::new(false),
            wanted: StoredValue::new((0, 1)),
        }
    }
}

impl CoreList {
    /// For another connection; core drops its lists by itself then.
    pub(crate) fn clear(self) {
        self.of.set(None);
        self.coming.set(None);
        self.shown.set(None);
        self.reading.set(Reading::default());
        self.arranged.set(None);
        self.blocks.set(Blocks::default());
    }

    /// The list whose rows are shown, as far as it is loaded.
    pub(crate) fn loaded(self) -> Option<ListState> {
        self.shown.get()
    }

    /// It was asked for, whatever became of that.
    pub(crate) fn is_asked(self) -> bool {
        self.of.with_untracked(Option::is_some)
    }

    pub(crate) fn coming_now(self) -> Coming {
        self.reading.with(|reading| match reading {
            Reading { loading: true, .. } => Coming::Reading,
            Reading { failure: Some(_), .. } => Coming::Failed,
            _ => Coming::Ended,
        })
    }

    pub(crate) fn has_failed(self) -> bool {
        self.reading.with_untracked(|reading| reading.failure.is_some())
    }

    /// Loads a list, unless that is what is there.
    pub(crate) fn read(self, shell: Shell, of: ListOf) {
        if self.of.with_untracked(|known| known.as_ref() != Some(&of)) {
            self.of.set(Some(of.clone()));
            self.load(shell, of, Again::Other);
        }
    }

    /// Reads the same again.
    pub(crate) fn reload(self, shell: Shell) {
        if let Some(of) = self.of.get_untracked() {
            self.load(shell, of, Again::Same);
        }
    }

    /// Shows it in the place of the one before as soon as there are rows.
    fn load(self, shell: Shell, of: ListOf, again: Again) {
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

    /// Follows the list until it is complete. Core answers when there is something new.
    fn watch(self, state: ListState) {
        let (list, version) = (state.list, state.version);
        let loads = state.state == LoadState::Loading;
        if !self.take(state) || !loads {
            return;
        }
        spawn_local(async move {
            match ipc::command::<WatchList>(ListWatch { list, version }).await {
                Ok(state) if self.is_coming(list) => self.watch(state),
                Err(failure) if self.is_coming(list) => self.fail(failure),
                _ => {}
            }
        });
    }

    /// Whether this list is the one that is being loaded.
    fn is_coming(self, list: ListId) -> bool {
        self.coming_list() == Some(list)
    }

    fn coming_list(self) -> Option<ListId> {
        self.coming.with_untracked(|coming| Some(coming.as_ref()?.state.as_ref()?.list))
    }

    /// Takes a new state of the list that is being loaded; false if loading failed.
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

    /// Cancels the list that is being loaded: it is no longer wanted.
    fn drop_coming(self) {
        let shown = self.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.list));
        if let Some(list) = self.coming_list() {
            spawn_local(async move {
                // It may have ended already; its rows are shown or dropped.
                let _ = ipc::command::<CancelList>(list).await;
                if Some(list) != shown {
                    close(list);
                }
            });
        }
        self.coming.set(None);
    }

    /// Stops loading and keeps the rows received so far.
    fn cancel(self) {
        let Some(list) = self.coming_list() else { return };
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
                unit: connection.with(|connection| connection.as_ref()?.known_unit()),
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
        let export = Callback::new(move |request| {
            let now = self.arranged.with_untracked(|arranged| arranged.as_ref().map(|(now, _)| now.clone()));
            if let Some(now) = now {
                super::file::write_list(request, now.list, now.version, now.sort, now.filter);
            }
        });
        Source {
            heads: StoredValue::new(columns.to_vec()),
            count: Signal::derive(move || {
                self.arranged.with(|arranged| arranged.as_ref().map_or(0, |(_, total)| *total))
            }),
            known: Signal::derive(move || self.arranged.with(Option::is_some)),
            all: Signal::derive(move || {
                self.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.rows as usize))
            }),
            window,
            reading: self.reading.into(),
            reload,
            cancel: Callback::new(move |()| self.cancel()),
            export,
            beside: None,
        }
    }
}

/// Whether a list is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coming {
    Reading,
    Failed,
    Ended,
}

/// Whether a list is read again, or another one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    Same,
    Other,
}

/// A filter for each typed word, and each filter that core applies.
fn filter(list: &ListSpec, view: GridView, connection: Option<&Connection>) -> Option<Filter> {
    let words = view.words.get();
    let contains = words.split_whitespace().map(|word| {
        let text = Filter::Contains { columns: Vec::new(), text: word.to_owned() };
        // "23.10" is 2310 in most services, so an amount is found by its value too.
        match connection.and_then(|connection| amount(list, word, connection)) {
            Some(amount) => Filter::Not(Box::new(Filter::All(vec![
                Filter::Not(Box::new(text)),
                Filter::Not(Box::new(amount)),
            ]))),
            None => text,
        }
    });
    let set = view.filters.get();
    let here = list.filters_of(&set).into_iter().filter_map(|(row, value)| row.in_core(value, connection?));
    let mut all: Vec<Filter> = contains.chain(here).collect();
    if all.len() > 1 { Some(Filter::All(all)) } else { all.pop() }
}

/// A typed word with decimals, as the amount of a list that has one.
fn amount(list: &ListSpec, word: &str, connection: &Connection) -> Option<Filter> {
    let word = word.replace(',', ".");
    let money = list.filters.iter().find(|row| matches!(row.kind, FilterKind::Money))?;
    word.contains('.').then(|| money.in_core(&format!("{word}..{word}"), connection))?
}

/// A warning about the rows that are shown: incomplete, cancelled or changed meanwhile.
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
        // Core may have dropped it already.
        let _ = ipc::command::<CloseList>(list).await;
    });
}
