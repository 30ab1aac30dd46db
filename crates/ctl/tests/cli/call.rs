//! `call`: reads, changes, and what reaches the service.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Service, words};

const TRANSACTION: &str =
    r#"{"tranId":"T1","tranStatus":"APPROVED","amount":{"currency":"EUR","value":10.50},"actions":[]}"#;
const BATCH: &str = r#"{"batchId":"B1","state":1,"paymentAmt":1.10}"#;
const MERCHANT: &str = r#"{"mchId":"M1","mchName":"Bakery"}"#;
const ACQUIRER: &str = r#"{"id":7,"profileName":"North"}"#;
const DEVICE: &str = r#"{"deviceId":"sdk-1","activateCodeAlias":"Old","deviceAdmin":"geheim-1","extParams":{"jwtSecret":"geheim-2"}}"#;
const EMV: &str = r#"{"id":11,"emvName":"a","paymentMethod":"01","params":"{\"clCVMLimit\":5000}"}"#;
const PROFILE: &str = r#"{"profileId":"prof_1","profileName":"Shop","acceptances":[]}"#;

fn page(record: &str) -> Answer {
    data(&format!(r#"{{"total":1,"current":1,"hasNext":false,"records":[{record}]}}"#))
}

fn bare(body: &str) -> Answer {
    reply(200, body)
}

/// Every read of the service document.
fn reads(request: &Request) -> Answer {
    let path = request.path.as_str();
    match path {
        "/api/v2/order" => page(TRANSACTION),
        "/api/v2/order/T1" => data(TRANSACTION),
        "/api/v2/settlement" => page(BATCH),
        "/api/v2/settlement/B1" => data(BATCH),
        "/api/v2/emv" => page(EMV),
        "/api/v2/device" => page(DEVICE),
        "/api/v2/mchInfo" => page(MERCHANT),
        "/api/v2/mchInfo/M1" => data(MERCHANT),
        "/api/v2/acquirer" => page(ACQUIRER),
        "/api/v2/current" => data(r#"{"groupName":"Acme"}"#),
        "/acme/api/v1/profiles" => bare(&format!(
            r#"{{"hasNext":false,"pageSize":50,"totalSize":1,"nextCursor":null,"data":[{PROFILE}]}}"#
        )),
        "/acme/api/v1/profiles/prof_1" | "/acme/api/v1/profiles/providerReference/ref-1" => bare(PROFILE),
        _ => reply(404, ""),
    }
}

#[test]
fn all_thirteen_reads_print_the_answer() {
    let fake = Fake::new(reads);
    let computer = fake.computer();
    for (name, arguments, at, expected) in [
        ("ListTransactions", &["--input", r#"{"pageSize":5,"state":2}"#][..], "/records/0/tranId", "T1"),
        ("GetTransaction", &["--id", "T1"], "/tranId", "T1"),
        ("ListSettlements", &[], "/records/0/batchId", "B1"),
        ("GetSettlement", &["--id", "B1"], "/batchId", "B1"),
        ("ListEmv", &["--input", r#"{"pageSize":-1}"#], "/records/0/emvName", "a"),
        ("ListDevices", &["--input", r#"{"mchId":"M1"}"#], "/records/0/deviceId", "sdk-1"),
        ("ListMerchants", &[], "/records/0/mchId", "M1"),
        ("GetMerchant", &["--id", "M1"], "/mchId", "M1"),
        ("ListAcquirers", &[], "/records/0/profileName", "North"),
        ("GetOwner", &[], "/groupName", "Acme"),
        ("ListProfiles", &[], "/data/0/profileId", "prof_1"),
        ("GetProfile", &["--id", "prof_1"], "/profileId", "prof_1"),
        ("FindProfile", &["--id", "ref-1"], "/profileId", "prof_1"),
    ] {
        let ended = computer.run(&[&["call", name], arguments].concat()).ends(0);
        assert_eq!(ended.json().pointer(at), Some(&Value::from(expected)), "{name}: {}", ended.out);
        assert!(!ended.out.contains("geheim"), "{name}: secrets of the service are cut");
    }
    let requests = fake.requests();
    assert!(
        requests
            .iter()
            .any(|request| request.target.contains("pageSize=5") && request.target.contains("state=2"))
    );
    assert!(requests.iter().all(|request| request.authorization() == "Bearer token-of-a-fake-service"));
}

#[test]
fn numbers_are_printed_as_the_service_wrote_them() {
    let ended = Fake::new(reads).computer().run(&["call", "GetTransaction", "--id", "T1"]).ends(0);
    assert!(ended.out.contains(r#""value":10.50"#), "{}", ended.out);
}

/// Reads as above; a change is accepted, and noted.
fn takes(request: &Request) -> Answer {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", _) => reads(request),
        (_, path) if path.contains("/void/") => data(r#"{"currency":"EUR","state":4}"#),
        (_, path) if path.contains("/capture/") => data("{}"),
        ("POST", "/api/v2/device") => data(r#"{"id":"CD-1","activationCode":"123456"}"#),
        (_, path) if path.contains("/mchInfo") => data(MERCHANT),
        (_, path) if path.ends_with("/signOn") => bare(r#"{"profileId":"prof_1","acptSignOns":[]}"#),
        (method, path) if path.contains("/api/v1/") => {
            reply(if method == "POST" { 201 } else { 200 }, PROFILE)
        }
        (_, path) if path.contains("email") || path.contains("/device/") => {
            reply(200, r#"{"msg":"SUCCESS","code":0}"#)
        }
        _ => data(r#"{"id":7}"#),
    }
}

/// Takes as above, and what moves money is there when it is read again.
fn acts() -> impl Fn(&Request) -> Answer + Send + Sync + 'static {
    let (actions, settled) = (Mutex::new(Vec::<Value>::new()), AtomicBool::new(false));
    move |request| {
        let deeds = [("/void/", "VOID"), ("/refund/", "REFUND"), ("/capture/", "CAPTURE")];
        if let Some((_, deed)) = deeds.iter().find(|(path, _)| request.target.contains(path)) {
            let body: Value = serde_json::from_slice(&request.body).unwrap();
            let amount = body.get("refundAmount").cloned().unwrap_or(json!(31.5));
            let mut actions = actions.lock().unwrap();
            let id = format!("A{}", actions.len());
            actions.push(json!({
                "actionId": id, "actionType": deed, "actionStatus": "APPROVED", "amount": {"value": amount},
                "reason": body["refundReason"],
            }));
        }
        if request.target.ends_with("/settle") {
            settled.store(true, Ordering::SeqCst);
        }
        let taken = takes(request);
        let Ok(mut told) = serde_json::from_slice::<Value>(&taken.body) else { return taken };
        if request.method == "GET" && request.target.contains("/order/") {
            told["data"]["actions"] = Value::from(actions.lock().unwrap().clone());
            // Enough for three refunds.
            told["data"]["amount"]["value"] = json!(31.5);
        } else if request.method == "GET"
            && request.target.contains("/settlement/")
            && settled.load(Ordering::SeqCst)
        {
            told["data"]["successTime"] = Value::from("2026-11-20T18:00:00Z");
        } else {
            return taken;
        }
        reply(taken.status, told.to_string())
    }
}

#[test]
fn a_change_of_each_class_is_sent_once_with_its_body() {
    let fake = Fake::new(acts());
    let computer = fake.computer();
    let password = computer.file("pwd", "geheim-pwd\n");
    for (name, arguments, method, path, body) in [
        (
            "EmailReceipt",
            &["--id", "T1", "--input", r#"{"email":"a@b.example"}"#][..],
            "POST",
            "/api/v2/order/email/T1",
            r#"{"email":"a@b.example"}"#,
        ),
        (
            "VoidTransaction",
            &["--id", "T1", "--admin-password-file", &password],
            "POST",
            "/api/v2/order/void/T1",
            r#"{"adminPwd":"geheim-pwd"}"#,
        ),
        ("CaptureTransaction", &["--id", "T1"], "POST", "/api/v2/order/capture/T1", "{}"),
        (
            "Settle",
            &["--input", r#"{"batchId":"B1"}"#],
            "POST",
            "/api/v2/settlement/settle",
            r#"{"batchId":"B1"}"#,
        ),
        (
            "CreateMerchant",
            &["--input", r#"{"mchName":"Bakery"}"#],
            "POST",
            "/api/v2/mchInfo",
            r#"{"mchName":"Bakery"}"#,
        ),
        (
            "UpdateDevice",
            &["--id", "sdk-1", "--input", r#"{"activateCodeAlias":"Till"}"#],
            "PUT",
            "/api/v2/device/sdk-1",
            r#"{"activateCodeAlias":"Till"}"#,
        ),
        ("EndDevice", &["--id", "CD-1", "--input", "{}"], "DELETE", "/api/v2/device/CD-1", ""),
        ("SignOnProfile", &["--id", "prof_1"], "POST", "/acme/api/v1/profiles/prof_1/signOn", ""),
    ] {
        let before = fake.changes();
        let ended = computer.run(&[&["call", name, "--wait", "0"], arguments].concat()).ends(0);
        assert!(ended.json().get("applied").is_some(), "{name}: {}", ended.out);
        assert_eq!(fake.changes(), before + 1, "{name}");
        let sent = fake.requests().into_iter().rfind(|request| request.method != "GET").unwrap();
        assert_eq!((sent.method.as_str(), sent.path.as_str(), sent.text()), (method, path, body), "{name}");
        assert!(!ended.out.contains("geheim") && !ended.err.contains("geheim"), "{name}");
    }
    assert!(!crate::run::is_kept(&computer.data(), "geheim-pwd"));
}

#[test]
fn a_refund_keeps_its_digits_and_takes_its_password_from_file_stdin_or_environment() {
    let fake = Fake::new(acts());
    let computer = fake.computer();
    let draft = r#"{"refundAmount":10.50,"refundReason":"broken"}"#;
    let whole = r#"{"refundAmount":10.50,"refundReason":"broken","adminPwd":"geheim"}"#;
    let in_file = format!("@{}", computer.file("refund.json", whole));
    let call =
        |input: &'static str| ["call", "RefundTransaction", "--id", "T1", "--wait", "0", "--input", input];
    computer.run(&call(draft)).ends(1).says("needs the admin password");
    computer.run(&call(whole)).ends(1).says("holds adminPwd as an argument");
    assert_eq!(fake.changes(), 0);

    computer.piped(&call("-"), whole).ends(0);
    computer.run(&["call", "RefundTransaction", "--id", "T1", "--wait", "0", "--input", &in_file]).ends(0);
    let computer = computer.with("TAPLINE_ADMIN_PASSWORD", "geheim");
    computer.run(&call(draft)).ends(0);
    let sent: Vec<_> = fake.requests().into_iter().filter(|request| request.method == "POST").collect();
    assert_eq!(sent.len(), 3);
    for sent in sent {
        assert!(sent.text().contains(r#""refundAmount":10.50"#), "{}", sent.text());
        assert!(sent.text().contains(r#""adminPwd":"geheim""#), "{}", sent.text());
    }
}

#[test]
fn a_terminals_change_reads_before_and_after_when_its_merchant_is_given() {
    let fake = Fake::new(takes);
    let computer = fake.computer();
    let update = words(r#"call UpdateDevice --id sdk-1 --wait 0 --input {"activateCodeAlias":"Till"}"#);
    computer.run(&update).ends(0);
    assert!(fake.requests().iter().all(|request| request.method != "GET"), "nothing is read without it");
    // The fake's terminal never changes: a read shows that nothing arrived.
    let told = computer.run(&[&update[..], &["--merchant", "M1"]].concat()).ends(3).json();
    assert!(told.get("unknown").is_some(), "{told}");
    assert!(
        fake.requests().iter().filter(|request| request.target == "/api/v2/device?mchId=M1").count() >= 2
    );
}

#[test]
fn arguments_that_do_not_fit_send_nothing() {
    let fake = Fake::new(takes);
    let computer = fake.computer();
    for (arguments, words) in [
        (&["GetTransaction"][..], "needs an --id"),
        (&["GetOwner", "--id", "1"], "takes no --id"),
        (&["GetOwner", "--input", "{}"], "takes no --input"),
        (&["GetOwner", "--operation", "0123456789abcdef0123456789abcdef"], "takes no --operation"),
        (&["ListEmv", "--merchant", "M1"], "takes no --merchant"),
        (&["Settle"], "does not take this --input"),
        (&["Settle", "--input", "{"], "no JSON"),
        (&["Settle", "--input", "@/no/such/file"], "cannot be read"),
        (&["UpdateEmv", "--id", "11", "--input", r#"{"emvName":"a"}"#], "does not take this --input"),
        (&["ListEmv", "--input", r#"{"pagesize":1}"#], "unknown field `pagesize`"),
        (&["DeleteEmv", "--id", "11", "--seen", "7"], "no record of what DeleteEmv changes"),
        (&["UpdateProfile", "--id", "prof_1", "--input", r#"{"acceptances":[]}"#], "loses all of them"),
        (&["Settle", "--input", "-", "--token-stdin"], "can be read once"),
        (&["GetTransaction", "--id", ""], "--id is empty"),
        (&["GetTransaction", "--id", " "], "--id is empty"),
        (&["ListEmv", "--input", r#"{"pageSize":null}"#], "pageSize is null"),
        (
            &["CreateEmv", "--input", r#"{"emvName":"a","paymentMethod":"01","params":{"clCVMLimit":"x5"}}"#],
            "clCVMLimit is a limit",
        ),
    ] {
        computer.run(&[&["call"], arguments].concat()).ends(1).says(words);
    }
    assert_eq!(fake.changes(), 0);
}

/// Objects that the document leaves open accept any member; everything else has the members that a
/// request has.
#[test]
fn a_member_that_no_request_has_is_named_and_not_sent() {
    let fake = Fake::new(takes);
    let computer = fake.computer();
    for (endpoint, id, input, member) in [
        ("CreateMerchant", "", r#"{"mchName":"a","revision":7}"#, "revision"),
        ("UpdateMerchant", "M1", r#"{"mchName":"a","revision":7}"#, "revision"),
        (
            "UpdateMerchant",
            "M1",
            r#"{"supportedPaymentMethods":[{"paymentMethod":"01","x":1}]}"#,
            "supportedPaymentMethods.0.x",
        ),
        ("CreateAcquirer", "", r#"{"profileName":"a","revision":7}"#, "revision"),
        ("UpdateAcquirer", "304", r#"{"profileName":"a","revision":7}"#, "revision"),
        ("CreateProfile", "", r#"{"providerReference":"r","acceptances":[],"revision":7}"#, "revision"),
        ("UpdateProfile", "prof_1", r#"{"acceptances":[{"acptName":"a","x":1}]}"#, "acceptances.0.x"),
        ("SetProfileStatus", "prof_1", r#"{"status":"ACTIVE","revision":7}"#, "revision"),
    ] {
        let id = if id.is_empty() { vec![] } else { vec!["--id", id] };
        let call = [&["call", endpoint, "--wait", "0", "--input", input], &id[..]].concat();
        computer.run(&call).ends(1).says(&format!("\"{member}\"")).says("Nothing was sent");
    }
    assert_eq!(fake.changes(), 0);
    let open = r#"{"mchName":"a","extParams":{"acqTid":"1","own":1}}"#;
    computer.run(&["call", "CreateMerchant", "--wait", "0", "--input", open]);
    assert_eq!(fake.changes(), 1);
}

#[test]
fn null_is_sent_where_it_is_written() {
    let fake = Fake::new(|request| match (request.method.as_str(), request.target.contains("/device")) {
        ("POST", _) => data(r#"{"mchId":"M1","id":"prof_1"}"#),
        (_, true) => data(r#"{"total":0,"hasNext":false,"records":[]}"#),
        _ => takes(request),
    });
    let computer = fake.computer();
    for (arguments, sent) in [
        (&["CreateMerchant"][..], r#"{"mchName":"a","extParams":{"acqMid":null},"mcc":null}"#),
        (&["CreateAcquirer"], r#"{"profileName":"a","connTimeout":null}"#),
        (
            &["CreateProfile"],
            r#"{"profileName":"a","providerReference":"r","currency":"EUR","mcc":null,"acceptances":[]}"#,
        ),
        (&["UpdateDevice", "--id", "CD-1"], r#"{"deviceType":null,"methodList":null}"#),
    ] {
        let input = ["--wait", "0", "--input", sent];
        let ended = computer.run(&[&["call"], arguments, &input].concat());
        let requests = fake.requests();
        let bodies: Vec<_> =
            requests.iter().filter(|request| request.method != "GET").map(Request::text).collect();
        let same = |body: &&str| {
            serde_json::from_str::<Value>(body).ok() == serde_json::from_str::<Value>(sent).ok()
        };
        assert!(bodies.last().is_some_and(same), "{arguments:?}: {bodies:?} {}", ended.err);
    }
}

#[test]
fn null_that_the_service_said_is_printed() {
    const MERCHANT: &str = r#"{"mchId":"M1","mchName":null,"extParams":{"acqMid":null,"x":null},"mcc":null}"#;
    let fake = Fake::new(|request| {
        if request.target.contains("/M1") {
            data(MERCHANT)
        } else {
            data(&format!(r#"{{"total":1,"hasNext":false,"records":[{MERCHANT}]}}"#))
        }
    });
    let computer = fake.computer();
    let said: Value = serde_json::from_str(MERCHANT).unwrap();
    assert_eq!(computer.run(&["call", "GetMerchant", "--id", "M1"]).ends(0).json(), said);
    let called = computer.run(&["call", "ListMerchants", "--input", r#"{"mchId":"M1"}"#]).ends(0).json();
    assert_eq!(called["records"][0], said, "{called}");
    assert_eq!(computer.run(&["list", "merchants", "--all"]).ends(0).lines(), [said]);
}

#[test]
fn unbinding_everything_has_to_be_agreed_to() {
    let fake = Fake::new(takes);
    let arguments =
        words(r#"call UpdateProfile --id prof_1 --wait 0 --input {"acceptances":[]} --accept unbind-all"#);
    fake.computer().run(&arguments).ends(0);
    assert_eq!(fake.changes(), 1);
}

#[test]
fn errors_can_be_read_by_a_program() {
    let service = Service::new();
    let ended =
        service.computer().run(&["call", "GetProfile", "--id", "prof_none", "--errors", "json"]).ends(6);
    let failure: Value = serde_json::from_str(ended.err.trim()).unwrap();
    assert_eq!((&failure["kind"], &failure["call"]), (&"refused".into(), &"GetProfile".into()));
    assert!(failure["requestId"].is_string());
}
