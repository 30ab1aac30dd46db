//! Plans: made from records that were seen, run through the one submission, verified and reverted by reading.
//!
//! Nothing here sends anything: an item becomes one change ([`crate::change`]), whose operation id follows from plan, item and
//! try. So the journal has the result of every item, and a run that was killed goes on from there: an item whose change may have
//! been sent is settled by reading before anything else is decided about it. A file's claims about a record are compared with a
//! read ([`compare`]) and shown nowhere; a plan is reverted to the values that the journal recorded.

mod compare;
mod item;
mod record;
mod run;

use std::sync::Arc;

use tapline_changes::Open;
use tapline_changes::whose;
use tapline_contract::commands::{MakePlan, ReadPlan, UndoPlan, VerifyPlan};
use tapline_contract::endpoints::UpdateEmv;
use tapline_contract::params::Params;
use tapline_contract::plan::{
    ItemResult, ItemState, Plan, PlanDraft, PlanEdit, PlanHead, PlanId, PlanItem, PlanOn, PlanProgress,
    PlanUndo,
};
use tapline_contract::record::same_json;
use tapline_contract::{Command as _, Failure, FailureKind};
use tapline_platform::words::{hex, visible};

use self::compare::{RecordState, Sight, fingerprint};
pub(crate) use self::record::fingerprint_of;
use self::record::{Lists, PlannedRecord};
use crate::perform::Perform;
use crate::state::AppState;

impl Perform for MakePlan {
    async fn perform(app: &Arc<AppState>, draft: PlanDraft) -> Result<String, Failure> {
        let call = Self::NAME;
        let open = app.open(&draft.connection, call)?;
        let mut items = Vec::new();
        for edit in &draft.items {
            items.extend(edited(call, edit)?);
        }
        let plan = Plan { head: head(app, &open, call, draft.why).await?, items };
        // Later refusals are found now.
        understood(call, &plan.text())?;
        Ok(plan.text())
    }
}

async fn head(app: &AppState, open: &Open, call: &str, why: String) -> Result<PlanHead, Failure> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)
        .map_err(|_| bad(call, "The operating system gives no random numbers. Try again later."))?;
    let owner = owner(open).await?;
    let service = open.service::<UpdateEmv>();
    Ok(PlanHead::new(PlanId(hex(&bytes)), service, owner, app.ports.clock.timestamp(), why))
}

/// `None` where the service does not say whose the token is.
async fn owner(open: &Open) -> Result<Option<String>, Failure> {
    match whose::owner(open).await {
        Err(failure) if failure.kind == FailureKind::Refused => Ok(None),
        owner => owner,
    }
}

/// `None`: it would change nothing.
fn edited(call: &str, edit: &PlanEdit) -> Result<Option<PlanItem>, Failure> {
    let unreadable = || {
        let sentence = format!(
            "This {} isn't readable enough for a change set. Leave it out, or check its raw view.",
            edit.kind.words()
        );
        bad(call, &sentence)
    };
    let found = PlannedRecord::read(edit.kind, edit.record.raw()).ok_or_else(unreadable)?;
    let before = found.members().ok_or_else(unreadable)?;
    let after = PlannedRecord::drafted(edit.kind, edit.draft.raw()).ok_or_else(unreadable)?;
    let id = found.id().ok_or_else(unreadable)?;
    let (mut seen, mut set, mut unset) = (Vec::new(), Vec::new(), Vec::new());
    let (was, wanted) = (before.by_key(), after.by_key());
    for (name, raw) in after.members() {
        let now = was.get(&name).copied();
        if now.is_none_or(|now| !same_json(now, raw)) {
            seen.extend(now.map(|now| (name.clone(), one_line(now))));
            set.push((name, one_line(raw)));
        }
    }
    for (name, now) in before.members().into_iter().filter(|(name, _)| !wanted.contains_key(name)) {
        seen.push((name.clone(), one_line(now)));
        unset.push(name);
    }
    let (seen, set) = (params(&seen).ok_or_else(unreadable)?, params(&set).ok_or_else(unreadable)?);
    let (name, fingerprint) = (found.name(), fingerprint(edit.kind, &id, &before));
    let item = PlanItem { kind: edit.kind, id, name, seen, set, unset, fingerprint };
    Ok((!item.touched().is_empty()).then_some(item))
}

/// An object of these members, whose values are JSON.
fn params(members: &[(String, String)]) -> Option<Params> {
    let mut params = Params::empty();
    let all = members.iter().map(|(name, raw)| (name.as_str(), Some(raw.as_str())));
    params.edit(all).then_some(params)
}

/// A line break between the members of a value would break the file's line.
fn one_line(raw: &str) -> String {
    let broken = raw.contains(['\n', '\r']);
    let plain = || serde_json::from_str::<serde_json::Value>(raw).map(|value| value.to_string());
    if broken { plain().unwrap_or_else(|_| raw.to_owned()) } else { raw.to_owned() }
}

fn understood(call: &str, text: &str) -> Result<Plan, Failure> {
    Plan::parse(text).map_err(|error| bad(call, &visible(&error.to_string())))
}

/// The plan of a file, if it may be used on the open connection.
async fn admitted(open: &Open, call: &str, text: &str) -> Result<Plan, Failure> {
    let plan = understood(call, text)?;
    let (service, head) = (open.service::<UpdateEmv>(), &plan.head);
    if head.service != service {
        let sentence = format!(
            "This change set is for {}, and the open connection is to {}. Nothing was sent. Open the right connection, or \
             make the change set again here.",
            visible(&head.service),
            visible(&service)
        );
        return Err(bad(call, &sentence));
    }
    let sentence = match (&head.owner, owner(open).await?) {
        (planned, now) if *planned == now => return Ok(plan),
        (Some(_), Some(_)) => {
            "This change set belongs to another owner than this token. Nothing was sent. Open the connection with a token \
             of that owner, or make the change set again here."
        }
        (Some(_), None) => {
            "This change set belongs to one owner, and the service doesn't name the owner of this token. Nothing was sent. \
             Use a token with a named owner, or make the change set again here."
        }
        (None, _) => {
            "This change set has no owner, and this token has one. Nothing was sent. Make the change set again here."
        }
    };
    Err(bad(call, sentence))
}

/// State of each item by the journal, whichever connection to the service it was sent over.
impl Perform for ReadPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanProgress, Failure> {
        let call = Self::NAME;
        let open = app.open(&on.connection, call)?;
        let plan = admitted(&open, call, &on.text).await?;
        let known = plan.items.iter().map(|item| Ok((item, item::known(app, &plan, item)?)));
        let known = known.collect::<Result<Vec<_>, Failure>>()?;
        let running = known.iter().any(|(_, known)| known.under_way);
        let results = known.into_iter().map(|(item, known)| known.result(item)).collect();
        Ok(PlanProgress { plan: plan.head.id, running, stopped: None, results })
    }
}

/// State of a plan by the service's records now.
impl Perform for VerifyPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanProgress, Failure> {
        let call = Self::NAME;
        let open = app.open(&on.connection, call)?;
        let plan = admitted(&open, call, &on.text).await?;
        let lists = Lists::read(&open.client, &plan.items).await?;
        let mut results = Vec::with_capacity(plan.items.len());
        for item in &plan.items {
            let sight = Sight::compare(item, &lists.find(item));
            let verified = verified(item, &sight);
            let before = item::known(app, &plan, item)?.before(app, item);
            results.push(ItemResult { before: before.or(verified.before), ..verified });
        }
        Ok(PlanProgress { plan: plan.head.id, running: false, stopped: None, results })
    }
}

fn verified(item: &PlanItem, sight: &Sight) -> ItemResult {
    match (sight.state, &sight.members) {
        (RecordState::Target, _) => sight.result(item, ItemState::Applied, ""),
        (RecordState::Before, _) => sight.result(
            item,
            ItemState::NotApplied,
            "The service shows the values from before the change set.",
        ),
        (RecordState::Beside, _) => sight.result(item, ItemState::Conflict, item::CHANGED_BESIDE),
        (RecordState::Other, Some(members)) => {
            sight.differing(item, ItemState::Conflict, &others(item, members))
        }
        (RecordState::Gone, _) => sight.result(item, ItemState::Conflict, "The service no longer lists it."),
        (RecordState::Other | RecordState::Unreadable | RecordState::NotRead, _) => {
            sight.result(item, ItemState::Unknown, "Its record couldn't be loaded.")
        }
    }
}

/// Values of a read that aren't the planned ones, as the service has them.
fn others(item: &PlanItem, members: &Params) -> String {
    let now = members.by_key();
    let others = item.changes().into_iter().filter_map(|(name, before, after)| {
        let now = now.get(&name).copied();
        let is_planned = match (now, after) {
            (Some(now), Some(after)) => same_json(now, after),
            (now, after) => now == after,
        };
        let [now, before, after] = [now, before, after].map(|raw| raw.unwrap_or("not set"));
        (!is_planned).then(|| format!("{name} {now}, expected {before}, planned {after}"))
    });
    format!("The service shows other values: {}.", others.collect::<Vec<_>>().join("; "))
}

/// The plan that puts back what this computer's journal says was applied, where the record still has it.
impl Perform for UndoPlan {
    async fn perform(app: &Arc<AppState>, on: PlanOn) -> Result<PlanUndo, Failure> {
        let call = Self::NAME;
        let open = app.open(&on.connection, call)?;
        let plan = admitted(&open, call, &on.text).await?;
        let lists = Lists::read(&open.client, &plan.items).await?;
        let (mut items, mut left_out) = (Vec::new(), Vec::new());
        for item in &plan.items {
            let known = item::known(app, &plan, item)?;
            let sight = Sight::compare(item, &lists.find(item));
            let inverse = match (known.state, sight.state) {
            (ItemState::Applied, RecordState::Target) => {
                known.before(app, item).and_then(|before| inverse(item, &sight, &before)).ok_or(
                    "The history lacks some of its previous values, or they were the same. Change it manually.",
                )
            }
            (ItemState::Applied, RecordState::NotRead | RecordState::Unreadable) => Err("Its record couldn't be loaded."),
            (ItemState::Applied, _) => Err("Changed again since the change set was applied."),
            (ItemState::Unknown, _) => {
                Err("Unconfirmed if the change set changed it. Resume the change set first.")
            }
            _ => Err("The change set didn't change it from this computer."),
        };
            match inverse {
                Ok(inverse) => items.push(inverse),
                Err(why) => left_out.push(sight.result(item, known.state, why)),
            }
        }
        let part = match (items.len(), plan.items.len()) {
            (some, all) if some < all => format!("Undo {some} of {all} changes"),
            _ => "Undo".to_owned(),
        };
        let mut head = head(app, &open, call, format!("{part}: {}", plan.head.why)).await?;
        head.undoes = Some(plan.head.id.clone());
        Ok(PlanUndo { text: Plan { head, items }.text(), left_out })
    }
}

/// The item that brings back these values from before; `None` where there is nothing to bring back.
fn inverse(item: &PlanItem, sight: &Sight, before: &Params) -> Option<PlanItem> {
    let now = sight.members.as_ref()?;
    let (standing, was) = (now.by_key(), before.by_key());
    let (mut seen, mut set, mut unset) = (Vec::new(), Vec::new(), Vec::new());
    let names = item.touched();
    for name in &names {
        let (now, was) = (standing.get(name).copied(), was.get(name).copied());
        match (now, was) {
            (Some(now), Some(was)) if same_json(now, was) => continue,
            (None, None) => continue,
            (_, Some(was)) => set.push((name.clone(), one_line(was))),
            (_, None) => unset.push(name.clone()),
        }
        seen.extend(now.map(|now| (name.clone(), one_line(now))));
    }
    let inverse = PlanItem {
        name: sight.result(item, ItemState::Waiting, "").name,
        seen: params(&seen)?,
        set: params(&set)?,
        unset,
        fingerprint: fingerprint(item.kind, &item.id, now),
        ..item.clone()
    };
    (!inverse.touched().is_empty()).then_some(inverse)
}

/// Result of an item whose record was not read.
fn result(item: &PlanItem, state: ItemState, sentence: &str) -> ItemResult {
    ItemResult {
        kind: item.kind,
        id: item.id.clone(),
        name: item.called(),
        state,
        sentence: sentence.to_owned(),
        operation: None,
        found: None,
        before: None,
    }
}

fn bad(call: &str, sentence: &str) -> Failure {
    Failure::new(FailureKind::BadInput, call, sentence)
}

#[cfg(test)]
mod tests {
    use tapline_contract::field::Loose;
    use tapline_contract::plan::PlanKind;

    use super::record::ListedRecord;
    use super::*;

    fn item(before: &str, after: &str) -> PlanItem {
        let text = serde_json::Value::from(before);
        let record = format!(r#"{{"id":7,"emvName":"A","paymentMethod":"01","params":{text}}}"#);
        let draft = format!(r#"{{"params":{after},"emvName":"A","paymentMethod":"01"}}"#);
        let edit = PlanEdit {
            kind: PlanKind::Emv,
            record: Loose::json(&record).unwrap(),
            draft: Loose::json(&draft).unwrap(),
        };
        edited("MakePlan", &edit).unwrap().unwrap()
    }

    #[test]
    fn an_item_has_what_differs_and_its_inverse_brings_it_back() {
        let (before, after) = (r#"{"a":1,"b":"x","c":[1]}"#, r#"{"a":1.0,"b":"y","d":true}"#);
        let item = item(before, after);
        assert_eq!(
            (item.set.text(), item.unset.as_slice()),
            (r#"{"b":"y","d":true}"#, &["c".to_owned()][..])
        );
        assert_eq!(item.seen.text(), r#"{"b":"x","c":[1]}"#);
        let read = |text: &str| {
            let text = serde_json::Value::from(text);
            let record = format!(r#"{{"id":7,"emvName":"A","paymentMethod":"01","params":{text}}}"#);
            PlannedRecord::read(PlanKind::Emv, &record).unwrap()
        };
        let sight = |item: &PlanItem, text: &str| {
            Sight::compare(item, &ListedRecord::PlannedRecord(Box::new(read(text))))
        };
        assert_eq!(sight(&item, before).state, RecordState::Before);
        assert_eq!(sight(&item, after).state, RecordState::Target);
        assert_eq!(sight(&item, r#"{"b":"z"}"#).state, RecordState::Other);
        assert_eq!(sight(&item, r#"{"a":2,"b":"x","c":[1]}"#).state, RecordState::Beside);
        assert_eq!(Sight::compare(&item, &ListedRecord::Absent).state, RecordState::Gone);
        let other = verified(&item, &sight(&item, r#"{"a":1,"b":"z","d":true,"c":[1]}"#));
        assert_eq!(
            other.sentence,
            r#"The service shows other values: b "z", expected "x", planned "y"; c [1], expected [1], planned not set."#
        );
        assert_eq!(other.found.unwrap().text(), r#"{"b":"z","d":true,"c":[1]}"#);
        let was = Params::parse(r#"{"b":"w"}"#).unwrap();
        let back = inverse(&item, &sight(&item, after), &was).unwrap();
        assert_eq!((back.set.text(), back.unset.as_slice()), (r#"{"b":"w"}"#, &["d".to_owned()][..]));
        assert_eq!(sight(&back, after).state, RecordState::Before);
        let same = Params::parse(r#"{"b":"y","d":true}"#).unwrap();
        assert_eq!(inverse(&item, &sight(&item, after), &same), None, "there is nothing to bring back");
    }

    #[test]
    fn a_fingerprint_is_of_values_and_not_of_spelling() {
        let of = |id: &str, text: &str| fingerprint(PlanKind::Emv, id, &Params::parse(text).unwrap());
        let print = |text: &str| of("7", text);
        assert_eq!(print(r#"{"a":1.0,"b":"x"}"#), print("{ \"b\":\"x\",\"a\":1 }"));
        assert_ne!(print(r#"{"a":1}"#), print(r#"{"a":2}"#));
        assert_ne!(print("{}"), of("8", "{}"));
        assert_eq!(print("{}").len(), 64);
    }
}
