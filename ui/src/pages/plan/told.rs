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
            let is_wanted = || turn.try_get_value() == Some(mine);
            // What stands there can be read meanwhile.
            let mut begun = if before.told.is_empty() { engine::now() } else { 0.0 };
            if !rested(&mut begun, is_wanted).await {
                return;
            }
            let items = &opened.plan.items;
            let concerns = changes::concerns(items, &around);
            if !rested(&mut begun, is_wanted).await {
                return;
            }
            let mut checks = Checks::beside(&around);
            let mut told = Vec::with_capacity(items.len());
            for (at, (item, concern)) in items.iter().zip(&concerns).enumerate() {
                if !rested(&mut begun, is_wanted).await {
                    return;
                }
                told.push(of_one(item, concern, before.again(at, concern), &mut checks, &around));
            }
            // The page may be gone by now.
            let _ = all.try_set(Arc::new(AllTold { told, concerns }));
        });
    });
    all
}

/// Lets the page go on once a piece is done. Whether the rest is still wanted: the page may be gone, or something else be known.
async fn rested(begun: &mut f64, is_wanted: impl Fn() -> bool) -> bool {
    if engine::now() - *begun >= PIECE {
        engine::painted().await;
        *begun = engine::now();
    }
    is_wanted()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_said_as_before_only_where_the_same_is_known() {
        let told = Told { changes: Vec::new(), effects: Vec::new(), checked: Checked::not_yet() };
        let sides = |cvm: &str| Concern::Configuration(Box::new(changes::Sides::same(cvm)));
        let before = AllTold { told: vec![told; 2], concerns: vec![sides("2500"), Concern::Unknown] };
        assert!(before.again(0, &sides("2500")).is_some());
        assert!(before.again(0, &sides("2600")).is_none());
        assert!(before.again(1, &Concern::Unknown).is_none(), "its words hang on more than that");
        assert!(AllTold::default().again(0, &sides("2500")).is_none());
    }
}
