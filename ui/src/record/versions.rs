//! Versions of one record, field by field, for reviews and conflicts.

use std::any::Any;
use std::borrow::Cow;

use tapline_contract::card::{self, Exact};
use tapline_contract::form::TextField;
use tapline_contract::shown::visible;
use tapline_contract::three_way::ChangedBy;
use tapline_emv::decode;

use super::document::{Document, Form};
use super::{Resource, ResourceKind};
pub(crate) use crate::shell::areas::Names;
use crate::show;

/// Wire name or label of a field: from a table, or made for one record.
pub(crate) type FieldName = Cow<'static, str>;

/// A field that a person can change, in several drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldVersions {
    pub(crate) wire: FieldName,
    pub(crate) label: FieldName,
    /// One for each draft.
    pub(crate) values: Vec<Value>,
}

/// The value of a field in one draft; `None` if absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// Values are compared by this.
    compared: Option<String>,
    /// As people read it.
    words: Option<String>,
}

/// Rows over drafts of type `D`, one after another.
pub(crate) struct Rows<'a, D> {
    pub(crate) drafts: Vec<&'a D>,
    rows: Vec<FieldVersions>,
}

impl<'a, D: Any> Rows<'a, D> {
    pub(crate) fn new(drafts: &[&'a Document]) -> Rows<'a, D> {
        Rows { drafts: drafts.iter().map(|draft| draft.get()).collect(), rows: Vec::new() }
    }

    pub(crate) fn texts(&mut self, fields: &[TextField<D>]) {
        for text in fields {
            self.field(text.wire, text.label, |draft| (text.of)(draft).clone());
        }
    }

    pub(crate) fn field(
        &mut self,
        wire: impl Into<FieldName>,
        label: impl Into<FieldName>,
        value: impl Fn(&D) -> Option<String>,
    ) {
        let value = |draft: &&D| {
            let value = value(draft);
            Value { words: value.clone(), compared: value }
        };
        let values = self.drafts.iter().map(value).collect();
        self.rows.push(FieldVersions { wire: wire.into(), label: label.into(), values });
    }

    /// A field that people read in other words than those that are compared.
    pub(crate) fn named(
        &mut self,
        wire: impl Into<FieldName>,
        label: impl Into<FieldName>,
        compared: impl Fn(&D) -> Option<String>,
        words: impl Fn(&D) -> Option<String>,
    ) {
        let value = |draft: &&D| Value { compared: compared(draft), words: words(draft) };
        let values = self.drafts.iter().map(value).collect();
        self.rows.push(FieldVersions { wire: wire.into(), label: label.into(), values });
    }

    pub(crate) fn all(self) -> Vec<FieldVersions> {
        self.rows
    }
}

/// "Rheinbank Cards EUR"; the id if no name is known.
pub(crate) fn name_of(names: &[(String, String)], id: &str) -> String {
    let known = names.iter().find(|(known, _)| known == id);
    known.map_or_else(|| format!("{id} (name unknown)"), |(_, name)| name.clone())
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
    /// As it is shown: card numbers shortened, unless the member is `exact`.
    pub(super) fn without_cards(self, exact: Exact) -> Difference {
        let [before, after] = [self.before, self.after].map(|value| shortened(value, &self.wire, exact));
        Difference { before, after, ..self }
    }
}

impl Versions {
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

pub(crate) fn differences(
    kind: &dyn Resource,
    before: &Document,
    after: &Document,
    names: &Names,
) -> Vec<Difference> {
    let difference = |row: FieldVersions| {
        let [before, after] = <[Value; 2]>::try_from(row.values).ok()?;
        let differs = before.compared != after.compared;
        let (before, after) = (before.words, after.words);
        differs.then(|| Difference { wire: row.wire, label: row.label, before, after, bits: Vec::new() })
    };
    let mut all: Vec<_> = kind.rows(&[before, after], names).into_iter().filter_map(difference).collect();
    for row in &mut all {
        row.bits = bits(kind, after, row).unwrap_or_default();
    }
    all
}

/// The bits that differ in a row.
fn bits(kind: &dyn Resource, after: &Document, row: &Difference) -> Option<Vec<String>> {
    let (code, scheme) = kind.code(after, &row.wire)?;
    let [was, is] = [row.before.as_deref()?, row.after.as_deref()?].map(show::text);
    let differ = decode::differing(code, scheme, &was, &is)?;
    Some(differ.iter().map(decode::Difference::turned).collect())
}

/// The fields that somebody changed since the record was seen.
pub(crate) fn three(
    kind: ResourceKind,
    seen: &Document,
    theirs: &Document,
    mine: &Document,
    names: &Names,
) -> Vec<Versions> {
    let versions = |row: FieldVersions| {
        let [seen, theirs, mine] = <[Value; 3]>::try_from(row.values).ok()?;
        let [was, is, wanted] = [&seen, &theirs, &mine].map(|value| value.compared.as_deref());
        let changed_by = changed_by(was, is, wanted)?;
        let [seen, theirs, mine] = [seen, theirs, mine].map(|value| value.words);
        Some(Versions { wire: row.wire, label: row.label, seen, theirs, mine, changed_by })
    };
    kind.rows(&[seen, theirs, mine], names).into_iter().filter_map(versions).collect()
}

/// The side that changed a value since it was seen; `None` if neither did.
fn changed_by(seen: Option<&str>, theirs: Option<&str>, mine: Option<&str>) -> Option<ChangedBy> {
    match (seen != mine, seen != theirs) {
        (false, false) => None,
        (true, false) => Some(ChangedBy::OnlyMe),
        (false, true) => Some(ChangedBy::OnlyThem),
        (true, true) if mine == theirs => Some(ChangedBy::BothAlike),
        (true, true) => Some(ChangedBy::Both),
    }
}

/// Their version with these fields of mine written into it; everything else stays as they have it.
pub(crate) fn merged(kind: &dyn Resource, theirs: Form, mine: &Form, take: &[FieldName]) -> Form {
    let mut form = theirs;
    for wire in take.iter().map(AsRef::as_ref) {
        if !kind.take(&mut form, mine, wire)
            && let (Some(to), Some(from)) = (kind.text_mut(&mut form, wire), kind.text(mine, wire))
        {
            to.clone_from(from);
        }
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

    use tapline_contract::merchant::Merchant;
    use tapline_contract::record::Record as _;

    use super::*;
    use crate::pages::merchants::MERCHANTS;
    use crate::pages::merchants::resource::Merchants;
    use crate::record::RecordKind as _;
    use crate::shell::areas::told_apart;

    /// A merchant with one method, over this acquirer profile.
    fn shop(name: &str, phone: Option<&str>, acquirer: &str) -> Document {
        let phone = phone.map(|phone| format!(r#""contactPhone":"{phone}","#)).unwrap_or_default();
        let method = format!(r#"{{"paymentMethod":"01","profileId":{acquirer}}}"#);
        let raw =
            format!(r#"{{"mchId":"M1","mchName":"{name}",{phone}"supportedPaymentMethods":[{method}]}}"#);
        MERCHANTS.draft_of(&Merchants::document(Merchant::read(&raw).unwrap()))
    }

    fn form(name: &str, phone: Option<&str>, acquirer: &str) -> Form {
        Form::new(tapline_contract::form::merchant::MerchantForm::of_draft(shop(name, phone, acquirer).get()))
    }

    #[test]
    fn a_merge_is_theirs_with_the_fields_i_chose() {
        let (seen, theirs) = (shop("Shop", None, "1"), shop("Store", Some("7"), "1"));
        let mine = shop("Kiosk", None, "2");
        let rows = three(MERCHANTS, &seen, &theirs, &mine, &Names::default());
        let by: Vec<_> = rows.iter().map(|row| (&*row.wire, row.changed_by)).collect();
        let expected = [
            ("mchName", ChangedBy::Both),
            ("contactPhone", ChangedBy::OnlyThem),
            ("supportedPaymentMethods", ChangedBy::OnlyMe),
        ];
        assert_eq!(by, expected);
        let (theirs, mine) = (form("Store", Some("7"), "1"), form("Kiosk", None, "2"));
        let merged = merged(MERCHANTS, theirs, &mine, &["supportedPaymentMethods".into()]);
        let (Ok(merged), expected) = (MERCHANTS.read(&merged), shop("Store", Some("7"), "2")) else {
            panic!("it can be read")
        };
        assert_eq!(merged.json(), expected.json());
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
            let found = differences(MERCHANTS, &shop("a", None, "1"), &shop("a", None, to), &names);
            found.into_iter().map(|one| (one.before, one.after)).collect::<Vec<_>>()
        };
        let words = |text: &str| Some(format!("Visa (01) over {text}"));
        assert_eq!(change("1"), []);
        assert_eq!(change("2"), [(words("Host (1)"), words("Host (2)"))]);
        assert_eq!(change("3"), [(words("Host (1)"), words("Other"))]);
        assert_eq!(change("4"), [(words("Host (1)"), words("4 (name unknown)"))]);
    }
}
