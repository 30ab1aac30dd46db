//! Foreign text made fit for a sentence: length-capped, with control and direction characters visible.

use std::fmt::Write as _;

/// Longest text of a service that is shown, in characters.
const LONGEST: usize = 500;

/// `text` as it can be shown: nothing in it can hide, move or break what stands around it.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == LONGEST {
            shown.push('…');
            break;
        }
        match c {
            '\u{0}'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7f}' => shown.push('\u{2421}'),
            '\u{80}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}' => {
                // Writing to a String cannot fail.
                let _ = write!(shown, "<U+{:04X}>", u32::from(c));
            }
            _ => shown.push(c),
        }
    }
    shown
}

/// Two digits a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
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
    fn what_hides_is_shown() {
        for (text, shown) in [
            ("plain, with 'é' and 漢", "plain, with 'é' and 漢"),
            ("two\r\nlines\t.", "two␍␊lines␉."),
            ("a\u{202e}b\u{200b}", "a<U+202E>b<U+200B>"),
            ("\u{7f}\u{85}", "␡<U+0085>"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(visible(&"é".repeat(LONGEST + 1)).chars().count(), LONGEST + 1);
        assert_eq!(visible(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
    }
}
