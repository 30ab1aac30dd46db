//! Differences between versions of one configuration, field by field, by value. Values are JSON text.

use std::collections::{BTreeMap, BTreeSet};

use crate::canonical;
use crate::emv_config::EmvDraft;
use crate::emv_field::FieldKey;

/// A field with another value before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    pub field: FieldKey,
    /// JSON text; `None` when the field was not there.
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedBy {
    OnlyMe,
    OnlyThem,
    /// To the same value.
    BothAlike,
    /// To different values: someone has to choose.
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Mine,
    Theirs,
}

/// Fields whose value differs, limits first, then in the order of the parameters.
pub fn changes(before: &EmvDraft, after: &EmvDraft) -> Vec<FieldChange> {
    let (was, is) = (before.params.by_key(), after.params.by_key());
    fields(&[before, after])
        .into_iter()
        .map(|field| FieldChange {
            before: value_in(before, &was, &field),
            after: value_in(after, &is, &field),
            field,
        })
        .filter(|change| {
            change.before.as_deref().map(canonical::normalized)
                != change.after.as_deref().map(canonical::normalized)
        })
        .collect()
}

/// Names of the fields that one of them has: limits first, then in the order of the parameters.
pub fn fields(versions: &[&EmvDraft]) -> Vec<FieldKey> {
    let mut fields: Vec<_> = tapline_emv::LimitKind::ALL.into_iter().map(FieldKey::limit).collect();
    fields.extend([FieldKey::Name, FieldKey::Method]);
    let mut known: BTreeSet<_> = crate::order::gathered(fields.iter().cloned());
    let keys = versions.iter().flat_map(|version| version.params.keys());
    fields.extend(keys.map(FieldKey::Param).filter(|field| known.insert(field.clone())));
    fields
}

/// JSON text of a field; `None` when it is not there.
pub fn value(draft: &EmvDraft, field: &FieldKey) -> Option<String> {
    match field {
        FieldKey::Param(key) => draft.params.raw(key).map(str::to_owned),
        FieldKey::Name | FieldKey::Method => value_in(draft, &BTreeMap::new(), field),
    }
}

fn value_in(draft: &EmvDraft, params: &BTreeMap<String, &str>, field: &FieldKey) -> Option<String> {
    let text = |text: &str| Some(serde_json::Value::from(text).to_string());
    match field {
        FieldKey::Name => text(&draft.emv_name),
        FieldKey::Method => text(&draft.payment_method),
        FieldKey::Param(key) => params.get(key).map(|raw| (*raw).to_owned()),
    }
}

/// Value of a field with one spelling for equal values.
pub fn normal(draft: &EmvDraft, field: &FieldKey) -> Option<String> {
    value(draft, field).as_deref().map(canonical::normalized)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;

    fn draft(name: &str, params: &str) -> EmvDraft {
        EmvDraft {
            params: Params::parse(params).unwrap(),
            emv_name: name.to_owned(),
            payment_method: "01".to_owned(),
        }
    }

    /// Quadratic work in the number of parameters would not end within the test.
    #[test]
    fn sixty_thousand_parameters_are_compared_shown_and_edited() {
        let many = |last: u32| {
            let all: Vec<_> = (0..60_000).map(|at| format!(r#""k{at}":{}"#, at % last)).collect();
            format!("{{{}}}", all.join(","))
        };
        let (before, after) = (draft("a", &many(60_000)), draft("a", &many(30_000)));
        assert_eq!(changes(&before, &after).len(), 30_000);
        let mut form = crate::emv_form::EmvForm::of_draft(&before, None, &tapline_emv::Currency::euro());
        for other in &mut form.others {
            if other.is_present() {
                other.text.push('1');
            }
        }
        assert_eq!(changes(&before, &form.draft().unwrap()).len(), 60_000);
        assert_eq!(form.values().len(), 60_000);
        let mut params = before.params.clone();
        let keys = params.keys();
        assert!(params.edit(keys.iter().map(|key| (key.as_str(), None))));
        assert_eq!(params.text(), "{}");
        assert!(before.params.same_values(&before.params.clone()));
    }

    #[test]
    fn spelling_is_no_change() {
        let changed = changes(
            &draft("a", r#"{"clCVMLimit":2500,"x":1.0}"#),
            &draft("a", r#"{ "x":1.00,"clCVMLimit":25e2}"#),
        );
        assert_eq!(changed, []);
    }
}
