//! A list of transactions with `pageSize` -1: written while it is sent, a piece at a time, so that a million records take no
//! more memory than a page.
//!
//! Choice: `total` is as of the beginning, and every record as it is when it is written; what is added meanwhile is newer than
//! the beginning and does not appear.

use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};

use super::line;
use crate::answer::Ready;
use crate::page::Window;
use crate::problem::Problem;
use crate::state::lock;
use crate::store::{Filter, Store};

/// Records in a piece.
const PIECE: u32 = 500;

/// The body of an answer with the whole list.
pub(super) fn body(store: Arc<Mutex<Store>>, filter: Filter, total: u32) -> Body {
    let head = format!(
        "{{\"msg\":\"SUCCESS\",\"code\":0,\"data\":{{\"total\":{total},\"current\":1,\"hasNext\":false,\"records\":["
    );
    Body::from_stream(Ready(Pieces { store, filter, text: head, begun: false, ended: false }))
}

/// The text of the list, in pieces.
struct Pieces {
    store: Arc<Mutex<Store>>,
    /// Filter for the rest.
    filter: Filter,
    text: String,
    begun: bool,
    ended: bool,
}

/// A failure is the last item and breaks the answer off.
impl Iterator for Pieces {
    type Item = Result<Bytes, Unwritten>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let more = self.write();
        self.ended = !matches!(more, Ok(true));
        Some(
            more.map(|_| Bytes::from(std::mem::take(&mut self.text)))
                .map_err(|problem| Unwritten(problem.msg)),
        )
    }
}

impl Pieces {
    /// True if there is more after it.
    fn write(&mut self) -> Result<bool, Problem> {
        let store = lock(&self.store);
        let rows = store.list_transactions(&self.filter, Window { size: Some(PIECE), number: 1 })?;
        let seed = store.seed();
        drop(store);
        for row in &rows {
            if self.begun {
                self.text.push(',');
            }
            self.begun = true;
            let record = serde_json::to_string(&line::line(seed, row))
                .map_err(|cause| Problem::system(format!("the record cannot be written: {cause}")))?;
            self.text.push_str(&record);
        }
        let full = rows.len() == PIECE as usize;
        if let Some(oldest) = rows.last().filter(|_| full) {
            self.filter.last = oldest.key - 1;
        } else {
            self.text.push_str("]}}");
        }
        Ok(full)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the list cannot be written: {0}")]
struct Unwritten(String);
