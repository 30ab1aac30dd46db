//! Differences between versions of one configuration, field by field, by value.
//!
//! Used by the review (before, after), the conflict page (what you saw, theirs, yours) and the history. Values are JSON text.

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

/// A field that someone changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldConflict {
    pub field: FieldKey,
    pub seen: Option<String>,
    pub theirs: Option<String>,
    pub mine: Option<String>,
    pub changed_by: ChangedBy,
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
        .filter(|change| !same(change.before.as_deref(), change.after.as_deref()))
        .collect()
}

/// Fields that differ between any two of the three versions.
pub fn three_way(seen: &EmvDraft, theirs: &EmvDraft, mine: &EmvDraft) -> Vec<FieldConflict> {
    fields(&[seen, theirs, mine])
        .into_iter()
        .filter_map(|field| {
            let [seen, theirs, mine] = [seen, theirs, mine].map(|version| value(version, &field));
            let differ = |a: &Option<String>, b: &Option<String>| !same(a.as_deref(), b.as_deref());
            let changed_by = match (differ(&seen, &mine), differ(&seen, &theirs)) {
                (false, false) => return None,
                (true, false) => ChangedBy::OnlyMe,
                (false, true) => ChangedBy::OnlyThem,
                (true, true) if differ(&mine, &theirs) => ChangedBy::Both,
                (true, true) => ChangedBy::BothAlike,
            };
            Some(FieldConflict { field, seen, theirs, mine, changed_by })
        })
        .collect()
}

/// Their version with the chosen fields of mine written into it; everything else stays as they have it.
pub fn merge(theirs: &EmvDraft, mine: &EmvDraft, take_mine: &[FieldKey]) -> EmvDraft {
    let mut merged = theirs.clone();
    for field in take_mine {
        match field {
            FieldKey::Name => merged.emv_name.clone_from(&mine.emv_name),
            FieldKey::Method => merged.payment_method.clone_from(&mine.payment_method),
            FieldKey::Param(key) => match mine.params.raw(key) {
                Some(raw) => {
                    let written = merged.params.set(key, raw);
                    debug_assert!(written, "a value of readable parameters is JSON");
                }
                None => merged.params.remove(key),
            },
        }
    }
    merged
}

fn fields(versions: &[&EmvDraft]) -> Vec<FieldKey> {
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

fn value(draft: &EmvDraft, field: &FieldKey) -> Option<String> {
    let text = |text: &str| Some(serde_json::Value::from(text).to_string());
    match field {
        FieldKey::Name => text(&draft.emv_name),
        FieldKey::Method => text(&draft.payment_method),
        FieldKey::Param(key) => draft.params.raw(key).map(str::to_owned),
    }
}

fn same(a: Option<&str>, b: Option<&str>) -> bool {
    a.map(canonical::normalized) == b.map(canonical::normalized)
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

    #[test]
    fn three_versions_are_told_apart() {
        let seen = draft("Retail", r#"{"clFloorLimit":1000,"clCVMLimit":2500,"clTransLimit":20000,"k":1}"#);
        let theirs =
            draft("Retail N", r#"{"clFloorLimit":1000,"clCVMLimit":3000,"clTransLimit":15000,"k":2}"#);
        let mine = draft("Retail", r#"{"clFloorLimit":0,"clCVMLimit":5000,"clTransLimit":20000,"k":2}"#);
        let rows: Vec<_> = three_way(&seen, &theirs, &mine)
            .into_iter()
            .map(|row| (row.field.wire().to_owned(), row.changed_by))
            .collect();
        let expected = [
            ("clFloorLimit", ChangedBy::OnlyMe),
            ("clCVMLimit", ChangedBy::Both),
            ("clTransLimit", ChangedBy::OnlyThem),
            ("emvName", ChangedBy::OnlyThem),
            ("k", ChangedBy::BothAlike),
        ];
        assert_eq!(rows, expected.map(|(field, by)| (field.to_owned(), by)));
    }

    #[test]
    fn a_merge_is_theirs_with_my_fields() {
        let theirs = draft("T", r#"{"a":1, "b":2,"keep":1.00}"#);
        let mine = draft("M", r#"{"b":3,"new":"x"}"#);
        let take = ["b", "new", "a"].map(|key| FieldKey::Param(key.to_owned()));
        let merged = merge(&theirs, &mine, &take);
        assert_eq!(merged.params.text(), r#"{"b":3,"keep":1.00,"new":"x"}"#);
        assert_eq!(merged.emv_name, "T");
    }
}
