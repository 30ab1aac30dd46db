//! EMV configurations that may have decided about a sale, by terminal, merchant or profile, acquirer profile and method; without a
//! terminal by the one merchant of that name; else by AID, else by scheme.
//!
//! A transaction names its merchant and not the merchant's id, no terminal of the lists and no configuration. So a configuration is
//! never certain.

use tapline_emv::{Aid, Currency, PartialLimits, Scheme, Value, aid, param};
use tapline_explain::facts::{Candidate, TerminalFacts};

use crate::acquirer::Acquirer;
use crate::emv_config::{EmvConfig, EmvId};
use crate::merchant::Merchant;
use crate::params::Params;
use crate::transaction::Transaction;
use crate::where_used::{SaleTerminal, sale_terminal_words};

/// Records that lead from a sale to its configurations.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkedRecords<'a> {
    pub merchants: &'a [Merchant],
    pub acquirers: &'a [Acquirer],
    /// Candidates for the terminal of this sale.
    pub terminals: &'a [SaleTerminal],
}

/// The way the configurations were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Name of the acquirer profile.
    Profile(String, Way),
    /// The acquirer profile names configurations that aren't in the list: ids.
    Missing { profile: String, ids: String, way: Way },
    /// All that accept the card's AID.
    Aid,
    /// All of the scheme.
    Scheme,
}

/// The record that led to an acquirer profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The one merchant with the name in the transaction.
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
    /// The terminal that took the sale, as a sentence; see [`sale_terminal_words`].
    pub terminal: Option<String>,
    /// Currency of the acquirer profile, where one led here and has one.
    pub currency: Option<Currency>,
    /// Country of the terminal, two letters.
    pub country: Option<String>,
    pub terminal_facts: TerminalFacts,
    pub configurations: Vec<(EmvConfig, Candidate)>,
}

impl Candidates {
    /// No candidate.
    pub fn none() -> Candidates {
        Candidates::new(Basis::Scheme, Vec::new())
    }

    /// Ids of all configurations.
    pub fn ids(&self) -> Vec<EmvId> {
        self.all().map(|config| config.id.clone()).collect()
    }

    pub fn all(&self) -> impl Iterator<Item = &EmvConfig> {
        self.configurations.iter().map(|(config, _)| config)
    }

    fn new(basis: Basis, configurations: Vec<(EmvConfig, Candidate)>) -> Candidates {
        let terminal_facts = TerminalFacts::default();
        Candidates { basis, terminal: None, currency: None, country: None, terminal_facts, configurations }
    }

    /// The way they were found, from the terminal on, in words.
    pub fn basis_words(&self, scheme: Scheme) -> String {
        let basis = self.basis.words(scheme);
        match &self.terminal {
            Some(terminal) => format!("{terminal} {basis}"),
            None => basis,
        }
    }

    /// Adds the values of the terminal that took the sale, where it is one: the reader uses both.
    fn with_terminal(mut self, terminals: &[SaleTerminal], scheme: Scheme) -> Candidates {
        self.terminal = sale_terminal_words(terminals, scheme);
        if let [terminal] = terminals {
            let params = terminal.params();
            let digits = |text: &str| text.trim().parse().ok().filter(|_| text.trim().len() == 2);
            let terminal_type = match params.get(param::TERMINAL_TYPE) {
                Some(Value::Text(text)) => digits(text),
                Some(Value::Number(number)) => digits(&number.to_string()),
                _ => None,
            };
            self.terminal_facts = TerminalFacts { terminal_type, is_phone: terminal.is_phone };
            for (_, candidate) in &mut self.configurations {
                candidate.params.extend(params.clone());
            }
        }
        let mut countries = terminals.iter().filter_map(|one| one.user.country());
        self.country = countries.next().filter(|first| countries.all(|other| other == *first));
        self
    }
}

impl Basis {
    /// A note below the answer.
    pub fn words(&self, scheme: Scheme) -> String {
        let name = scheme.name();
        match self {
            Basis::Profile(profile, way) => {
                format!("Acquirer profile “{profile}” ({}), {name} limits as they are now.", way.words())
            }
            Basis::Missing { profile, ids, way } => format!(
                "Acquirer profile “{profile}” ({}) names configurations for {name} that aren't in the list: {ids}.",
                way.words()
            ),
            Basis::Aid => format!(
                "No acquirer profile leads to one configuration. All {name} configurations with this AID, as they are now."
            ),
            Basis::Scheme => format!(
                "No acquirer profile leads to one configuration. All {name} configurations, as they are now."
            ),
        }
    }
}

impl Way {
    fn words(self) -> &'static str {
        match self {
            Way::MerchantsName => "used by the merchant of this name",
            Way::TerminalsMerchant => "used by the terminal's merchant",
            Way::TerminalsProfile => "likely the terminal's profile",
        }
    }
}

/// Finds the candidates of a sale. `records`: all configurations of the owner.
pub fn candidates(
    record: &Transaction,
    scheme: Scheme,
    records: &[EmvConfig],
    known: LinkedRecords<'_>,
) -> Candidates {
    by_route(record, scheme, records, known).with_terminal(known.terminals, scheme)
}

fn by_route(
    record: &Transaction,
    scheme: Scheme,
    records: &[EmvConfig],
    known: LinkedRecords<'_>,
) -> Candidates {
    let of_scheme: Vec<_> =
        records.iter().filter(|config| config.scheme() == Some(scheme)).map(candidate).collect();
    let by_aid = |from: &[(EmvConfig, Candidate)]| -> Vec<_> {
        let Some(Ok(card)) = record.aid.as_deref().map(Aid::parse) else { return Vec::new() };
        from.iter().filter(|(config, _)| accepts(config, &card)).cloned().collect()
    };
    if let Some((acquirer, ids, way)) = route(record, scheme, known).filter(|(_, ids, _)| !ids.is_empty()) {
        let found: Vec<_> =
            of_scheme.iter().filter(|(config, _)| ids.contains(&config.id.to_string())).cloned().collect();
        let narrowed = by_aid(&found);
        let basis = if found.is_empty() {
            Basis::Missing { profile: acquirer.name(), ids: ids.join(", "), way }
        } else {
            Basis::Profile(acquirer.name(), way)
        };
        let currency = acquirer.currency.as_deref().and_then(|code| Currency::new(code.trim()));
        let found = if narrowed.is_empty() { found } else { narrowed };
        return Candidates { currency, ..Candidates::new(basis, found) };
    }
    match by_aid(&of_scheme) {
        none if none.is_empty() => Candidates::new(Basis::Scheme, of_scheme),
        some => Candidates::new(Basis::Aid, some),
    }
}

fn accepts(config: &EmvConfig, card: &Aid) -> bool {
    aid::parse_list(&config.aids()).iter().flatten().any(|aid| card.starts_with(aid))
}

/// Configurations of a card that is known without a record, such as that of a log: those that name its AID, else all of its scheme.
pub fn candidates_of_card(scheme: Scheme, card: Option<&Aid>, records: &[EmvConfig]) -> Vec<Candidate> {
    let of_scheme = || records.iter().filter(|config| config.scheme() == Some(scheme));
    let named: Vec<_> = of_scheme().filter(|config| card.is_some_and(|card| accepts(config, card))).collect();
    let found = if named.is_empty() { of_scheme().collect() } else { named };
    found.into_iter().map(|config| candidate(config).1).collect()
}

fn candidate(config: &EmvConfig) -> (EmvConfig, Candidate) {
    let params = config.params.readable().map(Params::values).unwrap_or_default();
    let candidate = Candidate { name: config.name(), limits: PartialLimits::read(&params), params };
    (config.clone(), candidate)
}

/// An acquirer profile, the ids of the configurations it names for the scheme, and the way there.
type Route<'a> = (&'a Acquirer, Vec<String>, Way);

/// Goes through the terminal where it is known, else through the one merchant of that name.
fn route<'a>(record: &Transaction, scheme: Scheme, known: LinkedRecords<'a>) -> Option<Route<'a>> {
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

/// The acquirer profile that a merchant uses for the scheme.
fn runs_over<'a>(
    merchant: &Merchant,
    scheme: Scheme,
    known: LinkedRecords<'a>,
) -> Option<(&'a Acquirer, Vec<String>)> {
    let methods = merchant.supported_payment_methods.as_deref()?;
    let method = methods
        .iter()
        .find(|one| one.payment_method.as_deref().and_then(Scheme::from_method) == Some(scheme))?;
    names_for(method.profile_id.as_ref()?.text(), scheme, known)
}

/// The acquirer profile of an id with the configurations that it names for the scheme, if it names some lists at all.
fn names_for<'a>(id: &str, scheme: Scheme, known: LinkedRecords<'a>) -> Option<(&'a Acquirer, Vec<String>)> {
    let acquirer =
        known.acquirers.iter().find(|one| one.path_id().is_some_and(|known| known.as_str() == id))?;
    let ids = acquirer.emv_lists()?.get(scheme.method_code())?.iter().map(ToString::to_string).collect();
    Some((acquirer, ids))
}

#[cfg(test)]
mod tests;
