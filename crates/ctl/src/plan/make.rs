//! `plan`: makes a plan of one edit of many records.

use tapline_contract::connection::{Connection, ConnectionId};
use tapline_contract::emv_config::EmvConfig;
use tapline_contract::name_filter;
use tapline_contract::params::Params;
use tapline_contract::record::{self, Record as _};
use tapline_emv::{Currency, iso};

use super::used::UserConditions;
use crate::explain::scheme;
use crate::opened::Core;
use crate::say::{Stop, note, wrong};
use crate::set::edit::{Assignment, assignment, edited};
use crate::set::kinds::Kind;
use crate::set::limit::{self, LimitCurrency};

/// Selects records: all conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Where(Vec<(String, String)>);

const COUNTRY: &str = "country";
const CURRENCY: &str = "currency";

pub(super) fn conditions(text: &str) -> Result<Where, String> {
    let one = |part: &str| match part.split_once('=') {
        Some(("scheme", value)) => scheme(value).map(|scheme| ("scheme".to_owned(), scheme.key().to_owned())),
        Some((COUNTRY, value)) => match iso::country(value) {
            Some(country) => Ok((COUNTRY.to_owned(), country.to_owned())),
            None => Err("country needs a code of ISO 3166, as country=NL".to_owned()),
        },
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a condition is NAME=VALUE, as in scheme=visa,name=NL".to_owned()),
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Where)
}

/// The assignments as the service takes them; an amount is read in `currency`.
pub(super) fn changes(texts: &[String], kind: &Kind, currency: &Currency) -> Result<Vec<Assignment>, Stop> {
    let one = |text: &String| limit::on_wire(assignment(text).map_err(wrong)?, kind, currency);
    texts.iter().map(one).collect()
}

/// The currency of amounts: the one that the conditions name, else that of the connection.
pub(super) fn currency(kind: &Kind, all: &[Where], connection: &Connection) -> Result<LimitCurrency, Stop> {
    let wanted = wanted(kind, all)?.currency.as_deref().and_then(Currency::new);
    Ok(wanted.map_or_else(|| LimitCurrency::Assumed(connection.currency()), LimitCurrency::Known))
}

/// The conditions as the service has their values; an amount is read in `currency`.
pub(super) fn on_wire(all: Vec<Where>, kind: &Kind, currency: &Currency) -> Result<Vec<Where>, Stop> {
    let one = |(name, value): (String, String)| limit::named_on_wire(name, value, kind, currency);
    all.into_iter().map(|Where(all)| all.into_iter().map(one).collect::<Result<_, _>>().map(Where)).collect()
}

/// Conditions on the users of the records. Two conditions that exclude each other are refused.
fn wanted(kind: &Kind, all: &[Where]) -> Result<UserConditions, Stop> {
    let mut wanted = UserConditions::default();
    for (name, value) in all.iter().flat_map(|all| &all.0).filter(|(name, _)| is_of_users(kind, name)) {
        let (place, value) = if name == COUNTRY {
            (&mut wanted.country, value.clone())
        } else {
            let known = Currency::new(value);
            let sentence = "Unknown currency. Use a code of ISO 4217, such as EUR.";
            (&mut wanted.currency, known.ok_or_else(|| wrong(sentence))?.code().to_owned())
        };
        if place.as_ref().is_some_and(|known| *known != value) {
            return Err(wrong(format!(
                "A record has one {name}. Make a change set for each, or leave one condition out."
            )));
        }
        *place = Some(value);
    }
    Ok(wanted)
}

/// Told by the users of a record. The currency of an acquirer profile is its own.
fn is_of_users(kind: &Kind, name: &str) -> bool {
    name == COUNTRY || (name == CURRENCY && kind.name == "emv")
}

/// One record and its draft, as JSON.
pub(super) type Edit = (String, String);

/// The records that are meant, with what becomes of each.
pub(super) async fn edits(
    core: &Core,
    connection: &ConnectionId,
    kind: &Kind,
    all: &[Where],
    fields: &[Assignment],
    currency: &LimitCurrency,
) -> Result<Vec<Edit>, Stop> {
    let (records, unreadable) = kind.all(core, connection).await?;
    if unreadable > 0 {
        note(&format!("{unreadable} of the records are unreadable and not in the change set."));
    }
    let wanted = wanted(kind, all)?;
    let of_record = || all.iter().flat_map(|all| &all.0).filter(|(name, _)| !is_of_users(kind, name));
    let records = records.into_iter();
    let mut meant: Vec<String> =
        records.filter(|raw| of_record().all(|(name, value)| holds(kind, raw, name, value))).collect();
    if !wanted.is_any() {
        meant = wanted.select(core, connection, kind, meant).await?;
    }
    let edit = |raw: String| {
        let base = kind.base(&raw)?;
        let draft = edited(kind, &base, fields, currency)?.draft;
        Ok((raw, draft))
    };
    meant.into_iter().map(edit).collect()
}

fn holds(kind: &Kind, raw: &str, name: &str, value: &str) -> bool {
    let config = (kind.name == "emv").then(|| EmvConfig::read(raw).ok()).flatten();
    let text = |raw: &str| serde_json::from_str::<String>(raw).unwrap_or_else(|_| raw.to_owned());
    let member = |name: &str| {
        let inside =
            config.as_ref().and_then(|config| config.params.readable()).and_then(|params| params.raw(name));
        let outside = || Params::parse(raw).and_then(|members| members.raw(name).map(text));
        inside.map(text).or_else(outside)
    };
    match name {
        "scheme" => config.is_some_and(|config| config.scheme().is_some_and(|scheme| scheme.key() == value)),
        // As the filter of the lanes finds it.
        "name" => {
            let name = member(if kind.name == "emv" { "emvName" } else { "profileName" });
            name.is_some_and(|name| name_filter::matches(&name, value))
        }
        _ => member(name).is_some_and(|now| now == value || record::same_json(&now, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::kinds::KINDS;

    const VISA: &str =
        r#"{"id":7,"emvName":"Retail NL","paymentMethod":"01","params":"{\"clCVMLimit\":2500}"}"#;

    #[test]
    fn conditions_hold_by_scheme_name_and_value() {
        let emv = KINDS.iter().find(|kind| kind.name == "emv").unwrap();
        for (text, expected) in [
            ("scheme=visa", true),
            ("scheme=Visa,name=nl", true),
            ("scheme=mc", false),
            ("name=DE", false),
            ("name=nl retail", true),
            ("name=tail", true),
            ("name=ai", false),
            ("name=RÉTAIL", true),
            ("id=7,clCVMLimit=2500", true),
            ("clCVMLimit=5000", false),
            ("clFloorLimit=0", false),
        ] {
            let all = conditions(text).unwrap();
            assert_eq!(all.0.iter().all(|(name, value)| holds(emv, VISA, name, value)), expected, "{text}");
        }
        assert!(conditions("scheme=x").is_err() && conditions("visa").is_err());
        assert!(conditions("country=Narnia").is_err());
    }

    #[test]
    fn country_and_currency_of_the_users_are_kept_apart_from_the_members_of_a_record() {
        let kind = |name: &str| KINDS.iter().find(|kind| kind.name == name).unwrap();
        let read = |name: &str, texts: &[&str]| {
            let all: Vec<_> = texts.iter().map(|text| conditions(text).unwrap()).collect();
            wanted(kind(name), &all).ok().map(|wanted| (wanted.country, wanted.currency))
        };
        let (nl, eur) = (Some("NL".to_owned()), Some("EUR".to_owned()));
        assert_eq!(read("emv", &["scheme=visa,country=nl", "currency=eur"]), Some((nl.clone(), eur)));
        assert_eq!(read("emv", &["country=NLD,country=528"]), Some((nl.clone(), None)));
        assert_eq!(read("emv", &["country=NL,country=DE"]), None);
        assert_eq!(read("emv", &["currency=EURO"]), None);
        assert_eq!(read("acquirer", &["country=NL,currency=EUR"]), Some((nl, None)));
    }
}
