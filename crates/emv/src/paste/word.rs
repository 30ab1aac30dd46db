//! The words of a text, and whether they are digits.

/// A word of the text: letters, digits and `_`.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = sign.is_ascii_alphanumeric() || sign == '_';
        match (from, inside) {
            (None, true) => from = Some(at),
            (Some(start), false) => {
                found.push(Word { text: &text[start..at], start, end: at });
                from = None;
            }
            _ => {}
        }
    }
    found
}

pub(super) fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn is_decimal(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_pair(word: &str) -> bool {
    word.len() == 2 && is_hex(word)
}

/// Of hex the digits, without the sign that it is hex: 0x60, 60h.
pub(super) fn bare_hex(word: &str) -> &str {
    let is_value = |digits: &&str| is_hex(digits) && digits.len().is_multiple_of(2);
    let behind = word.strip_suffix(['h', 'H']).filter(is_value);
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).or(behind).unwrap_or(word)
}
