//! How the cardholder was verified, as a transaction tells it: CVM Results (tag 9F34) and the service's `cvmPerformed`.
//!
//! The service document gives `cvmPerformed` no values. Names and numbers that a comparable service uses are understood as
//! likely; six hex digits as likely CVM Results; anything else stays as it came. EMV 4.4 Book 3, C3, Tables 43 and 44; Book 4,
//! A4, Table 33.

use crate::hex;
use crate::scheme::Scheme;
use crate::why::Entry;

/// What was asked of the cardholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    Pin,
    Signature,
    /// One of the two: the transaction does not tell which.
    PinOrSignature,
    /// On the phone or watch itself (CDCVM).
    OnDevice,
    Nothing,
    /// No method fitted, or the one that was tried did not succeed.
    Failed,
}

/// What a text says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performed {
    /// Nothing where it cannot be told.
    pub verified: Option<Verified>,
    /// For people; says "not documented" or "likely" where that is so.
    pub words: String,
}

const SPELLINGS: &[(Verified, &[&str])] = &[
    (Verified::Nothing, &["0", "NO_CVM", "NOCVM"]),
    (Verified::Signature, &["1", "SIGNATURE"]),
    (Verified::Pin, &["2", "PIN", "ONLINE_PIN"]),
    (Verified::OnDevice, &["3", "CDCVM"]),
    (Verified::PinOrSignature, &["PINORSIGNATURE", "SIGNATUREORPIN"]),
];

/// The low six bits of byte 1.
const METHODS: &[(u8, &str, Option<Verified>)] = &[
    (0x00, "verification failed", Some(Verified::Failed)),
    (0x01, "PIN in plain text, checked by the card", Some(Verified::Pin)),
    (0x02, "PIN, checked online by the issuer", Some(Verified::Pin)),
    (0x03, "PIN in plain text, checked by the card, and signature", Some(Verified::Pin)),
    (0x04, "enciphered PIN, checked by the card", Some(Verified::Pin)),
    (0x05, "enciphered PIN, checked by the card, and signature", Some(Verified::Pin)),
    (0x06, "face, checked offline", None),
    (0x07, "face, checked online", None),
    (0x08, "finger, checked offline", None),
    (0x09, "finger, checked online", None),
    (0x0A, "palm, checked offline", None),
    (0x0B, "palm, checked online", None),
    (0x0C, "iris, checked offline", None),
    (0x0D, "iris, checked online", None),
    (0x0E, "voice, checked offline", None),
    (0x0F, "voice, checked online", None),
    (0x1E, "signature", Some(Verified::Signature)),
    (0x1F, "no verification required", Some(Verified::Nothing)),
    (0x3F, "no verification performed", Some(Verified::Nothing)),
];

const CONDITIONS: [&str; 10] = [
    "always",
    "if unattended cash",
    "if neither cash nor cashback",
    "if the terminal supports it",
    "if manual cash",
    "if purchase with cashback",
    "if under amount X",
    "if over amount X",
    "if under amount Y",
    "if over amount Y",
];

const RESULTS: [&str; 3] = ["result unknown", "failed", "successful"];

impl Verified {
    /// "PIN", inside a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Verified::Pin => "PIN",
            Verified::Signature => "signature",
            Verified::PinOrSignature => "PIN or signature",
            Verified::OnDevice => "check on the phone (CDCVM)",
            Verified::Nothing => "no verification",
            Verified::Failed => "verification not successful",
        }
    }

    /// Whether the cardholder had to do something at the terminal.
    pub(crate) fn is_asked(self) -> bool {
        matches!(self, Verified::Pin | Verified::Signature | Verified::PinOrSignature)
    }
}

/// The service's `cvmPerformed`. `None` where there is no text.
pub fn read(text: &str, scheme: Option<Scheme>, entry: Entry) -> Option<Performed> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    // "PIN or signature", "PIN_OR_SIGNATURE", "pin/signature".
    let joined: String = text.replace('/', "or").chars().filter(char::is_ascii_alphanumeric).collect();
    let named = |spellings: &[&str]| {
        spellings.iter().any(|known| text.eq_ignore_ascii_case(known))
            || spellings.iter().any(|known| known.contains("OR") && joined.eq_ignore_ascii_case(known))
    };
    if let Some((verified, _)) = SPELLINGS.iter().find(|(_, spellings)| named(spellings)) {
        let words = format!("{text}: not documented; likely {}", verified.words());
        return Some(Performed { verified: Some(*verified), words });
    }
    if let Some(results) = results(text, scheme, entry) {
        return Some(Performed {
            words: format!("{text}: likely CVM results: {}", results.words),
            ..results
        });
    }
    Some(Performed { verified: None, words: format!("{text}: not documented") })
}

/// Whether a contactless Mastercard kernel took the way of the check on the phone and up to its CVM limit asked for nothing:
/// `3F0002`. EMV Book C-2, 7.5.
pub(crate) fn is_phone_unasked(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([0x3F, _, 0x02]))
}

/// Whether the card offers no cardholder verification or has no list of methods: `3F0000`. EMV Book C-2, 7.5.
pub(crate) fn card_has_none(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([0x3F, _, 0x00]))
}

/// Whether a contactless Mastercard kernel took the check on the phone for the verification that its CVM limit asks for: `010002`.
/// EMV Book C-2, 7.5.
pub(crate) fn is_phone_asked(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([0x01, _, 0x02]))
}

/// Whether a PIN was checked by the card itself, which a contactless kernel does not do: CVM Results with such a method. The code of
/// a plain PIN is the phone's own check where a Mastercard is tapped.
pub(crate) fn is_pin_of_card(text: &str, scheme: Scheme) -> bool {
    let Some([first, _, _]) = hex::bytes(text).as_deref().and_then(|bytes| <[u8; 3]>::try_from(bytes).ok())
    else {
        return false;
    };
    let methods: &[u8] =
        if scheme == Scheme::Mastercard { &[0x03, 0x04, 0x05] } else { &[0x01, 0x03, 0x04, 0x05] };
    first & 0x80 == 0 && methods.contains(&(first & 0x3F))
}

/// The method alone that CVM Results tell of: "enciphered PIN, checked by the card". `None` where they are none of an inserted card.
pub(crate) fn method(text: &str) -> Option<&'static str> {
    let [first, _, _] = *hex::bytes(text)?.as_slice() else { return None };
    METHODS.iter().find(|(code, ..)| first & 0x80 == 0 && *code == first & 0x3F).map(|(_, words, _)| *words)
}

/// CVM Results (9F34) of three bytes. `None` when it is none. An inserted card has no phone that could check its owner.
pub fn results(text: &str, scheme: Option<Scheme>, entry: Entry) -> Option<Performed> {
    let [first, condition, result] = *hex::bytes(text)?.as_slice() else { return None };
    // A contactless Mastercard kernel reports the check on the phone by the code of a plain PIN.
    // Where the entry is not told, only its exact value is taken for that.
    let is_phone = scheme == Some(Scheme::Mastercard)
        && match entry {
            Entry::Tap => first & 0xBF == 0x01,
            Entry::Unknown => text.eq_ignore_ascii_case("010002"),
            _ => false,
        };
    // Bit 8 is reserved: with it set, the low bits name no method.
    let known = METHODS.iter().find(|(code, ..)| first & 0x80 == 0 && *code == first & 0x3F);
    let (method, verified) = match known {
        Some(_) if is_phone => ("check on the phone (CDCVM)", Some(Verified::OnDevice)),
        Some((_, words, verified)) => (*words, *verified),
        None => ("a method that is not documented", None),
    };
    // What was tried and failed verified nobody.
    let verified = if result == 0x01 { verified.map(|_| Verified::Failed) } else { verified };
    let mut words = method.to_owned();
    if first & 0x40 != 0 {
        words.push_str(", the next rule if unsuccessful");
    }
    // Where nothing was performed, the condition says nothing.
    if first != 0x3F {
        let said = CONDITIONS
            .get(usize::from(condition))
            .copied()
            .unwrap_or("on a condition that is not documented");
        words.push_str(", ");
        words.push_str(said);
    }
    words.push_str("; ");
    words.push_str(RESULTS.get(usize::from(result)).copied().unwrap_or("a result that is not documented"));
    Some(Performed { verified, words })
}
