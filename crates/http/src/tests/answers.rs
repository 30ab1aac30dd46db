//! Bodies as they come over the wire: too large, in odd encodings, with secrets. Those that are damaged are in the fault suite.

use tapline_contract::FailureKind;
use tapline_contract::endpoints::VoidTransaction;
use tapline_contract::transaction::{TransactionId, VoidDraft};
use tapline_scripted::{Answer, Framing, Step};

use super::{Body, OWNER, Pay, always, answer, client, clock, owner};

async fn answered(headers: &str, body: &[u8]) -> Result<String, FailureKind> {
    let server = always(answer(200, headers, body));
    let read = owner(&client(&server.http(), &clock())).await.map_err(|failure| failure.kind);
    assert_eq!(server.requests().len(), 1);
    read
}

#[tokio::test]
async fn odd_texts() {
    let utf16: Vec<u8> = OWNER.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let long = |length: usize| {
        format!(r#"{{"code":0,"data":{{"groupName":"Acme","x":"{}"}}}}"#, "x".repeat(length)).into_bytes()
    };
    for (body, expected) in [
        (utf16, Err(FailureKind::Malformed)),
        (b"{\"code\":0,\"data\":{\"groupName\":\"\\ud800\"}}".to_vec(), Err(FailureKind::Malformed)),
        (long(1 << 20), Ok("Acme")),
        (long((1 << 20) + 1), Err(FailureKind::TooLarge)),
    ] {
        let found = answered("", &body).await;
        let beginning = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(found.as_deref().map_err(|kind| *kind), expected, "{beginning}");
    }
}

#[tokio::test]
async fn a_body_that_is_announced_as_itself_is_not_packed() {
    let read = answered("Content-Encoding: identity\r\n", OWNER.as_bytes()).await;
    assert_eq!(read.as_deref(), Ok("Acme"));
}

#[tokio::test]
async fn a_large_page_is_still_a_page() {
    let page = vec![b'x'; 2 << 20];
    assert_eq!(answered("Content-Type: text/html\r\n", &page).await, Err(FailureKind::NotTheService));
}

#[tokio::test]
async fn what_is_announced_too_large_is_not_read() {
    let claimed = Answer::json(200, "{").framed(Framing::Claimed(99_999_999_999));
    let server = always([claimed.steps(), vec![Step::Close]].concat());
    let client = client(&server.http(), &clock());
    let read = owner(&client).await.unwrap_err();
    assert_eq!(read.kind, FailureKind::TooLarge);
    assert!(read.sentence.contains("larger than 16 MiB"), "{read}");
    let change = client.send::<Pay>(&(), &Body).await.unwrap_err();
    assert!(change.sentence.contains("larger than 4 MiB"), "{change}");
    assert!(!change.nothing_happened());
}

/// Whatever the status, no failure repeats a secret of the call, also where a long answer is cut.
#[tokio::test]
async fn what_was_sent_in_secret_is_not_told() {
    let draft: VoidDraft = serde_json::from_str(r#"{"adminPwd":"hunter\"22/x"}"#).unwrap();
    let id = TransactionId::parse("T1").unwrap();
    let words = |said: &str| format!("{} {said} {}", "x".repeat(485), "y".repeat(99));
    for (status, said) in [
        (400, r"hunter\u002222\/x"),
        (400, r#"hunter\"22/x"#),
        (500, "Bearer some.token"),
        (200, "hunter%2222%2Fx"),
        (200, "aHVudGVyIjIyL3g="),
    ] {
        let body = format!(r#"{{"code":7,"msg":"{}"}}"#, words(said));
        let server = always(answer(status, "x-service-request-id: some.token\r\n", body.as_bytes()));
        let sent = client(&server.http(), &clock()).send::<VoidTransaction>(&id, &draft).await;
        let told = sent.map(drop).unwrap_err();
        let message = told.message.clone().unwrap();
        assert!(
            message.contains("••••") && !["hun", "some", "aHV"].iter().any(|part| message.contains(part)),
            "{said}: {message}"
        );
        assert_eq!(told.request_id.as_deref(), Some("••••"));
    }
    let body = r#"{"code":0,"data":{"currency":"EUR","echo":{"adminPwd":"hunter\"22\/x","t":"some.token"}}}"#;
    let server = always(answer(200, "", body.as_bytes()));
    let sent = client(&server.http(), &clock()).send::<VoidTransaction>(&id, &draft).await.unwrap();
    let kept = serde_json::to_string(&sent.output).unwrap();
    assert_eq!(kept, r#"{"currency":"EUR","echo":{"adminPwd":"••••","t":"••••"}}"#);
}
