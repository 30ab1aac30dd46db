//! Which EMV configurations may have decided about a sale: terminal, its merchant or profile, acquirer profile, method; without a
//! terminal by the one merchant of that name; else by AID, else by scheme.
//!
//! A transaction names its merchant and not the merchant's id, no terminal of the lists and no configuration. So a configuration is
//! never certain.

use tapline_emv::why::{Candidate, Unread};
use tapline_emv::{Aid, Currency, Scheme, aid, check};

use crate::acquirer::Acquirer;
use crate::emv_config::{EmvConfig, EmvId};
use crate::merchant::Merchant;
use crate::params::Params;
use crate::transaction::Transaction;
use crate::where_used::{SaleTerminal, sale_terminal_words};

/// Over these a sale leads to its configurations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    pub merchants: &'a [Merchant],
    pub acquirers: &'a [Acquirer],
    /// Those that may have taken this sale.
    pub terminals: &'a [SaleTerminal],
}

/// How the configurations were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Name of the acquirer profile.
    Profile(String, Way),
    /// The acquirer profile names configurations, none of which has limits that can be read.
    Unreadable { profile: String, names: String, way: Way },
    /// All that take the card's AID.
    Aid,
    /// All of the scheme.
    Scheme,
}

/// What led to an acquirer profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The one merchant whose name the transaction tells.
    MerchantsName,
    /// The merchant of the terminal.
    TerminalsMerchant,
    /// The terminal's `profileId`: the document does not say that it is the id of an acquirer profile.
    TerminalsProfile,
}

/// The configurations that may have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    pub basis: Basis,
    /// Which terminal took the sale, as a sentence; see [`sale_terminal_words`].
    pub terminal: Option<String>,
    /// That of the acquirer profile, where one led here and tells it.
    pub currency: Option<Currency>,
    /// Those whose limits can be read.
    pub configurations: Vec<(EmvConfig, Candidate)>,
    /// Those of which a limit is missing or cannot be read.
    pub unread: Vec<(EmvConfig, Unread)>,
}

/// A configuration, and what it decides as far as its limits can be read.
type Found = (EmvConfig, Result<Candidate, Unread>);

impl Candidates {
    /// None is known.
    pub fn none() -> Candidates {
        Candidates::all_of(Basis::Scheme, Vec::new())
    }

    /// Ids of all configurations.
    pub fn ids(&self) -> Vec<EmvId> {
        self.all().map(|config| config.id.clone()).collect()
    }

    /// All configurations, those with unreadable limits last.
    pub fn all(&self) -> impl Iterator<Item = &EmvConfig> {
        self.configurations
            .iter()
            .map(|(config, _)| config)
            .chain(self.unread.iter().map(|(config, _)| config))
    }

    fn all_of(basis: Basis, found: Vec<Found>) -> Candidates {
        let (mut configurations, mut unread) = (Vec::new(), Vec::new());
        for (config, read) in found {
            match read {
                Ok(candidate) => configurations.push((config, candidate)),
                Err(gaps) => unread.push((config, gaps)),
            }
        }
        Candidates { basis, terminal: None, currency: None, configurations, unread }
    }

    /// How they were found, from the terminal on.
    pub fn basis_words(&self, scheme: Scheme) -> String {
        let basis = self.basis.words(scheme);
        match &self.terminal {
            Some(terminal) => format!("{terminal} {basis}"),
            None => basis,
        }
    }

    /// With the values of the terminal that took the sale, where that is one: the reader goes by both.
    fn with_terminal(mut self, terminals: &[SaleTerminal], scheme: Scheme) -> Candidates {
        self.terminal = sale_terminal_words(terminals, scheme);
        if let [terminal] = terminals {
            let params = self.configurations.iter_mut().map(|(_, candidate)| &mut candidate.params);
            for params in params.chain(self.unread.iter_mut().map(|(_, unread)| &mut unread.params)) {
                params.extend(terminal.params());
            }
        }
        self
    }
}

impl Basis {
    /// Whether what decided is known by name alone.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Basis::Unreadable { .. })
    }

    /// A note below the answer.
    pub fn words(&self, scheme: Scheme) -> String {
        let name = scheme.name();
        match self {
            Basis::Profile(profile, way) => format!(
                "By acquirer profile “{profile}”, {}; its {name} limits as they are now.",
                way.words()
            ),
            Basis::Unreadable { profile, names, way } => format!(
                "Acquirer profile “{profile}”, {}, names {names} for {name}: its limits are not there or cannot be read, so which \
                 limit decided cannot be told.",
                way.words()
            ),
            Basis::Aid => format!(
                "No acquirer profile leads to one configuration: all {name} configurations that take this AID, as they are now."
            ),
            Basis::Scheme => format!(
                "No acquirer profile leads to one configuration: all {name} configurations, as they are now."
            ),
        }
    }
}

impl Way {
    fn words(self) -> &'static str {
        match self {
            Way::MerchantsName => "which the merchant of this name uses",
            Way::TerminalsMerchant => "which the merchant of the terminal uses",
            Way::TerminalsProfile => "likely the one that the terminal names as its profile",
        }
    }
}

/// Those that may have decided. `records`: all configurations of the owner.
pub fn candidates(
    record: &Transaction,
    scheme: Scheme,
    records: &[EmvConfig],
    known: Known<'_>,
) -> Candidates {
    by_route(record, scheme, records, known).with_terminal(known.terminals, scheme)
}

fn by_route(record: &Transaction, scheme: Scheme, records: &[EmvConfig], known: Known<'_>) -> Candidates {
    let of_scheme: Vec<_> =
        records.iter().filter(|config| config.scheme() == Some(scheme)).map(with_limits).collect();
    let by_aid = |from: &[Found]| -> Vec<_> {
        let Some(Ok(card)) = record.aid.as_deref().map(Aid::parse) else { return Vec::new() };
        let takes = |config: &EmvConfig| {
            aid::parse_list(&config.aids()).iter().flatten().any(|aid| card.starts_with(aid))
        };
        from.iter().filter(|(config, _)| takes(config)).cloned().collect()
    };
    if let Some((acquirer, ids, way)) = route(record, scheme, known) {
        let mut found: Vec<_> =
            of_scheme.iter().filter(|(config, _)| ids.contains(&config.id.to_string())).cloned().collect();
        let is_readable = found.iter().any(|(_, read)| read.is_ok());
        let narrowed = by_aid(&found);
        if !narrowed.is_empty() {
            found = narrowed;
        }
        if is_readable {
            let currency = acquirer.currency.as_deref().and_then(|code| Currency::new(code.trim()));
            return Candidates {
                currency,
                ..Candidates::all_of(Basis::Profile(acquirer.name(), way), found)
            };
        }
        if !ids.is_empty() {
            // What others have did not decide.
            let (profile, names) = (acquirer.name(), names(records, &ids));
            return Candidates::all_of(Basis::Unreadable { profile, names, way }, found);
        }
    }
    match by_aid(&of_scheme) {
        none if none.is_empty() => Candidates::all_of(Basis::Scheme, of_scheme),
        some => Candidates::all_of(Basis::Aid, some),
    }
}

fn with_limits(config: &EmvConfig) -> Found {
    let params = config.params.readable().map(Params::values);
    let limits = params.as_ref().and_then(check::limits_of);
    let read = match (params, limits) {
        (Some(params), Some(limits)) => Ok(Candidate { name: config.name(), limits, params }),
        (params, _) => Err(Unread::of(config.name(), params)),
    };
    (config.clone(), read)
}

/// "“Retail DE” (id 11)" of each.
fn names(records: &[EmvConfig], ids: &[String]) -> String {
    let name = |id: &String| match records.iter().find(|config| config.id.to_string() == *id) {
        Some(config) => format!("“{}” (id {id})", config.full_name()),
        None => format!("id {id}, which is not there"),
    };
    ids.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// An acquirer profile, the configurations it names for the scheme, and what led there.
type Route<'a> = (&'a Acquirer, Vec<String>, Way);

/// Through the terminal, if it is known; else through the one merchant of that name.
fn route<'a>(record: &Transaction, scheme: Scheme, known: Known<'a>) -> Option<Route<'a>> {
    if let Some((first, others)) = known.terminals.split_first() {
        let is_one = others.iter().all(|other| other.user.profile == first.user.profile);
        let named = first.user.profile.as_ref().filter(|_| is_one);
        if let Some((acquirer, ids)) = named.and_then(|id| names_for(id.as_str(), scheme, known)) {
            return Some((acquirer, ids, Way::TerminalsProfile));
        }
        let is_one = others.iter().all(|other| other.user.merchant == first.user.merchant);
        let merchant = known.merchants.iter().find(|one| is_one && one.mch_id == first.user.merchant);
        if let Some(merchant) = merchant {
            let (acquirer, ids) = runs_over(merchant, scheme, known)?;
            return Some((acquirer, ids, Way::TerminalsMerchant));
        }
    }
    let name = record.mch_name.as_deref().map(str::trim).filter(|name| !name.is_empty())?;
    let mut named = known.merchants.iter().filter(|one| one.mch_name.as_deref().map(str::trim) == Some(name));
    let merchant = named.next().filter(|_| named.next().is_none())?;
    let (acquirer, ids) = runs_over(merchant, scheme, known)?;
    Some((acquirer, ids, Way::MerchantsName))
}

/// The acquirer profile over which a merchant runs the scheme.
fn runs_over<'a>(
    merchant: &Merchant,
    scheme: Scheme,
    known: Known<'a>,
) -> Option<(&'a Acquirer, Vec<String>)> {
    let methods = merchant.supported_payment_methods.as_deref()?;
    let method = methods
        .iter()
        .find(|one| one.payment_method.as_deref().and_then(Scheme::from_method) == Some(scheme))?;
    names_for(method.profile_id.as_ref()?.text(), scheme, known)
}

/// The acquirer profile of an id with the configurations that it names for the scheme, if it names some lists at all.
fn names_for<'a>(id: &str, scheme: Scheme, known: Known<'a>) -> Option<(&'a Acquirer, Vec<String>)> {
    let acquirer =
        known.acquirers.iter().find(|one| one.path_id().is_some_and(|known| known.as_str() == id))?;
    let ids = acquirer.emv_lists()?.get(scheme.method_code())?.iter().map(ToString::to_string).collect();
    Some((acquirer, ids))
}

#[cfg(test)]
mod tests;
