//! Locking, unlocking, and tokens of another owner.

use tapline_contract::Kind;
use tapline_contract::commands::{
    Connect, Disconnect, GetDesk, Lock, OpenList, OpenSandbox, PasteToken, ReadPreference, TestToken, Unlock,
    WritePreference,
};
use tapline_contract::connection::{Safety, TestState};
use tapline_contract::endpoints::GetOwner;
use tapline_contract::field::Loose;
use tapline_contract::list::{ListOf, ListOpening};
use tapline_contract::preference::Preference;
use tapline_contract::transaction::TransactionQuery;
use tapline_sandbox::{Options, Sandbox};

use crate::desk::{Desk, typed};
use crate::service::{Parrot, whole};

const TOKEN: &str = "first.token.of-the-owner-0001";

fn owner(group: &str) -> String {
    let body = format!(
        r#"{{"code":0,"msg":"SUCCESS","data":{{"groupName":"Group {group}","groupId":"{group}","messageFormat":"[]","updatedAt":"2026-09-14T08:30:00+0000"}}}}"#
    );
    whole("200 OK", "application/json", &body)
}

#[tokio::test]
async fn a_locked_desk_answers_nothing_until_a_token_is_pasted() {
    let sandbox =
        Sandbox::start(Options { token: Some(TOKEN.to_owned()), ..Options::default() }).await.unwrap();
    let desk = Desk::new();
    let id = desk.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let of = ListOf::Transactions(TransactionQuery::default());
    let list = desk.command::<OpenList>(ListOpening { connection: id.clone(), of }).await.unwrap().list;

    desk.command::<Lock>(()).await.unwrap();
    desk.command::<Lock>(()).await.unwrap();
    let state = desk.command::<GetDesk>(()).await.unwrap();
    assert!(state.locked && state.idle_minutes > 0);
    assert_eq!(state.session.unwrap().connection.id, id);
    assert_eq!(desk.read::<GetOwner>(&id, ()).await.unwrap_err().kind, Kind::Locked);
    assert_eq!(desk.command::<Connect>(id.clone()).await.unwrap_err().kind, Kind::Locked);
    assert_eq!(desk.command::<OpenSandbox>(()).await.unwrap_err().kind, Kind::Locked);
    assert_eq!(desk.command::<Disconnect>(()).await.unwrap_err().kind, Kind::Locked);
    let lists = desk.host.invoke("GetListState", None, &list.0.to_string()).await.unwrap_err();
    assert!(lists.contains("locked"), "{lists}");

    // The keyring, or what was in memory, is no answer to who sits there.
    assert_eq!(desk.command::<Unlock>(id.clone()).await.unwrap_err().kind, Kind::NoToken);
    desk.shell.copy("not.the.token-of-this-service");
    desk.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(desk.command::<Unlock>(id.clone()).await.unwrap_err().kind, Kind::Unauthorized);
    assert_eq!(desk.command::<Unlock>(id.clone()).await.unwrap_err().kind, Kind::NoToken);
    assert!(desk.command::<GetDesk>(()).await.unwrap().locked);

    desk.shell.copy(TOKEN);
    desk.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(desk.command::<Unlock>(id.clone()).await.unwrap().connection.id, id);
    assert!(!desk.command::<GetDesk>(()).await.unwrap().locked);
    assert!(desk.read::<GetOwner>(&id, ()).await.is_ok());
    assert!(desk.command::<Unlock>(id.clone()).await.is_ok(), "a second click is no harm");
    let lists = desk.host.invoke("GetListState", None, &list.0.to_string()).await.unwrap_err();
    assert!(lists.contains("no longer there"), "{lists}");
    desk.forget(&id).await;
}

#[tokio::test]
async fn the_sandbox_needs_no_token_and_nothing_open_is_not_locked() {
    let desk = Desk::new();
    desk.command::<Lock>(()).await.unwrap();
    assert!(!desk.command::<GetDesk>(()).await.unwrap().locked);
    let id = desk.open_sandbox().await;
    desk.command::<Lock>(()).await.unwrap();
    let session = desk.command::<Unlock>(id.clone()).await.unwrap();
    assert_eq!((session.connection.id, session.embedded), (id.clone(), true));
    assert!(!desk.list(&id).await.is_empty());
}

#[tokio::test]
async fn a_token_of_another_owner_opens_nothing() {
    let service = Parrot::start(&owner("grp-1")).await;
    let desk = Desk::new();
    let id = desk.connect(&service.address, TOKEN, Safety::Confirm).await.unwrap();
    desk.command::<Lock>(()).await.unwrap();
    *service.answer.lock().unwrap() = owner("grp-2");
    desk.shell.copy("token.of.someone-else-altogether");
    desk.command::<PasteToken>(id.clone()).await.unwrap();
    let refused = desk.command::<Unlock>(id.clone()).await.unwrap_err();
    assert!(refused.sentence.contains("belongs to Group grp-2"), "{}", refused.sentence);
    assert!(refused.sentence.contains("this connection to Group grp-1"), "{}", refused.sentence);
    assert!(desk.command::<GetDesk>(()).await.unwrap().locked);

    *service.answer.lock().unwrap() = owner("grp-1");
    desk.shell.copy(TOKEN);
    desk.command::<PasteToken>(id.clone()).await.unwrap();
    desk.command::<Unlock>(id.clone()).await.unwrap();
    desk.command::<Disconnect>(()).await.unwrap();

    *service.answer.lock().unwrap() = owner("grp-2");
    desk.shell.copy("token.of.someone-else-altogether");
    desk.command::<PasteToken>(id.clone()).await.unwrap();
    let lines = desk.command::<TestToken>(typed(&id, &service.address, Safety::Confirm)).await.unwrap();
    assert_eq!((lines[1].name.as_str(), lines[1].state), ("Owner", TestState::Failed), "{lines:?}");
    let refused = desk.command::<Connect>(id.clone()).await.unwrap_err();
    assert!(refused.sentence.contains("add a connection of its own"), "{}", refused.sentence);
    assert_eq!(desk.command::<GetDesk>(()).await.unwrap().session, None);
    desk.forget(&id).await;
}

#[tokio::test]
async fn what_the_page_arranged_is_kept() {
    let desk = Desk::new();
    let value = Loose::json(r#"{"width":1.50,"columns":["tranId"]}"#).unwrap();
    let key = "transactions.columns".to_owned();
    assert_eq!(desk.command::<ReadPreference>(key.clone()).await.unwrap(), None);
    desk.command::<WritePreference>(Preference { key: key.clone(), value: value.clone() }).await.unwrap();
    let again = desk.again();
    assert_eq!(again.command::<ReadPreference>(key).await.unwrap(), Some(value.clone()));
    let bad = Preference { key: "No such".to_owned(), value };
    assert_eq!(again.command::<WritePreference>(bad).await.unwrap_err().kind, Kind::BadInput);
    std::fs::write(desk.data_folder().join("preferences.json"), "{").unwrap();
    let notices = desk.again().command::<GetDesk>(()).await.unwrap().notices;
    assert!(notices.iter().any(|notice| notice.starts_with("preferences.json")), "{notices:?}");
}
