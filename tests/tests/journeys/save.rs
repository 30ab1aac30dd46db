//! The main job: a limit is changed, found in the history, and put back.

use tapline_contract::connection::Safety;
use tapline_contract::emv_config::EmvDraft;
use tapline_contract::endpoints::{CreateEmv, DeleteEmv, ListEmv};
use tapline_contract::params::Params;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Evidence, FailureKind, Outcome};
use tapline_sandbox::{Options, Sandbox};

use crate::service::colleague;
use crate::test_core::{TestCore, cvm_limit, named, operation, quiet, save, with_cvm};

/// With everything that must survive an edit: odd spacing, unknown keys, numbers spelled oddly, an escape.
const PARAMS: &str =
    "{ \"zz\": 1.00,\"clCVMLimit\":2500 , \"x\":{\"b\":1e2,\"a\":[ ]},\n\"aid\":\"A0\\u0030\" }";

#[tokio::test]
async fn a_limit_is_changed_and_put_back() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let before = quiet(&core.list(&id).await).clone();

    let outcome = core.change(&operation(), &save(&id, &before, with_cvm(&before, 5000))).await.unwrap();
    let Outcome::Applied { evidence: Evidence::Answer, record: Some(after), .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(cvm_limit(&after), Some(5000));
    assert_eq!(cvm_limit(named(&core.list(&id).await, &before.name())), Some(5000));

    let history = core.history(&id).await;
    assert_eq!(history.len(), 1);
    assert_eq!(history[0].before.as_ref(), Some(&before));
    // The document names request ids under /api/v1 only, and the sandbox has none elsewhere.
    assert_eq!(history[0].request_id, None);
    let (undone, seen, draft) = history[0].undo().unwrap();
    assert_eq!((&undone, &seen), (&before.id, &after));

    let outcome = core.change(&operation(), &save(&id, &seen, draft)).await.unwrap();
    assert!(matches!(outcome, Outcome::Applied { evidence: Evidence::Answer, .. }), "{outcome:?}");
    assert!(named(&core.list(&id).await, &before.name()).same_values(&before));
    let history = core.history(&id).await;
    assert_eq!(history.len(), 2);
    assert_eq!(history[0].before.as_ref(), Some(&after), "the newest is first");
}

#[tokio::test]
async fn one_put_goes_out_and_differs_in_the_limit_alone() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let body = format!("{{\"params\":{PARAMS},\"emvName\":\"Odd \\u0026 old\",\"paymentMethod\":\"01\"}}");
    colleague(&sandbox, "POST", "/api/v2/emv", &body).await;
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let before = named(&core.list(&id).await, "Odd & old").clone();

    let outcome = core.change(&operation(), &save(&id, &before, with_cvm(&before, 5000))).await.unwrap();
    assert!(matches!(outcome, Outcome::Applied { .. }), "{outcome:?}");

    let puts: Vec<_> = sandbox.requests().into_iter().filter(|request| request.method == "PUT").collect();
    assert_eq!(puts.len(), 1);
    assert_eq!(puts[0].path, format!("/api/v2/emv/{}", before.id));
    let params = PARAMS.replace("2500", "5000");
    assert_eq!(
        puts[0].body,
        format!("{{\"params\":{params},\"emvName\":\"Odd & old\",\"paymentMethod\":\"01\"}}")
    );
    core.forget(&id).await;
}

#[tokio::test]
async fn a_configuration_is_created_and_deleted() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let count = core.list(&id).await.len();
    let draft = EmvDraft {
        params: Params::parse(
            r#"{"aid":"A0000000031010","clFloorLimit":0,"clCVMLimit":2500,"clTransLimit":20000}"#,
        )
        .unwrap(),
        emv_name: "Brand new".to_owned(),
        payment_method: "01".to_owned(),
    };
    let create = Call::<CreateEmv>::new(id.clone(), (), draft.clone(), None);
    let outcome = core.change(&operation(), &create).await.unwrap();
    let Outcome::Applied { evidence: Evidence::Answer, record: Some(created), .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert!(created.draft().unwrap().same_values(&draft));
    assert_eq!(core.list(&id).await.len(), count + 1);

    let delete = Call::<DeleteEmv>::new(id.clone(), created.id.clone(), (), Some(created.clone()));
    let outcome = core.change(&operation(), &delete).await.unwrap();
    let Outcome::Applied { record: Some(deleted), .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(deleted.id, created.id);
    assert_eq!(core.list(&id).await.len(), count);

    let history = core.history(&id).await;
    assert_eq!(
        history.iter().map(|change| change.endpoint.as_str()).collect::<Vec<_>>(),
        ["DeleteEmv", "CreateEmv"]
    );
    assert_eq!(history[0].draft, None);
    assert_eq!(history[1].before, None);
    assert_eq!(history[1].draft, Some(draft));
}

#[tokio::test]
async fn a_double_click_sends_once() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let before = quiet(&core.list(&id).await).clone();
    // The sandbox takes three seconds for this value, so the second call comes while the first is on its way.
    let (operation, call) = (operation(), save(&id, &before, with_cvm(&before, 6605)));
    let (first, second) = tokio::join!(core.change(&operation, &call), core.change(&operation, &call));
    let first = first.unwrap();
    assert!(matches!(first, Outcome::Applied { .. }), "{first:?}");
    assert_eq!(second.unwrap(), first);
    assert_eq!(core.change(&operation, &call).await.unwrap(), first, "and later, from the journal");
    assert_eq!(sandbox.puts(), 1);
    core.forget(&id).await;
}

#[tokio::test]
async fn an_operation_id_stands_for_one_change() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let before = quiet(&core.list(&id).await).clone();
    let operation = operation();
    core.change(&operation, &save(&id, &before, with_cvm(&before, 5000))).await.unwrap();
    let other = core.change(&operation, &save(&id, &before, with_cvm(&before, 5001))).await;
    assert_eq!(other.unwrap_err().kind, FailureKind::OperationReused);
    assert_eq!(cvm_limit(named(&core.list(&id).await, &before.name())), Some(5000));
}

#[tokio::test]
async fn what_a_colleague_changed_is_not_overwritten() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::Confirm).await.unwrap();
    let seen = quiet(&core.list(&id).await).clone();
    let path = format!("/api/v2/emv/{}", seen.id);
    let theirs = serde_json::to_string(&with_cvm(&seen, 7700)).unwrap();
    colleague(&sandbox, "PUT", &path, &theirs).await;

    let outcome = core.change(&operation(), &save(&id, &seen, with_cvm(&seen, 5000))).await.unwrap();
    let Outcome::Conflict { theirs: Some(theirs), sent: false } = outcome else { panic!("{outcome:?}") };
    assert_eq!(cvm_limit(&theirs), Some(7700));
    assert_eq!(sandbox.puts(), 1, "only the colleague's");

    colleague(&sandbox, "DELETE", &path, "").await;
    let outcome = core.change(&operation(), &save(&id, &theirs, with_cvm(&theirs, 5000))).await.unwrap();
    assert_eq!(outcome, Outcome::Conflict { theirs: None, sent: false });
    assert_eq!(sandbox.puts(), 1);
    core.forget(&id).await;
}

#[tokio::test]
async fn a_read_only_connection_reads_and_never_sends() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let core = TestCore::new();
    let id = core.connect(&sandbox.base_address(), sandbox.token(), Safety::ReadOnly).await.unwrap();
    let before = quiet(&core.list(&id).await).clone();
    let refused = core.change(&operation(), &save(&id, &before, with_cvm(&before, 5000))).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::ReadOnly);
    assert_eq!(sandbox.puts(), 0);
    assert_eq!(core.history(&id).await, []);
    core.forget(&id).await;
}

#[tokio::test]
async fn one_page_can_be_read_too() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let page =
        core.read::<ListEmv>(&id, PageQuery { page_size: Some(5), page_number: Some(2) }).await.unwrap();
    assert_eq!(page.records.len(), 5);
    assert!(page.has_next);
    let all = core.read::<ListEmv>(&id, PageQuery::ALL).await.unwrap();
    assert!(!all.has_next);
    assert_eq!(i64::try_from(all.records.len()).ok(), all.total);
}
