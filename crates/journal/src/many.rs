//! Journals with many changes: every statement finds its rows through an index, and windows are what a plain sort would give.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::trace::{TraceEvent, TraceEventCodes};
use tapline_contract::emv_config::EmvId;
use tapline_contract::history::{Change, HistoryOf, HistoryQuery};
use tapline_contract::history_rows::{summary, title};
use tapline_contract::list::{Filter, ListId, RowsQuery, Sort};
use tapline_contract::plan::PlanId;
use tapline_contract::{Doubt, Failure, FailureKind};
use tapline_emv::Currency;

use super::filled::{Filled, OUTCOMES};
use super::*;
use crate::cut::not_begun;

fn rows(listed: &Listed, first: u32, sort: Option<Sort>, filter: Option<Filter>) -> (u32, Vec<String>) {
    let columns = vec!["operation".to_owned()];
    let query = RowsQuery { list: ListId(1), version: 1, first, count: 64, columns, sort, filter };
    let rows = listed.window(&query).unwrap();
    (rows.total, rows.column(0).map(|id| id.unwrap_or_default().to_owned()).collect())
}

fn word(change: &Change) -> &'static str {
    match &change.outcome {
        None => "On its way",
        Some(Outcome::Applied { .. }) => "Applied",
        Some(Outcome::NotApplied { .. }) => "Not applied",
        Some(Outcome::Unknown { .. }) => "Unknown",
        Some(Outcome::Conflict { sent: false, .. }) => "Conflict, not sent",
        Some(Outcome::Conflict { sent: true, .. }) => "Conflict after sending",
    }
}

#[test]
fn the_history_is_in_the_order_of_time_and_every_page_goes_on_where_the_last_ended() {
    let filled = Filled::new(2000);
    let all = filled.all(HistoryOf::All, 77);
    assert_eq!(all.len(), 2000);
    let ids: BTreeSet<_> = all.iter().map(|change| change.operation.clone()).collect();
    assert_eq!(ids.len(), 2000, "each once");
    let place = |change: &Change| (change.at.clone(), change.operation.0.clone());
    assert!(
        all.windows(2).all(|two| place(&two[0]) > place(&two[1])),
        "newest first, the later of the same second before"
    );
    let open = filled.all(HistoryOf::Open, 3);
    let expected = all.iter().filter(|change| matches!(change.outcome, None | Some(Outcome::Unknown { .. })));
    assert_eq!(open, expected.cloned().collect::<Vec<_>>());
    let of = HistoryOf::Configurations(["7", "9"].map(|id| EmvId::parse(id).unwrap()).to_vec());
    let expected = all.iter().filter(|change| ["emv 7", "emv 9"].contains(&change.target.as_str()));
    assert_eq!(filled.all(of, 10), expected.cloned().collect::<Vec<_>>());
    let plan = PlanId(format!("{:016x}", 0));
    assert_eq!(filled.all(HistoryOf::Plan(plan), 500), all);
    assert!(filled.all(HistoryOf::Plan(PlanId("f".repeat(16))), 500).is_empty());
    assert_eq!(
        filled.journal.unknown(&filled.connection).unwrap(),
        all.iter().filter(|change| word(change) == "Unknown").count()
    );
}

type Passes<'p> = Box<dyn Fn(&Change) -> bool + 'p>;

#[test]
fn a_window_is_what_a_sort_and_a_search_of_all_lines_give() {
    let filled = Filled::new(2000);
    let all = filled.all(HistoryOf::All, 500);
    let listed = filled.listed();
    let texts = |change: &Change| {
        let account = change.account.clone().unwrap_or_default();
        [
            title(change),
            word(change).to_owned(),
            change.at.clone(),
            account,
            summary(change, &Currency::euro()),
            change.operation.0.clone(),
            change.endpoint.clone(),
        ]
    };
    let contains = |columns: &[&str], text: &str| Filter::Contains {
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        text: text.to_owned(),
    };
    let equals = |value: &str| Filter::Equals { column: "outcome".to_owned(), value: Some(value.to_owned()) };
    let cases: Vec<(Option<Filter>, Passes<'_>)> = vec![
        (None, Box::new(|_| true)),
        (Some(equals("Not applied")), Box::new(|change| word(change) == "Not applied")),
        (Some(equals("Unknown")), Box::new(|change| word(change) == "Unknown")),
        (Some(contains(&["what"], "REFUNDED")), Box::new(|change| title(change).contains("Refunded"))),
        (
            Some(contains(&[], "shop 7")),
            Box::new(|change| texts(change).iter().any(|text| text.to_lowercase().contains("shop 7"))),
        ),
        (
            Some(contains(&[], "5.00 eur")),
            Box::new(|change| texts(change).iter().any(|text| text.to_lowercase().contains("5.00 eur"))),
        ),
        (
            Some(Filter::Not(Box::new(contains(&["account"], "ann")))),
            Box::new(|change| change.account.as_deref() != Some("ann")),
        ),
        (
            Some(Filter::All(vec![contains(&["account"], "bob"), contains(&["did"], "→")])),
            Box::new(|change| {
                change.account.as_deref() == Some("bob") && summary(change, &Currency::euro()).contains('→')
            }),
        ),
        (
            Some(Filter::Equals { column: "account".to_owned(), value: None }),
            Box::new(|change| change.account.is_none()),
        ),
    ];
    for (filter, passes) in cases {
        let passing: Vec<&Change> = all.iter().filter(|change| passes(change)).collect();
        for (column, place) in
            [(None, 0), (Some("what"), 0), (Some("at"), 2), (Some("account"), 3), (Some("did"), 4)]
        {
            for descending in [false, true] {
                let mut expected = passing.clone();
                if column.is_some() {
                    expected.sort_by(|one, other| {
                        let (one, other) = (texts(one)[place].clone(), texts(other)[place].clone());
                        let order = if descending { other.cmp(&one) } else { one.cmp(&other) };
                        (one.is_empty()).cmp(&other.is_empty()).then(order)
                    });
                }
                let sort = column.map(|column| Sort { column: column.to_owned(), descending });
                for first in [0, 100, u32::try_from(expected.len()).unwrap()] {
                    let (total, found) = rows(&listed, first, sort.clone(), filter.clone());
                    let window: Vec<_> = expected
                        .iter()
                        .skip(first as usize)
                        .take(64)
                        .map(|change| change.operation.0.clone())
                        .collect();
                    assert_eq!(
                        (total as usize, found),
                        (expected.len(), window),
                        "{filter:?} {sort:?} from {first}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_list_keeps_the_lines_it_was_opened_with_and_shows_their_outcome_now() {
    let filled = Filled::new(20);
    let listed = filled.listed();
    let newest = rows(&listed, 0, None, None);
    fill_one(&filled.journal, "fe");
    assert_eq!(rows(&listed, 0, None, None), newest);
    assert_eq!(rows(&filled.listed(), 0, None, None).0, 21);
    let mut open = filled.all(HistoryOf::Open, 500).into_iter();
    let lost = open.find(|change| change.outcome.is_some()).unwrap();
    let row = filled.journal.get(&lost.operation).unwrap().unwrap();
    let failure = Failure::new(FailureKind::Refused, "", "");
    filled.journal.close(&row, &Outcome::NotApplied { failure }, "looked it up").unwrap();
    let filter = Filter::Equals { column: "operation".to_owned(), value: Some(lost.operation.0.clone()) };
    let both = Filter::All(vec![
        filter,
        Filter::Equals { column: "outcome".to_owned(), value: Some("Not applied".to_owned()) },
    ]);
    assert_eq!(rows(&listed, 0, None, Some(both)).0, 1);
}

fn fill_one(journal: &Journal, id: &str) {
    let sql = "INSERT INTO operation (id, hash, connection, service, endpoint, target, at, subject, draft, state, outcome)
               VALUES (?1, 'h', 'c', 's', 'UpdateEmv', 'emv 1', '2027-01-01T00:00:01Z', '\"1\"', 'null', 'done', ?2)";
    locked(&journal.sql).execute(sql, params![id, OUTCOMES[0]]).unwrap();
}

/// Statements that ran, in the order of their first run.
static STATEMENTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note(event: TraceEvent<'_>) {
    if let TraceEvent::Stmt(_, text) = event
        && !text.starts_with("--")
    {
        let mut known = locked(&STATEMENTS);
        if !known.iter().any(|known| known == text) {
            known.push(text.to_owned());
        }
    }
}

/// Indexes of what is open or has no words yet: as small as that is.
const SMALL: [&str; 4] = ["running_operation", "open_operation", "listed_open", "listed_stale"];

#[test]
fn no_statement_goes_through_all_changes() {
    let filled = Filled::new(300);
    let journal = &filled.journal;
    for sql in [&journal.sql, &journal.reader] {
        locked(sql).trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(note)).unwrap();
    }
    let (connection, id) = (filled.connection.clone(), OperationId("e".repeat(32)));
    let intent = |id| Intent {
        id,
        hash: "h".to_owned(),
        connection: &connection,
        service: "s",
        endpoint: "UpdateEmv",
        target: "emv 900".to_owned(),
        place: None,
        at: "2026-11-20T10:00:00Z".to_owned(),
        subject: "\"900\"".to_owned(),
        draft: "{}".to_owned(),
        before: None,
        supersedes: Some(id),
        owner: None,
        bearer: None,
    };
    assert!(matches!(journal.claim(&intent(&id)).unwrap(), Claim::New));
    assert!(matches!(journal.claim(&intent(&id)).unwrap(), Claim::Same(None)));
    drop(journal.sending(&id, Some("{}")).unwrap());
    journal.owned(&id, "o").unwrap();
    journal.answered(&id, Class::Absolute, Some("{}"), Some("r")).unwrap();
    let unknown: AnyOutcome = Outcome::Unknown {
        since: String::new(),
        checks: 1,
        given_up: false,
        doubt: Doubt::Lost,
        shows: String::new(),
        failure: Failure::new(FailureKind::Timeout, "UpdateEmv", ""),
    };
    drop(journal.conclude(&id, Class::Absolute, &unknown).unwrap());
    let row = journal.get(&id).unwrap().unwrap();
    journal.settle(&row, Class::Absolute, &unknown).unwrap();
    journal.close(&journal.get(&id).unwrap().unwrap(), &not_begun("UpdateEmv"), "note").unwrap();
    journal.operation_state(&id).unwrap();
    journal.refused("s", "emv 7", "2026-01-01T00:00:00Z").unwrap();
    journal.unsettled(&connection).unwrap();
    journal.unknown(&connection).unwrap();
    let config = EmvId::parse("7").unwrap();
    journal.last_applied(&connection, &config).unwrap();
    let record = serde_json::from_str(r#"{"id":7,"params":"{}"}"#).unwrap();
    journal.saw(&connection, &[(&record, "t", None)]).unwrap();
    journal.approve(&connection, &record, "t", "note").unwrap();
    journal.seen(&connection, &config).unwrap();
    journal.approved(&connection, &config).unwrap();
    journal.forget_approval(&connection, &config).unwrap();
    let look = Audit {
        connection: &connection,
        at: "2026-11-20T10:00:00Z".to_owned(),
        call: "RevealSecret",
        target: "terminal 1".to_owned(),
        id: "\"1\"".to_owned(),
        detail: "{}".to_owned(),
        note: "note".to_owned(),
    };
    journal.audit(&look).unwrap();
    journal.describe(|_| Currency::euro()).unwrap();
    let plan = PlanId("0".repeat(16));
    for of in
        [HistoryOf::All, HistoryOf::Open, HistoryOf::Configurations(vec![config]), HistoryOf::Plan(plan)]
    {
        filled.all(of, 20);
    }
    rows(&filled.listed(), 0, None, None);

    for sql in [&journal.sql, &journal.reader] {
        locked(sql).trace_v2(TraceEventCodes::empty(), None::<fn(TraceEvent<'_>)>).unwrap();
    }
    let statements = std::mem::take(&mut *locked(&STATEMENTS));
    let of_tables = statements
        .iter()
        .filter(|text| text.contains("operation") || text.contains("listed") || text.contains("audit"));
    let mut looked_at = 0;
    for text in of_tables {
        let sql = locked(&journal.reader);
        let mut plan = sql.prepare(&format!("EXPLAIN QUERY PLAN {text}")).unwrap();
        // Without values for the parameters, which change no plan.
        let mut found = plan.raw_query();
        let mut steps: Vec<String> = Vec::new();
        while let Some(row) = found.next().unwrap() {
            steps.push(row.get(3).unwrap());
        }
        for step in &steps {
            let small = SMALL.iter().any(|index| step.contains(index));
            assert!(!step.starts_with("SCAN") || small, "{step}\n{text}");
        }
        looked_at += 1;
    }
    assert!(looked_at > 25, "{looked_at}: {statements:#?}");
}

/// Steps of SQLite's machine that an act takes.
fn steps(filled: &Filled, act: impl FnOnce()) -> u64 {
    let counted = Arc::new(AtomicU64::new(0));
    let counting = Arc::clone(&counted);
    let step = move || {
        counting.fetch_add(1, Ordering::Relaxed);
        false
    };
    locked(&filled.journal.reader).progress_handler(1, Some(step)).unwrap();
    act();
    locked(&filled.journal.reader).progress_handler(0, None::<fn() -> bool>).unwrap();
    counted.load(Ordering::Relaxed)
}

/// Steps by name of what a person waits for, with so many changes.
fn waits(many: usize) -> Vec<(&'static str, u64)> {
    let filled = Filled::new(many);
    let opened = steps(&filled, || drop(filled.listed()));
    let listed = filled.listed();
    let query = HistoryQuery { limit: 20, ..HistoryQuery::newest(filled.connection.clone(), HistoryOf::All) };
    let sort = Sort { column: "what".to_owned(), descending: true };
    let nowhere = Filter::Contains { columns: Vec::new(), text: "nowhere".to_owned() };
    let last = u32::try_from(many).unwrap() - 64;
    vec![
        ("first rows", steps(&filled, || assert_eq!(rows(&listed, 0, None, None).1.len(), 64))),
        (
            "history of 20",
            steps(&filled, || assert_eq!(filled.journal.history(&query).unwrap().changes.len(), 20)),
        ),
        (
            "unknown counted",
            steps(&filled, || assert!(filled.journal.unknown(&filled.connection).unwrap() > 0)),
        ),
        ("opened", opened),
        ("last rows", steps(&filled, || assert_eq!(rows(&listed, last, None, None).1.len(), 64))),
        ("sorted by words", steps(&filled, || drop(rows(&listed, 0, Some(sort), None)))),
        ("searched", steps(&filled, || drop(rows(&listed, 0, None, Some(nowhere))))),
    ]
}

/// Counted in steps of SQLite, so that the speed of a machine decides nothing.
#[test]
fn the_first_rows_of_a_long_history_come_at_once() {
    const TIMES: u64 = 20;
    let (few, many) = (waits(1000), waits(1000 * usize::try_from(TIMES).unwrap()));
    for ((name, few), (_, many)) in few.into_iter().zip(many) {
        println!("{name}: {few} steps with 1,000 changes, {many} with 20,000");
        assert!(few > 0, "{name}: nothing was counted");
        match name {
            "first rows" | "history of 20" | "unknown counted" => {
                assert!(many <= few + few / 10, "{name}: {few} steps, then {many}");
            }
            // One pass over the lines.
            _ => assert!(many <= few * (TIMES + 2), "{name}: {few} steps, then {many}"),
        }
    }
}

#[test]
fn the_fifth_version_is_taken_over_with_all_its_changes() {
    let filled = Filled::new(2000);
    let all = filled.all(HistoryOf::All, 500);
    let lines = |journal: &Journal| -> Vec<(String, String, String)> {
        let sql = locked(&journal.sql);
        let mut lines = sql.prepare("SELECT id, what, did FROM listed ORDER BY id").unwrap();
        lines
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let before = lines(&filled.journal);
    locked(&filled.journal.sql).execute_batch(tests::UNLISTED).unwrap();
    let path = filled.folder.path().join("journal.db");
    let Filled { folder, journal, connection } = filled;
    drop(journal);
    let journal = Arc::new(Journal::open(&path, |endpoint, _, _| not_begun(endpoint)).unwrap());
    journal.describe(|_| Currency::euro()).unwrap();
    let filled = Filled { folder, journal, connection };
    assert_eq!(filled.all(HistoryOf::All, 500).len(), all.len());
    assert_eq!(lines(&filled.journal), before, "every line with its words");
}
