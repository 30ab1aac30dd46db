//! The contract's table as rows of values: what the command line shows, and how it reads what was given for a row.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tapline_contract::endpoints::{
    ActivateDevice, GetSettlement, GetTransaction, ListSettlements, ListTransactions,
};
use tapline_contract::seal::Seal;
use tapline_contract::shown::Shown;
use tapline_contract::{Class, Endpoint, card, endpoints, secret};

use crate::exact;
use crate::repeated::quoted;

/// One endpoint.
#[derive(Debug)]
pub(crate) struct EndpointRow {
    pub(crate) name: &'static str,
    pub(crate) class: Class,
    method: &'static str,
    path: &'static str,
    about: &'static str,
    /// The golden request, typed by hand from the service document: its ids and amounts are those of the sandbox's demo data.
    golden: &'static str,
    /// Read by the endpoint's own types; the error says what does not fit.
    pub(crate) reads_id: Reads,
    pub(crate) reads_input: Reads,
    pub(crate) reads_seen: Reads,
    /// The input as its types write it, which is the part that reaches the service.
    pub(crate) writes_input: fn(&str) -> Option<Value>,
}

/// Origin of an outcome with sealed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whence {
    /// Told at once: the journal had it from a call before this one.
    Answer,
    /// This call waited, and a read settled it meanwhile.
    Read,
}

type Reads = fn(&str) -> Result<(), serde_json::Error>;

macro_rules! rows {
    ($(($name:ident $class:ident))*) => {
        pub(crate) const ROWS: &[EndpointRow] = &[$(EndpointRow::new::<endpoints::$name>(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/", stringify!($name), ".request.json"
        )))),*];
    };
}
tapline_contract::for_each_endpoint!(rows);

impl EndpointRow {
    const fn new<E: Endpoint>(golden: &'static str) -> EndpointRow {
        EndpointRow {
            name: E::NAME,
            class: E::CLASS,
            method: E::METHOD.as_str(),
            path: E::PATH,
            about: E::ABOUT,
            golden,
            reads_id: reads::<E::Id>,
            reads_input: reads::<E::Input>,
            reads_seen: reads::<<E as Endpoint>::Seen>,
            writes_input: writes::<E::Input>,
        }
    }

    pub(crate) fn find(name: &str) -> Option<&'static EndpointRow> {
        ROWS.iter().find(|row| row.name == name)
    }

    pub(crate) fn takes_id(&self) -> bool {
        self.path.contains('{')
    }

    pub(crate) fn takes_input(&self) -> bool {
        (self.reads_input)("null").is_err()
    }

    /// True if it changes a terminal, which is listed by merchant only and does not name its merchant.
    pub(crate) fn takes_merchant(&self) -> bool {
        let reads = |json| (self.reads_seen)(json).is_ok();
        self.takes_id() && reads(r#"{"mchId":null,"device":null}"#) && !reads(r#"{"unknown":null}"#)
    }

    /// True if a change is compared with a record that was seen.
    pub(crate) fn takes_seen(&self) -> bool {
        self.class != Class::Read && self.class != Class::Effect
    }

    pub(crate) fn takes_password(&self) -> bool {
        ["VoidTransaction", "RefundTransaction"].contains(&self.name)
    }

    /// True if bare amounts are sent or come back, whose unit counts.
    pub(crate) fn has_amounts(&self) -> bool {
        const READ: [&str; 4] =
            [ListTransactions::NAME, GetTransaction::NAME, ListSettlements::NAME, GetSettlement::NAME];
        self.class == Class::Money || READ.contains(&self.name)
    }

    pub(crate) fn changes(&self) -> bool {
        self.class != Class::Read
    }

    /// Note on an outcome that has sealed values, and the line that reads them. `payload` is the call's, `again` names the
    /// service.
    pub(crate) fn kept_apart(&self, whence: Whence, payload: &str, outcome: &Value, again: &str) -> Shown {
        let origin = match whence {
            Whence::Answer => "This operation was carried out before, and nothing was sent now.",
            Whence::Read => "The outcome is from the history, because no answer came.",
        };
        let (words, command) = self.shown_by(payload, outcome, again);
        let mut shown =
            Shown::line(format_args!("{origin} Values that begin with {} are hidden. {words}", Seal::MARK));
        if let Some(command) = command {
            shown.add(format_args!("  {command}"));
        }
        shown
    }

    /// Note on the record, and the command that reads it.
    fn shown_by(&self, payload: &str, outcome: &Value, again: &str) -> (String, Option<String>) {
        /// Part of an endpoint's name, the read, and where its id is: in the call, else in the outcome.
        const SHOWN: [(&str, &str, &str, &str); 4] = [
            ("Device", "ListDevices", "/mchId", ""),
            ("Merchant", "GetMerchant", "", "/applied/record/mchId"),
            ("Profile", "GetProfile", "", "/applied/record/profileId"),
            ("Transaction", "GetTransaction", "", "/applied/record/tranId"),
        ];
        if self.name == ActivateDevice::NAME {
            let words = "The service doesn't show an activation code twice. If you don't have it, generate a new one.";
            return (words.to_owned(), None);
        }
        let Some((_, read, in_seen, in_outcome)) = SHOWN.iter().find(|(part, ..)| self.name.contains(part))
        else {
            return ("The service doesn't show it twice.".to_owned(), None);
        };
        let target: CallTarget = serde_json::from_str(payload).unwrap_or_default();
        let id = if in_seen.is_empty() {
            target.id.as_str().or_else(|| outcome.pointer(in_outcome)?.as_str())
        } else {
            target.seen.pointer(in_seen).and_then(Value::as_str)
        };
        let given = match id {
            Some(id) if in_seen.is_empty() => format!(" --id {}", quoted(id)),
            Some(id) => format!(" --input {}", quoted(&json!({ "mchId": id }).to_string())),
            None => return (format!("{read} shows the current record."), None),
        };
        ("To see the current record:".to_owned(), Some(format!("taplinectl call {read}{given}{again}")))
    }

    /// An answer or an outcome as it is printed: without a whole card number.
    pub(crate) fn printed(answer: &str) -> Cow<'_, str> {
        card::shortened(answer, exact::in_any_record)
    }

    /// `GET /api/v2/emv`
    pub(crate) fn place(&self) -> String {
        let namespace = if self.path.starts_with("/api/v1") { "{namespace}" } else { "" };
        format!("{} {namespace}{}", self.method, self.path)
    }

    /// Describes the endpoint and what to know before calling it.
    pub(crate) fn words(&self) -> String {
        self.about.trim().trim_end_matches('.').replace('`', "")
    }

    /// A command line that could be typed.
    pub(crate) fn example(&self) -> String {
        let golden: Golden = serde_json::from_str(self.golden).unwrap_or_default();
        let mut line = format!("taplinectl call {}", self.name);
        if let Some(id) = self.id_in(&golden.path) {
            line.extend([" --id ", id]);
        }
        if self.takes_merchant() {
            line.push_str(" --merchant M100000001");
        }
        if self.takes_input() {
            line.extend([" --input ", &quoted(&self.input_of(golden).to_string())]);
        }
        if self.takes_password() {
            line.push_str(" --admin-password-file FILE");
        }
        line
    }

    fn id_in<'t>(&self, path: &'t str) -> Option<&'t str> {
        let (before, rest) = self.path.split_once('{')?;
        let (_, after) = rest.split_once('}')?;
        // The customer's namespace comes first.
        path.split_once(before)?.1.strip_suffix(after)
    }

    /// Query or body, as far as an argument may hold it and the document knows it.
    fn input_of(&self, golden: Golden) -> Value {
        let fits =
            |name: &str, value: &Value| (self.reads_input)(&json!({ name: value }).to_string()).is_ok();
        let typed = golden.query.into_iter().map(|(name, text)| {
            // In an address everything is text.
            let value = Value::from(text.as_str());
            let value =
                if fits(&name, &value) { value } else { serde_json::from_str(&text).unwrap_or(value) };
            (name, value)
        });
        let mut input = Value::Object(golden.body.into_iter().flatten().chain(typed).collect());
        keep_what_can_be_typed(&mut input);
        input
    }
}

/// Leaves out secrets, which no argument may hold, and the members that golden files have besides the documented ones.
fn keep_what_can_be_typed(value: &mut Value) {
    let hides = |text: &str| text.contains("\"x-") || secret::NAMES.iter().any(|name| text.contains(name));
    match value {
        Value::Object(members) => {
            members.retain(|name, value| {
                !name.starts_with("x-")
                    && !secret::NAMES.contains(&name.as_str())
                    && !value.as_str().is_some_and(hides)
            });
            members.values_mut().for_each(keep_what_can_be_typed);
        }
        Value::Array(items) => items.iter_mut().for_each(keep_what_can_be_typed),
        _ => {}
    }
}

/// Parts of a golden request used for the example.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Golden {
    path: String,
    query: BTreeMap<String, String>,
    body: Option<Map<String, Value>>,
}

/// Parts of a call's payload that identify its record; its input, which may hold a password, is skipped.
#[derive(Default, Deserialize)]
struct CallTarget {
    id: Value,
    seen: Value,
}

fn writes<T: DeserializeOwned + Serialize>(json: &str) -> Option<Value> {
    serde_json::to_value(serde_json::from_str::<T>(json).ok()?).ok()
}

fn reads<T: DeserializeOwned>(json: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str::<T>(json).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read_by_its_endpoint() {
        for row in ROWS {
            let golden: Golden = serde_json::from_str(row.golden).unwrap();
            assert_eq!(row.takes_id(), row.id_in(&golden.path).is_some(), "{}", row.name);
            let input = row.input_of(golden);
            if row.takes_input() && !row.takes_password() {
                (row.reads_input)(&input.to_string())
                    .unwrap_or_else(|misfit| panic!("{}: {misfit}", row.name));
            }
            assert!(!row.words().is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn the_terminals_changes_take_a_merchant() {
        let found: Vec<_> = ROWS.iter().filter(|row| row.takes_merchant()).map(|row| row.name).collect();
        assert_eq!(found, ["EndDevice", "UpdateDevice"]);
    }
}
