//! F34: Tapline is started a second time on the same data folder. Changes of the first that are on their way stay the first's;
//! a change that no running Tapline has was cut off, even if its lock file was left behind.

use std::fs;
use std::sync::Arc;

use serde_json::Value;
use tapline_scripted::{Gate, Server, Step};
use tapline_tests::reference::{Operation, Reference};

use crate::cell::passed;
use crate::matrix::FaultRow;
use crate::test_core::{CallResult, PATIENT, TestCore, attach, fresh, newest, payload, send, settled};

pub(crate) async fn second() {
    let operation = Operation::named("VoidTransaction");
    let (service, gate) = (Reference::start(), Gate::default());
    let (doing, held) = (Arc::clone(&service), gate.clone());
    let server = Server::start(service.except(operation, move |_, request| {
        Some([vec![Step::Wait(held.clone())], doing.answer(request).steps()].concat())
    }));
    let core = TestCore::new(PATIENT);
    let connection = core.attach(&server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    let (host, text, first) = (core.host.clone(), payload.clone(), id.clone());
    let running = tokio::spawn(async move { send(&host, operation, &text, &first).await });
    server.until(move |seen| operation.sent(seen) == 1).await;

    // Left by a Tapline that was killed: a lock file without a holder.
    fs::write(core.folder().join("runs").join("00000000deadbeef"), "").unwrap();
    let (second, _) = core.second(PATIENT);
    assert!(!core.folder().join("runs").join("00000000deadbeef").exists(), "it is swept away");
    attach(&second, &server.http());
    let history = |host: &tapline_core::Host| {
        let (host, connection) = (host.clone(), connection.clone());
        async move {
            let result = host.invoke("ListHistory", None, &newest(&connection)).await.unwrap();
            serde_json::from_str::<Value>(&result).unwrap()["changes"].clone()
        }
    };
    assert_eq!(history(&second).await[0]["outcome"], Value::Null, "it is still on its way");
    let busy = send(&second, operation, &payload, &fresh()).await;
    assert!(
        matches!(&busy, CallResult::Failed(failure) if failure.kind == tapline_contract::FailureKind::Busy),
        "{busy:?}"
    );
    gate.open();
    assert!(matches!(running.await.unwrap(), CallResult::Applied(..)));
    assert!(matches!(send(&second, operation, &payload, &id).await, CallResult::Applied(..)));
    assert!(!history(&second).await[0]["outcome"]["applied"].is_null());
    assert_eq!(operation.sent(&server.seen()), 1);
    drop((core, second));
    ended_in_the_middle().await;
    FaultRow::by_number(34).cells_here().into_iter().for_each(passed);
}

/// The first Tapline ends while its answer is on the way; the second finds out by reading, and sends nothing.
async fn ended_in_the_middle() {
    let operation = Operation::named("RefundTransaction");
    let service = Reference::start();
    let doing = Arc::clone(&service);
    let server = Server::start(service.except(operation, move |_, request| {
        doing.answer(request);
        Some(vec![Step::Stall])
    }));
    let folder = crate::test_core::in_memory();
    let first = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (host, _) =
        crate::test_core::open(folder.path(), PATIENT, tapline_platform::network::Network::default());
    let connection = attach(&host, &server.http());
    let (payload, id) = (payload(&connection, operation), fresh());
    let (text, name) = (payload.clone(), id.clone());
    first.spawn(async move { send(&host, operation, &text, &name).await });
    server.until(move |seen| operation.sent(seen) == 1).await;
    first.shutdown_background();
    // Its lock ends with its last task.
    let (second, _) = loop {
        let opened =
            crate::test_core::open(folder.path(), PATIENT, tapline_platform::network::Network::default());
        let result = opened.0.invoke("ListHistory", None, &newest(&connection)).await.unwrap();
        if !result.contains("\"outcome\":null") {
            break opened;
        }
        tokio::task::yield_now().await;
    };
    attach(&second, &server.http());
    let result = settled(&second, operation, &payload, &id).await;
    assert!(matches!(result, CallResult::Applied(tapline_contract::Evidence::ReadBack, _)), "{result:?}");
    assert_eq!(operation.sent(&server.seen()), 1);
}
