//! `taplinectl` against a service that is not the sandbox: the reference service, which checks every request against the
//! document. Each of the 34 operations, as a process of its own, and its outcome when the service fails.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use serde_json::Value;
use tapline_scripted::{Answer, ClosedPort, Greeting, Identity, Request, Server, Step};
use tapline_tests::reference::{Fate, NAMESPACE, OPERATIONS, Operation, Reference, TOKEN};
use tapline_tests::target;

/// One run of the program.
struct Run<'a> {
    operation: &'a Operation,
    base_url: String,
    more: Vec<&'a str>,
    variables: Vec<(&'a str, PathBuf)>,
}

#[derive(Debug)]
struct Ended {
    code: i32,
    document: Value,
    said: String,
}

/// Names another build of the program, as in the tests of tapline-ctl.
const OTHER_PROGRAM: &str = "TAPLINECTL_BIN";

fn program() -> PathBuf {
    if let Some(other) = std::env::var_os(OTHER_PROGRAM) {
        return other.into();
    }
    let path = target().join("debug").join("taplinectl");
    assert!(path.exists(), "{} is missing; type: cargo xtask test", path.display());
    path
}

impl<'a> Run<'a> {
    fn new(operation: &'a Operation, base_url: String) -> Run<'a> {
        // Without a search for a lost answer: the test would wait for it.
        let more = if operation.changes() { vec!["--wait", "0"] } else { Vec::new() };
        Run { operation, base_url, more, variables: Vec::new() }
    }

    fn run(&self, folder: &Path) -> Ended {
        let mut command = Command::new(program());
        command
            .args(["call", self.operation.name, "--base-url", &self.base_url, "--namespace", NAMESPACE])
            .args(["--environment", "sandbox", "--data-dir"])
            .arg(folder)
            .args(&self.more)
            .env_clear()
            .env("TAPLINE_TOKEN", TOKEN)
            .env("TAPLINE_UNIT", "major")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(id) = self.operation.id {
            command.args(["--id", id]);
        }
        if !self.operation.input.is_empty() {
            command.args(["--input", "-"]);
        }
        if ["EndDevice", "UpdateDevice"].contains(&self.operation.name) {
            command.args(["--merchant", "M100"]);
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        let mut input = child.stdin.take().expect("its input is a pipe");
        // A program that refuses its arguments reads nothing.
        let _ = input.write_all(self.operation.input.as_bytes());
        drop(input);
        Ended::from_output(&child.wait_with_output().expect("the program ends"))
    }
}

impl Ended {
    fn from_output(output: &Output) -> Ended {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ended = Ended {
            code: output.status.code().unwrap_or(-1),
            document: serde_json::from_slice(&output.stdout).unwrap_or_default(),
            said: text(&output.stderr),
        };
        for secret in [TOKEN, "s3cret"] {
            assert!(!ended.said.contains(secret), "{ended:?}");
        }
        ended
    }

    fn outcome(&self) -> &str {
        self.document.as_object().and_then(|object| object.keys().next()).map_or("", String::as_str)
    }
}

/// Runs `check` for every operation, a few at a time; the failures are reported together.
fn every(check: impl Fn(&Operation) + Sync) {
    let rows = std::sync::Mutex::new(OPERATIONS.iter());
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(operation) = rows.lock().expect("no check holds it").next() else { return };
                    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(operation)));
                    if checked.is_err() {
                        failed.lock().expect("no check holds it").push(operation.name);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("all have ended");
    assert!(failed.is_empty(), "{failed:?}");
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[test]
fn every_operation_sends_what_the_document_says() {
    every(|operation| {
        let service = Reference::start();
        let server = Server::start(service.behavior());
        let folder = folder();
        let ended = Run::new(operation, server.http()).run(folder.path());
        assert_eq!(ended.code, 0, "{}: {ended:?}", operation.name);
        let deviations = service.deviations();
        assert!(deviations.is_empty(), "{}: {deviations:?}", operation.name);
        let seen = server.seen();
        assert!(seen.broken.is_empty(), "{}: {:?}", operation.name, seen.broken);
        let sent: Vec<_> = seen.requests.iter().filter(|request| operation.takes(request)).collect();
        if operation.changes() {
            assert_eq!((sent.len(), ended.outcome()), (1, "applied"), "{}: {ended:?}", operation.name);
        }
        let expected = operation.request();
        let first = sent.first().unwrap_or_else(|| panic!("{}: nothing was sent", operation.name));
        assert_eq!((&first.method, &first.path), (&expected.method, &expected.path), "{}", operation.name);
        let query = |request: &Request| request.query.iter().cloned().collect::<BTreeMap<_, _>>();
        assert_eq!(query(first), query(&expected), "{}", operation.name);
        let json = |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap_or_default();
        let mut body = json(&first.body);
        if let Some(reason) = body["refundReason"].as_str() {
            // Core's mark, by which a lost answer is found again.
            let (plain, mark) = reason.split_once(" [tl-").unwrap_or_else(|| panic!("no mark: {reason}"));
            assert!(mark.ends_with(']') && mark.len() == 9, "{reason}");
            body["refundReason"] = Value::from(plain);
        }
        assert_eq!(body, json(&expected.body), "{}", operation.name);
        if !operation.changes() {
            let mut answer = json(&operation.sample().body);
            let answer = if operation.is_wrapped() { answer["data"].take() } else { answer };
            assert_eq!(members(&ended.document), members(&answer), "{}: {ended:?}", operation.name);
        }
    });
}

/// Names of the members of a record; for a list, of its first one.
fn members(document: &Value) -> Vec<&String> {
    let record = document["records"].get(0).or(document["data"].get(0)).unwrap_or(document);
    record.as_object().into_iter().flat_map(|object| object.keys()).collect()
}

#[test]
fn a_service_that_is_not_there_is_exit_code_7() {
    let port = ClosedPort::reserve();
    let base_url = format!("http://127.0.0.1:{}", port.port());
    every(|operation| {
        let ended = Run::new(operation, base_url.clone()).run(folder().path());
        assert_eq!(ended.code, 7, "{}: {ended:?}", operation.name);
    });
}

/// The operation is answered so; everything else is answered well.
fn answered(operation: &Operation, answer: fn() -> Answer) -> (Ended, usize) {
    let service = Reference::start();
    let row = Operation::named(operation.name);
    let server = Server::start(service.except(row, move |_, _| Some(answer().steps())));
    let ended = Run::new(operation, server.http()).run(folder().path());
    (ended, operation.sent(&server.seen()))
}

#[test]
fn a_token_that_is_not_accepted_is_exit_code_4() {
    every(|operation| {
        let (ended, sent) =
            answered(operation, || Answer::json(401, r#"{"code":10401,"msg":"Authentication failed"}"#));
        // For a void or a refund the token is tried with another call, and the password is suspected.
        let code = if ["VoidTransaction", "RefundTransaction"].contains(&operation.name) { 6 } else { 4 };
        assert_eq!((ended.code, sent), (code, 1), "{}: {ended:?}", operation.name);
    });
}

#[test]
fn a_refusal_is_exit_code_6_and_tells_the_services_words() {
    every(|operation| {
        let (ended, sent) =
            answered(operation, || Answer::json(400, r#"{"code":4711,"msg":"not like this"}"#));
        assert_eq!(ended.code, 6, "{}: {ended:?}", operation.name);
        assert!(ended.said.contains("not like this"), "{}: {ended:?}", operation.name);
        assert_eq!(sent, operation.asked_when_refused(), "{}", operation.name);
    });
}

/// The operation is done or not, and its answer is lost.
fn lost(operation: &Operation, fate: Fate, wait: &'static str) -> (Ended, usize) {
    let service = Reference::start();
    let row = Operation::named(operation.name);
    let losing = Arc::clone(&service);
    let server = Server::start(service.except(row, move |_, request| {
        losing.lose(request, fate);
        Some(vec![Step::Reset])
    }));
    let run = Run { more: vec!["--wait", wait], ..Run::new(operation, server.http()) };
    let ended = run.run(folder().path());
    (ended, operation.sent(&server.seen()))
}

#[test]
fn a_lost_answer_of_a_change_is_exit_code_3_and_never_sent_again() {
    every(|operation| {
        if operation.changes() {
            let (ended, sent) = lost(operation, Fate::NotDone, "0");
            assert_eq!(
                (ended.code, sent, ended.outcome()),
                (3, 1, "unknown"),
                "{}: {ended:?}",
                operation.name
            );
            // A change that no read can show is closed by whoever found its outcome elsewhere.
            let given_up = ended.document["unknown"]["given_up"] == true;
            let way_out = if given_up { "taplinectl close" } else { "taplinectl check" };
            assert!(ended.said.contains(way_out), "{}: {ended:?}", operation.name);
        }
    });
}

#[test]
fn a_change_that_was_done_is_found_by_reading() {
    let traceless = ["EmailReceipt", "EmailSettlements", "SignOnProfile"];
    every(|operation| {
        if operation.changes() {
            let (ended, sent) = lost(operation, Fate::Done, "20");
            let expected = if traceless.contains(&operation.name) { (3, "unknown") } else { (0, "applied") };
            assert_eq!((ended.code, ended.outcome()), expected, "{}: {ended:?}", operation.name);
            assert_eq!(sent, 1, "{}", operation.name);
        }
    });
}

#[test]
fn what_someone_else_changed_is_exit_code_2_and_not_sent() {
    let operation = Operation::named("UpdateEmv");
    let service = Reference::start();
    let server = Server::start(service.behavior());
    let seen = r#"{"id":12,"emvName":"as it was long ago","paymentMethod":"01","params":"{}"}"#;
    let run = Run { more: vec!["--seen", seen, "--wait", "0"], ..Run::new(operation, server.http()) };
    let ended = run.run(folder().path());
    assert_eq!((ended.code, ended.outcome()), (2, "conflict"), "{ended:?}");
    assert_eq!(operation.sent(&server.seen()), 0);
}

/// Trust comes from the operating system alone.
#[test]
fn no_variable_makes_a_certificate_trusted() {
    let folder = folder();
    let roots = folder.path().join("roots");
    std::fs::create_dir(&roots).expect("the folder is this test's");
    let file = roots.join("0a1b2c3d.0");
    std::fs::write(&file, Identity::authority()).expect("the folder is this test's");
    let nowhere = folder.path().join("nowhere");
    let valid = Identity::valid();
    let behavior = Reference::start().behavior().after(move |_| Greeting::Tls(Arc::clone(&valid)));
    let server = Server::start(behavior);
    for variables in [
        vec![],
        vec![("SSL_CERT_FILE", file.clone())],
        vec![("SSL_CERT_DIR", roots.clone())],
        vec![("SSL_CERT_FILE", file.clone()), ("SSL_CERT_DIR", roots.clone())],
        vec![("SSL_CERT_FILE", nowhere.clone()), ("SSL_CERT_DIR", nowhere)],
        vec![("SSL_CERT_FILE", PathBuf::new())],
    ] {
        let run = Run { variables, ..Run::new(Operation::named("GetOwner"), server.https()) };
        let ended = run.run(&folder.path().join("data"));
        assert_eq!(ended.code, 7, "{:?}: {ended:?}", run.variables);
        assert!(ended.said.contains("doesn't trust the issuer"), "{ended:?}");
    }
    assert_eq!(server.seen().requests.len(), 0, "no token went to it");
}
