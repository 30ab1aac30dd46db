//! The file for support: what the page puts together is looked at once more before it is written.

use tapline_contract::FailureKind;
use tapline_contract::commands::SaveBundle;
use tapline_contract::export::{BundleSaving, Zone};

use super::test_core::TestCore;

const CARD: &str = "4111111111111111";

fn saving(text: &str) -> BundleSaving {
    BundleSaving { text: text.to_owned(), zone: Zone { name: "UTC".to_owned(), offset_minutes: 0 } }
}

#[tokio::test]
async fn a_bundle_is_written_without_card_numbers() {
    let core = TestCore::new();
    let text = format!("Transaction T1\nConfiguration Retail {CARD} (id 12)\n  {{\"pan\":\"{CARD}\"}}\n");
    let closed = core.command::<SaveBundle>(saving(&text)).await.unwrap_err();
    assert_eq!(closed.kind, FailureKind::NotConnected);
    core.open_sandbox().await;
    let folder = core.data_folder().with_file_name("Downloads");
    std::fs::create_dir_all(&folder).unwrap();
    *core.shell.folders.lock().unwrap() = vec![folder];
    let file = core.command::<SaveBundle>(saving(&text)).await.unwrap();
    assert!(file.name.starts_with("tapline-support-sandbox-") && file.name.contains(".txt"), "{}", file.name);
    let written = std::fs::read_to_string(&file.path).unwrap();
    assert!(written.starts_with("Support bundle of Tapline ") && written.contains("SANDBOX"), "{written}");
    assert!(written.contains("Transaction T1\n") && written.contains("411111******1111"), "{written}");
    assert!(!written.contains(CARD), "{written}");
}
