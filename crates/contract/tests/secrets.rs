//! Secrets reach neither page nor disk nor a debug print, and what is kept never reaches the service.

use tapline_contract::acquirer::AcquirerDraft;
use tapline_contract::device::{ActivationDraft, Device, DeviceAt, DevicePatch};
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::field::Hidden;
use tapline_contract::guard::{Guard, Guarded};
use tapline_contract::input::Input;
use tapline_contract::merchant::Merchant;
use tapline_contract::profile::Profile;
use tapline_contract::record::Record;
use tapline_contract::seal::Seal;
use tapline_contract::secret::Secret;
use tapline_contract::transaction::{ReceiptDraft, RefundDraft, Transaction, VoidDraft};
use tapline_contract::wire::{self, Page};

const DEVICE: &str = r#"{"deviceId":"CD-1","deviceAdmin":"hunter2","licenseId":"lic-9","extParams":{"subMid":"7","jwtSecret":"s3cr3t","x":1}}"#;

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a value that can be written")
}

fn seal() -> Seal {
    Seal(Box::new(|text| format!("{:x}", text.len())))
}

#[track_caller]
fn without_secrets(text: &str) {
    for secret in ["hunter2", "s3cr3t"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[test]
fn the_page_learns_that_a_secret_is_there() {
    let body = format!(r#"{{"msg":"SUCCESS","code":0,"data":{{"hasNext":false,"records":[{DEVICE}]}}}}"#);
    let mut page: Page<Device> = wire::read_success(&body).unwrap();
    without_secrets(&format!("{page:?}"));
    wire::Payload::cut(&mut page);
    let text = json(&page.records[0]);
    without_secrets(&text);
    assert_eq!(text.matches(r#"{"hidden":true}"#).count(), 2);
    let again: Device = serde_json::from_str(&text).unwrap();
    assert_eq!(again.device_admin, Hidden::Kept);
    assert_eq!(again.ext().unwrap().jwt_secret, Hidden::Kept);
}

#[test]
fn a_record_that_cannot_be_read_keeps_names_alone() {
    for bad in [
        r#"{"deviceAdmin":"hunter2"}"#,
        r#"{"deviceId":"a","deviceAdmin":"hunter2","deviceAdmin":"s3cr3t"}"#,
        r#"{"deviceId":"a","deviceAdmin":["hunter2"]}"#,
        r#"{"deviceId":"a","isDevice":"yes","extParams":{"jwtSecret":"s3cr3t"}}"#,
        r#"["hunter2"]"#,
        r#""hunter2""#,
    ] {
        let body = format!(r#"{{"code":0,"data":{{"records":[{bad},{DEVICE}]}}}}"#);
        let mut page: Page<Device> = wire::read_success(&body).unwrap();
        wire::Payload::cut(&mut page);
        assert_eq!((page.records.len(), page.unreadable.len()), (1, 1), "{bad}");
        without_secrets(&json(&page.unreadable));
    }
    let transaction = r#"{"code":0,"data":{"records":[{"rrn":5}]}}"#;
    let page: Page<Transaction> = wire::read_success(transaction).unwrap();
    assert_eq!(page.unreadable[0].raw, r#"{"rrn":5}"#, "where no secret can be, the record is shown");
}

#[test]
fn nothing_prints_a_secret() {
    let secret = || Hidden::Known(Secret::new("hunter2".to_owned()));
    let void = VoidDraft { admin_pwd: secret(), other: Vec::new() };
    let patch =
        DevicePatch::read(r#"{"deviceAdmin":"hunter2","extParams":"{\"jwtSecret\":\"s3cr3t\"}"}"#).unwrap();
    let device = Device::read(DEVICE).unwrap();
    let at = DeviceAt { mch_id: None, device: Some(device.clone()) };
    without_secrets(&format!("{:?} {void:?} {patch:?} {device:?} {at:?}", secret()));
}

#[test]
fn what_is_kept_is_not_sent() {
    let patch = DevicePatch::read(
        r#"{"deviceAdmin":{"hidden":true},"activateCodeAlias":"Till 3","extParams":"{\"jwtSecret\":{\"hidden\":true},\"mid\":\"1\"}"}"#,
    );
    let sent = patch.unwrap().body().unwrap();
    assert_eq!(sent, r#"{"activateCodeAlias":"Till 3","extParams":"{\"mid\":\"1\"}"}"#);
    let void = VoidDraft { admin_pwd: Hidden::Kept, other: Vec::new() };
    assert_eq!(void.body().as_deref(), Some("{}"));
    let known = VoidDraft { admin_pwd: Hidden::Known(Secret::new("hunter2".to_owned())), other: Vec::new() };
    assert_eq!(known.body().as_deref(), Some(r#"{"adminPwd":"hunter2"}"#));
}

#[test]
fn a_journal_holds_neither_secrets_nor_personal_data() {
    let refund =
        RefundDraft::read(r#"{"refundAmount":5000,"refundReason":"returned","adminPwd":"hunter2"}"#).unwrap();
    let kept = json(&refund.for_journal(&seal()));
    assert_eq!(kept, r#"{"refundAmount":5000,"refundReason":"returned","adminPwd":{"hidden":true}}"#);

    let draft = ActivationDraft::read(
        r#"{"activateCodeAlias":"a","deviceType":"COTS","mchId":"M1","extParams":"{\"jwtSecret\":\"s3cr3t\"}"}"#,
    );
    without_secrets(&json(&draft.unwrap().for_journal(&seal())));

    let receipt = ReceiptDraft { email: "ann@shop.example".to_owned(), other: Vec::new() };
    assert_eq!(receipt.for_journal(&seal()).email, "sealed:10");
    let literal = ReceiptDraft { email: "sealed:10".to_owned(), ..receipt };
    assert_eq!(literal.for_journal(&seal()).email, "sealed:9", "text that looks sealed is text");

    let acquirer = AcquirerDraft::read(
        r#"{"connUrl":"https://user:hunter2@host.example/","notifyUrl":"https://desk.example/hook"}"#,
    );
    let kept = json(&acquirer.unwrap().for_journal(&seal()));
    without_secrets(&kept);
    assert!(kept.contains("https://desk.example/hook"), "{kept}");
}

#[test]
fn a_card_number_is_sealed_wherever_a_person_or_a_service_can_put_one() {
    const CARD: &str = "4111 1111 1111 1111";
    let seal = seal();
    let kept = |record: &dyn Fn(Guard<'_>) -> String| {
        let kept = record(Guard::Disk(&seal));
        assert!(kept.contains("sealed:") && !kept.contains("1111 1111"), "{kept}");
        assert!(record(Guard::Page).contains(CARD), "the page shows it");
    };
    let emv = format!(r#"{{"id":7,"emvName":"Shop {CARD}","params":"{{}}"}}"#);
    let emv: EmvConfig = serde_json::from_str(&emv).unwrap();
    kept(&|to| {
        let mut record = emv.clone();
        record.guard(to);
        json(&record)
    });
    let draft = EmvDraft { emv_name: CARD.to_owned(), ..EmvDraft::empty() };
    assert_eq!(draft.for_journal(&seal).emv_name, "sealed:13");
    for other in
        [format!(r#""{CARD}""#), format!(r#"{{"x":["{CARD}"]}}"#), format!(r#""{{\"x\":\"{CARD}\"}}""#)]
    {
        let text = format!(r#"{{"mchId":"m","note":{other}}}"#);
        let merchant = Merchant::read(&text).unwrap();
        kept(&|to| {
            let mut record = merchant.clone();
            record.guard(to);
            json(&record)
        });
    }
    let sale = format!(r#"{{"tranId":"T","actions":[{{"actionId":"A","reason":"{CARD}"}}]}}"#);
    let sale = Transaction::read(&sale).unwrap();
    kept(&|to| {
        let mut record = sale.clone();
        record.guard(to);
        json(&record)
    });
    let looks_sealed = r#"{"mchId":"m","note":"sealed:10"}"#;
    let mut merchant = Merchant::read(looks_sealed).unwrap();
    merchant.guard(Guard::Disk(&seal));
    assert_ne!(json(&merchant), looks_sealed, "text that looks sealed is text");
}

#[test]
fn records_are_sealed_for_the_disk() {
    let seal = seal();
    let mut at = DeviceAt { mch_id: Some("M1".to_owned()), device: Device::read(DEVICE).ok() };
    at.guard(Guard::Disk(&seal));
    without_secrets(&json(&at));
    assert!(!json(&at).contains("lic-9"));

    let mut merchant =
        Merchant::read(r#"{"mchId":"M1","mchName":"Shop","contactEmail":"ann@shop.example"}"#).ok();
    merchant.guard(Guard::Disk(&seal));
    assert_eq!(json(&merchant), r#"{"mchId":"M1","mchName":"Shop","contactEmail":"sealed:10"}"#);

    let mut profile = Profile::read(
        r#"{"profileId":"p","acceptances":[{"acptId":"a","extraParams":{"key":"abc","n":1.10}}]}"#,
    )
    .ok();
    profile.guard(Guard::Disk(&seal));
    // 1.10 is sealed in the canonical spelling, 11e-1.
    assert!(json(&profile).contains(r#"{"key":"sealed:3","n":"sealed:5"}"#), "{}", json(&profile));
    assert!(seal.is("sealed:3", "abc") && !seal.is("sealed:3", "abcd") && !seal.is("sealed:3", "sealed:3"));
}
