//! A configuration as an item of a plan would leave it.

use super::{PlanItem, PlanKind};
use crate::emv_config::{EmvConfig, EmvDraft};
use crate::params::Params;

impl PlanItem {
    /// The record as it was read, with the item's values; `None` where it is no configuration, or cannot be read or changed so.
    pub fn planned(&self, record: &EmvConfig) -> Option<EmvDraft> {
        if self.kind != PlanKind::Emv {
            return None;
        }
        self.with(record.draft()?, &self.set)
    }

    /// The draft with these values for the members that the item changes; a member without a value is removed.
    pub fn with(&self, mut draft: EmvDraft, values: &Params) -> Option<EmvDraft> {
        let text = |raw: &str| serde_json::from_str::<String>(raw).unwrap_or_else(|_| raw.to_owned());
        let (values, touched) = (values.by_key(), self.touched());
        let mut edits = Vec::new();
        for name in &touched {
            match (name.as_str(), values.get(name)) {
                ("emvName", raw) => draft.emv_name = raw.map(|raw| text(raw)).unwrap_or_default(),
                ("paymentMethod", raw) => draft.payment_method = raw.map(|raw| text(raw)).unwrap_or_default(),
                (name, raw) => edits.push((name, raw.copied())),
            }
        }
        draft.params.edit(edits).then_some(draft)
    }
}
