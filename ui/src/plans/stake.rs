//! Effects of closing the window or the connection on plans: what would stop or be lost.

use leptos::prelude::*;
use tapline_contract::plan::ItemState;

use super::{Plans, changes, ended};
use crate::window_state::AtStake;

impl Plans {
    /// An undo plan has no file at first, and could not be continued.
    pub(super) fn unsaved(self) -> Option<AtStake> {
        let items = self.open.with(|open| {
            let open = open.as_ref().filter(|open| open.file.is_none())?;
            Some(open.plan.items.len())
        })?;
        let done = self.progress.with(|progress| {
            let of = |state| progress.as_ref().map_or(0, |progress| progress.count(state));
            of(ItemState::Applied) + of(ItemState::Already)
        });
        (done < items).then(|| AtStake {
            words: "Plan not saved".to_owned(),
            sentence: "The plan that is open is not saved as a file. If you leave, it is lost. What it changed stands in Activity."
                .to_owned(),
        })
    }

    /// Work in plans that closing the window would stop or lose.
    pub(super) fn at_stake(self) -> Option<AtStake> {
        let running = self.progress.with(|progress| {
            let progress = progress.as_ref().filter(|progress| progress.running)?;
            Some((ended(progress), progress.results.len()))
        });
        let gathered = self.gathered.with(Vec::len);
        match (running, gathered) {
            (Some((done, all)), _) => Some(AtStake {
                words: format!("Plan: {done} of {all}"),
                sentence: format!(
                    "A plan is being applied: {done} of {all} so far. If you leave, no further item begins. Open the plan's file \
                     again to go on: what was sent is found out by reading."
                ),
            }),
            (None, 0) => self.unsaved(),
            (None, many) => Some(AtStake {
                words: format!("Plan: {}", changes(many)),
                sentence: format!(
                    "{} gathered for a plan, which is not saved as a file. If you leave, they are lost.",
                    if many == 1 { "1 change is".to_owned() } else { format!("{many} changes are") }
                ),
            }),
        }
    }
}
