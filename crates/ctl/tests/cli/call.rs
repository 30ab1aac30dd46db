//! `call`: reads, changes, and what reaches the service.

use std::sync::Mutex;

use serde_json::{Value, json};
use tapline_scripted::{Answer, Request};

use crate::fake::{Fake, data, reply};
use crate::run::{Service, is_kept, words};

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
fn secrets_of_the_service_are_cut() {
    let ended = Fake::new(reads).computer().run(&words(r#"call ListDevices --input {"mchId":"M1"}"#)).ends(0);
    assert_eq!(ended.json().pointer("/records/0/deviceId"), Some(&Value::from("sdk-1")), "{}", ended.out);
    assert!(!ended.out.contains("geheim"), "{}", ended.out);
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
        (_, path) if path.contains("/mchInfo") => data(MERCHANT),
        (method, path) if path.contains("/api/v1/") => {
            reply(if method == "POST" { 201 } else { 200 }, PROFILE)
        }
        (_, path) if path.contains("/device/") => reply(200, r#"{"msg":"SUCCESS","code":0}"#),
        _ => data(r#"{"id":7}"#),
    }
}

/// Takes as above, and refunds of a sale that is large enough for four are there when it is read again.
fn refunds() -> impl Fn(&Request) -> Answer + Send + Sync + 'static {
    let actions = Mutex::new(Vec::<Value>::new());
    move |request| {
        let mut actions = actions.lock().unwrap();
        if request.target.contains("/refund/") {
            let body: Value = serde_json::from_slice(&request.body).unwrap();
            let id = format!("A{}", actions.len());
            actions.push(json!({
                "actionId": id, "actionType": "REFUND", "actionStatus": "APPROVED",
                "amount": {"value": body["refundAmount"]}, "reason": body["refundReason"],
            }));
        }
        if request.method != "GET" || !request.target.contains("/order/") {
            return takes(request);
        }
        let mut sale: Value = serde_json::from_str(TRANSACTION).unwrap();
        sale["amount"]["value"] = json!(42);
        sale["actions"] = Value::from(actions.clone());
        data(&sale.to_string())
    }
}

#[test]
fn a_refund_keeps_its_digits_and_takes_its_password_from_file_stdin_or_environment() {
    let fake = Fake::new(refunds());
    let computer = fake.computer();
    let draft = r#"{"refundAmount":10.50,"refundReason":"broken"}"#;
    let whole = r#"{"refundAmount":10.50,"refundReason":"broken","adminPwd":"geheim"}"#;
    let in_file = format!("@{}", computer.file("refund.json", whole));
    let call =
        |input: &'static str| ["call", "RefundTransaction", "--id", "T1", "--wait", "0", "--input", input];
    computer.run(&call(draft)).ends(1).says("needs the admin password");
    computer.run(&call(whole)).ends(1).says("has adminPwd as an argument");
    assert_eq!(fake.changes(), 0);

    let password = computer.file("pwd", "geheim\n");
    let given = [&call(draft)[..], &["--admin-password-file", &password]].concat();
    let filed = ["call", "RefundTransaction", "--id", "T1", "--wait", "0", "--input", &in_file];
    let mut ended = vec![computer.piped(&call("-"), whole), computer.run(&filed), computer.run(&given)];
    let computer = computer.with("TAPLINE_ADMIN_PASSWORD", "geheim");
    ended.push(computer.run(&call(draft)));
    for ended in ended {
        let ended = ended.ends(0);
        assert!(!ended.out.contains("geheim") && !ended.err.contains("geheim"), "{}", ended.err);
    }
    assert!(!is_kept(&computer.data(), "geheim"));
    let sent: Vec<_> = fake.requests().into_iter().filter(|request| request.method == "POST").collect();
    assert_eq!(sent.len(), 4);
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
        (&["GetOwner", "--id", "1"], "doesn't accept --id"),
        (&["GetOwner", "--input", "{}"], "doesn't accept --input"),
        (&["GetOwner", "--operation", "0123456789abcdef0123456789abcdef"], "doesn't accept --operation"),
        (&["ListEmv", "--merchant", "M1"], "doesn't accept --merchant"),
        (&["Settle"], "doesn't accept this --input"),
        (&["Settle", "--input", "{"], "isn't JSON"),
        (&["Settle", "--input", "@/no/such/file"], "can't be read"),
        (&["UpdateEmv", "--id", "11", "--input", r#"{"emvName":"a"}"#], "doesn't accept this --input"),
        (&["ListEmv", "--input", r#"{"pagesize":1}"#], "unknown field `pagesize`"),
        (&["DeleteEmv", "--id", "11", "--seen", "7"], "isn't a record that DeleteEmv changes"),
        (&["UpdateProfile", "--id", "prof_1", "--input", r#"{"acceptances":[]}"#], "unbinds all of them"),
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
