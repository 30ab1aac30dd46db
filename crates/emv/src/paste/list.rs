//! Lists of tags with lengths (DOL) and the card's list of methods, without a name before them or with one.

use super::kind;
use super::tags;
use crate::dol::{self, DolError};
use crate::performed;

/// Bytes that a list asks for under a tag that is not known, at most.
const LONGEST_DATA: u8 = 32;

/// In place of a tag: a list that has none before it.
pub(super) const LIST: &str = "list";

/// Whether every rule of a CVM list is documented.
pub(super) fn is_whole_list(value: &str) -> bool {
    performed::list(value).is_some_and(|words| !words.iter().any(|line| line.contains("not documented")))
}

/// Whether it is a list of known tags with lengths that they have.
pub(super) fn is_known_list(value: &str) -> bool {
    is_list(value, |_| false)
}

/// Also with tags that have the form of one, and lengths as data of cards have.
pub(super) fn is_likely_list(value: &str) -> bool {
    let is_form = |entry: &dol::Entry| tags::is_tag(&entry.tag) && (1..=LONGEST_DATA).contains(&entry.length);
    is_list(value, |entry| !kind::is_known(&entry.tag) && is_form(entry))
}

fn is_list(value: &str, other: impl Fn(&dol::Entry) -> bool) -> bool {
    let is_known = |entry: &dol::Entry| {
        entry.usual() == Some(entry.length)
            || tags::has(&entry.tag, entry.length)
            || kind::tagged(&entry.tag).is_some_and(|name| kind::has(name.kind, entry.length))
    };
    dol::read(value).is_ok_and(|list| {
        !list.entries.is_empty() && list.entries.iter().all(|one| is_known(one) || other(one))
    })
}

pub(super) fn dol_name(tag: &str) -> &'static str {
    match tag {
        "9F49" => "DDOL",
        "97" => "TDOL",
        "8C" => "CDOL1",
        "8D" => "CDOL2",
        _ => "PDOL",
    }
}

/// A list of tags: what it asks for, a line each. Only where some tag of it is known: most hex has the form of a list.
pub(super) fn list(value: &str) -> Option<Vec<String>> {
    let (said, list) = match dol::read(value) {
        Ok(list) => (list.has_length_byte.then(|| "The first byte counts the rest.".to_owned()), list),
        Err(error) => {
            let sentence = error.sentence();
            let DolError::WrongLength { list, .. } = error else { return None };
            (Some(sentence), list)
        }
    };
    list.entries.iter().find(|entry| entry.name().is_some() || kind::is_known(&entry.tag))?;
    let bytes = |many: usize| if many == 1 { "1 byte".to_owned() } else { format!("{many} bytes") };
    let rows = list.entries.iter().map(|entry| {
        let name = entry.name().or_else(|| tags::name(&entry.tag)).unwrap_or("not known here");
        format!("{}: {name}, {}", entry.tag, bytes(entry.length.into()))
    });
    let whole = format!("Asks for {} of data.", bytes(list.data_length()));
    Some(said.into_iter().chain([whole]).chain(rows).collect())
}
