//! When Tapline looks for a newer version, and when it installs one: never in the middle of something.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_contract::commands::{FindUpdate, GetAbout, InstallUpdate, PostponeUpdate, SetUnsaved};
use tapline_contract::connection::Safety;
use tapline_contract::history::AnyOutcome;
use tapline_contract::update::{Look, Release, Updates};
use tapline_core::{Finding, Updater};
use tapline_sandbox::{Options, Sandbox};
use tapline_scripted::{Behavior, Gate, Server, Step};
use tapline_tests::attachment;
use tapline_tests::reference::{NAMESPACE, Operation, Reference, TOKEN};

use crate::test_core::{TestCore, operation, quiet, save, with_cvm};

const DAY: Duration = Duration::from_hours(24);

/// Releases that the double of a shell finds and installs.
#[derive(Clone, Default)]
pub(crate) struct Releases(Arc<Inner>);

#[derive(Default)]
struct Inner {
    next: Mutex<Option<Result<Release, String>>>,
    checks: AtomicUsize,
    installs: AtomicUsize,
    /// An installation waits while this is true, and fails then.
    stuck: Mutex<bool>,
    moved: Condvar,
}

impl Releases {
    pub(crate) fn updater(&self) -> Updater {
        let (finding, installing) = (Arc::clone(&self.0), Arc::clone(&self.0));
        Updater {
            find: Box::new(move || -> Finding {
                finding.checks.fetch_add(1, Ordering::SeqCst);
                let next = finding.next.lock().unwrap().clone();
                Box::pin(async move { next.transpose() })
            }),
            install: Box::new(move || {
                installing.installs.fetch_add(1, Ordering::SeqCst);
                let stuck = installing.stuck.lock().unwrap();
                if !*stuck {
                    return Ok(());
                }
                drop(installing.moved.wait_while(stuck, |stuck| *stuck).unwrap());
                Err("The disk is full.".to_owned())
            }),
        }
    }

    fn publish(&self, version: &str) {
        let release = Release { version: version.to_owned(), notes: Some("New.\u{202e}".to_owned()) };
        *self.0.next.lock().unwrap() = Some(Ok(release));
    }

    fn fail(&self, why: &str) {
        *self.0.next.lock().unwrap() = Some(Err(why.to_owned()));
    }

    fn counts(&self) -> (usize, usize) {
        (self.0.checks.load(Ordering::SeqCst), self.0.installs.load(Ordering::SeqCst))
    }

    fn stick(&self, stuck: bool) {
        *self.0.stuck.lock().unwrap() = stuck;
        self.0.moved.notify_all();
    }
}

async fn look(core: &TestCore, look: Look) -> Updates {
    core.command::<FindUpdate>(look).await.unwrap()
}

async fn refused(core: &TestCore) -> String {
    let failure = core.command::<InstallUpdate>(()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Desk);
    failure.sentence
}

fn version(updates: &Updates) -> Option<&str> {
    updates.ready.as_ref().map(|release| release.version.as_str())
}

#[tokio::test]
async fn it_checks_once_a_day_and_whenever_a_person_asks() {
    let core = TestCore::new();
    let releases = &core.shell.releases;
    assert_eq!(look(&core, Look::Daily).await.ready, None);
    look(&core, Look::Daily).await;
    assert_eq!(releases.counts(), (1, 0));
    releases.publish("0.2.0");
    assert_eq!(look(&core, Look::Daily).await.ready, None);
    assert_eq!(version(&look(&core, Look::Asked).await), Some("0.2.0"));
    core.clock.advance(Duration::from_mins(24 * 60 - 1));
    look(&core, Look::Daily).await;
    assert_eq!(releases.counts(), (2, 0));
    core.clock.advance(Duration::from_mins(1));
    let found = look(&core, Look::Daily).await;
    assert_eq!(releases.counts(), (3, 0));
    let notes = found.ready.unwrap().notes.unwrap();
    assert!(!notes.contains('\u{202e}'), "what turns the text around is shown: {notes}");
}

#[tokio::test]
async fn later_lasts_until_someone_asks_and_a_failed_check_takes_nothing_away() {
    let core = TestCore::new();
    core.shell.releases.publish("0.2.0");
    assert!(!look(&core, Look::Daily).await.postponed);
    core.command::<PostponeUpdate>(()).await.unwrap();
    core.clock.advance(DAY);
    assert!(look(&core, Look::Daily).await.postponed);
    core.shell.releases.fail("Can't load the list of versions.");
    let failed = look(&core, Look::Asked).await;
    assert_eq!(failed.problem.as_deref(), Some("Can't load the list of versions."));
    assert_eq!(version(&failed), Some("0.2.0"));
    core.shell.releases.publish("0.3.0");
    let found = look(&core, Look::Asked).await;
    assert_eq!((version(&found), found.postponed, found.problem.as_deref()), (Some("0.3.0"), false, None));
}

#[tokio::test]
async fn a_policy_that_forbids_updates_ends_them_also_when_it_comes_later() {
    let core = TestCore::new();
    core.shell.releases.publish("0.2.0");
    look(&core, Look::Daily).await;
    core.administer(r#"{"updates": "off"}"#);
    let off = look(&core, Look::Asked).await;
    assert_eq!((off.ready, off.checks), (None, false));
    assert_eq!(core.command::<GetAbout>(()).await.unwrap().updates.source, off.source);
    assert!(off.source.contains("set by your administrator"), "{}", off.source);
    assert!(refused(&core).await.contains("set by your administrator"));
    // A damaged file restricts as much as one can.
    core.administer("{");
    assert!(!look(&core, Look::Asked).await.checks);
    assert_eq!(core.shell.releases.counts(), (1, 0));
}

#[tokio::test]
async fn nothing_is_installed_over_what_is_typed_or_when_nothing_is_ready() {
    let core = TestCore::new();
    assert!(refused(&core).await.contains("no update to install"));
    core.shell.releases.publish("0.2.0");
    look(&core, Look::Daily).await;
    core.command::<SetUnsaved>(true).await.unwrap();
    assert!(refused(&core).await.contains("What you typed isn't saved"));
    assert_eq!(core.shell.releases.counts(), (1, 0));
    core.command::<SetUnsaved>(false).await.unwrap();
    core.command::<InstallUpdate>(()).await.unwrap();
    assert_eq!(core.shell.releases.counts(), (1, 1));
}

/// A service that withholds the answer to a refund until the gate opens, or loses it.
fn refund(core: &TestCore, loses: bool) -> (Server, Gate, tokio::task::JoinHandle<String>) {
    let (service, gate) = (Reference::start(), Gate::default());
    let waits = gate.clone();
    let lost = AtomicBool::new(false);
    let behavior = Behavior::respond(move |request| {
        if Operation::named("RefundTransaction").takes(request) {
            if loses {
                lost.store(true, Ordering::SeqCst);
                return vec![Step::Close];
            }
            return [vec![Step::Wait(waits.clone())], service.answer(request).steps()].concat();
        }
        // Afterwards nothing shows its fate.
        if lost.load(Ordering::SeqCst) { vec![Step::Close] } else { service.answer(request).steps() }
    });
    let server = Server::start(behavior);
    let service = attachment(&server.http(), NAMESPACE, TOKEN, Safety::Confirm);
    let connection = core.host.attach(service).unwrap().connection.id;
    let row = Operation::named("RefundTransaction");
    let input: serde_json::Value = serde_json::from_str(row.input).unwrap();
    let call = serde_json::json!({"connection": connection, "id": row.id, "input": input, "seen": null});
    let (host, id) = (core.host.clone(), operation());
    let change = tokio::spawn(async move {
        host.invoke("RefundTransaction", Some(&id.0), &call.to_string()).await.unwrap()
    });
    (server, gate, change)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_installed_while_money_is_on_its_way_or_nobody_knows_what_became_of_it() {
    let core = TestCore::new();
    core.shell.releases.publish("0.2.0");
    look(&core, Look::Daily).await;
    let (server, gate, change) = refund(&core, false);
    server
        .until(|seen| {
            seen.requests.iter().any(|request| Operation::named("RefundTransaction").takes(request))
        })
        .await;
    assert!(refused(&core).await.contains("A change is still in progress"));
    gate.open();
    change.await.unwrap();

    let (_server, _gate, change) = refund(&core, true);
    let told = change.await.unwrap();
    let outcome: AnyOutcome = serde_json::from_str(&told).unwrap();
    assert!(matches!(outcome, AnyOutcome::Unknown { .. }), "{told}");
    assert!(refused(&core).await.contains("A change is still unconfirmed"));
    assert_eq!(core.shell.releases.counts(), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_change_begins_during_an_installation_and_changes_go_on_when_it_fails() {
    let core = TestCore::new();
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let id = core
        .connect(&sandbox.base_address(), sandbox.token(), tapline_contract::connection::Safety::Confirm)
        .await
        .unwrap();
    core.shell.releases.publish("0.2.0");
    look(&core, Look::Daily).await;
    core.shell.releases.stick(true);
    let host = core.host.clone();
    let installing = tokio::spawn(async move { host.invoke("InstallUpdate", None, "null").await });
    crate::test_core::eventually(async || (core.shell.releases.counts().1 == 1).then_some(())).await;
    let list = core.list(&id).await;
    let seen = quiet(&list);
    let call = save(&id, seen, with_cvm(seen, 1234));
    let failure = core.change(&operation(), &call).await.unwrap_err();
    assert!(failure.sentence.contains("nothing was sent"), "{failure}");
    assert!(refused(&core).await.contains("being installed already"));
    core.shell.releases.stick(false);
    assert!(installing.await.unwrap().unwrap_err().contains("The disk is full."));
    core.change(&operation(), &call).await.unwrap();
    core.forget(&id).await;
}
