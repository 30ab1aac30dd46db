//! Foreign text made fit for a sentence: length-capped, and visible by [`tapline_contract::shown`].

use std::fmt::Write as _;

use tapline_contract::shown;

/// Longest text of a service that is shown, in characters.
const LONGEST: usize = 500;

/// `text` in a form that can be shown: nothing in it can hide, move or break the text around it.
pub fn visible(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => shown::visible(text).into_owned(),
        Some((end, _)) => format!("{}…", shown::visible(&text[..end])),
    }
}

/// Two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(visible(&"é".repeat(LONGEST + 1)).chars().count(), LONGEST + 1);
        assert_eq!(visible(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
        assert_eq!(visible("a\u{1b}"), r"a\u{1b}");
    }
}
