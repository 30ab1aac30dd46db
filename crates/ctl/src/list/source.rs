//! Where the records of a list come from: call after call through core's door, until the end.
//!
//! The only place that knows how a list is paged; another source only has to give [`Part`]s. A record that comes twice counts
//! once: pages shift while they are read. A list that repeats itself ends incomplete, and says so.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tapline_contract::connection::ConnectionId;
use tapline_contract::wire::Unreadable;
use tapline_contract::{Failure, record};

use super::kinds::{Kind, Paging};
use crate::desk::Desk;

/// What is asked for at a time; a service that refuses that many is asked for fewer.
const PAGE_SIZES: [i64; 4] = [200, 100, 50, 10];
const PART_SIZE: i64 = 50;

/// Some records of a list.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// JSON texts, each once.
    pub(super) records: Vec<Box<RawValue>>,
    pub(super) unreadable: Vec<Unreadable>,
    /// As the service counts.
    pub(super) total: Option<u64>,
}

pub(super) struct Source<'a> {
    desk: &'a Desk,
    connection: &'a ConnectionId,
    kind: &'static Kind,
    query: Map<String, Value>,
    known: BTreeSet<String>,
    next: Next,
    /// Why the end is not the end of the list: a sentence.
    pub(super) incomplete: Option<String>,
}

/// What is asked for next.
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
        desk: &'a Desk,
        connection: &'a ConnectionId,
        kind: &'static Kind,
        query: Map<String, Value>,
    ) -> Source<'a> {
        let next = match kind.paging {
            Paging::Pages => Next::Page { number: 1, size: 0 },
            Paging::Cursor => Next::Cursor(None),
            Paging::Whole => Next::All,
        };
        Source { desk, connection, kind, query, known: BTreeSet::new(), next, incomplete: None }
    }

    /// The next records; `None` at the end. A failure ends the list too.
    pub(super) async fn next(&mut self) -> Result<Option<Part>, Failure> {
        loop {
            let asked = std::mem::replace(&mut self.next, Next::Nothing);
            if asked == Next::Nothing {
                return Ok(None);
            }
            let answer = match (self.ask(&asked).await, &asked) {
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
            return Ok(Some(self.take(&asked, answer)));
        }
    }

    async fn ask(&self, asked: &Next) -> Result<Answer, Failure> {
        let mut query = self.query.clone();
        match asked {
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
        let payload =
            serde_json::json!({ "connection": self.connection, "id": null, "input": query, "seen": null });
        let text = self.desk.invoke(self.kind.endpoint, None, &payload.to_string()).await?;
        serde_json::from_str(&text).map_err(|_| {
            let sentence = "Tapline does not understand its own list.";
            Failure::new(tapline_contract::Kind::Desk, self.kind.endpoint, sentence)
        })
    }

    fn take(&mut self, asked: &Next, answer: Answer) -> Part {
        let records: Vec<_> = answer.records.into_iter().filter(|record| self.is_new(record.get())).collect();
        let unreadable = answer.unreadable.into_iter();
        // No key of a record begins with a line break.
        let unreadable: Vec<_> =
            unreadable.filter(|record| self.known.insert(format!("\n{}", record.raw))).collect();
        let brought = !records.is_empty() || !unreadable.is_empty();
        let total = answer.total.and_then(|total| u64::try_from(total).ok());
        let known = u64::try_from(self.known.len()).unwrap_or(u64::MAX);
        self.next = match asked {
            Next::Page { number, size } => {
                let more = answer.has_next || total.is_some_and(|total| total > known);
                let next = Next::Page { number: number + 1, size: *size };
                self.follow(more, brought, next, total)
            }
            Next::Cursor(_) => {
                let next = Next::Cursor(answer.next_cursor.clone());
                let leads_on = answer.next_cursor.is_some() && next != *asked;
                self.follow(answer.has_next, brought && leads_on, next, total)
            }
            Next::All | Next::Nothing => self.follow(answer.has_next, false, Next::Nothing, total),
        };
        Part { records, unreadable, total }
    }

    /// Whether to go on: while there is more and the service still brings what is new.
    fn follow(&mut self, more: bool, leads_on: bool, next: Next, total: Option<u64>) -> Next {
        if !more {
            return Next::Nothing;
        }
        if leads_on {
            return next;
        }
        let counts = total.map_or_else(String::new, |total| format!(" It counts {total}."));
        self.incomplete =
            Some(format!("The service says that there is more, and gives nothing new.{counts}"));
        Next::Nothing
    }

    fn is_new(&mut self, raw: &str) -> bool {
        let members = record::members(raw).unwrap_or_default();
        let key = members.into_iter().find(|(key, _)| key == self.kind.key);
        // Without a key only the whole record tells.
        self.known.insert(key.map_or_else(|| raw.to_owned(), |(_, key)| key))
    }
}
