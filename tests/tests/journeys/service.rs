//! A colleague, who works past core, and answers that a service should not give.

use tapline_sandbox::Sandbox;
use tapline_scripted::{Answer, Server};
use tapline_tests::PlainRequest;

/// A colleague's request to the sandbox, past core. Gives the body of the answer.
pub(crate) async fn colleague(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> String {
    let answer = PlainRequest::new(method, path, body).to(sandbox).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body
}

/// A server that takes any request and answers with an empty object.
pub(crate) fn stranger() -> Server {
    Server::always(&Answer::json(200, "{}"))
}
