//! Guards belong to an address and its owner, not to an entry in the list.

use tapline_contract::commands::{
    Connect, Disconnect, NewConnection, PasteToken, RemoveConnection, SaveConnection,
};
use tapline_contract::connection::{Connection, ConnectionId, Environment, Safety, Session};
use tapline_contract::{Failure, FailureKind};
use tapline_core::Answer;
use tapline_sandbox::{Options, Sandbox};

use crate::test_core::{TestCore, typed};

const LIVE: Environment = Environment::Live;
const SANDBOX: Environment = Environment::Sandbox;
const CONFIRM: Safety = Safety::Confirm;
const STRICT: Safety = Safety::ConfirmAndRetype;
const READ_ONLY: Safety = Safety::ReadOnly;

/// Fate of the first entry before the second one is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Stays,
    /// It is removed.
    Goes,
    /// It is pointed to another address.
    Moves,
}

async fn new_id(core: &TestCore) -> ConnectionId {
    core.command::<NewConnection>(()).await.unwrap()
}

async fn save(core: &TestCore, connection: Connection) -> Result<(), Failure> {
    core.command::<SaveConnection>(connection).await.map(drop)
}

async fn open(core: &TestCore, id: &ConnectionId, token: &str) -> Session {
    core.shell.copy(token);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    let session = core.command::<Connect>(id.clone()).await.unwrap();
    core.command::<Disconnect>(()).await.unwrap();
    session
}

/// Everything that a page could try to get around a saved guard, by another entry for the same service.
#[tokio::test]
async fn no_second_entry_weakens_a_guard_without_a_person() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let address = sandbox.base_address();
    let port = address.rsplit_once(':').unwrap().1.to_owned();
    let spellings = [
        (address.clone(), ""),
        (format!("{address}//"), ""),
        (address.to_uppercase().replace("HTTP", "http"), ""),
        (address.clone(), "acme"),
        (format!("http://localhost:{port}"), ""),
        (format!("{address}/x/.."), "acme/shop"),
    ];
    let mut tried = 0;
    for first in [(LIVE, CONFIRM), (LIVE, STRICT), (LIVE, READ_ONLY), (SANDBOX, READ_ONLY)] {
        for what in [First::Stays, First::Goes, First::Moves] {
            for second in [(SANDBOX, CONFIRM), (LIVE, CONFIRM), (SANDBOX, READ_ONLY), (LIVE, READ_ONLY)] {
                let (spelt, namespace) = &spellings[tried % spellings.len()];
                tried += 1;
                let told = format!("{first:?} {what:?} {second:?} {spelt} {namespace}");
                let core = TestCore::new();
                let guarded = new_id(&core).await;
                let entry = typed(&guarded, &address, first.1);
                save(&core, Connection { environment: first.0, ..entry.clone() }).await.unwrap();
                match what {
                    First::Stays => {}
                    First::Goes => drop(core.command::<RemoveConnection>(guarded).await.unwrap()),
                    First::Moves => {
                        let base_address = "http://127.0.0.1:9".to_owned();
                        save(&core, Connection { environment: first.0, base_address, ..entry })
                            .await
                            .unwrap();
                    }
                }
                let id = new_id(&core).await;
                let entry = Connection {
                    environment: second.0,
                    namespace: (*namespace).to_owned(),
                    ..typed(&id, spelt, second.1)
                };
                let strictness = |safety: Safety| safety.strictness();
                let weaker = strictness(second.1) < strictness(first.1);
                let asks = first.0 == LIVE || weaker || what != First::Stays || spelt.contains("localhost");
                core.shell.asked.lock().unwrap().clear();
                core.shell.answer(Answer::No);
                let refused = save(&core, entry.clone()).await;
                assert_eq!(
                    refused.is_err(),
                    asks && core.shell.questions().len() == 1,
                    "{told}: {refused:?}"
                );
                if first.0 == LIVE || weaker {
                    assert!(refused.is_err(), "{told}");
                }
                core.shell.answer(Answer::Yes);
                save(&core, entry).await.unwrap();
                let session = open(&core, &id, sandbox.token()).await;
                let opened = (session.connection.environment, session.connection.safety);
                if what == First::Stays {
                    // Agreed to, it is one more way to the same guard.
                    let level = if weaker { first.1 } else { second.1 };
                    let environment = if first.0 == LIVE { LIVE } else { second.0 };
                    assert_eq!(opened, (environment, level), "{told}");
                } else {
                    assert_eq!(opened, second, "{told}: agreed to");
                }
            }
        }
    }
    assert_eq!(tried, 48);
}

#[tokio::test]
async fn a_guard_is_for_its_owner_and_holds_after_a_restart() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let address = sandbox.base_address();
    let first = core.connect(&address, sandbox.token(), READ_ONLY).await.unwrap();
    core.command::<RemoveConnection>(first).await.unwrap();
    let core = core.restarted();
    let id = new_id(&core).await;
    core.shell.answer(Answer::No);
    let refused = save(&core, typed(&id, &address, CONFIRM)).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Cancelled);
    let asked = core.shell.asked.lock().unwrap().pop().unwrap();
    assert!(asked.text.contains("had the safety level “Read only”"), "{}", asked.text);
    // As strict as before it is only a new address.
    core.shell.answer(Answer::Yes);
    save(&core, typed(&id, &address, READ_ONLY)).await.unwrap();
    assert_eq!(core.shell.questions(), ["Connect to"]);
    // Its own level is lowered by a person, and then that is the guard.
    save(&core, typed(&id, &address, STRICT)).await.unwrap();
    assert_eq!(core.shell.questions(), ["Connect to", "Lower the"]);
    assert_eq!(open(&core, &id, sandbox.token()).await.connection.safety, STRICT);
    save(&core, Connection { name: "Other".to_owned(), ..typed(&id, &address, STRICT) }).await.unwrap();
    assert_eq!(core.shell.questions().len(), 2, "agreed to once");
}

#[tokio::test]
async fn a_guard_that_is_saved_while_another_entry_is_open_counts_for_it() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let address = sandbox.base_address();
    let id = core.connect(&address, sandbox.token(), CONFIRM).await.unwrap();
    let list = core.list(&id).await;
    let record = crate::test_core::quiet(&list).clone();
    let stricter = new_id(&core).await;
    save(&core, typed(&stricter, &address, READ_ONLY)).await.unwrap();
    let change = crate::test_core::save(&id, &record, crate::test_core::with_cvm(&record, 5000));
    let refused = core.change(&crate::test_core::operation(), &change).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::ReadOnly, "{refused}");
}
