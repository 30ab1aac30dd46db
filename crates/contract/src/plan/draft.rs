//! A configuration as an item of a plan would leave it.

use super::{PlanItem, PlanKind};
use crate::emv_config::{EmvConfig, EmvDraft};

impl PlanItem {
    /// The record as it was read, with the item's values; `None` where it is no configuration, or cannot be read or changed so.
    pub fn planned(&self, record: &EmvConfig) -> Option<EmvDraft> {
        if self.kind != PlanKind::Emv {
            return None;
        }
        let mut draft = record.draft()?;
        let text = |raw: &str| serde_json::from_str::<String>(raw).unwrap_or_else(|_| raw.to_owned());
        for name in self.touched() {
            match (name.as_str(), self.set.raw(&name)) {
                ("emvName", Some(raw)) => draft.emv_name = text(raw),
                ("paymentMethod", Some(raw)) => draft.payment_method = text(raw),
                (name, Some(raw)) if !draft.params.set(name, raw) => return None,
                (_, Some(_)) => {}
                (name, None) => draft.params.remove(name),
            }
        }
        Some(draft)
    }
}
