//! What a value means when it is of a known kind.

use crate::aid::{self, Aid, RidOwner};
use crate::bits::Reading;
use crate::decode::{self, Code};
use crate::scheme::Scheme;
use crate::why::{self, Entry};
use crate::{form_factor, hex, performed, tsi, tvr};

/// One reading of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// "TVR (tag 95)".
    pub what: String,
    /// A line each.
    pub words: Vec<String>,
}

/// Kinds of values, by what is said of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tvr,
    Tsi,
    CvmResults,
    Aid,
    HostCode,
    Bits(Code),
    /// Twelve digits.
    Amount,
    Cryptogram,
    /// It identifies a card or a person.
    Hidden,
}

/// Tag, the names that logs use, the kind.
pub(super) const ROWS: &[(&str, &[&str], Kind)] = &[
    ("95", &["TVR", "TERMINALVERIFICATIONRESULTS", "TERMINALVERIFICATIONRESULT"], Kind::Tvr),
    ("9B", &["TSI", "TRANSACTIONSTATUSINFORMATION"], Kind::Tsi),
    ("9F34", &["CVMRESULTS", "CVMRESULT", "CVMR", "CVM", "CVMPERFORMED"], Kind::CvmResults),
    ("84", &["AID", "DFNAME"], Kind::Aid),
    ("4F", &[], Kind::Aid),
    ("9F06", &[], Kind::Aid),
    (
        "8A",
        &["HOSTRESPCODE", "HOSTCODE", "HOSTRESPONSECODE", "RESPONSECODE", "RESPCODE", "ARC"],
        Kind::HostCode,
    ),
    ("9F66", &["TTQ", "TERMINALTRANSACTIONQUALIFIERS"], Kind::Bits(Code::Ttq)),
    ("DF811B", &["KERNELCONFIGURATION"], Kind::Bits(Code::KernelConfiguration)),
    ("DF8118", &["CVMCAPABILITYCVMREQUIRED"], Kind::Bits(Code::CvmRequired)),
    ("DF8119", &["CVMCAPABILITYNOCVM"], Kind::Bits(Code::NoCvm)),
    ("9F1D", &["TERMINALRISKMGMTDATA"], Kind::Bits(Code::RiskData)),
    ("9F33", &["TERMINALCAPABILITY", "TERMINALCAPABILITIES"], Kind::Bits(Code::TerminalCapabilities)),
    ("9F35", &["TERMINALTYPE"], Kind::Bits(Code::TerminalType)),
    ("9F40", &["ADDITIONALTERMINALCAPABILITIES"], Kind::Bits(Code::AdditionalCapabilities)),
    ("9F6D", &["AMEXREADERCAPABILITY"], Kind::Bits(Code::AmexReader)),
    (
        "9F6E",
        &["AMEXEXREADERCAPABILITY", "FORMFACTOR", "FORMFACTORINDICATOR", "FFI"],
        Kind::Bits(Code::AmexEnhanced),
    ),
    ("9F02", &[], Kind::Amount),
    ("9F03", &[], Kind::Amount),
    ("9F27", &["CID"], Kind::Cryptogram),
    ("5A", &["PAN", "ACCOUNT", "CARDNUMBER"], Kind::Hidden),
    ("57", &["TRACK2"], Kind::Hidden),
    ("56", &["TRACK1"], Kind::Hidden),
    ("9F6B", &[], Kind::Hidden),
    ("5F20", &["CARDHOLDERNAME"], Kind::Hidden),
    ("5F24", &["EXPIRY"], Kind::Hidden),
];

/// The reading of a value of this kind; nothing where it cannot be one.
pub(super) fn meaning(kind: Kind, value: &str) -> Option<Meaning> {
    let (what, words) = match kind {
        Kind::Tvr => ("TVR (tag 95)".to_owned(), tvr_words(value)?),
        Kind::Tsi => ("TSI (tag 9B)".to_owned(), bits(&tsi::read(value))?),
        Kind::CvmResults => ("CVM performed (tag 9F34)".to_owned(), verification(value)?),
        Kind::Aid => ("AID (tags 4F, 84, 9F06)".to_owned(), vec![application(value)?]),
        Kind::HostCode => {
            let words = Some(why::host_code(value)).filter(|words| !words.is_empty())?;
            ("Host code (tag 8A, hostRespCode)".to_owned(), words)
        }
        Kind::Bits(Code::AmexEnhanced) => (
            "9F6E (amexExReaderCapability of Amex, form factor of Visa)".to_owned(),
            enhanced_or_form(value)?,
        ),
        Kind::Bits(code) => (format!("{} ({})", code.name(), code.key()), decoded(code, value)?),
        Kind::Amount => {
            let bytes = hex::bytes(value).filter(|bytes| bytes.len() == 6)?;
            let minor: u64 = hex::text(&bytes).parse().ok()?;
            ("Amount (tag 9F02 or 9F03)".to_owned(), vec![format!("{minor} minor units.")])
        }
        Kind::Cryptogram => {
            let words = match *hex::bytes(value)?.as_slice() {
                [byte] if byte >> 6 == 0 => "Declined by card or terminal (AAC).",
                [byte] if byte >> 6 == 1 => "Approved offline (TC).",
                [byte] if byte >> 6 == 2 => "The card asks to go online (ARQC).",
                _ => return None,
            };
            ("Cryptogram information (tag 9F27)".to_owned(), vec![words.to_owned()])
        }
        Kind::Hidden => (
            "Card data".to_owned(),
            vec![
                "It identifies a card or its holder, so it is not shown. Do not paste it elsewhere."
                    .to_owned(),
            ],
        ),
    };
    Some(Meaning { what, words })
}

/// The reading of a value that is named or tagged as this kind, also where it cannot be read as one.
pub(super) fn meant(kind: Kind, tag: &str, value: &str) -> Meaning {
    meaning(kind, value).unwrap_or_else(|| Meaning {
        what: format!("Tag {tag}"),
        words: vec!["The value cannot be read as one of this tag.".to_owned()],
    })
}

fn bits(reading: &Reading) -> Option<Vec<String>> {
    match reading {
        Reading::Absent | Reading::Malformed(_) => None,
        Reading::Bits(bits) if bits.is_empty() => Some(vec!["No bit is set.".to_owned()]),
        Reading::Bits(bits) => Some(bits.iter().map(|bit| format!("{}: {}", bit.place, bit.words)).collect()),
    }
}

/// In byte 5 a Mastercard tap has bits of its own.
fn tvr_words(value: &str) -> Option<Vec<String>> {
    let mut words = bits(&tvr::read(value, None))?;
    let of_tap = bits(&tvr::read(value, Some(Scheme::Mastercard)))?;
    let own: Vec<_> = of_tap.into_iter().filter(|line| !words.contains(line)).collect();
    words.extend(own.into_iter().map(|line| format!("{line} (of a Mastercard tap)")));
    Some(words)
}

/// A Mastercard tap gives one method another meaning.
fn verification(value: &str) -> Option<Vec<String>> {
    let read =
        |scheme| performed::read(value, scheme, Entry::Tap).filter(|performed| performed.verified.is_some());
    let common = read(None)?.words;
    let of_tap = read(Some(Scheme::Mastercard))
        .filter(|other| other.words != common)
        .map(|other| format!("For a Mastercard tap: {}", other.words));
    Some(std::iter::once(common).chain(of_tap).collect())
}

/// Two schemes have different data under 9F6E.
fn enhanced_or_form(value: &str) -> Option<Vec<String>> {
    let amex = decoded(Code::AmexEnhanced, value)?;
    let form = form_factor::read(value).map(|form| format!("For Visa: {} was tapped.", form.words));
    Some(amex.into_iter().map(|line| format!("For Amex: {line}")).chain(form).collect())
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

fn decoded(code: Code, value: &str) -> Option<Vec<String>> {
    let decoded = decode::decode(code, None, value).ok()?;
    let rows = decoded.said().map(|row| match row.caution() {
        "" => format!("{}: {}", row.place(), row.words),
        caution => format!("{}: {} ({caution})", row.place(), row.words),
    });
    let words: Vec<_> = decoded.meaning.clone().into_iter().chain(rows).collect();
    Some(if words.is_empty() { vec!["No bit is set.".to_owned()] } else { words })
}
