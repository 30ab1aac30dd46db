//! Runs the cells of a row.

use std::any::Any;
use std::sync::Arc;

use tapline_tests::cells;
use tapline_tests::reference::Operation;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::matrix::{Cell, FaultRow};

/// So many cells at once: each has servers and a core of its own.
const AT_ONCE: usize = 4;
/// As `AT_ONCE`, for cells that only wait.
const WAITING_AT_ONCE: usize = 40;

/// Runs every cell of the row that belongs here. Fails with the names of all failed cells, not only with the first; a cell
/// that passed reports itself.
pub(crate) async fn every<F>(fault: u8, case: impl Fn(&'static Operation) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    all(fault, AT_ONCE, passed, case).await;
}

/// Like [`every`], for cells that spend their time waiting.
pub(crate) async fn every_waiting<F>(fault: u8, case: impl Fn(&'static Operation) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    all(fault, WAITING_AT_ONCE, passed, case).await;
}

/// Like [`every`] for another purpose: no cell of the row counts as run.
pub(crate) async fn rehearse<F>(fault: u8, case: impl Fn(&'static Operation) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    all(fault, AT_ONCE, |_| (), case).await;
}

/// For rows that run their cells in their own way.
pub(crate) fn passed(cell: Cell) {
    cells::ran(&cell.to_string());
}

async fn all<F>(fault: u8, at_once: usize, tell: fn(Cell), case: impl Fn(&'static Operation) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let row = FaultRow::by_number(fault);
    let slots = Arc::new(Semaphore::new(at_once));
    let mut running = JoinSet::new();
    for cell in row.cells_here() {
        let (case, slots) = (case(cell.operation.unwrap()), Arc::clone(&slots));
        running.spawn(async move {
            let _slot = slots.acquire_owned().await.unwrap();
            // A task of its own, so that a panic is this cell's alone.
            let ended = tokio::spawn(case).await;
            ended.map_err(|panic| format!("{cell}: {}", words(panic.into_panic().as_ref())))?;
            tell(cell);
            Ok(())
        });
    }
    let ended: Vec<Result<(), String>> = running.join_all().await;
    let count = ended.len();
    let failed: Vec<_> = ended.into_iter().filter_map(Result::err).collect();
    assert!(failed.is_empty(), "{} of {count} cells “{}”\n{}", failed.len(), row.fault, failed.join("\n"));
}

pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

#[tokio::test]
async fn all_that_fail_are_named() {
    let run = tokio::spawn(rehearse(26, |operation| async move {
        assert!(!operation.name.starts_with("Get"), "nothing came");
    }));
    let panic = run.await.unwrap_err().into_panic();
    let text = words(panic.as_ref());
    assert!(text.starts_with("4 of 9 cells “answer for another id”\n"), "{text}");
    for name in ["GetTransaction", "GetSettlement", "GetMerchant", "GetProfile"] {
        assert!(text.contains(&format!("F26 {name}: nothing came")), "{text}");
    }
}
