//! Checks of single fields against the scheme: C09, C20.

use super::facts::{Facts, named};
use super::{Field, Fix, Said, Severity};
use crate::hex;
use crate::param::{APP_VERSION, Applies, PARAMS, Value};
use crate::scheme::Scheme;

/// Usual application versions (9F09). Sources: emv-utils (Visa 012C citing Visa TADG 3.3; Mastercard, Amex);
/// a comparable service (Visa 0096, UPI, Discover, JCB).
const USUAL: &[(Scheme, &[&str])] = &[
    (Scheme::Visa, &["0096", "012C"]),
    (Scheme::Mastercard, &["0002"]),
    (Scheme::UnionPay, &["0030"]),
    (Scheme::Amex, &["0001"]),
    (Scheme::Discover, &["0001"]),
    (Scheme::Jcb, &["0001"]),
];

/// C09: a parameter that the scheme does not use has a value.
pub(super) fn not_for_scheme(facts: &Facts<'_>) -> Vec<Said> {
    let Some(scheme) = facts.subject.scheme else { return Vec::new() };
    PARAMS
        .iter()
        .filter(|param| !param.applies_to(scheme))
        .filter_map(|param| {
            let cleared = match facts.subject.params.get(param.key)? {
                Value::Flag(true) => Value::Flag(false),
                Value::Text(text) if !text.trim().is_empty() => Value::Text(String::new()),
                Value::Number(_) => Value::Text(String::new()),
                _ => return None,
            };
            Some(Said {
                others: Vec::new(),
                fields: vec![Field::Param(param.key)],
                severity: match param.applies {
                    Applies::Book(_) => Severity::Info,
                    Applies::All | Applies::Document(_) => Severity::Warning,
                },
                title: format!("{} has no use", param.label),
                message: format!("{} is not used for {}.", named(param.key), scheme.name()),
                fixes: vec![Fix::choice(format!("Clear {}", param.key), vec![(param.key, cleared)])],
            })
        })
        .collect()
}

/// C20: the application version is not two bytes, or not a usual one for the scheme.
pub(super) fn app_version(facts: &Facts<'_>) -> Option<Said> {
    let version = facts.text(APP_VERSION)?;
    let usual = facts
        .subject
        .scheme
        .and_then(|scheme| USUAL.iter().find(|(row, _)| *row == scheme))
        .map_or(&[][..], |(_, usual)| *usual);
    let fixes = usual
        .iter()
        .map(|hex| {
            let edit = (APP_VERSION, Value::Text((*hex).to_owned()));
            Fix::choice(format!("Set application version to {hex}"), vec![edit])
        })
        .collect();
    let Some(bytes) = hex::bytes(version).filter(|bytes| bytes.len() == 2) else {
        return Some(Said {
            others: Vec::new(),
            fields: vec![Field::Param(APP_VERSION)],
            severity: Severity::Error,
            title: "Application version cannot be read".to_owned(),
            message: format!("{version} is not a version of two bytes (four hex digits)."),
            fixes,
        });
    };
    let hex = hex::text(&bytes);
    let scheme = facts.subject.scheme.filter(|_| !usual.contains(&hex.as_str()))?;
    let others: Vec<&str> = USUAL
        .iter()
        .filter(|(_, usual)| usual.contains(&hex.as_str()))
        .map(|(other, _)| other.name())
        .collect();
    let owner = match others.as_slice() {
        [] => String::new(),
        others => format!(" {hex} is usual for {}.", others.join(", ")),
    };
    Some(Said {
        others: Vec::new(),
        fields: vec![Field::Param(APP_VERSION)],
        severity: Severity::Info,
        title: "Unusual application version".to_owned(),
        message: format!("{hex} is unusual for {}; usual is {}.{owner}", scheme.name(), usual.join(" or ")),
        fixes,
    })
}
