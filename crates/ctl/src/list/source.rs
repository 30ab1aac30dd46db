//! Source of the records of a list: call after call through core's door, until the end.
//!
//! The only place that knows how a list is paged; another source only has to give [`ListPart`]s. A record that comes twice counts
//! once: pages shift while they are read. A list that repeats itself ends incomplete, and says so.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tapline_contract::connection::ConnectionId;
use tapline_contract::wire::Unreadable;
use tapline_contract::{Failure, record};

use super::kinds::{Kind, Paging};
use crate::opened::Core;

/// Page sizes to request; after a refusal the next smaller one.
const PAGE_SIZES: [i64; 4] = [200, 100, 50, 10];
const PART_SIZE: i64 = 50;

/// Begins what is said of a list whose count moved.
const GREW: &str = "The list changed while loading";

/// One of a list.
#[derive(Debug)]
pub(super) enum Item {
    /// JSON text, each once.
    Record(Box<RawValue>),
    Unreadable(Unreadable),
}

/// Why a list ends before its end.
const THERE_IS_MORE: &str = "The service reports more, but sends nothing new.";
const COUNTS_MORE: &str = "The service counts more records than it sent.";
const NO_FURTHER_PAGE: &str = "The service reports more, but sends no further page.";

/// Some records of a list.
#[derive(Debug, Default)]
pub(super) struct ListPart {
    /// In the order of the service, so that a limit counts off the right ones.
    pub(super) items: Vec<Item>,
    /// As the service counts.
    pub(super) total: Option<u64>,
}

pub(super) struct Source<'a> {
    core: &'a Core,
    connection: &'a ConnectionId,
    kind: &'static Kind,
    query: Map<String, Value>,
    /// Records received, by key or as a whole, with their text.
    known: BTreeMap<String, String>,
    /// First total that the service counted.
    first_total: Option<u64>,
    next: Next,
    /// Remarks on a list that is printed all the same: sentences.
    pub(super) notes: Vec<String>,
    /// Why the end is not the end of the list: a sentence.
    pub(super) incomplete: Option<String>,
}

/// Next request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    Page { number: i64, size: usize },
    Cursor(Option<String>),
    All,
    Nothing,
}

/// `Page` and `CursorPage` of the contract, with their records left as text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(alias = "totalSize")]
    total: Option<i64>,
    has_next: bool,
    #[serde(default)]
    next_cursor: Option<String>,
    #[serde(alias = "data")]
    records: Vec<Box<RawValue>>,
    unreadable: Vec<Unreadable>,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        core: &'a Core,
        connection: &'a ConnectionId,
        kind: &'static Kind,
        query: Map<String, Value>,
    ) -> Source<'a> {
        let next = match kind.paging {
            Paging::Pages => Next::Page { number: 1, size: 0 },
            Paging::Cursor => Next::Cursor(None),
            Paging::Whole => Next::All,
        };
        Source {
            core,
            connection,
            kind,
            query,
            known: BTreeMap::new(),
            first_total: None,
            next,
            notes: Vec::new(),
            incomplete: None,
        }
    }

    /// The next records; `None` at the end. A failure ends the list too.
    pub(super) async fn next(&mut self) -> Result<Option<ListPart>, Failure> {
        loop {
            let request = std::mem::replace(&mut self.next, Next::Nothing);
            if request == Next::Nothing {
                return Ok(None);
            }
            let answer = match (self.ask(&request).await, &request) {
                (Ok(answer), _) => answer,
                (Err(failure), Next::Page { number: 1, size }) if failure.status == Some(400) => {
                    let size = size + 1;
                    if size == PAGE_SIZES.len() {
                        return Err(failure);
                    }
                    self.next = Next::Page { number: 1, size };
                    continue;
                }
                (Err(failure), _) => return Err(failure),
            };
            return Ok(Some(self.take(&request, answer)));
        }
    }

    async fn ask(&self, request: &Next) -> Result<Answer, Failure> {
        let mut query = self.query.clone();
        match request {
            Next::Page { number, size } => {
                query.insert("pageSize".to_owned(), PAGE_SIZES[*size].into());
                query.insert("pageNumber".to_owned(), (*number).into());
            }
            Next::Cursor(cursor) => {
                query.insert("pageSize".to_owned(), PART_SIZE.into());
                query.extend(cursor.clone().map(|cursor| ("cursor".to_owned(), cursor.into())));
            }
            Next::All | Next::Nothing => {}
        }
        let endpoint = self.kind.endpoint;
        let text = self.core.fetch(endpoint, self.connection, &Value::Null, &query.into()).await?;
        serde_json::from_str(&text).map_err(|_| {
            let sentence = "Tapline can't read its own list.";
            Failure::new(tapline_contract::FailureKind::Desk, endpoint, sentence)
        })
    }

    fn take(&mut self, request: &Next, answer: Answer) -> ListPart {
        let mut items = in_order(answer.records, answer.unreadable);
        items.retain(|item| match item {
            Item::Record(record) => self.is_new(record.get()),
            // No key of a record begins with a line break.
            Item::Unreadable(record) => self.is_first(format!("\n{}", record.raw), ""),
        });
        let brought = !items.is_empty();
        let total = answer.total.and_then(|total| u64::try_from(total).ok());
        let known = u64::try_from(self.known.len()).unwrap_or(u64::MAX);
        let first = *self.first_total.get_or_insert(total.unwrap_or_default());
        if let Some(total) = total.filter(|total| *total != first && first > 0) {
            self.notes.retain(|note| !note.starts_with(GREW));
            self.notes.push(format!(
                "{GREW}: the service counted {first} records at first and {total} now. Some may be missing."
            ));
        }
        // Records added while the list was read are reported, and are no missing page.
        let counted = total.map(|total| total.min(first));
        let counts_more = counted.is_some_and(|counted| counted > known).then_some(COUNTS_MORE);
        let more = |says| if answer.has_next { Some(says) } else { counts_more };
        self.next = match request {
            Next::Page { number, size } => {
                let next = Next::Page { number: number + 1, size: *size };
                self.follow(more(THERE_IS_MORE), brought, next, total)
            }
            Next::Cursor(_) => {
                let next = Next::Cursor(answer.next_cursor.clone());
                let leads_on = answer.next_cursor.is_some() && next != *request;
                self.follow(more(THERE_IS_MORE), brought && leads_on && answer.has_next, next, total)
            }
            Next::All | Next::Nothing => self.follow(more(NO_FURTHER_PAGE), false, Next::Nothing, total),
        };
        ListPart { items, total }
    }

    /// Plans the next request, if there is more, as `more` says, and the service still brings new records.
    fn follow(&mut self, more: Option<&str>, leads_on: bool, next: Next, total: Option<u64>) -> Next {
        let Some(says) = more else { return Next::Nothing };
        if leads_on {
            return next;
        }
        let counts = total.map_or_else(String::new, |total| format!(" It counts {total}."));
        self.incomplete = Some(format!("{says}{counts}"));
        Next::Nothing
    }

    fn is_new(&mut self, raw: &str) -> bool {
        let members = record::members(raw).unwrap_or_default();
        let key = members.into_iter().find(|(key, _)| key == self.kind.key);
        // Without a key the whole record is compared.
        self.is_first(key.map_or_else(|| raw.to_owned(), |(_, key)| key), raw)
    }

    /// Two records with one key and different content are two: which one counts is not ours to say.
    fn is_first(&mut self, key: String, raw: &str) -> bool {
        match self.known.get(&key) {
            None => drop(self.known.insert(key, raw.to_owned())),
            Some(known) if record::same_json(known, raw) => return false,
            Some(_) if self.known.contains_key(&format!("{key}\n{raw}")) => return false,
            Some(_) => {
                let note =
                    format!("Several different records have the {} {key}: all are printed.", self.kind.key);
                self.notes.push(note);
                self.known.insert(format!("{key}\n{raw}"), String::new());
            }
        }
        true
    }
}

/// Records and what could not be read, as the service listed them.
fn in_order(records: Vec<Box<RawValue>>, unreadable: Vec<Unreadable>) -> Vec<Item> {
    let mut items: Vec<_> = records.into_iter().map(Item::Record).collect();
    // By their places, ascending: everything before each of them is in already.
    for record in unreadable {
        let at = place(&record).map_or(items.len(), |at| at.min(items.len()));
        items.insert(at, Item::Unreadable(record));
    }
    items
}

/// Its place in the answer, which a misfit names as `records[3].trace`.
fn place(unreadable: &Unreadable) -> Option<usize> {
    unreadable.misfit.field.split_once('[')?.1.split_once(']')?.0.parse().ok()
}
