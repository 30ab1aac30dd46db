//! What rows say of the items, however far the plan is. It is worked out in pieces, so that a plan of many hundreds does not hold the
//! page: what it takes for one item grows with the configurations that it is checked beside.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::plan::PlanItem;

use super::changes::{self, Around, Changed, Concern};
use super::checks::{Checked, Checks};
use crate::effect::effect;
use crate::ipc::engine;
use crate::plans::Opened;

/// Milliseconds of work before the page may go on: half of what a frame has.
const PIECE: f64 = 8.0;

/// What a row says of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) changes: Vec<Changed>,
    pub(super) effects: Vec<String>,
    pub(super) checked: Checked,
}

/// Of all items, in their order; empty until it is known.
#[derive(Debug, Default)]
pub(super) struct AllTold {
    told: Vec<Told>,
    concerns: Vec<Concern>,
}

impl AllTold {
    pub(super) fn at(&self, at: usize) -> Option<&Told> {
        self.told.get(at)
    }

    /// What an item means is said as before where the same is known of it.
    fn again(&self, at: usize, concern: &Concern) -> Option<&Told> {
        self.at(at).filter(|_| matches!(concern, Concern::Configuration(_)) && self.concerns[at] == *concern)
    }
}

/// Follows what is known around the items. What was said before stands until all is known anew.
pub(super) fn told(opened: &Arc<Opened>, around: Memo<Arc<Around>>) -> RwSignal<Arc<AllTold>> {
    let (all, turn) = (RwSignal::new(Arc::<AllTold>::default()), StoredValue::new(0_u32));
    let opened = Arc::clone(opened);
    effect(move || {
        let (opened, around, before) = (Arc::clone(&opened), around.get(), all.get_untracked());
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        spawn_local(async move {
            let items = &opened.plan.items;
            let concerns = changes::concerns(items, &around);
            let mut checks = Checks::beside(&around);
            let mut told = Vec::with_capacity(items.len());
            let mut begun = engine::now();
            for (at, (item, concern)) in items.iter().zip(&concerns).enumerate() {
                if engine::now() - begun >= PIECE {
                    engine::rest(0).await;
                    // The page is gone, or something else is known by now.
                    if turn.try_get_value() != Some(mine) {
                        return;
                    }
                    begun = engine::now();
                }
                told.push(of_one(item, concern, before.again(at, concern), &mut checks, &around));
            }
            // The page may be gone by now.
            let _ = all.try_set(Arc::new(AllTold { told, concerns }));
        });
    });
    all
}

fn of_one(
    item: &PlanItem,
    concern: &Concern,
    before: Option<&Told>,
    checks: &mut Checks<'_>,
    around: &Around,
) -> Told {
    let checked = Checked::of(concern, checks.findings(item, concern).as_deref());
    match before {
        Some(before) => Told { checked, ..before.clone() },
        None => Told {
            changes: changes::of_one(item, concern, around),
            effects: changes::effects(concern),
            checked,
        },
    }
}
