//! Terminals: what the list proves, and what of its secrets goes where.

use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{DeviceAt, DeviceId, DevicePatch, EndQuery};
use tapline_contract::endpoints::{EndDevice, ListDevices, UpdateDevice};
use tapline_contract::field::Hidden;
use tapline_contract::input::Input as _;
use tapline_contract::record::Record as _;

use super::super::device::DeviceLook;
use super::*;

fn terminal(status: &str, alias: &str) -> String {
    format!(
        r#"{{"deviceId":"SDK-1","deviceStatus":{status},"activateCodeAlias":"{alias}","deviceAdmin":"pin 1","methodList":"[\"01\"]",
            "extParams":{{"subMid":"m","jwtSecret":"jwt 1"}},"emvParams":"{{\"terminalType\":22}}"}}"#
    )
}

fn look(records: &str, complete: bool) -> DeviceLook {
    DeviceLook::new("M1", listed::<ListDevices>(records, complete))
}

fn id() -> DeviceId {
    DeviceId::parse("SDK-1").unwrap()
}

fn patch(json: &str) -> DevicePatch {
    DevicePatch::read(json).unwrap()
}

fn call(json: &str, seen: DeviceAt) -> Call<UpdateDevice> {
    Call::new(ConnectionId("c".to_owned()), id(), patch(json), seen)
}

fn shown(verdict: Verdict<DeviceAt>) -> Shows {
    match verdict {
        Verdict::Target(_) => Shows::Target,
        Verdict::Before => Shows::Before,
        Verdict::Other(DeviceAt { device: Some(_), .. }) => Shows::Other,
        Verdict::Other(_) => Shows::Gone,
        Verdict::Unrelated(_) => Shows::Unrelated,
        Verdict::Doubtful(doubt, _) => Shows::Doubt(doubt),
        Verdict::Unprovable => Shows::Nothing,
    }
}

#[test]
fn an_update_is_proven_by_the_members_that_were_sent() {
    let before =
        UpdateDevice::before(&call("{}", DeviceAt::default()), &look(&terminal("1", "till"), true), &plain())
            .unwrap();
    for (sent, now, expected) in [
        (r#"{"activateCodeAlias":"bar"}"#, terminal("1", "bar"), Shows::Target),
        (r#"{"activateCodeAlias":"bar"}"#, terminal("1", "till"), Shows::Before),
        (r#"{"activateCodeAlias":"bar"}"#, terminal("1", "kitchen"), Shows::Other),
        (r#"{"emvParams":"{\"terminalType\":22.0}"}"#, terminal("1", "till"), Shows::Target),
        (
            r#"{"extParams":"{\"subMid\":\"m\",\"jwtSecret\":\"jwt 1\"}"}"#,
            terminal("1", "till"),
            Shows::Target,
        ),
        (r#"{"deviceAdmin":"pin 1"}"#, terminal("1", "till"), Shows::Target),
        // A sealed new password in the journal proves nothing.
        (r#"{"deviceAdmin":{"hidden":true}}"#, terminal("1", "till"), Shows::Nothing),
        (r#"{"activateCodeAlias":"bar"}"#, String::new(), Shows::Gone),
    ] {
        let verdict = judge::<UpdateDevice>(&id(), &patch(sent), &before, None, &look(&now, true));
        assert_eq!(shown(verdict), expected, "{sent} {now}");
    }
}

#[test]
fn a_kept_secret_is_put_back_or_nothing_is_sent() {
    let sent = r#"{"extParams":"{\"subMid\":\"new\",\"jwtSecret\":{\"hidden\":true}}"}"#;
    let call = call(sent, DeviceAt::default());
    let complete =
        UpdateDevice::complete(&call, Some(&look(&terminal("1", "till"), true)), &operation()).unwrap();
    let body = complete.body().unwrap();
    assert!(body.contains("jwt 1") && body.contains("new"), "{body}");
    assert!(UpdateDevice::complete(&call, None, &operation()).is_err());
    assert!(UpdateDevice::complete(&call, Some(&look("", true)), &operation()).is_err());
}

#[test]
fn a_change_of_the_alias_sends_one_key() {
    let call = call(r#"{"activateCodeAlias":"bar","deviceAdmin":{"hidden":true}}"#, DeviceAt::default());
    let complete = UpdateDevice::complete(&call, None, &operation()).unwrap();
    assert_eq!(complete.body().as_deref(), Some(r#"{"activateCodeAlias":"bar"}"#));
}

#[test]
fn nothing_of_a_secret_is_in_what_is_judged_or_kept() {
    let look = look(&terminal("1", "till"), true);
    let base = UpdateDevice::before(&call("{}", DeviceAt::default()), &look, &plain()).unwrap();
    let verdict = judge::<UpdateDevice>(&id(), &patch(r#"{"activateCodeAlias":"x"}"#), &base, None, &look);
    let Verdict::Target(at) =
        judge::<UpdateDevice>(&id(), &patch(r#"{"activateCodeAlias":"till"}"#), &base, None, &look)
    else {
        panic!("{verdict:?}")
    };
    for shown in
        [serde_json::to_string(&at).unwrap(), serde_json::to_string(&base).unwrap(), format!("{at:?}")]
    {
        assert!(!shown.contains("pin 1") && !shown.contains("jwt 1"), "{shown}");
    }
    assert_eq!(at.device.unwrap().device_admin, Hidden::Kept, "that it is there can be seen");
}

#[test]
fn an_end_is_another_status_or_absence() {
    let end = |status| EndQuery { device_status: status };
    let call = Call::<EndDevice>::new(ConnectionId("c".to_owned()), id(), end(Some(2)), DeviceAt::default());
    let before = EndDevice::before(&call, &look(&terminal("1", "till"), true), &plain()).unwrap();
    for (now, complete, expected) in [
        (terminal("1", "till"), true, Shows::Before),
        (terminal("2", "till"), false, Shows::Target),
        (String::new(), true, Shows::Target),
        (String::new(), false, Shows::Nothing),
    ] {
        let verdict = judge::<EndDevice>(&id(), &end(Some(2)), &before, None, &look(&now, complete));
        assert_eq!(shown(verdict), expected, "{now}");
    }
    for (id, status, ok) in [
        ("SDK-1", Some(2), true),
        ("SDK-1", Some(3), true),
        ("SDK-1", Some(1), false),
        ("SDK-1", None, false),
        ("CD-1", None, true),
        ("CD-1", Some(2), false),
    ] {
        let id = DeviceId::parse(id).unwrap();
        let call = Call::<EndDevice>::new(ConnectionId("c".to_owned()), id, end(status), DeviceAt::default());
        assert_eq!(EndDevice::check(&call).is_ok(), ok, "{status:?}");
    }
}

#[test]
fn an_end_by_sdk_id_is_read_at_the_record_that_it_was_chosen_for() {
    let record = |status: &str| terminal(status, "till").replace("SDK-1", "CD-1");
    let seen = DeviceAt {
        mch_id: Some("M1".to_owned()),
        device: Some(tapline_contract::device::Device::read(&record("1")).unwrap()),
    };
    let asked = EndQuery { device_status: Some(2) };
    let call = |id: &str, seen: &DeviceAt| {
        let id = DeviceId::parse(id).unwrap();
        Call::<EndDevice>::new(ConnectionId("c".to_owned()), id, asked.clone(), seen.clone())
    };
    let by_sdk_id = call("SDK-1", &seen);
    assert!(EndDevice::check(&by_sdk_id).is_ok());
    assert_eq!(EndDevice::target(&by_sdk_id), "terminal CD-1");
    assert_eq!(EndDevice::place(&by_sdk_id).as_deref(), Some("M1"));
    let base = EndDevice::before(&by_sdk_id, &look(&record("1"), true), &plain()).unwrap();
    for (now, expected) in [
        (record("2"), Shows::Target),
        // Confirmed, and the record as before: the sdkId may be another terminal's.
        (record("1"), Shows::Before),
        (record("3"), Shows::Other),
    ] {
        let verdict = judge::<EndDevice>(&by_sdk_id.id, &asked, &base, None, &look(&now, true));
        assert_eq!(shown(verdict), expected, "{now}");
    }
    // Someone else logged it out meanwhile: it is not what the person saw.
    assert!(EndDevice::before(&by_sdk_id, &look(&record("2"), true), &plain()).is_err());

    let alone = DeviceAt { mch_id: Some("M1".to_owned()), device: None };
    assert_eq!(EndDevice::place(&call("SDK-1", &alone)), None, "no list has an sdkId");
    let other = DeviceAt {
        device: Some(tapline_contract::device::Device::read(&terminal("1", "till")).unwrap()),
        ..alone
    };
    assert!(EndDevice::check(&call("SDK-2", &other)).is_err());
    assert!(EndDevice::check(&call("CD-1", &other)).is_err());
}
