//! Setting fields in JSON text: the span of a value is replaced, and every other byte stays. Pure.

use serde_json::Value;
use serde_json::value::RawValue;
use tapline_contract::form::device::EMV_KEYS;
use tapline_contract::params::Params;
use tapline_contract::{record, secret};
use tapline_emv::param;

use super::kinds::{Kind, Sends};
use super::limit::{self, LimitCurrency};
use crate::repeated::LONGEST_REPEATED;
use crate::say::{Stop, wrong};

/// One `FIELD=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(super) path: String,
    pub(super) value: String,
}

impl Assignment {
    /// As a sentence may name it: a long part may be a token.
    fn display_name(&self) -> &str {
        let known = |part: &str| part.len() <= LONGEST_REPEATED || param::param(part).is_some();
        let plain = self.path.split('.').all(|part| known(part) && !part.starts_with("eyJ"));
        if plain { &self.path } else { "of this name" }
    }
}

pub(crate) fn assignment(text: &str) -> Result<Assignment, String> {
    match text.split_once('=') {
        Some((path, value)) if !path.is_empty() => {
            Ok(Assignment { path: path.to_owned(), value: value.to_owned() })
        }
        _ => Err("a change is FIELD=VALUE, as in clCVMLimit=5000".to_owned()),
    }
}

/// A draft with its fields set.
pub(crate) struct Edited {
    pub(crate) draft: String,
    /// `field: before > after`
    pub(super) lines: Vec<String>,
    pub(super) differs: bool,
}

/// Notation for the value of a field that the record lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Json,
    Text,
}

/// `currency`: for printing limits.
pub(crate) fn edited(
    kind: &Kind,
    base: &str,
    fields: &[Assignment],
    currency: &LimitCurrency,
) -> Result<Edited, Stop> {
    let (mut whole, mut touched, mut lines) = (base.to_owned(), Vec::new(), Vec::new());
    let mut known: Vec<Vec<&str>> = Vec::new();
    for field in fields {
        let path = path(kind, base, field)?;
        // One inside the other is twice too: which value is meant would be a guess.
        if known.iter().any(|known| known.starts_with(&path) || path.starts_with(known)) {
            return Err(wrong(format!(
                "{} is given twice. Nothing was sent. Give it once.",
                field.display_name()
            )));
        }
        known.push(path.clone());
        let documented = documented(kind, &field.path);
        let fits = [Spelling::Json, Spelling::Text].into_iter().find_map(|spelling| {
            let set = match set(&whole, &path, field, (documented, spelling)) {
                Ok(set) => set,
                Err(why) => return Some(Err(why)),
            };
            let draft = match kind.sends {
                Sends::All => set.clone(),
                Sends::Touched => part(&set, &[path[0]])?,
            };
            (kind.takes)(&draft).then_some(Ok(set))
        });
        let Some(set) = fits else {
            return Err(wrong(format!(
                "{} has no field {} for this value. Nothing was sent. `taplinectl endpoints {}` shows its fields.",
                kind.one,
                field.display_name(),
                kind.update
            )));
        };
        let set = set.map_err(wrong)?;
        let shown = |text: &str| at(text, &path).unwrap_or_else(|| "(none)".to_owned());
        let (before, after) = (shown(&whole), shown(&set));
        let money = limit::in_money(&field.path, at(&whole, &path).as_deref(), Some(&after), currency);
        let money = money.filter(|_| kind.inner == "params").map(|money| format!(" ({money})"));
        let aside = money.unwrap_or_else(|| kept(&before, &after));
        lines.push(format!("{}: {before} > {after}{aside}", field.path));
        touched.push(path[0]);
        whole = set;
    }
    touched.sort_unstable();
    touched.dedup();
    let unreadable = || wrong("The record is unreadable, so nothing was sent.");
    let draft = match kind.sends {
        Sends::All => whole.clone(),
        Sends::Touched => part(&whole, &touched).ok_or_else(unreadable)?,
    };
    Ok(Edited { draft, lines, differs: !record::same_json(base, &whole) })
}

/// Note on secrets of the record that the request lacks: core puts them in again.
fn kept(before: &str, after: &str) -> String {
    let stays =
        |name: &&&str| before.contains(&format!("\"{name}\":")) && !after.contains(&format!("\"{name}\":"));
    let names: Vec<_> = secret::NAMES.iter().filter(stays).copied().collect();
    if names.is_empty() { String::new() } else { format!(" ({} stays as it is)", names.join(" and ")) }
}

/// Path of the field in the draft.
fn path<'a>(kind: &'a Kind, base: &str, field: &'a Assignment) -> Result<Vec<&'a str>, Stop> {
    let mut path: Vec<_> = field.path.split('.').collect();
    if let Some(secret) = path.iter().find(|name| secret::NAMES.contains(name)) {
        return Err(wrong(format!(
            "{secret} is a secret, and others can read an argument. Nothing was sent. Use `taplinectl call {}` with --input \
             @FILE.",
            kind.update
        )));
    }
    if !kind.inner.is_empty() && at(base, &path[..1]).is_none() {
        path.insert(0, kind.inner);
    }
    let known = match path[..] {
        [first, key, ..] if at(base, &[first, key]).is_none() => {
            if LISTS.contains(&first) {
                KEYS.contains(&key)
            } else {
                // A new parameter has no members of its own.
                first != kind.inner || path.len() == 2 && param::param(key).is_some()
            }
        }
        [first] => first != kind.inner,
        _ => true,
    };
    if known {
        return Ok(path);
    }
    Err(wrong(format!(
        "{} has no field {}. Nothing was sent. Check the spelling.",
        kind.one,
        field.display_name()
    )))
}

/// Objects of an acquirer profile, and the keys that they may have.
const LISTS: [&str; 2] = ["emvList", "methodList"];
const KEYS: [&str; 6] = ["01", "02", "03", "04", "05", "06"];

/// The kind that the document gives a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Documented {
    Text,
    Flag,
    Limit,
    Whole,
    /// Left to what is there, and to what the draft takes.
    Open,
}

fn documented(kind: &Kind, path: &str) -> Documented {
    let mut names = path.rsplit('.');
    let name = names.next().unwrap_or(path);
    // In a terminal's fields this includes "number or text": a number would lose leading zeros, and E is no exponent there.
    if names.next_back() == Some("emvParams") {
        return Documented::Text;
    }
    let param = param::param(name).filter(|_| !kind.inner.is_empty());
    match param.map(|param| param.kind) {
        Some(param::Kind::Long) => Documented::Limit,
        Some(param::Kind::Flag) => Documented::Flag,
        Some(param::Kind::Hex { .. } | param::Kind::Dol | param::Kind::Aids) => Documented::Text,
        None if ["connTimeout", "connRequestTimeout"].contains(&name) => Documented::Whole,
        None => Documented::Open,
    }
}

/// Only these members of an object.
fn part(text: &str, names: &[&str]) -> Option<String> {
    let mut all = record::members(text).ok()?;
    all.retain(|(key, _)| names.contains(&key.as_str()));
    record::object(Vec::new(), &all).map(|object| object.get().to_owned())
}

/// The JSON text at a path. Text that holds JSON is looked into.
fn at(text: &str, path: &[&str]) -> Option<String> {
    let [name, rest @ ..] = path else { return Some(text.to_owned()) };
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return at(&inside, path);
    }
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        return at(items.get(name.parse::<usize>().ok()?)?.get(), rest);
    }
    at(Params::parse(text)?.raw(name)?, rest)
}

/// The text with the value at the path. `Err` is a sentence.
fn set(
    text: &str,
    path: &[&str],
    field: &Assignment,
    wanted: (Documented, Spelling),
) -> Result<String, String> {
    let none = || format!("There is no {} here. Nothing was sent. Check the spelling.", field.display_name());
    let [name, rest @ ..] = path else { return value(text, field, wanted) };
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return Ok(Value::from(set(&inside, path, field, wanted)?).to_string());
    }
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        let at: usize = name.parse().map_err(|_| none())?;
        let mut items: Vec<_> = items.iter().map(|item| item.get().to_owned()).collect();
        let item = items.get_mut(at).ok_or_else(none)?;
        *item = set(item, rest, field, wanted)?;
        return Ok(format!("[{}]", items.join(",")));
    }
    let mut object = Params::parse(text).ok_or_else(none)?;
    let before = object.raw(name).filter(|raw| *raw != "null" || rest.is_empty());
    let inside = before.unwrap_or(if rest.is_empty() { "null" } else { "{}" }).to_owned();
    let raw = set(&inside, rest, field, wanted)?;
    if object.set(name, &raw) { Ok(object.text().to_owned()) } else { Err(none()) }
}

/// The new value as JSON, of the kind that the old one has.
fn value(before: &str, field: &Assignment, wanted: (Documented, Spelling)) -> Result<String, String> {
    let Assignment { path, value } = field;
    let text = || Value::from(value.as_str()).to_string();
    let (documented, spelling) = wanted;
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let whole = value.parse::<i64>().is_ok();
    let misfit = match documented {
        Documented::Limit if !digits || !whole => {
            "a limit in whole minor units, such as 5000 for 50.00 EUR, and at most 9223372036854775807"
        }
        Documented::Whole if !whole => "a whole number",
        Documented::Flag if !["true", "false"].contains(&value.as_str()) => "true or false",
        _ => "",
    };
    if !misfit.is_empty() {
        return Err(format!("{path} is {misfit}. Nothing was sent."));
    }
    let given: Option<Value> = serde_json::from_str(value).ok();
    let (fits, kind) = match serde_json::from_str::<Value>(before) {
        Ok(Value::String(_)) => return Ok(text()),
        // Hex that came as a number: as a number the new value would lose an E or a zero. Plain digits of a terminal's own key stay one.
        Ok(Value::Number(_))
            if documented == Documented::Text
                && !(digits && !value.starts_with('0') && is_terminals_own(path)) =>
        {
            return Ok(text());
        }
        Ok(Value::Number(_)) => (given.is_some_and(|given| given.is_number()), "a number"),
        Ok(Value::Bool(_)) => (given.is_some_and(|given| given.is_boolean()), "true or false"),
        Ok(Value::Object(_)) => (given.is_some_and(|given| given.is_object()), "an object"),
        Ok(Value::Array(_)) => (given.is_some_and(|given| given.is_array()), "a list"),
        Ok(Value::Null) | Err(_) => {
            let json = documented != Documented::Text
                && spelling == Spelling::Json
                && given.is_some_and(|given| !given.is_null());
            return Ok(if json { value.clone() } else { text() });
        }
    };
    if fits {
        return Ok(value.trim().to_owned());
    }
    Err(format!("{path} must be {kind}. Nothing was sent."))
}

/// A key of a terminal's `emvParams` that the document does not name.
fn is_terminals_own(path: &str) -> bool {
    let key = path.split_once("emvParams.").map(|(_, key)| key);
    key.is_some_and(|key| EMV_KEYS.iter().all(|(known, _)| *known != key))
}

#[cfg(test)]
mod tests {
    use tapline_emv::Currency;

    use super::super::kinds::KINDS;
    use super::*;

    fn run(kind: &str, base: &str, fields: &[&str]) -> Result<(String, Vec<String>, bool), String> {
        let kind = KINDS.iter().find(|known| known.name == kind).unwrap();
        let fields: Vec<_> = fields.iter().map(|field| assignment(field).unwrap()).collect();
        match edited(kind, base, &fields, &LimitCurrency::Known(Currency::euro())) {
            Ok(Edited { draft, lines, differs }) => Ok((draft, lines, differs)),
            Err(Stop::Failure(failure)) => Err(failure.sentence),
            Err(Stop::Closed | Stop::Paused) => Err("closed".to_owned()),
        }
    }

    const METHODS: &str = r#"{"supportedPaymentMethods":[{"paymentMethod":"01"}]}"#;
    const EMV: &str = r#"{"params":{ "zz": 1.00,"clCVMLimit":"2500" , "clTransLimit":1e4,"x":{"b":1} },"emvName":"A","paymentMethod":"01"}"#;

    #[test]
    fn one_value_changes_and_every_other_byte_stays() {
        for (field, before, after) in [
            ("clCVMLimit=5000", r#""2500""#, r#""5000""#),
            ("params.clCVMLimit=5000", r#""2500""#, r#""5000""#),
            ("clTransLimit=20000", "1e4", "20000"),
            ("x.b=7", r#"{"b":1}"#, r#"{"b":7}"#),
            ("emvName=Retail = DE", r#""A""#, r#""Retail = DE""#),
        ] {
            let (draft, lines, differs) = run("emv", EMV, &[field]).unwrap();
            assert_eq!(draft, EMV.replacen(before, after, 1), "{field}");
            assert!(differs && lines.len() == 1 && lines[0].contains(" > "), "{lines:?}");
        }
        let (draft, lines, _) = run("emv", EMV, &["clFloorLimit=0"]).unwrap();
        assert_eq!(draft, EMV.replacen(r#"{"b":1}"#, r#"{"b":1},"clFloorLimit":0"#, 1));
        assert_eq!(lines, ["clFloorLimit: (none) > 0 ((none) > 0.00 EUR)"]);
        assert!(!run("emv", EMV, &["clCVMLimit=2500"]).unwrap().2);
    }

    #[test]
    fn what_does_not_fit_is_refused_in_words() {
        for (kind, base, field, words) in [
            ("emv", EMV, "clCVMLimit=50.00", "whole minor units"),
            ("emv", EMV, "clCVMLimit=-1", "whole minor units"),
            ("emv", EMV, "clCvmLimit=5000", "no field clCvmLimit"),
            ("emv", EMV, "zz=abc", "zz must be a number"),
            ("emv", EMV, "clFloorLimit=9223372036854775808", "at most"),
            ("emv", EMV, "isNewCVMRuleForMC=1", "true or false"),
            ("emv", EMV, "isNewCVMRuleForMC=TRUE", "true or false"),
            ("emv", EMV, "foo.bar=1", "no field foo.bar"),
            ("emv", EMV, "clFloorLimit.x=1", "no field clFloorLimit.x"),
            ("emv", EMV, "params={}", "no field params"),
            ("acquirer", r#"{"profileName":"A"}"#, "connTimeout=1.5", "a whole number"),
            ("acquirer", r#"{"connTimeout":30}"#, "connTimeout=1e3", "a whole number"),
            ("acquirer", r#"{"emvList":{"01":[1]}}"#, "emvList.07=[11]", "no field emvList.07"),
            (
                "merchant",
                METHODS,
                "supportedPaymentMethods.0.foo=1",
                "no field supportedPaymentMethods.0.foo",
            ),
            ("profile", r#"{"acceptances":[{"acptName":"A"}]}"#, "acceptances.0.revision=1", "no field"),
            ("merchant", r#"{"mchName":"A"}"#, "mchname=B", "no field mchname"),
            ("terminal", r#"{"deviceId":"CD-1"}"#, "deviceAdmin=x", "secret"),
            ("terminal", r#"{"deviceId":"CD-1"}"#, "uuid=x", "no field uuid"),
        ] {
            let refusal = run(kind, base, &[field]).unwrap_err();
            assert!(refusal.contains(words), "{field}: {refusal}");
        }
    }

    #[test]
    fn a_secret_that_is_kept_is_not_told_as_gone() {
        let terminal = r#"{"deviceId":"CD-1","extParams":{"mid":"1","jwtSecret":{"hidden":true}}}"#;
        let (_, lines, _) = run("terminal", terminal, &[r#"extParams={"mid":"2"}"#]).unwrap();
        assert!(lines[0].ends_with("(jwtSecret stays as it is)"), "{lines:?}");
    }

    #[test]
    fn a_field_that_was_not_there_has_the_kind_of_the_document() {
        let merchant = r#"{"mchName":"A","extParams":{"acqMid":"1"}}"#;
        let (draft, ..) = run("merchant", merchant, &["mcc=5462", "extParams.acqTid=10"]).unwrap();
        assert_eq!(draft, r#"{"mchName":"A","extParams":{"acqMid":"1","acqTid":"10"},"mcc":"5462"}"#);
        let (draft, ..) = run("acquirer", r#"{"profileName":"N"}"#, &["connTimeout=30"]).unwrap();
        assert_eq!(draft, r#"{"profileName":"N","connTimeout":30}"#);
        let emv = r#"{"params":{"flag":1},"emvName":"A","paymentMethod":"02"}"#;
        for (field, json) in [
            ("kernelConfiguration=3600", r#""kernelConfiguration":"3600""#),
            ("aid=5", r#""aid":"5""#),
            ("appVersion=96", r#""appVersion":"96""#),
            ("terminalTransactionQualifiers=36E00003", r#""terminalTransactionQualifiers":"36E00003""#),
            ("clCVMLimit=5000", r#""clCVMLimit":5000"#),
            ("isNewCVMRuleForMC=true", r#""isNewCVMRuleForMC":true"#),
        ] {
            let (draft, ..) = run("emv", emv, &[field]).unwrap();
            assert_eq!(draft, emv.replacen("1}", &format!("1,{json}}}"), 1), "{field}");
        }
        let (draft, ..) = run("terminal", r#"{"deviceId":"CD-1"}"#, &["emvParams.terminalType=22"]).unwrap();
        assert_eq!(draft, r#"{"emvParams":{"terminalType":"22"}}"#);
    }

    #[test]
    fn of_a_terminal_only_what_was_set_is_sent() {
        let device =
            r#"{"deviceId":"CD-1","activateCodeAlias":"A","emvParams":"{\"terminalType\": 22, \"x\":1}"}"#;
        let (draft, ..) = run("terminal", device, &["activateCodeAlias=B"]).unwrap();
        assert_eq!(draft, r#"{"activateCodeAlias":"B"}"#);
        let (draft, ..) = run("terminal", device, &["emvParams.terminalType=21"]).unwrap();
        assert_eq!(draft, r#"{"emvParams":"{\"terminalType\": \"21\", \"x\":1}"}"#);
        let (draft, ..) = run("terminal", device, &["emvParams.x=2"]).unwrap();
        assert_eq!(draft, r#"{"emvParams":"{\"terminalType\": 22, \"x\":2}"}"#);
    }
}
