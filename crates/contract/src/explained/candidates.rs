//! Which EMV configurations may have decided about a sale: by the acquirer profile of its merchant where that leads to some,
//! else by AID, else by scheme.
//!
//! A transaction names its merchant and not the merchant's id, and no configuration. So a configuration is never certain.

use tapline_emv::why::{Candidate, Unread};
use tapline_emv::{Aid, Currency, Scheme, aid, check};

use crate::acquirer::Acquirer;
use crate::emv_config::EmvConfig;
use crate::merchant::Merchant;
use crate::params::Params;
use crate::transaction::Transaction;

/// Over these a sale leads to its configurations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    pub merchants: &'a [Merchant],
    pub acquirers: &'a [Acquirer],
}

/// How the configurations were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Name of the acquirer profile.
    Profile(String),
    /// The acquirer profile names configurations, none of which has limits that can be read.
    Unreadable { profile: String, names: String },
    /// All that take the card's AID.
    Aid,
    /// All of the scheme.
    Scheme,
}

/// The configurations that may have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    pub basis: Basis,
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
        Candidates { basis, currency: None, configurations, unread }
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
            Basis::Profile(profile) => format!(
                "By acquirer profile “{profile}”, which the merchant of this name uses; its {name} limits as they are now, at the \
                 sale likely the same."
            ),
            Basis::Unreadable { profile, names } => format!(
                "Acquirer profile “{profile}”, which the merchant of this name uses, names {names} for {name}: its limits are not there \
                 or cannot be read, so which limit decided cannot be told."
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

/// Those that may have decided. `records`: all configurations of the owner.
pub fn candidates(
    record: &Transaction,
    scheme: Scheme,
    records: &[EmvConfig],
    known: Known<'_>,
) -> Candidates {
    let of_scheme: Vec<_> =
        records.iter().filter(|config| config.scheme() == Some(scheme)).map(with_limits).collect();
    let by_aid = |from: &[Found]| -> Vec<_> {
        let Some(Ok(card)) = record.aid.as_deref().map(Aid::parse) else { return Vec::new() };
        let takes = |config: &EmvConfig| {
            aid::parse_list(&config.aids()).iter().flatten().any(|aid| card.starts_with(aid))
        };
        from.iter().filter(|(config, _)| takes(config)).cloned().collect()
    };
    if let Some((acquirer, ids)) = profile(record, scheme, known) {
        let mut found: Vec<_> =
            of_scheme.iter().filter(|(config, _)| ids.contains(&config.id.to_string())).cloned().collect();
        let is_readable = found.iter().any(|(_, read)| read.is_ok());
        let narrowed = by_aid(&found);
        if !narrowed.is_empty() {
            found = narrowed;
        }
        if is_readable {
            let currency = acquirer.currency.as_deref().and_then(|code| Currency::new(code.trim()));
            return Candidates { currency, ..Candidates::all_of(Basis::Profile(acquirer.name()), found) };
        }
        if !ids.is_empty() {
            // What others have did not decide.
            let profile = acquirer.name();
            return Candidates::all_of(Basis::Unreadable { profile, names: names(records, &ids) }, found);
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

/// The merchant's acquirer profile and the configurations it names for the scheme; only when there is one such merchant.
fn profile<'a>(
    record: &Transaction,
    scheme: Scheme,
    known: Known<'a>,
) -> Option<(&'a Acquirer, Vec<String>)> {
    let name = record.mch_name.as_deref().map(str::trim).filter(|name| !name.is_empty())?;
    let mut named = known.merchants.iter().filter(|one| one.mch_name.as_deref().map(str::trim) == Some(name));
    let merchant = named.next().filter(|_| named.next().is_none())?;
    let methods = merchant.supported_payment_methods.as_deref()?;
    let method = methods
        .iter()
        .find(|one| one.payment_method.as_deref().and_then(Scheme::from_method) == Some(scheme))?;
    let id = method.profile_id.as_ref()?.to_string();
    let acquirer =
        known.acquirers.iter().find(|one| one.path_id().is_some_and(|known| known.as_str() == id))?;
    let ids = acquirer.emv_lists()?.get(scheme.method_code())?.iter().map(ToString::to_string).collect();
    Some((acquirer, ids))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn config(id: u64, method: &str, aid: &str, cvm: u64) -> EmvConfig {
        let params = format!(r#"{{"aid":"{aid}","clFloorLimit":0,"clCVMLimit":{cvm},"clTransLimit":25000}}"#);
        let params = serde_json::Value::from(params);
        EmvConfig::read(&format!(
            r#"{{"id":{id},"emvName":"C{id}","paymentMethod":"{method}","params":{params}}}"#
        ))
        .unwrap()
    }

    fn merchants(names: &[&str]) -> Vec<Merchant> {
        let merchant = |name: &&str| {
            Merchant::read(&format!(
                r#"{{"mchId":"M","mchName":"{name}","supportedPaymentMethods":[{{"paymentMethod":"01","profileId":301}}]}}"#
            ))
            .unwrap()
        };
        names.iter().map(merchant).collect()
    }

    #[test]
    fn the_merchants_profile_decides_then_the_aid_then_the_scheme() {
        let records = [
            config(11, "01", "A0000000031010", 2500),
            config(12, "01", "A0000000031010", 5000),
            config(13, "01", "A0000000032010", 9900),
            config(21, "02", "A0000000041010", 5000),
        ];
        let sale = |aid: &str| {
            Transaction::read(&format!(
                r#"{{"tranId":"T","mchName":"Café","aid":"{aid}","paymentMethod":"01"}}"#
            ))
            .unwrap()
        };
        let acquirers =
            [Acquirer::read(r#"{"id":301,"profileName":"Rheinbank","emvList":{"01":[12]}}"#).unwrap()];
        let found = |aid: &str, names: &[&str]| {
            let merchants = merchants(names);
            let known = Known { merchants: &merchants, acquirers: &acquirers };
            let found = candidates(&sale(aid), Scheme::Visa, &records, known);
            let ids: Vec<_> = found.configurations.iter().map(|(config, _)| config.id.to_string()).collect();
            (found.basis, ids.join(" "))
        };
        let profile = Basis::Profile("Rheinbank".to_owned());
        assert_eq!(found("A0000000031010", &["Café"]), (profile, "12".to_owned()));
        // Two merchants of one name lead nowhere.
        assert_eq!(found("A0000000031010", &["Café", "Café"]), (Basis::Aid, "11 12".to_owned()));
        assert_eq!(found("A0000000032010", &[]), (Basis::Aid, "13".to_owned()));
        assert_eq!(found("", &["Kiosk"]), (Basis::Scheme, "11 12 13".to_owned()));
    }

    #[test]
    fn a_profile_whose_configuration_has_no_limits_is_named_and_no_other_decides() {
        let bare = EmvConfig::read(
            r#"{"id":12,"emvName":"Retail DE","paymentMethod":"01","params":"{\"clFloorLimit\":0}"}"#,
        );
        let records = [config(11, "01", "A0000000031010", 2500), bare.unwrap()];
        let acquirers =
            [Acquirer::read(r#"{"id":301,"profileName":"Rheinbank","emvList":{"01":[12,99]}}"#).unwrap()];
        let (merchants, sale) =
            (merchants(&["Café"]), r#"{"tranId":"T","mchName":"Café","paymentMethod":"01"}"#);
        let known = Known { merchants: &merchants, acquirers: &acquirers };
        let found = candidates(&Transaction::read(sale).unwrap(), Scheme::Visa, &records, known);
        assert!(found.configurations.is_empty() && found.basis.is_unreadable());
        assert_eq!(found.unread.len(), 1, "{found:?}");
        let words = found.basis.words(Scheme::Visa);
        assert!(
            words.contains("“Rheinbank”")
                && words.contains("Retail DE")
                && words.contains("99, which is not there"),
            "{words}"
        );
    }

    #[test]
    fn one_whose_limit_is_missing_or_unreadable_stays() {
        let (maestro, mastercard) = ("A0000000043060", "A0000000041010");
        let bare = |id: u64, aid: &str, limits: &str| {
            let params = serde_json::Value::from(format!(r#"{{"aid":"{aid}"{limits}}}"#));
            EmvConfig::read(&format!(
                r#"{{"id":{id},"emvName":"C{id}","paymentMethod":"02","params":{params}}}"#
            ))
            .unwrap()
        };
        let acquirers =
            [Acquirer::read(r#"{"id":301,"profileName":"Rheinbank","emvList":{"02":[24,27]}}"#).unwrap()];
        let merchants =
            [Merchant::read(r#"{"mchId":"M","mchName":"Café","supportedPaymentMethods":[{"paymentMethod":"02","profileId":301}]}"#)
                .unwrap()];
        let found = |records: &[EmvConfig], known: Known<'_>| {
            let sale =
                format!(r#"{{"tranId":"T","mchName":"Café","aid":"{mastercard}","paymentMethod":"02"}}"#);
            let found = candidates(&Transaction::read(&sale).unwrap(), Scheme::Mastercard, records, known);
            let ids = found.all().map(|config| config.id.to_string()).collect::<Vec<_>>().join(" ");
            let why =
                found.unread.iter().map(|(_, unread)| unread.why.clone()).collect::<Vec<_>>().join(", ");
            (found.configurations.len(), ids, why, found.basis)
        };
        let by_profile = Known { merchants: &merchants, acquirers: &acquirers };
        let profile = || Basis::Profile("Rheinbank".to_owned());
        for (limits, why) in [
            (r#","clCVMLimit":5000,"clTransLimit":9"#, "its floor limit is missing"),
            (r#","clFloorLimit":50.5,"clCVMLimit":5000,"clTransLimit":9"#, "its floor limit cannot be read"),
            (r#","clFloorLimit":0,"clCVMLimit":-1,"clTransLimit":9"#, "its CVM limit cannot be read"),
            (
                r#","clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":"abc""#,
                "its transaction limit cannot be read",
            ),
        ] {
            // The other one does not take this card.
            let records = [config(24, "02", maestro, 5000), bare(27, mastercard, limits)];
            assert_eq!(found(&records, by_profile), (0, "27".to_owned(), why.to_owned(), profile()));
            assert_eq!(found(&records, Known::default()), (0, "27".to_owned(), why.to_owned(), Basis::Aid));
            let records = [config(24, "02", mastercard, 5000), bare(27, mastercard, limits)];
            assert_eq!(found(&records, by_profile), (1, "24 27".to_owned(), why.to_owned(), profile()));
            assert_eq!(
                found(&records, Known::default()),
                (1, "24 27".to_owned(), why.to_owned(), Basis::Aid)
            );
        }
    }
}
