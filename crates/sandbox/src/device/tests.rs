use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::fixture::{app, ask, body, draft, refusal};
use crate::terminal::ids::MERCHANTS;

fn id(text: &str) -> DeviceId {
    DeviceId::parse(text).unwrap()
}

fn list(app: &AppState, merchant: &str) -> Vec<Device> {
    let query = DeviceQuery { mch_id: Some(merchant.to_owned()), page_number: None };
    let page = ask::<ListDevices>(app, (), query).unwrap();
    assert_eq!((page.unreadable.len(), page.has_next, page.current), (0, false, Some(1)));
    assert_eq!(page.total, i64::try_from(page.records.len()).ok());
    page.records
}

fn read(app: &AppState, device: &str) -> Device {
    let all = MERCHANTS.iter().flat_map(|merchant| list(app, merchant.id));
    all.into_iter().find(|record| record.device_id == id(device)).unwrap()
}

fn end(app: &AppState, device: &str, status: Option<u8>) -> Result<(), Problem> {
    ask::<EndDevice>(app, id(device), EndQuery { device_status: status }).map(|_| ())
}

fn update(app: &AppState, device: &str, sent: &Value) -> Result<(), Problem> {
    let patch = body(&sent.to_string())?;
    ask::<UpdateDevice>(app, id(device), patch).map(|_| ())
}

fn activation() -> Value {
    json!({
        "activateCodeAlias": "Terrace", "deviceType": "COTS", "mchId": "M100000002",
        "emvParams": {"terminalType": 22}, "methodList": "[\"01\"]",
        "extParams": "{\"mid\":\"M1\",\"jwtSecret\":\"s\"}", "x-shelf": 1
    })
}

#[test]
fn every_merchant_has_its_demo_terminals() {
    let app = app();
    for merchant in &MERCHANTS {
        let devices = list(&app, merchant.id);
        let ids: Vec<_> = devices.iter().map(|record| record.device_id.as_str()).collect();
        let expected: Vec<_> = merchant.terminals.iter().map(|terminal| terminal.device_id).collect();
        assert_eq!(ids, expected);
        for record in &devices {
            assert!(record.device_id.is_activation_code(), "the document: `CD-` prefix");
            let used = record.device_status != Some(Number::from(State::Unused.code()));
            assert_eq!(record.is_device, Some(used));
            let raw = serde_json::to_string(record).unwrap();
            assert!(
                !raw.contains("SDK-") && !raw.contains("sdkId"),
                "an sdkId stands in transactions only: {raw}"
            );
            assert!(matches!(record.device_admin, Hidden::Known(_)));
            let ext_params = record.ext().unwrap();
            assert!(matches!(ext_params.jwt_secret, Hidden::Known(_)));
        }
    }
}

#[test]
fn emv_params_come_as_text_and_as_an_object() {
    let app = app();
    for (device, begins) in [("CD-H3N8T2WA", Some("\"{")), ("CD-K9R4V7PC", Some("{")), ("CD-M7J2X9BU", None)]
    {
        let record = read(&app, device);
        let raw = record.emv_params.as_ref().map(Loose::raw);
        assert_eq!(raw.map(|raw| raw.starts_with(begins.unwrap_or("?"))), begins.map(|_| true), "{device}");
        assert_eq!(record.emv_params().readable().is_some(), begins.is_some());
    }
}

#[test]
fn the_list_needs_a_merchant_and_is_empty_for_an_unknown_one() {
    let app = app();
    for merchant in [None, Some(String::new())] {
        let query = DeviceQuery { mch_id: merchant, page_number: None };
        let refused = refusal(ask::<ListDevices>(&app, (), query));
        assert_eq!(refused, (400, 10_000, "mchId".to_owned()));
    }
    assert_eq!(list(&app, "M9"), []);
}

#[test]
fn a_new_code_is_listed_as_it_was_asked_for() {
    let app = app();
    let sent = body(&activation().to_string()).unwrap();
    let made = ask::<ActivateDevice>(&app, (), sent).unwrap();
    assert_eq!(made.id.as_str(), format!("CD-{}", made.activation_code));
    let record = list(&app, "M100000002").pop().unwrap();
    let expected = json!({
        "deviceId": made.id, "deviceType": "COTS", "activateCodeAlias": "Terrace", "deviceStatus": 0,
        "isDevice": false, "createdAt": "2026-09-14T12:00:00Z", "updatedAt": "2026-09-14T12:00:00Z",
        "emvParams": {"terminalType": 22}, "methodList": "[\"01\"]",
        "extParams": {"mid": "M1", "jwtSecret": "s"}, "x-shelf": 1
    });
    assert_eq!(serde_json::to_value(record).unwrap(), expected);
}

#[test]
fn an_alias_may_occur_twice() {
    let app = app();
    for _ in 0..2 {
        ask::<ActivateDevice>(&app, (), body(&activation().to_string()).unwrap()).unwrap();
    }
    assert_eq!(list(&app, "M100000002").len(), 3);
}

#[test]
fn a_bad_activation_is_refused_at_its_field() {
    let app = app();
    for (field, value, status) in [
        ("activateCodeAlias", json!(" "), 200),
        ("deviceType", json!(""), 200),
        ("mchId", json!("M9"), 200),
        ("activateCodeAlias", Value::Null, 400),
        ("mchId", Value::Null, 400),
        ("emvParams", json!("{}"), 400),
        ("methodList", json!(["01"]), 400),
        ("extParams", json!({}), 400),
        ("extParams", json!("{"), 400),
        ("extParams", json!("{\"jwtSecret\":{\"hidden\":true}}"), 400),
    ] {
        let mut sent = activation();
        sent[field] = value.clone();
        let result = body(&sent.to_string()).and_then(|draft| ask::<ActivateDevice>(&app, (), draft));
        let refused = refusal(result);
        assert_eq!((refused.0, refused.2.as_str()), (status, field), "{value}");
    }
    assert_eq!(list(&app, "M100000002").len(), 1);
}

#[test]
fn an_update_changes_only_what_is_sent() {
    let app = app();
    let before = read(&app, "CD-W9L5F2NK");
    update(&app, "CD-W9L5F2NK", &json!({"activateCodeAlias": "North", "uuid": "u", "x-revision": 2}))
        .unwrap();
    let after = read(&app, "CD-W9L5F2NK");
    let expected = Device {
        activate_code_alias: Some("North".to_owned()),
        updated_at: Some("2026-09-14T12:00:00Z".to_owned()),
        other: vec![
            ("x-barrier".to_owned(), "\"north\"".to_owned()),
            ("x-revision".to_owned(), "2".to_owned()),
        ],
        ..before
    };
    assert_eq!(after, expected);
}

#[test]
fn ext_params_without_the_secret_erase_it() {
    let app = app();
    update(&app, "CD-H3N8T2WA", &json!({"extParams": "{\"mid\":\"M1\",\"x\":1.0}"})).unwrap();
    let terminal = read(&app, "CD-H3N8T2WA");
    assert_eq!(serde_json::to_string(terminal.ext().unwrap()).unwrap(), r#"{"mid":"M1","x":1.0}"#);
}

#[test]
fn the_admin_password_and_the_settings_are_set() {
    let app = app();
    let sent = json!({"deviceAdmin": "new", "emvParams": "{ \"terminalType\": \"22\" }", "methodList": "[]"});
    update(&app, "CD-K9R4V7PC", &sent).unwrap();
    let after = serde_json::to_value(read(&app, "CD-K9R4V7PC")).unwrap();
    for field in ["deviceAdmin", "emvParams", "methodList"] {
        assert_eq!(after[field], sent[field]);
    }
}

#[test]
fn a_bad_update_is_refused_at_its_field() {
    let app = app();
    let before = read(&app, "CD-H3N8T2WA");
    for (field, value) in [
        ("emvParams", json!({})),
        ("emvParams", json!("{\"a\":")),
        ("methodList", json!("01,02")),
        ("methodList", json!([])),
        ("extParams", json!({"mid": "M1"})),
        ("extParams", json!("mid=M1")),
        ("extParams", json!("[]")),
        ("extParams", json!("{\"jwtSecret\":{\"hidden\":true}}")),
        ("deviceAdmin", json!({"hidden": true})),
        ("deviceType", json!(7)),
    ] {
        let refused = refusal(update(&app, "CD-H3N8T2WA", &json!({ field: value })));
        assert_eq!(refused, (400, 10_000, field.to_owned()), "{value}");
    }
    assert_eq!(read(&app, "CD-H3N8T2WA"), before);
}

#[test]
fn an_activation_code_is_deleted_whatever_the_status_says() {
    let app = app();
    for status in [None, Some(2), Some(9)] {
        let made = ask::<ActivateDevice>(&app, (), draft(activation())).unwrap();
        end(&app, made.id.as_str(), status).unwrap();
        assert_eq!(refusal(end(&app, made.id.as_str(), status)).0, 404);
    }
    end(&app, "CD-7Q2M4K9X", None).unwrap();
    assert_eq!(list(&app, "M100000001").len(), 2);
}

#[test]
fn an_unknown_terminal_does_not_exist() {
    let app = app();
    let refused = (404, 11_001, "Device".to_owned());
    assert_eq!(refusal(end(&app, "SDK-00000000", Some(2))), refused);
    assert_eq!(refusal(end(&app, "CD-00000000", None)), refused);
    // The installation before the one in use.
    assert_eq!(refusal(end(&app, "SDK-62D1E4F2", Some(2))), refused);
    assert_eq!(refusal(update(&app, "CD-00000000", &json!({}))), refused);
}

#[test]
fn an_sdk_id_ends_the_terminal_that_its_record_does_not_name() {
    let app = app();
    for (sdk_id, device, status) in [("SDK-4F1A20B7", "CD-H3N8T2WA", 2), ("SDK-62D1E50A", "CD-T5W9C2LH", 3)] {
        end(&app, sdk_id, Some(status)).unwrap();
        assert_eq!(read(&app, device).device_status, Some(Number::from(u64::from(status))));
        assert_eq!(refusal(update(&app, sdk_id, &json!({}))).0, 404, "an update takes the deviceId");
    }
    // The code of a terminal at work is unbound and deleted all the same, and the sdkId ends nothing any more.
    end(&app, "CD-H3N8T2WA", None).unwrap();
    assert_eq!(refusal(end(&app, "SDK-4F1A20B7", Some(3))).0, 404);
}

#[test]
fn a_decommissioned_terminal_cannot_be_logged_out() {
    let app = app();
    end(&app, "SDK-4F1A20B7", Some(3)).unwrap();
    assert_eq!(refusal(end(&app, "SDK-4F1A20B7", Some(2))), (200, 11_024, "deviceStatus".to_owned()));
    end(&app, "SDK-4F1A20B7", Some(3)).unwrap();
    assert_eq!(read(&app, "CD-H3N8T2WA").device_status, Some(Number::from(3)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn ends_follow_the_state_table(
        steps in proptest::collection::vec((0_usize..3, proptest::option::of(0_u8..5)), 0..12)
    ) {
        /// Terminals to end, each with the record that shows it.
        const TERMINALS: [[&str; 2]; 3] =
            [["SDK-4F1A20B7", "CD-H3N8T2WA"], ["SDK-62D1E4F3", "CD-Y8D4N6RJ"], ["CD-7Q2M4K9X", "CD-7Q2M4K9X"]];
        let app = app();
        // By the document's words, not by the table.
        let mut expected: BTreeMap<&str, Option<u64>> =
            TERMINALS.map(|[id, _]| id).into_iter().zip([Some(1), Some(2), Some(0)]).collect();
        for (terminal, status) in steps {
            let [terminal, _] = TERMINALS[terminal];
            let code = terminal.starts_with("CD-");
            let answer = end(&app, terminal, status).map_err(|problem| (problem.status.as_u16(), problem.code));
            let (after, told) = match (expected[terminal], status) {
                (None, _) => (None, Err((404, 11_001))),
                (Some(_), _) if code => (None, Ok(())),
                (Some(3), Some(2)) => (Some(3), Err((200, 11_024))),
                (Some(_), Some(asked @ (2 | 3))) => (Some(u64::from(asked)), Ok(())),
                (before, _) => (before, Err((400, 10_000))),
            };
            prop_assert_eq!(answer, told);
            expected.insert(terminal, after);
        }
        let found: Vec<_> = MERCHANTS.iter().flat_map(|merchant| list(&app, merchant.id)).collect();
        for [terminal, shown] in TERMINALS {
            let record = found.iter().find(|record| record.device_id.as_str() == shown);
            let status = record.and_then(|record| record.device_status.as_ref()?.whole());
            prop_assert_eq!(status, expected[terminal]);
        }
    }

    #[test]
    fn updates_keep_members_that_the_document_does_not_name(
        first in proptest::collection::btree_map("x-[a-c]", "(0|1\\.[0-9]0|\"[a-z]*\")", 0..4),
        second in proptest::collection::btree_map("x-[a-c]", "(0|1\\.[0-9]0|\"[a-z]*\")", 0..4)
    ) {
        let app = app();
        let mut expected = BTreeMap::new();
        for members in [first, second] {
            let mut patch: DevicePatch = draft(json!({}));
            patch.other = members.clone().into_iter().collect();
            ask::<UpdateDevice>(&app, id("CD-H3N8T2WA"), patch).unwrap();
            expected.extend(members);
        }
        let found: BTreeMap<_, _> = read(&app, "CD-H3N8T2WA").other.into_iter().collect();
        prop_assert_eq!(found, expected);
    }
}
