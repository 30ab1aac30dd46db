//! Hexadecimal text to bytes and back, for parameter values and identifiers.
//! Not a parser of lists or tags. Reading tolerates white space and lower case; writing is upper case, unspaced.

/// The bytes that `text` spells, or nothing if a character is not a hex digit or the digits are odd in number.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut before = None;
    for digit in text.chars().filter(|c| !c.is_whitespace()) {
        let digit = u8::try_from(digit.to_digit(16)?).ok()?;
        match before.take() {
            Some(high) => bytes.push(high << 4 | digit),
            None => before = Some(digit),
        }
    }
    before.is_none().then_some(bytes)
}

/// Two upper-case digits per byte, unspaced.
pub fn text(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 0x0F)]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{bytes, text};

    #[test]
    fn reads_spaced_and_lower_case_and_nothing_else() {
        let table: &[(&str, Option<&[u8]>)] = &[
            ("26804080", Some(&[0x26, 0x80, 0x40, 0x80])),
            (" 26 80 40 80 ", Some(&[0x26, 0x80, 0x40, 0x80])),
            ("aF", Some(&[0xAF])),
            ("", Some(&[])),
            ("2", None),
            ("2G", None),
            ("+1", None),
            ("1٣", None),
        ];
        for (input, expected) in table {
            assert_eq!(bytes(input).as_deref(), *expected, "{input:?}");
        }
        assert_eq!(text(&[0x0A, 0xF0]), "0AF0");
    }
}
