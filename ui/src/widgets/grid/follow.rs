//! Follows a list that core loads: opened, or taken over from the prefetch, watched until it is complete, shown in place of the
//! previous list.
//!
//! Core answers a watch as soon as there is news, and the visible rows come with that answer.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelList, CloseList, OpenList, WatchList};
use tapline_contract::list::{ListId, ListNews, ListOf, ListOpening, ListState, ListWatch, LoadState};

use super::ask::{OrderedRows, RowLoader};
use super::in_core::{CoreList, Loading};
use crate::ipc::{self, engine};
use crate::shell::{Shell, ahead};

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
