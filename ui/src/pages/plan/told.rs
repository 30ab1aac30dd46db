//! What rows say of the items, however far the plan is. It is worked out in pieces, so that a plan of many hundreds does not hold the
//! page: what it takes for one item grows with the configurations that it is checked beside.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tapline_contract::order::gathered;
use tapline_contract::plan::{PlanItem, PlanKind};

use super::changes::{self, Around, Changed, Concern};
use super::checks::{Checked, Checks};
use crate::effect::effect;
use crate::ipc::engine;
use crate::paths::Route;
use crate::plans::Opened;
use crate::shell::Shell;
use crate::shell::area::AreaState;

/// Milliseconds of work before the page may go on: half of what a frame has.
const PIECE: f64 = 8.0;

/// What a row says of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) changes: Vec<Changed>,
    pub(super) effects: Vec<String>,
    pub(super) checked: Checked,
}

impl Told {
    /// Of an item whose record was not read: nothing is known of what it changes.
    fn unread(item: &PlanItem) -> Told {
        let concern = if item.kind == PlanKind::Emv { Concern::Unknown } else { Concern::Acquirer };
        let checked = Checked::of(&concern, None);
        Told { changes: Vec::new(), effects: changes::effects(&concern), checked }
    }
}

/// Of all items of a plan, in their order; `None` for what is not known yet.
#[derive(Debug, Default)]
pub(super) struct AllTold {
    opened: Option<Arc<Opened>>,
    told: Vec<Option<(Concern, Told)>>,
}

impl AllTold {
    /// What is known already of the items of a plan: of the same items, be it of this plan or of one that was open before.
    fn of(opened: &Arc<Opened>, before: &Arc<AllTold>) -> Arc<AllTold> {
        let Some(earlier) = &before.opened else { return Arc::new(AllTold::none(opened)) };
        if Arc::ptr_eq(earlier, opened) {
            return Arc::clone(before);
        }
        let places =
            earlier.plan.items.iter().enumerate().map(|(at, item)| ((item.kind.words(), &*item.id), at));
        let places: BTreeMap<_, usize> = gathered(places);
        let known = |item: &PlanItem| {
            let at = *places.get(&(item.kind.words(), &*item.id))?;
            before.told.get(at).filter(|_| earlier.plan.items[at] == *item)?.clone()
        };
        let told = opened.plan.items.iter().map(known).collect();
        Arc::new(AllTold { opened: Some(Arc::clone(opened)), told })
    }

    fn none(opened: &Arc<Opened>) -> AllTold {
        AllTold { opened: Some(Arc::clone(opened)), told: vec![None; opened.plan.items.len()] }
    }

    pub(super) fn at(&self, at: usize) -> Option<&Told> {
        self.told.get(at)?.as_ref().map(|(_, told)| told)
    }

    pub(super) fn is_whole(&self) -> bool {
        self.told.iter().all(Option::is_some)
    }

    /// What an item means is said as before where the same is known of it.
    fn again(&self, at: usize, concern: &Concern) -> Option<&Told> {
        let (before, told) = self.told.get(at)?.as_ref()?;
        (matches!(concern, Concern::Configuration(_)) && before == concern).then_some(told)
    }
}

/// What was told last: kept while another page is shown, so that rows are there at once when one returns.
#[derive(Clone, Copy)]
struct Kept(RwSignal<Arc<AllTold>>);

impl Default for Kept {
    fn default() -> Kept {
        Kept(RwSignal::new(Arc::default()))
    }
}

impl AreaState for Kept {
    fn place(&self) -> Route {
        Route::Limits
    }

    fn clear(&self) {
        self.0.set(Arc::default());
    }

    fn reload(&self, _: Shell) {}

    fn read_what_failed(&self, _: Shell) {}
}

/// Follows what is known around the items. What was said before stands until all is known anew.
pub(super) fn told(shell: Shell, opened: &Arc<Opened>, around: Memo<Arc<Around>>) -> RwSignal<Arc<AllTold>> {
    let Kept(all) = shell.state();
    all.update_untracked(|all| *all = AllTold::of(opened, all));
    // Counts what became known, and how much of that was looked at: what comes meanwhile is looked at when a pass is over.
    let (known, seen) = (StoredValue::new(0_u32), StoredValue::new(0_u32));
    let opened = Arc::clone(opened);
    effect(move || {
        // What a plan's file says of a record is not told: that waits for the read.
        if !around.with(|around| around.is_read()) {
            return;
        }
        let is_resting = known.get_value() == seen.get_value();
        known.update_value(|known| *known += 1);
        if is_resting {
            let opened = Arc::clone(&opened);
            spawn_local(async move {
                while let Some(now) = known.try_get_value().filter(|now| seen.try_get_value() != Some(*now)) {
                    let Some(around) = around.try_get_untracked() else { return };
                    let Some(told) = pass(&opened, &around, all, known).await else { return };
                    all.set(Arc::new(told));
                    seen.try_set_value(now);
                }
            });
        }
    });
    all
}

/// Works out what is said of all items; nothing once the page is gone.
async fn pass(
    opened: &Arc<Opened>,
    around: &Around,
    all: RwSignal<Arc<AllTold>>,
    known: StoredValue<u32>,
) -> Option<AllTold> {
    let before = all.get_untracked();
    let is_gone = || known.try_get_value().is_none();
    // What stands there can be read meanwhile.
    let mut begun = if before.is_whole() { 0.0 } else { engine::now() };
    let items = &opened.plan.items;
    rested(&mut begun).await;
    let read = |item: &PlanItem| around.as_read(item).unwrap_or(item).clone();
    let shown: Vec<_> = items.iter().map(read).collect();
    let concerns = changes::concerns(&shown, around);
    rested(&mut begun).await;
    let mut checks = Checks::beside(around);
    let mut told = Vec::with_capacity(items.len());
    for (at, (item, concern)) in items.iter().zip(concerns).enumerate() {
        rested(&mut begun).await;
        if is_gone() {
            return None;
        }
        let Some(item) = around.as_read(item) else {
            told.push(Some((Concern::Unknown, Told::unread(item))));
            continue;
        };
        let one = of_one(item, &concern, before.again(at, &concern), &mut checks, around);
        told.push(Some((concern, one)));
    }
    Some(AllTold { opened: Some(Arc::clone(opened)), told })
}

/// Lets the page go on once a piece is done.
async fn rested(begun: &mut f64) {
    // A clock that was set back ends a piece too.
    if !(0.0..PIECE).contains(&(engine::now() - *begun)) {
        engine::painted().await;
        *begun = engine::now();
    }
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
    use tapline_contract::params::Params;
    use tapline_contract::plan::{Plan, PlanHead, PlanId};

    use super::*;

    fn opened(limits: &[(&str, &str)]) -> Arc<Opened> {
        let item = |(id, cvm): &(&str, &str)| PlanItem {
            kind: PlanKind::Emv,
            id: (*id).to_owned(),
            name: String::new(),
            seen: Params::empty(),
            set: Params::parse(&format!(r#"{{"clCVMLimit":{cvm}}}"#)).unwrap(),
            unset: Vec::new(),
            fingerprint: String::new(),
        };
        let head = PlanHead {
            format: String::new(),
            version: 1,
            id: PlanId("P".to_owned()),
            created: String::new(),
            service: String::new(),
            owner: None,
            why: String::new(),
            undoes: None,
        };
        let plan = Plan { head, items: limits.iter().map(item).collect() };
        Arc::new(Opened { plan, text: String::new(), file: None, left_out: Vec::new() })
    }

    fn told(words: &str) -> Told {
        Told { changes: Vec::new(), effects: vec![words.to_owned()], checked: Checked::default() }
    }

    #[test]
    fn an_item_is_said_as_before_only_where_the_same_is_known() {
        let sides = |cvm: &str| Concern::Configuration(Box::new(changes::Sides::same(cvm)));
        let before = AllTold {
            opened: None,
            told: vec![Some((sides("2500"), told(""))), Some((Concern::Unknown, told(""))), None],
        };
        assert!(before.again(0, &sides("2500")).is_some());
        assert!(before.again(0, &sides("2600")).is_none());
        assert!(before.again(1, &Concern::Unknown).is_none(), "its words hang on more than that");
        assert!(before.again(2, &sides("2500")).is_none());
        assert!(AllTold::default().again(0, &sides("2500")).is_none());
    }

    #[test]
    fn another_plan_begins_with_what_is_known_of_the_same_items() {
        let first = opened(&[("1", "100"), ("2", "200"), ("3", "300")]);
        let none = AllTold::of(&first, &Arc::default());
        assert!(!none.is_whole());
        let known = ["one", "two", "three"].map(|words| Some((Concern::Unknown, told(words))));
        let known = Arc::new(AllTold { opened: Some(Arc::clone(&first)), told: known.to_vec() });
        assert!(Arc::ptr_eq(&AllTold::of(&first, &known), &known));
        // The first is left out, the last one sets another value.
        let other = AllTold::of(&opened(&[("2", "200"), ("3", "301")]), &known);
        assert_eq!(other.at(0), Some(&told("two")));
        assert_eq!(other.at(1), None);
        assert!(!other.is_whole());
    }
}
