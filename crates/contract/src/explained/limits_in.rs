//! Currency of the limits of the candidates, and its origin. A limit is a bare number.

use std::fmt::Write as _;

use tapline_emv::Currency;

use super::candidates::{Basis, Candidates};
use crate::where_used::{AllUsers, UsersCurrency};

/// A currency and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsIn {
    pub currency: Currency,
    /// A sentence: "Limits in JPY, the currency of the profiles and terminals that use these configurations."
    pub words: String,
}

/// The currency of the limits. `users`: as far as they were read. Of several configurations those stay whose users count in the
/// currency of the sale, if there are some: no other one can have decided.
pub fn limits_in(
    found: &mut Candidates,
    sale: Option<&Currency>,
    users: Option<&AllUsers>,
    connections: &Currency,
) -> LimitsIn {
    let code = connections.code();
    let connections_because = |why: &str| LimitsIn {
        currency: connections.clone(),
        words: format!("Limits in {code}, the connection's currency: {why}."),
    };
    if let (Basis::Profile(name, _), Some(currency)) = (&found.basis, &found.currency) {
        let words = format!("Limits in {}, the currency of acquirer profile “{name}”.", currency.code());
        return LimitsIn { currency: currency.clone(), words };
    }
    let Some(users) = users else {
        return connections_because("usage of these configurations isn't loaded");
    };
    let by_users: Vec<UsersCurrency> =
        found.configurations.iter().map(|(config, _)| users.currency(&config.id)).collect();
    // Without a known currency, the connection's counts.
    let counts_in = |users: &UsersCurrency| match users {
        UsersCurrency::Agreed(currency) => currency.clone(),
        _ => connections.clone(),
    };
    let currencies: Vec<Currency> = by_users.iter().map(counts_in).collect();
    let agreed = by_users.iter().all(|one| matches!(one, UsersCurrency::Agreed(_)));
    let mut codes: Vec<&str> = currencies.iter().map(Currency::code).collect();
    codes.sort_unstable();
    codes.dedup();
    match (currencies.first(), codes.as_slice()) {
        (Some(one), [only]) if agreed => LimitsIn {
            currency: one.clone(),
            words: format!(
                "Limits in {only}, the currency of the profiles and terminals that use these configurations."
            ),
        },
        (None, _) => connections_because("no configuration found"),
        (Some(_), [_]) => connections_because(match by_users.iter().find_map(differing) {
            Some(_) => "the profiles and terminals that use these configurations differ",
            None => {
                "the profiles and terminals that use these configurations have no currency, or nothing uses them"
            }
        }),
        (Some(_), several) => {
            let wanted = sale.filter(|sale| several.contains(&sale.code())).unwrap_or(connections);
            let mut words = format!(
                "Configurations of this scheme are in {}; only those in {} count here.",
                several.join(", "),
                wanted.code()
            );
            let before = found.configurations.len();
            let mut each = currencies.iter();
            found.configurations.retain(|_| each.next() == Some(wanted));
            let left_out = before - found.configurations.len();
            // Writing to a text cannot fail.
            let _ = write!(words, " {left_out} left out.");
            LimitsIn { currency: wanted.clone(), words }
        }
    }
}

fn differing(found: &UsersCurrency) -> Option<&str> {
    match found {
        UsersCurrency::Differ(codes) => Some(codes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::{Limits, Params};
    use tapline_explain::facts::Candidate;

    use super::super::candidates::Way;
    use super::*;
    use crate::emv_config::{EmvConfig, EmvId};
    use crate::record::Record as _;
    use crate::where_used::EmvUsers;

    fn found(ids: &[u64]) -> Candidates {
        let one = |id: &u64| {
            let record = format!(r#"{{"id":{id},"emvName":"C{id}","paymentMethod":"01","params":"{{}}"}}"#);
            let limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
            let candidate =
                Candidate { name: format!("C{id}"), limits: limits.into(), params: Params::default() };
            (EmvConfig::read(&record).unwrap(), candidate)
        };
        let configurations = ids.iter().map(one).collect();
        Candidates { configurations, basis: Basis::Aid, ..Candidates::none() }
    }

    #[test]
    fn limits_stand_in_the_currency_of_those_who_use_them() {
        let user = |id: u64, codes: &[&str]| EmvUsers {
            id: EmvId::from(id),
            acquirers: Vec::new(),
            currencies: codes.iter().map(|code| (*code).to_owned()).collect(),
            terminals: std::collections::BTreeMap::new(),
        };
        let users = AllUsers {
            used: vec![user(1, &["JPY"]), user(2, &["JPY"]), user(3, &["EUR"]), user(4, &["EUR", "JPY"])],
            missing: Vec::new(),
        };
        let (euro, yen) = (Currency::euro(), Currency::new("JPY").unwrap());
        for (ids, sale, expected, left, words) in [
            (&[1, 2][..], &yen, "JPY", 2, "the currency of the profiles and terminals that use"),
            (&[1, 3], &yen, "JPY", 1, "only those in JPY count here. 1 left out."),
            (&[1, 3], &euro, "EUR", 1, "only those in EUR count here"),
            (&[4], &yen, "EUR", 1, "differ"),
            (&[9], &yen, "EUR", 1, "have no currency, or nothing uses them"),
            (&[], &yen, "EUR", 0, "no configuration"),
        ] {
            let mut found = found(ids);
            let said = limits_in(&mut found, Some(sale), Some(&users), &euro);
            assert_eq!((said.currency.code(), found.configurations.len()), (expected, left), "{ids:?}");
            assert!(said.words.contains(words), "{said:?}");
        }
        let mut unread = found(&[1]);
        assert!(limits_in(&mut unread, None, None, &euro).words.contains("isn't loaded"));
        let mut by_profile = Candidates {
            basis: Basis::Profile("Nippon".to_owned(), Way::MerchantsName),
            currency: Some(yen),
            ..found(&[3])
        };
        let said = limits_in(&mut by_profile, None, Some(&users), &euro);
        assert_eq!(said.words, "Limits in JPY, the currency of acquirer profile “Nippon”.");
    }
}
