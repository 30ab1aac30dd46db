//! Limits of several configurations at once: the draft for each, and the configurations that can't accept the limit. Nothing is sent here:
//! the result becomes a change set, which is reviewed and applied as a whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_form::EmvForm;
use tapline_contract::field::Loose;
use tapline_contract::params::Params;
use tapline_contract::plan::{PlanEdit, PlanKind};
use tapline_contract::replay::Version;
use tapline_emv::{Currency, LimitKind, aid, check};

use super::lanes::Lane;
use crate::pages::replay::ConfigQuestion;

/// Result of applying one edit to every selected configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GroupEdit {
    /// Kept as drafts until the review: they are made for every step of a drag.
    pub(super) edits: Vec<(EmvId, EmvDraft)>,
    /// Configurations of `edits`.
    pub(super) ids: BTreeSet<EmvId>,
    /// Number of configurations that already have the value.
    pub(super) same: usize,
    /// Configurations that stay unchanged, with the reasons.
    pub(super) left_out: Vec<String>,
    /// Parts of the question about past sales, one per edit.
    pub(super) past: Vec<ConfigQuestion>,
}

impl GroupEdit {
    fn put(&mut self, lane: &Lane, record: &EmvConfig, drafted: Result<Option<EmvDraft>, String>) {
        match drafted {
            Ok(None) => self.same += 1,
            Ok(Some(draft)) => {
                self.past.extend(past(lane, &draft));
                self.ids.insert(record.id.clone());
                self.edits.push((record.id.clone(), draft));
            }
            Err(why) => self.left_out.push(format!("{}: {why}", record.full_name())),
        }
    }

    /// Items of a change set.
    pub(super) fn items(&self, records: &[EmvConfig]) -> Vec<PlanEdit> {
        let item =
            |(id, draft): &(EmvId, EmvDraft)| edit(records.iter().find(|record| record.id == *id)?, draft);
        self.edits.iter().filter_map(item).collect()
    }

    /// "3 would change, 1 has it already, 1 is left out."
    pub(super) fn counted(&self) -> String {
        let mut parts = vec![match self.edits.len() {
            0 => "None would change".to_owned(),
            many => format!("{many} would change"),
        }];
        match self.same {
            0 => {}
            1 => parts.push("1 already has it".to_owned()),
            many => parts.push(format!("{many} already have it")),
        }
        match self.left_out.len() {
            0 => {}
            1 => parts.push("1 stays unchanged".to_owned()),
            many => parts.push(format!("{many} stay unchanged")),
        }
        format!("{}.", parts.join(", "))
    }
}

/// Currency of a common amount: the currency of the lanes if they agree, else the connection's.
pub(super) fn currency(lanes: &[Arc<Lane>], connections: &Currency) -> Currency {
    match lanes {
        [first, rest @ ..] if rest.iter().all(|lane| lane.currency == first.currency) => {
            first.currency.clone()
        }
        _ => connections.clone(),
    }
}

/// Sets one limit on all lanes; `text` is in `typed_in`. A lane in another currency stays unchanged.
pub(super) fn set(
    lanes: &[Arc<Lane>],
    records: &[EmvConfig],
    limit: LimitKind,
    text: &str,
    typed_in: &Currency,
) -> GroupEdit {
    let mut all = GroupEdit::default();
    for (lane, record) in with_records(lanes, records) {
        let drafted = match used_otherwise(&lane.currency, typed_in) {
            None => drafted(record, &lane.currency, limit, text),
            Some(why) => Err(why),
        };
        all.put(lane, record, drafted);
    }
    all
}

/// Matches each lane's differing limit to the majority of its scheme. Lanes that don't differ are ignored.
pub(super) fn matched(lanes: &[Arc<Lane>], records: &[EmvConfig]) -> GroupEdit {
    let mut all = GroupEdit::default();
    for (lane, record) in with_records(lanes, records) {
        if let Some(differs) = lane.differs() {
            let text = lane.currency.plain(differs.others);
            all.put(lane, record, drafted(record, &lane.currency, differs.limit, &text));
        }
    }
    all
}

fn with_records<'a>(
    lanes: &'a [Arc<Lane>],
    records: &'a [EmvConfig],
) -> impl Iterator<Item = (&'a Lane, &'a EmvConfig)> {
    lanes.iter().filter_map(|lane| Some((&**lane, records.iter().find(|record| record.id == lane.id)?)))
}

/// The draft with this limit; `None` if the record already has it.
fn drafted(
    record: &EmvConfig,
    currency: &Currency,
    limit: LimitKind,
    text: &str,
) -> Result<Option<EmvDraft>, String> {
    let Some(mut form) = EmvForm::from_record(record, currency) else {
        return Err("its parameters are unreadable".to_owned());
    };
    let before = form.draft().ok();
    text.clone_into(form.limit_mut(limit));
    let draft = form
        .draft()
        .map_err(|errors| errors.first().map(|error| error.sentence.clone()).unwrap_or_default())?;
    if before.as_ref() == Some(&draft) {
        return Ok(None);
    }
    match out_of_order(&draft.params, limit, currency) {
        Some(why) => Err(why),
        None => Ok(Some(draft)),
    }
}

/// Reason why a figure in one currency is no limit of a configuration in another: 5000 is 50.00 EUR, and 5,000 JPY.
pub(crate) fn used_otherwise(theirs: &Currency, typed_in: &Currency) -> Option<String> {
    (theirs != typed_in).then(|| format!("used in {}, not in {}", theirs.code(), typed_in.code()))
}

/// Refusal of a limit below the floor limit, or of a floor limit above the transaction limit: valid for a single configuration, but a slip
/// for many at once.
pub(crate) fn out_of_order(params: &Params, limit: LimitKind, currency: &Currency) -> Option<String> {
    let limits = check::limits_of(&params.values())?;
    let value = limits.get(limit);
    let below = |other: LimitKind| {
        format!(
            "{} is below its {} of {}",
            currency.money(value),
            other.noun(),
            currency.money(limits.get(other))
        )
    };
    match limit {
        LimitKind::Cvm | LimitKind::Transaction if value < limits.floor => Some(below(LimitKind::Floor)),
        LimitKind::Floor if value > limits.transaction => Some(format!(
            "{} is above its {} of {}",
            currency.money(value),
            LimitKind::Transaction.noun(),
            currency.money(limits.transaction)
        )),
        _ => None,
    }
}

/// The change of one lane as part of the question about past sales.
fn past(lane: &Lane, draft: &EmvDraft) -> Option<ConfigQuestion> {
    let after = draft.params.values();
    Some(ConfigQuestion { after: Version::new(check::limits_of(&after)?, &after), ..unchanged(lane)? })
}

/// The question about a lane as it is; `None` without a scheme or readable limits.
pub(super) fn unchanged(lane: &Lane) -> Option<ConfigQuestion> {
    let now = Version::new(lane.limits?, &lane.params);
    let aids = aid::parse_list(&lane.aids).into_iter().flatten().map(|aid| aid.to_string());
    Some(ConfigQuestion {
        key: Some(lane.id.to_string()),
        scheme: lane.scheme?,
        currency: lane.currency.clone(),
        before: Some(now.clone()),
        after: now,
        aids: aids.collect(),
    })
}

fn edit(record: &EmvConfig, draft: &EmvDraft) -> Option<PlanEdit> {
    let record = Loose::json(&serde_json::to_string(record).ok()?)?;
    let draft = Loose::json(&serde_json::to_string(draft).ok()?)?;
    Some(PlanEdit { kind: PlanKind::Emv, record, draft })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::limits::lanes::lanes;
    use crate::used::KnownUsers;
    use tapline_contract::record::Record;

    fn records() -> Vec<EmvConfig> {
        let one = |id: u64, name: &str, [floor, cvm, transaction]: [u64; 3]| {
            let params = format!(
                r#"{{"aid":"A0000000031010","clFloorLimit":{floor},"clCVMLimit":{cvm},"clTransLimit":{transaction}}}"#
            );
            let raw = serde_json::json!({"id": id, "emvName": name, "paymentMethod": "01", "params": params});
            EmvConfig::read(&raw.to_string()).unwrap()
        };
        vec![
            one(1, "A", [0, 2500, 20000]),
            one(2, "B", [0, 5000, 20000]),
            one(3, "C", [6000, 7000, 20000]),
            one(4, "D", [0, 5000, 20000]),
            one(5, "E", [0, 5000, 20000]),
        ]
    }

    fn all() -> (Vec<Arc<Lane>>, Vec<EmvConfig>) {
        let records = records();
        (lanes(&records, &Currency::euro(), &KnownUsers::default()), records)
    }

    #[test]
    fn one_amount_for_all_and_those_that_cannot_take_it_keep_theirs() {
        let (lanes, records) = all();
        let together = set(&lanes, &records, LimitKind::Cvm, "50.00", &Currency::euro());
        assert_eq!((together.edits.len(), together.same), (1, 3));
        assert_eq!(together.ids, [EmvId::from(1)].into());
        assert_eq!(together.items(&records).len(), 1);
        assert_eq!(together.left_out, ["Visa · C: 50.00 EUR is below its floor limit of 60.00 EUR"]);
        assert_eq!(together.counted(), "1 would change, 3 already have it, 1 stays unchanged.");
        // Past sales are evaluated only for the configuration that would change.
        let [past] = together.past.as_slice() else { panic!("{:?}", together.past) };
        assert_eq!((past.key.as_deref(), past.currency.code()), (Some("1"), "EUR"));
        assert_eq!((past.before.as_ref().unwrap().limits.cvm, past.after.limits.cvm), (2500, 5000));
        assert_eq!(past.aids, ["A0000000031010"]);
    }

    #[test]
    fn an_amount_that_cannot_be_read_changes_none() {
        let (lanes, records) = all();
        let together = set(&lanes[..1], &records, LimitKind::Cvm, "50.005", &Currency::euro());
        assert!(together.edits.is_empty());
        assert!(together.left_out[0].starts_with("Visa · A: CVM limit: "), "{:?}", together.left_out);
    }

    #[test]
    fn another_currency_is_no_such_amount() {
        let (mut lanes, records) = all();
        Arc::make_mut(&mut lanes[0]).currency = Currency::new("JPY").unwrap();
        assert_eq!(currency(&lanes, &Currency::euro()), Currency::euro());
        let together = set(&lanes[..2], &records, LimitKind::Cvm, "60", &Currency::euro());
        assert_eq!(together.left_out, ["Visa · A: used in JPY, not in EUR"]);
        assert!(together.past.iter().all(|part| part.currency == Currency::euro()));
        assert_eq!(together.edits.len(), 1);
    }

    #[test]
    fn those_that_differ_match_the_others() {
        let (lanes, records) = all();
        let together = matched(&lanes, &records);
        // C's new limit would be below its floor limit.
        assert_eq!((together.edits.len(), together.left_out.len()), (1, 1));
    }
}
