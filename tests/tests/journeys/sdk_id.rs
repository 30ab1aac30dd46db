//! A terminal's record does not name its sdkId: it is found in transactions, offered, and ends the terminal.

use tapline_contract::commands::FindSdkId;
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{Device, DeviceAt, DeviceId, DeviceQuery, EndQuery};
use tapline_contract::endpoints::{EndDevice, ListDevices};
use tapline_contract::field::Number;
use tapline_contract::sdk_id::{Member, SdkIdFinding, SdkIdQuery};
use tapline_contract::wire::Done;
use tapline_contract::{Call, Endpoint as _, Evidence, FailureKind, Outcome};

use crate::test_core::{TestCore, operation};

fn query(connection: &ConnectionId, merchant: &str, device: &str) -> SdkIdQuery {
    let device = DeviceId::parse(device).unwrap();
    SdkIdQuery { connection: connection.clone(), mch_id: merchant.to_owned(), device }
}

async fn find(core: &TestCore, connection: &ConnectionId, merchant: &str, device: &str) -> SdkIdFinding {
    core.command::<FindSdkId>(query(connection, merchant, device)).await.unwrap()
}

async fn terminal(core: &TestCore, connection: &ConnectionId, merchant: &str, device: &str) -> Device {
    let query = DeviceQuery { mch_id: Some(merchant.to_owned()), ..DeviceQuery::default() };
    let listed = core.read::<ListDevices>(connection, query).await.unwrap().records;
    listed.into_iter().find(|one| one.device_id.as_str() == device).unwrap()
}

/// By its sdkId, on the page of this record.
async fn log_out(
    core: &TestCore,
    connection: &ConnectionId,
    merchant: &str,
    sdk_id: &str,
    seen: &Device,
) -> Outcome<Done, DeviceAt> {
    let at = DeviceAt { mch_id: Some(merchant.to_owned()), device: Some(seen.clone()) };
    let (sdk_id, query) = (DeviceId::parse(sdk_id).unwrap(), EndQuery { device_status: Some(2) });
    let call = Call::<EndDevice>::new(connection.clone(), sdk_id, query, at);
    let payload = serde_json::to_string(&call).unwrap();
    let outcome = core.host.invoke(EndDevice::NAME, Some(&operation().0), &payload).await.unwrap();
    serde_json::from_str(&outcome).unwrap()
}

#[tokio::test]
async fn several_one_or_no_sdk_id_is_found_in_transactions() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    for (merchant, device, expected) in [
        ("M100000001", "CD-H3N8T2WA", &["SDK-4F1A20B7"][..]),
        ("M100000003", "CD-T5W9C2LH", &["SDK-62D1E4F2", "SDK-62D1E50A"]),
        ("M100000007", "CD-C8S3P7HZ", &["SDK-A6152837"]),
        ("M100000008", "CD-J2U8Y5GD", &[]),
        ("M100000001", "CD-7Q2M4K9X", &[]),
    ] {
        let found = find(&core, &id, merchant, device).await;
        let mut ids: Vec<_> = found.candidates.iter().map(|one| one.sdk_id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids, expected, "{device}: {}", found.words());
        assert_eq!(found.shared_with, [] as [String; 0]);
        for one in &found.candidates {
            assert!(one.seen > 0 && one.elsewhere == 0, "{one:?}");
            assert_eq!(one.agrees, [Member::AcqTid, Member::AcqMid, Member::MchName]);
        }
    }
    let gone = core.command::<FindSdkId>(query(&id, "M100000001", "CD-00000000")).await.unwrap_err();
    assert_eq!(gone.kind, FailureKind::Gone);
}

#[tokio::test]
async fn an_sdk_id_that_was_found_ends_its_terminal_and_an_older_one_does_not() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let (merchant, device) = ("M100000003", "CD-T5W9C2LH");
    let seen = terminal(&core, &id, merchant, device).await;
    let refused = log_out(&core, &id, merchant, "SDK-62D1E4F2", &seen).await;
    assert!(matches!(refused, Outcome::NotApplied { .. }), "it was replaced: {refused:?}");
    // The sdkId of another terminal: the service says yes, and the record that was meant shows nothing.
    let other = log_out(&core, &id, merchant, "SDK-51C0D3E1", &seen).await;
    assert!(matches!(other, Outcome::Unknown { .. }), "{other:?}");
    assert_eq!(terminal(&core, &id, merchant, device).await.device_status, Some(Number::from(1)));
}

#[tokio::test]
async fn logging_out_by_sdk_id_is_proven_by_the_record() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let (merchant, device) = ("M100000001", "CD-H3N8T2WA");
    let seen = terminal(&core, &id, merchant, device).await;
    let found = find(&core, &id, merchant, device).await.candidates.remove(0).sdk_id;
    let done = log_out(&core, &id, merchant, &found, &seen).await;
    let Outcome::Applied { evidence, record, .. } = done else { panic!("{done:?}") };
    assert_eq!(evidence, Evidence::Answer);
    let record = record.device.unwrap();
    assert_eq!((record.device_id.as_str(), record.device_status), (device, Some(Number::from(2))));
}
