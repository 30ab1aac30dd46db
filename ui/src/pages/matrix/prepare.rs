//! What a value, or all values of another configuration, would make of configurations: each as it would be sent, and which of them stay
//! as they are and why. Pure; nothing is gathered here.

use std::sync::Arc;

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::three_way;
use tapline_emv::Currency;
use tapline_emv::decode::Code;
use tapline_emv::param::{self, Applies};

use super::model::Row;
use super::stage::{self, Put, Refused};
use crate::pages::limits::together;
use crate::plans::Gathered;
use crate::show;

/// Whom a value is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Targets {
    pub(super) rows: Vec<Row>,
    /// The chosen ones, where the one with the keyboard is not among them and so is changed alone.
    pub(super) instead: Vec<Row>,
}

/// The chosen ones where the one with the keyboard is among them, else that one.
pub(super) fn targets(at: Row, chosen: Vec<Row>) -> Targets {
    if chosen.iter().any(|row| row.id == at.id) {
        Targets { rows: chosen, instead: Vec::new() }
    } else {
        Targets { rows: vec![at], instead: chosen }
    }
}

/// A configuration as it was seen, as it is with the change that waits, and as it would be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) record: EmvConfig,
    pub(super) before: EmvDraft,
    pub(super) draft: EmvDraft,
    pub(super) currency: Currency,
}

impl Change {
    /// `None` where nothing differs from what the service has.
    pub(super) fn gathered(&self) -> Option<Gathered> {
        stage::gathered(&self.record, &self.draft, &self.currency)
    }

    /// "Visa · Retail north: 25.00 EUR → 50.00 EUR"; `None` where it has the value already.
    pub(super) fn said(&self, key: &str) -> Option<String> {
        let changes = three_way::changes(&self.before, &self.draft);
        let change = changes.iter().find(|change| change.field.wire() == key)?;
        let value = |raw: &Option<String>| show::value(&change.field, raw.as_deref(), &self.currency);
        Some(format!("{}: {} → {}", self.record.full_name(), value(&change.before), value(&change.after)))
    }
}

/// What a value does to the configurations that it is meant for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Prepared {
    pub(super) changes: Vec<Change>,
    /// Configurations that stay as they are, each with its name and why.
    pub(super) left: Vec<String>,
    /// The text is wrong.
    pub(super) wrong: Option<String>,
}

impl Prepared {
    pub(super) fn leave(&mut self, row: &Row, why: &str) {
        self.left.push(format!("{}: {why}", row.title()));
    }

    /// "Unchanged: Visa · Ginza: used in JPY, not in EUR."
    pub(super) fn stays(&self) -> Option<String> {
        (!self.left.is_empty()).then(|| format!("Unchanged: {}.", self.left.join("; ")))
    }
}

/// The configurations as they were read, and the changes that wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Current {
    pub(super) records: Arc<Vec<EmvConfig>>,
    pub(super) gathered: Vec<Gathered>,
}

impl Current {
    /// A configuration as it was seen, and as it would be sent; `None` where its parameters cannot be read.
    pub(super) fn of(&self, id: &EmvId) -> Option<(EmvConfig, EmvDraft)> {
        stage::waiting(&self.gathered, id).or_else(|| {
            let record = self.records.iter().find(|record| record.id == *id)?;
            Some((record.clone(), record.draft()?))
        })
    }

    /// One value, which begins as that of `from`.
    pub(super) fn value(&self, key: &str, put: &Put, from: &Row, targets: &[Row]) -> Prepared {
        let mut prepared = Prepared::default();
        for row in targets {
            if let Some(why) = unlike(from, row, key) {
                prepared.leave(row, &why);
                continue;
            }
            let Some((record, before)) = self.of(&row.id) else {
                prepared.leave(row, "its parameters cannot be read");
                continue;
            };
            // What the service has can always be gone back to.
            let crossing = |draft: &EmvDraft| match put {
                Put::AsRead => None,
                _ => crossing(&before, draft, key, &row.currency),
            };
            match stage::put(&record, &before, &row.currency, key, put) {
                Ok(draft) => match crossing(&draft) {
                    Some(why) => prepared.leave(row, &why),
                    None => prepared.changes.push(Change {
                        record,
                        before,
                        draft,
                        currency: row.currency.clone(),
                    }),
                },
                Err(Refused::Text(sentence)) if prepared.wrong.is_none() => {
                    let one_of =
                        if targets.len() > 1 { format!(" ({})", row.title()) } else { String::new() };
                    prepared.wrong = Some(format!("{sentence}{one_of}"));
                }
                Err(Refused::Text(_)) => {}
                Err(Refused::Here(why)) => prepared.leave(row, &why),
            }
        }
        prepared
    }

    /// All parameters of one for others of its scheme and currency.
    pub(super) fn all(&self, from: &Row, targets: &[Row]) -> Prepared {
        let mut prepared = Prepared::default();
        let model = self.of(&from.id);
        for row in targets {
            if let Some(why) = stranger(from, row) {
                prepared.leave(row, &why);
                continue;
            }
            let (Some((_, model)), Some((record, before))) = (&model, self.of(&row.id)) else {
                prepared.leave(row, "its parameters, or those to copy, cannot be read");
                continue;
            };
            match stage::put_all(&record, &before, model, &row.currency) {
                Ok(draft) => {
                    prepared.changes.push(Change { record, before, draft, currency: row.currency.clone() });
                }
                Err(why) => prepared.leave(row, &why),
            }
        }
        prepared
    }
}

/// Why values of one configuration are none for another: its scheme, or its currency.
pub(super) fn stranger(from: &Row, row: &Row) -> Option<String> {
    if row.scheme == from.scheme {
        together::used_otherwise(&row.currency, &from.currency)
    } else {
        Some(OTHER_SCHEME.to_owned())
    }
}

const OTHER_SCHEME: &str = "belongs to another scheme";

/// The same for one value: a limit is a figure of a currency, and bits mean something in a scheme.
fn unlike(from: &Row, row: &Row, key: &str) -> Option<String> {
    if FieldKey::limit_of(key).is_some() {
        return together::used_otherwise(&row.currency, &from.currency);
    }
    (row.scheme != from.scheme && is_of_a_scheme(key)).then(|| OTHER_SCHEME.to_owned())
}

/// Whether a value of this parameter says something in one scheme that it does not say in another.
fn is_of_a_scheme(key: &str) -> bool {
    let is_of_some = |param: &param::Param| param.applies != Applies::All;
    Code::of(key, None).is_some()
        || [param::AID, param::APP_VERSION].contains(&key)
        || param::param(key).is_some_and(is_of_some)
}

/// Why a limit is not taken: with it the limits of the configuration would be out of order.
pub(super) fn crossing(
    before: &EmvDraft,
    draft: &EmvDraft,
    key: &str,
    currency: &Currency,
) -> Option<String> {
    let limit = FieldKey::limit_of(key).filter(|_| !draft.same_values(before))?;
    together::out_of_order(&draft.params, limit, currency)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tapline_contract::record::Record as _;

    use super::super::model::matrix;
    use super::*;
    use crate::pages::limits::lanes::lanes;
    use crate::used;

    const TTQ: &str = "terminalTransactionQualifiers";

    /// Visa is 01, UnionPay 03. The third counts in yen.
    fn current() -> (Current, Vec<Row>) {
        let one = |id: u64, method: &str, [floor, cvm]: [u64; 2]| {
            let params = format!(
                r#"{{"clFloorLimit":{floor},"clCVMLimit":{cvm},"clTransLimit":20000,"{TTQ}":"3620400{id}"}}"#
            );
            let raw = serde_json::json!({"id": id, "emvName": format!("C{id}"), "paymentMethod": method, "params": params});
            EmvConfig::read(&raw.to_string()).expect("a record")
        };
        let records = vec![
            one(1, "01", [0, 2500]),
            one(2, "01", [1000, 5000]),
            one(3, "01", [0, 7000]),
            one(4, "03", [0, 2500]),
        ];
        let yen = Currency::new("JPY").expect("a code");
        let users = used::KnownUsers::agreed(&records[2].id, yen);
        let lanes = lanes(&records, &Currency::euro(), &users);
        let rows = matrix(&lanes, &BTreeMap::new(), &BTreeMap::new()).rows;
        (Current { records: Arc::new(records), gathered: Vec::new() }, rows)
    }

    fn names(prepared: &Prepared) -> Vec<String> {
        prepared.changes.iter().map(|change| change.record.name()).collect()
    }

    fn text(text: &str) -> Put {
        Put::Text(text.to_owned())
    }

    #[test]
    fn the_row_with_the_keyboard_is_changed_alone_where_it_is_not_chosen() {
        let (_, rows) = current();
        let [one, two, three, _] = rows.as_slice() else { panic!("{rows:?}") };
        let both = vec![one.clone(), two.clone()];
        let alone =
            |row: &Row, instead: &[Row]| Targets { rows: vec![row.clone()], instead: instead.to_vec() };
        assert_eq!(targets(two.clone(), both.clone()), Targets { rows: both.clone(), instead: Vec::new() });
        assert_eq!(targets(three.clone(), both.clone()), alone(three, &both));
        assert_eq!(targets(three.clone(), Vec::new()), alone(three, &[]));
    }

    #[test]
    fn a_figure_is_none_in_another_currency_and_crosses_no_other_limit() {
        let (current, rows) = current();
        let prepared = current.value("clCVMLimit", &text("5.00"), &rows[0], &rows);
        assert_eq!(names(&prepared), ["C1", "C4"]);
        let said: Vec<_> = prepared.changes.iter().filter_map(|change| change.said("clCVMLimit")).collect();
        assert_eq!(said, ["Visa · C1: 25.00 EUR → 5.00 EUR", "UnionPay · C4: 25.00 EUR → 5.00 EUR"]);
        assert_eq!(
            prepared.stays().as_deref(),
            Some(
                "Unchanged: Visa · C2: 5.00 EUR is below its floor limit of 10.00 EUR; Visa · C3: used in JPY, not in EUR."
            )
        );
        // From the one in yen it is a figure in yen.
        let prepared = current.value("clCVMLimit", &text("5000"), &rows[2], &rows);
        assert_eq!((names(&prepared), prepared.left.len()), (vec!["C3".to_owned()], 3));
    }

    #[test]
    fn what_it_has_already_is_no_change() {
        let (current, rows) = current();
        let prepared = current.value("clCVMLimit", &text("25"), &rows[0], &rows[..1]);
        assert_eq!(prepared.changes[0].said("clCVMLimit"), None);
        assert_eq!(prepared.changes[0].gathered(), None);
    }

    #[test]
    fn what_the_service_has_can_be_gone_back_to() {
        let (mut current, rows) = current();
        let raised = current.value("clCVMLimit", &text("60"), &rows[1], &rows[1..2]);
        current.gathered = raised.changes.iter().filter_map(Change::gathered).collect();
        let floor = current.value("clFloorLimit", &text("55"), &rows[1], &rows[1..2]);
        current.gathered = floor.changes.iter().filter_map(Change::gathered).collect();
        let back = current.value("clCVMLimit", &Put::AsRead, &rows[1], &rows[1..2]);
        assert_eq!(back.changes[0].said("clCVMLimit").as_deref(), Some("Visa · C2: 60.00 EUR → 50.00 EUR"));
        let typed = current.value("clCVMLimit", &text("50"), &rows[1], &rows[1..2]);
        assert_eq!(typed.left, ["Visa · C2: 50.00 EUR is below its floor limit of 55.00 EUR"]);
    }

    #[test]
    fn bits_are_none_for_another_scheme() {
        let (current, rows) = current();
        let put = text("26004080");
        let prepared = current.value(TTQ, &put, &rows[0], &rows);
        // Another currency does not matter to bits.
        assert_eq!(names(&prepared), ["C1", "C2", "C3"]);
        assert_eq!(prepared.left, ["UnionPay · C4: belongs to another scheme"]);
        assert_eq!(current.value(TTQ, &Put::Nothing, &rows[0], &rows).left, prepared.left);
        for (key, is_of_one) in
            [("9F6E", true), ("aid", true), ("isNewCVMRuleForMC", true), ("defaultDDOL", false)]
        {
            assert_eq!(is_of_a_scheme(key), is_of_one, "{key}");
        }
    }

    #[test]
    fn all_parameters_are_for_the_same_scheme_and_currency() {
        let (current, rows) = current();
        let prepared = current.all(&rows[0], &rows[1..]);
        assert_eq!(names(&prepared), ["C2"]);
        assert_eq!(
            prepared.left,
            ["Visa · C3: used in JPY, not in EUR", "UnionPay · C4: belongs to another scheme"]
        );
    }
}
