//! Every documented field is in the answer, and nothing else. The fields are typed from the document once more, not copied
//! from the service.

use serde_json::Value;
use std::collections::BTreeMap;
use tapline_scripted::Answer;
use tapline_tests::reference::{NAMESPACE, OPERATIONS, Operation, Reference};

use super::{ask, json, request};

const TRANSACTION: &str = "tranId amount{currency value#} approvalCode batchNo cvmPerformed appName linkedTranId mchName tsi \
    acqTid rrn tc tranStatus tranType atc tvr trace acqMid accountMasked sdkId paymentMethod hostMessageFormat aid entryMode";
const BATCH: &str = "uuid batchId paymentAmt# refundAmt# voidAmt# paymentCount# refundCount# voidCount# profileName \
    profileMessage acquirerMid acquirerTid acquirerRefNo acquirerCode mchName currency state# createdAt";
const MERCHANT: &str = "mchId mchName providerReference contactName contactEmail contactAddress contactPhone mcc state# \
    timeZone extParams{acqMid acqTid} supportedPaymentMethods[paymentMethod mchId profileId#]";
const PROFILE: &str = "profileId profileName providerReference merchantName merchantAddr mcc countryCode currency \
    entityStatus createdAt updatedAt?";
const ACCEPTANCE: &str = "acptId acptName hostMessageFormat supportedPayments primaryMid primaryTid extraParams entityStatus \
    tags? createdAt updatedAt?";

/// Names of an object's fields; `#` a number, `?` text or null, `{…}` an object, `[…]` a list of objects.
fn data_of(name: &str) -> Option<String> {
    let page = |record: &str| format!("total# current# hasNext records[{record}]");
    let whole = || format!("{PROFILE} acceptances[{ACCEPTANCE}] acptSelection");
    Some(match name {
        "ListTransactions" => page(TRANSACTION),
        "GetTransaction" => format!(
            "{TRANSACTION} callbackUrl actions[tranId actionType reason amount{{currency value#}} trace actionStatus \
             hostRespCode actionId]"
        ),
        "VoidTransaction" => "currency state# deviceId refundAmount#".to_owned(),
        "RefundTransaction" | "Settle" | "CreateEmv" | "UpdateEmv" | "CreateAcquirer" | "UpdateAcquirer"
        | "DeleteAcquirer" => "id#".to_owned(),
        "CaptureTransaction" => String::new(),
        "ListSettlements" => format!("pages# size# {}", page(&format!("{BATCH} updatedAt"))),
        "GetSettlement" => {
            format!("{BATCH} successTime transactions[amount# transType count# paymentMethod]")
        }
        "ListEmv" => page("id# emvName groupId paymentMethod aid emvVersion params createdAt updatedAt"),
        "ListDevices" => page(
            "deviceId deviceType appVersion deviceAdmin activateCodeAlias uuid deviceStatus# isDevice activesAt createdAt \
             updatedAt emvParams methodList extParams{subMid clientId jwtSecret acqMid subTid mid acqTid} serverUrl \
             customerId licenseId signKeyId cardBdkId profileId",
        ),
        "ActivateDevice" => "id activationCode".to_owned(),
        "ListMerchants" => page(MERCHANT),
        "CreateMerchant" | "GetMerchant" | "UpdateMerchant" => MERCHANT.to_owned(),
        "ListAcquirers" => page(
            "id# profileName currency connMessageFormat connUrl notifyUrl connTimeout# connRequestTimeout# emvList methodList",
        ),
        "GetOwner" => "groupName groupId messageFormat emailSender updatedAt".to_owned(),
        "ListProfiles" => {
            format!("hasNext pageSize# totalSize# currentCursor nextCursor? data[{PROFILE}]")
        }
        "GetProfile" | "FindProfile" | "CreateProfile" | "UpdateProfile" => whole(),
        "SignOnProfile" => {
            "profileId profileName acptSignOns[acptId acptName hostMessageFormat supportedPayment \
             resultReason hostRespCode hostRespMessage]"
                .to_owned()
        }
        "SetProfileStatus" => PROFILE.to_owned(),
        // Response without data, or no body.
        "EmailReceipt" | "EmailSettlements" | "EndDevice" | "UpdateDevice" | "DeleteEmv" => return None,
        unknown => panic!("{unknown}"),
    })
}

/// The fields at the beginning of `text`, up to a closing bracket, and what comes after it.
fn fields(text: &str) -> (BTreeMap<&str, (char, &str)>, &str) {
    let mut fields = BTreeMap::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() && !rest.starts_with(['}', ']']) {
        let end = rest.find([' ', '{', '[', '#', '?', '}', ']']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let kind = after.chars().next().filter(|sign| "{[#?".contains(*sign)).unwrap_or(' ');
        let inside = after.strip_prefix(kind).unwrap_or(after);
        fields.insert(name, (kind, inside));
        rest = if matches!(kind, '{' | '[') { &fields_end(inside)[1..] } else { inside };
        rest = rest.trim_start();
    }
    (fields, rest)
}

fn fields_end(text: &str) -> &str {
    fields(text).1
}

fn has_exactly(place: &str, expected: &str, value: &Value) {
    let object = value.as_object().unwrap_or_else(|| panic!("{place} is {value}"));
    let fields = fields(expected).0;
    let names: Vec<_> = fields.keys().copied().collect();
    assert_eq!(object.keys().map(String::as_str).collect::<Vec<_>>(), names, "{place}");
    for (name, (kind, inside)) in fields {
        let (place, value) = (format!("{place}.{name}"), &object[name]);
        match kind {
            '#' => assert!(value.is_number(), "{place} is {value}"),
            '?' => assert!(value.is_null() || value.is_string() || value.is_array(), "{place} is {value}"),
            '{' => has_exactly(&place, inside, value),
            '[' => {
                let list = value.as_array().unwrap();
                assert!(!list.is_empty(), "{place} is empty");
                for item in list {
                    has_exactly(&place, inside, item);
                }
            }
            _ => assert!(!value.is_number() && !value.is_null(), "{place} is {value}"),
        }
    }
}

fn fits_the_document(row: &Operation, answer: &Answer) {
    assert_eq!(answer.status, row.status, "{}", row.name);
    let typed =
        answer.headers.iter().any(|(name, value)| name == "Content-Type" && value == "application/json");
    assert_eq!(typed, !answer.body.is_empty(), "{}", row.name);
    let body = json(answer);
    match (data_of(row.name), row.is_wrapped()) {
        (Some(expected), true) => {
            assert_eq!((&body["msg"], &body["code"]), (&"SUCCESS".into(), &0.into()), "{}", row.name);
            assert_eq!(body.as_object().unwrap().len(), 3, "{}", row.name);
            has_exactly(row.name, &expected, &body["data"]);
        }
        (Some(expected), false) => has_exactly(row.name, &expected, &body),
        (None, _) if row.name == "DeleteEmv" => assert!(answer.body.is_empty()),
        (None, _) => assert_eq!(body, serde_json::json!({"msg": "SUCCESS", "code": 0}), "{}", row.name),
    }
}

#[test]
fn every_sample_gets_the_documented_answer() {
    for row in &OPERATIONS {
        fits_the_document(row, &row.sample());
        let service = Reference::start();
        service.answer(&row.request());
        assert_eq!(service.deviations(), [""; 0]);
    }
}

#[test]
fn the_fields_can_be_told_apart() {
    let (fields, rest) = fields("a b# c{d e[f]} g? h[i#]");
    assert_eq!(rest, "");
    assert_eq!(fields.keys().copied().collect::<String>(), "abcgh");
    assert_eq!(fields["c"].0, '{');
    let wrong = serde_json::json!({"a": 1});
    std::panic::catch_unwind(|| has_exactly("x", "a", &wrong)).unwrap_err();
    std::panic::catch_unwind(|| has_exactly("x", "b#", &wrong)).unwrap_err();
    has_exactly("x", "a#", &wrong);
}

#[test]
fn lists_come_in_pages() {
    let service = Reference::start();
    let page = |input| {
        let data = ask(&service, "ListEmv", "", input)["data"].take();
        let ids: Vec<_> =
            data["records"].as_array().unwrap().iter().map(|r| r["id"].as_u64().unwrap()).collect();
        (ids, data["hasNext"].as_bool().unwrap(), data["current"].as_u64().unwrap())
    };
    assert_eq!(page("{}"), ((12..=21).collect(), true, 1));
    assert_eq!(page(r#"{"pageNumber":2}"#), (vec![22, 23], false, 2));
    assert_eq!(page(r#"{"pageSize":3,"pageNumber":4}"#), (vec![21, 22, 23], false, 4));
    assert_eq!(page(r#"{"pageSize":-1}"#), ((12..=23).collect(), false, 1));
    assert_eq!(page(r#"{"pageSize":5,"pageNumber":9}"#), (vec![], false, 9));

    let batches = ask(&service, "ListSettlements", "", r#"{"pageSize":2,"createdStart":"2026-11-16"}"#);
    assert_eq!((&batches["data"]["pages"], &batches["data"]["size"]), (&1.into(), &2.into()));
    assert_eq!(batches["data"]["records"][0]["batchId"], "B16");

    let first = ask(&service, "ListProfiles", "", r#"{"pageSize":2}"#);
    assert_eq!((&first["hasNext"], &first["nextCursor"]), (&true.into(), &"c2".into()));
    let last = ask(&service, "ListProfiles", "", r#"{"pageSize":2,"cursor":"c2"}"#);
    assert_eq!((&last["hasNext"], &last["nextCursor"]), (&false.into(), &Value::Null));
    assert_eq!(last["data"].as_array().unwrap().len(), 1);
}

#[test]
fn filters_filter() {
    let service = Reference::start();
    for (name, input, total) in [
        ("ListTransactions", r#"{"transactionId":"T1004"}"#, 1),
        ("ListTransactions", r#"{"state":2}"#, 23),
        ("ListTransactions", r#"{"state":4}"#, 0),
        ("ListTransactions", r#"{"deviceId":"nobody"}"#, 0),
        ("ListSettlements", r#"{"batchId":"B16"}"#, 1),
        ("ListDevices", r#"{"mchId":"M100"}"#, 3),
        ("ListDevices", r#"{"mchId":"M101"}"#, 0),
        ("ListMerchants", r#"{"mchName":"Harbour"}"#, 2),
        ("ListMerchants", r#"{"mchId":"M102"}"#, 1),
        ("ListMerchants", r#"{"mchId":"","pageNumber":1}"#, 3),
        ("ListAcquirers", r#"{"profileName":"gateway"}"#, 2),
    ] {
        assert_eq!(ask(&service, name, "", input)["data"]["total"], total, "{name} {input}");
    }
    assert_eq!(service.deviations(), [""; 0]);
}

#[test]
fn profiles_have_a_request_id_and_are_packed_on_request() {
    let service = Reference::start();
    let mut sample = Operation::named("GetProfile").request();
    let header = |answer: &Answer, name: &str| {
        answer.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let plain = service.answer(&sample);
    assert_eq!(header(&plain, "Content-Encoding"), None);
    assert!(header(&plain, "x-service-request-id").unwrap().starts_with("req_"));
    sample.headers.push(("accept-encoding".to_owned(), "gzip".to_owned()));
    let packed = service.answer(&sample);
    assert_eq!(header(&packed, "Content-Encoding").as_deref(), Some("gzip"));
    let mut unpacked = flate2::read::GzDecoder::new(packed.body.as_slice());
    assert_eq!(serde_json::from_reader::<_, Value>(&mut unpacked).unwrap(), json(&plain));

    let created = service.answer(&Operation::named("CreateProfile").request());
    let location = header(&created, "Location").unwrap();
    let id = location.strip_prefix("/profiles/").unwrap();
    let read = service.answer(&request("GetProfile", id, ""));
    assert_eq!((read.status, json(&read)), (200, json(&created)));
    assert!(Operation::named("GetProfile").filled("x").starts_with(&format!("/{NAMESPACE}/api/v1/")));
}
