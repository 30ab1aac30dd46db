//! State that the lanes follow: the scale of the axis, and the amount at the cursor. Lanes near the viewport follow at once, the others a
//! little later in groups, so that a zoom step with hundreds of lanes is drawn at once.

use leptos::html;
use leptos::prelude::*;

use crate::effect::effect;
use crate::ipc::engine;
use crate::ipc::hold::Near;
use crate::scale::Scale;
use crate::shell::Shell;

#[derive(Clone, Copy, Debug, PartialEq)]
struct AxisState {
    scale: Scale,
    amount: Option<u64>,
}

/// Pixels beyond the viewport: about six lanes.
const MARGIN: u32 = 260;
/// Milliseconds after the last change until the lanes out of sight follow; `BETWEEN` is the pause from one group to the next.
const LATER: u64 = 200;
const BETWEEN: u64 = 24;
const PARTS: usize = 8;

#[derive(Clone, Copy)]
pub(super) struct Follow {
    now: Memo<AxisState>,
    late: [RwSignal<AxisState>; PARTS],
    near: StoredValue<Near, LocalStorage>,
    /// Number of lanes, used to fill the groups evenly.
    lanes: StoredValue<usize>,
}

/// State that one lane follows.
#[derive(Clone, Copy)]
pub(super) struct LaneFollow {
    pub(super) scale: Memo<Scale>,
    pub(super) amount: Memo<Option<u64>>,
    /// Element of the lane.
    pub(super) element: NodeRef<html::Li>,
}

impl Follow {
    pub(super) fn new(shell: Shell, scale: Signal<Scale>) -> Follow {
        let now = Memo::new(move |_| AxisState { scale: scale.get(), amount: shell.amount_minor() });
        let first = now.get_untracked();
        let late = [(); PARTS].map(|()| RwSignal::new(first));
        let turn = StoredValue::new(0_u32);
        effect(move || {
            let now = now.get();
            turn.update_value(|turn| *turn += 1);
            let mine = turn.get_value();
            for (part, late) in late.into_iter().enumerate() {
                engine::later(LATER + BETWEEN * part as u64, move || {
                    // By now the page may be gone, or the state may have changed again.
                    if turn.try_get_value() == Some(mine) && late.try_get_untracked() != Some(now) {
                        let _ = late.try_set(now);
                    }
                });
            }
        });
        Follow { now, late, near: StoredValue::new_local(Near::new(MARGIN)), lanes: StoredValue::new(0) }
    }

    /// State for the lane with this key.
    pub(super) fn lane(self, key: String) -> LaneFollow {
        let at = self.lanes.get_value();
        self.lanes.set_value(at + 1);
        let (now, late) = (self.now, self.late[at % PARTS]);
        let (is_near, element) = (RwSignal::new(false), NodeRef::<html::Li>::new());
        element.on_load(move |lane| self.near.with_value(|near| near.watch(&lane, &key, is_near)));
        let mine = Memo::new(move |_| if is_near.get() { now.get() } else { late.get() });
        LaneFollow {
            scale: Memo::new(move |_| mine.with(|mine| mine.scale)),
            amount: Memo::new(move |_| mine.with(|mine| mine.amount)),
            element,
        }
    }
}
