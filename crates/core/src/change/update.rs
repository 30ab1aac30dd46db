//! `UpdateEmv`: sent when the record still is what the person saw; proven by the record having the draft's values.

use tapline_contract::emv_config::{EmvDraft, EmvId};
use tapline_contract::endpoints::UpdateEmv;
use tapline_contract::{Call, Failure};

use super::list::EmvList;
use super::recipe::{Base, Recipe, Stale, Verdict, seen_record, unchanged};

impl Recipe for UpdateEmv {
    fn target(call: &Call<Self>) -> String {
        format!("emv {}", call.id)
    }

    fn seen(call: &Call<Self>) -> Result<Option<Base>, Failure> {
        seen_record(call, &call.id)
    }

    fn before(call: &Call<Self>, list: &EmvList) -> Result<Base, Stale> {
        unchanged(call.seen.as_ref(), &call.id, list)
    }

    fn judge(
        id: &EmvId,
        draft: &EmvDraft,
        before: &Base,
        _answered: Option<&EmvId>,
        list: &EmvList,
    ) -> Verdict {
        let Some(now) = list.find(id) else {
            return if list.proves_absence(id) { Verdict::Other(None) } else { Verdict::Unprovable };
        };
        match before {
            _ if now.draft().is_some_and(|now| now.same_values(draft)) => Verdict::Target(now.clone()),
            Base::Record(record) if record.same_values(now) => Verdict::Before,
            _ => Verdict::Other(Some(now.clone())),
        }
    }
}
