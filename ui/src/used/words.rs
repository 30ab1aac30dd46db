//! Sentences about the users of a record, and the currency of its amounts.

use tapline_contract::where_used::{UsersCurrency, WhereUsed};
use tapline_emv::Currency;

/// Service document, "Acceptance": it has payment methods, a message format and the ids at the host.
pub(super) const UNTOLD_OF_PROFILE: &str = "Terminals name a profile. Which configurations its acceptances use cannot be known: an \
     acceptance names payment methods and a message format, neither an acquirer profile nor a configuration.";

/// "Used by 3 acquirer profiles, 12 terminals of 4 merchants; terminals of 3 of 12 merchants read."
pub(super) fn used_by(found: &WhereUsed) -> String {
    let rest = found.progress().map(|progress| format!("; {progress}")).unwrap_or_default();
    format!("Used by {}{rest}.", found.counts())
}

/// Sentence about the currency of amounts, and where it comes from.
pub(super) fn currency_line(found: Option<&WhereUsed>, reads: bool, shown: &Currency) -> String {
    let code = shown.code();
    let connections = |why: &str| format!("Amounts in {code}, the connection's: {why}.");
    let Some(found) = found else {
        return connections(if reads { "what uses it is being read" } else { "what uses it was not read" });
    };
    match found.currency() {
        UsersCurrency::Agreed { currency, by } if currency == *shown => {
            format!("Amounts in {code}: the currency of the records that use it ({by}).")
        }
        UsersCurrency::Agreed { currency, by } => format!(
            "Amounts in {code}, as they were typed. The records that use it ({by}) count in {other}: save or discard what is typed, \
             then it stands in {other}.",
            other = currency.code()
        ),
        UsersCurrency::Differ(all) => connections(&format!("the records that use it differ ({all})")),
        UsersCurrency::Untold => connections("the records that use it tell no currency"),
        UsersCurrency::Unused if found.is_whole() => connections("nothing uses it"),
        UsersCurrency::Unused => connections("nothing uses it, as far as was read"),
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::acquirer::AcquirerId;
    use tapline_contract::where_used::AcquirerUser;

    use super::*;

    fn used(codes: &[&str]) -> WhereUsed {
        let acquirers = (1..).zip(codes).map(|(id, code)| AcquirerUser {
            id: AcquirerId::from(id),
            name: "A".to_owned(),
            currency: Some((*code).to_owned()),
        });
        WhereUsed { acquirers: acquirers.collect(), ..WhereUsed::default() }
    }

    #[test]
    fn it_is_said_whose_currency_it_is() {
        let (euro, yen) = (Currency::euro(), Currency::new("JPY").unwrap());
        for (found, reads, shown, expected) in [
            (None, true, &euro, "Amounts in EUR, the connection's: what uses it is being read."),
            (None, false, &euro, "Amounts in EUR, the connection's: what uses it was not read."),
            (Some(used(&[])), false, &euro, "Amounts in EUR, the connection's: nothing uses it."),
            (
                Some(used(&["JPY", "JPY"])),
                false,
                &yen,
                "Amounts in JPY: the currency of the records that use it (2 acquirer profiles).",
            ),
            (
                Some(used(&["JPY", "EUR"])),
                false,
                &euro,
                "Amounts in EUR, the connection's: the records that use it differ (EUR, JPY).",
            ),
        ] {
            assert_eq!(currency_line(found.as_ref(), reads, shown), expected);
        }
        assert!(currency_line(Some(&used(&["JPY"])), false, &euro).contains("save or discard"));
    }

    #[test]
    fn what_is_not_read_yet_is_said() {
        let found = WhereUsed { concerned: 12, concerned_read: 3, ..used(&["EUR"]) };
        assert_eq!(used_by(&found), "Used by 1 acquirer profile; terminals of 3 of 12 merchants read.");
    }
}
