//! Plans. What is done is in [`crate::plan`].

use std::sync::Arc;

use tapline_contract::commands::{GetPlanProgress, MakePlan, PausePlan, RunPlan, UndoPlan, VerifyPlan};
use tapline_contract::plan::{PlanDraft, PlanId, PlanOn, PlanProgress, PlanRun, PlanUndo};
use tapline_contract::{Command, Failure};

use crate::commands::Perform;
use crate::plan;
use crate::state::AppState;

impl Perform for MakePlan {
    async fn perform(app: &Arc<AppState>, draft: PlanDraft) -> Result<String, Failure> {
        plan::make(app, Self::NAME, &draft)
    }
}

impl Perform for RunPlan {
    async fn perform(app: &Arc<AppState>, run: PlanRun) -> Result<PlanProgress, Failure> {
        plan::start(app, Self::NAME, run)
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
