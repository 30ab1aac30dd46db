//! Versions of a record with all its fields: those of the table and those that only this record has, such as the acceptances
//! of a profile.

use tapline_emv::decode;

use super::Resource;
use super::versions::{self, Difference, FieldName, Names, Versions};
use crate::show;

/// A field that only some records have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) wire: String,
    pub(crate) label: String,
}

pub(crate) fn differences<R: Resource>(
    before: &R::Draft,
    after: &R::Draft,
    names: &Names,
) -> Vec<Difference> {
    let mut all: Vec<_> =
        R::TEXTS.iter().filter_map(|text| Difference::from_text(text, before, after)).collect();
    all.extend(versions::differences(R::FIELDS, before, after, names));
    let row = |part: Part| {
        if R::same_part(before, after, &part.wire) {
            return None;
        }
        let [before, after] = [before, after].map(|draft| R::part(draft, &part.wire));
        let (wire, label) = (part.wire.into(), part.label.into());
        Some(Difference { wire, label, before, after, bits: Vec::new() })
    };
    all.extend(R::parts(&[before, after]).into_iter().filter_map(row));
    for row in &mut all {
        row.bits = bits::<R>(after, row).unwrap_or_default();
    }
    all
}

/// The bits that differ in a row.
fn bits<R: Resource>(after: &R::Draft, row: &Difference) -> Option<Vec<String>> {
    let (code, scheme) = R::code(after, &row.wire)?;
    let [was, is] = [row.before.as_deref()?, row.after.as_deref()?].map(show::text);
    let differ = decode::differing(code, scheme, &was, &is)?;
    Some(differ.iter().map(decode::Difference::turned).collect())
}

pub(crate) fn three<R: Resource>(
    seen: &R::Draft,
    theirs: &R::Draft,
    mine: &R::Draft,
    names: &Names,
) -> Vec<Versions> {
    let mut all: Vec<_> =
        R::TEXTS.iter().filter_map(|text| Versions::from_text(text, seen, theirs, mine)).collect();
    all.extend(versions::three(R::FIELDS, seen, theirs, mine, names));
    let row = |part: Part| {
        let same = |one: &&R::Draft, other: &&R::Draft| R::same_part(one, other, &part.wire);
        let changed_by = versions::changed_by(&seen, &theirs, &mine, same)?;
        let [seen, theirs, mine] = [seen, theirs, mine].map(|draft| R::part(draft, &part.wire));
        Some(Versions { wire: part.wire.into(), label: part.label.into(), seen, theirs, mine, changed_by })
    };
    all.extend(R::parts(&[seen, theirs, mine]).into_iter().filter_map(row));
    all
}

/// Their version with these fields of mine written into it; everything else stays as they have it.
pub(crate) fn merged<R: Resource>(theirs: R::Form, mine: &R::Form, take: &[FieldName]) -> R::Form {
    let mut form = versions::merged(R::FIELDS, theirs, mine, take);
    for wire in take.iter().filter(|wire| R::FIELDS.iter().all(|field| field.wire != wire.as_ref())) {
        let is_text = R::TEXTS.iter().any(|text| text.wire == wire.as_ref());
        match (is_text, R::text_mut(&mut form, wire), R::text(mine, wire)) {
            (true, Some(to), Some(from)) => to.clone_from(from),
            _ => R::take_part(&mut form, mine, wire),
        }
    }
    form
}
