//! Whole requests: statuses, headers, the namespace, and letters of paths.

use serde_json::Value;
use tapline_sandbox::{Options, Sandbox};
use tapline_tests::{PlainAnswer, PlainRequest};

/// `GET /path` with this body.
async fn say(sandbox: &Sandbox, request: &str, body: Option<&str>) -> PlainAnswer {
    let (method, path) = request.split_once(' ').expect("a method and a path");
    PlainRequest::new(method, path, body.unwrap_or_default()).to(sandbox).await
}

async fn sandbox() -> Sandbox {
    Sandbox::start(Options { records: 0, ..Options::default() }).await.expect("the sandbox starts")
}

#[tokio::test]
async fn a_profile_lives_under_the_namespace() {
    let sandbox = sandbox().await;
    let body = r#"{"profileName":"Pop-up","providerReference":"pop/up é","acceptances":[]}"#;
    let made = say(&sandbox, "POST /acme/api/v1/profiles", Some(body)).await;
    let id = made.json()["profileId"].as_str().unwrap().to_owned();
    assert_eq!(made.status, 201);
    assert!(made.head.contains(&format!("location: /profiles/{id}\r\n")), "{}", made.head);
    assert!(made.head.contains("x-service-request-id: req_"));

    let found = say(&sandbox, "GET /acme/api/v1/profiles/providerReference/pop%2Fup%20%C3%A9", None).await;
    assert_eq!((found.status, found.json()["profileId"].as_str()), (200, Some(id.as_str())));
    let status = format!("PATCH /acme/api/v1/profiles/{id}/status");
    let disabled = say(&sandbox, &status, Some(r#"{"status":"DISABLED"}"#)).await;
    assert_eq!((disabled.status, &disabled.json()["entityStatus"]), (200, &"DISABLED".into()));
    let signed = say(&sandbox, &format!("POST /acme/api/v1/profiles/{id}/signOn"), None).await;
    assert_eq!((signed.status, &signed.json()["code"]), (400, &11_024.into()));
    assert_eq!(say(&sandbox, "POST /acme/api/v1/profiles", Some(body)).await.status, 400);
    assert_eq!(say(&sandbox, &format!("GET /api/v1/profiles/{id}"), None).await.status, 404);

    let last = say(&sandbox, "GET /acme/api/v1/profiles?isForward=false&pageSize=1", None).await;
    assert_eq!((&last.json()["hasNext"], &last.json()["totalSize"]), (&true.into(), &29.into()));
    let last = last.json();
    let next = last["nextCursor"].as_str().unwrap();
    let first =
        say(&sandbox, &format!("GET /acme/api/v1/profiles?pageSize=200&isForward=false&cursor={next}"), None)
            .await;
    assert_eq!((&first.json()["nextCursor"], &first.json()["hasNext"]), (&Value::Null, &false.into()));
}

#[tokio::test]
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
        let heard = say(&sandbox, request, body).await;
        assert_eq!(
            (heard.status, &heard.json()["code"]),
            (status, &code.into()),
            "{request} -> {}",
            heard.json()
        );
    }
}
