//! `DeleteEmv`: sent when the record still is what the person saw; proven by its absence from a complete list.

use tapline_contract::emv_config::{EmvConfig, EmvId};
use tapline_contract::endpoints::DeleteEmv;
use tapline_contract::{Call, Failure};

use super::list::EmvList;
use super::recipe::{Base, Recipe, Stale, Verdict, seen_record, unchanged};

impl Recipe for DeleteEmv {
    fn target(call: &Call<Self>) -> String {
        format!("emv {}", call.id)
    }

    fn seen(call: &Call<Self>) -> Result<Option<Base>, Failure> {
        seen_record(call, &call.id)
    }

    fn before(call: &Call<Self>, list: &EmvList) -> Result<Base, Stale> {
        unchanged(call.seen.as_ref(), &call.id, list)
    }

    fn judge(id: &EmvId, _nothing: &(), before: &Base, _answered: Option<&EmvId>, list: &EmvList) -> Verdict {
        let Base::Record(record) = before else { return Verdict::Unprovable };
        match list.find(id) {
            Some(now) if record.same_values(now) => Verdict::Before,
            Some(now) => Verdict::Other(Some(now.clone())),
            None if list.proves_absence(id) => Verdict::Target(EmvConfig::clone(record)),
            None => Verdict::Unprovable,
        }
    }
}
