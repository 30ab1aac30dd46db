//! Records of the service, and the ways to look at them.

use serde_json::{Map, Value, json};

use super::colleague::Reasons;
use super::operation::Operation;
use super::{acquirer, device, emv, merchant, owner, profile, settlement, transaction};

/// Everything that operations read and change. A test may look, and change it as a colleague would.
#[derive(Clone, Debug)]
pub struct World {
    /// Details; the list shows less.
    pub transactions: Vec<Value>,
    /// Details, with `updatedAt` of the list record.
    pub batches: Vec<Value>,
    pub emv: Vec<Value>,
    /// With the merchant that they belong to.
    pub devices: Vec<(String, Value)>,
    pub merchants: Vec<Value>,
    pub acquirers: Vec<Value>,
    pub owner: Value,
    /// With `acptSelection`, which says what is bound.
    pub profiles: Vec<Value>,
    pub acceptances: Vec<Value>,
    /// Emails and sign-ons, which no read shows.
    pub effects: Vec<String>,
    /// `state` in the answer to a void.
    pub void_state: u64,
    pub(super) reasons: Reasons,
    /// Actions that were carried out and are not shown.
    pub(super) hidden: Vec<Value>,
    ticks: u64,
}

/// A call that may be carried out.
#[derive(Clone, Debug)]
pub(super) struct ReferenceCall {
    /// Decoded; empty where the path has none.
    pub(super) id: String,
    /// The query as texts, or the body.
    pub(super) input: Value,
    /// The body's own spelling.
    pub(super) text: String,
}

/// Result of a request.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Option<Value>,
    pub(super) location: Option<String>,
}

impl Reply {
    /// In the envelope.
    pub(super) fn data(data: Value) -> Reply {
        Reply::bare(json!({"msg": "SUCCESS", "code": 0, "data": data}))
    }

    /// In the envelope, without data.
    pub(super) fn done() -> Reply {
        Reply::bare(json!({"msg": "SUCCESS", "code": 0}))
    }

    pub(super) fn bare(body: Value) -> Reply {
        Reply { status: 200, body: Some(body), location: None }
    }

    pub(super) fn empty() -> Reply {
        Reply { status: 200, body: None, location: None }
    }

    /// Nothing has this id.
    pub(super) fn missing() -> Reply {
        Reply::refused(404, "NOT_FOUND")
    }

    /// The document shows no body of a refusal; this one has the envelope's shape.
    pub(super) fn refused(status: u16, msg: &str) -> Reply {
        Reply { status, body: Some(json!({"msg": msg, "code": status})), location: None }
    }
}

impl World {
    pub(super) fn new() -> World {
        let (profiles, acceptances) = profile::start();
        World {
            transactions: transaction::start(),
            batches: settlement::start(),
            emv: emv::start(),
            devices: device::start(),
            merchants: merchant::start(),
            acquirers: acquirer::start(),
            owner: owner::start(),
            profiles,
            acceptances,
            effects: Vec::new(),
            void_state: 4,
            reasons: Reasons::Told,
            hidden: Vec::new(),
            ticks: 0,
        }
    }

    /// True if both have the same records and effects.
    pub fn is_as(&self, other: &World) -> bool {
        self.transactions == other.transactions
            && self.batches == other.batches
            && self.emv == other.emv
            && self.devices == other.devices
            && self.merchants == other.merchants
            && self.acquirers == other.acquirers
            && self.profiles == other.profiles
            && self.acceptances == other.acceptances
            && self.effects == other.effects
    }

    /// Makes the colleague's change that the operation's row names. False if the record is gone.
    pub fn their_change(&mut self, operation: &Operation) -> bool {
        let (name, input) = operation.theirs.unwrap_or_else(|| panic!("nobody else does {}", operation.name));
        let id = operation.id.unwrap_or_default().to_owned();
        let value = serde_json::from_str(input).expect("rows hold JSON");
        let call = ReferenceCall { id, input: value, text: input.to_owned() };
        (Operation::named(name).act)(self, &call).status == 200
    }

    /// A number that nothing had before.
    pub(super) fn next(&mut self) -> u64 {
        self.ticks += 1;
        5000 + self.ticks
    }

    /// `YYYY-MM-DDThh:mm:ss`, later each time.
    pub(super) fn now(&mut self) -> String {
        self.ticks += 1;
        format!("2026-11-20T10:{:02}:{:02}", self.ticks / 60 % 60, self.ticks % 60)
    }
}

/// The record whose `key` is `id`, as text or as a number.
pub(super) fn find<'r>(records: &'r mut [Value], key: &str, id: &str) -> Option<&'r mut Value> {
    records.iter_mut().find(|record| is(record, key, id))
}

pub(super) fn is(record: &Value, key: &str, id: &str) -> bool {
    match &record[key] {
        Value::String(text) => text == id,
        other => other.as_u64().is_some_and(|number| format!("{number}") == id),
    }
}

/// Writes the members of `input` over those of `record`.
pub(super) fn write(record: &mut Value, input: &Value) {
    if let (Some(record), Some(input)) = (record.as_object_mut(), input.as_object()) {
        record.extend(input.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}

/// `record` without these members.
pub(super) fn without(record: &Value, names: &[&str]) -> Value {
    let kept = record.as_object().into_iter().flatten().filter(|(name, _)| !names.contains(&name.as_str()));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

/// The page-based payload that the query asks for.
pub(super) fn page(records: Vec<Value>, query: &Value) -> Value {
    let number = |name: &str| query[name].as_str().and_then(|text| text.parse::<i64>().ok());
    let total = records.len();
    let size = match number("pageSize") {
        Some(-1) => total.max(1),
        Some(size) => usize::try_from(size).unwrap_or(10),
        None => 10,
    };
    let current = number("pageNumber").and_then(|number| usize::try_from(number).ok()).unwrap_or(1);
    let before = (current - 1) * size;
    let records: Vec<_> = records.into_iter().skip(before).take(size).collect();
    let has_next = before + records.len() < total;
    json!({"total": total, "current": current, "records": records, "hasNext": has_next})
}
