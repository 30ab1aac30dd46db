//! Several values without names: `0000048000 E800 420300`, also with commas or bars, in a column, or left beside named ones.
//!
//! Only where the text has nothing but values and what tells of the card, so that no number of a sentence is taken for a value.

use super::bare::{behind_tag, one};
use super::context::is_of_card;
use super::meaning::is_known_application;
use super::owner::Card;
use super::word::{bare_hex, is_hex};
use super::{Piece, kind};
use crate::{hex, performed};

/// Signs that part values for certain.
const BETWEEN: [char; 4] = [',', '|', ';', '\n'];
/// Signs around a value.
const AROUND: &[char] = &[':', '=', '"', '\'', '(', ')', '[', ']', '{', '}', '<', '>'];
/// Pairs of decimal digits with a sign between them from which they are no date, time or address.
const MANY_PAIRS: usize = 5;

/// The values of a text that has no names before values.
pub(super) fn several(text: &str, card: Card) -> Vec<Piece> {
    let parts = parts(text);
    let is_whole = parts.iter().flatten().all(|word| !is_no_value(word));
    if let [groups] = parts.as_slice()
        && is_whole
    {
        return groups_of(groups, card).unwrap_or_default();
    }
    let values: Vec<Vec<String>> = parts
        .into_iter()
        .map(|part| part.into_iter().filter(|word| !is_no_value(word)).collect::<Vec<_>>())
        .filter(|groups| !groups.is_empty())
        .collect();
    let joined: Vec<String> = values.iter().map(|groups| groups.concat()).collect();
    let is_counted = values.iter().flatten().chain(&joined).any(|value| is_strong(value))
        || joined.len() > 1 && joined.iter().all(|value| value.len() > 3) && has_letter(&joined);
    if !is_counted {
        return Vec::new();
    }
    let found: Option<Vec<Vec<Piece>>> = values.iter().map(|groups| groups_of(groups, card)).collect();
    found.unwrap_or_default().concat()
}

/// The values that are left of a text beside those with names, each of a form that hardly any number has.
pub(super) fn left(text: &str, card: Card) -> Vec<Piece> {
    let values: Vec<String> = parts(text).concat().into_iter().filter(|word| !is_no_value(word)).collect();
    let found = values.iter().map(|value| one(&[value], card).filter(|_| is_strong(value)));
    found.collect::<Option<Vec<Piece>>>().unwrap_or_default()
}

/// The values of words that only spaces part: the groups of one, or one each.
fn groups_of(words: &[String], card: Card) -> Option<Vec<Piece>> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let each = || words.iter().map(|word| one(&[word], card)).collect::<Option<Vec<Piece>>>();
    let is_each = words.len() > 1 && words.iter().any(|word| is_strong(word)) && behind_tag(&words).is_none();
    if is_each && let Some(found) = each() {
        return Some(found);
    }
    let is_text = words.iter().all(|word| word.len() > 3) && has_letter(&words);
    one(&words, card).map(|piece| vec![piece]).or_else(|| each().filter(|_| is_text))
}

/// The words between signs that part values, each without what stands around it.
fn parts(text: &str) -> Vec<Vec<String>> {
    text.split(BETWEEN)
        .map(|part| part.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect())
        .collect()
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
    word.to_owned()
}

/// A word that tells of the card, or the name of a value.
fn is_no_value(word: &str) -> bool {
    is_of_card(word) || kind::named(word).is_some_and(|name| !name.is_tag)
}

fn has_letter<T: AsRef<str>>(words: &[T]) -> bool {
    words.iter().any(|word| word.as_ref().bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// Whether a value is told by more than its length: of the size of a TVR, CVM results, a known AID, or a TSI that is no number.
fn is_strong(word: &str) -> bool {
    let is_tsi = || matches!(hex::bytes(word).as_deref(), Some([steps, 0]) if steps.is_multiple_of(4));
    is_hex(word) && word.len() == 10
        || performed::is_documented(word)
        || is_known_application(word)
        || is_tsi() && has_letter(&[word])
}
