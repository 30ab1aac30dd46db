//! What a value means when it is of a known kind.

use super::kind::Kind;
use super::list::{LIST, dol_name, list};
use super::owner::{Card, has_ctq, is_read_by, may_be_mastercard, method_name, name_of, reader, scheme};
use super::word::is_decimal;
use super::{tags, unread};
use crate::aid::{self, Aid, RidOwner};
use crate::bits::Reading;
use crate::decode::{self, Code};
use crate::scheme::Scheme;
use crate::why::{self, Entry};
use crate::words::{capitalized, lowered};
use crate::{ctq, form_factor, hex, iso, param, performed, tsi, tvr, unused};

/// One reading of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// "TVR (tag 95)".
    pub what: String,
    /// A line each.
    pub words: Vec<String>,
}

/// The reading of a value of this kind, of a card of which the text tells so much; nothing where it cannot be one.
pub(super) fn meaning(kind: Kind, tag: &str, value: &str, card: Card) -> Option<Meaning> {
    let owner = card.owner;
    let (what, words) = match kind {
        Kind::Tvr => ("TVR (tag 95)".to_owned(), tvr_words(value, card)?),
        Kind::Tsi => ("TSI (tag 9B)".to_owned(), bits(&tsi::read(value))?),
        Kind::Ctq if !has_ctq(owner) => return foreign(tag, value, owner),
        Kind::Ctq => ("CTQ of Visa and UnionPay (tag 9F6C)".to_owned(), bits(&ctq::read(value))?),
        Kind::CvmResults => ("CVM performed (tag 9F34)".to_owned(), verification(value, card)?),
        Kind::CvmList => ("CVM list of the card (tag 8E)".to_owned(), methods(value)?),
        Kind::Aid => (AID.to_owned(), vec![application(value)?]),
        Kind::HostCode => (host_what(tag), host_code(value, owner)?),
        Kind::Method => (METHOD.to_owned(), vec![format!("Likely {}.", method_name(value)?)]),
        Kind::EntryMode => {
            let what = if tag == "9F39" { POS_ENTRY_MODE } else { ENTRY_MODE };
            (what.to_owned(), vec![entry_mode(tag, value)?.to_owned()])
        }
        Kind::EnhancedOrForm => return enhanced_or_form(value, owner),
        Kind::FormFactor if !matches!(owner, RidOwner::Unknown | RidOwner::Scheme(Scheme::Visa)) => {
            return foreign(tag, value, owner);
        }
        Kind::FormFactor => (FORM.to_owned(), vec![form(value)?]),
        // By its own name, so it is the reader's, whatever card was read.
        Kind::Bits(Code::AmexEnhanced) => {
            (AMEX.to_owned(), decoded(Code::AmexEnhanced, RidOwner::Scheme(Scheme::Amex), value)?)
        }
        Kind::Bits(code) if !is_read_by(code, owner) => return foreign(tag, value, owner),
        Kind::Bits(code) => match decoded(code, owner, value) {
            Some(words) => (format!("{} ({})", code.name(), code.key()), words),
            None => return mastercards(tag, value).filter(|_| may_be_mastercard(owner)),
        },
        Kind::Currency => {
            let letters = iso::currency(value).filter(|_| value.len() == 4)?;
            (format!("Currency (tag {tag})"), vec![format!("{letters} (ISO 4217).")])
        }
        Kind::Country => {
            let letters = iso::country(value).filter(|_| value.len() == 4)?;
            let whose = if tag == "5F28" { "issuer" } else { "terminal" };
            (format!("Country of the {whose} (tag {tag})"), vec![format!("{letters} (ISO 3166).")])
        }
        Kind::Amount => {
            let bytes = hex::bytes(value).filter(|bytes| bytes.len() == 6)?;
            let minor: u64 = hex::text(&bytes).parse().ok()?;
            (format!("{} (tag {tag})", amount_name(tag)), vec![format!("{minor} minor units.")])
        }
        Kind::Cryptogram => {
            // A card that was online gives its last cryptogram after the host's answer (EMV 4.4 Book 3, 9).
            let words = match *hex::bytes(value)?.as_slice() {
                [byte] if byte >> 6 == 0 => "Declined (AAC): offline, or after it was sent to the host.",
                [byte] if byte >> 6 == 1 => "Approved (TC): offline, or after the host approved.",
                [byte] if byte >> 6 == 2 => "The card asks to go online (ARQC).",
                _ => return None,
            };
            ("Cryptogram information (tag 9F27)".to_owned(), vec![words.to_owned()])
        }
        Kind::Dol if tag == LIST => ("List of tags with lengths (DOL)".to_owned(), list(value)?),
        Kind::Dol => (format!("{} (tag {tag})", dol_name(tag)), list(value)?),
        Kind::Hidden => (
            "Card data".to_owned(),
            vec![
                "It identifies a card or its holder, so it is not shown. Do not paste it elsewhere."
                    .to_owned(),
            ],
        ),
        Kind::Other => {
            if !tags::fits(tag, value) {
                return None;
            }
            let name = tags::name(tag).map_or_else(String::new, |name| format!(": {name}"));
            (format!("Tag {tag}{name}"), vec![format!("{tag} is not explained here.")])
        }
    };
    Some(Meaning { what, words })
}

/// The reading of a value that is named or tagged as this kind, also where it cannot be read as one.
pub(super) fn meant(kind: Kind, tag: &str, value: &str, card: Card) -> Meaning {
    meaning(kind, tag, value, card).unwrap_or_else(|| match kind {
        Kind::HostCode if may_be_code(value) => {
            let whose = name_of(card.owner).map_or_else(String::new, |name| format!(" for {name}"));
            let words = format!("Its meaning is not documented{whose}. Ask the acquirer what it means.");
            Meaning { what: host_what(tag), words: vec![words] }
        }
        _ => Meaning { what: format!("Tag {tag}"), words: unread::words(kind, tag, value) },
    })
}

fn bits(reading: &Reading) -> Option<Vec<String>> {
    match reading {
        Reading::Absent | Reading::Malformed(_) => None,
        Reading::Bits(bits) if bits.is_empty() => Some(vec!["No bit is set.".to_owned()]),
        Reading::Bits(bits) => Some(bits.iter().map(|bit| format!("{}: {}", bit.place, bit.words)).collect()),
    }
}

/// What a contact reader means by a bit that is another one for a Mastercard tap.
const OF_CONTACT: &str = "contact meaning: ";

/// In byte 5 a Mastercard tap has bits of its own.
fn tvr_words(value: &str, card: Card) -> Option<Vec<String>> {
    let of_tap = bits(&tvr::read(value, Some(Scheme::Mastercard)))?;
    if card.is_mastercard_tap() {
        return Some(of_tap);
    }
    let mut words = bits(&tvr::read(value, None))?;
    if card.entry == Entry::Chip {
        return Some(words.into_iter().map(|line| line.replacen(OF_CONTACT, "", 1)).collect());
    }
    if card.may_be_mastercard_tap() {
        let own: Vec<_> = of_tap.into_iter().filter(|line| !words.contains(line)).collect();
        words.extend(own.into_iter().map(|line| format!("{line} (of a Mastercard tap)")));
    }
    Some(words)
}

/// The rules of a card's list, or that it has none.
fn methods(value: &str) -> Option<Vec<String>> {
    let mut words = performed::list(value)?;
    if hex::bytes(value)?.len() == 8 {
        words.push("The list has no rule.".to_owned());
    }
    Some(words)
}

/// A Mastercard tap gives one method another meaning.
fn verification(value: &str, card: Card) -> Option<Vec<String>> {
    let read = |scheme| match hex::bytes(value).filter(|bytes| bytes.len() == 3) {
        // What of the three bytes is not documented is said so.
        Some(_) => performed::results(value, scheme, Entry::Tap),
        None => performed::read(value, scheme, Entry::Tap).filter(|performed| performed.verified.is_some()),
    };
    let of_tap = || read(Some(Scheme::Mastercard));
    if card.is_mastercard_tap() {
        return Some(vec![of_tap()?.words]);
    }
    let common = read(None)?.words;
    let other = of_tap()
        .filter(|other| card.may_be_mastercard_tap() && other.words != common)
        .map(|other| format!("For a Mastercard tap: {}", other.words));
    Some(std::iter::once(common).chain(other).collect())
}

pub(super) const METHOD: &str = "Payment method (paymentMethod)";
pub(super) const AID: &str = "AID (tags 4F, 84, 9F06)";
/// The service's own name, and the tag of the same.
pub(super) const ENTRY_MODE: &str = "Entry mode (entryMode)";
pub(super) const POS_ENTRY_MODE: &str = "POS entry mode (tag 9F39)";
const AMEX: &str = "9F6E (amexExReaderCapability of Amex)";
const FORM: &str = "9F6E (form factor of Visa)";

/// Two schemes have different data under 9F6E. Without the scheme only what the value can be is said.
fn enhanced_or_form(value: &str, owner: RidOwner) -> Option<Meaning> {
    let amex = || decoded(Code::AmexEnhanced, RidOwner::Scheme(Scheme::Amex), value);
    let said = |what: &str, words| Some(Meaning { what: what.to_owned(), words });
    match owner {
        RidOwner::Scheme(Scheme::Amex) => return said(AMEX, amex()?),
        RidOwner::Scheme(Scheme::Visa) => return said(FORM, vec![form(value)?]),
        RidOwner::Scheme(_) | RidOwner::Other(_) => return foreign("9F6E", value, owner),
        RidOwner::Unknown => {}
    }
    let Some(amex) = amex() else { return mastercards("9F6E", value) };
    match (is_amex(value), form_factor::is_visa(value)) {
        (true, false) => said(AMEX, amex),
        (false, true) => said(FORM, vec![form(value)?]),
        (true, true) => {
            let amex = amex.into_iter().map(|line| format!("For Amex: {line}"));
            let words = amex.chain([format!("For Visa: {}", lowered(&form(value)?))]).collect();
            said("9F6E (amexExReaderCapability of Amex, form factor of Visa)", words)
        }
        (false, false) => None,
    }
}

/// Whether a 9F6E names a version of the Amex kernel.
fn is_amex(value: &str) -> bool {
    matches!(hex::bytes(value).as_deref(), Some([_, _, _, last]) if (1..=3).contains(&(last & 0x07)))
}

fn form(value: &str) -> Option<String> {
    form_factor::read(value).map(|form| format!("{} was tapped.", capitalized(form.words)))
}

/// What is said of a tag that is read for others alone. Only of Mastercard it is known to have other data there.
fn foreign(tag: &str, value: &str, owner: RidOwner) -> Option<Meaning> {
    hex::bytes(value)?;
    let words = match owner {
        RidOwner::Scheme(Scheme::Mastercard) => {
            "For Mastercard this tag holds other data, which is not explained here.".to_owned()
        }
        _ => format!("No use of this tag by {} is known here, so it is not decoded.", name_of(owner)?),
    };
    Some(Meaning { what: format!("Tag {tag}"), words: vec![words] })
}

/// What only Mastercard's data under this tag have the size for.
fn mastercards(tag: &str, value: &str) -> Option<Meaning> {
    let name = tags::of_mastercard(tag, value)?;
    Some(Meaning {
        what: format!("Tag {tag}: likely {name}"),
        words: vec![format!("{tag} is not explained here.")],
    })
}

fn host_what(tag: &str) -> String {
    match tag {
        "39" => "Host code (field 39, hostRespCode)".to_owned(),
        _ => "Host code (tag 8A, hostRespCode)".to_owned(),
    }
}

/// Two or three signs, of which one is a digit.
pub(super) fn is_code(value: &str) -> bool {
    (2..=3).contains(&value.len())
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && value.bytes().any(|byte| byte.is_ascii_digit())
}

/// What a named code may be of which nothing is known: two or three signs.
fn may_be_code(value: &str) -> bool {
    (2..=3).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Where it is known whose card it was, what is said for others alone is left out.
fn host_code(value: &str, owner: RidOwner) -> Option<Vec<String>> {
    let names = |line: &str, scheme: Scheme| line.contains(scheme.name());
    let mut words = why::host_code(value);
    if owner != RidOwner::Unknown {
        let is_own = |line: &str| scheme(owner).is_some_and(|scheme| names(line, scheme));
        words.retain(|line| is_own(line) || !Scheme::ALL.iter().any(|other| names(line, *other)));
    }
    (!words.is_empty()).then_some(words)
}

/// The characters of a host code whose bytes are written in hex, as in tag 8A: 3535 is 55.
pub(super) fn code_of_hex(value: &str) -> Option<String> {
    let bytes = hex::bytes(value).filter(|bytes| bytes.len() == 2)?;
    let is_sign = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    bytes.iter().all(is_sign).then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
}

/// How the card was read, by the service's spelling or by the POS entry mode of ISO 8583:1987, field 22, also without its last
/// digit.
pub(super) fn entry_of(value: &str) -> Entry {
    match Entry::read(value) {
        Entry::Unknown if value.len() == 2 => Entry::read(&format!("{value}0")),
        entry => entry,
    }
}

fn entry_mode(tag: &str, value: &str) -> Option<&'static str> {
    // A single digit is the service's own.
    if tag == "9F39" && !((2..=3).contains(&value.len()) && is_decimal(value)) {
        return None;
    }
    Some(match entry_of(value) {
        Entry::Tap => "Likely tapped: contactless.",
        Entry::TapStripe => "Likely tapped in mag-stripe mode: contactless.",
        Entry::Chip => "Likely inserted: chip.",
        Entry::Stripe => "Likely swiped: magnetic stripe.",
        Entry::Fallback => "Likely swiped because the chip could not be read (fallback).",
        Entry::Manual => "Likely typed.",
        Entry::Ecommerce => "Likely an online order.",
        Entry::Code => "Likely a code that was scanned.",
        Entry::Unknown => return None,
    })
}

fn amount_name(tag: &str) -> &'static str {
    match tag {
        "9F03" => "Other amount, cashback",
        "DF8123" => "Floor limit of Mastercard's kernel",
        "DF8124" => "Transaction limit of Mastercard's kernel, without a check on the phone (CDCVM)",
        "DF8125" => "Transaction limit of Mastercard's kernel, with a check on the phone (CDCVM)",
        "DF8126" => "CVM limit of Mastercard's kernel",
        _ => "Amount",
    }
}

fn application(value: &str) -> Option<String> {
    let aid = Aid::parse(value).ok()?;
    let owner = match aid::owner(&aid) {
        RidOwner::Scheme(scheme) => scheme.name(),
        RidOwner::Other(name) => name,
        RidOwner::Unknown => return Some("An AID of an owner that is not known here.".to_owned()),
    };
    Some(match aid::product(&aid) {
        Some(product) if product != owner => format!("{owner}, {product}."),
        _ => format!("{owner}."),
    })
}

/// Whether a known owner registered it.
pub(super) fn is_known_application(value: &str) -> bool {
    Aid::parse(value).is_ok_and(|aid| aid::owner(&aid) != RidOwner::Unknown)
}

fn decoded(code: Code, owner: RidOwner, value: &str) -> Option<Vec<String>> {
    let scheme = scheme(owner);
    let decoded = decode::decode(code, scheme, value).ok()?;
    let rows = decoded.said().map(|row| match row.caution() {
        "" => format!("{}: {}", row.place(), row.words),
        caution => format!("{}: {} ({caution})", row.place(), row.words),
    });
    let mut words: Vec<_> = decoded.meaning.clone().into_iter().chain(rows).collect();
    if words.is_empty() {
        words.push("No bit is set.".to_owned());
    }
    let doubt = param::param(code.key()).zip(scheme).and_then(|(param, scheme)| unused::doubt(param, scheme));
    words.extend(doubt.map(str::to_owned));
    words.extend(reader(code, owner));
    Some(words)
}
