//! The sandbox answers the golden requests in the golden shape. Ids in them are those of its demo data.

use std::collections::BTreeSet;

use tapline_contract::Endpoint;
use tapline_sandbox::{Options, Sandbox};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Example;
use crate::compare::{json, kinds};
use crate::files::{Golden, golden, headers, query, text};

/// Places where the document allows null: their values are not compared.
const NULLABLE: [&str; 3] = [".updatedAt", ".tags", ".nextCursor"];

/// Members that an answer may lack, or have in addition: the endpoint, the end of the place, and the
/// reason.
const LENIENT: [(&str, &str, &str); 3] = [
    ("ListAcquirers", "[].createdAt", "the fields of the record are not shown"),
    ("ListAcquirers", "[].updatedAt", "the fields of the record are not shown"),
    ("GetSettlement", ".successTime", "the batch is open"),
];

/// Each call meets a sandbox of its own, so that the order does not count.
#[tokio::test]
async fn the_sandbox_answers_as_documented() {
    macro_rules! each { ($(($name:ident $class:ident))*) => { $(answers::<tapline_contract::endpoints::$name>().await;)* }; }
    tapline_contract::for_each_endpoint!(each);
}

async fn answers<E: Example>() {
    let (request, response) = (golden::<E>("request"), golden::<E>("response"));
    let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
    let (status, head, body) = exchange(&sandbox, &request).await;
    assert_eq!(json(&response["status"]), status, "{}: {body}", E::NAME);
    for (name, value) in headers(&response) {
        let documented = value.split_inclusive('_').next().unwrap_or_default();
        let found = header(&head, &name).unwrap_or_default();
        assert!(found.starts_with(documented), "{}: {name}: {found:?}, documented {documented}…", E::NAME);
    }
    let documented = shape::<E>(response.get("body").map_or("", String::as_str));
    assert_eq!(shape::<E>(&body), documented, "{}: {body}", E::NAME);
    sandbox.stop().await;
}

fn shape<E: Endpoint>(body: &str) -> BTreeSet<String> {
    if body.is_empty() {
        return BTreeSet::new();
    }
    let lenient = |place: &str| {
        LENIENT.iter().any(|(name, end, _)| *name == E::NAME && place.ends_with(end))
            || (!E::WRAPPED && NULLABLE.iter().any(|end| place.trim_end_matches("[]").ends_with(end)))
    };
    let all = kinds(&json(body)).into_iter();
    all.filter(|line| !lenient(line.split(':').next().unwrap_or_default())).collect()
}

fn header(head: &str, name: &str) -> Option<String> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.trim().to_owned())
}

/// Sends a golden request unchanged. Returns status, head and body of the answer.
async fn exchange(sandbox: &Sandbox, request: &Golden) -> (u16, String, String) {
    let address = sandbox.base_address().replace("http://", "");
    let query: Vec<_> = query(request).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    let body = request.get("body").map_or("", String::as_str);
    let message = format!(
        "{} {}?{} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        text(request, "method"),
        text(request, "path"),
        query.join("&"),
        sandbox.token(),
        body.len(),
    );
    let mut stream = TcpStream::connect(&address).await.expect("the sandbox listens");
    stream.write_all(message.as_bytes()).await.expect("the sandbox reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the sandbox answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_owned(), body.to_owned())
}
