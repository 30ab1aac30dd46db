//! Selects records by the country or the currency of their users.
//!
//! A record is selected only if all users that report a value agree, and all were read. A record that is left out for another
//! reason than another country or currency is named with the reason: nothing is guessed.

use tapline_contract::acquirer::Acquirer;
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::record::Record as _;
use tapline_contract::where_used::{UsedRecord, UsersCountry, UsersCurrency, WhereUsed, counted};

use crate::opened::Core;
use crate::say::{Stop, note};
use crate::set::kinds::Kind;
use crate::users::{Reach, users};

/// Required values of the users; `None` if any value will do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UserConditions {
    /// Two letters.
    pub(super) country: Option<String>,
    /// Three letters.
    pub(super) currency: Option<String>,
}

/// Decision about selecting a record.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// Selected, with a remark.
    Meant(Option<String>),
    /// Its users report another country or currency.
    Other,
    LeftOut(String),
}

impl UserConditions {
    pub(super) fn is_any(&self) -> bool {
        self.country.is_none() && self.currency.is_none()
    }

    /// "the country NL and the currency EUR"
    fn words(&self) -> String {
        let country = self.country.as_ref().map(|code| format!("the country {code}"));
        let currency = self.currency.as_ref().map(|code| format!("the currency {code}"));
        country.into_iter().chain(currency).collect::<Vec<_>>().join(" and ")
    }

    /// Returns the records whose users match. Records left out are reported.
    pub(super) async fn select(
        &self,
        core: &Core,
        connection: &ConnectionId,
        kind: &Kind,
        records: Vec<String>,
    ) -> Result<Vec<String>, Stop> {
        let (mut meant, mut others) = (Vec::new(), 0);
        let is_emv = kind.name == "emv";
        for raw in records {
            let Some((of, name)) = named(is_emv, &raw) else {
                note("A record without an id was left out.");
                continue;
            };
            let who = match &of {
                UsedRecord::Emv(id) => format!("configuration {id} ({name})"),
                UsedRecord::Acquirer(id) => format!("acquirer profile {id} ({name})"),
                UsedRecord::Profile(id) => format!("profile {id} ({name})"),
            };
            match self.verdict(&users(core, connection, of, Reach::All).await?) {
                Verdict::Meant(known) => {
                    if let Some(known) = known {
                        note(&format!("{who} is included, but {known}."));
                    }
                    meant.push(raw);
                }
                Verdict::Other => others += 1,
                Verdict::LeftOut(why) => note(&format!("{who} is left out: {why}.")),
            }
        }
        if others > 0 {
            let count = counted(others, "record", "records");
            note(&format!("Left out, because not of {}: {count}.", self.words()));
        }
        Ok(meant)
    }

    fn verdict(&self, used: &WhereUsed) -> Verdict {
        if !used.is_whole() {
            let why = used.missing.first().cloned().or_else(|| used.progress());
            let why = why.map_or_else(String::new, |why| format!(": {}", why.trim_end_matches('.')));
            return Verdict::LeftOut(format!("its usage isn't fully loaded{why}"));
        }
        if used.is_unused() {
            return Verdict::LeftOut("nothing uses it".to_owned());
        }
        let mut known = None;
        if let Some(wanted) = &self.country {
            match used.users_country() {
                UsersCountry::Agreed { country, untold } if country == *wanted => {
                    known = (untold > 0).then(|| {
                        format!(
                            "the country of {} is unknown",
                            counted(untold, "terminal that uses it", "terminals that use it")
                        )
                    });
                }
                UsersCountry::Agreed { .. } => return Verdict::Other,
                UsersCountry::Differ(all) => return differ("countries", &all, wanted),
                UsersCountry::Untold | UsersCountry::Unused => {
                    return Verdict::LeftOut(
                        "its country is unknown: no terminal that uses it has one".to_owned(),
                    );
                }
            }
        }
        if let Some(wanted) = &self.currency {
            match used.currency() {
                UsersCurrency::Agreed(currency) if currency.code() == wanted => {}
                UsersCurrency::Agreed(_) => return Verdict::Other,
                UsersCurrency::Differ(all) => return differ("currencies", &all, wanted),
                UsersCurrency::Untold | UsersCurrency::Unused => {
                    return Verdict::LeftOut(
                        "its currency is unknown: nothing that uses it has one".to_owned(),
                    );
                }
            }
        }
        Verdict::Meant(known)
    }
}

/// A record of several countries is named only if the required one is among them.
fn differ(what: &str, all: &str, wanted: &str) -> Verdict {
    if all.split(", ").any(|one| one == wanted) {
        Verdict::LeftOut(format!("it is used with several {what}: {all}"))
    } else {
        Verdict::Other
    }
}

fn named(is_emv: bool, raw: &str) -> Option<(UsedRecord, String)> {
    if is_emv {
        let config = EmvConfig::read(raw).ok()?;
        Some((UsedRecord::Emv(config.id.clone()), config.full_name()))
    } else {
        let acquirer = Acquirer::read(raw).ok()?;
        Some((UsedRecord::Acquirer(acquirer.path_id()?.clone()), acquirer.name()))
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::acquirer::AcquirerId;
    use tapline_contract::where_used::AcquirerUser;

    use super::*;

    #[test]
    fn a_record_is_meant_only_where_everything_that_matters_is_known() {
        let euro = UserConditions { currency: Some("EUR".to_owned()), ..UserConditions::default() };
        let dutch = UserConditions { country: Some("NL".to_owned()), ..UserConditions::default() };
        let acquirer = |currency: &str| AcquirerUser {
            id: AcquirerId::from(1),
            name: "A".to_owned(),
            currency: Some(currency.to_owned()),
        };
        let used = |all: &[&str]| WhereUsed {
            acquirers: all.iter().map(|one| acquirer(one)).collect(),
            ..WhereUsed::default()
        };
        let left = |verdict| match verdict {
            Verdict::LeftOut(why) => why,
            other => format!("{other:?}"),
        };
        assert_eq!(euro.verdict(&used(&["EUR", "eur"])), Verdict::Meant(None));
        assert_eq!(euro.verdict(&used(&["JPY"])), Verdict::Other);
        assert_eq!(euro.verdict(&used(&["JPY", "USD"])), Verdict::Other);
        assert!(left(euro.verdict(&used(&["EUR", "JPY"]))).contains("several currencies: EUR, JPY"));
        assert!(left(euro.verdict(&used(&[""]))).contains("currency is unknown"));
        assert!(left(euro.verdict(&used(&[]))).contains("nothing uses it"));
        assert!(left(dutch.verdict(&used(&["EUR"]))).contains("country is unknown"));
        let part = WhereUsed { concerned: 2, concerned_read: 1, ..used(&["EUR"]) };
        assert!(left(euro.verdict(&part)).contains("terminals of 1 of 2 merchants loaded"));
    }
}
