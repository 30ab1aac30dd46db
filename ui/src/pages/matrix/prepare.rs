//! Result of a value, or of all values of another configuration, for several configurations: each as it would be sent, and those that stay
//! unchanged with the reasons. Pure; nothing is gathered here.

use std::sync::Arc;

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::three_way;
use tapline_emv::decode::Code;
use tapline_emv::param::{self, Applies};
use tapline_emv::preset::Recommended;

use super::model::MatrixRow;
use super::stage::{self, CellEdit, Refusal};
use crate::pages::limits::group_edit;
use crate::plans::GatheredChange;
use crate::show;

/// Rows that a value applies to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Targets {
    pub(super) rows: Vec<MatrixRow>,
    /// The selected rows, if the current row is not among them and so is changed alone.
    pub(super) instead: Vec<MatrixRow>,
}

/// The selected rows if the current row is among them, else the current row.
pub(super) fn targets(at: MatrixRow, chosen: Vec<MatrixRow>) -> Targets {
    if chosen.iter().any(|row| row.id == at.id) {
        Targets { rows: chosen, instead: Vec::new() }
    } else {
        Targets { rows: vec![at], instead: chosen }
    }
}

/// A configuration as read, with its pending change, and with the new change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) row: MatrixRow,
    pub(super) record: EmvConfig,
    pub(super) before: EmvDraft,
    pub(super) draft: EmvDraft,
}

impl Change {
    /// The gathered change; `None` if nothing differs from the service.
    pub(super) fn gathered(&self) -> Option<GatheredChange> {
        stage::gathered(&self.record, &self.draft, &self.row.currency)
    }

    /// "Visa · Retail north: 25.00 EUR → 50.00 EUR"; `None` if the configuration already has the value.
    pub(super) fn words(&self, key: &str) -> Option<String> {
        let changes = three_way::changes(&self.before, &self.draft);
        let change = changes.iter().find(|change| change.field.wire() == key)?;
        let value = |raw: &Option<String>| show::value(&change.field, raw.as_deref(), &self.row.currency);
        Some(format!("{}: {} → {}", self.record.full_name(), value(&change.before), value(&change.after)))
    }
}

/// Result of a value for its target configurations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Prepared {
    pub(super) changes: Vec<Change>,
    /// Configurations that stay unchanged, each with its name and the reason.
    pub(super) left: Vec<String>,
    /// Error in the text.
    pub(super) wrong: Option<String>,
}

impl Prepared {
    fn leave(&mut self, row: &MatrixRow, why: &str) {
        self.left.push(format!("{}: {why}", row.title()));
    }

    /// "Unchanged: Visa · Ginza: used in JPY, not in EUR."
    pub(super) fn stays(&self) -> Option<String> {
        (!self.left.is_empty()).then(|| format!("Unchanged: {}.", self.left.join("; ")))
    }
}

/// The configurations as read, and the pending changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Current {
    pub(super) records: Arc<Vec<EmvConfig>>,
    pub(super) gathered: Vec<GatheredChange>,
}

impl Current {
    /// A configuration as read, and as it would be sent; `None` if its parameters are unreadable.
    fn record_and_draft(&self, id: &EmvId) -> Option<(EmvConfig, EmvDraft)> {
        stage::waiting(&self.gathered, id).or_else(|| {
            let record = self.records.iter().find(|record| record.id == *id)?;
            Some((record.clone(), record.draft()?))
        })
    }

    /// The draft of each row, or the reason why it stays unchanged.
    fn prepare(
        &self,
        targets: &[MatrixRow],
        unreadable: &str,
        why_not: impl Fn(&MatrixRow) -> Option<String>,
        draft: impl Fn(&MatrixRow, &EmvConfig, &EmvDraft) -> Result<EmvDraft, Refusal>,
    ) -> Prepared {
        let mut prepared = Prepared::default();
        for row in targets {
            if let Some(why) = why_not(row) {
                prepared.leave(row, &why);
                continue;
            }
            let Some((record, before)) = self.record_and_draft(&row.id) else {
                prepared.leave(row, unreadable);
                continue;
            };
            match draft(row, &record, &before) {
                Ok(draft) => prepared.changes.push(Change { row: row.clone(), record, before, draft }),
                Err(Refusal::Text(sentence)) if prepared.wrong.is_none() => {
                    let one_of =
                        if targets.len() > 1 { format!(" ({})", row.title()) } else { String::new() };
                    prepared.wrong = Some(format!("{sentence}{one_of}"));
                }
                Err(Refusal::Text(_)) => {}
                Err(Refusal::Here(why)) => prepared.leave(row, &why),
            }
        }
        prepared
    }

    /// Applies one value, typed in the terms of `from`.
    pub(super) fn value(
        &self,
        key: &str,
        put: &CellEdit,
        from: &MatrixRow,
        targets: &[MatrixRow],
    ) -> Prepared {
        self.prepare(
            targets,
            UNREADABLE,
            |row| unlike(from, row, key),
            |row, record, before| {
                let draft = stage::put(record, before, &row.currency, key, put)?;
                // The service's own value is always allowed.
                if *put == CellEdit::AsRead { Ok(draft) } else { in_order(row, before, draft, key) }
            },
        )
    }

    /// The rows that can take values of a preset of `from`'s scheme and currency, as they would be sent.
    pub(super) fn takers(&self, from: &MatrixRow, targets: &[MatrixRow]) -> Prepared {
        self.prepare(targets, UNREADABLE, |row| stranger(from, row), |_, _, before| Ok(before.clone()))
    }

    /// Applies values of a preset to rows that can take them.
    pub(super) fn preset(&self, values: &[Recommended], takers: &[MatrixRow]) -> Prepared {
        self.prepare(
            takers,
            UNREADABLE,
            |_| None,
            |row, record, before| {
                let draft = stage::put_preset(record, before, &row.currency, values)?;
                values.iter().try_fold(draft, |draft, value| in_order(row, before, draft, value.key))
            },
        )
    }

    /// Copies all parameters of one configuration to others of its scheme and currency.
    pub(super) fn all(&self, from: &MatrixRow, targets: &[MatrixRow]) -> Prepared {
        let unreadable = "its parameters or the copied ones are unreadable";
        let model = self.record_and_draft(&from.id);
        self.prepare(
            targets,
            unreadable,
            |row| stranger(from, row),
            |row, record, before| {
                let (_, model) = model.as_ref().ok_or_else(|| Refusal::Here(unreadable.to_owned()))?;
                stage::put_all(record, before, model, &row.currency)
            },
        )
    }
}

/// Reason why values of one configuration don't apply to another: scheme or currency.
fn stranger(from: &MatrixRow, row: &MatrixRow) -> Option<String> {
    if row.scheme == from.scheme {
        group_edit::used_otherwise(&row.currency, &from.currency)
    } else {
        Some(OTHER_SCHEME.to_owned())
    }
}

const UNREADABLE: &str = "its parameters are unreadable";
const OTHER_SCHEME: &str = "belongs to another scheme";

/// Reason why one value doesn't apply to another configuration: a limit has a currency, and bits have a scheme.
fn unlike(from: &MatrixRow, row: &MatrixRow, key: &str) -> Option<String> {
    if FieldKey::limit_of(key).is_some() {
        return group_edit::used_otherwise(&row.currency, &from.currency);
    }
    (row.scheme != from.scheme && is_of_a_scheme(key)).then(|| OTHER_SCHEME.to_owned())
}

/// True if a value of this parameter has a meaning of its own in each scheme.
fn is_of_a_scheme(key: &str) -> bool {
    let is_of_some = |param: &param::Param| param.applies != Applies::All;
    Code::from_key(key, None).is_some()
        || [param::AID, param::APP_VERSION].contains(&key)
        || param::param(key).is_some_and(is_of_some)
}

/// The draft, unless its change of a limit would put the limits of the configuration out of order.
fn in_order(row: &MatrixRow, before: &EmvDraft, draft: EmvDraft, key: &str) -> Result<EmvDraft, Refusal> {
    let limit = FieldKey::limit_of(key).filter(|_| !draft.same_values(before));
    match limit.and_then(|limit| group_edit::out_of_order(&draft.params, limit, &row.currency)) {
        Some(why) => Err(Refusal::Here(why)),
        None => Ok(draft),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tapline_contract::record::Record as _;
    use tapline_emv::Currency;

    use super::super::model::matrix;
    use super::*;
    use crate::pages::limits::lanes::lanes;
    use crate::used;

    const TTQ: &str = "terminalTransactionQualifiers";

    /// Visa is 01, UnionPay 03. The third counts in yen.
    fn current() -> (Current, Vec<MatrixRow>) {
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

    fn text(text: &str) -> CellEdit {
        CellEdit::Text(text.to_owned())
    }

    #[test]
    fn the_row_with_the_keyboard_is_changed_alone_where_it_is_not_chosen() {
        let (_, rows) = current();
        let [one, two, three, _] = rows.as_slice() else { panic!("{rows:?}") };
        let both = vec![one.clone(), two.clone()];
        let alone = |row: &MatrixRow, instead: &[MatrixRow]| Targets {
            rows: vec![row.clone()],
            instead: instead.to_vec(),
        };
        assert_eq!(targets(two.clone(), both.clone()), Targets { rows: both.clone(), instead: Vec::new() });
        assert_eq!(targets(three.clone(), both.clone()), alone(three, &both));
        assert_eq!(targets(three.clone(), Vec::new()), alone(three, &[]));
    }

    #[test]
    fn a_figure_is_none_in_another_currency_and_crosses_no_other_limit() {
        let (current, rows) = current();
        let prepared = current.value("clCVMLimit", &text("5.00"), &rows[0], &rows);
        assert_eq!(names(&prepared), ["C1", "C4"]);
        let lines: Vec<_> = prepared.changes.iter().filter_map(|change| change.words("clCVMLimit")).collect();
        assert_eq!(lines, ["Visa · C1: 25.00 EUR → 5.00 EUR", "UnionPay · C4: 25.00 EUR → 5.00 EUR"]);
        assert_eq!(
            prepared.stays().as_deref(),
            Some(
                "Unchanged: Visa · C2: 5.00 EUR is below its floor limit of 10.00 EUR; Visa · C3: used in JPY, not in EUR."
            )
        );
        // The row in yen makes it a figure in yen.
        let prepared = current.value("clCVMLimit", &text("5000"), &rows[2], &rows);
        assert_eq!((names(&prepared), prepared.left.len()), (vec!["C3".to_owned()], 3));
    }

    #[test]
    fn what_it_has_already_is_no_change() {
        let (current, rows) = current();
        let prepared = current.value("clCVMLimit", &text("25"), &rows[0], &rows[..1]);
        assert_eq!(prepared.changes[0].words("clCVMLimit"), None);
        assert_eq!(prepared.changes[0].gathered(), None);
    }

    #[test]
    fn what_the_service_has_can_be_gone_back_to() {
        let (mut current, rows) = current();
        let raised = current.value("clCVMLimit", &text("60"), &rows[1], &rows[1..2]);
        current.gathered = raised.changes.iter().filter_map(Change::gathered).collect();
        let floor = current.value("clFloorLimit", &text("55"), &rows[1], &rows[1..2]);
        current.gathered = floor.changes.iter().filter_map(Change::gathered).collect();
        let back = current.value("clCVMLimit", &CellEdit::AsRead, &rows[1], &rows[1..2]);
        assert_eq!(back.changes[0].words("clCVMLimit").as_deref(), Some("Visa · C2: 60.00 EUR → 50.00 EUR"));
        let typed = current.value("clCVMLimit", &text("50"), &rows[1], &rows[1..2]);
        assert_eq!(typed.left, ["Visa · C2: 50.00 EUR is below its floor limit of 55.00 EUR"]);
    }

    #[test]
    fn bits_are_none_for_another_scheme() {
        let (current, rows) = current();
        let put = text("26004080");
        let prepared = current.value(TTQ, &put, &rows[0], &rows);
        // Bits don't depend on the currency.
        assert_eq!(names(&prepared), ["C1", "C2", "C3"]);
        assert_eq!(prepared.left, ["UnionPay · C4: belongs to another scheme"]);
        assert_eq!(current.value(TTQ, &CellEdit::Nothing, &rows[0], &rows).left, prepared.left);
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
