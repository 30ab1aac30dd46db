//! One record of either kind, as a plan sees it: its members by name, and the call that changes it.

use ring::digest;
use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::endpoints::{ListAcquirers, ListEmv, UpdateAcquirer, UpdateEmv};
use tapline_contract::history::OperationId;
use tapline_contract::input::Input;
use tapline_contract::params::Params;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::record::{self, Record as _};
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Endpoint as _, Failure};
use tapline_http::Client;
use tapline_http::walk::{Listed, Walked, walk};
use tapline_platform::words::hex;

/// Members of a configuration's draft other than its parameters.
pub(super) const NAME: &str = "emvName";
const METHOD: &str = "paymentMethod";

#[derive(Clone)]
pub(super) enum PlannedRecord {
    Emv(EmvConfig),
    Acquirer(Acquirer),
}

impl PlannedRecord {
    pub(super) fn read(kind: PlanKind, raw: &str) -> Option<PlannedRecord> {
        match kind {
            PlanKind::Emv => EmvConfig::read(raw).ok().map(PlannedRecord::Emv),
            PlanKind::Acquirer => Acquirer::read(raw).ok().map(PlannedRecord::Acquirer),
        }
    }

    pub(super) fn id(&self) -> Option<String> {
        match self {
            PlannedRecord::Emv(record) => Some(record.id.to_string()),
            PlannedRecord::Acquirer(record) => record.path_id().map(ToString::to_string),
        }
    }

    pub(super) fn name(&self) -> String {
        match self {
            PlannedRecord::Emv(record) => record.full_name(),
            PlannedRecord::Acquirer(record) => record.name(),
        }
    }

    /// Body of a PUT of the unchanged record, in one object; `None` when it cannot be read well enough.
    pub(super) fn members(&self) -> Option<Params> {
        match self {
            PlannedRecord::Emv(record) => of_emv(&record.draft()?),
            PlannedRecord::Acquirer(record) => {
                let mut members = Params::parse(&serde_json::to_string(&record.draft()).ok()?)?;
                // A member that is `null` at the service is sent as `null`: leaving it out would be our choice.
                let all = record::members(&serde_json::to_string(record).ok()?).ok()?;
                let known = members.by_key();
                let nulls: Vec<_> = all
                    .iter()
                    .filter(|(key, raw)| raw == "null" && !known.contains_key(key) && takes_null(key))
                    .map(|(key, raw)| (key.as_str(), Some(raw.as_str())))
                    .collect();
                members.edit(nulls).then_some(members)
            }
        }
    }

    /// The members of a draft of this kind.
    pub(super) fn drafted(kind: PlanKind, raw: &str) -> Option<Params> {
        match kind {
            PlanKind::Emv => of_emv(&serde_json::from_str(raw).ok()?),
            PlanKind::Acquirer => Params::parse(raw),
        }
    }

    /// The change of the record under an operation, with itself as what was seen; as the call's JSON and the endpoint's name.
    pub(super) fn call(
        &self,
        connection: &ConnectionId,
        item: &PlanItem,
        supersedes: Option<OperationId>,
    ) -> Option<Change> {
        let mut members = self.members()?;
        let set = item.set.members();
        let set = set.iter().map(|(name, raw)| (name.as_str(), Some(*raw)));
        if !members.edit(set.chain(item.unset.iter().map(|name| (name.as_str(), None)))) {
            return None;
        }
        match self {
            PlannedRecord::Emv(record) => {
                let input = emv(members)?;
                let call = Call::<UpdateEmv>::new(
                    connection.clone(),
                    record.id.clone(),
                    input,
                    Some(record.clone()),
                );
                Some(Change::Emv(Box::new(Call { supersedes, ..call })))
            }
            PlannedRecord::Acquirer(record) => {
                let (id, input) = (record.path_id()?.clone(), acquirer(&members)?);
                let call = Call::<UpdateAcquirer>::new(connection.clone(), id, input, Some(record.clone()));
                Some(Change::Acquirer(Box::new(Call { supersedes, ..call })))
            }
        }
    }
}

pub(super) enum Change {
    Emv(Box<Call<UpdateEmv>>),
    Acquirer(Box<Call<UpdateAcquirer>>),
}

pub(super) fn endpoint(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Emv => UpdateEmv::NAME,
        PlanKind::Acquirer => UpdateAcquirer::NAME,
    }
}

fn of_emv(draft: &EmvDraft) -> Option<Params> {
    let mut members = draft.params.clone();
    if members.raw(NAME).is_some() || members.raw(METHOD).is_some() {
        return None;
    }
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let both = members.set(NAME, &text(&draft.emv_name)) && members.set(METHOD, &text(&draft.payment_method));
    both.then_some(members)
}

fn emv(mut members: Params) -> Option<EmvDraft> {
    let mut take = |name: &str| {
        let text: Option<String> = serde_json::from_str(members.raw(name)?).ok();
        members.remove(name);
        text
    };
    let (emv_name, payment_method) = (take(NAME)?, take(METHOD)?);
    Some(EmvDraft { params: members, emv_name, payment_method })
}

fn acquirer(members: &Params) -> Option<AcquirerDraft> {
    let draft = AcquirerDraft::read(members.text()).ok()?;
    Input::unnamed(&draft).is_none().then_some(draft)
}

/// True if a draft may carry the member as `null`.
fn takes_null(key: &str) -> bool {
    let mut alone = Params::empty();
    alone.set(key, "null") && acquirer(&alone).is_some()
}

/// SHA-256, as hex.
pub(super) fn digest_of(text: &str) -> String {
    hex(digest::digest(&digest::SHA256, text.as_bytes()).as_ref())
}

/// Length of a short fingerprint, a part of a hash. Plans of older versions have such ones.
pub(super) const SHORT: usize = 16;

/// 16 hex digits over every value that a PUT of a configuration would send, for people to compare by voice. Nothing is decided by
/// them. `None` when the record cannot be read well enough.
pub(crate) fn fingerprint_of(record: &EmvConfig) -> Option<String> {
    let members = of_emv(&record.draft()?)?;
    Some(digest_of(&record::canonical(members.text()))[..SHORT].to_owned())
}

/// The lists that a plan needs.
pub(super) struct Lists {
    emv: Option<Walked<EmvConfig>>,
    acquirers: Option<Walked<Acquirer>>,
}

impl Lists {
    pub(super) async fn read(client: &Client, items: &[PlanItem]) -> Result<Lists, Failure> {
        let has = |kind| items.iter().any(|item| item.kind == kind);
        let all = AcquirerQuery { page_size: Some(-1), ..AcquirerQuery::default() };
        Ok(Lists {
            emv: if has(PlanKind::Emv) {
                Some(walk::<ListEmv>(client, &PageQuery::ALL).await?)
            } else {
                None
            },
            acquirers: if has(PlanKind::Acquirer) {
                Some(walk::<ListAcquirers>(client, &all).await?)
            } else {
                None
            },
        })
    }

    /// Finding of the lists about an item's record.
    pub(super) fn find(&self, item: &PlanItem) -> ListedRecord {
        match item.kind {
            PlanKind::Emv => ListedRecord::find::<ListEmv>(self.emv.as_ref(), &item.id, |record| {
                PlannedRecord::Emv(record.clone())
            }),
            PlanKind::Acquirer => {
                let found = |record: &Acquirer| PlannedRecord::Acquirer(record.clone());
                ListedRecord::find::<ListAcquirers>(self.acquirers.as_ref(), &item.id, found)
            }
        }
    }
}

/// An item's record by the lists.
pub(super) enum ListedRecord {
    PlannedRecord(Box<PlannedRecord>),
    /// The lists prove that the service has none.
    Absent,
    /// It may be on a page that the service did not give, or among what could not be read.
    NotRead,
}

impl ListedRecord {
    fn find<L: Listed>(
        list: Option<&Walked<L::Item>>,
        id: &str,
        found: impl Fn(&L::Item) -> PlannedRecord,
    ) -> ListedRecord {
        match list.map(|list| (list, list.find(id))) {
            Some((_, Some(record))) => ListedRecord::PlannedRecord(Box::new(found(record))),
            Some((list, None)) if list.proves_absence::<L>(id) => ListedRecord::Absent,
            _ => ListedRecord::NotRead,
        }
    }

    pub(super) fn found(&self) -> Option<&PlannedRecord> {
        match self {
            ListedRecord::PlannedRecord(found) => Some(found),
            ListedRecord::Absent | ListedRecord::NotRead => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::compare::{RecordState, Sight};
    use tapline_contract::wire::read_success;

    #[test]
    fn a_record_is_gone_only_where_the_list_proves_it() {
        let item = PlanItem {
            kind: PlanKind::Emv,
            id: "7".to_owned(),
            name: String::new(),
            seen: Params::empty(),
            set: Params::empty(),
            unset: Vec::new(),
            fingerprint: String::new(),
        };
        for (records, complete, expected) in [
            (r#"{"id":1}"#, true, RecordState::Gone),
            (r#"{"id":1}"#, false, RecordState::NotRead),
            (r#"{"id":1},{"bad":7}"#, true, RecordState::NotRead),
            (r#"{"id":1},{"id":7,"emvName":[]}"#, true, RecordState::NotRead),
            (r#"{"id":7}"#, true, RecordState::Unreadable),
        ] {
            let body = format!(r#"{{"code":0,"data":{{"records":[{records}],"hasNext":{}}}}}"#, !complete);
            let mut emv = Walked::from_first::<ListEmv>(read_success(&body).unwrap());
            emv.complete = complete;
            let lists = Lists { emv: Some(emv), acquirers: None };
            assert_eq!(Sight::compare(&item, &lists.find(&item)).state, expected, "{records} {complete}");
        }
    }
}
