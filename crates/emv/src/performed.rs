//! Cardholder verification performed, as a transaction reports it: CVM Results (tag 9F34) and the service's `cvmPerformed`.
//!
//! The service document gives `cvmPerformed` no values. Names and numbers that a comparable service uses are understood as
//! likely; six hex digits as likely CVM Results; anything else stays as it came. EMV 4.4 Book 3, C3, Tables 43 and 44; Book 4,
//! A4, Table 33.

use crate::entry::Entry;
use crate::hex;
use crate::scheme::Scheme;

/// Verification of the cardholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    Pin,
    Signature,
    /// PIN or signature: the transaction does not show which.
    PinOrSignature,
    /// On the phone or watch itself (CDCVM).
    OnDevice,
    Nothing,
    /// No method fitted, or the one that was tried did not succeed.
    Failed,
}

/// Meaning of a text about verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performed {
    /// `None` if the text does not show it.
    pub verified: Option<Verified>,
    /// For people, after the text itself; says "not documented" or "likely" where that is so.
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
            Verified::OnDevice => "phone unlock (CDCVM)",
            Verified::Nothing => "no verification",
            Verified::Failed => "verification not successful",
        }
    }

    /// True if the cardholder had to do something at the terminal.
    pub fn is_asked(self) -> bool {
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
        let words = format!("likely {}", verified.words());
        return Some(Performed { verified: Some(*verified), words });
    }
    if let Some(results) = results(text, scheme, entry) {
        return Some(Performed { words: format!("likely CVM results: {}", results.words), ..results });
    }
    Some(Performed { verified: None, words: "not documented".to_owned() })
}

/// True if a contactless Mastercard kernel chose the check on the phone and up to its CVM limit required nothing: `3F0002`.
/// EMV Book C-2, 7.5.
pub fn is_phone_unasked(text: &str, scheme: Scheme) -> bool {
    scheme == Scheme::Mastercard && matches!(hex::bytes(text).as_deref(), Some([0x3F, _, 0x02]))
}

/// True if a Mastercard that was tapped offers no cardholder verification or has no list of methods: `3F0000`. EMV Book C-2, 7.5.
pub fn card_has_none(text: &str, scheme: Scheme) -> bool {
    scheme == Scheme::Mastercard && matches!(hex::bytes(text).as_deref(), Some([0x3F, _, 0x00]))
}

/// True if nothing was performed because no rule of the card's list fitted: `3F0001`. EMV Book C-2, 7.5.
pub fn is_without_rule(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([0x3F, _, 0x01]))
}

/// True if a rule "No CVM" of the card's own list was used: `1F0302`.
pub fn is_no_cvm_of_list(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([first, _, 0x02]) if first & 0xBF == 0x1F)
}

/// True if a contactless Mastercard kernel accepted the check on the phone as the verification that its CVM limit requires:
/// `010002`. EMV Book C-2, 7.5.
pub fn is_phone_asked(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([0x01, _, 0x02]))
}

/// True if a PIN was checked by the card itself, which a contactless kernel does not do: CVM Results with such a method. The code of
/// a plain PIN alone (`010002`) is the phone's own check where a Mastercard is tapped.
pub fn is_pin_of_card(text: &str, scheme: Scheme) -> bool {
    let Some([first, _, _]) = hex::bytes(text).as_deref().and_then(|bytes| <[u8; 3]>::try_from(bytes).ok())
    else {
        return false;
    };
    // With the next rule named, it comes from an inserted card's list.
    let is_phone = scheme == Scheme::Mastercard && first == 0x01;
    first & 0x80 == 0 && !is_phone && [0x01, 0x03, 0x04, 0x05].contains(&(first & 0x3F))
}

/// Method named by CVM Results, alone: "enciphered PIN, checked by the card". `None` if they are not of an inserted card.
pub fn method_of(text: &str) -> Option<&'static str> {
    let [first, _, _] = *hex::bytes(text)?.as_slice() else { return None };
    method(first).map(|(words, _)| words).filter(|_| !is_unfilled(text))
}

/// True if CVM Results are all zero. By the table that means a verification that failed with an unknown result; in practice they were
/// likely never filled in.
pub fn is_unfilled(text: &str) -> bool {
    hex::bytes(text).as_deref() == Some(&[0; 3])
}

/// The method that CVM Results say was tried and failed. `None` where they name none.
pub fn failed_method(text: &str, scheme: Scheme, entry: Entry) -> Option<&'static str> {
    let [first, _, 0x01] = *hex::bytes(text)?.as_slice() else { return None };
    if is_phone(text, first, Some(scheme), entry) {
        return Some(ON_PHONE);
    }
    method(first).filter(|_| !matches!(first & 0x3F, 0x00 | 0x1F | 0x3F)).map(|(words, _)| words)
}

/// True if an online PIN was tried and failed.
pub fn is_failed_online_pin(text: &str) -> bool {
    matches!(hex::bytes(text).as_deref(), Some([first, _, 0x01]) if first & 0xBF == 0x02)
}

const ON_PHONE: &str = "phone unlock (CDCVM)";

/// A contactless Mastercard kernel reports the check on the phone by the code of a plain PIN, and names no next rule. Without a known
/// entry mode, only its exact value counts as that check. EMV Book C-2, 7.5.
fn is_phone(text: &str, first: u8, scheme: Option<Scheme>, entry: Entry) -> bool {
    scheme == Some(Scheme::Mastercard)
        && match entry {
            Entry::Tap | Entry::TapStripe => first == 0x01,
            Entry::Unknown => text.eq_ignore_ascii_case("010002"),
            _ => false,
        }
}

/// CVM Results (9F34) of three bytes; `None` for any other text. An inserted card has no phone that could check its owner.
pub fn results(text: &str, scheme: Option<Scheme>, entry: Entry) -> Option<Performed> {
    let [first, condition, result] = *hex::bytes(text)?.as_slice() else { return None };
    let is_phone = is_phone(text, first, scheme, entry);
    let named = method(first);
    let (method, verified) = match named {
        Some(_) if is_phone => (ON_PHONE, Some(Verified::OnDevice)),
        Some((words, verified)) => (words, verified),
        None => (UNKNOWN_METHOD, None),
    };
    // A method that was tried and failed verified no one.
    let verified = if result == 0x01 { named.map(|_| Verified::Failed) } else { verified };
    if is_unfilled(text) {
        let words = "verification failed, always; result unknown, or likely never filled in, as all is zero";
        return Some(Performed { verified: None, words: words.to_owned() });
    }
    // If no method was performed, the condition says nothing.
    let mut words = if first == 0x3F { method.to_owned() } else { rule_in_words(method, first, condition) };
    words.push_str("; ");
    words.push_str(RESULTS.get(usize::from(result)).copied().unwrap_or("an unknown result"));
    Some(Performed { verified, words })
}

/// The card's list of methods (tag 8E), a line each: the amounts X and Y, then a rule for each pair of bytes. `None` for any
/// other text. EMV 4.4 Book 3, 10.5.
pub fn list(text: &str) -> Option<Vec<String>> {
    let bytes = hex::bytes(text)?;
    let (amounts, rules) = bytes.split_at_checked(8)?;
    let (rules, []) = rules.as_chunks::<2>() else { return None };
    let amount = |bytes: &[u8]| bytes.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let amounts = [("X", amount(&amounts[..4])), ("Y", amount(&amounts[4..]))];
    let amounts = amounts
        .into_iter()
        .filter(|(_, minor)| *minor > 0)
        .map(|(name, minor)| format!("Amount {name}: {minor} minor units."));
    let rules = (1..).zip(rules).map(|(at, [first, condition])| {
        let (method, _) = method(*first).unwrap_or((UNKNOWN_METHOD, None));
        format!("Rule {at}: {}.", rule_in_words(method, *first, *condition))
    });
    Some(amounts.chain(rules).collect())
}

const UNKNOWN_METHOD: &str = "an unknown method";

/// Method named by the first byte. Bit 8 is reserved: with it set, the low bits name no method.
fn method(first: u8) -> Option<(&'static str, Option<Verified>)> {
    let known = METHODS.iter().find(|(code, ..)| first & 0x80 == 0 && *code == first & 0x3F)?;
    Some((known.1, known.2))
}

fn rule_in_words(method: &str, first: u8, condition: u8) -> String {
    let next = if first & 0x40 == 0 { "" } else { ", the next rule if unsuccessful" };
    let condition = CONDITIONS.get(usize::from(condition)).copied().unwrap_or("on an unknown condition");
    format!("{method}{next}, {condition}")
}

#[cfg(test)]
mod tests {
    use super::{Verified, list, read, results};
    use crate::entry::Entry;

    #[test]
    fn checks_of_the_body_are_told_by_what_was_checked_and_where() {
        for (text, verified, words) in [
            ("060302", None, "face, checked offline, if the terminal supports it; successful"),
            ("070302", None, "face, checked online, if the terminal supports it; successful"),
            ("070600", None, "face, checked online, if under amount X; result unknown"),
            (
                "480301",
                Some(Verified::Failed),
                "finger, checked offline, the next rule if unsuccessful, if the terminal supports it; failed",
            ),
            ("0A0302", None, "palm, checked offline, if the terminal supports it; successful"),
            ("0D0002", None, "iris, checked online, always; successful"),
            ("0E0302", None, "voice, checked offline, if the terminal supports it; successful"),
            ("0F0302", None, "voice, checked online, if the terminal supports it; successful"),
        ] {
            let performed = results(text, None, Entry::Chip).unwrap();
            assert_eq!((performed.verified, performed.words.as_str()), (verified, words), "{text}");
            let performed = read(text, None, Entry::Chip).unwrap();
            assert_eq!(performed.words, format!("likely CVM results: {words}"), "{text}");
        }
    }

    #[test]
    fn a_list_has_its_amounts_and_a_line_for_each_rule() {
        for (text, expected) in [
            (
                "00001388000000004206070308031F00",
                Some(vec![
                    "Amount X: 5000 minor units.",
                    "Rule 1: PIN, checked online by the issuer, the next rule if unsuccessful, if under amount X.",
                    "Rule 2: face, checked online, if the terminal supports it.",
                    "Rule 3: finger, checked offline, if the terminal supports it.",
                    "Rule 4: no verification required, always.",
                ]),
            ),
            ("0000000000000000", Some(vec![])),
            ("00000000000000001F", None),
            ("000000", None),
        ] {
            let expected = expected.map(|lines| lines.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(list(text), expected, "{text}");
        }
    }
}
