//! Who uses each of the configurations, for a whole list at once: one quiet read, from which come the currencies of the overview and
//! of Explain. What was read of one configuration since then, terminals included, counts before it.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use tapline_contract::commands::{FindAllUsers, GetUsualAmounts};
use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::siblings::Siblings;
use tapline_contract::usual::UsualAmounts;
use tapline_contract::where_used::{AllUsers, AllUsersQuery, EmvUsers, UsersCurrency};
use tapline_emv::check::Sibling;
use tapline_emv::reference::reference_in;
use tapline_emv::{Currency, Reference};

use super::{How, users};
use crate::ipc;
use crate::remote::Remote;
use crate::shell::Shell;

#[derive(Clone, Copy)]
pub(super) struct All {
    pub(super) found: Remote<Option<Arc<AllUsers>>>,
    /// Of the configurations whose users were looked at one by one since.
    noted: RwSignal<BTreeMap<EmvId, UsersCurrency>>,
}

impl Default for All {
    fn default() -> All {
        All { found: Remote::default(), noted: RwSignal::new(BTreeMap::new()) }
    }
}

impl All {
    pub(super) fn ask(self, shell: Shell, how: How) {
        let query = AllUsersQuery { connection: shell.connection(), again: how == How::Anew };
        let answer = async move {
            let all = ipc::command::<FindAllUsers>(query).await?;
            // Core counted in what was read of single ones.
            self.noted.set(BTreeMap::new());
            users(shell).countries.ask_again(shell);
            Ok(Some(Arc::new(all)))
        };
        self.found.read(shell.same_connection(), answer);
    }

    /// Keeps what one configuration's users tell.
    pub(super) fn note(self, id: &EmvId, told: UsersCurrency) {
        if self.noted.with_untracked(|noted| noted.get(id) != Some(&told)) {
            self.noted.update(|noted| drop(noted.insert(id.clone(), told)));
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

/// What is known of the users of a list of configurations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Known {
    all: Option<Arc<AllUsers>>,
    noted: BTreeMap<EmvId, UsersCurrency>,
    /// Two letters, where all that tell one agree.
    countries: BTreeMap<EmvId, String>,
    /// Usual amounts of the person's own.
    own: Vec<Reference>,
}

impl Known {
    /// One configuration whose users agree.
    #[cfg(test)]
    pub(crate) fn agreed(id: &EmvId, currency: Currency) -> Known {
        let told = UsersCurrency::Agreed { currency, by: "1 acquirer profile".to_owned() };
        Known { noted: BTreeMap::from([(id.clone(), told)]), ..Known::default() }
    }

    /// `None`: not read.
    pub(crate) fn currency(&self, id: &EmvId) -> Option<UsersCurrency> {
        self.noted.get(id).cloned().or_else(|| Some(self.all.as_ref()?.currency(id)))
    }

    /// What is usual as a CVM limit where it is used. The remark beside the field and the check go by it, so they agree.
    pub(crate) fn reference(&self, id: Option<&EmvId>, currency: &Currency) -> Option<&Reference> {
        let country = id.and_then(|id| self.countries.get(id)).map(String::as_str);
        reference_in(country, currency, &self.own)
    }

    /// The users of one, for [`Known::share_profile`].
    pub(crate) fn users(&self, id: &EmvId) -> Option<&EmvUsers> {
        self.all.as_ref()?.users(id)
    }

    /// Whether an acquirer profile names both.
    pub(crate) fn share_profile(&self, one: Option<&EmvUsers>, other: Option<&EmvUsers>) -> Option<bool> {
        self.all.as_ref()?.share_profile(one, other)
    }

    /// Configurations of a list as each other's siblings.
    pub(crate) fn siblings(
        &self,
        records: &[EmvConfig],
        sibling: impl FnMut(usize, &EmvConfig) -> Sibling,
    ) -> Siblings<'_> {
        Siblings::of(records, self.all.as_deref(), sibling)
    }
}

/// Reads who uses the configurations, unless core holds it, and the person's own usual amounts.
pub(crate) fn read_all(shell: Shell) {
    read_usual(shell);
    users(shell).emv.ask(shell, How::Held);
}

/// What an outage keeps of it from being read is tried again by itself, as long as the caller's owner lives.
pub(crate) fn keep_trying_all(shell: Shell) {
    let all = users(shell).emv;
    let again = Callback::new(move |()| all.ask(shell, How::Held));
    shell.outage().keep_trying(Signal::derive(move || all.found.reading()), again);
}

/// Whether that is on its way.
pub(crate) fn is_reading_all(shell: Shell) -> bool {
    let users = users(shell);
    users.emv.found.reading().loading || users.usual.reading().loading
}

/// Reads it anew.
pub(crate) fn read_all_again(shell: Shell) {
    read_usual(shell);
    users(shell).emv.ask(shell, How::Anew);
}

/// The file is the person's: it is read each time a page needs it.
pub(crate) fn read_usual(shell: Shell) {
    users(shell).usual.read(shell.same_connection(), ipc::command::<GetUsualAmounts>(()));
}

/// Why the file, or a row of it, is not used.
pub(crate) fn usual_trouble(shell: Shell) -> Option<String> {
    users(shell).usual.with(|usual| usual.trouble.clone())
}

/// What is known by now.
pub(crate) fn known(shell: Shell) -> Known {
    let users = users(shell);
    let told = users.countries.told();
    let countries =
        told.iter().flat_map(|all| &all.of).filter_map(|one| Some((&one.id, one.country.agreed()?)));
    let mut countries: BTreeMap<EmvId, String> =
        countries.map(|(id, country)| (id.clone(), country.to_owned())).collect();
    // Of the one that is open more may have been read since.
    if let Some((id, country)) = users.open_country() {
        match country.agreed() {
            Some(country) => drop(countries.insert(id, country.to_owned())),
            None => drop(countries.remove(&id)),
        }
    }
    let own = users.usual.with(UsualAmounts::references);
    Known { all: users.emv.found.get(), noted: users.emv.noted.get(), countries, own }
}

/// For Explain; `None` while it is not read.
pub(crate) fn all_users(shell: Shell) -> Option<Arc<AllUsers>> {
    users(shell).emv.found.get()
}

/// What the overview says of currencies as a whole, where there is something to say.
pub(crate) fn overview_words(shell: Shell) -> Option<String> {
    let all = users(shell).emv.found;
    let code = shell.currency().code().to_owned();
    if all.reading().failure.is_some() {
        return Some(format!(
            "Amounts in {code}, the connection's currency. Users of the configurations not loaded."
        ));
    }
    all.with(|all| {
        let missing = all.as_ref()?.missing.first()?;
        Some(format!("Currencies as far as was read. {missing}"))
    })
}
