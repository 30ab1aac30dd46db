//! Tags that occur in logs and whose values are not read here: told by their names, so that no value is taken for another tag's.
//!
//! Not the tags that are read: those are the rows of [`super::meaning`]. EMV 4.4 Book 3, Annex A; sizes in bytes.

use crate::hex;

/// Tag, the least and most bytes of a value, its name.
const TAGS: &[(&str, u8, u8, &str)] = &[
    ("50", 1, 16, "application label"),
    ("5F25", 3, 3, "first day of the card's application"),
    ("5F2D", 2, 8, "preferred languages of the cardholder"),
    ("5F30", 2, 2, "service code"),
    ("5F34", 1, 1, "sequence number of the card"),
    ("5F36", 1, 1, "decimals of the currency"),
    ("71", 1, 127, "issuer script, before the final cryptogram"),
    ("72", 1, 127, "issuer script, after the final cryptogram"),
    ("82", 2, 2, "application interchange profile (AIP)"),
    ("87", 1, 1, "priority of the application"),
    ("89", 6, 6, "authorization code"),
    ("8F", 1, 1, "index of the CA public key"),
    ("90", 64, 255, "certificate of the issuer's public key"),
    ("91", 8, 16, "issuer authentication data"),
    ("94", 4, 252, "application file locator (AFL)"),
    ("9A", 3, 3, "date of the transaction"),
    ("9C", 1, 1, "type of the transaction"),
    ("9F01", 6, 6, "identifier of the acquirer"),
    ("9F05", 1, 32, "discretionary data of the application"),
    ("9F07", 2, 2, "application usage control"),
    ("9F08", 2, 2, "application version of the card"),
    ("9F09", 2, 2, "application version of the terminal"),
    ("9F0D", 5, 5, "issuer action code, default"),
    ("9F0E", 5, 5, "issuer action code, denial"),
    ("9F0F", 5, 5, "issuer action code, online"),
    ("9F10", 1, 32, "issuer application data"),
    ("9F11", 1, 1, "code table of the issuer"),
    ("9F12", 1, 16, "preferred name of the application"),
    ("9F15", 2, 2, "merchant category code"),
    ("9F16", 15, 15, "identifier of the merchant"),
    ("9F17", 1, 1, "PIN tries left"),
    ("9F1B", 4, 4, "floor limit of the terminal, contact"),
    ("9F1C", 8, 8, "identifier of the terminal"),
    ("9F1E", 8, 8, "serial number of the terminal"),
    ("9F21", 3, 3, "time of the transaction"),
    ("9F26", 8, 8, "application cryptogram"),
    ("9F2A", 1, 8, "kernel identifier"),
    ("9F36", 2, 2, "transaction counter of the card (ATC)"),
    ("9F37", 4, 4, "unpredictable number"),
    ("9F41", 2, 4, "transaction counter of the terminal"),
    ("9F42", 2, 2, "currency of the application"),
    ("9F45", 2, 2, "data authentication code"),
    ("9F4E", 1, 127, "name and place of the merchant"),
    ("9F53", 1, 3, "data that each scheme defines for itself"),
    ("9F69", 5, 16, "card authentication related data"),
    ("9F7C", 1, 32, "data that each scheme defines for itself"),
    ("DF8117", 1, 1, "ways to read a card, for Mastercard's kernel"),
    ("DF811F", 1, 1, "security capabilities, for Mastercard's kernel"),
    ("DF8120", 5, 5, "terminal action code of Mastercard, default"),
    ("DF8121", 5, 5, "terminal action code of Mastercard, denial"),
    ("DF8122", 5, 5, "terminal action code of Mastercard, online"),
];

/// Other data of Mastercard under tags that are read for other schemes. EMV Book C-2, as emv-utils cites it.
const OF_MASTERCARD: &[(&str, u8, u8, &str)] = &[
    ("9F66", 2, 2, "Mastercard's PUNATC(Track2)"),
    ("9F6C", 2, 2, "Mastercard's application version for mag-stripe mode"),
    ("9F6D", 2, 2, "Mastercard's application version for mag-stripe mode"),
    ("9F6E", 5, 32, "Mastercard's data of third parties"),
];

fn row<'a>(tag: &str, rows: &'a [(&str, u8, u8, &str)]) -> Option<&'a (&'a str, u8, u8, &'a str)> {
    rows.iter().find(|(known, ..)| *known == tag)
}

/// What a tag is called, if it is known.
pub(super) fn name(tag: &str) -> Option<&'static str> {
    row(tag, TAGS).map(|(.., name)| *name)
}

/// What a tag is for Mastercard where other schemes have other data under it, if the value has that size.
pub(super) fn of_mastercard(tag: &str, value: &str) -> Option<&'static str> {
    let (_, least, most, name) = row(tag, OF_MASTERCARD)?;
    has_size(value, *least, *most).then_some(*name)
}

/// Whether a value has a size that the tag may have; of a tag that is not in the table any whole bytes.
pub(super) fn fits(tag: &str, value: &str) -> bool {
    let (least, most) = row(tag, TAGS).map_or((1, u8::MAX), |(_, least, most, _)| (*least, *most));
    has_size(value, least, most)
}

/// Whether a value has the form of an application file locator: for each file its number, the first and last record, and how many of
/// them are authenticated (EMV 4.4 Book 3, 10.2).
pub(super) fn is_locator(value: &str) -> bool {
    let Some(bytes) = hex::bytes(value) else { return false };
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

/// Whether values of a known tag may have so many bytes.
pub(super) fn has(tag: &str, bytes: u8) -> bool {
    row(tag, TAGS).is_some_and(|(_, least, most, _)| (*least..=*most).contains(&bytes))
}

/// Bytes that values of a known tag have, at least and at most.
pub(super) fn sizes(tag: &str) -> Option<(usize, usize)> {
    row(tag, TAGS).map(|(_, least, most, _)| (usize::from(*least), usize::from(*most)))
}

/// The one size that values of the tag have; nothing where it is not one, or not known.
pub(super) fn size(tag: &str) -> Option<usize> {
    row(tag, TAGS).filter(|(_, least, most, _)| least == most).map(|(_, size, ..)| usize::from(*size))
}

fn has_size(value: &str, least: u8, most: u8) -> bool {
    let allowed = usize::from(least)..=usize::from(most);
    hex::bytes(value).is_some_and(|bytes| allowed.contains(&bytes.len()))
}

/// Whether a text in upper case is a tag: a known one, or of two or three bytes by the form that tags have (EMV 4.4 Book 3, Annex B).
pub(super) fn is_tag(text: &str) -> bool {
    if row(text, TAGS).is_some() {
        return true;
    }
    match hex::bytes(text).as_deref() {
        Some([0x5F | 0x9F | 0xBF | 0xDF, second]) => (1..0x80).contains(second),
        Some([0x9F | 0xDF, second, third]) => *second > 0x80 && *third < 0x80,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{fits, is_tag};

    #[test]
    fn a_tag_has_its_form_or_is_known() {
        for (text, expected) in [
            ("9F36", true),
            ("9F7A", true),
            ("5F2A", true),
            ("DF8104", true),
            ("DF53", true),
            ("82", true),
            ("50", true),
            ("9F81", false),
            ("DF81", false),
            ("9F", false),
            ("83", false),
            ("26804080", false),
            ("0000", false),
            ("9F3", false),
        ] {
            assert_eq!(is_tag(text), expected, "{text}");
        }
        assert!(fits("9F36", "0012") && !fits("9F36", "12") && fits("9F7A", "01") && !fits("9F7A", ""));
    }
}
