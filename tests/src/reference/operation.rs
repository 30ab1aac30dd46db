//! The table of the 34 operations: one row each, with a sample that every one of them carries out.

use serde_json::Value;

use super::shape::Shape;
use super::world::{ReferenceCall, Reply, World};
use super::{NAMESPACE, TOKEN, acquirer, device, emv, merchant, owner, profile, settlement, transaction};
use tapline_scripted::{Request, SeenTraffic};

/// Effect of a call on the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// R
    Read,
    /// A: writes the whole of something that exists, or exactly what is sent.
    Absolute,
    /// C
    Create,
    /// D
    Delete,
    /// M: void, refund, capture, settle.
    Money,
    /// X: no read shows it.
    Effect,
}

/// A query parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Text,
    /// `YYYY-MM-DD`; the document says "date" and no more.
    Date,
    /// From 1.
    PageNumber,
    /// From 1.
    PageSize,
    /// From 1, or -1: all.
    PageSizeOrAll,
    OneOf(&'static [&'static str]),
}

#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub name: &'static str,
    pub class: Class,
    pub method: &'static str,
    /// With the parameter in braces. Below `/api/v1` the customer's namespace comes before it.
    pub path: &'static str,
    /// Something that is there from the start.
    pub id: Option<&'static str>,
    /// A valid query or body, as JSON text of one object; empty where there is neither.
    pub input: &'static str,
    /// A colleague's change of the same record: an operation, and its input. For operations that are compared before they
    /// are sent.
    pub theirs: Option<(&'static str, &'static str)>,
    /// Status of a success.
    pub status: u16,
    pub(super) query: &'static [(&'static str, Parameter)],
    pub(super) body: Option<Shape>,
    pub(super) act: fn(&mut World, &ReferenceCall) -> Reply,
}

pub const OPERATIONS: [Operation; 34] = [
    transaction::LIST,
    transaction::GET,
    transaction::EMAIL,
    transaction::VOID,
    transaction::REFUND,
    transaction::CAPTURE,
    settlement::LIST,
    settlement::GET,
    settlement::SETTLE,
    settlement::EMAIL,
    emv::LIST,
    emv::CREATE,
    emv::UPDATE,
    emv::DELETE,
    device::LIST,
    device::ACTIVATE,
    device::END,
    device::UPDATE,
    merchant::LIST,
    merchant::CREATE,
    merchant::GET,
    merchant::UPDATE,
    acquirer::LIST,
    acquirer::CREATE,
    acquirer::UPDATE,
    acquirer::DELETE,
    owner::GET,
    profile::LIST,
    profile::GET,
    profile::FIND,
    profile::CREATE,
    profile::UPDATE,
    profile::SIGN_ON,
    profile::SET_STATUS,
];

/// The rest of a read's row.
pub(super) const READ: Operation = Operation {
    name: "",
    class: Class::Read,
    method: "GET",
    path: "",
    id: None,
    input: "",
    theirs: None,
    status: 200,
    query: &[],
    body: None,
    act: |_, _| Reply::missing(),
};

impl Operation {
    /// The row of this name.
    pub fn named(name: &str) -> &'static Operation {
        static TABLE: [Operation; 34] = OPERATIONS;
        TABLE
            .iter()
            .find(|operation| operation.name == name)
            .unwrap_or_else(|| panic!("no operation is called {name}"))
    }

    /// Number of requests for a read that is always refused: merchants once more with an empty `mchId`, which the document
    /// calls required, and whole lists once more in pages.
    pub fn asked_when_refused(&self) -> usize {
        if ["ListMerchants", "ListEmv", "ListAcquirers"].contains(&self.name) { 2 } else { 1 }
    }

    /// The row that a request is of.
    pub fn from_request(request: &Request) -> Option<&'static Operation> {
        OPERATIONS.iter().find(|row| row.takes(request)).map(|row| Operation::named(row.name))
    }

    /// True if a request is of this row.
    pub fn takes(&self, request: &Request) -> bool {
        self.method == request.method && self.segment(&request.path).is_some()
    }

    /// Number of its requests that the server saw.
    pub fn sent(&self, seen: &SeenTraffic) -> usize {
        seen.requests.iter().filter(|request| self.takes(request)).count()
    }

    pub fn changes(&self) -> bool {
        self.class != Class::Read
    }

    /// True if answers are wrapped in `Response<T>`.
    pub fn is_wrapped(&self) -> bool {
        self.path.starts_with("/api/v2/")
    }

    /// The path with this parameter, and the namespace where one belongs.
    pub fn filled(&self, id: &str) -> String {
        let (before, rest) = self.path.split_once('{').unwrap_or((self.path, ""));
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        let id = if rest.is_empty() { "" } else { id };
        let prefix = if self.is_wrapped() { String::new() } else { format!("/{NAMESPACE}") };
        format!("{prefix}{before}{id}{after}")
    }

    /// The sample as it should arrive.
    pub fn request(&self) -> Request {
        self.request_for(self.id.unwrap_or_default(), self.input)
    }

    /// The request for another record, with another query or body.
    pub fn request_for(&self, id: &str, input: &str) -> Request {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers = vec![header("Authorization", &format!("Bearer {TOKEN}"))];
        let (mut query, mut body) = (Vec::new(), Vec::new());
        if self.body.is_some() {
            headers.push(header("Content-Type", "application/json"));
            body = input.as_bytes().to_vec();
        } else if let Ok(Value::Object(input)) = serde_json::from_str(input) {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            query = input.iter().map(|(name, value)| (name.clone(), text(value))).collect();
        }
        let path = self.filled(id);
        let target = path.clone();
        Request { connection: 0, method: self.method.to_owned(), target, path, query, headers, body }
    }

    /// The parameter of a path, still encoded; empty for a path without one. `None` if the path is another's.
    pub(super) fn segment<'p>(&self, path: &'p str) -> Option<&'p str> {
        let path = if self.is_wrapped() { path } else { path.strip_prefix('/')?.strip_prefix(NAMESPACE)? };
        let Some((before, rest)) = self.path.split_once('{') else {
            return (path == self.path).then_some("");
        };
        let (_, after) = rest.split_once('}')?;
        let segment = path.strip_prefix(before)?.strip_suffix(after)?;
        (!segment.is_empty() && !segment.contains('/')).then_some(segment)
    }
}
