//! `CreateEmv`: proven by the record that the service named, or by one new record with the draft's values. Two or more new
//! ones prove nothing: someone else may have made the other.

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::endpoints::CreateEmv;
use tapline_contract::{Call, Failure};

use super::list::EmvList;
use super::recipe::{Base, Recipe, Stale, Verdict};

impl Recipe for CreateEmv {
    fn target(call: &Call<Self>) -> String {
        format!("new emv {}", call.input.emv_name)
    }

    fn seen(_call: &Call<Self>) -> Result<Option<Base>, Failure> {
        Ok(None)
    }

    fn before(_call: &Call<Self>, list: &EmvList) -> Result<Base, Stale> {
        let ids = list.page.records.iter().map(|record| record.id.clone());
        Ok(Base::Ids(list.complete.then(|| ids.collect())))
    }

    fn judge(
        _none: &(),
        draft: &EmvDraft,
        before: &Base,
        answered: Option<&EmvId>,
        list: &EmvList,
    ) -> Verdict {
        let equal = |record: &&EmvConfig| record.draft().is_some_and(|now| now.same_values(draft));
        if let Some(record) = answered.and_then(|id| list.find(id)).filter(equal) {
            return Verdict::Target(record.clone());
        }
        let Base::Ids(Some(ids)) = before else { return Verdict::Unprovable };
        let mut new = list.page.records.iter().filter(|record| !ids.contains(&record.id)).filter(equal);
        match (new.next(), new.next()) {
            (Some(record), None) => Verdict::Target(record.clone()),
            (None, _) if list.complete => Verdict::Before,
            _ => Verdict::Unprovable,
        }
    }
}
