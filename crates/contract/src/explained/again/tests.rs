//! Rules for pairing two transactions, and the words for their order.

use serde_json::{Value, json};

use super::*;
use crate::record::Record as _;

/// A declined Visa tap, with these members in place of its own.
fn declined(change: &Value) -> Transaction {
    record(
        json!({
            "tranId": "T1", "tranStatus": "DECLINED", "cvmPerformed": "NO_CVM", "atc": "01A4",
            "actions": [{ "actionType": "SALE", "hostRespCode": "1A" }],
        }),
        change,
    )
}

/// A sale of that card with a PIN.
fn approved(change: &Value) -> Transaction {
    record(json!({ "tranId": "T2", "tranStatus": "APPROVED", "cvmPerformed": "PIN", "atc": "01A5" }), change)
}

fn record(own: Value, change: &Value) -> Transaction {
    let mut all = json!({
        "amount": { "currency": "EUR", "value": 2310 }, "accountMasked": "476173******2941", "mchName": "Café",
        "paymentMethod": "01", "aid": "A0000000031010", "entryMode": "NFC", "tranType": "SALE", "acqTid": "300100", "trace": "000041",
    });
    for from in [&own, change] {
        for (name, value) in from.as_object().unwrap() {
            all[name] = value.clone();
        }
    }
    Transaction::read(&all.to_string()).unwrap()
}

const NONE: Value = Value::Null;

fn same() -> Value {
    json!({})
}

#[test]
fn a_decline_that_asks_for_a_pin_and_the_sale_with_one_are_a_pair() {
    let (one, other) = (declined(&same()), approved(&same()));
    let pair = again(&one, &other).unwrap();
    assert_eq!(again(&other, &one), Some(pair.clone()), "in whichever order they are given");
    assert_eq!((pair.code.as_str(), &pair.order), ("1A", &Order::Counter));
    assert!(pair.line(&one.tran_id).ends_with("Second try: T2."), "{}", pair.line(&one.tran_id));
    assert!(pair.line(&other.tran_id).ends_with("First try: T1."), "{}", pair.line(&other.tran_id));
    assert_eq!((pair.other(&one.tran_id).as_str(), pair.other(&other.tran_id).as_str()), ("T2", "T1"));
}

#[test]
fn what_differs_makes_no_pair() {
    for (first, second, is_pair) in [
        (same(), same(), true),
        (same(), json!({ "cvmPerformed": "", "tvr": "0000040000" }), true),
        (same(), json!({ "amount": { "currency": "eur", "value": 2310.0 } }), true),
        (same(), json!({ "entryMode": "EMV_CONTACT", "cvmPerformed": "420300" }), true),
        (same(), json!({ "tranStatus": "VOIDED" }), true),
        (same(), json!({ "amount": { "currency": "EUR", "value": 2311 } }), false),
        (same(), json!({ "amount": { "currency": "CHF", "value": 2310 } }), false),
        (same(), json!({ "accountMasked": "476173******2942" }), false),
        (same(), json!({ "mchName": "Kiosk" }), false),
        (same(), json!({ "cvmPerformed": "NO_CVM" }), false),
        (same(), json!({ "cvmPerformed": "CDCVM" }), false),
        (same(), json!({ "cvmPerformed": "PIN or signature" }), false),
        (same(), json!({ "tranStatus": "DECLINED" }), false),
        (same(), json!({ "tranStatus": "PROCESSING" }), false),
        (same(), json!({ "tranType": "REFUND" }), false),
        (same(), json!({ "aid": "A0000000041010" }), false),
        (same(), json!({ "atc": "01A3" }), false),
        (json!({ "accountMasked": "****" }), json!({ "accountMasked": "****" }), false),
        (json!({ "actions": [{ "actionType": "SALE", "hostRespCode": "51" }] }), same(), false),
        (json!({ "actions": [] }), same(), false),
        (json!({ "amount": NONE }), json!({ "amount": NONE }), false),
        (json!({ "tranId": "T2" }), same(), false),
    ] {
        assert_eq!(again(&declined(&first), &approved(&second)).is_some(), is_pair, "{first} {second}");
    }
    let mastercard = json!({
        "aid": "A0000000041010", "paymentMethod": "02", "actions": [{ "actionType": "SALE", "hostRespCode": "65" }],
    });
    assert!(again(&declined(&mastercard), &approved(&json!({ "aid": "A0000000041010" }))).is_some());
    // Only a tap: of an inserted card 65 is another answer.
    let mut inserted = mastercard;
    inserted["entryMode"] = json!("EMV_CONTACT");
    assert!(again(&declined(&inserted), &approved(&json!({ "aid": "A0000000041010" }))).is_none());
}

#[test]
fn a_second_try_follows_a_tap_without_a_pin_closely() {
    let at = |atc: &str, time: &str| json!({ "atc": atc, "createdAt": format!("2026-11-03T12:0{time}Z") });
    for (first, second, is_pair) in [
        (json!({ "atc": "0010" }), json!({ "atc": "0011" }), true),
        (json!({ "atc": "0010" }), json!({ "atc": "0013" }), true),
        (json!({ "atc": "0010" }), json!({ "atc": "0014" }), false),
        (json!({ "atc": "0010" }), json!({ "atc": "0FFF" }), false),
        (json!({ "atc": "0010" }), json!({ "atc": "000F" }), false),
        (json!({ "atc": "0010" }), json!({ "atc": "", "trace": "000042" }), true),
        // The counter counts next to a time as well.
        (at("0010", "1:07"), at("0011", "1:47"), true),
        (at("0010", "1:07"), at("0014", "1:47"), false),
        (at("0011", "1:07"), at("0010", "1:47"), false),
        // A PIN that was entered isn't requested again.
        (json!({ "cvmPerformed": "PIN" }), same(), false),
        (json!({ "cvmPerformed": "420300" }), same(), false),
        (json!({ "tvr": "0000048000" }), same(), false),
        (json!({ "cvmPerformed": "", "tvr": "0000048000" }), same(), false),
        (json!({ "cvmPerformed": "", "tvr": "0000008000" }), same(), true),
        (json!({ "cvmPerformed": "SIGNATURE" }), same(), true),
        // Only a tap is tried again.
        (json!({ "entryMode": "" }), same(), true),
        (json!({ "entryMode": "E_COMM" }), same(), false),
        (json!({ "entryMode": "EMV_CONTACT" }), same(), false),
        (json!({ "entryMode": "MANUAL" }), same(), false),
        (json!({ "entryMode": "QR" }), same(), false),
        (same(), json!({ "entryMode": "EMV_CONTACT" }), true),
        (same(), json!({ "entryMode": "E_COMM" }), false),
        (same(), json!({ "entryMode": "MANUAL" }), false),
    ] {
        let (one, other) = (declined(&first), approved(&second));
        assert_eq!(again(&one, &other).is_some(), is_pair, "{first} {second}");
        assert_eq!(!may_be(&one, &[other]).is_empty(), is_pair, "{first} {second}");
    }
    assert_eq!(may_be(&approved(&same()), &[declined(&json!({ "entryMode": "E_COMM" }))]), []);
}

#[test]
fn only_what_is_known_of_the_order_is_said() {
    let at = |time: &str| json!({ "createdAt": format!("2026-11-03T12:0{time}Z"), "atc": "" });
    let no_counter = || json!({ "atc": "" });
    let times = |seconds| Some(Order::Seconds(seconds));
    for (first, second, expected) in [
        (at("1:07"), at("1:47"), times(40)),
        (at("1:07"), at("5:07"), times(240)),
        (at("1:07"), at("1:07"), times(0)),
        (at("1:47"), at("1:07"), None),
        (at("1:07"), json!({ "createdAt": "2026-11-04T12:01:07Z", "atc": "" }), None),
        (same(), json!({ "atc": "01A4" }), Some(Order::SameTap)),
        (no_counter(), json!({ "atc": "", "trace": "000042" }), Some(Order::Trace)),
        (no_counter(), json!({ "atc": "", "trace": "000040" }), None),
        (no_counter(), json!({ "atc": "", "acqTid": "300200", "trace": "000001" }), Some(Order::Unknown)),
        (no_counter(), json!({ "atc": "", "trace": "" }), Some(Order::Unknown)),
    ] {
        let order = again(&declined(&first), &approved(&second)).map(|pair| pair.order);
        assert_eq!(order, expected, "{first} {second}");
    }
}

#[test]
fn of_a_list_a_few_rows_are_read_whole() {
    let of = declined(&same());
    let row = |id: String| approved(&json!({ "tranId": id }));
    let many: Vec<_> = (0..60).map(|at| row(format!("A{at}"))).collect();
    assert_eq!(may_be(&of, &many).len(), MOST_WHOLE);
    let mut late: Vec<_> =
        (0..50).map(|at| approved(&json!({ "tranId": format!("B{at}"), "mchName": "Kiosk" }))).collect();
    late.push(row("A".to_owned()));
    assert_eq!(may_be(&of, &late), [], "beyond the rows that are looked at");
    // A row does not have the host's answer.
    let bare = declined(&json!({ "actions": NONE }));
    let found = may_be(&approved(&same()), std::slice::from_ref(&bare));
    assert_eq!(found.iter().collect::<Vec<_>>(), [&bare.tran_id]);
    assert_eq!(wanted(&bare), None);
    assert_eq!(
        (wanted(&of), wanted(&approved(&same()))),
        (Some(Counterpart::Approved), Some(Counterpart::Declined))
    );
    assert_eq!(wanted(&approved(&json!({ "cvmPerformed": "NO_CVM" }))), None);
}

#[test]
fn the_nearest_is_the_second_try() {
    let of = declined(&same());
    let others =
        [approved(&json!({ "tranId": "far", "atc": "01B0" })), approved(&json!({ "tranId": "near" }))];
    assert_eq!(nearest(&of, &others).map(|pair| pair.approved.to_string()).as_deref(), Some("near"));
    assert_eq!(nearest(&of, &[]), None);
}

#[test]
fn a_row_of_a_list_reads_as_its_record() {
    let whole =
        approved(&json!({ "mchName": "Café \"Nord\"", "amount": { "currency": "EUR", "value": 23.10 } }));
    let raw = serde_json::to_string(&whole).unwrap();
    let value: Value = serde_json::from_str(&raw).unwrap();
    let cells: Vec<_> = MEMBERS
        .iter()
        .map(|path| {
            let cell = path.split('.').fold(&value, |at, name| &at[name]);
            cell.as_str().map(str::to_owned).or_else(|| (!cell.is_null()).then(|| cell.to_string()))
        })
        .collect();
    let row = of_row(&cells).unwrap();
    assert!(
        again(
            &declined(&json!({ "mchName": "Café \"Nord\"", "amount": { "currency": "EUR", "value": 23.1 } })),
            &row
        )
        .is_some()
    );
}
