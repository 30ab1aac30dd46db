//! Setting fields in JSON text: the span of a value is replaced, and every other byte stays. Pure.

use serde_json::Value;
use serde_json::value::RawValue;
use tapline_contract::params::Params;
use tapline_contract::record;
use tapline_emv::{LimitKind, param};

use super::kinds::{Kind, Sends};
use crate::say::{Stop, wrong};

/// Members that hold a secret, which is no argument.
const SECRETS: [&str; 3] = ["adminPwd", "deviceAdmin", "jwtSecret"];

/// One `FIELD=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    path: String,
    value: String,
}

pub(super) fn assignment(text: &str) -> Result<Assignment, String> {
    match text.split_once('=') {
        Some((path, value)) if !path.is_empty() => {
            Ok(Assignment { path: path.to_owned(), value: value.to_owned() })
        }
        _ => Err("a change is FIELD=VALUE, as in clCVMLimit=5000".to_owned()),
    }
}

/// A draft with its fields set.
pub(super) struct Edited {
    pub(super) draft: String,
    /// `field: before > after`
    pub(super) lines: Vec<String>,
    pub(super) differs: bool,
}

/// How the value of a field that is not there is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Json,
    Text,
}

pub(super) fn edited(kind: &Kind, base: &str, fields: &[Assignment]) -> Result<Edited, Stop> {
    let (mut whole, mut touched, mut lines) = (base.to_owned(), Vec::new(), Vec::new());
    let mut known: Vec<Vec<&str>> = Vec::new();
    for field in fields {
        let path = path(kind, base, field)?;
        // One inside the other is twice too: which value is meant would be a guess.
        if known.iter().any(|known| known.starts_with(&path) || path.starts_with(known)) {
            return Err(wrong(format!("{} is given twice, so nothing was sent. Give it once.", field.path)));
        }
        known.push(path.clone());
        let fits = [Spelling::Json, Spelling::Text].into_iter().find_map(|spelling| {
            let set = match set(&whole, &path, field, spelling) {
                Ok(set) => set,
                Err(why) => return Some(Err(why)),
            };
            let draft = match kind.sends {
                Sends::All => set.clone(),
                Sends::Touched => part(&set, &[path[0]])?,
            };
            (kind.takes)(&draft, path[0]).then_some(Ok(set))
        });
        let Some(set) = fits else {
            return Err(wrong(format!(
                "A {} has no field {} that takes this value, so nothing was sent. `taplinectl endpoints {}` shows its fields.",
                kind.name, field.path, kind.update
            )));
        };
        let set = set.map_err(wrong)?;
        let shown = |text: &str| at(text, &path).unwrap_or_else(|| "(none)".to_owned());
        lines.push(format!("{}: {} > {}", field.path, shown(&whole), shown(&set)));
        touched.push(path[0]);
        whole = set;
    }
    touched.sort_unstable();
    touched.dedup();
    let unreadable = || wrong("The record cannot be taken apart, so nothing was sent.");
    let draft = match kind.sends {
        Sends::All => whole.clone(),
        Sends::Touched => part(&whole, &touched).ok_or_else(unreadable)?,
    };
    Ok(Edited { draft, lines, differs: !record::same_json(base, &whole) })
}

/// Where the field stands in the draft.
fn path<'a>(kind: &'a Kind, base: &str, field: &'a Assignment) -> Result<Vec<&'a str>, Stop> {
    let mut path: Vec<_> = field.path.split('.').collect();
    if let Some(secret) = path.iter().find(|name| SECRETS.contains(name)) {
        return Err(wrong(format!(
            "{secret} is a secret, and an argument can be read by others. Nothing was sent. Use `taplinectl call {}` with \
             --input @FILE.",
            kind.update
        )));
    }
    if kind.inner.is_empty() {
        return Ok(path);
    }
    if at(base, &path[..1]).is_none() {
        path.insert(0, kind.inner);
    }
    let known = path[0] != kind.inner
        || path.len() > 2
        || at(base, &path).is_some()
        || path.get(1).is_some_and(|name| param::param(name).is_some());
    if known && path.len() > 1 || path[0] != kind.inner {
        return Ok(path);
    }
    Err(wrong(format!(
        "This {} has no field {}, and the service's document names none. Nothing was sent. Check its spelling.",
        kind.name, field.path
    )))
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
fn set(text: &str, path: &[&str], field: &Assignment, spelling: Spelling) -> Result<String, String> {
    let none = || format!("There is no {} here, so nothing was sent. Check its spelling.", field.path);
    let [name, rest @ ..] = path else { return value(text, field, spelling) };
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return Ok(Value::from(set(&inside, path, field, spelling)?).to_string());
    }
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        let at: usize = name.parse().map_err(|_| none())?;
        let mut items: Vec<_> = items.iter().map(|item| item.get().to_owned()).collect();
        let item = items.get_mut(at).ok_or_else(none)?;
        *item = set(item, rest, field, spelling)?;
        return Ok(format!("[{}]", items.join(",")));
    }
    let mut object = Params::parse(text).ok_or_else(none)?;
    let before = object.raw(name).filter(|raw| *raw != "null" || rest.is_empty());
    let inside = before.unwrap_or(if rest.is_empty() { "null" } else { "{}" }).to_owned();
    let raw = set(&inside, rest, field, spelling)?;
    if object.set(name, &raw) { Ok(object.text().to_owned()) } else { Err(none()) }
}

/// The new value as JSON, of the kind that the old one has.
fn value(before: &str, field: &Assignment, spelling: Spelling) -> Result<String, String> {
    let Assignment { path, value } = field;
    let text = || Value::from(value.as_str()).to_string();
    let name = path.rsplit('.').next().unwrap_or(path);
    let limit = LimitKind::ALL.into_iter().any(|limit| limit.param() == name);
    if limit && (value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err(format!(
            "{path} is a limit in whole minor units, such as 5000 for 50.00 EUR. Nothing was sent."
        ));
    }
    let given: Option<Value> = serde_json::from_str(value).ok();
    let (fits, kind) = match serde_json::from_str::<Value>(before) {
        Ok(Value::String(_)) => return Ok(text()),
        Ok(Value::Number(_)) => (given.is_some_and(|given| given.is_number()), "a number"),
        Ok(Value::Bool(_)) => (given.is_some_and(|given| given.is_boolean()), "true or false"),
        Ok(Value::Object(_)) => (given.is_some_and(|given| given.is_object()), "an object"),
        Ok(Value::Array(_)) => (given.is_some_and(|given| given.is_array()), "a list"),
        Ok(Value::Null) | Err(_) => {
            let json = spelling == Spelling::Json && given.is_some_and(|given| !given.is_null());
            return Ok(if json { value.clone() } else { text() });
        }
    };
    if fits {
        return Ok(value.trim().to_owned());
    }
    Err(format!("{path} is {kind} now, and the new value is none. Nothing was sent."))
}

#[cfg(test)]
mod tests {
    use super::super::kinds::KINDS;
    use super::*;

    fn run(kind: &str, base: &str, fields: &[&str]) -> Result<(String, Vec<String>, bool), String> {
        let kind = KINDS.iter().find(|known| known.name == kind).unwrap();
        let fields: Vec<_> = fields.iter().map(|field| assignment(field).unwrap()).collect();
        match edited(kind, base, &fields) {
            Ok(Edited { draft, lines, differs }) => Ok((draft, lines, differs)),
            Err(Stop::Failure(failure)) => Err(failure.sentence),
            Err(Stop::Closed) => Err("closed".to_owned()),
        }
    }

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
        assert_eq!(lines, ["clFloorLimit: (none) > 0"]);
        assert!(!run("emv", EMV, &["clCVMLimit=2500"]).unwrap().2);
    }

    #[test]
    fn what_does_not_fit_is_refused_in_words() {
        for (kind, base, field, words) in [
            ("emv", EMV, "clCVMLimit=50.00", "whole minor units"),
            ("emv", EMV, "clCVMLimit=-1", "whole minor units"),
            ("emv", EMV, "clCvmLimit=5000", "no field clCvmLimit"),
            ("emv", EMV, "zz=abc", "zz is a number now"),
            ("merchant", r#"{"mchName":"A"}"#, "mchname=B", "no field mchname"),
            ("terminal", r#"{"deviceId":"CD-1"}"#, "deviceAdmin=x", "secret"),
            ("terminal", r#"{"deviceId":"CD-1"}"#, "uuid=x", "no field uuid"),
        ] {
            let told = run(kind, base, &[field]).unwrap_err();
            assert!(told.contains(words), "{field}: {told}");
        }
    }

    #[test]
    fn a_field_that_was_not_there_has_the_kind_of_the_document() {
        let merchant = r#"{"mchName":"A","extParams":{"acqMid":"1"}}"#;
        let (draft, ..) = run("merchant", merchant, &["mcc=5462", "extParams.acqTid=10"]).unwrap();
        assert_eq!(draft, r#"{"mchName":"A","extParams":{"acqMid":"1","acqTid":"10"},"mcc":"5462"}"#);
        let (draft, ..) = run("acquirer", r#"{"profileName":"N"}"#, &["connTimeout=30"]).unwrap();
        assert_eq!(draft, r#"{"profileName":"N","connTimeout":30}"#);
    }

    #[test]
    fn of_a_terminal_only_what_was_set_is_sent() {
        let device =
            r#"{"deviceId":"CD-1","activateCodeAlias":"A","emvParams":"{\"terminalType\": 22, \"x\":1}"}"#;
        let (draft, ..) = run("terminal", device, &["activateCodeAlias=B"]).unwrap();
        assert_eq!(draft, r#"{"activateCodeAlias":"B"}"#);
        let (draft, ..) = run("terminal", device, &["emvParams.terminalType=21"]).unwrap();
        assert_eq!(draft, r#"{"emvParams":"{\"terminalType\": 21, \"x\":1}"}"#);
    }
}
