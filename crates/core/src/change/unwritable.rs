//! A journal that cannot be written: nothing is sent.

use tapline_contract::commands::OpenSandbox;
use tapline_contract::endpoints::{ListEmv, UpdateEmv};
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Command as _, Endpoint, Failure, FailureKind};
use tapline_platform::clock::Clock;
use tapline_platform::network::Network;

use crate::host::Host;
use crate::ports::{Ports, Window};
use rusqlite::Connection as Sql;

/// The whole desk, with a journal that cannot be written.
#[tokio::test]
async fn without_a_journal_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let ports = Ports {
        read_clipboard: Box::new(|| Err(String::new())),
        clear_clipboard: Box::new(|| ()),
        write_secret: Box::new(|_| Ok(())),
        export_folders: Box::new(Vec::new),
        show_file: Box::new(|_| Ok(())),
        choose_file: Box::new(|_| None),
        close_window: Box::new(|| ()),
        set_title: Box::new(|_| ()),
        window: Window::default(),
        policy: None,
        clock: Clock::system(),
        network: Network::default(),
    };
    let host = Host::open(folder.path(), ports).unwrap();
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
