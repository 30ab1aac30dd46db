//! F20, the memory: a whole list of transactions or settlements comes as a stream and no body is ever held. A million records of
//! six hundred bytes in the long run, in a process of its own.
//!
//! The other two whole lists are handed out as one text; of them F20 asserts that all records come.

use serde_json::{Value, json};
use tapline_scripted::{Answer, Behavior, Framing, Server, Step};
use tapline_tests::cells;

use super::apart::{inside, this_program};
use super::peak::{BEYOND, BUDGET, MIB, forget_peak, peak};
use crate::test_core::{PATIENT, TestCore};

pub(super) fn within_the_budget() {
    assert!(!inside(this_program(), "rows::held::a_whole_list_holds_the_budget"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_list_holds_the_budget() {
    // The peak of a process in which other tests run says nothing.
    if !super::apart::inside_already() {
        return within_the_budget();
    }
    let records = cells::runs(20_000, 1_000_000);
    for (of, record) in [("transactions", transaction as fn(u64) -> Vec<u8>), ("settlements", batch)] {
        let core = TestCore::new(PATIENT);
        let server = Server::start(Behavior::respond(move |_| list(records as u64, record)));
        let connection = core.attach(&server.http());
        forget_peak();
        let before = peak();
        let mut state = command(&core, "OpenList", &json!({"connection": connection, "of": {of: {}}})).await;
        while state["state"] == "loading" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            state = command(&core, "GetListState", &state["list"]).await;
        }
        let grown = peak().saturating_sub(before);
        // The whole list is there, or the budget was reached, as reported; and a sample is far below the budget.
        let most = if records < 100_000 { BEYOND } else { BUDGET + BEYOND };
        assert!(grown <= most, "{of}: {} MiB for {} MiB", grown / MIB, (records * 600) >> 20);
        let held = state["count"].as_u64().or(state["received"].as_u64());
        assert!(state["state"] == "complete" || records > 100_000, "{of}: {state}, {held:?}");
    }
}

async fn command(core: &TestCore, name: &str, input: &Value) -> Value {
    let result = core.host.invoke(name, None, &input.to_string()).await;
    serde_json::from_str(&result.unwrap_or_else(|failure| panic!("{name}: {failure}"))).unwrap()
}

fn list(records: u64, record: fn(u64) -> Vec<u8>) -> Vec<Step> {
    let head = Answer::json(200, "").framed(Framing::UntilClose).head();
    let begin = format!(
        "{{\"msg\":\"SUCCESS\",\"code\":0,\"data\":{{\"total\":{records},\"current\":1,\"hasNext\":false,\"records\":["
    );
    let begin = Step::Write([head, begin.into_bytes()].concat());
    vec![begin, Step::each(records, record), Step::Write(b"]}}".to_vec()), Step::Close]
}

fn after_the_first(number: u64, record: String) -> Vec<u8> {
    let comma = if number == 0 { "" } else { "," };
    format!("{comma}{record}").into_bytes()
}

fn transaction(number: u64) -> Vec<u8> {
    after_the_first(
        number,
        format!(
            r#"{{"tranId":"T{number:09}","amount":{{"currency":"EUR","value":{}}},"approvalCode":"{:06}","batchNo":"000017","cvmPerformed":"NO_CVM","appName":"VISA CREDIT","linkedTranId":"","mchName":"Harbour","tsi":"E800","acqTid":"30010001","rrn":"6325{:08}","tc":"8F3A5C7D9E1B2A40","tranStatus":"APPROVED","tranType":"SALE","atc":"01A4","tvr":"0000008000","trace":"{:06}","acqMid":"300100010001","accountMasked":"476173******0119","sdkId":"SDK-77","paymentMethod":"01","hostMessageFormat":"ISO8583","aid":"A0000000031010","entryMode":"CONTACTLESS"}}"#,
            1000 + number % 9000,
            number % 1_000_000,
            number % 100_000_000,
            number % 1_000_000,
        ),
    )
}

fn batch(number: u64) -> Vec<u8> {
    after_the_first(
        number,
        format!(
            r#"{{"uuid":"5f0c2a70-0000-4000-8000-{number:012}","batchId":"B{number:09}","paymentAmt":{},"refundAmt":1200,"voidAmt":990,"paymentCount":61,"refundCount":1,"voidCount":1,"profileName":"Card gateway","profileMessage":"ISO8583","acquirerMid":"300100010001","acquirerTid":"30010001","acquirerRefNo":"R{number:09}","acquirerCode":"ACQ1","mchName":"Harbour","currency":"EUR","state":2,"createdAt":"2026-11-20T21:30:00Z","updatedAt":"2026-11-20T21:30:00Z"}}"#,
            182_550 + number % 9000,
        ),
    )
}
