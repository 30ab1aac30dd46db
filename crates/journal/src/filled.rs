//! A journal with as many changes as a test wants, of every outcome.

use tapline_contract::history::{Change, HistoryOf, HistoryQuery, MOST_CHANGES};
use tapline_emv::Currency;

use super::*;
use crate::cut::not_begun;

/// Outcomes of every kind, as JSON; none while a change is under way.
pub(super) const OUTCOMES: [Option<&str>; 6] = [
    Some(
        r#"{"applied":{"evidence":"answer","answer":{"id":"7"},"record":{"id":7,"emvName":"a","params":"{}"}}}"#,
    ),
    Some(r#"{"notApplied":{"failure":{"kind":"refused","call":"UpdateEmv","sentence":"No."}}}"#),
    Some(r#"{"conflict":{"theirs":null,"sent":false}}"#),
    Some(r#"{"conflict":{"theirs":null,"sent":true}}"#),
    Some(
        r#"{"unknown":{"since":"2026-01-01T00:00:00Z","checks":3,"given_up":true,"doubt":"lost","shows":"","failure":{"kind":"timeout","call":"UpdateEmv","sentence":""}}}"#,
    ),
    None,
];

/// Writes changes as an older Tapline left them, without a line of their own: a clock that goes back now and then, and some changes at
/// the same second.
pub(super) fn fill(sql: &Sql, connection: &str, many: usize) {
    let filling = sql.unchecked_transaction().unwrap();
    let mut insert = filling
        .prepare(
            "INSERT INTO operation (id, hash, connection, service, endpoint, target, at, subject, draft, before, state, outcome, account, run)
             VALUES (?1, 'h', ?2, 's', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'ended')",
        )
        .unwrap();
    for n in 0..many {
        // Most are settled; a few of the first are not.
        let outcome = if n < 12 { OUTCOMES[n % 6] } else { OUTCOMES[n % 4] };
        let id = n % 40;
        let at = n / 3 + if n % 50 == 0 { 500 } else { 0 };
        let (minute, second) = (at / 60, at % 60);
        let refund = n % 5 == 4;
        let at = format!(
            "2026-{:02}-{:02}T{:02}:{:02}:{second:02}Z",
            minute / 40_320 + 1,
            minute / 1440 % 28 + 1,
            minute / 60 % 24,
            minute % 60
        );
        let (endpoint, target, subject) = if refund {
            ("RefundTransaction", format!("transaction T{n}"), format!("\"T{n}\""))
        } else {
            ("UpdateEmv", format!("emv {id}"), format!("\"{id}\""))
        };
        let record = |limit: usize| {
            format!(
                r#"{{"id":{id},"emvName":"Shop {id}","paymentMethod":"01","params":"{{\"cvmRequiredLimit\":{limit}}}"}}"#
            )
        };
        let (draft, before) = if refund {
            (format!(r#"{{"refundAmount":{n}}}"#), None)
        } else {
            (record(n), Some(record(n + 1)))
        };
        let state =
            if outcome.is_none_or(|outcome| outcome.starts_with("{\"unknown")) { "sent" } else { "done" };
        let account = (n % 7 != 0).then_some(["ann", "bob"][n % 2]);
        let operation = format!("{:032x}", n + 1);
        insert
            .execute(params![
                operation, connection, endpoint, target, at, subject, draft, before, state, outcome, account
            ])
            .unwrap();
    }
    drop(insert);
    filling.commit().unwrap();
}

pub(super) struct Filled {
    pub(super) folder: tempfile::TempDir,
    pub(super) journal: Arc<Journal>,
    pub(super) connection: ConnectionId,
}

impl Filled {
    pub(super) fn new(many: usize) -> Filled {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let journal = Arc::new(Journal::open(&path, |endpoint, _, _| not_begun(endpoint)).unwrap());
        fill(&locked(&journal.sql), "c", many);
        fill_other(&journal);
        journal.describe(|_| Currency::euro()).unwrap();
        Filled { folder, journal, connection: ConnectionId("c".to_owned()) }
    }

    /// The whole history, page by page.
    pub(super) fn all(&self, of: HistoryOf, limit: u32) -> Vec<Change> {
        let mut query = HistoryQuery { connection: self.connection.clone(), of, before: None, limit };
        let mut all = Vec::new();
        loop {
            let page = self.journal.history(&query).unwrap();
            assert!(page.changes.len() <= limit.min(MOST_CHANGES) as usize);
            all.extend(page.changes);
            query.before = page.next;
            if query.before.is_none() {
                return all;
            }
        }
    }

    pub(super) fn listed(&self) -> Listed {
        Listed::open(Arc::clone(&self.journal), self.connection.clone()).unwrap()
    }
}

/// Changes over another connection, which are in no answer about the first.
fn fill_other(journal: &Journal) {
    let sql = locked(&journal.sql);
    sql.execute(
        "INSERT INTO operation (id, hash, connection, service, endpoint, target, at, subject, draft, state, outcome)
         VALUES ('ff', 'h', 'other', 'o', 'UpdateEmv', 'emv 1', '2026-01-01T00:00:01Z', '\"1\"', 'null', 'done', ?1)",
        [OUTCOMES[0]],
    )
    .unwrap();
}
