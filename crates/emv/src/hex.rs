//! Hexadecimal text to bytes and back, for parameter values and identifiers.
//! Not a parser of lists or tags. Reading tolerates white space and lower case; writing is upper case, unspaced.

/// The bytes that `text` spells, or nothing if a character is not a hex digit or the digits are odd in number.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high * 16 + low).collect())
}

/// Two upper-case digits per byte, unspaced.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0x0F])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .map(|digit| digit.to_ascii_uppercase())
        .collect()
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
