//! Checks of single fields against the scheme: C09, C20.

use super::facts::Facts;
use super::{CheckResult, Field, Fix, FixKind, Problem, Severity};
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
pub(super) fn not_for_scheme(facts: &Facts<'_>) -> Vec<CheckResult> {
    let Some(scheme) = facts.subject.scheme else { return Vec::new() };
    let unused = PARAMS.iter().filter(|param| !param.applies_to(scheme));
    let said = unused.filter_map(|param| {
        let key = param.key;
        let cleared = match facts.subject.params.get(key)? {
            Value::Flag(true) => Value::Flag(false),
            Value::Text(text) if !text.trim().is_empty() => Value::Text(String::new()),
            Value::Number(_) => Value::Text(String::new()),
            _ => return None,
        };
        let severity = match param.applies {
            Applies::Book(_) => Severity::Info,
            Applies::All | Applies::Document(_) => Severity::Warning,
        };
        let fix = Fix::choice(FixKind::Clear { key }, vec![(key, cleared)]);
        Some(
            CheckResult::new(severity, [Field::Param(key)], Problem::NotForScheme { key, scheme })
                .fixed([fix]),
        )
    });
    said.collect()
}

/// C20: the application version is not two bytes, or not a usual one for the scheme.
pub(super) fn app_version(facts: &Facts<'_>) -> Option<CheckResult> {
    let text = facts.text(APP_VERSION)?;
    let of_scheme = |scheme| USUAL.iter().find(|(row, _)| *row == scheme);
    let usual: &'static [&'static str] =
        facts.subject.scheme.and_then(of_scheme).map_or(&[][..], |(_, usual)| *usual);
    let fixes = usual.iter().map(|hex| FixKind::SetVersion { hex }.edit(APP_VERSION, *hex));
    let fields = [Field::Param(APP_VERSION)];
    let Some(bytes) = hex::bytes(text).filter(|bytes| bytes.len() == 2) else {
        let problem = Problem::VersionUnreadable(text.to_owned());
        return Some(CheckResult::new(Severity::Error, fields, problem).fixed(fixes));
    };
    let version = hex::text(&bytes);
    let has = |usual: &[&str]| usual.contains(&version.as_str());
    let scheme = facts.subject.scheme.filter(|_| !has(usual))?;
    let of = USUAL.iter().filter(|(_, usual)| has(usual)).map(|(other, _)| *other).collect();
    let problem = Problem::VersionUnusual { version, scheme, usual, of };
    Some(CheckResult::new(Severity::Info, fields, problem).fixed(fixes))
}
