//! Impact of proposed limits and parameters on the past sales in core: the question, the answer, and its sentence. Drawn in the editor
//! ([`line`], [`fold`]), in the review, and for selected lanes.
//! One question runs at a time, always the latest: a limit can be dragged at any speed. The sales of the last [`DAYS`] load in the
//! background, once per connection, unless the settings or the policy say otherwise.

mod fold;
pub(crate) mod line;
mod question;
mod sales;
mod scope;
pub(crate) mod words;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::Failure;
use tapline_contract::commands::{CancelList, OpenRecentSales, ReplayLimits, WatchList};
use tapline_contract::list::{ListId, ListState, ListWatch, LoadState};
use tapline_contract::replay::{RecentSalesQuery, ReplayQuery, Replayed, SaleScope, Version};
use tapline_emv::Currency;

pub(crate) use self::question::{ConfigQuestion, Question};
use self::scope::Users;
use crate::ipc::{self, engine};
use crate::paths::Route;
use crate::remote::{Reading, Remote};
use crate::shell::Shell;
use crate::shell::areas::AreaState;

/// Days of past sales that load without a click.
pub(crate) const DAYS: u32 = 30;

/// Milliseconds between polls of a loading list.
const LOOK: u64 = 300;

/// Other configurations in one question about sales, at most: core refuses longer ones.
const MOST_OTHERS: usize = 500;

/// Configurations in one question about past sales, at most: each lists its merchants, and core refuses longer questions.
pub(crate) const MOST_PARTS: usize = 200;

/// First of the last [`DAYS`] days.
pub(crate) fn first_day() -> String {
    engine::day_before(DAYS)
}

/// A question with its answer; `found` is `None` without loaded transactions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReplayAnswer {
    question: Question,
    query: ReplayQuery,
    found: Option<Replayed>,
}

/// The loaded sales of the last [`DAYS`] days.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecentSales {
    pub(crate) list: ListState,
    pub(crate) first_day: String,
    /// Time at which loading ended.
    at: f64,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Replays {
    wanted: RwSignal<Option<Question>>,
    answered: RwSignal<Option<ReplayAnswer>>,
    failure: RwSignal<Option<Failure>>,
    is_asking: StoredValue<bool>,
    /// Recent sales were requested over this connection.
    is_requested: StoredValue<bool>,
    /// True while transactions load.
    is_loading: RwSignal<bool>,
    recent: RwSignal<Option<RecentSales>>,
    /// The list, while it loads.
    loading: RwSignal<Option<ListState>>,
    /// Merchants and acquirer profiles, which connect a configuration with its sales.
    users: Remote<Users>,
}

pub(crate) fn replays(shell: Shell) -> Replays {
    shell.state()
}

impl Replays {
    /// Sends the question as soon as the previous one is answered.
    pub(crate) fn ask(self, shell: Shell, question: Question) {
        self.wanted.set(Some(question));
        self.ask_again(shell);
    }

    fn ask_again(self, shell: Shell) {
        if self.is_asking.get_value() {
            return;
        }
        self.is_asking.set_value(true);
        spawn_local(async move {
            let same = shell.same_connection();
            while let Some(question) = self.wanted.get_untracked() {
                let query = self.query(shell, &question);
                let answer = ipc::command::<ReplayLimits>(query.clone()).await;
                if !same() {
                    break;
                }
                match answer {
                    Ok(found) => {
                        // The failure of an outage stays while core has no transactions to count.
                        if found.is_some() || !self.is_stopped() {
                            self.failure.set(None);
                        }
                        self.take(shell, ReplayAnswer { question: question.clone(), query, found });
                    }
                    Err(failure) => self.failure.set(Some(failure)),
                }
                if self.wanted.with_untracked(|now| now.as_ref() == Some(&question)) {
                    break;
                }
            }
            self.is_asking.set_value(false);
        });
    }

    /// True if an outage keeps the transactions from being loaded.
    fn is_stopped(self) -> bool {
        self.failure.with_untracked(|failure| failure.as_ref().is_some_and(Failure::may_pass))
    }

    /// Reloads what an outage stopped, for the lifetime of the caller's owner.
    pub(crate) fn keep_trying(self, shell: Shell) {
        let transactions = Signal::derive(move || Reading {
            loading: self.is_loading.get(),
            failure: self.failure.get(),
            ..Reading::default()
        });
        shell.outage().keep_trying(transactions, Callback::new(move |()| self.load(shell)));
        let users = Signal::derive(move || self.users.reading());
        shell.outage().keep_trying(users, Callback::new(move |()| self.read_users(shell)));
    }

    /// Loads the users of the configurations, once per connection.
    pub(crate) fn need_users(self, shell: Shell) {
        if !self.users.is_requested() {
            self.read_users(shell);
        }
    }

    fn read_users(self, shell: Shell) {
        self.users.read(shell.same_connection(), scope::read(shell.connection()));
    }

    fn take(self, shell: Shell, answered: ReplayAnswer) {
        let loads = answered.found.as_ref().is_some_and(|found| found.state == LoadState::Loading);
        match &answered.found {
            // Merchants narrow only loaded transactions.
            Some(_) => self.need_users(shell),
            None => self.load_in_background(shell),
        }
        if self.answered.with_untracked(|old| old.as_ref() != Some(&answered)) {
            self.answered.set(Some(answered));
        }
        if loads && self.loading.with_untracked(Option::is_none) {
            let same = shell.same_connection();
            engine::later(LOOK, move || {
                if same() {
                    self.ask_again(shell);
                }
            });
        }
    }

    fn query(self, shell: Shell, question: &Question) -> ReplayQuery {
        let proposals = untrack(|| self.users.with(|users| users.proposals(&question.parts)));
        ReplayQuery { connection: shell.connection(), top: question.top, proposals }
    }

    /// Loads recent transactions, on a person's request.
    pub(crate) fn load(self, shell: Shell) {
        self.open(shell, false);
    }

    /// Loads recent transactions once per connection, unless the person or the administrator decided otherwise.
    pub(crate) fn load_in_background(self, shell: Shell) {
        let on_request = shell.window().preferences.with_untracked(|kept| kept.past_sales_on_request);
        if !on_request && !self.is_requested.get_value() {
            self.open(shell, true);
        }
    }

    fn open(self, shell: Shell, is_background: bool) {
        self.is_requested.set_value(true);
        let (connection, first_day) = (shell.connection(), first_day());
        let query = RecentSalesQuery { connection, first_day: first_day.clone(), is_background };
        self.is_loading.set(true);
        spawn_local(async move {
            let same = shell.same_connection();
            match ipc::command::<OpenRecentSales>(query).await {
                _ if !same() => {}
                Ok(Some(state)) => self.watch(shell, first_day, state),
                Ok(None) => self.end(shell, None),
                Err(failure) => self.end(shell, Some(failure)),
            }
        });
    }

    fn watch(self, shell: Shell, first_day: String, state: ListState) {
        let known = ListWatch { list: state.list, version: state.version, rows: None };
        match &state.state {
            LoadState::Loading => {
                self.loading.set(Some(state));
                let same = shell.same_connection();
                spawn_local(async move {
                    let answer = ipc::command::<WatchList>(known).await;
                    match answer {
                        _ if !same() => {}
                        Ok(news) => self.watch(shell, first_day, news.state),
                        Err(failure) => self.end(shell, Some(failure)),
                    }
                });
            }
            LoadState::Failed { failure } => self.end(shell, Some(failure.clone())),
            LoadState::Complete | LoadState::Incomplete { .. } | LoadState::Cancelled => {
                self.recent.set(Some(RecentSales { list: state, first_day, at: engine::now() }));
                self.end(shell, None);
            }
        }
    }

    fn end(self, shell: Shell, failure: Option<Failure>) {
        self.loading.set(None);
        self.is_loading.set(false);
        self.failure.set(failure.clone());
        if failure.is_none() {
            self.ask_again(shell);
        }
    }

    /// Tries again after a failure.
    fn retry(self, shell: Shell) {
        if self.is_stopped() {
            return self.load(shell);
        }
        self.failure.set(None);
        self.ask_again(shell);
    }

    /// Stops loading; the sales loaded so far are counted.
    fn stop(list: ListId) {
        spawn_local(async move {
            // The list may have ended by itself; the next poll shows that.
            let _ = ipc::command::<CancelList>(list).await;
        });
    }

    /// The editor's question about this change, with its answer.
    fn of_change(
        self,
        key: Option<&str>,
        currency: &Currency,
        before: &Version,
        after: &Version,
    ) -> Option<ReplayAnswer> {
        let is_of = |it: &ReplayAnswer| {
            it.question.only().is_some_and(|part| part.is_of(key, currency, before, after))
        };
        self.answered.with(|answered| answered.clone().filter(is_of))
    }

    /// List and version of the last count; `None` during loading or without a list.
    pub(crate) fn loaded(self) -> Option<(ListId, u64)> {
        self.answered.with(|answered| {
            let found = answered.as_ref()?.found.as_ref()?;
            (found.state != LoadState::Loading).then_some((found.list, found.version))
        })
    }

    /// Changes whenever other sales can be counted.
    pub(crate) fn progress(self) -> impl PartialEq + Clone + Send + Sync + 'static {
        let loaded = self.loading.with(|loading| loading.as_ref().map(|state| state.loaded));
        (loaded, self.recent.get(), self.loaded())
    }

    /// True while transactions load.
    pub(crate) fn is_loading(self) -> bool {
        self.is_loading.get()
    }

    /// Reason why recent transactions aren't loaded.
    pub(crate) fn failure(self) -> Option<Failure> {
        self.failure.get()
    }

    /// Time at which this list ended, if it is the one of recent sales.
    pub(crate) fn loaded_at(self, list: ListId) -> Option<f64> {
        self.recent
            .with(|recent| recent.as_ref().filter(|recent| recent.list.list == list).map(|recent| recent.at))
    }

    /// The sales of the last days, once they are loaded.
    pub(crate) fn recent(self) -> Option<RecentSales> {
        self.recent.get()
    }

    /// Sales of configurations, with the places of these among `parts`; and the scopes of others that may have decided the same sales.
    /// The last value is true if the merchants that use them are known.
    pub(crate) fn scopes(
        self,
        parts: &[ConfigQuestion],
        others: &[ConfigQuestion],
    ) -> (Vec<(usize, SaleScope)>, Vec<SaleScope>, bool) {
        self.users.with(|users| {
            let scope = |part: &ConfigQuestion, merchants: Vec<String>| part.proposal(merchants).sale_scope();
            let scopes: Vec<_> =
                users.scoped(parts).into_iter().map(|(at, part, names)| (at, scope(part, names))).collect();
            let others = users.with_known_users(others);
            let others =
                others.into_iter().take(MOST_OTHERS).map(|(_, part, names)| scope(part, names)).collect();
            let is_matched = scopes.iter().all(|(_, scope)| !scope.scope.merchants.is_empty());
            (scopes, others, is_matched)
        })
    }

    fn scope_words(self, answered: &ReplayAnswer) -> (String, String) {
        self.users.with(|users| users.words(&answered.question.parts, &answered.query.proposals))
    }
}

impl AreaState for Replays {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.wanted.set(None);
        self.answered.set(None);
        self.failure.set(None);
        self.loading.set(None);
        self.is_requested.set_value(false);
        self.is_loading.set(false);
        self.recent.set(None);
        self.users.clear();
    }

    fn reload(&self, shell: Shell) {
        self.ask_again(shell);
    }

    fn read_what_failed(&self, shell: Shell) {
        self.ask_again(shell);
    }
}
