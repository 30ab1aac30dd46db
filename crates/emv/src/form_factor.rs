//! Form of the tapped card or phone as reported by Visa devices: Form Factor Indicator, tag 9F6E, 4 bytes. EMV Book C-3 v2.10,
//! Annex A.2, as emv-utils cites it.
//!
//! Not the 9F6E of Amex (what the reader offers, see [`crate::decode`]) and not that of Mastercard (data of third parties).

use crate::hex;
use crate::tap::Presented;

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormFactor {
    /// "a phone".
    pub words: &'static str,
    /// The answer that applies; `None` if the form is unknown.
    pub presented: Option<Presented>,
}

/// The low five bits of byte 1.
const FORMS: [FormFactor; 5] = [
    FormFactor { words: "a card", presented: Some(Presented::Card) },
    FormFactor { words: "a mini-card", presented: Some(Presented::Card) },
    FormFactor { words: "something of another form than a card", presented: None },
    FormFactor { words: "a phone", presented: Some(Presented::Phone) },
    FormFactor { words: "a wrist-worn device", presented: Some(Presented::Phone) },
];

/// Nothing where the text is no such value.
pub fn read(text: &str) -> Option<FormFactor> {
    let [first, _, _, _] = *hex::bytes(text)?.as_slice() else { return None };
    let unknown = FormFactor { words: "something of an unknown form", presented: None };
    Some(FORMS.get(usize::from(first & 0x1F)).copied().unwrap_or(unknown))
}

/// True if a value is likely one: bits 8 to 6 of byte 1 name version 1, and the form is known.
pub fn is_visa(text: &str) -> bool {
    match hex::bytes(text).as_deref() {
        Some([first, _, _, _]) => first >> 5 == 1 && usize::from(first & 0x1F) < FORMS.len(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Presented, is_visa, read};

    #[test]
    fn the_low_bits_of_the_first_byte_name_the_form() {
        for (text, words, presented) in [
            ("20700000", "a card", Some(Presented::Card)),
            ("23880000", "a phone", Some(Presented::Phone)),
            ("24000000", "a wrist-worn device", Some(Presented::Phone)),
            ("22000000", "something of another form than a card", None),
            ("3F000000", "something of an unknown form", None),
        ] {
            let form = read(text).unwrap();
            assert_eq!((form.words, form.presented), (words, presented), "{text}");
        }
        assert_eq!(read("238800"), None);
        for (text, expected) in [
            ("20700000", true),
            ("23880000", true),
            ("18E00003", false),
            ("26804080", false),
            ("03880000", false),
            ("238800", false),
        ] {
            assert_eq!(is_visa(text), expected, "{text}");
        }
    }
}
