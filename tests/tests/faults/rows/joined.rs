//! F21 for the lists whose pages core joins when all are requested: transactions and settlements in its store, profiles
//! along their cursor.

use serde_json::{Value, json};
use tapline_contract::connection::ConnectionId;
use tapline_contract::rows::{Packed as _, Rows};
use tapline_scripted::{Behavior, Server, Step};
use tapline_tests::reference::Operation;

use super::page::{key, numbers, page, pages};
use crate::test_core::{PATIENT, TestCore};

/// Result of core.
struct Joined {
    numbers: Vec<u64>,
    complete: bool,
    /// It is said that the list changed, or that something is missing.
    noticed: bool,
}

/// A record was inserted at the front meanwhile: 3 comes twice. A record was removed: 4 never comes.
pub(super) async fn shifting(operation: &'static Operation) {
    for (second, expected, whole) in [([3, 4], vec![1, 2, 3, 4], false), ([5, 6], vec![1, 2, 3, 5, 6], true)]
    {
        let joined = join(operation, &[1, 2, 3], &second).await;
        assert_eq!(joined.numbers, expected, "each once");
        assert_eq!(joined.complete && !joined.noticed, whole, "fewer than were counted");
    }
    // The same records in an order of their own.
    let joined = join(operation, &[4, 2, 5], &[2, 1, 4, 3]).await;
    assert_eq!(joined.numbers.len(), 5);
    assert!(joined.complete);
}

/// Joins two pages that the service gives of a list of five.
async fn join(operation: &'static Operation, first: &[u64], second: &[u64]) -> Joined {
    let core = TestCore::new(PATIENT);
    let server = Server::start(serving(operation, first, second));
    let connection = core.attach(&server.http());
    match operation.name {
        "ListProfiles" => profiles(&core, operation, &connection).await,
        name => {
            stored(
                &core,
                operation,
                &connection,
                if name == "ListTransactions" { "transactions" } else { "settlements" },
            )
            .await
        }
    }
}

fn serving(operation: &'static Operation, first: &[u64], second: &[u64]) -> Behavior {
    if operation.name == "ListProfiles" {
        let more = json!({"totalSize": 5, "currentCursor": "c0", "nextCursor": "c1", "pageSize": 50});
        let last = json!({"totalSize": 5, "currentCursor": "c1", "nextCursor": null, "pageSize": 50});
        return pages(vec![page(operation, first, true, &more), page(operation, second, false, &last)]);
    }
    let total = json!({"total": 5, "current": 1});
    let (first, second) = (page(operation, first, true, &total), page(operation, second, false, &total));
    Behavior::respond(move |request| {
        let number =
            request.query.iter().find(|(key, _)| key == "pageNumber").map(|(_, value)| value.as_str());
        let answer: &Vec<Step> = if number.is_none_or(|number| number == "1") { &first } else { &second };
        answer.clone()
    })
}

async fn profiles(core: &TestCore, operation: &Operation, connection: &ConnectionId) -> Joined {
    let list = command(core, "AllProfiles", &json!({"connection": connection})).await;
    let numbers = numbers(operation, &json!({"data": list["profiles"]}));
    let complete = list["complete"] == true;
    Joined { numbers, complete, noticed: list["why"].is_string() }
}

async fn stored(core: &TestCore, operation: &Operation, connection: &ConnectionId, of: &str) -> Joined {
    let mut state = command(core, "OpenList", &json!({"connection": connection, "of": {of: {}}})).await;
    while state["state"] == "loading" {
        tokio::task::yield_now().await;
        state = command(core, "GetListState", &state["list"]).await;
    }
    let asked = json!({
        "list": state["list"], "version": state["version"], "first": 0, "count": 500,
        "columns": [key(operation)], "sort": null, "filter": null,
    });
    let rows = core.host.answer("ListRows", None, &asked.to_string()).await.unwrap();
    let rows = Rows::unpack(&rows).unwrap();
    let records: Vec<_> = rows.column(0).map(|id| json!({key(operation): id})).collect();
    Joined {
        numbers: numbers(operation, &json!({"records": records})),
        complete: state["state"] == "complete",
        noticed: state["changedWhileLoading"] == true,
    }
}

async fn command(core: &TestCore, name: &str, input: &Value) -> Value {
    let result = core.host.invoke(name, None, &input.to_string()).await;
    serde_json::from_str(&result.unwrap_or_else(|failure| panic!("{name}: {failure}"))).unwrap()
}
