//! Users of many configurations at once, for lists, the overview and Explain: their currencies in one quiet read, their countries when a
//! filter needs them, and the terminals that may have made a sale. Polled while core still loads terminals.
//!
//! What was loaded for a single configuration since then, terminals included, takes precedence.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::commands::{FindAllUsers, FindCountries, FindSaleTerminals, GetUsualAmounts};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::order::gathered;
use tapline_contract::siblings::Siblings;
use tapline_contract::transaction::Transaction;
use tapline_contract::usual::UsualAmounts;
use tapline_contract::where_used::{
    AllUsers, AllUsersQuery, Countries, CountriesQuery, EmvUsers, SaleAt, SaleTerminal, SaleTerminals,
    SaleTerminalsQuery, UsersCurrency,
};
use tapline_emv::check::Sibling;
use tapline_emv::reference::reference_in;
use tapline_emv::{Currency, Reference};

use super::{How, PAUSE, users};
use crate::ipc::{self, engine};
use crate::remote::{Reading, Remote};
use crate::shell::Shell;

#[derive(Clone, Copy, Default)]
pub(super) struct AllUsersState {
    pub(super) found: Remote<Option<Arc<AllUsers>>>,
    /// Configurations whose users were loaded one by one since.
    noted: RwSignal<BTreeMap<EmvId, UsersCurrency>>,
}

impl AllUsersState {
    pub(super) fn ask(self, shell: Shell, how: How) {
        let query = AllUsersQuery { connection: shell.connection(), again: how == How::Anew };
        let answer = async move {
            let all = ipc::command::<FindAllUsers>(query).await?;
            // Core's answer includes what was loaded for single configurations.
            self.noted.set(BTreeMap::new());
            users(shell).countries.ask_again(shell);
            Ok(Some(Arc::new(all)))
        };
        self.found.read(shell.same_connection(), answer);
    }

    /// Keeps the currency found in one configuration's users.
    pub(super) fn note(self, id: &EmvId, currency: UsersCurrency) {
        if self.noted.with_untracked(|noted| noted.get(id) != Some(&currency)) {
            self.noted.update(|noted| drop(noted.insert(id.clone(), currency)));
        }
    }

    pub(super) fn currency(self, id: &EmvId) -> Option<UsersCurrency> {
        let noted = self.noted.with(|noted| noted.get(id).cloned());
        noted.or_else(|| self.found.with(|all| Some(all.as_ref()?.currency(id))))
    }

    pub(super) fn clear(self) {
        self.found.clear();
        self.noted.set(BTreeMap::new());
    }
}

/// Knowledge of the users of a list of configurations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KnownUsers {
    all: Option<Arc<AllUsers>>,
    noted: BTreeMap<EmvId, UsersCurrency>,
    /// Two-letter countries of the configurations whose users agree on one.
    countries: BTreeMap<EmvId, String>,
    /// Usual amounts set by the person.
    own: Vec<Reference>,
}

impl KnownUsers {
    /// Knowledge of one configuration whose users agree.
    #[cfg(test)]
    pub(crate) fn agreed(id: &EmvId, currency: Currency) -> KnownUsers {
        let agreed = UsersCurrency::Agreed(currency);
        KnownUsers { noted: BTreeMap::from([(id.clone(), agreed)]), ..KnownUsers::default() }
    }

    /// Currency of a configuration's users; `None` if not loaded.
    pub(crate) fn currency(&self, id: &EmvId) -> Option<UsersCurrency> {
        self.noted.get(id).cloned().or_else(|| Some(self.all.as_ref()?.currency(id)))
    }

    /// The usual CVM limit where the configuration is used. The remark next to the field and the check both use it, so they
    /// agree.
    pub(crate) fn reference(&self, id: Option<&EmvId>, currency: &Currency) -> Option<&Reference> {
        let country = id.and_then(|id| self.countries.get(id)).map(String::as_str);
        reference_in(country, currency, &self.own)
    }

    /// Users of one configuration, for [`KnownUsers::share_profile`].
    pub(crate) fn users(&self, id: &EmvId) -> Option<&EmvUsers> {
        self.all.as_ref()?.users(id)
    }

    /// True if an acquirer profile names both.
    pub(crate) fn share_profile(&self, one: Option<&EmvUsers>, other: Option<&EmvUsers>) -> Option<bool> {
        self.all.as_ref()?.share_profile(one, other)
    }

    /// Configurations of a list as each other's siblings.
    pub(crate) fn siblings(
        &self,
        records: &[EmvConfig],
        sibling: impl FnMut(usize, &EmvConfig) -> Sibling,
    ) -> Siblings<'_> {
        Siblings::new(records, self.all.as_deref(), sibling)
    }
}

/// Loads the users of all configurations, unless core holds them, and the person's own usual amounts.
pub(crate) fn read_all(shell: Shell) {
    read_usual(shell);
    users(shell).emv.ask(shell, How::Held);
}

/// Retries automatically after an outage, as long as the caller's owner lives.
pub(crate) fn keep_trying_all(shell: Shell) {
    let all = users(shell).emv;
    let again = Callback::new(move |()| all.ask(shell, How::Held));
    shell.outage().keep_trying(Signal::derive(move || all.found.reading()), again);
}

/// True while the users of all configurations are loading.
pub(crate) fn is_reading_all(shell: Shell) -> bool {
    let users = users(shell);
    users.emv.found.reading().loading || users.usual.reading().loading
}

/// Refreshes the users of all configurations.
pub(crate) fn read_all_again(shell: Shell) {
    read_usual(shell);
    users(shell).emv.ask(shell, How::Anew);
}

/// Loads the usual amounts. The file is the person's, so it is loaded each time a page needs it.
pub(crate) fn read_usual(shell: Shell) {
    users(shell).usual.read(shell.same_connection(), ipc::command::<GetUsualAmounts>(()));
}

/// Reason why the file, or a row of it, is not used.
pub(crate) fn usual_trouble(shell: Shell) -> Option<String> {
    users(shell).usual.with(|usual| usual.trouble.clone())
}

/// Everything loaded by now.
pub(crate) fn known(shell: Shell) -> KnownUsers {
    let users = users(shell);
    let loaded = users.countries.loaded();
    let countries =
        loaded.iter().flat_map(|all| &all.of).filter_map(|one| Some((&one.id, one.country.agreed()?)));
    let mut countries: BTreeMap<EmvId, String> =
        gathered(countries.map(|(id, country)| (id.clone(), country.to_owned())));
    // More may have been loaded since for the open configuration.
    if let Some((id, country)) = users.open_country() {
        match country.agreed() {
            Some(country) => drop(countries.insert(id, country.to_owned())),
            None => drop(countries.remove(&id)),
        }
    }
    let own = users.usual.with(UsualAmounts::references);
    KnownUsers { all: users.emv.found.get(), noted: users.emv.noted.get(), countries, own }
}

/// Users of all configurations, for Explain; `None` while not loaded.
pub(crate) fn all_users(shell: Shell) -> Option<Arc<AllUsers>> {
    users(shell).emv.found.get()
}

/// Sentence of the overview on currencies as a whole, if there is something to say.
pub(crate) fn overview_words(shell: Shell) -> Option<String> {
    let all = users(shell).emv.found;
    let code = shell.currency().code().to_owned();
    if all.reading().failure.is_some() {
        return Some(format!(
            "Amounts in {code}, the connection's currency. Users of configurations not loaded."
        ));
    }
    all.with(|all| {
        let missing = all.as_ref()?.missing.first()?;
        Some(format!("Currencies incomplete. {missing}"))
    })
}

/// Terminals by the place that transactions name. Empty while loading or after a failure: an explanation then does without them
/// and is less sure.
pub(super) type Sales = RwSignal<BTreeMap<SaleAt, Arc<Vec<SaleTerminal>>>>;

/// Requests the terminals, unless they are loaded or loading.
pub(crate) fn read_sale_terminals(shell: Shell, record: &Transaction) {
    let (sales, connection, sale) =
        (users(shell).sales, shell.connection(), SaleAt::from_transaction(record));
    if sales.with_untracked(|sales| sales.contains_key(&sale)) {
        return;
    }
    sales.update(|sales| drop(sales.insert(sale.clone(), Arc::default())));
    spawn_local(async move {
        let query = SaleTerminalsQuery { connection: connection.clone(), sale: sale.clone() };
        loop {
            let answer = ipc::command::<FindSaleTerminals>(query.clone()).await;
            if shell.connection() != connection {
                return;
            }
            match answer {
                Ok(SaleTerminals { reading: true, .. }) => engine::rest(PAUSE).await,
                Ok(SaleTerminals { found, .. }) => {
                    // Cleared meanwhile, it is requested anew.
                    let is_wanted = sales.with_untracked(|sales| sales.contains_key(&sale));
                    if is_wanted && !found.is_empty() {
                        sales.update(|sales| drop(sales.insert(sale, Arc::new(found))));
                    }
                    return;
                }
                Err(_) => {
                    // The next page that needs them requests them again.
                    sales.update(|sales| drop(sales.remove(&sale)));
                    return;
                }
            }
        }
    });
}

/// Terminals loaded by now.
pub(crate) fn sale_terminals(shell: Shell, record: &Transaction) -> Arc<Vec<SaleTerminal>> {
    users(shell).sales.with(|sales| sales.get(&SaleAt::from_transaction(record)).cloned().unwrap_or_default())
}

#[derive(Clone, Copy, Default)]
pub(super) struct AllCountries {
    found: Remote<Option<Countries>>,
    /// True if terminals of very many merchants were requested.
    all: RwSignal<bool>,
}

impl AllCountries {
    pub(super) fn ask(self, shell: Shell) {
        let connection = shell.connection();
        let ask = move || {
            let all_terminals = self.all.get_untracked();
            let query = CountriesQuery { connection: connection.clone(), all_terminals };
            async move { ipc::command::<FindCountries>(query).await.map(Some) }
        };
        let reads = |found: &Option<Countries>| found.as_ref().is_some_and(|found| found.reading);
        self.found.poll(PAUSE, shell.same_connection(), ask, reads);
    }

    /// Requests the countries again if they were requested before.
    pub(super) fn ask_again(self, shell: Shell) {
        if self.found.is_requested() || self.found.has_failed() {
            self.ask(shell);
        }
    }

    pub(super) fn clear(self) {
        self.all.set(false);
        self.found.clear();
    }

    pub(super) fn loaded(self) -> Option<Countries> {
        self.found.get()
    }

    pub(super) fn has_failed(self) -> bool {
        self.found.has_failed()
    }
}

/// Requests the countries; what core holds is available at once.
pub(crate) fn read_countries(shell: Shell) {
    users(shell).countries.ask(shell);
}

/// Requests the terminals too, of however many merchants.
pub(crate) fn read_countries_of_all(shell: Shell) {
    users(shell).countries.all.set(true);
    users(shell).countries.ask(shell);
}

/// Countries loaded by now; `None` before the first answer.
pub(crate) fn countries(shell: Shell) -> Option<Countries> {
    users(shell).countries.loaded()
}

/// Progress of loading the countries, and why it failed.
pub(crate) fn countries_reading(shell: Shell) -> Reading {
    users(shell).countries.found.reading()
}
