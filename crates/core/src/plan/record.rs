//! One record of either kind, as a plan sees it: its members by name, its fingerprint, and the call that changes it.

use ring::digest;
use tapline_contract::acquirer::{Acquirer, AcquirerDraft, AcquirerQuery};
use tapline_contract::connection::ConnectionId;
use tapline_contract::emv_config::{EmvConfig, EmvDraft};
use tapline_contract::endpoints::{ListAcquirers, ListEmv, UpdateAcquirer, UpdateEmv};
use tapline_contract::history::OperationId;
use tapline_contract::input::Input;
use tapline_contract::params::Params;
use tapline_contract::plan::{PlanItem, PlanKind};
use tapline_contract::record::{self, Record as _, same_json};
use tapline_contract::seal::Seal;
use tapline_contract::wire::PageQuery;
use tapline_contract::{Call, Endpoint as _, Failure};

use crate::http::Client;
use crate::walk::{Walked, walk};
use crate::words::hex;

/// Members of a configuration's draft beside its parameters.
const NAME: &str = "emvName";
const METHOD: &str = "paymentMethod";

#[derive(Clone)]
pub(super) enum Found {
    Emv(EmvConfig),
    Acquirer(Acquirer),
}

impl Found {
    pub(super) fn read(kind: PlanKind, raw: &str) -> Option<Found> {
        match kind {
            PlanKind::Emv => EmvConfig::read(raw).ok().map(Found::Emv),
            PlanKind::Acquirer => Acquirer::read(raw).ok().map(Found::Acquirer),
        }
    }

    pub(super) fn id(&self) -> Option<String> {
        match self {
            Found::Emv(record) => Some(record.id.to_string()),
            Found::Acquirer(record) => record.path_id().map(ToString::to_string),
        }
    }

    pub(super) fn name(&self) -> String {
        match self {
            Found::Emv(record) => record.full_name(),
            Found::Acquirer(record) => record.name(),
        }
    }

    /// What a PUT of the unchanged record would send, in one object; `None` when it cannot be read well enough.
    pub(super) fn members(&self) -> Option<Params> {
        match self {
            Found::Emv(record) => of_emv(&record.draft()?),
            Found::Acquirer(record) => {
                let mut members = Params::parse(&serde_json::to_string(&record.draft()).ok()?)?;
                // What the service shows as `null` goes back as `null`: to leave it out would be our choice.
                let nulls = record::members(&serde_json::to_string(record).ok()?).ok()?;
                for (key, _) in nulls.iter().filter(|(_, raw)| raw == "null") {
                    let mut with = members.clone();
                    if members.raw(key).is_none() && with.set(key, "null") && acquirer(&with).is_some() {
                        members = with;
                    }
                }
                Some(members)
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
        for name in item.set.keys() {
            if !members.set(&name, item.set.raw(&name)?) {
                return None;
            }
        }
        item.unset.iter().for_each(|name| members.remove(name));
        match self {
            Found::Emv(record) => {
                let input = emv(members)?;
                let call = Call::<UpdateEmv>::new(
                    connection.clone(),
                    record.id.clone(),
                    input,
                    Some(record.clone()),
                );
                Some(Change::Emv(Box::new(Call { supersedes, ..call })))
            }
            Found::Acquirer(record) => {
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

/// 16 hex digits that stand for every value that a PUT of the record would send.
pub(super) fn fingerprint(members: &Params) -> String {
    let digest = digest::digest(&digest::SHA256, record::canonical(members.text()).as_bytes());
    hex(&digest.as_ref()[..8])
}

/// The same of a configuration; `None` when it cannot be read well enough.
pub(crate) fn fingerprint_of(record: &EmvConfig) -> Option<String> {
    Some(fingerprint(&of_emv(&record.draft()?)?))
}

/// Which of the values the members carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// All that are to be set.
    Target,
    /// All that were seen.
    Before,
    Other,
}

pub(super) fn stands(members: &Params, item: &PlanItem) -> Stands {
    let all = |wanted: &Params| {
        item.touched().iter().all(|name| match (members.raw(name), wanted.raw(name)) {
            (Some(now), Some(wanted)) => same_json(now, wanted) || sealed(now),
            (None, None) => true,
            _ => false,
        })
    };
    match (all(&item.set), all(&item.seen)) {
        (true, _) => Stands::Target,
        (_, true) => Stands::Before,
        _ => Stands::Other,
    }
}

/// A value of the journal that cannot be read.
fn sealed(raw: &str) -> bool {
    raw.starts_with(&format!("\"{}", Seal::MARK))
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

    pub(super) fn find(&self, item: &PlanItem) -> Option<Found> {
        match item.kind {
            PlanKind::Emv => self.emv.as_ref()?.find(&item.id).cloned().map(Found::Emv),
            PlanKind::Acquirer => self.acquirers.as_ref()?.find(&item.id).cloned().map(Found::Acquirer),
        }
    }
}
