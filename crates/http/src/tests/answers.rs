//! Bodies as they come over the wire: packed, damaged, too large, in odd encodings.

use tapline_contract::FailureKind;
use tapline_contract::endpoints::{GetTransaction, VoidTransaction};
use tapline_contract::transaction::{TransactionId, VoidDraft};
use tapline_scripted::{Answer, Framing, Step};

use super::super::unpack::tests::gzip;
use super::{Body, OWNER, Pay, always, answer, client, clock, owner};

const GZIP: &str = "Content-Encoding: gzip\r\n";

async fn answered(headers: &str, body: &[u8]) -> Result<String, FailureKind> {
    let server = always(answer(200, headers, body));
    let read = owner(&client(&server.http(), &clock())).await.map_err(|failure| failure.kind);
    assert_eq!(server.requests().len(), 1);
    read
}

#[tokio::test]
async fn packed_bodies() {
    let packed = gzip(OWNER.as_bytes());
    let (start, end) = OWNER.split_at(20);
    let mut corrupt = packed.clone();
    corrupt[20] ^= 0x55;
    for (headers, body, expected) in [
        (GZIP, packed.clone(), Ok("Acme")),
        (GZIP, [gzip(start.as_bytes()), gzip(end.as_bytes())].concat(), Ok("Acme")),
        ("", OWNER.into(), Ok("Acme")),
        ("Content-Encoding: identity\r\n", OWNER.into(), Ok("Acme")),
        (GZIP, packed[..packed.len() - 9].to_vec(), Err(FailureKind::Malformed)),
        (GZIP, corrupt, Err(FailureKind::Malformed)),
        (GZIP, gzip(&packed), Err(FailureKind::Malformed)),
        (GZIP, OWNER.into(), Err(FailureKind::Malformed)),
        ("", packed.clone(), Err(FailureKind::Malformed)),
        ("Content-Encoding: br\r\n", packed.clone(), Err(FailureKind::Malformed)),
        ("Content-Encoding: gzip, gzip\r\n", gzip(&packed), Err(FailureKind::Malformed)),
        (GZIP, gzip(&vec![b' '; 20 << 20]), Err(FailureKind::TooLarge)),
    ] {
        let found = answered(headers, &body).await;
        assert_eq!(found.as_deref().map_err(|kind| *kind), expected, "{headers} {} bytes", body.len());
    }
}

#[tokio::test]
async fn odd_texts() {
    let utf16: Vec<u8> = OWNER.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let long = |length: usize| {
        format!(r#"{{"code":0,"data":{{"groupName":"Acme","x":"{}"}}}}"#, "x".repeat(length)).into_bytes()
    };
    let deep = format!(r#"{{"code":0,"data":{}"#, r#"{"a":["#.repeat(100_000)).into_bytes();
    for (body, expected) in [
        ([b"\xef\xbb\xbf", OWNER.as_bytes()].concat(), Ok("Acme")),
        ([b"\xff\xfe", &utf16[..]].concat(), Err(FailureKind::Malformed)),
        (utf16, Err(FailureKind::Malformed)),
        (b"{\"code\":0,\"data\":{\"groupName\":\"\xff\"}}".to_vec(), Err(FailureKind::Malformed)),
        (b"{\"code\":0,\"data\":{\"groupName\":NaN}}".to_vec(), Err(FailureKind::Malformed)),
        (b"{\"code\":0,\"data\":{\"groupName\":\"\\ud800\"}}".to_vec(), Err(FailureKind::Malformed)),
        (long(1 << 20), Ok("Acme")),
        (long((1 << 20) + 1), Err(FailureKind::TooLarge)),
        (deep, Err(FailureKind::Malformed)),
        (Vec::new(), Err(FailureKind::Malformed)),
    ] {
        let found = answered("", &body).await;
        let beginning = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(found.as_deref().map_err(|kind| *kind), expected, "{beginning}");
    }
}

#[tokio::test]
async fn a_large_page_is_still_a_page() {
    let page = vec![b'x'; 2 << 20];
    assert_eq!(answered("Content-Type: text/html\r\n", &page).await, Err(FailureKind::NotTheService));
}

#[tokio::test]
async fn an_answer_about_something_else_is_none() {
    for (found, expected) in
        [("T1", Ok(())), ("T2", Err((FailureKind::Malformed, Some("tranId".to_owned()))))]
    {
        let body = format!(r#"{{"code":0,"data":{{"tranId":"{found}"}}}}"#);
        let server = always(answer(200, "", body.as_bytes()));
        let id = TransactionId::parse("T1").unwrap();
        let read = client(&server.http(), &clock()).send::<GetTransaction>(&id, &()).await;
        let read = read.map(drop).map_err(|failure| (failure.kind, failure.field));
        assert_eq!(read, expected, "{found}");
    }
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
