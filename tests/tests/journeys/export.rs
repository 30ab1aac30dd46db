//! Lists as files in the person's downloads.

use std::path::PathBuf;
use std::time::Duration;

use tapline_contract::FailureKind;
use tapline_contract::commands::{
    CancelExport, ExportList, ExportTable, GetListState, OpenList, ShowInFolder,
};
use tapline_contract::connection::ConnectionId;
use tapline_contract::export::{
    CellKind, ExportColumn, ExportFile, ExportId, Format, Head, ListExport, Separator, TableColumn,
    TableExport, Zone,
};
use tapline_contract::list::{Filter, ListOf, ListOpening, ListState, LoadState, Sort};
use tapline_contract::transaction::TransactionQuery;

use crate::test_core::TestCore;

fn file(format: Format, name: &str) -> ExportFile {
    let zone = Zone { name: "UTC".to_owned(), offset_minutes: 0 };
    ExportFile {
        format,
        name: name.to_owned(),
        words: "voided".to_owned(),
        zone,
        head: Head::None,
        separator: Separator::Comma,
    }
}

fn column(column: &str, kind: CellKind) -> ExportColumn {
    ExportColumn { column: column.to_owned(), title: column.to_uppercase(), kind }
}

async fn loaded(core: &TestCore, connection: &ConnectionId) -> ListState {
    let of = ListOf::Transactions(TransactionQuery::default());
    let mut state =
        core.command::<OpenList>(ListOpening { connection: connection.clone(), of }).await.unwrap();
    while state.state == LoadState::Loading {
        tokio::time::sleep(Duration::from_millis(10)).await;
        state = core.command::<GetListState>(state.list).await.unwrap();
    }
    assert_eq!(state.state, LoadState::Complete);
    state
}

fn downloads(core: &TestCore) -> PathBuf {
    let folder = core.data_folder().with_file_name("Downloads");
    std::fs::create_dir_all(&folder).unwrap();
    *core.shell.folders.lock().unwrap() = vec![folder.clone()];
    folder
}

#[tokio::test]
async fn a_list_is_exported_as_it_is_shown() {
    let core = TestCore::new();
    let id = core.open_sandbox().await;
    let state = loaded(&core, &id).await;
    let folder = downloads(&core);
    let export = |format| ListExport {
        export: ExportId(1),
        list: state.list,
        version: state.version,
        sort: Some(Sort { column: "amount.value".to_owned(), descending: true }),
        filter: Some(Filter::Not(Box::new(Filter::Equals { column: "tranType".to_owned(), value: None }))),
        columns: vec![
            column("tranId", CellKind::Text),
            column("amount.value", CellKind::Amount { currency_column: Some("amount.currency".to_owned()) }),
            column("accountMasked", CellKind::Text),
        ],
        file: file(format, "transactions"),
    };
    for format in [Format::Csv, Format::Json, Format::Xlsx] {
        let exported = core.command::<ExportList>(export(format)).await.unwrap();
        assert_eq!((exported.rows, exported.folder.as_str()), (u64::from(state.rows), "Downloads"));
        assert_eq!(PathBuf::from(&exported.path), folder.join(&exported.name));
        assert_eq!(std::fs::metadata(&exported.path).unwrap().len(), exported.bytes);
        assert!(exported.name.starts_with("tapline-transactions-sandbox-"), "{}", exported.name);
        if format == Format::Csv {
            let text = std::fs::read_to_string(&exported.path).unwrap();
            assert!(text.starts_with("\u{feff}TRANID,AMOUNT.VALUE,Currency,ACCOUNTMASKED\r\n"), "{text:.80}");
            assert_eq!(text.lines().count(), 1 + state.rows as usize);
        }
        core.command::<ShowInFolder>(exported.path.clone()).await.unwrap();
        assert_eq!(*core.shell.shown.lock().unwrap(), Some(PathBuf::from(exported.path)));
    }
    let outdated = ListExport { version: state.version + 1, ..export(Format::Csv) };
    assert_eq!(core.command::<ExportList>(outdated).await.unwrap_err().kind, FailureKind::Gone);
    let wrong = ListExport { columns: vec![column("no.such", CellKind::Text)], ..export(Format::Csv) };
    assert_eq!(core.command::<ExportList>(wrong).await.unwrap_err().kind, FailureKind::BadInput);
    let elsewhere = ListExport { file: file(Format::Csv, "../x"), ..export(Format::Csv) };
    assert_eq!(core.command::<ExportList>(elsewhere).await.unwrap_err().kind, FailureKind::BadInput);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
    core.command::<CancelExport>(ExportId(1)).await.unwrap();
    let other = core.data_folder().join("journal.db").display().to_string();
    assert_eq!(core.command::<ShowInFolder>(other).await.unwrap_err().kind, FailureKind::BadInput);
}

#[tokio::test]
async fn a_list_of_the_page_is_exported_and_no_folder_is_said() {
    let core = TestCore::new();
    let table = |rows| TableExport {
        export: ExportId(2),
        columns: vec![
            TableColumn { title: "Merchant".to_owned(), kind: CellKind::Text },
            TableColumn { title: "Terminals".to_owned(), kind: CellKind::Number },
        ],
        rows,
        file: file(Format::Csv, "merchants"),
    };
    let row = |name: &str| vec![Some(name.to_owned()), None];
    assert_eq!(
        core.command::<ExportTable>(table(vec![row("Café")])).await.unwrap_err().kind,
        FailureKind::NotConnected
    );
    core.open_sandbox().await;
    let refused = core.command::<ExportTable>(table(vec![row("Café")])).await.unwrap_err();
    assert!(refused.sentence.starts_with("None of your folders"), "{}", refused.sentence);
    downloads(&core);
    // Larger than any other call may be.
    let rows: Vec<_> = (0..20_000).map(|at| row(&format!("Café number {at}"))).collect();
    let exported = core.command::<ExportTable>(table(rows)).await.unwrap();
    let text = std::fs::read_to_string(&exported.path).unwrap();
    assert!(text.ends_with("Café number 19999,\r\n") && exported.rows == 20_000);
    let uneven = core.command::<ExportTable>(table(vec![vec![None]])).await.unwrap_err();
    assert_eq!(uneven.kind, FailureKind::BadInput);
}
