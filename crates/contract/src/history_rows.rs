//! The rows of a change in the history, member by member, for any endpoint: before → after as a person reads it.
//!
//! Read from the JSON in the journal. Personal data there is sealed: two seals can be compared but not read. Money calls have no
//! record before; their rows list the request.

use serde_json::value::RawValue;
use tapline_emv::{Currency, Scheme};

use crate::emv_config::{EmvConfig, EmvDraft, with_scheme};
use crate::emv_field::FieldKey;
use crate::endpoints::ENDPOINTS;
use crate::history::Change;
use crate::json::{items, spans};
use crate::seal::Seal;
use crate::{json_words, three_way};

/// Deeper objects are shown as JSON.
const DEPTH: usize = 3;

/// One member that differs, or that was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Path in the draft: `extParams.acqMid`.
    pub path: String,
    /// `None` when nothing of the record before is known.
    pub before: Option<String>,
    pub after: String,
}

/// The rows of a change. A member of the draft that is as it was is left out.
pub fn rows(change: &Change) -> Vec<ChangeRow> {
    let mut after = Vec::new();
    flatten("", change.draft.raw(), DEPTH, &mut after);
    let mut before = Vec::new();
    if let Some(known) = &change.before {
        flatten("", known.raw(), DEPTH, &mut before);
    }
    let is_replacement = change.endpoint.starts_with("Update") && !before.is_empty();
    let row = |(path, value): (String, String)| {
        // A terminal comes with its merchant.
        let known = |known: &str| known == path || known.strip_prefix("device.") == Some(&path);
        let was = before.iter().find(|(path, _)| known(path)).map(|(_, value)| value);
        if is_replacement && was.is_some_and(|was| same(was, &value)) {
            return None;
        }
        let before = is_replacement.then(|| was.map_or("not set".to_owned(), |was| words(was)));
        Some(ChangeRow { before, after: words(&value), path })
    };
    after.into_iter().filter_map(row).collect()
}

/// Members with their raw JSON, objects opened.
fn flatten(path: &str, raw: &str, depth: usize, into: &mut Vec<(String, String)>) {
    // EMV parameters and the like are JSON text inside a text.
    let inner = serde_json::from_str::<String>(raw).ok().filter(|text| text.trim_start().starts_with('{'));
    let text = inner.as_deref().unwrap_or(raw);
    match spans(text).filter(|_| depth > 0) {
        Some(members) => {
            for member in members {
                let path = if path.is_empty() { member.key } else { format!("{path}.{}", member.key) };
                flatten(&path, &text[member.value_start..member.value_end], depth - 1, into);
            }
        }
        None if path.is_empty() => {}
        None => match objects(raw).filter(|_| depth > 0) {
            // The number of items shows that one was added or removed.
            Some(items) => {
                into.push((path.to_owned(), items.len().to_string()));
                for (at, item) in items.iter().enumerate() {
                    flatten(&format!("{path}[{}]", at + 1), item.get(), depth - 1, into);
                }
            }
            None => into.push((path.to_owned(), raw.to_owned())),
        },
    }
}

/// Items of a list of objects.
fn objects(raw: &str) -> Option<Vec<&RawValue>> {
    let items = items(raw).ok().filter(|items| !items.is_empty())?;
    items.iter().all(|item| item.get().trim_start().starts_with('{')).then_some(items)
}

/// A path in words: "Acquirer MID" for `extParams.acqMid`, "Acceptance 2: payment methods" for `acceptances[2].supportedPayments`. A
/// label of a configuration's field stays as it is.
pub fn path_words(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let item = parts.iter().find_map(|part| part.strip_suffix(']')?.split_once('['));
    let name = match parts.as_slice() {
        [_] if path.contains(' ') => return path.to_owned(),
        ["params", key] => return FieldKey::from_wire(key).label(),
        [.., list, code] if code.bytes().all(|byte| byte.is_ascii_digit()) => {
            let scheme = Scheme::recognize(code, "").map(Scheme::name);
            format!("{}, {}", member_words(list), scheme.unwrap_or(code))
        }
        [.., last] => member_words(last),
        [] => String::new(),
    };
    let Some((list, at)) = item else { return name };
    let list = member_words(list);
    let first = name.chars().next().map(|first| first.to_ascii_lowercase());
    let name = match name.as_bytes() {
        [_, second, ..] if second.is_ascii_uppercase() => name,
        _ => first.into_iter().chain(name.chars().skip(1)).collect(),
    };
    format!("{} {at}: {name}", list.strip_suffix('s').unwrap_or(&list))
}

/// The name of a member in words, "Contact name" for `contactName`.
fn member_words(wire: &str) -> String {
    let known = match wire {
        "mchName" | "profileName" | "emvName" | "acptName" | "activateCodeAlias" => "Name",
        "mcc" => "MCC",
        "mid" => "MID",
        "tid" => "TID",
        "acqMid" => "Acquirer MID",
        "acqTid" => "Acquirer TID",
        "primaryMid" => "Primary MID",
        "primaryTid" => "Primary TID",
        "mchId" => "Merchant id",
        "acptId" => "Acceptance id",
        "supportedPaymentMethods" | "supportedPayments" | "methodList" => "Payment methods",
        "emvList" => "Configurations",
        "entityStatus" | "deviceStatus" => "Status",
        "connMessageFormat" | "hostMessageFormat" => "Message format",
        "connUrl" => "Connection URL",
        "notifyUrl" => "Notification URL",
        "connTimeout" => "Connection timeout",
        "connRequestTimeout" => "Request timeout",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let mut words = String::new();
    for letter in wire.chars() {
        if letter.is_ascii_uppercase() && words.ends_with(|before: char| before.is_ascii_lowercase()) {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else if words.is_empty() {
            words.push(letter.to_ascii_uppercase());
        } else {
            words.push(letter);
        }
    }
    words
}

/// Equal as JSON texts, or a number and its digits as text.
fn same(before: &str, after: &str) -> bool {
    before == after || words(before) == words(after)
}

fn words(raw: &str) -> String {
    match serde_json::from_str::<String>(raw) {
        Ok(text) if text.is_empty() => "empty".to_owned(),
        Ok(text) => unsealed(text),
        Err(_) if raw == "null" => "nothing".to_owned(),
        Err(_) => match items(raw) {
            Ok(items) if items.is_empty() => "none".to_owned(),
            Ok(items) => items.iter().map(|item| words(item.get())).collect::<Vec<_>>().join(", "),
            Err(_) => raw.to_owned(),
        },
    }
}

/// The text; of a sealed one enough to tell two apart, and nothing else.
fn unsealed(text: String) -> String {
    match text.strip_prefix(Seal::MARK) {
        Some(hash) => format!("hidden ({})", hash.chars().take(4).collect::<String>()),
        None => text,
    }
}

/// The verb of an endpoint as a past tense, and what it is about: "Refunded", "transaction".
pub fn verb(endpoint: &str) -> &str {
    ENDPOINTS
        .iter()
        .find(|(known, _, done)| *known == endpoint && !done.is_empty())
        .map_or(endpoint, |(_, _, done)| done)
}

/// "Changed Visa · Retail north", "Refunded transaction T20261101000003".
pub fn title(change: &Change) -> String {
    let name = change.emv().and_then(|emv| {
        let before = emv.before.as_ref();
        let drafted = emv.draft.as_ref().filter(|draft| !draft.emv_name.is_empty());
        let name = drafted.map(|draft| draft.emv_name.clone()).or_else(|| before.map(EmvConfig::name));
        let name = name.filter(|name| !name.starts_with(Seal::MARK))?;
        let scheme = drafted.and_then(EmvDraft::scheme).or_else(|| before.and_then(EmvConfig::scheme));
        Some(with_scheme(scheme, name))
    });
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| change.target.clone());
    format!("{} {name}", verb(&change.endpoint))
}

/// The rows of a change, with limits of a configuration as money.
pub fn differences(change: &Change, currency: &Currency) -> Vec<ChangeRow> {
    let Some(emv) = change.emv() else { return rows(change) };
    let before = emv.before.as_ref().and_then(EmvConfig::draft);
    let (Some(before), Some(after)) = (&before, &emv.draft) else { return rows(change) };
    let row = |field: three_way::FieldChange| ChangeRow {
        path: field.field.label(),
        before: Some(unsealed(json_words::value(&field.field, field.before.as_deref(), currency))),
        after: unsealed(json_words::value(&field.field, field.after.as_deref(), currency)),
    };
    three_way::changes(before, after).into_iter().map(row).collect()
}

/// The rows of a change in one line; of a look at a secret its note.
pub fn summary(change: &Change, currency: &Currency) -> String {
    if let Some(note) = change.note.as_ref().filter(|_| is_look(change)) {
        return note.clone();
    }
    let words = |row: ChangeRow| match row.before {
        Some(before) => format!("{} {before} → {}", path_words(&row.path), row.after),
        None => format!("{} {}", path_words(&row.path), row.after),
    };
    differences(change, currency).into_iter().map(words).collect::<Vec<_>>().join("; ")
}

/// True if a secret was read and nothing was changed.
pub fn is_look(change: &Change) -> bool {
    ["RevealSecret", "CopySecret"].contains(&change.endpoint.as_str())
}

/// The draft's text at a path, for lists: the amount of a refund.
pub fn asked(change: &Change, path: &str) -> Option<String> {
    let mut members = Vec::new();
    flatten("", change.draft.raw(), DEPTH, &mut members);
    members.into_iter().find(|(known, _)| known == path).map(|(_, raw)| words(&raw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::ConnectionId;
    use crate::field::Loose;
    use crate::history::OperationId;

    fn change(endpoint: &str, before: Option<&str>, draft: &str) -> Change {
        Change {
            operation: OperationId("00".repeat(16)),
            connection: ConnectionId("c".to_owned()),
            endpoint: endpoint.to_owned(),
            at: "2026-11-20T10:00:00Z".to_owned(),
            target: "merchant M1".to_owned(),
            id: Loose::text("M1"),
            draft: Loose::json(draft).unwrap(),
            before: before.map(|before| Loose::json(before).unwrap()),
            outcome: None,
            request_id: None,
            account: None,
            note: None,
        }
    }

    fn shown(change: &Change) -> Vec<String> {
        let row = |row: ChangeRow| match row.before {
            Some(before) => format!("{}: {before} > {}", row.path, row.after),
            None => format!("{}: {}", row.path, row.after),
        };
        rows(change).into_iter().map(row).collect()
    }

    #[test]
    fn what_differs_is_listed_member_by_member() {
        let of = |before, draft| shown(&change("UpdateMerchant", Some(before), draft));
        assert_eq!(
            of(
                r#"{"mcc":"5411","mchName":"A","extParams":{"acqMid":"1"}}"#,
                r#"{"mcc":"5812","mchName":"A","extParams":{"acqMid":"2"}}"#
            ),
            ["mcc: 5411 > 5812", "extParams.acqMid: 1 > 2"]
        );
        assert_eq!(of(r#"{"id":12}"#, r#"{"id":"12","mcc":""}"#), ["mcc: not set > empty"]);
        assert_eq!(
            of(r#"{"contactName":"sealed:abcdef"}"#, r#"{"contactName":"sealed:012345"}"#),
            ["contactName: hidden (abcd) > hidden (0123)"]
        );
        assert_eq!(
            of(r#"{"params":"{\"DF8126\":\"1\"}"}"#, r#"{"params":{"DF8126":"2"}}"#),
            ["params.DF8126: 1 > 2"]
        );
    }

    #[test]
    fn the_items_of_a_list_are_compared_one_by_one() {
        let of = |before, draft| shown(&change("UpdateProfile", Some(before), draft));
        let two = r#"{"acceptances":[{"acptId":"a","supportedPayments":["VISA"]},{"acptId":"b"}]}"#;
        assert_eq!(
            of(two, r#"{"acceptances":[{"acptId":"a","supportedPayments":["VISA","AMEX"]},{"acptId":"b"}]}"#),
            ["acceptances[1].supportedPayments: VISA > VISA, AMEX"]
        );
        assert_eq!(
            of(two, r#"{"acceptances":[{"acptId":"a","supportedPayments":["VISA"]}]}"#),
            ["acceptances: 2 > 1"]
        );
        assert_eq!(of(two, r#"{"acceptances":[]}"#), ["acceptances: 2 > none"]);
    }

    #[test]
    fn a_path_is_shown_in_words() {
        for (path, words) in [
            ("extParams.acqMid", "Acquirer MID"),
            ("contactName", "Contact name"),
            ("refundAmount", "Refund amount"),
            ("acceptances[2].supportedPayments", "Acceptance 2: payment methods"),
            ("acceptances[1].primaryMid", "Acceptance 1: primary MID"),
            ("supportedPaymentMethods[1].profileId", "Payment method 1: profile id"),
            ("emvList.01", "Configurations, Visa"),
            ("params.clCVMLimit", "CVM limit"),
            ("CVM limit", "CVM limit"),
        ] {
            assert_eq!(path_words(path), words);
        }
    }

    #[test]
    fn a_terminal_is_found_beside_its_merchant() {
        let of = change(
            "UpdateDevice",
            Some(r#"{"mchId":"M1","device":{"deviceName":"a"}}"#),
            r#"{"deviceName":"b"}"#,
        );
        assert_eq!(shown(&of), ["deviceName: a > b"]);
    }

    #[test]
    fn what_was_asked_for_is_listed_where_nothing_is_compared() {
        let of = change(
            "RefundTransaction",
            Some(r#"{"refundAmount":1}"#),
            r#"{"refundAmount":2310,"refundReason":"broken"}"#,
        );
        assert_eq!(shown(&of), ["refundAmount: 2310", "refundReason: broken"]);
        assert_eq!(asked(&of, "refundAmount").as_deref(), Some("2310"));
        assert_eq!(shown(&change("VoidTransaction", None, "null")), [""; 0]);
        assert_eq!(verb("RefundTransaction"), "Refunded");
        assert_eq!(verb("Unheard"), "Unheard");
    }
}
