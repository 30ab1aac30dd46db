//! A page alone cannot lower the protection of a connection, nor undo a lock.

use tapline_contract::FailureKind;
use tapline_contract::commands::{Connect, GetDesk, Lock, SaveConnection};
use tapline_contract::connection::Safety;
use tapline_core::Answer;
use tapline_sandbox::{Options, Sandbox};

use crate::test_core::{TestCore, typed};

#[tokio::test]
async fn a_lower_level_or_another_address_is_agreed_to_outside_the_page() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let address = sandbox.base_address();
    let id = core.connect(&address, sandbox.token(), Safety::ConfirmAndRetype).await.unwrap();
    // The new address is agreed to, and nothing else.
    assert_eq!(core.shell.questions(), ["Connect to"]);
    core.shell.asked.lock().unwrap().clear();
    for answer in [Answer::No, Answer::NobodyToAsk] {
        *core.shell.answer.lock().unwrap() = Some(answer);
        for lower in [
            typed(&id, &address, Safety::Confirm),
            typed(&id, "http://127.0.0.1:9", Safety::ConfirmAndRetype),
        ] {
            let refused = core.command::<SaveConnection>(lower).await.unwrap_err();
            assert!(refused.sentence.contains("nothing was sent or changed"), "{}", refused.sentence);
        }
    }
    let state = core.command::<GetDesk>(()).await.unwrap();
    let kept = &state.connections[0];
    assert_eq!((kept.safety, kept.base_address.as_str()), (Safety::ConfirmAndRetype, address.as_str()));
    assert!(state.session.is_some(), "nothing was saved, so it is open still");
    assert_eq!(core.shell.asked.lock().unwrap().len(), 4);

    core.command::<SaveConnection>(typed(&id, &address, Safety::ReadOnly)).await.unwrap();
    assert_eq!(core.shell.asked.lock().unwrap().len(), 4, "a stricter level needs nobody");
    *core.shell.answer.lock().unwrap() = Some(Answer::Yes);
    core.command::<SaveConnection>(typed(&id, &address, Safety::Confirm)).await.unwrap();
    assert!(core.shell.asked.lock().unwrap()[4].text.contains("“Read only” to “Confirm”"));
    assert_eq!(core.shell.questions(), ["Lower the"; 5]);
    core.forget(&id).await;
}

/// The question is open while the lock comes: a request made before the lock does not undo it.
#[tokio::test(flavor = "multi_thread")]
async fn saving_or_removing_in_flight_does_not_undo_a_lock() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let address = sandbox.base_address();
    let id = core.connect(&address, sandbox.token(), Safety::ConfirmAndRetype).await.unwrap();
    core.shell.asked.lock().unwrap().clear();
    // Holds the answer back.
    let held = core.shell.answer.lock().unwrap();
    let save = tokio::spawn({
        let (host, typed) = (core.host.clone(), typed(&id, &address, Safety::Confirm));
        async move { host.invoke("SaveConnection", None, &serde_json::to_string(&typed).unwrap()).await }
    });
    let asked = core.shell.asked.clone();
    tokio::task::block_in_place(|| {
        let started = std::time::Instant::now();
        while asked.lock().unwrap().is_empty() {
            assert!(started.elapsed().as_secs() < 30, "nobody was asked");
            std::thread::yield_now();
        }
    });
    tokio::task::block_in_place(|| {
        tokio::runtime::Handle::current().block_on(core.command::<Lock>(())).unwrap();
    });
    drop(held);
    let refused: tapline_contract::Failure = serde_json::from_str(&save.await.unwrap().unwrap_err()).unwrap();
    assert_eq!(refused.kind, FailureKind::Locked);
    let state = core.command::<GetDesk>(()).await.unwrap();
    assert!(state.locked);
    assert_eq!(state.connections[0].safety, Safety::ConfirmAndRetype);
    assert_eq!(core.command::<Connect>(id).await.unwrap_err().kind, FailureKind::Locked);
}
