//! Values without names, recognized by their length: only where the text has nothing but values and words about the card, so that no
//! number of a sentence becomes a value.

use tapline_emv::aid::{self, RidOwner};
use tapline_emv::decode::Code;
use tapline_emv::tag::Tag;
use tapline_emv::{Aid, form_factor, hex};

use super::field::{self, Field};
use super::word::{bare_hex, is_card_number, is_hex};
use super::{CutOff, Fault, Log, LogValue, Origin, Value, card, value};
use crate::decision::Certainty;

/// Signs that part values for certain.
const BETWEEN: [char; 4] = [',', '|', ';', '\n'];
/// Signs around a value.
const AROUND: &[char] = &[':', '=', '"', '\'', '(', ')', '[', ']', '{', '}', '<', '>', '`', '*'];
/// Pairs of decimal digits with a sign between them from which they are no date, time or address.
const MANY_PAIRS: usize = 5;

/// Reads a text that has no names before values.
pub(super) fn read(text: &str, log: &mut Log) {
    let whole = text.trim().trim_end_matches([':', '=']);
    let tags: Option<Vec<Tag>> = whole.split_whitespace().map(long_tag).collect();
    let in_pairs = || long_tag(&whole.split_whitespace().collect::<String>()).map(|tag| vec![tag]);
    if let Some(tags) = tags.filter(|tags| !tags.is_empty()).or_else(in_pairs) {
        for tag in tags {
            log.add_cut_off(CutOff::new(tag, 0, Fault::NoValue));
        }
        return;
    }
    for value in several(text).unwrap_or_default() {
        log.add(value);
    }
}

fn long_tag(text: &str) -> Option<Tag> {
    Tag::parse(text.trim_end_matches([':', '='])).filter(|tag| tag.width() > 1)
}

fn several(text: &str) -> Option<Vec<LogValue>> {
    let parts: Vec<Vec<String>> = text
        .split(BETWEEN)
        .map(|part| part.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect();
    if parts.iter().map(Vec::len).sum::<usize>() > 200 {
        return None;
    }
    let is_whole = parts.iter().flatten().all(|word| !is_no_value(word));
    if let [groups] = parts.as_slice()
        && is_whole
    {
        return groups_of(groups);
    }
    let values: Vec<Vec<String>> = parts
        .into_iter()
        .map(|part| part.into_iter().filter(|word| !is_no_value(word)).collect::<Vec<_>>())
        .filter(|groups| !groups.is_empty())
        .collect();
    let joined: Vec<String> = values.iter().map(|groups| groups.concat()).collect();
    let is_counted = values.iter().flatten().chain(&joined).any(|value| is_strong(value))
        || joined.len() > 1 && joined.iter().all(|value| value.len() > 3) && has_letter(&joined);
    let found: Option<Vec<Vec<LogValue>>> = values.iter().map(|groups| groups_of(groups)).collect();
    found.filter(|_| is_counted).map(|found| found.concat())
}

/// Adds the words that are left in a text with named values, if each has a form that hardly any number has.
pub(super) fn left(words: &[&str], log: &mut Log) {
    let words: Vec<String> = words.iter().map(|word| plain(word)).filter(|word| !is_no_value(word)).collect();
    let found: Option<Vec<LogValue>> =
        words.iter().map(|word| one(word).filter(|_| is_strong(word))).collect();
    found.unwrap_or_default().into_iter().for_each(|value| log.add(value));
}

/// The values of words that only spaces part: the groups of one, or one each.
fn groups_of(words: &[String]) -> Option<Vec<LogValue>> {
    let each = || words.iter().map(|word| one(word)).collect::<Option<Vec<LogValue>>>();
    if words.len() > 1
        && words.iter().any(|word| is_strong(word))
        && let Some(found) = each()
    {
        return Some(found);
    }
    let is_text = words.iter().all(|word| word.len() > 3) && has_letter(words);
    one(&words.concat()).map(|value| vec![value]).or_else(|| each().filter(|_| is_text))
}

fn plain(word: &str) -> String {
    let word = bare_hex(word.trim_matches(AROUND));
    for sign in ['.', ':', '-'] {
        let pairs: Vec<&str> = word.split(sign).collect();
        let is_value = pairs.iter().all(|pair| pair.len() == 2 && is_hex(pair))
            && (pairs.len() >= MANY_PAIRS || pairs.len() > 1 && has_letter(&pairs));
        if is_value {
            return pairs.concat();
        }
    }
    word.to_ascii_uppercase()
}

/// True for a word about the card, or the name of a value.
fn is_no_value(word: &str) -> bool {
    let spelling = tapline_emv::tag::plain(word);
    card::is_of_card(&spelling) || field::named(&spelling).is_some()
}

fn has_letter<T: AsRef<str>>(words: &[T]) -> bool {
    words.iter().any(|word| word.as_ref().bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// A value without a name, with every field that it may belong to.
fn one(text: &str) -> Option<LogValue> {
    let by_length = |tag, value, readings: Vec<Field>| {
        let is_open = matches!(value, Value::Code(_)) || !readings.is_empty();
        let certainty = if is_open { Certainty::Unclear } else { Certainty::Likely };
        Some(LogValue { readings, ..LogValue::new(Field::Tag(tag), value, Origin::ByLength, certainty) })
    };
    if is_card_number(text) {
        return by_length(Tag(0x5A), Value::Hidden, Vec::new());
    }
    let bytes = hex::bytes(text).filter(|_| is_hex(text));
    let mut tags = bytes.as_ref().map(|bytes| tags_of(text, bytes)).unwrap_or_default();
    let fields = |tags: &[Tag]| tags.iter().copied().map(Field::Tag).collect();
    if let Some(code) = value::code(text).filter(|code| code.len() < 4 && value::is_known_code(code)) {
        tags.sort_unstable();
        return by_length(Tag::HOST_CODE, Value::Code(code), fields(&tags));
    }
    let (tag, others) = tags.split_first()?;
    by_length(*tag, Value::Bytes(bytes?), fields(others))
}

/// The tags whose values look like this one.
fn tags_of(text: &str, bytes: &[u8]) -> Vec<Tag> {
    let mut tags = Vec::new();
    if is_known_aid(text) || text.starts_with("A000000") && Aid::parse(text).is_ok() {
        tags.push(Tag::AID);
    }
    match bytes {
        // A TSI has no reserved bit set.
        [steps, 0] if steps.is_multiple_of(4) => tags.push(Tag(0x9B)),
        [_, _, _, _, _] => tags.push(Tag::TVR),
        _ => {}
    }
    if is_cvm(bytes) {
        tags.push(Tag::CVM_RESULTS);
    }
    match bytes {
        [_, _, _] => tags.push(Tag(0x9F33)),
        [_, _, _, last] => {
            tags.push(Tag(0x9F66));
            // The form of Visa, or the version of Amex's kernel.
            if form_factor::is_visa(text) || (1..=3).contains(&(last & 7)) {
                tags.push(Tag(0x9F6E));
            }
        }
        [_] => tags.extend([0xDF_811B, 0xDF_8118, 0xDF_8119, 0x9F35].map(Tag)),
        _ if Code::RiskData.bytes(text).is_ok() => tags.push(Tag(0x9F1D)),
        _ => {}
    }
    tags
}

fn is_known_aid(text: &str) -> bool {
    Aid::parse(text).is_ok_and(|aid| aid::owner(&aid) != RidOwner::Unknown)
}

/// A method, a condition and a result that the book has.
fn is_cvm(bytes: &[u8]) -> bool {
    matches!(bytes, [method, 0..=9, 0..=2] if method & 0x80 == 0 && matches!(method & 0x3F, 0..=0x0F | 0x1E | 0x1F | 0x3F))
}

/// Recognized by more than its length: of the size of a TVR, CVM results, a known AID, or a TSI that is no number.
fn is_strong(word: &str) -> bool {
    let bytes = hex::bytes(word).filter(|_| is_hex(word));
    let Some(bytes) = bytes else { return false };
    let is_tsi = matches!(bytes.as_slice(), [steps, 0] if steps.is_multiple_of(4)) && has_letter(&[word]);
    bytes.len() == 5 || is_cvm(&bytes) || is_known_aid(word) || is_tsi
}
