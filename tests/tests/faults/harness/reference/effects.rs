//! An effect is there at the next read; a lost one is there when its fate says so.

use std::io::Write as _;

use serde_json::Value;
use tapline_scripted::{Server, Step};
use tapline_tests::reference::{Class, Fate, Moment, OPERATIONS, Operation, Reference};

use super::super::client::{answer, connect, exchange, wire};
use super::{ask, json, request};

/// The read that shows what a change has done, and its query.
fn shown_by(row: &Operation) -> Option<(&'static str, &'static str, &'static str)> {
    let id = row.id.unwrap_or_default();
    Some(match row.name {
        "VoidTransaction" | "RefundTransaction" | "CaptureTransaction" => ("GetTransaction", id, ""),
        "Settle" => ("GetSettlement", "B17", ""),
        "CreateEmv" | "UpdateEmv" | "DeleteEmv" => ("ListEmv", "", r#"{"pageSize":-1}"#),
        "ActivateDevice" | "EndDevice" | "UpdateDevice" => ("ListDevices", "", r#"{"mchId":"M100"}"#),
        "CreateMerchant" => ("ListMerchants", "", r#"{"mchName":"Mill Bakery"}"#),
        "UpdateMerchant" => ("GetMerchant", id, ""),
        "CreateAcquirer" | "UpdateAcquirer" | "DeleteAcquirer" => ("ListAcquirers", "", r#"{"pageSize":-1}"#),
        "CreateProfile" => ("ListProfiles", "", r#"{"pageSize":9}"#),
        "UpdateProfile" | "SetProfileStatus" => ("GetProfile", id, ""),
        _ => return None,
    })
}

fn look(service: &Reference, row: &Operation) -> Value {
    let (read, id, input) = shown_by(row).unwrap();
    ask(service, read, id, input)
}

fn changes() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().filter(|row| row.changes()).map(|row| Operation::named(row.name))
}

#[test]
fn every_change_but_three_is_shown_by_a_read() {
    assert_eq!(changes().count(), 21);
    let mut without = Vec::new();
    for row in changes() {
        let service = Reference::start();
        if shown_by(row).is_none() {
            service.answer(&row.request());
            assert_eq!(service.world(|world| world.effects.len()), 1, "{}", row.name);
            assert_eq!(row.class, Class::Effect);
            without.push(row.name);
            continue;
        }
        let before = look(&service, row);
        assert_eq!(look(&service, row), before, "{} itself changes nothing", row.name);
        service.answer(&row.request());
        assert_ne!(look(&service, row), before, "{}", row.name);
    }
    assert_eq!(without, ["EmailReceipt", "EmailSettlements", "SignOnProfile"]);
}

#[test]
fn what_was_lost_has_the_fate_it_was_given() {
    for row in changes().filter(|row| shown_by(row).is_some()) {
        for (fate, shown) in [
            (Fate::Done, [true, true, true]),
            (Fate::NotDone, [false, false, false]),
            (Fate::DoneAtRead(1), [true, true, true]),
            (Fate::DoneAtRead(2), [false, true, true]),
            (Fate::DoneAtRead(3), [false, false, true]),
        ] {
            let service = Reference::start();
            let before = look(&service, row);
            service.lose(&row.request(), fate);
            let found = [(); 3].map(|()| look(&service, row) != before);
            assert_eq!(found, shown, "{} {fate:?}", row.name);
        }
    }
    let service = Reference::start();
    let sign_on = Operation::named("SignOnProfile");
    service.lose(&sign_on.request(), Fate::Done);
    assert_eq!(service.world(|world| world.effects.len()), 1);
}

/// The matrix, F30.
#[test]
fn somebody_else_changes_nine_things_at_a_chosen_point() {
    let rows: Vec<_> = changes().filter(|row| row.theirs.is_some()).collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        assert!(matches!(row.class, Class::Absolute | Class::Delete), "{}", row.name);
        let (read, id, input) = shown_by(row).unwrap();
        let start = look(&Reference::start(), row);
        for (moment, nth, shown) in [
            (Moment::Before, 1, [true, true]),
            (Moment::After, 1, [false, true]),
            (Moment::Before, 2, [false, true]),
            (Moment::Before, 3, [false, false]),
        ] {
            let service = Reference::start();
            service.at(moment, read, nth, move |world| assert!(world.their_change(row)));
            let found = [(); 2].map(|()| ask(&service, read, id, input) != start);
            assert_eq!(found, shown, "{} {moment:?} {nth}", row.name);
        }
        let service = Reference::start();
        service.at(Moment::After, row.name, 1, move |world| {
            assert_eq!(world.their_change(row), row.class == Class::Absolute);
        });
        service.answer(&row.request());
        assert_ne!(look(&service, row), start);
    }
}

#[test]
fn one_operation_fails_and_the_others_answer_well() {
    let service = Reference::start();
    let row = Operation::named("UpdateEmv");
    let lost = service.clone();
    let server = Server::start(service.except(row, move |number, request| {
        (number == 0).then(|| {
            lost.lose(request, Fate::Done);
            vec![Step::Reset]
        })
    }));
    let message = wire(&row.request());
    exchange(server.port(), &message).1.unwrap_err();
    let params = |service: &Reference| service.world(|world| world.emv[0]["params"].clone());
    let written = r#"{"aid":"A0000000031010","clFloorLimit":0,"clTransLimit":20000,"clCVMLimit":5000}"#;
    assert_eq!(params(&service), written, "in the writer's own spelling");
    let mut stream = connect(server.port());
    stream.write_all(message.as_bytes()).unwrap();
    assert_eq!(answer(&mut stream).0, 200, "the second call");
    assert_eq!(row.sent(&server.seen()), 2);
}

#[test]
fn a_refund_echoes_its_reason_and_a_capture_its_amount() {
    let service = Reference::start();
    ask(&service, "RefundTransaction", "T1002", Operation::named("RefundTransaction").input);
    let refunded = ask(&service, "GetTransaction", "T1002", "");
    let action = &refunded["data"]["actions"][1];
    assert_eq!((&action["reason"], &action["amount"]["value"]), (&"Broken glass".into(), &500.into()));
    assert_eq!(refunded["data"]["tranStatus"], "REFUNDED");
    ask(&service, "CaptureTransaction", "T1003", r#"{"amount":"1500"}"#);
    ask(&service, "CaptureTransaction", "T1003", "{}");
    let captured = ask(&service, "GetTransaction", "T1003", "");
    let value = |index: usize| captured["data"]["actions"][index]["amount"]["value"].clone();
    assert_eq!([value(1), value(2)], [1500, 1750], "a part, then the whole");
}

#[test]
fn a_device_is_unbound_logged_out_or_taken_out_of_service() {
    let service = Reference::start();
    let states = || {
        let list = ask(&service, "ListDevices", "", r#"{"mchId":"M100"}"#);
        let devices = list["data"]["records"].as_array().unwrap().clone();
        devices
            .iter()
            .map(|d| format!("{} {}", d["deviceId"], d["deviceStatus"]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(states(), r#""CD-7001" 1, "CD-7002" 1, "CD-7003" 1"#);
    ask(&service, "EndDevice", "CD-7001", "");
    ask(&service, "EndDevice", "SDK-77", r#"{"deviceStatus":2}"#);
    assert_eq!(states(), r#""CD-7002" 1, "CD-7003" 2"#);
    ask(&service, "EndDevice", "SDK-77", r#"{"deviceStatus":3}"#);
    assert_eq!(states(), r#""CD-7002" 1, "CD-7003" 3"#);
    let ext = r#"{"extParams":"{\"subMid\":\"S2\"}","methodList":"[\"01\"]"}"#;
    ask(&service, "UpdateDevice", "CD-7002", ext);
    let list = ask(&service, "ListDevices", "", r#"{"mchId":"M100"}"#);
    let device = &list["data"]["records"][0];
    assert_eq!(device["extParams"], serde_json::json!({"subMid": "S2"}), "what is not sent is gone");
    assert_eq!(device["methodList"], r#"["01"]"#);
    assert_eq!(device["emvParams"]["terminalType"], "22");
}

#[test]
fn acceptances_are_updated_created_and_unbound() {
    let service = Reference::start();
    let both = r#"{"acceptances":[
        {"acptId":"acpt_1","acptName":"Renamed","hostMessageFormat":"ISO8583","supportedPayments":["VISA"],"primaryMid":"M1","primaryTid":"T1"},
        {"acptName":"QR","hostMessageFormat":"QR","supportedPayments":["WALLET"],"primaryMid":"M8","primaryTid":"T8"}]}"#;
    let updated = ask(&service, "UpdateProfile", "prof_1", both);
    let names: Vec<_> =
        updated["acceptances"].as_array().unwrap().iter().map(|a| a["acptName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Renamed", "QR"]);
    assert_eq!(updated["acptSelection"]["acpt_1"], serde_json::json!(["VISA"]));
    let none = ask(&service, "UpdateProfile", "prof_1", r#"{"acceptances":[]}"#);
    assert_eq!(
        (&none["acceptances"], &none["acptSelection"]),
        (&serde_json::json!([]), &serde_json::json!({}))
    );
    let signed = json(&service.answer(&request("SignOnProfile", "prof_1", "")));
    assert_eq!(signed["acptSignOns"], serde_json::json!([]));
}
