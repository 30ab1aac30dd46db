//! Meaning of a value for the card of the log, as types for decisions and for words.

use tapline_emv::aid::{self, RidOwner};
use tapline_emv::bits::{Named, Reading};
use tapline_emv::decode::{self, Code};
use tapline_emv::form_factor::{self, FormFactor};
use tapline_emv::iad::{self, Iad};
use tapline_emv::outcome::{self, Outcome};
use tapline_emv::performed::{self, Performed};
use tapline_emv::tag::Tag;
use tapline_emv::third_party;
use tapline_emv::{Aid, Scheme, aip, ctq, dol, hex, iso, tsi, tvr};

use super::{Card, Field, LogValue, Value, value};
use crate::facts::Cryptogram;

/// The meaning of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// TVR, TSI, CTQ, AIP, action codes: the bits that are set. `of_tap`: their meaning in a Mastercard tap, where that is open.
    Bits {
        bits: Vec<Named>,
        of_tap: Vec<Named>,
    },
    /// CVM results. `of_tap`: their meaning in a Mastercard tap, where that is open.
    Cvm {
        performed: Performed,
        of_tap: Option<Performed>,
    },
    Cryptogram {
        kind: Cryptogram,
        reason: u8,
    },
    Application {
        owner: RidOwner,
        product: Option<&'static str>,
    },
    HostCode(String),
    Outcome(Outcome),
    /// DF8115: the errors from the card outward; empty where there was none.
    Errors(Vec<&'static str>),
    /// 9F6E of Visa, or of Mastercard with its device type.
    Device {
        form: FormFactor,
        number: Option<u8>,
    },
    Iad(Iad),
    /// Parameters of a reader or terminal.
    Parameter(decode::Decoded),
    Minor(u64),
    Currency(&'static str),
    Country(&'static str),
    List(dol::Dol),
    CvmList(Vec<u8>),
    Tries(u8),
    /// A word that needs no explanation: an entry, a verification, a status, an amount.
    Word,
    Hidden,
    /// The tag is known and its value, for this card, isn't explained.
    Unread,
}

/// The meaning of a value, read as its field.
pub fn meaning(found: &LogValue, card: Card) -> Meaning {
    meaning_as(found.field, &found.value, card)
}

/// Every meaning that a value may have: its field's, then its other readings'.
pub fn meanings(found: &LogValue, card: Card) -> Vec<(Field, Meaning)> {
    let fields = std::iter::once(&found.field).chain(&found.readings);
    fields.map(|field| (*field, meaning_as(*field, &found.value, card))).collect()
}

fn meaning_as(field: Field, value: &Value, card: Card) -> Meaning {
    match value {
        Value::Hidden => Meaning::Hidden,
        Value::Code(code) if field == Field::Tag(Tag::HOST_CODE) => Meaning::HostCode(code.clone()),
        Value::Code(code) => hex::bytes(code).map_or(Meaning::Unread, |bytes| of_tag(field, &bytes, card)),
        Value::Bytes(bytes) => of_tag(field, bytes, card),
        _ => Meaning::Word,
    }
}

fn of_tag(field: Field, bytes: &[u8], card: Card) -> Meaning {
    field.tag().and_then(|tag| of_bytes(tag, bytes, card)).unwrap_or(Meaning::Unread)
}

fn of_bytes(tag: Tag, bytes: &[u8], card: Card) -> Option<Meaning> {
    let text = hex::text(bytes);
    let scheme = card.scheme();
    if let Some(code) = Code::from_key(&tag.to_string(), None).filter(|code| *code != Code::AmexEnhanced) {
        return parameter(code, &text, card);
    }
    match (tag.0, bytes) {
        (0x95 | 0x9F0D..=0x9F0F | 0xDF_8120..=0xDF_8122, _) => tvr_bits(&text, card),
        (0x9B, _) => plain_bits(&tsi::read(&text)),
        (0x9F6C, _) if scheme.map_or(card.owner == RidOwner::Unknown, ctq::is_of) => {
            plain_bits(&ctq::read(&text))
        }
        (0x82, _) => plain_bits(&aip::read(&text)),
        (0x9F34, [_, _, _]) => cvm(&text, card),
        (0x84, _) => {
            let aid = Aid::parse(&text).ok()?;
            Some(Meaning::Application { owner: aid::owner(&aid), product: aid::product(&aid) })
        }
        (0x9F27, [byte]) => {
            Some(Meaning::Cryptogram { kind: Cryptogram::from_cid(*byte)?, reason: byte & 7 })
        }
        (0x9F10, _) => iad::read(bytes).map(Meaning::Iad),
        (0x9F6E, _) => device(bytes, &text, card),
        (0xDF_8129, _) => Some(Meaning::Outcome(outcome::read(bytes.try_into().ok()?))),
        (0xDF_8115, _) => Some(Meaning::Errors(outcome::errors(bytes.try_into().ok()?))),
        (0x9F02 | 0x9F03 | 0xDF_8123..=0xDF_8126, _) => {
            value::number(bytes.try_into().ok()?).map(Meaning::Minor)
        }
        (0x5F2A, _) => iso::currency(&text).map(Meaning::Currency),
        (0x9F1A | 0x5F28, _) => iso::country(&text).map(Meaning::Country),
        (0x8C | 0x8D | 0x97 | 0x9F38 | 0x9F49, _) => dol::read(&text).ok().map(Meaning::List),
        (0x8E, _) => Some(Meaning::CvmList(bytes.to_vec())),
        (0x9F17, [tries]) => Some(Meaning::Tries(*tries)),
        _ => None,
    }
}

fn set(reading: &Reading) -> Option<Vec<Named>> {
    match reading {
        Reading::Bits(bits) => Some(bits.clone()),
        Reading::Absent | Reading::Malformed(_) => None,
    }
}

fn plain_bits(reading: &Reading) -> Option<Meaning> {
    Some(Meaning::Bits { bits: set(reading)?, of_tap: Vec::new() })
}

/// In byte 5 a Mastercard tap has bits of its own.
fn tvr_bits(text: &str, card: Card) -> Option<Meaning> {
    let of_tap = set(&tvr::read(text, Some(Scheme::Mastercard)))?;
    if card.is_mastercard_tap() {
        return Some(Meaning::Bits { bits: of_tap, of_tap: Vec::new() });
    }
    let bits = set(&tvr::read(text, None))?;
    let own = of_tap.into_iter().filter(|bit| card.may_be_mastercard_tap() && !bits.contains(bit)).collect();
    Some(Meaning::Bits { bits, of_tap: own })
}

/// A Mastercard tap gives one method another meaning.
fn cvm(text: &str, card: Card) -> Option<Meaning> {
    use tapline_emv::entry::Entry;
    let of_tap = performed::results(text, Some(Scheme::Mastercard), Entry::Tap);
    if card.is_mastercard_tap() {
        return Some(Meaning::Cvm { performed: of_tap?, of_tap: None });
    }
    let performed = performed::results(text, None, Entry::Tap)?;
    let of_tap = of_tap.filter(|of_tap| card.may_be_mastercard_tap() && *of_tap != performed);
    Some(Meaning::Cvm { performed, of_tap })
}

fn parameter(code: Code, text: &str, card: Card) -> Option<Meaning> {
    let is_read = match card.owner {
        RidOwner::Scheme(scheme) => Code::from_key(code.tag(), Some(scheme)).is_some(),
        RidOwner::Other(_) => !matches!(code, Code::Ttq | Code::AmexReader | Code::AmexEnhanced),
        RidOwner::Unknown => true,
    };
    let decoded = decode::decode(code, card.scheme(), text).ok().filter(|_| is_read)?;
    Some(Meaning::Parameter(decoded))
}

/// Three schemes have different data under 9F6E; without the scheme the size and the form of the value tell.
fn device(bytes: &[u8], text: &str, card: Card) -> Option<Meaning> {
    if bytes.len() > 4 {
        let (number, form) = third_party::device(bytes).filter(|_| card.may_be(Scheme::Mastercard))?;
        return Some(Meaning::Device { form, number: Some(number) });
    }
    let is_amex = matches!(bytes, [_, _, _, last] if (1..=3).contains(&(last & 7)));
    let is_visa = card.may_be(Scheme::Visa) && (card.scheme().is_some() || form_factor::is_visa(text));
    if is_visa && !(card.scheme().is_none() && is_amex) {
        return Some(Meaning::Device { form: form_factor::read(text)?, number: None });
    }
    (card.may_be(Scheme::Amex) && is_amex || card.scheme() == Some(Scheme::Amex))
        .then(|| parameter(Code::AmexEnhanced, text, Card { owner: RidOwner::Scheme(Scheme::Amex), ..card }))
        .flatten()
}
