//! Loads a list: its first page, which is shown at once, and at the same time the whole list, which replaces it.
//!
//! A service that does not give the whole list is read page by page, by the rules of [`crate::walk`]: every record once, a page
//! without a new record is the last, never more pages than its count explains. A list that breaks off is shown as a part. Service
//! document, "Limits"; the largest `pageSize` is not documented.

use std::pin::pin;
use std::sync::Arc;

use tapline_contract::list::LoadState;
use tapline_contract::{Failure, FailureKind};
use tapline_http::Client;
use tapline_http::walk::MOST_PAGES;
use tokio::sync::oneshot;

use super::kind::WholeList;
use super::list::{List, NextRows};
use super::pages::{Page, Pages, read_into};
use super::stream::{StreamError, stream};
use super::table::Table;

/// A list that is loading, with the service's last word on its length.
struct Loading {
    table: Table,
    total: Option<i64>,
    has_next: bool,
    /// The service counted differently from one page to another.
    recounted: bool,
}

/// Marks the list as not loading any more when it is dropped.
struct Ending<'l>(&'l List);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Loads the list until it is whole, has failed or is cancelled.
pub(super) async fn load<L: WholeList>(list: Arc<List>, client: Arc<Client>, query: L::Input) {
    let _ending = Ending(&list);
    let mut pages = Pages::<L>::new(&client, &query);
    let empty = || Table::new(L::SCHEMA, list.budget());
    let (first, whole) = {
        let (loading_first, first_page) = oneshot::channel::<()>();
        let mut first = pin!(pages.first());
        let mut whole = pin!(stream::<L>(&client, &query, empty(), &list, first_page));
        tokio::select! {
            biased;
            whole = &mut whole => match &whole.end {
                Ok(answer) if !wants_more(answer.total, answer.has_next, whole.table.count()) => (None, whole),
                Err(StreamError::Cancelled | StreamError::Full) => (None, whole),
                // The first page gives the size of further ones, and is better than nothing.
                _ => (Some(until_cancelled(&list, first).await), whole),
            },
            page = &mut first => {
                if let Ok(page) = &page {
                    show_first(&list, page, empty());
                }
                drop(loading_first);
                (Some(Some(page)), whole.await)
            }
        }
    };
    let first = first.flatten();
    let shown = match whole.end {
        Ok(answer) => {
            let loading =
                Loading { total: answer.total, has_next: answer.has_next, ..Loading::new(whole.table) };
            the_rest(&list, &mut pages, loading, 0).await
        }
        Err(StreamError::Failed(failure))
            if failure.status == Some(400) && failure.kind == FailureKind::Refused =>
        {
            match first {
                // It doesn't accept -1.
                Some(Ok(page)) => {
                    let mut loading = Loading::new(empty());
                    loading.add(&list, &page);
                    the_rest(&list, &mut pages, loading, 1).await
                }
                Some(Err(failure)) => Loading::new(empty()).shown(LoadState::Failed { failure }),
                None => part(&list, None, StreamError::Cancelled, None, empty()),
            }
        }
        Err(error) => part(&list, whole.confirmed.then_some(whole.table), error, first, empty()),
    };
    list.show(shown);
}

async fn until_cancelled<T>(list: &List, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        () = list.cancelled() => None,
        done = work => Some(done),
    }
}

fn wants_more(total: Option<i64>, has_next: bool, count: u64) -> bool {
    has_next || total.and_then(|total| u64::try_from(total).ok()).is_some_and(|total| total > count)
}

fn show_first(list: &List, page: &Page, table: Table) {
    let mut loading = Loading::new(table);
    loading.add(list, page);
    loading.table.settle();
    list.show(NextRows { table: loading.table, state: LoadState::Loading, changed: false });
}

impl Loading {
    fn new(table: Table) -> Loading {
        Loading { table, total: None, has_next: false, recounted: false }
    }

    /// False when the page has no new record.
    fn add(&mut self, list: &List, page: &Page) -> bool {
        let before = self.table.count();
        self.table.next_page();
        read_into(page, &mut self.table);
        let total = page.total.filter(|total| *total >= 0);
        self.recounted |= self.total.is_some() && total.is_some() && self.total != total;
        self.total = total.or(self.total);
        self.has_next = page.has_next;
        list.progress(|progress| {
            // The first page is also in the whole list and must not lower its figures.
            progress.loaded = progress.loaded.max(self.table.count());
            progress.unreadable = progress.unreadable.max(self.table.unreadable_count());
            progress.total = self.total.or(progress.total);
        });
        self.table.count() > before
    }

    fn wants_more(&self) -> bool {
        wants_more(self.total, self.has_next, self.table.count())
    }

    fn shown(mut self, state: LoadState) -> NextRows {
        self.table.settle();
        let count = i64::try_from(self.table.count()).unwrap_or(i64::MAX);
        let miscounted = self.total.is_some_and(|total| total != count);
        let changed = self.recounted || (state == LoadState::Complete && miscounted);
        NextRows { table: self.table, state, changed }
    }
}

/// Requests the missing pages, after the first `known` ones.
async fn the_rest<L: WholeList>(
    list: &List,
    pages: &mut Pages<'_, L>,
    mut loading: Loading,
    known: u64,
) -> NextRows {
    if !loading.wants_more() {
        return loading.shown(LoadState::Complete);
    }
    let size = pages.size();
    let most = match loading.total.and_then(|total| u64::try_from(total).ok()) {
        Some(total) => total.div_ceil(size).saturating_add(2).min(MOST_PAGES),
        None => MOST_PAGES,
    };
    // The answer that should have been the whole list may end within a page.
    let mut number = if known > 0 { known } else { loading.table.count() / size };
    while loading.wants_more() && number < most {
        number += 1;
        let page = match until_cancelled(list, pages.page(number)).await {
            None => return loading.shown(LoadState::Cancelled),
            Some(Ok(page)) => page,
            // Only its count said that there is more.
            Some(Err(_)) if !loading.has_next => break,
            Some(Err(failure)) => return loading.shown(incomplete(failure)),
        };
        if !loading.add(list, &page) {
            break;
        }
        if !loading.table.fits() {
            let why = full(&loading.table);
            return loading.shown(LoadState::Incomplete { why, failure: None });
        }
    }
    if loading.has_next {
        let why = format!(
            "The service says that there are more {} than these {}, but gives no others. Load the list again, or narrow the \
             dates.",
            L::SCHEMA.words,
            loading.table.count()
        );
        return loading.shown(LoadState::Incomplete { why, failure: None });
    }
    loading.shown(LoadState::Complete)
}

/// Rows of a list that broke off: the records received, if the service called the answer a success, or the first page, whichever has
/// more.
fn part(
    list: &List,
    came: Option<Table>,
    error: StreamError,
    first: Option<Result<Page, Failure>>,
    empty: Table,
) -> NextRows {
    let mut table = empty;
    if let Some(Ok(page)) = &first {
        read_into(page, &mut table);
    }
    let table = came.filter(|came| came.count() >= table.count()).unwrap_or(table);
    let state = match error {
        _ if list.is_cancelled() => LoadState::Cancelled,
        StreamError::Cancelled => LoadState::Cancelled,
        StreamError::Full => LoadState::Incomplete { why: full(&table), failure: None },
        StreamError::Failed(failure) if table.count() == 0 => LoadState::Failed { failure },
        StreamError::Failed(failure) => incomplete(failure),
    };
    Loading::new(table).shown(state)
}

fn incomplete(failure: Failure) -> LoadState {
    let rest = match failure.kind {
        FailureKind::TooLarge => {
            "is more than Tapline takes in one answer. Narrow the dates, then load it again."
        }
        FailureKind::Malformed => "cannot be read. Load it again; if it stays, ask the service's operator.",
        _ => "did not come. Load it again, or narrow the dates.",
    };
    let why = format!("This is a part of the list, the rest {rest}");
    LoadState::Incomplete { why, failure: Some(failure) }
}

fn full(table: &Table) -> String {
    format!(
        "The list is larger than the {} MiB of memory that Tapline uses for lists, so it ends after {} {}. Narrow the dates, \
         or close other lists, and load it again.",
        table.budget().most() >> 20,
        table.count(),
        table.schema.words
    )
}
