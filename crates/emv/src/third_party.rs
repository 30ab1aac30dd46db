//! Third Party Data of Mastercard, tag 9F6E, 5 to 32 bytes: what was tapped. EMV Book C-2 v2.11, A.1.165; M/Chip Requirements,
//! 28-Nov-2023, Table 14; device types 00 to 19 M/Chip Requirements, 28-Sep-2017, 20 to 33 unverified, all as emv-utils cites them.
//!
//! Not the 9F6E of Visa ([`crate::form_factor`]) or Amex ([`crate::decode`]).

use crate::form_factor::FormFactor;
use crate::tap::Presented;

/// Digits of the device type, and the device.
pub type Device = (u8, FormFactor);

const CARD: FormFactor = form("a card", Some(Presented::Card));
const PHONE: FormFactor = form("a phone", Some(Presented::Phone));
const WATCH: FormFactor = form("a watch or wristband", Some(Presented::Phone));
const TABLET: FormFactor = form("a tablet", Some(Presented::Phone));

const fn form(words: &'static str, presented: Option<Presented>) -> FormFactor {
    FormFactor { words, presented }
}

/// The device type: two digits in ASCII after country and unique identifier. `None` if bit 8 of the identifier says that there is no
/// type, or the value is no such data.
pub fn device(data: &[u8]) -> Option<Device> {
    let [_, _, identifier, _, high @ b'0'..=b'9', low @ b'0'..=b'9', _, ..] = *data else { return None };
    if identifier & 0x80 != 0 || data.len() > 32 {
        return None;
    }
    let number = (high - b'0') * 10 + (low - b'0');
    Some((
        number,
        match number {
            0 | 20 => CARD,
            1 | 7 | 8 | 9 | 14 | 16 | 21 => PHONE,
            3 | 18 | 19 | 23 => WATCH,
            10..=13 | 15 | 17 | 22 => TABLET,
            2 | 27 => form("a key fob or tag", None),
            5 => form("a wristband", None),
            4 | 24 => form("a tag or sticker", None),
            6 | 26 => form("a phone case or sleeve", None),
            28..=30 => form("a piece of jewelry or clothing", None),
            25 | 31..=33 => form("a device of another kind", None),
            _ => form("an unknown device", None),
        },
    ))
}
