//! The sandbox over loopback HTTP, as any client of the service meets it. The documented shapes are in `golden.rs`.

mod money;
mod profiles;
mod service;
mod transactions;

use std::time::Duration;

use tapline_sandbox::{Options, Sandbox};
use tapline_tests::{PlainAnswer, PlainRequest};

async fn start() -> Sandbox {
    Sandbox::start(Options::default()).await.expect("a sandbox")
}

async fn ask(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> PlainAnswer {
    PlainRequest::new(method, path, body).to(sandbox).await
}

/// Status, `code` and `msg`.
fn envelope(answer: &PlainAnswer) -> (u16, i64, String) {
    let body = answer.json();
    (answer.status, body["code"].as_i64().expect("a code"), body["msg"].as_str().expect("a msg").to_owned())
}

/// Waits for a condition, at most ten seconds.
async fn until(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("the condition comes true in time");
}
