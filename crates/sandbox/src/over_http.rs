//! Tests of whole requests: statuses, headers, the namespace, and letters of paths.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use crate::{Options, Sandbox};

struct Heard {
    status: u16,
    head: String,
    body: Value,
}

/// `None` as a body sends none.
fn say(sandbox: &Sandbox, request: &str, body: Option<&str>) -> Heard {
    let address = sandbox.base_address().replace("http://", "");
    let content = body.map_or(String::new(), |body| {
        format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
    });
    let token = sandbox.token();
    let text = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n{content}\r\n{}",
        body.unwrap_or_default()
    );
    let mut connection = TcpStream::connect(address).unwrap();
    connection.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    Heard {
        status: head[9..12].parse().unwrap(),
        head: head.to_owned(),
        body: serde_json::from_str(body).unwrap_or(Value::Null),
    }
}

async fn sandbox() -> Sandbox {
    Sandbox::start(Options { records: 0, ..Options::default() }).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_lives_under_the_namespace() {
    let sandbox = sandbox().await;
    let body = r#"{"profileName":"Pop-up","providerReference":"pop/up é","acceptances":[]}"#;
    let made = say(&sandbox, "POST /acme/api/v1/profiles", Some(body));
    let id = made.body["profileId"].as_str().unwrap().to_owned();
    assert_eq!(made.status, 201);
    assert!(made.head.contains(&format!("location: /profiles/{id}\r\n")), "{}", made.head);
    assert!(made.head.contains("x-service-request-id: req_"));

    let found = say(&sandbox, "GET /acme/api/v1/profiles/providerReference/pop%2Fup%20%C3%A9", None);
    assert_eq!((found.status, found.body["profileId"].as_str()), (200, Some(id.as_str())));
    let status = format!("PATCH /acme/api/v1/profiles/{id}/status");
    let disabled = say(&sandbox, &status, Some(r#"{"status":"DISABLED"}"#));
    assert_eq!((disabled.status, &disabled.body["entityStatus"]), (200, &"DISABLED".into()));
    let signed = say(&sandbox, &format!("POST /acme/api/v1/profiles/{id}/signOn"), None);
    assert_eq!((signed.status, &signed.body["code"]), (400, &11_024.into()));
    assert_eq!(say(&sandbox, "POST /acme/api/v1/profiles", Some(body)).status, 400);
    assert_eq!(say(&sandbox, &format!("GET /api/v1/profiles/{id}"), None).status, 404);

    let last = say(&sandbox, "GET /acme/api/v1/profiles?isForward=false&pageSize=1", None);
    assert_eq!((&last.body["hasNext"], &last.body["totalSize"]), (&true.into(), &29.into()));
    let next = last.body["nextCursor"].as_str().unwrap();
    let first =
        say(&sandbox, &format!("GET /acme/api/v1/profiles?pageSize=200&isForward=false&cursor={next}"), None);
    assert_eq!((&first.body["nextCursor"], &first.body["hasNext"]), (&Value::Null, &false.into()));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_families_have_their_envelope() {
    let sandbox = sandbox().await;
    for (request, body, status, code) in [
        ("GET /api/v2/device?mchId=M100000001", None, 200, 0),
        ("GET /api/v2/device", None, 400, 10_000),
        ("PUT /api/v2/device/CD-H3N8T2WA", Some(r#"{"extParams":"{}"}"#), 200, 0),
        ("PUT /api/v2/device/CD-H3N8T2WA", Some(r#"{"extParams":{}}"#), 400, 10_000),
        ("DELETE /api/v2/device/SDK-4F1A20B7", None, 400, 10_000),
        ("DELETE /api/v2/device/SDK-4F1A20B7?deviceStatus=3", None, 200, 0),
        ("DELETE /api/v2/device/SDK-4F1A20B7?deviceStatus=2", None, 200, 11_024),
        ("DELETE /api/v2/device/CD-7Q2M4K9X", None, 200, 0),
        ("GET /api/v2/mchInfo?mchId=&mchName=Caf%C3%A9", None, 200, 0),
        ("GET /api/v2/mchInfo/M9", None, 404, 11_001),
        ("POST /api/v2/mchInfo", Some(r#"{"mchName":5}"#), 400, 10_000),
        ("GET /api/v2/acquirer?profileName=eur&pageSize=-1", None, 200, 0),
        ("DELETE /api/v2/acquirer/301", None, 200, 11_023),
        ("DELETE /api/v2/acquirer/304", None, 200, 0),
    ] {
        let heard = say(&sandbox, request, body);
        assert_eq!(
            (heard.status, &heard.body["code"]),
            (status, &code.into()),
            "{request} -> {}",
            heard.body
        );
    }
    sandbox.stop().await;
}
