//! Changes of the matrix: a value for many configurations, each applied through the editor's form, gathered for one plan. Nothing is sent
//! here.

use std::collections::BTreeMap;

use tapline_contract::emv_config::{EmvConfig, EmvDraft, EmvId};
use tapline_contract::emv_field::FieldKey;
use tapline_contract::emv_form::EmvForm;
use tapline_contract::field::Loose;
use tapline_contract::plan::{PlanEdit, PlanKind};
use tapline_contract::record::Record as _;
use tapline_contract::{order, three_way};
use tapline_emv::param::{self, Kind};
use tapline_emv::preset::Recommended;
use tapline_emv::{Currency, Value};

use crate::plans::GatheredChange;
use crate::show;

/// The pending change of a configuration: the record as read, and the draft as it would be sent.
pub(super) fn waiting(gathered: &[GatheredChange], id: &EmvId) -> Option<(EmvConfig, EmvDraft)> {
    let is_it = |one: &&GatheredChange| one.edit.kind == PlanKind::Emv && one.id == id.as_str();
    let edit = &gathered.iter().find(is_it)?.edit;
    Some((EmvConfig::read(edit.record.raw()).ok()?, draft_of(edit)?))
}

fn draft_of(edit: &PlanEdit) -> Option<EmvDraft> {
    EmvDraft::read(edit.draft.raw()).ok()
}

/// Every configuration with a pending change, as it would be sent.
pub(super) fn all_waiting(gathered: &[GatheredChange]) -> BTreeMap<EmvId, EmvDraft> {
    let of = |one: &GatheredChange| {
        let draft = draft_of(&one.edit).filter(|_| one.edit.kind == PlanKind::Emv)?;
        Some((EmvId::parse(&one.id)?, draft))
    };
    order::gathered(gathered.iter().filter_map(of))
}

/// New content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellEdit {
    Text(String),
    /// With or without a length byte, like the current value.
    Recommended(Recommended),
    /// Leaves the parameter out.
    Nothing,
    /// The service's value.
    AsRead,
}

/// Reason why a configuration refuses a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Error in the text, as a sentence that names the field.
    Text(String),
    /// Refusal of any text here. The reason, to follow the configuration's name.
    Here(String),
}

/// The draft of a configuration with one parameter changed.
pub(super) fn put(
    record: &EmvConfig,
    draft: &EmvDraft,
    currency: &Currency,
    key: &str,
    put: &CellEdit,
) -> Result<EmvDraft, Refusal> {
    let mut form = EmvForm::of_draft(draft, record.scheme(), currency);
    let label = FieldKey::Param(key.to_owned()).label();
    let is_limit = FieldKey::limit_of(key).is_some();
    match put {
        CellEdit::Text(text) => {
            let Some(field) = form.text_mut(key) else { return Err(has_none(record, &label)) };
            text.trim().clone_into(field);
            let is_hex =
                matches!(param::param(key).map(|param| param.kind), Some(Kind::Hex { .. } | Kind::Dol));
            if is_hex && !text.trim().is_empty() && Value::Text(text.clone()).bytes().is_none() {
                let sentence = format!("{label}: enter two hex digits per byte, such as 26 00 40 80.");
                return Err(Refusal::Text(sentence));
            }
        }
        CellEdit::Recommended(row) => {
            if form.text_mut(key).is_none() {
                return Err(has_none(record, &label));
            }
            form.put(key, &row.over(draft.params.values().get(key)));
        }
        CellEdit::Nothing if is_limit => return Err(Refusal::Here(format!("{label} is required"))),
        CellEdit::Nothing => form.leave_out(key),
        CellEdit::AsRead => {
            let read = record.draft().unwrap_or_else(EmvDraft::empty);
            let read = EmvForm::of_draft(&read, record.scheme(), currency);
            form.take(&read, &FieldKey::Param(key.to_owned()));
        }
    }
    form.draft().map_err(|errors| match errors.iter().find(|error| error.field == key) {
        Some(error) => Refusal::Text(error.sentence.clone()),
        None => Refusal::Here(errors.first().map(|error| error.sentence.clone()).unwrap_or_default()),
    })
}

fn has_none(record: &EmvConfig, label: &str) -> Refusal {
    let scheme = record.scheme().map_or("its scheme", tapline_emv::Scheme::name);
    Refusal::Here(format!("{scheme} has no {label}"))
}

/// The draft of a configuration with values of a preset.
///
/// # Errors
/// The reason why a value is refused.
pub(super) fn put_preset(
    record: &EmvConfig,
    draft: &EmvDraft,
    currency: &Currency,
    values: &[Recommended],
) -> Result<EmvDraft, Refusal> {
    values.iter().try_fold(draft.clone(), |draft, row| {
        let put = put(record, &draft, currency, row.key, &CellEdit::Recommended(row.clone()));
        put.map_err(|(Refusal::Text(why) | Refusal::Here(why))| Refusal::Here(why))
    })
}

/// The draft of a configuration with all parameters of another one; name and method stay.
///
/// # Errors
/// The reason why the draft can't be sent.
pub(super) fn put_all(
    record: &EmvConfig,
    draft: &EmvDraft,
    from: &EmvDraft,
    currency: &Currency,
) -> Result<EmvDraft, Refusal> {
    let model = EmvForm::of_draft(from, record.scheme(), currency);
    let mut form = EmvForm::of_draft(draft, record.scheme(), currency);
    for field in three_way::fields(&[draft, from]) {
        if matches!(field, FieldKey::Param(_)) {
            form.take(&model, &field);
        }
    }
    form.draft().map_err(|errors| {
        Refusal::Here(errors.first().map(|error| error.sentence.clone()).unwrap_or_default())
    })
}

/// A change as an item of a plan; `None` without a difference.
pub(super) fn gathered(record: &EmvConfig, draft: &EmvDraft, currency: &Currency) -> Option<GatheredChange> {
    let read = record.draft()?;
    let changes = three_way::changes(&read, draft);
    let in_words = |change: &three_way::FieldChange| {
        let value = |raw: &Option<String>| show::value(&change.field, raw.as_deref(), currency);
        format!("{} {} → {}", change.field.label(), value(&change.before), value(&change.after))
    };
    let words: Vec<String> = changes.iter().take(3).map(in_words).collect();
    let more = changes.len() - words.len();
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    let title = format!("{}: {}{more}", record.full_name(), words.join("; "));
    let edit = PlanEdit {
        kind: PlanKind::Emv,
        record: Loose::json(&serde_json::to_string(record).ok()?)?,
        draft: Loose::json(&serde_json::to_string(draft).ok()?)?,
    };
    (!changes.is_empty()).then(|| GatheredChange { id: record.id.to_string(), title, edit })
}

/// The gathered changes with the new state of these configurations; `None` removes a change.
pub(super) fn replaced(
    all: &[GatheredChange],
    new: Vec<(EmvId, Option<GatheredChange>)>,
) -> Vec<GatheredChange> {
    let mut new: BTreeMap<String, Option<GatheredChange>> =
        order::gathered(new.into_iter().map(|(id, one)| (id.to_string(), one)));
    let mut kept = Vec::with_capacity(all.len() + new.len());
    for one in all {
        let now = if one.edit.kind == PlanKind::Emv { new.remove(&one.id) } else { None };
        match now {
            Some(now) => kept.extend(now),
            None => kept.push(one.clone()),
        }
    }
    kept.extend(new.into_values().flatten());
    kept
}

#[cfg(test)]
mod tests {
    use tapline_emv::Scheme;
    use tapline_emv::preset::presets;

    use super::*;

    const TTQ: &str = "terminalTransactionQualifiers";

    fn config() -> EmvConfig {
        let params =
            format!(r#"{{"clFloorLimit":0,"clCVMLimit":"2500","clTransLimit":20000,"{TTQ}":"36204000"}}"#);
        let raw = serde_json::json!({"id": 12, "emvName": "Retail", "paymentMethod": "01", "params": params});
        EmvConfig::read(&raw.to_string()).expect("a record")
    }

    fn typed(key: &str, text: &str) -> Result<EmvDraft, Refusal> {
        let record = config();
        put(
            &record,
            &record.draft().expect("readable"),
            &Currency::euro(),
            key,
            &CellEdit::Text(text.to_owned()),
        )
    }

    #[test]
    fn a_value_is_typed_as_in_the_editor_and_gathered_with_its_words() {
        let draft = typed("clCVMLimit", "50.00").expect("an amount");
        assert_eq!(draft.params.raw("clCVMLimit"), Some("\"5000\""));
        let one = gathered(&config(), &draft, &Currency::euro()).expect("a change");
        assert_eq!(one.title, "Visa · Retail: CVM limit 25.00 EUR → 50.00 EUR");
        let all = [one];
        let (seen, waits) = waiting(&all, &config().id).expect("it waits");
        assert_eq!((seen, waits.params.raw("clCVMLimit")), (config(), Some("\"5000\"")));
        assert_eq!(
            gathered(&config(), &typed("clCVMLimit", "25").expect("an amount"), &Currency::euro()),
            None
        );
    }

    #[test]
    fn a_wrong_text_names_its_field_and_what_has_no_place_says_so() {
        for (key, text, in_words) in [
            ("clCVMLimit", "5O", "CVM limit: "),
            ("clCVMLimit", "1.005", "CVM limit: "),
            (TTQ, "hello", "Transaction qualifiers (TTQ): "),
            (TTQ, "3620400", "Transaction qualifiers (TTQ): "),
        ] {
            let Err(Refusal::Text(sentence)) = typed(key, text) else { panic!("{key} {text}") };
            assert!(sentence.starts_with(in_words), "{sentence}");
        }
        let here = typed("x-vendor", "1").expect_err("no such parameter");
        assert_eq!(here, Refusal::Here("Visa has no x-vendor".to_owned()));
    }

    #[test]
    fn all_parameters_are_copied_and_name_and_method_stay() {
        let mut from = typed("clCVMLimit", "50").expect("an amount");
        from.params.remove(TTQ);
        assert!(from.params.set("x-vendor", "1.00"));
        from.emv_name = "Other".to_owned();
        let record = config();
        let all =
            put_all(&record, &record.draft().expect("readable"), &from, &Currency::euro()).expect("a draft");
        assert!(all.params.same_values(&from.params), "{}", all.params.text());
        assert_eq!(all.emv_name, "Retail");
    }

    #[test]
    fn values_of_a_preset_are_put_and_no_others() {
        let (record, euro) = (config(), Currency::euro());
        let preset = presets(Scheme::Visa, &euro).remove(0);
        let draft = record.draft().expect("readable");
        let of = |key: &str| preset.get(key).expect("it has one").clone();
        let taken = put_preset(&record, &draft, &euro, &[of("clCVMLimit"), of(TTQ)]).expect("a draft");
        assert_eq!(taken.params.raw("clCVMLimit"), Some("\"5000\""));
        assert_eq!(taken.params.raw(TTQ), Some("\"24004000\""));
        assert_eq!(taken.params.raw("clTransLimit"), draft.params.raw("clTransLimit"));
        let one = gathered(&record, &taken, &euro).expect("changes");
        assert!(one.title.starts_with("Visa · Retail: CVM limit 25.00 EUR → 50.00 EUR; "), "{}", one.title);
    }

    #[test]
    fn a_change_is_taken_back_cell_by_cell() {
        let (record, euro) = (config(), Currency::euro());
        let both =
            put(&record, &typed("clCVMLimit", "50").expect("an amount"), &euro, TTQ, &CellEdit::Nothing)
                .expect("left out");
        assert_eq!(both.params.raw(TTQ), None);
        let one = put(&record, &both, &euro, TTQ, &CellEdit::AsRead).expect("as read");
        assert_eq!(one.params.raw(TTQ), Some("\"36204000\""));
        let none = put(&record, &one, &euro, "clCVMLimit", &CellEdit::AsRead).expect("as read");
        assert_eq!(gathered(&record, &none, &euro), None);
        let kept = gathered(&record, &both, &euro).expect("changes");
        assert_eq!(replaced(&[kept], vec![(record.id, None)]), []);
    }
}
