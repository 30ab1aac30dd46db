//! Question about the impact of proposed limits and parameters on past sales.

use tapline_contract::replay::{Proposal, ReplayScope, Version};
use tapline_emv::{Currency, Scheme, param};

use super::MOST_PARTS;
use crate::scale::Scale;

/// Question about one configuration of the editor, or about the selected configurations of the overview.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) parts: Vec<ConfigQuestion>,
    /// End of the axis, in minor units.
    pub(crate) top: u64,
}

/// Question about one configuration.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConfigQuestion {
    /// Id of the configuration; `None` for a new one.
    pub(crate) key: Option<String>,
    pub(crate) scheme: Scheme,
    /// Currency of the limits: sales in another currency are counted apart.
    pub(crate) currency: Currency,
    /// The saved version; `None` for a new configuration, which has nothing to compare with.
    pub(crate) before: Option<Version>,
    pub(crate) after: Version,
    pub(crate) aids: Vec<String>,
}

impl ConfigQuestion {
    /// True if the question is about this change of a configuration, apart from the parameters of its terminals. Equal numbers in another
    /// currency are another change.
    pub(super) fn is_of(
        &self,
        key: Option<&str>,
        currency: &Currency,
        before: &Version,
        after: &Version,
    ) -> bool {
        self.key.as_deref() == key
            && self.currency == *currency
            && self.before.as_ref().map(without_terminals) == Some(without_terminals(before))
            && without_terminals(&self.after) == without_terminals(after)
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.before.as_ref().is_some_and(|before| *before != self.after)
    }

    pub(super) fn proposal(&self, merchants: Vec<String>) -> Proposal {
        Proposal {
            scheme: self.scheme,
            currency: self.currency.code().to_owned(),
            before: self.before.as_ref().unwrap_or(&self.after).clone(),
            after: self.after.clone(),
            scope: ReplayScope { aids: self.aids.clone(), merchants, terminals: Vec::new() },
        }
    }
}

/// The version without the parameters of its terminals.
fn without_terminals(version: &Version) -> Version {
    let mut without_terminals = version.clone();
    without_terminals.params.retain(|key, _| key != param::TERMINAL_TYPE && key != param::AMEX_ENHANCED);
    without_terminals
}

impl Question {
    /// The question on an axis for all limits; `None` for no configuration, or more than [`MOST_PARTS`].
    pub(crate) fn over(parts: Vec<ConfigQuestion>, unit: u64) -> Option<Question> {
        if parts.is_empty() || parts.len() > MOST_PARTS {
            return None;
        }
        let limits = parts.iter().flat_map(|part| part.before.iter().chain([&part.after]));
        let limits = limits.map(|version| version.limits).flat_map(|l| [l.floor, l.cvm, l.transaction]);
        let top = Scale::over(limits, unit).top;
        Some(Question { parts, top })
    }

    /// Configurations of the question. An answer about the same configurations stays until the next answer.
    pub(super) fn about(&self) -> Vec<(Option<String>, Scheme)> {
        self.parts.iter().map(|part| (part.key.clone(), part.scheme)).collect()
    }

    /// The common currency of the parts, or `None` if they differ.
    pub(super) fn currency(&self) -> Option<&Currency> {
        let (first, rest) = self.parts.split_first()?;
        rest.iter().all(|part| part.currency == first.currency).then_some(&first.currency)
    }

    /// The configuration of a question about a single one.
    pub(super) fn only(&self) -> Option<&ConfigQuestion> {
        match self.parts.as_slice() {
            [part] => Some(part),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::{Limits, Params, Value};

    use super::*;

    #[test]
    fn what_was_found_is_told_of_the_same_change_in_the_same_currency_only() {
        let version = |cvm| Version::new(Limits { floor: 0, cvm, transaction: 20_000 }, &Params::new());
        let yen = Currency::new("JPY").unwrap();
        let part = ConfigQuestion {
            key: Some("71".to_owned()),
            scheme: Scheme::Visa,
            currency: yen.clone(),
            before: Some(version(5_000)),
            after: version(7_000),
            aids: Vec::new(),
        };
        for (key, currency, before, after, expected) in [
            (Some("71"), &yen, 5_000, 7_000, true),
            (Some("71"), &Currency::euro(), 5_000, 7_000, false),
            (Some("72"), &yen, 5_000, 7_000, false),
            (None, &yen, 5_000, 7_000, false),
            (Some("71"), &yen, 5_000, 6_000, false),
            (Some("71"), &yen, 4_000, 7_000, false),
        ] {
            let is_of = part.is_of(key, currency, &version(before), &version(after));
            assert_eq!(is_of, expected, "{key:?} {} {before} {after}", currency.code());
        }
        let in_euro = ConfigQuestion { currency: Currency::euro(), ..part.clone() };
        assert_ne!(in_euro, part, "it is asked anew");
        let question =
            |parts: [&ConfigQuestion; 2]| Question { parts: parts.map(Clone::clone).into(), top: 20_000 };
        assert_eq!(question([&part, &part]).currency(), Some(&yen));
        assert_eq!(question([&part, &in_euro]).currency(), None);
        // Terminals may have become known meanwhile.
        let mut of_terminals = part.clone();
        for version in of_terminals.before.iter_mut().chain([&mut of_terminals.after]) {
            version.params.insert(param::TERMINAL_TYPE.to_owned(), Value::Text("21".to_owned()));
        }
        assert!(of_terminals.is_of(Some("71"), &yen, &version(5_000), &version(7_000)));
        // A changed reader parameter is a change too.
        let ttq = |ttq: &str| [(param::TTQ.to_owned(), Value::Text(ttq.to_owned()))].into();
        let limits = part.after.limits;
        let signature = ConfigQuestion {
            before: Some(Version::new(limits, &ttq("26804080"))),
            after: Version::new(limits, &ttq("22804080")),
            ..part
        };
        assert!(signature.is_changed());
    }
}
