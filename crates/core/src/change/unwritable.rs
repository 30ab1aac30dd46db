//! A journal that cannot be written: nothing is sent.

use tapline_contract::commands::OpenSandbox;
use tapline_contract::endpoints::{ListEmv, UpdateEmv};
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Command as _, Endpoint, Failure, FailureKind};

use crate::host::Host;
use crate::ports::Ports;
use rusqlite::Connection as Sql;

/// The whole desk, with a journal that cannot be written.
#[tokio::test]
async fn without_a_journal_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::open(folder.path(), Ports::headless()).unwrap();
    let session = host.invoke(OpenSandbox::NAME, None, "null").await.unwrap();
    let session: <OpenSandbox as tapline_contract::Command>::Output = serde_json::from_str(&session).unwrap();
    let connection = session.connection.id;
    let read = Call::<ListEmv>::new(connection.clone(), (), PageQuery::ALL, ());
    let read = serde_json::to_string(&read).unwrap();
    let listed = host.invoke(ListEmv::NAME, None, &read).await.unwrap();
    let page: <ListEmv as Endpoint>::Answer = serde_json::from_str(&listed).unwrap();
    let seen = page.records.iter().find(|record| record.draft().is_some()).unwrap();
    let mut input = seen.draft().unwrap();
    input.emv_name.push('!');
    let call = Call::<UpdateEmv>::new(connection, seen.id.clone(), input, Some(seen.clone()));
    let call = serde_json::to_string(&call).unwrap();

    let other = Sql::open(folder.path().join("journal.db")).unwrap();
    other.execute_batch("DROP TABLE operation").unwrap();
    let refused = host.invoke(UpdateEmv::NAME, Some(&format!("{:032x}", 1)), &call).await.unwrap_err();
    let failure: Failure = serde_json::from_str(&refused).unwrap();
    assert_eq!(failure.kind, FailureKind::Journal);
    let after: <ListEmv as Endpoint>::Answer =
        serde_json::from_str(&host.invoke(ListEmv::NAME, None, &read).await.unwrap()).unwrap();
    assert!(after.records.contains(seen), "the name is as it was");
}
