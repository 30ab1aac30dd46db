//! A change that the end of Tapline cut off.

use std::time::Duration;

use tapline_contract::commands::{CheckOperation, Connect, CountUnknown, PasteToken};
use tapline_contract::connection::Safety;
use tapline_contract::{FailureKind, Outcome};
use tapline_sandbox::{Options, Sandbox};

use crate::test_core::{TestCore, cvm_limit, eventually, operation, quiet, save, with_cvm};

#[test]
fn a_change_cut_off_is_unknown_and_settled_after_the_next_start() {
    let outer = tokio::runtime::Runtime::new().unwrap();
    let sandbox = outer.block_on(Sandbox::start(Options::default())).unwrap();

    // The first Tapline, on a runtime that ends in the middle of the call.
    let first = tokio::runtime::Runtime::new().unwrap();
    let operation = operation();
    let (core, id, call) = first.block_on(async {
        let core = TestCore::new();
        let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
        let before = quiet(&core.list(&id).await).clone();
        // Three seconds until the sandbox does it and answers.
        let call = save(&id, &before, with_cvm(&before, 6605));
        let payload = serde_json::to_string(&call).unwrap();
        let (host, name) = (core.host.clone(), operation.0.clone());
        tokio::spawn(async move { host.invoke("UpdateEmv", Some(&name), &payload).await });
        eventually(async || (sandbox.puts() == 1).then_some(())).await;
        (core, id, call)
    });
    first.shutdown_timeout(Duration::from_secs(10));

    outer.block_on(async {
        let again = core.restarted();
        let cut_off = again.history(&id).await.remove(0);
        assert!(matches!(cut_off.outcome, Some(Outcome::Unknown { given_up: false, .. })), "{cut_off:?}");
        assert_eq!(cut_off.before, call.seen);
        assert_eq!(again.command::<CountUnknown>(id.clone()).await.unwrap(), 1);
        let closed = again.command::<CheckOperation>(operation.clone()).await.unwrap_err();
        assert_eq!(closed.kind, FailureKind::NotConnected);

        again.shell.copy(sandbox.token());
        again.command::<PasteToken>(id.clone()).await.unwrap();
        again.command::<Connect>(id.clone()).await.unwrap();
        // In the background, without a request.
        let outcome = eventually(async || {
            let outcome = again.history(&id).await[0].outcome.clone()?;
            outcome.is_settled().then_some(outcome)
        });
        let outcome = outcome.await;
        let Outcome::Applied { record: Some(record), .. } = &outcome else { panic!("{outcome:?}") };
        assert_eq!(cvm_limit(record), Some(6605));
        assert_eq!(
            again.change(&operation, &call).await.unwrap(),
            outcome,
            "the same operation is not sent again"
        );
        assert_eq!(sandbox.puts(), 1);
        assert_eq!(again.command::<CountUnknown>(id.clone()).await.unwrap(), 0);
        again.forget(&id).await;
    });
}
