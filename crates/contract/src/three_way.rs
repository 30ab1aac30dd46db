//! Differences between versions of one configuration, field by field, by value. Values are JSON text.

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
    fields(&[before, after])
        .into_iter()
        .map(|field| FieldChange { before: value(before, &field), after: value(after, &field), field })
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
    for key in versions.iter().flat_map(|version| version.params.keys()) {
        let field = FieldKey::Param(key);
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
}

/// JSON text of a field; `None` when it is not there.
pub fn value(draft: &EmvDraft, field: &FieldKey) -> Option<String> {
    let text = |text: &str| Some(serde_json::Value::from(text).to_string());
    match field {
        FieldKey::Name => text(&draft.emv_name),
        FieldKey::Method => text(&draft.payment_method),
        FieldKey::Param(key) => draft.params.raw(key).map(str::to_owned),
    }
}

/// The same with one spelling for equal values.
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

    #[test]
    fn spelling_is_no_change() {
        let changed = changes(
            &draft("a", r#"{"clCVMLimit":2500,"x":1.0}"#),
            &draft("a", r#"{ "x":1.00,"clCVMLimit":25e2}"#),
        );
        assert_eq!(changed, []);
    }
}
