//! Plans: made from records that were seen, run through the one submission, verified and taken back by reading.
//!
//! Nothing here sends anything: an item becomes one change ([`crate::change`]), whose operation id follows from plan, item and
//! try. So the journal has the result of every item, and a run that was killed goes on from there: an item whose change may
//! have been sent is settled by reading before anything else is decided about it.

mod item;
mod record;
mod run;

use std::sync::Arc;

use tapline_contract::endpoints::UpdateEmv;
use tapline_contract::params::Params;
use tapline_contract::plan::{
    ItemResult, ItemState, Plan, PlanDraft, PlanEdit, PlanHead, PlanId, PlanItem, PlanOn, PlanProgress,
    PlanUndo,
};
use tapline_contract::record::same_json;
use tapline_contract::{Failure, FailureKind};

pub(crate) use self::record::fingerprint_of;
use self::record::{Found, Lists, Stands, fingerprint, stands};
pub(crate) use self::run::{pause, progress, start};
use crate::change::whose;
use crate::session_state::Open;
use crate::state::AppState;
use crate::words::{hex, visible};

/// The text of a plan.
pub(crate) async fn make(app: &AppState, call: &str, draft: &PlanDraft) -> Result<String, Failure> {
    let open = app.open(&draft.connection, call)?;
    let mut items = Vec::new();
    for edit in &draft.items {
        items.extend(edited(call, edit)?);
    }
    let plan = Plan { head: head(app, &open, call, draft.why.clone()).await?, items };
    // What would be refused later is refused now.
    understood(call, &plan.text())?;
    Ok(plan.text())
}

async fn head(app: &AppState, open: &Open, call: &str, why: String) -> Result<PlanHead, Failure> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)
        .map_err(|_| bad(call, "The operating system gives no random numbers. Try again later."))?;
    let owner = match whose::owner(open).await {
        // The service does not say whose the token is, so the plan names nobody.
        Err(failure) if failure.kind == FailureKind::Refused => None,
        owner => owner?,
    };
    let service = open.service::<UpdateEmv>();
    Ok(PlanHead::new(PlanId(hex(&bytes)), service, owner, app.ports.clock.timestamp(), why))
}

/// `None`: it would change nothing.
fn edited(call: &str, edit: &PlanEdit) -> Result<Option<PlanItem>, Failure> {
    let unreadable = || {
        let sentence = format!(
            "A {} cannot be read well enough to be changed by a plan. Leave it out, or look at its raw view.",
            edit.kind.words()
        );
        bad(call, &sentence)
    };
    let found = Found::read(edit.kind, edit.record.raw()).ok_or_else(unreadable)?;
    let before = found.members().ok_or_else(unreadable)?;
    let after = Found::drafted(edit.kind, edit.draft.raw()).ok_or_else(unreadable)?;
    let id = found.id().ok_or_else(unreadable)?;
    let (mut seen, mut set) = (Params::empty(), Params::empty());
    let (mut unset, mut written) = (Vec::new(), true);
    for name in after.keys() {
        let now = before.raw(&name);
        let Some(wanted) = after.raw(&name).filter(|wanted| now.is_none_or(|now| !same_json(now, wanted)))
        else {
            continue;
        };
        written &= set.set(&name, &one_line(wanted)) && now.is_none_or(|now| seen.set(&name, &one_line(now)));
    }
    for name in before.keys() {
        let Some(now) = before.raw(&name).filter(|_| after.raw(&name).is_none()) else { continue };
        written &= seen.set(&name, &one_line(now));
        unset.push(name);
    }
    if !written {
        return Err(unreadable());
    }
    let (name, fingerprint) = (found.name(), fingerprint(&before));
    let item = PlanItem { kind: edit.kind, id, name, seen, set, unset, fingerprint };
    Ok((!item.touched().is_empty()).then_some(item))
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
            "This plan is for {}, and the open connection is to {}. Nothing was sent. Open the right connection, or make the \
             plan again here.",
            visible(&head.service),
            visible(&service)
        );
        return Err(bad(call, &sentence));
    }
    if let Some(planned) = &head.owner {
        let sentence = match whose::owner(open).await? {
            Some(now) if now == *planned => return Ok(plan),
            Some(_) => {
                "This plan was made for another owner than the one of this token. Nothing was sent. Open the connection with a \
                 token of that owner, or make the plan again here."
            }
            None => {
                "This plan was made for one owner, and the service does not say whose this token is. Nothing was sent. Use a \
                 token whose owner the service names, or make the plan again here."
            }
        };
        return Err(bad(call, sentence));
    }
    Ok(plan)
}

/// What the journal says of each item, whichever connection to the service it was sent over.
pub(crate) async fn read(app: &AppState, call: &str, on: &PlanOn) -> Result<PlanProgress, Failure> {
    let open = app.open(&on.connection, call)?;
    let plan = admitted(&open, call, &on.text).await?;
    let known = plan.items.iter().map(|item| Ok((item, item::known(app, &plan, item)?)));
    let known = known.collect::<Result<Vec<_>, Failure>>()?;
    let running = known.iter().any(|(_, known)| known.under_way);
    let results = known.into_iter().map(|(item, known)| known.result(item)).collect();
    Ok(PlanProgress { plan: plan.head.id.clone(), running, stopped: None, results })
}

/// What the service has of a plan now.
pub(crate) async fn verify(app: &AppState, call: &str, on: &PlanOn) -> Result<PlanProgress, Failure> {
    let open = app.open(&on.connection, call)?;
    let plan = admitted(&open, call, &on.text).await?;
    let lists = Lists::read(&open.client, &plan.items).await?;
    let results = plan.items.iter().map(|item| {
        let members = lists.find(item).and_then(|found| found.members());
        let Some(members) = members else {
            let sentence = "It is not in the list of the service, or cannot be read.";
            return result(item, ItemState::Conflict, sentence);
        };
        match stands(&members, item) {
            Stands::Target => result(item, ItemState::Applied, ""),
            Stands::Before => {
                result(item, ItemState::NotApplied, "A read shows the values from before the plan.")
            }
            Stands::Other => ItemResult {
                found: shown(item, &members),
                ..result(item, ItemState::Conflict, &others(item, &members))
            },
        }
    });
    Ok(PlanProgress { plan: plan.head.id.clone(), running: false, stopped: None, results: results.collect() })
}

/// Which values a read shows that are not the planned ones, as the service has them.
fn others(item: &PlanItem, members: &Params) -> String {
    let changes = item.changes().into_iter();
    let others = changes.filter_map(|(name, before, after)| {
        let now = members.raw(&name);
        let is_planned = match (now, after) {
            (Some(now), Some(after)) => same_json(now, after),
            (now, after) => now == after,
        };
        let [now, before, after] = [now, before, after].map(|raw| raw.unwrap_or("not set"));
        (!is_planned).then(|| format!("{name} {now}, before {before}, planned {after}"))
    });
    format!("A read shows other values: {}.", others.collect::<Vec<_>>().join("; "))
}

/// The members of the item alone.
fn shown(item: &PlanItem, members: &Params) -> Option<Params> {
    let mut shown = Params::empty();
    let touched = item.touched();
    let all = touched.iter().all(|name| members.raw(name).is_none_or(|raw| shown.set(name, raw)));
    all.then_some(shown)
}

/// The plan that puts back what this computer's journal says was applied, where the record still has it.
pub(crate) async fn undo(app: &Arc<AppState>, call: &str, on: &PlanOn) -> Result<PlanUndo, Failure> {
    let open = app.open(&on.connection, call)?;
    let plan = admitted(&open, call, &on.text).await?;
    let lists = Lists::read(&open.client, &plan.items).await?;
    let (mut items, mut left_out) = (Vec::new(), Vec::new());
    for item in &plan.items {
        let known = item::known(app, &plan, item)?.state;
        let members = lists.find(item).and_then(|found| found.members());
        let why = match (known, members.as_ref().map(|members| stands(members, item))) {
            (ItemState::Applied, Some(Stands::Target)) => "",
            (ItemState::Applied, _) => "It was changed again since the plan was applied.",
            (ItemState::Unknown, _) => "It is not known whether the plan changed it. Run `resume` first.",
            _ => "The plan did not change it from this computer.",
        };
        match members {
            Some(members) if why.is_empty() => items.push(inverse(item, &members)),
            _ => left_out.push(result(item, known, why)),
        }
    }
    let part = match (items.len(), plan.items.len()) {
        (some, all) if some < all => format!("Takes back {some} of {all} changes of"),
        _ => "Takes back".to_owned(),
    };
    let mut head = head(app, &open, call, format!("{part}: {}", plan.head.why)).await?;
    head.undoes = Some(plan.head.id.clone());
    Ok(PlanUndo { text: Plan { head, items }.text(), left_out })
}

fn inverse(item: &PlanItem, now: &Params) -> PlanItem {
    let unset = item.set.keys().into_iter().filter(|name| item.seen.raw(name).is_none()).collect();
    let (seen, set) = (item.set.clone(), item.seen.clone());
    PlanItem { seen, set, unset, fingerprint: fingerprint(now), ..item.clone() }
}

fn result(item: &PlanItem, state: ItemState, sentence: &str) -> ItemResult {
    ItemResult {
        kind: item.kind,
        id: item.id.clone(),
        name: item.name.clone(),
        state,
        sentence: sentence.to_owned(),
        operation: None,
        found: None,
    }
}

fn bad(call: &str, sentence: &str) -> Failure {
    Failure::new(FailureKind::BadInput, call, sentence)
}

#[cfg(test)]
mod tests {
    use tapline_contract::field::Loose;
    use tapline_contract::plan::PlanKind;

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
        let members = |text: &str| {
            let draft = format!(r#"{{"params":{text},"emvName":"A","paymentMethod":"01"}}"#);
            Found::drafted(PlanKind::Emv, &draft).unwrap()
        };
        assert_eq!(item.fingerprint, fingerprint(&members(before)));
        assert_eq!(stands(&members(before), &item), Stands::Before);
        assert_eq!(stands(&members(after), &item), Stands::Target);
        assert_eq!(stands(&members(r#"{"b":"z"}"#), &item), Stands::Other);
        let other = members(r#"{"a":1,"b":"z","d":true,"c":[1]}"#);
        assert_eq!(
            others(&item, &other),
            r#"A read shows other values: b "z", before "x", planned "y"; c [1], before [1], planned not set."#
        );
        assert_eq!(shown(&item, &other).unwrap().text(), r#"{"b":"z","d":true,"c":[1]}"#);
        let back = inverse(&item, &members(after));
        assert_eq!((back.set.text(), back.unset.as_slice()), (r#"{"b":"x","c":[1]}"#, &["d".to_owned()][..]));
        assert_eq!(stands(&members(after), &back), Stands::Before);
    }

    #[test]
    fn a_fingerprint_is_of_values_and_not_of_spelling() {
        let print = |text: &str| fingerprint(&Params::parse(text).unwrap());
        assert_eq!(print(r#"{"a":1.0,"b":"x"}"#), print("{ \"b\":\"x\",\"a\":1 }"));
        assert_ne!(print(r#"{"a":1}"#), print(r#"{"a":2}"#));
    }
}
