//! A list that core holds: opened, or taken over from the prefetch, watched until it is complete, and shown in windows of rows.
//!
//! The rows on the page stay until the next ones arrive: with another sort or filter, of a new version, or of a
//! refreshed list. One window is requested at a time, always the latest one wanted, so that typing or scrolling fast
//! requests no more than core can answer. Core answers a watch as soon as there is news, and the visible rows come with that answer.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelList, CloseList, OpenList, WatchList};
use tapline_contract::list::{
    DayReading, ListId, ListNews, ListOf, ListOpening, ListState, ListWatch, LoadState,
};
use tapline_contract::transaction::TransactionQuery;

use super::ask::{ArrangedRows, Blocks, OrderedRows, RowLoader};
use crate::ipc::{self, engine};
use crate::remote::Reading;
use crate::shell::{Shell, ahead};

#[derive(Clone, Copy)]
pub(crate) struct CoreList {
    /// The last list requested.
    of: RwSignal<Option<ListOf>>,
    /// The list being loaded, until it replaces the one shown.
    pub(super) coming: RwSignal<Option<Loading>>,
    pub(super) shown: RwSignal<Option<ListState>>,
    pub(super) reading: RwSignal<Reading>,
    /// Arrangement and number of the rows in `blocks`.
    pub(super) arranged: RwSignal<Option<ArrangedRows>>,
    pub(super) blocks: RwSignal<Blocks>,
    /// True while a window is being requested.
    pub(super) asking: StoredValue<bool>,
    /// True if nearby rows will be requested in a moment.
    pub(super) looking_around: StoredValue<bool>,
    /// First row and count of the last window shown.
    pub(super) wanted: StoredValue<(usize, usize)>,
    /// Days of the rows, for a list that reads them, and the list whose days were requested.
    pub(super) days: RwSignal<Option<DayReading>>,
    pub(super) dated: StoredValue<Option<ListId>>,
    /// Requests rows for the page that was drawn last, which may be gone.
    pub(super) loader: StoredValue<Option<RowLoader>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loading {
    pub(super) of: ListOf,
    /// `None` until core named it.
    pub(super) state: Option<ListState>,
    /// True if it has the same query as the list shown, which then stays until the new one is complete.
    pub(super) again: bool,
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
            looking_around: StoredValue::new(false),
            wanted: StoredValue::new((0, 1)),
            days: RwSignal::new(None),
            dated: StoredValue::new(None),
            loader: StoredValue::new(None),
        }
    }
}

impl CoreList {
    /// Clears everything for another connection; core drops its lists on its own then.
    pub(crate) fn clear(self) {
        self.of.set(None);
        self.coming.set(None);
        self.shown.set(None);
        self.reading.set(Reading::default());
        self.arranged.set(None);
        self.blocks.set(Blocks::default());
        self.days.set(None);
    }

    /// The list whose rows are shown, as far as it is loaded.
    pub(crate) fn loaded(self) -> Option<ListState> {
        self.shown.get()
    }

    /// True if a list was requested, whatever the result.
    pub(crate) fn is_requested(self) -> bool {
        self.of.with_untracked(Option::is_some)
    }

    /// Query of the last list of transactions requested.
    pub(crate) fn query(self) -> Option<TransactionQuery> {
        self.of.with(|of| match of {
            Some(ListOf::Transactions(query)) => Some(query.clone()),
            _ => None,
        })
    }

    pub(crate) fn coming_now(self) -> Coming {
        self.reading.with(|reading| match reading {
            Reading { loading: true, .. } => Coming::Reading,
            Reading { failure: Some(_), .. } => Coming::Failed,
            _ => Coming::Ended,
        })
    }

    pub(crate) fn has_failed(self) -> bool {
        self.reading.with_untracked(|reading| {
            let broke_off = reading.broken_by.as_ref().is_some_and(Failure::may_pass);
            (reading.failure.is_some() || broke_off) && !reading.loading
        })
    }

    /// Loads a list, unless it is the current one.
    pub(crate) fn read(self, shell: Shell, of: ListOf) {
        if self.of.with_untracked(|known| known.as_ref() != Some(&of)) {
            self.of.set(Some(of.clone()));
            self.load(shell, of, LoadKind::Other);
        }
    }

    /// Loads the same list again.
    pub(crate) fn reload(self, shell: Shell) {
        if let Some(of) = self.of.get_untracked() {
            self.load(shell, of, LoadKind::Same);
        }
    }
}

/// State of the list being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coming {
    Reading,
    Failed,
    Ended,
}

/// Kind of load: a refresh or another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadKind {
    Same,
    Other,
}

impl CoreList {
    /// Loads a list and shows it in place of the previous one as soon as there are rows.
    pub(super) fn load(self, shell: Shell, of: ListOf, again: LoadKind) {
        self.drop_coming();
        let loading = Loading { of: of.clone(), state: None, again: again == LoadKind::Same };
        self.coming.set(Some(loading));
        self.reading.update(|reading| {
            reading.loading = true;
            reading.progress = None;
        });
        let connection = shell.connection();
        let opening = ListOpening { connection: connection.clone(), of: of.clone() };
        let opened = ahead::take(&connection, &of).unwrap_or_else(|| ipc::begin::<OpenList>(&opening));
        spawn_local(async move {
            let opened = opened.answer().await;
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

    /// Follows the list until it is complete.
    fn watch(self, state: ListState) {
        let (list, version) = (state.list, state.version);
        let loads = state.state == LoadState::Loading;
        if !self.take(state) || !loads {
            return;
        }
        spawn_local(async move {
            let loader = self.loader.get_value();
            let (ordered, rows) = loader.and_then(RowLoader::order).unzip();
            match ipc::command::<WatchList>(ListWatch { list, version, rows }).await {
                Ok(news) if self.is_coming(list) => self.apply_news(news, ordered),
                Err(failure) if self.is_coming(list) => self.fail(failure),
                _ => {}
            }
        });
    }

    /// Stores the rows before the state, so that effects of the state find them.
    fn apply_news(self, news: ListNews, ordered: Option<OrderedRows>) {
        let (list, version) = (news.state.list, news.state.version);
        self.watch(news.state);
        if let (Some(rows), Some(ordered)) = (news.rows, ordered) {
            ordered.take(list, version, &rows);
        }
    }

    /// True if this list is the one being loaded.
    fn is_coming(self, list: ListId) -> bool {
        self.coming_list() == Some(list)
    }

    fn coming_list(self) -> Option<ListId> {
        self.coming.with_untracked(|coming| Some(coming.as_ref()?.state.as_ref()?.list))
    }

    /// Adopts a new state of the list being loaded; false if loading failed.
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
                reading.broken_by = broken_by(&state);
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

    /// Cancels the list being loaded: it is no longer wanted.
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
    pub(super) fn cancel(self) {
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
}

/// The failure that keeps the rest of the list from loading, if the service is to blame.
fn broken_by(state: &ListState) -> Option<Failure> {
    match &state.state {
        LoadState::Incomplete { failure, .. } => failure.clone(),
        _ => None,
    }
}

/// A warning about the rows that are shown: incomplete, cancelled or changed meanwhile.
fn note(state: &ListState) -> Option<String> {
    match &state.state {
        LoadState::Incomplete { why, .. } => Some(why.clone()),
        LoadState::Cancelled => Some(format!(
            "Loading cancelled after {} records. Refresh to load all.",
            super::column::counted(state.rows as usize)
        )),
        _ if state.changed_while_loading => Some(
            "The list changed while loading, so records may be missing or duplicated. Refresh it.".to_owned(),
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
