//! A plan without one of its items, for a reviewer who agrees to the others.

use super::{Plan, PlanId, PlanKind};

impl PlanId {
    /// The id of these bits, 16 hex digits.
    pub fn from_bits(bits: u64) -> PlanId {
        PlanId(format!("{bits:016x}"))
    }
}

impl Plan {
    /// This plan without the item of the record, under another id: the operations of the two never meet. `None` where the plan has
    /// no such item, or would be empty.
    pub fn without(&self, kind: PlanKind, record: &str, id: PlanId) -> Option<Plan> {
        let mut plan = self.clone();
        plan.items.retain(|item| (item.kind, item.id.as_str()) != (kind, record));
        plan.head.id = id;
        (plan.items.len() < self.items.len() && !plan.items.is_empty()).then_some(plan)
    }
}
