//! Showing and copying one secret of a terminal.

use tapline_contract::FailureKind;
use tapline_contract::commands::{CopySecret, GetDesk, Lock, RevealSecret, Unlock};
use tapline_contract::connection::ConnectionId;
use tapline_contract::device::{Device, DeviceId, DeviceQuery};
use tapline_contract::endpoints::{ListDevices, ListMerchants};
use tapline_contract::field::Hidden;
use tapline_contract::merchant::MerchantQuery;
use tapline_contract::reveal::{Reveal, SecretField};
use tapline_tests::files_with;

use crate::test_core::{TestCore, eventually};

/// A merchant with a terminal that has both secrets.
async fn terminal(core: &TestCore, connection: &ConnectionId) -> (String, Device) {
    let merchants = core.read::<ListMerchants>(connection, MerchantQuery::default()).await.unwrap();
    for merchant in merchants.records {
        let mch_id = merchant.mch_id.to_string();
        let query = DeviceQuery { mch_id: Some(mch_id.clone()), ..DeviceQuery::default() };
        let devices = core.read::<ListDevices>(connection, query).await.unwrap().records;
        let has = |device: &&Device| {
            device.device_admin == Hidden::Kept
                && device.ext().is_some_and(|ext| ext.jwt_secret == Hidden::Kept)
        };
        if let Some(device) = devices.iter().find(has) {
            return (mch_id, device.clone());
        }
    }
    panic!("the sandbox has no such terminal");
}

#[tokio::test]
async fn a_revealed_secret_is_told_once_and_kept_nowhere() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let (mch_id, device) = terminal(&core, &id).await;
    let reveal = |field| Reveal {
        connection: id.clone(),
        mch_id: mch_id.clone(),
        device: device.device_id.clone(),
        field,
    };
    let jwt = core.command::<RevealSecret>(reveal(SecretField::JwtSecret)).await.unwrap();
    let admin = core.command::<RevealSecret>(reveal(SecretField::DeviceAdmin)).await.unwrap();
    assert_eq!((jwt.seconds, admin.seconds), (30, 30));
    assert!(jwt.text.expose().starts_with("demo-jwt-secret-"));
    assert!(admin.text.expose().starts_with("demo-admin-"));

    let lines = core.changes(&id).await;
    let terminal = format!("terminal {}", device.device_id);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].note.as_deref(), Some(format!("Revealed jwtSecret of {terminal}").as_str()));
    assert_eq!((lines[1].endpoint.as_str(), lines[1].target.as_str()), ("RevealSecret", terminal.as_str()));
    assert!(lines[1].draft.raw().contains(r#""field":"jwtSecret""#), "{}", lines[1].draft.raw());
    assert!(!lines[1].at.is_empty() && lines[1].outcome.is_some());
    let history = serde_json::to_string(&lines).unwrap();
    for secret in [jwt.text.expose(), admin.text.expose()] {
        assert!(!history.contains(secret));
        assert_eq!(files_with(&core.data_folder(), secret), Vec::<std::path::PathBuf>::new());
    }

    let gone = Reveal { device: DeviceId::parse("no-such").unwrap(), ..reveal(SecretField::JwtSecret) };
    assert_eq!(core.command::<RevealSecret>(gone).await.unwrap_err().kind, FailureKind::Gone);
    assert_eq!(core.changes(&id).await.len(), 2, "what was not shown is not told");
    core.command::<Lock>(()).await.unwrap();
    let locked = core.command::<RevealSecret>(reveal(SecretField::JwtSecret)).await.unwrap_err();
    assert_eq!(locked.kind, FailureKind::Locked);
}

#[tokio::test]
async fn a_copied_secret_leaves_the_clipboard_unless_something_else_is_there() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let (mch_id, device) = terminal(&core, &id).await;
    let field = SecretField::DeviceAdmin;
    let reveal = Reveal { connection: id.clone(), mch_id, device: device.device_id.clone(), field };
    let clipboard = || core.shell.clipboard.lock().unwrap().clone();

    // Its time is over.
    core.command::<CopySecret>(reveal.clone()).await.unwrap();
    assert!(clipboard().starts_with("demo-admin-"));
    eventually(|| async { clipboard().is_empty().then_some(()) }).await;

    // Tapline is locked.
    core.command::<CopySecret>(reveal.clone()).await.unwrap();
    core.command::<Lock>(()).await.unwrap();
    assert_eq!(clipboard(), "");
    core.command::<Unlock>(id.clone()).await.unwrap();

    // Tapline ends, and what someone else copied stays.
    core.command::<CopySecret>(reveal.clone()).await.unwrap();
    core.shell.copy("mine");
    core.host.close();
    assert_eq!(clipboard(), "mine");
    core.command::<CopySecret>(reveal).await.unwrap();
    core.host.close();
    assert_eq!(clipboard(), "");

    let notes: Vec<_> = core.changes(&id).await.into_iter().filter_map(|l| l.note).collect();
    assert_eq!(notes.len(), 4);
    assert!(notes[0].starts_with("Copied deviceAdmin of terminal "), "{notes:?}");
    assert!(!core.command::<GetDesk>(()).await.unwrap().locked);
}
