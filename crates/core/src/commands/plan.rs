//! Plans, and their files. What is done with them is in [`crate::plan`].

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use tapline_contract::commands::{
    ChoosePlan, GetPlanProgress, MakePlan, PausePlan, ReadPlan, RunPlan, SavePlan, UndoPlan, VerifyPlan,
};
use tapline_contract::export::Exported;
use tapline_contract::plan::{
    Plan, PlanDraft, PlanFile, PlanId, PlanOn, PlanProgress, PlanRun, PlanSaving, PlanUndo,
};
use tapline_contract::{Command, Failure, FailureKind};
use tapline_platform::words::visible;

use super::export::not_exported;
use super::failure;
use super::token::off_thread;
use crate::commands::Perform;
use crate::export::zone;
use crate::plan;
use crate::state::AppState;

/// Longest file of a plan, in bytes. What goes through the door is escaped, and may be longer by a quarter.
const LONGEST: usize = 24 << 20;

impl Perform for MakePlan {
    async fn perform(app: &Arc<AppState>, draft: PlanDraft) -> Result<String, Failure> {
        plan::make(app, Self::NAME, &draft).await
    }
}

impl Perform for RunPlan {
    async fn perform(app: &Arc<AppState>, run: PlanRun) -> Result<PlanProgress, Failure> {
        plan::start(app, Self::NAME, run).await
    }
}

impl Perform for GetPlanProgress {
    async fn perform(app: &Arc<AppState>, id: PlanId) -> Result<PlanProgress, Failure> {
        plan::progress(app, Self::NAME, &id)
    }
}

impl Perform for PausePlan {
    async fn perform(app: &Arc<AppState>, id: PlanId) -> Result<PlanProgress, Failure> {
        plan::pause(app, Self::NAME, &id)
    }
}

impl Perform for ReadPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanProgress, Failure> {
        plan::read(app, Self::NAME, &on).await
    }
}

impl Perform for VerifyPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanProgress, Failure> {
        plan::verify(app, Self::NAME, &on).await
    }
}

impl Perform for UndoPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanUndo, Failure> {
        plan::undo(app, Self::NAME, &on).await
    }
}

impl Perform for SavePlan {
    async fn perform(app: &Arc<AppState>, saving: PlanSaving) -> Result<Exported, Failure> {
        let sentence = "No connection is open, so there is no plan to save. Open one, then try again.";
        let session = app.session().ok_or_else(|| failure::<Self>(FailureKind::NotConnected, sentence))?;
        let plan = Plan::parse(&saving.text)
            .map_err(|error| failure::<Self>(FailureKind::BadInput, visible(&error.to_string())))?;
        let sentence = "The plan has no usable time zone, so nothing was written. Load the page again.";
        let zone = zone(&saving.zone).ok_or_else(|| failure::<Self>(FailureKind::BadInput, sentence))?;
        let at = app.ports.clock.now().with_timezone(&zone).format("%Y%m%d-%H%M").to_string();
        let environment = session.connection.environment.word().to_lowercase();
        let name = move |number: u32| {
            let again = if number == 1 { String::new() } else { format!("-{number}") };
            format!("tapline-plan-{environment}-{at}{again}.jsonl")
        };
        let written = off_thread::<Self, _>(app, move |app| {
            let folders = (app.ports.export_folders)();
            app.exports.write_text(&saving.text, plan.items.len(), &folders, name)
        });
        written.await?.map_err(not_exported::<Self>)
    }
}

impl Perform for ChoosePlan {
    async fn perform(app: &Arc<AppState>, (): ()) -> Result<Option<PlanFile>, Failure> {
        // The dialog is open as long as the person likes.
        let read = off_thread::<Self, _>(app, |app| {
            let path = (app.ports.choose_file)("Choose the file of a plan")?;
            Some(plan_file(&path))
        });
        let Some(read) = read.await? else { return Ok(None) };
        let (name, bytes) = read.map_err(|cause| {
            let sentence = format!("The file cannot be read: {cause}. Choose another one.");
            failure::<Self>(FailureKind::Desk, sentence)
        })?;
        let bad = |why: &str| {
            let sentence = format!(
                "The file {} {why}. Choose a file that `taplinectl plan` or the window wrote.",
                visible(&name)
            );
            failure::<Self>(FailureKind::BadInput, sentence)
        };
        if bytes.len() > LONGEST {
            return Err(bad("holds more than 24 MiB, which is no plan"));
        }
        let text = String::from_utf8(bytes).map_err(|_| bad("is no text"))?;
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
