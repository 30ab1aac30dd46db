//! Lists as files.

use std::sync::Arc;

use tapline_contract::commands::{CancelExport, ExportList, ExportTable, ShowInFolder};
use tapline_contract::export::{ExportId, Exported, ListExport, TableExport};
use tapline_contract::{Failure, Kind};

use super::failure;
use crate::dispatch::Perform;
use crate::host::Inner;

const NOT_YET: &str = "This Tapline cannot do this yet. Use a newer one.";

impl Perform for ExportList {
    async fn perform(_desk: &Arc<Inner>, _export: ListExport) -> Result<Exported, Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}

impl Perform for ExportTable {
    async fn perform(_desk: &Arc<Inner>, _export: TableExport) -> Result<Exported, Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}

impl Perform for CancelExport {
    async fn perform(_desk: &Arc<Inner>, _export: ExportId) -> Result<(), Failure> {
        Ok(())
    }
}

impl Perform for ShowInFolder {
    async fn perform(_desk: &Arc<Inner>, _path: String) -> Result<(), Failure> {
        Err(failure::<Self>(Kind::Desk, NOT_YET))
    }
}
