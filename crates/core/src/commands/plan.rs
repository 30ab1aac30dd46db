//! The files of plans. What is done with plans is in [`crate::plan`].

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use tapline_contract::commands::{ChoosePlan, SavePlan};
use tapline_contract::export::Exported;
use tapline_contract::plan::{Plan, PlanFile, PlanSaving};
use tapline_contract::{Failure, FailureKind};
use tapline_platform::words::visible;

use super::export::{now_in, save_text};
use super::failure;
use super::token::off_thread;
use crate::export::stem;
use crate::perform::Perform;
use crate::state::AppState;

/// Longest file of a plan, in bytes. What goes through the door is escaped, and may be longer by a quarter.
const LONGEST: usize = 24 << 20;

impl Perform for SavePlan {
    async fn perform(app: &Arc<AppState>, saving: PlanSaving) -> Result<Exported, Failure> {
        let sentence = "No connection is open, so there is no change set to save. Open one, then try again.";
        let session = app.session().ok_or_else(|| failure::<Self>(FailureKind::NotConnected, sentence))?;
        let plan = Plan::parse(&saving.text)
            .map_err(|error| failure::<Self>(FailureKind::BadInput, visible(&error.to_string())))?;
        let stem = stem("change-set", &session.connection, now_in::<Self>(app, &saving.zone, "plan")?);
        save_text::<Self>(app, saving.text, plan.items.len(), stem, "jsonl").await
    }
}

impl Perform for ChoosePlan {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<Option<PlanFile>, Failure> {
        // The dialog is open as long as the person likes.
        let read = off_thread::<Self, _>(app, |app| {
            let path = (app.ports.choose_file)("Choose a change set file")?;
            Some(plan_file(&path))
        });
        let Some(read) = read.await? else { return Ok(None) };
        let (name, bytes) = read.map_err(|cause| {
            let sentence = format!("The file can't be read: {cause}. Select another one.");
            failure::<Self>(FailureKind::Desk, sentence)
        })?;
        let bad = |why: &str| {
            let sentence = format!("The file {} {why}. Select another file.", visible(&name));
            failure::<Self>(FailureKind::BadInput, sentence)
        };
        if bytes.len() > LONGEST {
            return Err(bad("is larger than 24 MiB, so it's not a change set"));
        }
        let text = String::from_utf8(bytes).map_err(|_| bad("isn't text"))?;
        Ok(Some(PlanFile { name, text }))
    }
}

/// Name and content, of a file that is too long its beginning.
fn plan_file(path: &Path) -> io::Result<(String, Vec<u8>)> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let one_more = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    File::open(path)?.take(one_more).read_to_end(&mut bytes)?;
    Ok((name, bytes))
}
