//! Lists of tags with lengths (DOL), the card's list of methods and the application file locator, recognized by their form.

use tapline_emv::tag::Tag;
use tapline_emv::{dol, hex};

/// Bytes that a list asks for under a tag that isn't known, at most.
const LONGEST_DATA: u8 = 32;

/// Known tags with lengths that they have, and nothing else.
pub(super) fn is_known_list(digits: &str) -> bool {
    is_list(digits, |_| false)
}

/// Also with tags that have the form of one, and lengths as data of cards have.
pub(super) fn is_likely_list(digits: &str) -> bool {
    is_list(digits, |entry| {
        Tag::parse(&entry.tag).is_some_and(|tag| tag.row().is_none())
            && (1..=LONGEST_DATA).contains(&entry.length)
    })
}

fn is_list(digits: &str, other: impl Fn(&dol::Entry) -> bool) -> bool {
    let is_known = |entry: &dol::Entry| {
        entry.usual() == Some(entry.length)
            || Tag::parse(&entry.tag)
                .is_some_and(|tag| tag.row().is_some() && tag.has_size(entry.length.into()))
    };
    dol::read(digits).is_ok_and(|list| {
        !list.entries.is_empty() && list.entries.iter().all(|one| is_known(one) || other(one))
    })
}

/// Amounts X and Y, then pairs of a method and a condition that the book has (EMV 4.4 Book 3, 10.5).
pub(super) fn is_cvm_list(digits: &str) -> bool {
    let Some(bytes) = hex::bytes(digits) else { return false };
    let Some((_, rules)) = bytes.split_at_checked(8) else { return false };
    let (rules, rest) = rules.as_chunks::<2>();
    rest.is_empty()
        && rules.iter().all(|[method, condition]| {
            method & 0x80 == 0 && matches!(method & 0x3F, 0..=0x0F | 0x1E | 0x1F) && *condition <= 9
        })
}

/// For each file its number, first and last record, and the authenticated ones (EMV 4.4 Book 3, 10.2).
pub(super) fn is_locator(digits: &str) -> bool {
    let Some(bytes) = hex::bytes(digits) else { return false };
    let (files, rest) = bytes.as_chunks::<4>();
    let is_file = |file: &[u8; 4]| {
        let [number, first, last, authenticated] = *file;
        (0x08..=0xF0).contains(&number)
            && number.is_multiple_of(8)
            && (1..=last).contains(&first)
            && authenticated <= last - first + 1
    };
    !files.is_empty() && rest.is_empty() && files.iter().all(is_file)
}
