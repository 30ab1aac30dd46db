//! The usual amounts that a person keeps. The file is theirs: it is read each time, and never written or renamed.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use tapline_contract::Failure;
use tapline_contract::commands::GetUsualAmounts;
use tapline_contract::usual::UsualAmounts;

use crate::perform::Perform;
use crate::state::AppState;

const FILE: &str = "usual-amounts.json";

impl Perform for GetUsualAmounts {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<UsualAmounts, Failure> {
        Ok(usual_amounts(&app.folder))
    }
}

/// File of a data folder as it is now; its absence is no trouble.
pub fn usual_amounts(folder: &Path) -> UsualAmounts {
    let mut read = match fs::read_to_string(folder.join(FILE)) {
        Ok(text) => UsualAmounts::read(&text),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => UsualAmounts::default(),
        Err(cause) => UsualAmounts { rows: Vec::new(), trouble: Some(format!("Unreadable: {cause}.")) },
    };
    read.trouble = read.trouble.map(|why| format!("{FILE} in Tapline's data folder: {why}"));
    read
}
