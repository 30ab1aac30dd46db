//! The file of a plan: written to the downloads like any export, and chosen again.

use tapline_contract::FailureKind;
use tapline_contract::commands::{ChoosePlan, MakePlan, SavePlan, ShowInFolder, VerifyPlan};
use tapline_contract::export::Zone;
use tapline_contract::field::Loose;
use tapline_contract::plan::{ItemState, Plan, PlanDraft, PlanEdit, PlanFile, PlanKind, PlanOn, PlanSaving};

use super::test_core::TestCore;

fn saving(text: &str) -> PlanSaving {
    PlanSaving { text: text.to_owned(), zone: Zone { name: "UTC".to_owned(), offset_minutes: 0 } }
}

#[tokio::test]
async fn a_plan_is_written_chosen_again_and_verified() {
    let core = TestCore::new();
    let connection = core.open_sandbox().await;
    let record =
        r#"{"id":12,"emvName":"Retail north","paymentMethod":"01","params":"{\"clCVMLimit\":2500}"}"#;
    let draft = r#"{"params":{"clCVMLimit":5000},"emvName":"Retail north","paymentMethod":"01"}"#;
    let edit = |id: usize| PlanEdit {
        kind: PlanKind::Emv,
        record: Loose::json(&record.replace("12", &id.to_string())).unwrap(),
        draft: Loose::json(draft).unwrap(),
    };
    // Larger than other calls may be.
    let items = (12..1012).map(edit).collect();
    let text = core
        .command::<MakePlan>(PlanDraft { connection: connection.clone(), why: "PIN limit".to_owned(), items })
        .await
        .unwrap();
    let refused = core.command::<SavePlan>(saving(&text)).await.unwrap_err();
    assert!(refused.sentence.starts_with("None of your folders"), "{}", refused.sentence);
    let folder = core.data_folder().with_file_name("Downloads");
    std::fs::create_dir_all(&folder).unwrap();
    *core.shell.folders.lock().unwrap() = vec![folder];
    let first = core.command::<SavePlan>(saving(&text)).await.unwrap();
    let second = core.command::<SavePlan>(saving(&text)).await.unwrap();
    assert!(
        first.name.starts_with("tapline-change-set-sandbox-") && first.name.contains(".jsonl"),
        "{}",
        first.name
    );
    assert_eq!((first.rows, first.folder.as_str()), (1000, "Downloads"));
    assert_ne!(first.path, second.path, "no file is replaced");
    core.command::<ShowInFolder>(first.path.clone()).await.unwrap();
    assert_eq!(core.command::<SavePlan>(saving("x")).await.unwrap_err().kind, FailureKind::BadInput);

    assert_eq!(core.command::<ChoosePlan>(()).await.unwrap(), None, "nothing was chosen");
    *core.shell.file.lock().unwrap() = Some(first.path.clone().into());
    let chosen = core.command::<ChoosePlan>(()).await.unwrap();
    assert_eq!(chosen, Some(PlanFile { name: first.name, text: text.clone() }));
    let other = core.data_folder().join("other");
    std::fs::write(&other, [0xff, 0xfe]).unwrap();
    *core.shell.file.lock().unwrap() = Some(other);
    let refused = core.command::<ChoosePlan>(()).await.unwrap_err();
    assert!(refused.sentence.starts_with("The file other isn't text."), "{}", refused.sentence);

    assert_eq!(Plan::parse(&text).unwrap().items.len(), 1000);
    let verified = core.command::<VerifyPlan>(PlanOn { connection, text }).await.unwrap();
    // The record has more members than the plan saw.
    assert_eq!(verified.results[0].state, ItemState::Conflict);
}
