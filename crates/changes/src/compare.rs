//! Compares a record with the draft that was sent: by value, in JSON, every member.
//!
//! A seal is looked for on one side only, that of a draft which may be the journal's, and matches by its hash. What a service
//! sends is never one, whatever it looks like.

use std::collections::BTreeMap;

use serde::Serialize;
use tapline_contract::record::{self, canonical, same_json};
use tapline_contract::seal::Seal;

/// The result of comparing a draft with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carries {
    All,
    /// At least one member differs.
    Not,
    /// The record has none of the members.
    Nothing,
}

/// Treatment of a member that was sent and that the record does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lacking {
    /// It is not there. An empty value and none are the same.
    Differs,
    /// The record doesn't return it: its fields are not documented.
    Untold,
}

/// Deeper JSON is not compared, and counts as different.
const DEEPEST: u32 = 100;

/// `kept` reads the seals of a draft that may be the journal's; without it every text is compared unchanged.
pub(crate) fn carries<D: Serialize, R: Serialize>(
    draft: &D,
    record: &R,
    lacking: Lacking,
    kept: Option<&Seal>,
) -> Carries {
    let (Ok(draft), Ok(record)) = (serde_json::to_string(draft), serde_json::to_string(record)) else {
        return Carries::Nothing;
    };
    let (Ok(draft), Ok(record)) = (record::members(&draft), record::members(&record)) else {
        return Carries::Nothing;
    };
    let record = by_name(&record);
    let mut compared = 0_usize;
    for (key, sent) in draft.iter().filter(|(_, sent)| sent != HIDDEN) {
        match (record.get(key.as_str()), lacking) {
            (None, Lacking::Untold) => {}
            (None, Lacking::Differs) if EMPTY.contains(&sent.as_str()) => {}
            (None, Lacking::Differs) => return Carries::Not,
            (Some(found), _) => {
                compared += 1;
                if !carries_value(sent, found, kept, DEEPEST) {
                    return Carries::Not;
                }
            }
        }
    }
    if compared == 0 { Carries::Nothing } else { Carries::All }
}

fn by_name(members: &record::Other) -> BTreeMap<&str, &str> {
    members.iter().map(|(name, raw)| (name.as_str(), raw.as_str())).collect()
}

/// True if each carries what the other has: both as the service sent them, or both as the journal keeps them.
pub(crate) fn agree<T: Serialize>(one: &T, other: &T) -> bool {
    carries(one, other, Lacking::Differs, None) != Carries::Not
        && carries(other, one, Lacking::Differs, None) != Carries::Not
}

/// A secret that is not compared here.
const HIDDEN: &str = r#"{"hidden":true}"#;

const EMPTY: [&str; 5] = ["null", r#""""#, "{}", "[]", HIDDEN];

fn carries_value(sent: &str, found: &str, seal: Option<&Seal>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let text = |raw: &str| serde_json::from_str::<String>(raw).ok();
    if let Some((seal, kept)) = seal.zip(text(sent).filter(|kept| kept.starts_with(Seal::MARK))) {
        // Journals of older versions have the hash of the spelling.
        let spelled = text(found).unwrap_or_else(|| found.to_owned());
        return seal.is(&kept, &canonical(found)) || seal.is(&kept, &spelled);
    }
    if same_json(sent, found) || sent == HIDDEN {
        return true;
    }
    // JSON that goes as text may come back as an object, and the other way round.
    let unpacked = |raw: &str| text(raw).filter(|inside| inside.trim_start().starts_with(['{', '[']));
    match (unpacked(sent), unpacked(found)) {
        (None, None) => {}
        (sent_inside, found_inside) => {
            return carries_value(
                sent_inside.as_deref().unwrap_or(sent),
                found_inside.as_deref().unwrap_or(found),
                seal,
                depth,
            );
        }
    }
    match (record::members(sent), record::members(found)) {
        (Ok(sent), Ok(found)) => {
            let found = by_name(&found);
            let carried = |now: &&str, value: &str| carries_value(value, now, seal, depth);
            sent.iter().all(|(key, value)| found.get(key.as_str()).is_some_and(|now| carried(now, value)))
        }
        _ => carries_items(sent, found, seal, depth),
    }
}

/// A list is whole: the same number, each in its place.
fn carries_items(sent: &str, found: &str, seal: Option<&Seal>, depth: u32) -> bool {
    let items = |raw: &str| serde_json::from_str::<Vec<Box<serde_json::value::RawValue>>>(raw).ok();
    let (Some(sent), Some(found)) = (items(sent), items(found)) else { return false };
    sent.len() == found.len()
        && sent.iter().zip(&found).all(|(sent, found)| carries_value(sent.get(), found.get(), seal, depth))
}

#[cfg(test)]
mod tests {
    use tapline_contract::field::{FreeMap, Loose};
    use tapline_contract::guard::{Guard, Guarded as _};

    use super::*;

    #[test]
    fn every_sent_member_is_compared_by_value() {
        let seal = Seal(Box::new(|text| format!("#{}", text.len())));
        let json = |text: &str| Loose::json(text).unwrap();
        for (draft, record, expected) in [
            (r#"{"a":1.0}"#, r#"{"a":1,"b":2}"#, Carries::All),
            (r#"{"a":1}"#, r#"{"a":"1"}"#, Carries::Not),
            (r#"{"a":1,"new":5}"#, r#"{"a":1}"#, Carries::Not),
            (r#"{"a":1,"new":""}"#, r#"{"a":1}"#, Carries::All),
            (r#"{"a":"sealed:#2"}"#, r#"{"a":30}"#, Carries::All),
            (r#"{"a":"{\"x\":1}"}"#, r#"{"a":{"x":1.0,"y":2}}"#, Carries::All),
            (r#"{"a":{"x":1}}"#, r#"{"a":"{\"x\":2}"}"#, Carries::Not),
            (r#"{"a":{"01":[1,2]}}"#, r#"{"a":"{\"01\":[1,2]}"}"#, Carries::All),
            (r#"{"a":[1,2]}"#, r#"{"a":[2,1]}"#, Carries::Not),
            (r#"{"a":"sealed:#3"}"#, r#"{"a":"abc"}"#, Carries::All),
            (r#"{"a":"sealed:#3"}"#, r#"{"a":"abcd"}"#, Carries::Not),
            // The literal text that the journal keeps is another text.
            (r#"{"a":"sealed:#3"}"#, r#"{"a":"sealed:#3"}"#, Carries::Not),
            (r#"{"a":5000}"#, r#"{"a":"sealed:#4"}"#, Carries::Not),
            (r#"{"a":"abc"}"#, r#"{"a":"sealed:#3"}"#, Carries::Not),
            (r#"{"a":{"x":"abc"}}"#, r#"{"a":"{\"x\":\"sealed:#3\"}"}"#, Carries::Not),
            (r#"{"a":1e3,"b":{"x":1.10}}"#, r#"{"a":1000,"b":{ "x": 1.1 }}"#, Carries::All),
            (r#"{"a":1e400}"#, r#"{"a":10e399}"#, Carries::All),
            (r#"{"a":1e400}"#, r#"{"a":1e401}"#, Carries::Not),
            (r#"{"a":{"hidden":true},"b":1}"#, r#"{"a":{"hidden":true},"b":1}"#, Carries::All),
            (r#"{"a":{"hidden":true}}"#, r#"{"a":"x"}"#, Carries::Nothing),
        ] {
            assert_eq!(
                carries(&json(draft), &json(record), Lacking::Differs, Some(&seal)),
                expected,
                "{draft} {record}"
            );
        }
    }

    #[test]
    fn a_sealed_value_is_known_in_every_spelling() {
        let seal = Seal(Box::new(str::to_owned));
        for (sent, found, expected) in [
            (r#"{"a": 1.10, "b":"x"}"#, r#"{"b":"\u0078","a":1.1}"#, Carries::All),
            (r#"{"a":1e3}"#, r#""{\"a\": 1000}""#, Carries::All),
            ("[1, 2.0]", "[1,2]", Carries::All),
            ("1e3", "1000", Carries::All),
            (r#""1e3""#, r#""1000""#, Carries::Not),
            (r#"{"a":1}"#, r#"{"a":2}"#, Carries::Not),
            (r#""\u0041""#, r#""A""#, Carries::All),
        ] {
            let mut map = Some(FreeMap(vec![("k".to_owned(), sent.to_owned())]));
            map.guard(Guard::Disk(&seal));
            let kept = FreeMap(vec![("extraParams".to_owned(), serde_json::to_string(&map).unwrap())]);
            let record = Loose::json(&format!(r#"{{"extraParams":{{"k":{found}}}}}"#)).unwrap();
            assert_eq!(carries(&kept, &record, Lacking::Differs, Some(&seal)), expected, "{sent} {found}");
        }
    }

    #[test]
    fn between_two_records_text_that_looks_sealed_is_text() {
        let json = |text: &str| Loose::json(text).unwrap();
        for (one, other, expected) in [
            (r#"{"a":"sealed:#3"}"#, r#"{"a":"sealed:#3"}"#, true),
            (r#"{"a":"sealed:#3"}"#, r#"{"a":"abc"}"#, false),
            (r#"{"a":"sealed:"}"#, r#"{"a":1}"#, false),
        ] {
            assert_eq!(agree(&json(one), &json(other)), expected, "{one} {other}");
            assert_eq!(agree(&json(other), &json(one)), expected, "{other} {one}");
        }
    }

    #[test]
    fn a_record_that_tells_nothing_proves_nothing() {
        let seal = Seal(Box::new(str::to_owned));
        let json = |text: &str| Loose::json(text).unwrap();
        for (draft, record, expected) in [
            (r#"{"a":1,"new":5}"#, r#"{"a":1}"#, Carries::All),
            (r#"{"new":5}"#, r#"{"a":1}"#, Carries::Nothing),
            (r#"{"a":2}"#, r#"{"a":1}"#, Carries::Not),
        ] {
            let found = carries(&json(draft), &json(record), Lacking::Untold, Some(&seal));
            assert_eq!(found, expected, "{draft} {record}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let seal = Seal(Box::new(str::to_owned));
        let deep = |inside: &str| {
            let text = format!("{}{inside}{}", "[".repeat(50_000), "]".repeat(50_000));
            Loose::json(&serde_json::json!({ "a": text }).to_string()).unwrap()
        };
        assert_eq!(carries(&deep("1"), &deep("2"), Lacking::Differs, Some(&seal)), Carries::Not);
    }
}
