//! Everything the document does not allow is found, and named.

use tapline_scripted::Request;
use tapline_tests::reference::{OPERATIONS, Operation, Reference};

use super::request;

/// Operation, id, query or body, deviation.
const INPUTS: &str = r#"
EmailReceipt | T1001 | {} | body has no email
EmailReceipt | T1001 | {"email":"a@b","cc":"c@d"} | body has cc, which is unknown
RefundTransaction | T1002 | {"refundAmount":"5","refundReason":"x","adminPwd":"y"} | body.refundAmount is "5" and not a number
CaptureTransaction | T1003 | {"amount":5} | body.amount is 5 and not an amount as text
CaptureTransaction | T1003 | {"amount":"1e3"} | body.amount is "1e3" and not an amount as text
VoidTransaction | T1001 | {"adminPwd":null} | body.adminPwd is null and not text
Settle |  | {"batchId":17} | body.batchId is 17 and not text
EmailSettlements |  | {"batchIds":[{"batchId":"B17"}],"email":"a@b","mchId":"M100"} | body.batchIds is [{"batchId":"B17"}] and not text that holds a list of an object
EmailSettlements |  | {"batchIds":"[\"B17\"]","email":"a@b","mchId":"M100"} | body.batchIds as text[0] is "B17" and not an object
EmailSettlements |  | {"batchIds":"B17","email":"a@b","mchId":"M100"} | body.batchIds is text that is not JSON: B17
UpdateEmv | 12 | {"params":"{}","emvName":"x","paymentMethod":"01"} | body.params is "{}" and not an object
UpdateEmv | 12 | {"params":{"clCVMLimit":"5"},"emvName":"x","paymentMethod":"01"} | body.params.clCVMLimit is "5" and not a number
UpdateEmv | 12 | {"params":{},"emvName":"x","paymentMethod":"01","emvVersion":"3"} | body has emvVersion, which is unknown
CreateEmv |  | {"params":{"a":1,"a":2},"emvName":"x","paymentMethod":"01"} | key a stands twice in an object
CreateEmv |  | {"params": | the body is no JSON
ActivateDevice |  | {"activateCodeAlias":"x","deviceType":"COTS","mchId":"M100","emvParams":"{}"} | body.emvParams is "{}" and not an object
UpdateDevice | CD-7001 | {"emvParams":{}} | body.emvParams is {} and not text that holds an object
UpdateDevice | CD-7001 | {"methodList":["01"]} | body.methodList is ["01"] and not text that holds anything
UpdateDevice | CD-7001 | {"extParams":"[]"} | body.extParams as text is [] and not an object
UpdateDevice | CD-7001 | {"deviceStatus":3} | body has deviceStatus, which is unknown
CreateMerchant |  | {"mchName":"x","iban":"y"} | body has iban, which is unknown
CreateAcquirer |  | {"connTimeout":"10"} | body.connTimeout is "10" and not a number
CreateAcquirer |  | {"emvList":{"07":[]}} | body.emvList has 07, which is unknown
CreateAcquirer |  | {"emvList":{"01":["12"]}} | body.emvList.01[0] is "12" and not a number
UpdateProfile | prof_1 | {"acceptances":[{"acptId":"acpt_1"}]} | body.acceptances[0] has no acptName
UpdateProfile | prof_1 | {"entityStatus":"ACTIVE"} | body has entityStatus, which is unknown
SetProfileStatus | prof_1 | {"status":"active"} | body.status is "active" and not one of ["ACTIVE", "DISABLED"]
ListTransactions |  | {"createdStart":"2026-11-01T00:00:00Z"} | query createdStart is “2026-11-01T00:00:00Z” and not Date
ListTransactions |  | {"state":8} | query state is “8” and not OneOf(["0", "1", "2", "3", "4", "5", "6", "7"])
ListTransactions |  | {"pageSize":-2} | query pageSize is “-2” and not PageSizeOrAll
ListTransactions |  | {"pageNumber":0} | query pageNumber is “0” and not PageNumber
ListTransactions |  | {"settlestate":0} | query settlestate is unknown
ListDevices |  | {} | query mchId is missing
ListDevices |  | {"mchId":"M100","pageSize":-1} | query pageSize is unknown
ListMerchants |  | {"pageSize":10} | query pageSize is unknown
ListProfiles |  | {"pageSize":-1} | query pageSize is “-1” and not PageSize
EndDevice | SDK-77 | {"deviceStatus":1} | query deviceStatus is “1” and not OneOf(["2", "3"])
GetOwner |  | {"x":1} | query x is unknown
"#;

/// The deviations of one request, without the request's name in front.
fn deviations(request: &Request) -> Vec<String> {
    let service = Reference::start();
    let status = service.answer(request).status;
    let lines = service.deviations();
    assert_eq!(lines.is_empty(), !matches!(status, 400 | 401), "{status} {lines:?}");
    lines.iter().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect()
}

#[test]
fn inputs_that_are_not_in_the_document() {
    for row in INPUTS.trim().lines() {
        let [name, id, input, expected] = *row.split(" | ").collect::<Vec<_>>() else { panic!("{row}") };
        let found = deviations(&request(name, id, input));
        assert!(found.iter().any(|line| line == expected), "{name} {input}: {found:?}");
    }
}

#[test]
fn requests_that_are_not_in_the_document() {
    let sample = |name: &str| Operation::named(name).request();
    let without = |mut request: Request, header: &str| {
        request.headers.retain(|(name, _)| name != header);
        request
    };
    let with_body = |mut request: Request| {
        request.body = b"{}".to_vec();
        request
    };
    let bearer = |token: &str| {
        let mut request = without(sample("GetOwner"), "Authorization");
        request.headers.push(("Authorization".to_owned(), token.to_owned()));
        request
    };
    for (request, expected) in [
        (without(sample("GetOwner"), "Authorization"), "there is no Authorization"),
        (bearer("Basic x"), "Authorization is no bearer token"),
        (bearer("Bearer "), "Authorization is no bearer token"),
        (without(sample("UpdateEmv"), "Content-Type"), "Content-Type is None"),
        (with_body(sample("SignOnProfile")), "it has a body"),
        (with_body(sample("DeleteEmv")), "it has a body"),
        (with_body(sample("ListEmv")), "it has a body"),
    ] {
        assert_eq!(deviations(&request), [expected], "{request:?}");
    }
    for (method, path) in [
        ("GET", "/api/v2/emv/12"),
        ("PATCH", "/api/v2/emv/12"),
        ("GET", "/api/v2/emv/"),
        ("PUT", "/api/v2/emv/12/"),
        ("PUT", "/api/v2/emv/1/2"),
        ("GET", "/api/v1/profiles"),
        ("GET", "//api/v1/profiles"),
        ("GET", "/south/api/v1/profiles"),
        ("GET", "/north/api/v2/current"),
        ("POST", "/north/api/v1/profiles/prof_1/status"),
        ("get", "/api/v2/current"),
    ] {
        let service = Reference::start();
        let request = Request { method: method.to_owned(), path: path.to_owned(), ..sample("GetOwner") };
        assert_eq!(service.answer(&request).status, 404);
        assert_eq!(service.deviations(), [format!("{method} {path}: no such operation")]);
    }
}

#[test]
fn another_token_is_refused_and_no_deviation() {
    let service = Reference::start();
    for row in &OPERATIONS {
        let mut request = row.request();
        request.headers[0].1 = "Bearer somebody.elses.token".to_owned();
        assert_eq!(service.answer(&request).status, 401, "{}", row.name);
    }
    assert_eq!(service.deviations(), [""; 0]);
    assert_eq!(service.world(|world| world.effects.len()), 0);
}

#[test]
fn a_request_is_of_one_operation() {
    for row in &OPERATIONS {
        let request = row.request();
        let rows = OPERATIONS.iter().filter(|other| other.takes(&request)).map(|other| other.name);
        assert_eq!(rows.collect::<Vec<_>>(), [row.name]);
        assert_eq!(Operation::from_request(&request).unwrap().name, row.name);
    }
}
