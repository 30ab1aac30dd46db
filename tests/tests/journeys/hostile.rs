//! A page that was taken over calls any command with any input: the calls that it cannot make without a person, who is asked
//! outside it.

use std::io::ErrorKind;
use std::net::TcpListener;

use serde_json::json;
use tapline_contract::FailureKind;
use tapline_contract::commands::{
    ArchiveHistory, COMMANDS, Connect, CopySecret, GetPlanProgress, MakePlan, NewConnection, PasteToken,
    RemoveConnection, RevealSecret, RunPlan, SaveConnection, TestAddress, TestAmounts, TestToken,
};
use tapline_contract::connection::{Connection, ConnectionId, Environment, Safety};
use tapline_contract::device::DeviceId;
use tapline_contract::field::Loose;
use tapline_contract::history::Archiving;
use tapline_contract::plan::{Plan, PlanDraft, PlanEdit, PlanKind, PlanRun};
use tapline_contract::reveal::{Reveal, SecretField};
use tapline_core::{Answer, Subject};
use tapline_scripted::Server;
use tapline_tests::attachment;
use tapline_tests::reference::{NAMESPACE, Operation, Reference, TOKEN};

use crate::test_core::{TestCore, eventually, operation, typed};

async fn new_id(core: &TestCore) -> ConnectionId {
    core.command::<NewConnection>(()).await.unwrap()
}

/// An attached LIVE service at the strictest level.
fn strict(core: &TestCore, server: &Server) -> ConnectionId {
    let service = attachment(&server.http(), NAMESPACE, TOKEN, Safety::ConfirmAndRetype);
    core.host.attach(service).unwrap().connection.id
}

#[tokio::test]
async fn no_packet_goes_to_an_address_that_nobody_agreed_to() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    for answer in [Answer::No, Answer::NobodyToAsk] {
        let core = TestCore::new();
        core.shell.answer(answer);
        let id = new_id(&core).await;
        for address in [
            format!("http://127.0.0.1:{port}"),
            format!("HTTP://127.0.0.1:{port}/"),
            format!("http://localhost:{port}/a/b"),
            format!("https://127.0.0.1:{port}"),
            format!("http://127.0.0.1:{port}/api/v2/current?x="),
            format!("http://127.0.0.1:{port}/x#"),
            format!("http://me:pw@127.0.0.1:{port}"),
            format!("http://127.0.0.1:{port}\\x"),
        ] {
            core.shell.copy(TOKEN);
            core.command::<PasteToken>(id.clone()).await.unwrap();
            let connection = serde_json::to_string(&typed(&id, &address, Safety::Confirm)).unwrap();
            let inputs = [connection, serde_json::to_string(&id).unwrap(), "null".to_owned()];
            for command in COMMANDS.iter().filter(|name| **name != "OpenSandbox") {
                for input in &inputs {
                    // Whatever it answers.
                    let _ = core.host.invoke(command, None, input).await;
                }
            }
            let there = listener.accept();
            assert_eq!(there.unwrap_err().kind(), ErrorKind::WouldBlock, "{address} {answer:?}");
        }
        let asked = core.shell.asked.lock().unwrap();
        assert!(!asked.is_empty() && asked.iter().all(|question| question.subject == Subject::Address));
    }
}

#[tokio::test]
async fn the_test_of_an_address_requests_one_path_without_a_token() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    let id = new_id(&core).await;
    core.shell.copy(TOKEN);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    for (beside, path) in [
        ("", Some("/api/v2/current")),
        ("/", Some("/api/v2/current")),
        ("/acme/pos", Some("/acme/pos/api/v2/current")),
        ("/a/../b", Some("/b/api/v2/current")),
        ("/api/v2/emv?x=", None),
        ("/secret#", None),
        ("/api/v2", None),
        ("/a b", None),
        ("/a\\b", None),
    ] {
        let before = server.seen().requests.len();
        let address = format!("{}{beside}", server.http());
        core.command::<TestAddress>(typed(&id, &address, Safety::Confirm)).await.unwrap();
        let seen = server.seen().requests.split_off(before);
        let paths: Vec<_> =
            seen.iter().map(|request| (request.method.as_str(), request.path.as_str())).collect();
        assert_eq!(paths, path.map(|path| ("GET", path)).into_iter().collect::<Vec<_>>(), "{beside}");
        assert!(
            seen.iter().all(|request| request.query.is_empty() && request.header("authorization").is_none())
        );
    }
}

#[tokio::test]
async fn a_pasted_token_goes_only_to_an_address_that_a_person_agreed_to() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    let id = new_id(&core).await;
    let connection = || typed(&id, &server.http(), Safety::Confirm);
    core.shell.copy(TOKEN);
    core.command::<PasteToken>(id.clone()).await.unwrap();
    core.shell.answer(Answer::No);
    let lines = core.command::<TestToken>(connection()).await.unwrap();
    assert!(lines[0].words.contains("You didn't confirm"), "{lines:?}");
    core.command::<TestAmounts>(connection()).await.unwrap_err();
    core.command::<SaveConnection>(connection()).await.unwrap_err();
    assert_eq!(server.seen().connections, 0);
    // Once is enough, for this very address.
    core.shell.answer(Answer::Yes);
    core.shell.asked.lock().unwrap().clear();
    core.command::<TestToken>(connection()).await.unwrap();
    core.command::<SaveConnection>(connection()).await.unwrap();
    core.command::<Connect>(id.clone()).await.unwrap();
    assert_eq!(core.shell.questions(), ["Connect to"]);
    core.command::<TestAddress>(typed(&id, &format!("{}/other", server.http()), Safety::Confirm))
        .await
        .unwrap();
    assert_eq!(core.shell.questions().len(), 2);
    // A connection without a guard is not led elsewhere silently either.
    let other = Server::start(Reference::start().behavior());
    core.shell.answer(Answer::No);
    let moved =
        Connection { environment: Environment::Sandbox, ..typed(&id, &other.http(), Safety::Confirm) };
    core.command::<SaveConnection>(moved).await.unwrap_err();
    assert_eq!(other.seen().connections, 0);
    // And what was removed is new again.
    core.command::<RemoveConnection>(id.clone()).await.unwrap();
    core.command::<SaveConnection>(connection()).await.unwrap_err();
}

/// A refund of so much, as a page that has the password would send it.
async fn refund(
    core: &TestCore,
    connection: &ConnectionId,
    amount: u32,
    password: Option<&str>,
) -> Result<String, String> {
    let row = Operation::named("RefundTransaction");
    let mut input = json!({"refundAmount": amount, "refundReason": "One item returned"});
    if let Some(password) = password {
        input["adminPwd"] = json!(password);
    }
    let call = json!({"connection": connection, "id": row.id, "input": input, "seen": null});
    core.host.invoke(row.name, Some(&operation().0), &call.to_string()).await
}

fn changes(server: &Server) -> usize {
    server.seen().requests.iter().filter(|request| request.method != "GET").count()
}

#[tokio::test]
async fn a_page_that_knows_the_password_refunds_nothing_alone() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    let connection = strict(&core, &server);
    core.shell.answer(Answer::No);
    for amount in 1..=3 {
        let told = refund(&core, &connection, amount, Some("correct horse")).await.unwrap_err();
        assert!(told.contains("nothing was sent"), "{told}");
    }
    assert_eq!(changes(&server), 0);
    let asked = core.shell.asked.lock().unwrap().clone();
    let titles: Vec<_> = asked.iter().map(|question| question.title.as_str()).collect();
    assert_eq!(titles, ["Refund 0.01 EUR on LIVE?", "Refund 0.02 EUR on LIVE?", "Refund 0.03 EUR on LIVE?"]);
    for question in asked {
        assert!(question.text.contains("of transaction "), "{}", question.text);
        assert!(!question.text.contains("correct horse"), "{}", question.text);
        assert_eq!(question.subject, Subject::GuardedMoney);
    }
}

#[tokio::test]
async fn the_password_that_is_typed_outside_the_page_is_the_one_that_is_sent() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::with_password_dialog("correct horse");
    let connection = strict(&core, &server);
    for (answer, given, sent) in [
        (Answer::No, Some("correct horse"), 0),
        (Answer::Yes, None, 1),
        // The page's own counts for nothing.
        (Answer::Yes, Some("another"), 1),
    ] {
        core.shell.answer(answer);
        let before = changes(&server);
        let told = refund(&core, &connection, 1, given).await;
        assert_eq!(told.is_ok(), sent == 1, "{told:?}");
        let seen = server.seen().requests.into_iter().filter(|request| request.method != "GET").skip(before);
        let bodies: Vec<_> = seen.map(|request| request.text().to_owned()).collect();
        assert_eq!(bodies.len(), sent, "{given:?}");
        assert!(bodies.iter().all(|body| body.contains("correct horse")), "{bodies:?}");
    }
    // A repeated operation has the same outcome, without a question and without a password.
    let row = Operation::named("VoidTransaction");
    let call = json!({"connection": connection, "id": row.id, "input": {}, "seen": null}).to_string();
    let id = operation().0;
    core.shell.asked.lock().unwrap().clear();
    let before = changes(&server);
    for _ in 0..2 {
        let told = core.host.invoke(row.name, Some(&id), &call).await.unwrap();
        assert!(told.starts_with(r#"{"applied""#), "{told}");
    }
    assert_eq!((core.shell.questions().len(), changes(&server) - before), (1, 1));
}

#[tokio::test]
async fn a_change_set_is_agreed_to_once_with_its_counts() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    let connection = strict(&core, &server);
    let list = core.list(&connection).await;
    let items = list.iter().filter_map(|record| {
        let draft = record.draft()?;
        let mut draft = draft;
        draft.params.set("clCVMLimit", "4100").then_some(())?;
        Some(PlanEdit {
            kind: PlanKind::Emv,
            record: Loose::json(&serde_json::to_string(record).unwrap()).unwrap(),
            draft: Loose::json(&serde_json::to_string(&draft).unwrap()).unwrap(),
        })
    });
    let items: Vec<_> = items.collect();
    let draft = PlanDraft { connection: connection.clone(), why: "PIN\u{202e} limit".to_owned(), items };
    let text = core.command::<MakePlan>(draft).await.unwrap();
    let plan = Plan::parse(&text).unwrap();
    let (id, count) = (plan.head.id.clone(), plan.items.len());
    assert!(count > 0);
    let run = || PlanRun {
        connection: connection.clone(),
        text: text.clone(),
        over_conflicts: false,
        most_failures: 1,
        again: false,
    };
    core.shell.answer(Answer::No);
    assert_eq!(core.command::<RunPlan>(run()).await.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(changes(&server), 0);
    core.shell.answer(Answer::Yes);
    core.command::<RunPlan>(run()).await.unwrap();
    eventually(|| async {
        let progress = core.command::<GetPlanProgress>(id.clone()).await.unwrap();
        (!progress.running).then_some(())
    })
    .await;
    assert_eq!(changes(&server), count);
    assert_eq!(core.shell.questions().len(), 2, "one for each run");
    let asked = core.shell.asked.lock().unwrap();
    let noun = if count == 1 { "change" } else { "changes" };
    assert_eq!(asked[1].title.as_str(), format!("Apply {count} {noun} on LIVE?"));
    assert!(
        asked[1].text.contains(r"\u{202e}") && asked[1].text.contains("configuration"),
        "{}",
        asked[1].text
    );
}

#[tokio::test]
async fn a_secret_is_shown_and_copied_after_a_question() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    let connection = strict(&core, &server);
    let reveal = Reveal {
        connection,
        mch_id: "M100".to_owned(),
        device: DeviceId::parse("CD-1").unwrap(),
        field: SecretField::DeviceAdmin,
    };
    core.shell.answer(Answer::No);
    assert_eq!(core.command::<RevealSecret>(reveal.clone()).await.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(core.command::<CopySecret>(reveal).await.unwrap_err().kind, FailureKind::Cancelled);
    assert_eq!(server.seen().connections, 0, "nothing was read for it");
    assert_eq!(core.shell.questions(), ["Show the", "Show the"]);
}

#[tokio::test]
async fn the_history_is_archived_after_a_question_that_names_the_open_connection() {
    let server = Server::start(Reference::start().behavior());
    let core = TestCore::new();
    strict(&core, &server);
    core.shell.answer(Answer::No);
    let archiving = Archiving { before: "2020-01-01T00:00:00Z".to_owned() };
    let refused = core.command::<ArchiveHistory>(archiving).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Cancelled);
    assert_eq!(core.shell.questions(), ["Archive old"]);
}
