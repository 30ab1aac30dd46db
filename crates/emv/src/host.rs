//! Meanings of a host's answer: `hostRespCode`.
//!
//! The service document gives no values. Two characters are likely ISO 8583:1987, field 39; a scheme's own meaning of a code comes
//! before the common one. 76 to 89 are private use there, so their meanings are a habit of hosts and not the standard's. Three digits
//! are likely ISO 8583:1993 action codes, as Amex hosts use them. Public lists of processors confirm the common codes of two digits.
//! The schemes' own meanings (`1A`, `65`, `70`, `82`, `N7`), the codes of three digits and those that a terminal writes (`Y1` to `Z3`)
//! were not checked against a document: every sentence from here says “likely”.

use crate::entry::Status;
use crate::scheme::Scheme;

/// Kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Approved,
    /// The issuer wants the cardholder checked, then it may approve.
    WantsCheck,
    /// As `WantsCheck`, for a tap only.
    WantsCheckOfTap,
    WrongPin,
    /// The cardholder, card or account.
    Card,
    /// The merchant's or terminal's side: how they are set up, or what was sent.
    Merchant,
    /// The host, or the way behind it, did not work just then.
    Later,
    /// No issuer has decided: its answer did not come, or not in time.
    NoAnswer,
    /// No host answered: the terminal wrote the code itself.
    Terminal,
}

/// A finer meaning, where a next step or a headline depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Less than the amount was approved.
    InPart,
    InsufficientFunds,
    CardExpired,
    PinTriesExceeded,
    /// Y1.
    ApprovedOffline,
    /// Y3: the terminal could not go online.
    ApprovedWithoutConnection,
    /// Z1.
    DeclinedOffline,
    /// Z3: the terminal could not go online.
    NoConnection,
}

/// Codes whose meaning is the same for every scheme.
const DETAILS: &[(&str, Detail)] = &[
    ("10", Detail::InPart),
    ("32", Detail::InPart),
    ("51", Detail::InsufficientFunds),
    ("116", Detail::InsufficientFunds),
    ("33", Detail::CardExpired),
    ("54", Detail::CardExpired),
    ("101", Detail::CardExpired),
    ("38", Detail::PinTriesExceeded),
    ("75", Detail::PinTriesExceeded),
    ("106", Detail::PinTriesExceeded),
    ("Y1", Detail::ApprovedOffline),
    ("Y3", Detail::ApprovedWithoutConnection),
    ("Z1", Detail::DeclinedOffline),
    ("Z3", Detail::NoConnection),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    pub kind: Kind,
    pub detail: Option<Detail>,
    pub words: &'static str,
    pub source: &'static str,
}

type AnswerRow = (&'static str, Option<Scheme>, Kind, &'static str);

const ISO_1987: &str = "ISO 8583:1987, field 39";
const PRIVATE_USE: &str = "private use in ISO 8583:1987, field 39; many hosts mean this";
const ISO_1993: &str = "ISO 8583:1993, action codes";
const OF_TERMINAL: &str = "EMV 4.4 Book 4, A6";
const OF_SCHEME: &str = "the scheme's own meaning, as processors publish it";

/// Text for 91 and 912.
pub const NOT_AVAILABLE: &str = "issuer not available";

/// A scheme's own meaning comes before the common one.
const ROWS: &[AnswerRow] = &[
    ("00", None, Kind::Approved, "approved"),
    ("08", None, Kind::Approved, "approved with identification"),
    ("10", None, Kind::Approved, "approved in part"),
    ("11", None, Kind::Approved, "approved"),
    ("16", None, Kind::Approved, "approved"),
    ("85", None, Kind::Approved, "no reason to decline"),
    ("87", None, Kind::Approved, "approved without cashback"),
    ("1A", Some(Scheme::Visa), Kind::WantsCheck, "additional customer authentication required"),
    ("70", Some(Scheme::Visa), Kind::WantsCheck, "PIN required"),
    ("70", Some(Scheme::Mastercard), Kind::Card, "contact the issuer"),
    (
        "65",
        Some(Scheme::Mastercard),
        Kind::WantsCheckOfTap,
        "count limit exceeded; on a tap in Europe the issuer requests a PIN or phone unlock",
    ),
    ("65", Some(Scheme::Visa), Kind::Card, "activity count limit exceeded"),
    (
        "82",
        Some(Scheme::Visa),
        Kind::Card,
        "negative result of the check of the card's cryptogram or security code (CAM, dCVV, iCVV or CVV)",
    ),
    ("N7", Some(Scheme::Visa), Kind::Card, "the security code printed on the card (CVV2) does not match"),
    ("01", None, Kind::Card, "refer to the issuer"),
    ("02", None, Kind::Card, "refer to the issuer"),
    ("03", None, Kind::Merchant, "invalid merchant"),
    ("04", None, Kind::Card, "keep the card"),
    ("05", None, Kind::Card, "do not honor: the issuer gives no reason"),
    ("06", None, Kind::Later, "error, without a reason"),
    ("07", None, Kind::Card, "keep the card, special condition"),
    ("09", None, Kind::Later, "request in progress"),
    ("12", None, Kind::Merchant, "invalid transaction"),
    ("13", None, Kind::Merchant, "invalid amount"),
    ("14", None, Kind::Card, "invalid card number"),
    ("15", None, Kind::Card, "no such issuer"),
    ("17", None, Kind::Card, "canceled by the customer"),
    ("18", None, Kind::Card, "disputed by the customer"),
    ("19", None, Kind::Later, "enter the transaction again"),
    ("20", None, Kind::Later, "invalid response"),
    ("21", None, Kind::Later, "no action taken"),
    ("22", None, Kind::Later, "suspected malfunction"),
    ("23", None, Kind::Merchant, "transaction fee not accepted"),
    ("24", None, Kind::Merchant, "update of a file not supported"),
    ("25", None, Kind::Merchant, "no such record on file"),
    ("26", None, Kind::Merchant, "duplicate record, the old one was replaced"),
    ("27", None, Kind::Merchant, "error in a field of a file update"),
    ("28", None, Kind::Later, "file locked"),
    ("29", None, Kind::Later, "update of a file failed, contact the acquirer"),
    ("30", None, Kind::Merchant, "format error"),
    ("31", None, Kind::Merchant, "bank not supported"),
    ("32", None, Kind::Approved, "completed in part"),
    ("33", None, Kind::Card, "expired card, keep the card"),
    ("34", None, Kind::Card, "suspected fraud, keep the card"),
    ("35", None, Kind::Card, "contact the acquirer, keep the card"),
    ("36", None, Kind::Card, "restricted card, keep the card"),
    ("37", None, Kind::Card, "call the acquirer's security department, keep the card"),
    ("38", None, Kind::Card, "PIN tries exceeded, keep the card"),
    ("39", None, Kind::Card, "no credit account"),
    ("40", None, Kind::Merchant, "requested function not supported"),
    ("41", None, Kind::Card, "lost card"),
    ("42", None, Kind::Card, "no universal account"),
    ("43", None, Kind::Card, "stolen card"),
    ("44", None, Kind::Card, "no investment account"),
    ("51", None, Kind::Card, "insufficient funds"),
    ("52", None, Kind::Card, "no checking account"),
    ("53", None, Kind::Card, "no savings account"),
    ("54", None, Kind::Card, "expired card"),
    ("55", None, Kind::WrongPin, "incorrect PIN"),
    ("56", None, Kind::Card, "no record of this card"),
    ("57", None, Kind::Card, "not permitted for this card"),
    ("58", None, Kind::Merchant, "not permitted for this terminal"),
    ("59", None, Kind::Card, "suspected fraud"),
    ("60", None, Kind::Merchant, "contact the acquirer"),
    ("61", None, Kind::Card, "exceeds the issuer's amount limit"),
    ("62", None, Kind::Card, "restricted card"),
    ("63", None, Kind::Merchant, "security violation"),
    ("64", None, Kind::Merchant, "original amount incorrect"),
    ("65", None, Kind::Card, "exceeds the issuer's count limit"),
    ("66", None, Kind::Merchant, "call the acquirer's security department"),
    ("67", None, Kind::Card, "the machine keeps the card"),
    ("68", None, Kind::NoAnswer, "response received too late"),
    ("75", None, Kind::Card, "PIN tries exceeded"),
    ("86", None, Kind::Later, "the PIN cannot be checked"),
    ("90", None, Kind::Later, "cutoff in progress, send it again in a few minutes"),
    ("91", None, Kind::NoAnswer, NOT_AVAILABLE),
    ("92", None, Kind::Later, "no way to the issuer was found"),
    ("93", None, Kind::Card, "cannot be completed, violation of law"),
    ("94", None, Kind::Merchant, "duplicate of a transaction"),
    ("95", None, Kind::Later, "reconciliation error"),
    ("96", None, Kind::Later, "system error"),
    ("Y1", None, Kind::Approved, "approved offline"),
    ("Y3", None, Kind::Approved, "approved offline, because it could not go online"),
    ("Z1", None, Kind::Terminal, "declined offline"),
    ("Z3", None, Kind::Terminal, "could not go online, declined offline"),
    ("000", None, Kind::Approved, "approved"),
    ("100", None, Kind::Card, "declined: the issuer gives no reason"),
    ("101", None, Kind::Card, "expired card"),
    ("106", None, Kind::Card, "PIN tries exceeded"),
    ("109", None, Kind::Merchant, "invalid merchant"),
    ("110", None, Kind::Merchant, "invalid amount"),
    ("116", None, Kind::Card, "insufficient funds"),
    ("117", None, Kind::WrongPin, "incorrect PIN"),
    ("121", None, Kind::Card, "exceeds the issuer's amount limit"),
    ("200", None, Kind::Card, "keep the card"),
    ("911", None, Kind::NoAnswer, "the issuer did not answer in time"),
    ("912", None, Kind::NoAnswer, NOT_AVAILABLE),
];

/// Nothing for a code that is not known for this scheme. `tap`: whether the card may have been tapped.
pub fn read(code: &str, scheme: Scheme, tap: bool) -> Option<Code> {
    let code = code.trim();
    let (_, of, kind, words) = ROWS
        .iter()
        .filter(|(.., kind, _)| tap || *kind != Kind::WantsCheckOfTap)
        .find(|(known, of, ..)| known.eq_ignore_ascii_case(code) && of.is_none_or(|of| of == scheme))?;
    let source = match of {
        Some(_) => OF_SCHEME,
        None if *kind == Kind::Terminal || code.starts_with(['Y', 'y']) => OF_TERMINAL,
        None if code.len() == 3 => ISO_1993,
        None if is_private_use(code) => PRIVATE_USE,
        None => ISO_1987,
    };
    let kind = if *kind == Kind::WantsCheckOfTap { Kind::WantsCheck } else { *kind };
    let detail =
        DETAILS.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, detail)| *detail);
    Some(Code { kind, detail, words, source })
}

/// 76 to 89 of ISO 8583:1987, field 39.
fn is_private_use(code: &str) -> bool {
    code.parse().is_ok_and(|number: u8| (76..=89).contains(&number))
}

impl Code {
    /// True if this answer declined a sale of this status. A sale reversed for lack of an answer was not declined.
    pub fn declines(&self, status: Status) -> bool {
        self.kind != Kind::Approved && !(self.kind == Kind::NoAnswer && status == Status::Reversed)
    }

    /// The party that declined, after "declined".
    pub fn by_whom(&self) -> &'static str {
        match self.kind {
            Kind::NoAnswer => "without an answer of the issuer",
            _ if self.is_of_terminal() => "without an answer of a host",
            _ => "by the host",
        }
    }

    /// True if the terminal wrote it itself, without a host.
    pub fn is_of_terminal(&self) -> bool {
        self.source == OF_TERMINAL
    }
}

#[cfg(test)]
mod tests {
    use super::{OF_SCHEME, Scheme, read};

    /// Reserved for ISO, for private or for national use; the standard gives them no meaning.
    #[test]
    fn every_code_that_the_standard_names_is_known_and_no_other_is_credited_to_it() {
        let reserved = |code: u8| matches!(code, 45..=50 | 69..=74 | 76..=89 | 97..=99);
        for code in 0..=99_u8 {
            let text = format!("{code:02}");
            let is_iso = read(&text, Scheme::Jcb, true).is_some_and(|code| code.source == super::ISO_1987);
            assert_eq!(is_iso, !reserved(code), "{text}");
        }
    }

    #[test]
    fn a_meaning_is_credited_to_whom_it_is_from() {
        let iso = "ISO 8583:1987, field 39";
        let private = "private use in ISO 8583:1987, field 39; many hosts mean this";
        for (code, scheme, expected) in [
            ("51", Scheme::Visa, Some(("insufficient funds", iso))),
            ("68", Scheme::Jcb, Some(("response received too late", iso))),
            ("75", Scheme::Amex, Some(("PIN tries exceeded", iso))),
            ("85", Scheme::Visa, Some(("no reason to decline", private))),
            ("86", Scheme::Mastercard, Some(("the PIN cannot be checked", private))),
            ("87", Scheme::Discover, Some(("approved without cashback", private))),
            ("91", Scheme::Visa, Some(("issuer not available", iso))),
            ("70", Scheme::Mastercard, Some(("contact the issuer", OF_SCHEME))),
            (
                "82",
                Scheme::Visa,
                Some((
                    "negative result of the check of the card's cryptogram or security code (CAM, dCVV, iCVV or CVV)",
                    OF_SCHEME,
                )),
            ),
            ("82", Scheme::Mastercard, None),
            (
                "n7",
                Scheme::Visa,
                Some(("the security code printed on the card (CVV2) does not match", OF_SCHEME)),
            ),
            ("N7", Scheme::Jcb, None),
            ("07", Scheme::Visa, Some(("keep the card, special condition", iso))),
            ("15", Scheme::Jcb, Some(("no such issuer", iso))),
            ("19", Scheme::Mastercard, Some(("enter the transaction again", iso))),
            ("38", Scheme::Amex, Some(("PIN tries exceeded, keep the card", iso))),
            ("39", Scheme::Visa, Some(("no credit account", iso))),
            ("52", Scheme::Visa, Some(("no checking account", iso))),
            ("93", Scheme::Discover, Some(("cannot be completed, violation of law", iso))),
            ("85x", Scheme::Visa, None),
        ] {
            let said = read(code, scheme, true).map(|code| (code.words, code.source));
            assert_eq!(said, expected, "{code} {scheme:?}");
        }
    }
}
