//! Loads a list: its first page, which is shown at once, and at the same time the whole list, which replaces it.
//!
//! A service that does not give the whole list is read page by page, by the rules of [`tapline_http::walk`]: every record once, a
//! page without a new record is the last, never more pages than its count explains. A list that breaks off is shown as a part.
//! Service document, "Limits"; the largest `pageSize` is not documented.

use std::pin::pin;
use std::sync::Arc;

use tapline_contract::list::LoadState;
use tapline_contract::{Failure, FailureKind};
use tapline_http::Client;
use tapline_http::walk::MOST_PAGES;
use tokio::sync::oneshot;

use super::answer::Answer;
use super::budget::Budget;
use super::list::List;
use super::pages::Pages;
use super::schema::WholeList;
use super::stream::{StreamError, stream};
use super::table::Table;

/// A list that is loading, with the service's last word on its length.
struct Loading<'l> {
    list: &'l List,
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
pub(super) async fn load<L: WholeList>(
    list: Arc<List>,
    client: Arc<Client>,
    query: L::Input,
    budget: Arc<Budget>,
) {
    let _ending = Ending(&list);
    let mut pages = Pages::<L>::new(&client, &query);
    let empty = || Table::new(L::SCHEMA, &budget);
    let (first, whole) = {
        let (loading_first, first_page) = oneshot::channel::<()>();
        let mut first = pin!(pages.page(None));
        let mut whole = pin!(stream::<L>(&client, &query, empty(), &list, first_page));
        tokio::select! {
            biased;
            whole = &mut whole => match &whole.end {
                Ok(answer) if !wants_more(answer.total, answer.has_next, whole.table.count()) => (None, whole),
                Err(StreamError::Cancelled | StreamError::Full) => (None, whole),
                // The first page gives the size of further ones, and is better than nothing.
                _ => (until_cancelled(&list, first).await, whole),
            },
            page = &mut first => {
                if let Ok(page) = &page {
                    let mut loading = Loading::new(&list, empty());
                    loading.add(page);
                    loading.show(LoadState::Loading);
                }
                drop(loading_first);
                (Some(page), whole.await)
            }
        }
    };
    let mut loading = Loading::new(&list, empty());
    let state = match (whole.end, first) {
        (Ok(answer), _) => {
            loading.table = whole.table;
            (loading.total, loading.has_next) = (answer.total, answer.has_next);
            loading.read_rest(&mut pages, 0).await
        }
        // It doesn't accept -1.
        (Err(StreamError::Failed(all)), Some(first))
            if all.status == Some(400) && all.kind == FailureKind::Refused =>
        {
            match first {
                Ok(page) => {
                    loading.add(&page);
                    loading.read_rest(&mut pages, 1).await
                }
                Err(failure) => LoadState::Failed { failure },
            }
        }
        (Err(error), first) => {
            if let Some(Ok(page)) = first {
                loading.add(&page);
            }
            // The records received, if the service called the answer a success, or the first page, whichever has more.
            if whole.confirmed && whole.table.count() >= loading.table.count() {
                loading.table = whole.table;
            }
            loading.broken_off(error)
        }
    };
    loading.show(state);
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

impl Loading<'_> {
    fn new(list: &List, table: Table) -> Loading<'_> {
        Loading { list, table, total: None, has_next: false, recounted: false }
    }

    /// False when the page has no new record.
    fn add(&mut self, page: &Answer) -> bool {
        let before = self.table.count();
        self.table.next_page();
        for record in &page.records {
            // The answer was read as JSON before, so its records are not damaged.
            let _ = self.table.push(record.as_bytes());
        }
        self.recounted |= self.total.is_some() && page.total.is_some() && self.total != page.total;
        self.total = page.total.or(self.total);
        self.has_next = page.has_next;
        self.list.progress(|state| {
            // The first page is also in the whole list and must not lower its figures.
            state.loaded = state.loaded.max(self.table.count());
            state.unreadable = state.unreadable.max(self.table.unreadable_count());
            state.total = self.total.or(state.total);
        });
        self.table.count() > before
    }

    fn wants_more(&self) -> bool {
        wants_more(self.total, self.has_next, self.table.count())
    }

    fn show(mut self, state: LoadState) {
        self.table.settle();
        let count = i64::try_from(self.table.count()).unwrap_or(i64::MAX);
        let is_miscounted = state == LoadState::Complete && self.total.is_some_and(|total| total != count);
        self.list.show(self.table, state, self.recounted || is_miscounted);
    }

    /// Requests the missing pages, after the first `number` ones; 0 for an answer that should have been the whole list. It may end
    /// within a page.
    async fn read_rest<L: WholeList>(&mut self, pages: &mut Pages<'_, L>, mut number: u64) -> LoadState {
        let size = pages.size();
        let most = match self.total.and_then(|total| u64::try_from(total).ok()) {
            Some(total) => total.div_ceil(size).saturating_add(2).min(MOST_PAGES),
            None => MOST_PAGES,
        };
        if number == 0 {
            number = self.table.count() / size;
        }
        while self.wants_more() && number < most {
            number += 1;
            match until_cancelled(self.list, pages.page(Some(number))).await {
                None => return LoadState::Cancelled,
                Some(Ok(page)) => {
                    if !self.add(&page) {
                        break;
                    }
                }
                // Only its count said that there is more.
                Some(Err(_)) if !self.has_next => break,
                Some(Err(failure)) => return incomplete(failure),
            }
            if !self.table.fits() {
                return self.full();
            }
        }
        if !self.has_next {
            return LoadState::Complete;
        }
        let why = format!(
            "The service reports more {} than these {}, but sends no others. Refresh the list, or narrow the dates.",
            self.table.schema.words,
            self.table.count()
        );
        LoadState::Incomplete { why, failure: None }
    }

    /// State of a list that broke off.
    fn broken_off(&self, error: StreamError) -> LoadState {
        match error {
            _ if self.list.is_cancelled() => LoadState::Cancelled,
            StreamError::Cancelled => LoadState::Cancelled,
            StreamError::Full => self.full(),
            StreamError::Failed(failure) if self.table.count() == 0 => LoadState::Failed { failure },
            StreamError::Failed(failure) => incomplete(failure),
        }
    }

    fn full(&self) -> LoadState {
        let why = format!(
            "The list is larger than the {} MiB of memory that Tapline uses for lists, so it ends after {} {}. Narrow the \
             dates, or close other lists, and refresh it.",
            self.table.budget().most() >> 20,
            self.table.count(),
            self.table.schema.words
        );
        LoadState::Incomplete { why, failure: None }
    }
}

fn incomplete(failure: Failure) -> LoadState {
    let rest = match failure.kind {
        FailureKind::TooLarge => {
            "is more than Tapline accepts in one answer. Narrow the dates, then refresh the list."
        }
        FailureKind::Malformed => "can't be read. Refresh the list; if it stays, ask the service's operator.",
        _ => "didn't arrive. Refresh the list, or narrow the dates.",
    };
    let why = format!("The list is incomplete: the rest {rest}");
    LoadState::Incomplete { why, failure: Some(failure) }
}
