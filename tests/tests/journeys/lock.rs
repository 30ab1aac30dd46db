//! Locking, unlocking, and tokens of another owner.

use tapline_contract::FailureKind;
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
use tapline_scripted::{Answer, Behavior, Server};

use crate::test_core::{TestCore, typed};

const TOKEN: &str = "first.token.of-the-owner-0001";

fn owner(group: &str) -> Answer {
    let body = format!(
        r#"{{"code":0,"msg":"SUCCESS","data":{{"groupName":"Group {group}","groupId":"{group}","messageFormat":"[]","updatedAt":"2026-09-14T08:30:00+0000"}}}}"#
    );
    Answer::json(200, &body)
}

#[tokio::test]
async fn a_locked_desk_answers_nothing_until_a_token_is_pasted() {
    let sandbox =
        Sandbox::start(Options { token: Some(TOKEN.to_owned()), ..Options::default() }).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), TOKEN, Safety::Confirm).await.unwrap();
    let of = ListOf::Transactions(TransactionQuery::default());
    let list = core.command::<OpenList>(ListOpening { connection: id.clone(), of }).await.unwrap().list;

    core.command::<Lock>(()).await.unwrap();
    core.command::<Lock>(()).await.unwrap();
    let state = core.command::<GetDesk>(()).await.unwrap();
    assert!(state.locked && state.idle_minutes > 0);
    assert_eq!(state.session.unwrap().connection.id, id);
    assert_eq!(core.read::<GetOwner>(&id, ()).await.unwrap_err().kind, FailureKind::Locked);
    assert_eq!(core.command::<Connect>(id.clone()).await.unwrap_err().kind, FailureKind::Locked);
    assert_eq!(core.command::<OpenSandbox>(()).await.unwrap_err().kind, FailureKind::Locked);
    assert_eq!(core.command::<Disconnect>(()).await.unwrap_err().kind, FailureKind::Locked);
    let lists = core.host.invoke("GetListState", None, &list.0.to_string()).await.unwrap_err();
    assert!(lists.contains("locked"), "{lists}");

    // The keyring, or what was in memory, is no answer to who sits there.
    assert_eq!(core.command::<Unlock>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    core.shell.copy("not.the.token-of-this-service");
    core.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(core.command::<Unlock>(id.clone()).await.unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!(core.command::<Unlock>(id.clone()).await.unwrap_err().kind, FailureKind::NoToken);
    assert!(core.command::<GetDesk>(()).await.unwrap().locked);

    core.shell.copy(TOKEN);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    assert_eq!(core.command::<Unlock>(id.clone()).await.unwrap().connection.id, id);
    assert!(!core.command::<GetDesk>(()).await.unwrap().locked);
    assert!(core.read::<GetOwner>(&id, ()).await.is_ok());
    assert!(core.command::<Unlock>(id.clone()).await.is_ok(), "a second click is no harm");
    let lists = core.host.invoke("GetListState", None, &list.0.to_string()).await.unwrap_err();
    assert!(lists.contains("This list is closed"), "{lists}");
    core.forget(&id).await;
}

#[tokio::test]
async fn the_sandbox_needs_no_token_and_nothing_open_is_not_locked() {
    let core = TestCore::new();
    core.command::<Lock>(()).await.unwrap();
    assert!(!core.command::<GetDesk>(()).await.unwrap().locked);
    let id = core.open_sandbox().await;
    core.command::<Lock>(()).await.unwrap();
    let session = core.command::<Unlock>(id.clone()).await.unwrap();
    assert_eq!((session.connection.id, session.embedded), (id.clone(), true));
    assert!(!core.list(&id).await.is_empty());
}

#[tokio::test]
async fn a_token_of_another_owner_opens_nothing() {
    let service = Server::always(&owner("grp-1"));
    let core = TestCore::new();
    let id = core.connect(&service.http(), TOKEN, Safety::Confirm).await.unwrap();
    core.command::<Lock>(()).await.unwrap();
    service.behave(Behavior::always(&owner("grp-2")));
    core.shell.copy("token.of.someone-else-altogether");
    core.command::<PasteToken>(id.clone()).await.unwrap();
    let refused = core.command::<Unlock>(id.clone()).await.unwrap_err();
    assert!(refused.sentence.contains("belongs to Group grp-2"), "{}", refused.sentence);
    assert!(refused.sentence.contains("this connection to Group grp-1"), "{}", refused.sentence);
    assert!(core.command::<GetDesk>(()).await.unwrap().locked);

    service.behave(Behavior::always(&owner("grp-1")));
    core.shell.copy(TOKEN);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    core.command::<Unlock>(id.clone()).await.unwrap();
    core.command::<Disconnect>(()).await.unwrap();

    service.behave(Behavior::always(&owner("grp-2")));
    core.shell.copy("token.of.someone-else-altogether");
    core.command::<PasteToken>(id.clone()).await.unwrap();
    let lines = core.command::<TestToken>(typed(&id, &service.http(), Safety::Confirm)).await.unwrap();
    assert_eq!((lines[1].name.as_str(), lines[1].state), ("Owner", TestState::Failed), "{lines:?}");
    let refused = core.command::<Connect>(id.clone()).await.unwrap_err();
    assert!(refused.sentence.contains("add a separate connection"), "{}", refused.sentence);
    assert_eq!(core.command::<GetDesk>(()).await.unwrap().session, None);
    core.forget(&id).await;
}

#[tokio::test]
async fn what_the_page_arranged_is_kept() {
    let core = TestCore::new();
    let value = Loose::json(r#"{"width":1.50,"columns":["tranId"]}"#).unwrap();
    let key = "transactions.columns".to_owned();
    assert_eq!(core.command::<ReadPreference>(key.clone()).await.unwrap(), None);
    core.command::<WritePreference>(Preference { key: key.clone(), value: value.clone() }).await.unwrap();
    let again = core.again();
    assert_eq!(again.command::<ReadPreference>(key).await.unwrap(), Some(value.clone()));
    let bad = Preference { key: "No such".to_owned(), value };
    assert_eq!(again.command::<WritePreference>(bad).await.unwrap_err().kind, FailureKind::BadInput);
    std::fs::write(core.data_folder().join("preferences.json"), "{").unwrap();
    let notices = core.again().command::<GetDesk>(()).await.unwrap().notices;
    assert!(notices.iter().any(|notice| notice.starts_with("preferences.json")), "{notices:?}");
}
