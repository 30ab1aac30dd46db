//! Versions of one record, field by field, for reviews and conflicts.

use std::borrow::Cow;

use tapline_contract::card::{self, Exact};
use tapline_contract::form::TextField;
use tapline_contract::shown::visible;
use tapline_contract::three_way::ChangedBy;

pub(crate) use crate::shell::areas::Names;

/// Wire name or label of a field: from a table, or made for one record.
pub(crate) type FieldName = Cow<'static, str>;

/// A field that a person can change. Values are compared by `value`; people read `words`.
#[derive(Debug)]
pub(crate) struct Field<F: 'static, D: 'static> {
    pub(crate) wire: &'static str,
    pub(crate) label: &'static str,
    pub(crate) value: fn(&D) -> Option<String>,
    pub(crate) words: Option<fn(&D, &Names) -> Option<String>>,
    /// Takes the field of the second form into the first.
    pub(crate) take: fn(&mut F, &F),
}

/// A row of a table of fields.
pub(crate) const fn field<F, D>(
    wire: &'static str,
    label: &'static str,
    value: fn(&D) -> Option<String>,
    take: fn(&mut F, &F),
) -> Field<F, D> {
    Field { wire, label, value, words: None, take }
}

impl<F, D> Field<F, D> {
    /// With names instead of numbers.
    pub(crate) const fn named(self, words: fn(&D, &Names) -> Option<String>) -> Field<F, D> {
        Field { words: Some(words), ..self }
    }

    fn shown(&self, draft: &D, names: &Names) -> Option<String> {
        self.words.map_or_else(|| (self.value)(draft), |words| words(draft, names))
    }
}

/// "Rheinbank Cards EUR"; the id if no name is known.
pub(crate) fn name_of(names: &[(String, String)], id: &str) -> String {
    let known = names.iter().find(|(known, _)| known == id);
    known.map_or_else(|| format!("{id} (no name known)"), |(_, name)| name.clone())
}

/// A field whose value differs before and after; `None` if absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) wire: FieldName,
    pub(crate) label: FieldName,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
    /// The bits that differ, in words; empty for other values.
    pub(crate) bits: Vec<String>,
}

/// A field that differs between the seen version, theirs and mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Versions {
    pub(crate) wire: FieldName,
    pub(crate) label: FieldName,
    pub(crate) seen: Option<String>,
    pub(crate) theirs: Option<String>,
    pub(crate) mine: Option<String>,
    pub(crate) changed_by: ChangedBy,
}

impl Difference {
    /// A text that differs.
    pub(super) fn from_text<D>(text: &TextField<D>, before: &D, after: &D) -> Option<Difference> {
        let [before, after] = [before, after].map(|draft| (text.of)(draft).clone());
        let (wire, label) = (text.wire.into(), text.label.into());
        let row = Difference { wire, label, before, after, bits: Vec::new() };
        (row.before != row.after).then_some(row)
    }

    /// As it is shown: card numbers shortened, unless the member is `exact`.
    pub(super) fn without_cards(self, exact: Exact) -> Difference {
        let [before, after] = [self.before, self.after].map(|value| shortened(value, &self.wire, exact));
        Difference { before, after, ..self }
    }
}

impl Versions {
    /// A text that somebody changed.
    pub(super) fn from_text<D>(text: &TextField<D>, seen: &D, theirs: &D, mine: &D) -> Option<Versions> {
        let [seen, theirs, mine] = [seen, theirs, mine].map(|draft| (text.of)(draft).clone());
        let changed_by = changed_by(&seen, &theirs, &mine, |one, other| one == other)?;
        Some(Versions { wire: text.wire.into(), label: text.label.into(), seen, theirs, mine, changed_by })
    }

    /// As they are shown: card numbers shortened, unless the member is `exact`.
    pub(super) fn without_cards(self, exact: Exact) -> Versions {
        let [seen, theirs, mine] =
            [self.seen, self.theirs, self.mine].map(|value| shortened(value, &self.wire, exact));
        Versions { seen, theirs, mine, ..self }
    }
}

/// A field may stand in a list, `supportedPaymentMethods[1].profileId`; marks of members know no places.
fn shortened(value: Option<String>, wire: &str, exact: Exact) -> Option<String> {
    let parts = wire.split('[').enumerate();
    let path: String = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once(']').map_or(part, |(_, rest)| rest) })
        .collect();
    value.map(|text| card::cell(&text, &path, exact).into_owned())
}

pub(crate) fn differences<F, D>(
    fields: &[Field<F, D>],
    before: &D,
    after: &D,
    names: &Names,
) -> Vec<Difference> {
    let differ = |field: &&Field<F, D>| (field.value)(before) != (field.value)(after);
    let row = |field: &Field<F, D>| Difference {
        wire: field.wire.into(),
        label: field.label.into(),
        before: field.shown(before, names),
        after: field.shown(after, names),
        bits: Vec::new(),
    };
    fields.iter().filter(differ).map(row).collect()
}

pub(crate) fn three<F, D>(
    fields: &[Field<F, D>],
    seen: &D,
    theirs: &D,
    mine: &D,
    names: &Names,
) -> Vec<Versions> {
    let row = |field: &Field<F, D>| {
        let [was, is, wanted] = [seen, theirs, mine].map(|draft| (field.value)(draft));
        let changed_by = changed_by(&was, &is, &wanted, |one, other| one == other)?;
        let [seen, theirs, mine] = [seen, theirs, mine].map(|draft| field.shown(draft, names));
        Some(Versions { wire: field.wire.into(), label: field.label.into(), seen, theirs, mine, changed_by })
    };
    fields.iter().filter_map(row).collect()
}

/// The side that changed a value since it was seen; `None` if neither did.
pub(crate) fn changed_by<T>(
    seen: &T,
    theirs: &T,
    mine: &T,
    same: impl Fn(&T, &T) -> bool,
) -> Option<ChangedBy> {
    match (!same(seen, mine), !same(seen, theirs)) {
        (false, false) => None,
        (true, false) => Some(ChangedBy::OnlyMe),
        (false, true) => Some(ChangedBy::OnlyThem),
        (true, true) if same(mine, theirs) => Some(ChangedBy::BothAlike),
        (true, true) => Some(ChangedBy::Both),
    }
}

/// Their version with these fields of mine written into it; everything else stays as they have it.
pub(crate) fn merged<F: Clone, D>(fields: &[Field<F, D>], theirs: F, mine: &F, take: &[FieldName]) -> F {
    let mut form = theirs;
    for field in fields.iter().filter(|field| take.iter().any(|wire| wire == field.wire)) {
        (field.take)(&mut form, mine);
    }
    form
}

/// A value as a person reads it.
pub(crate) fn shown(value: Option<&String>) -> String {
    match value {
        None => "not set".to_owned(),
        Some(text) if text.is_empty() => "empty".to_owned(),
        Some(text) => visible(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::shell::areas::told_apart;

    type Shop = (Option<String>, Option<String>, Option<String>);

    const FIELDS: &[Field<Shop, Shop>] = &[
        field("name", "Name", |draft| draft.0.clone(), |to, from| to.0.clone_from(&from.0)),
        field("phone", "Phone", |draft| draft.1.clone(), |to, from| to.1.clone_from(&from.1)),
        field(
            "host",
            "Host",
            |draft: &Shop| draft.2.clone(),
            |to: &mut Shop, from: &Shop| to.2.clone_from(&from.2),
        )
        .named(|draft, names| Some(name_of(&names.acquirers, draft.2.as_deref()?))),
    ];

    fn shop(name: &str, phone: Option<&str>, host: &str) -> Shop {
        (Some(name.to_owned()), phone.map(str::to_owned), Some(host.to_owned()))
    }

    #[test]
    fn a_merge_is_theirs_with_the_fields_i_chose() {
        let (seen, theirs) = (shop("Shop", None, "1"), shop("Store", Some("7"), "1"));
        let mine = shop("Kiosk", None, "2");
        let rows = three(FIELDS, &seen, &theirs, &mine, &Names::default());
        let by: Vec<_> = rows.iter().map(|row| (&*row.wire, row.changed_by)).collect();
        let expected =
            [("name", ChangedBy::Both), ("phone", ChangedBy::OnlyThem), ("host", ChangedBy::OnlyMe)];
        assert_eq!(by, expected);
        assert_eq!(merged(FIELDS, theirs, &mine, &["host".into()]), shop("Store", Some("7"), "2"));
    }

    #[test]
    fn a_card_number_is_shortened_in_reviews_unless_the_member_is_exact() {
        const PAN: &str = "4111 1111 1111 1111";
        let exact = |path: &str| path == "methods.acqMid";
        for (wire, expected) in [
            ("name", "4111 11** **** 1111"),
            ("methods[0].acqMid", PAN),
            ("methods[1].note", "4111 11** **** 1111"),
        ] {
            assert_eq!(shortened(Some(PAN.to_owned()), wire, exact).as_deref(), Some(expected), "{wire}");
        }
    }

    #[test]
    fn values_of_one_name_are_told_apart() {
        let named = |pairs: &[(&str, &str)]| {
            let all: Vec<_> =
                pairs.iter().map(|(id, name)| ((), (*id).to_owned(), (*name).to_owned())).collect();
            Arc::new(told_apart(&all))
        };
        let names =
            Names { acquirers: named(&[("1", "Host"), ("2", "Host"), ("3", "Other")]), ..Names::default() };
        let change = |to: &str| {
            let found = differences(FIELDS, &shop("a", None, "1"), &shop("a", None, to), &names);
            found.into_iter().map(|one| (one.before, one.after)).collect::<Vec<_>>()
        };
        let words = |text: &str| Some(text.to_owned());
        assert_eq!(change("1"), []);
        assert_eq!(change("2"), [(words("Host (1)"), words("Host (2)"))]);
        assert_eq!(change("3"), [(words("Host (1)"), words("Other"))]);
        assert_eq!(change("4"), [(words("Host (1)"), words("4 (no name known)"))]);
    }
}
