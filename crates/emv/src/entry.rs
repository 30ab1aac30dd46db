//! Entry mode, status and kind of a transaction, as the service names them.
//!
//! The service document gives `entryMode`, `tranStatus` and `tranType` no values: names and numbers are those of a comparable
//! service and of the trade, so each is likely. A spelling that is not known is unknown, never a guess.

use crate::performed::Verified;

/// Entry mode of the card's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Contactless: the only entry that contactless limits decide about.
    Tap,
    /// Contactless in mag-stripe mode: limits decide as at any tap, and there is no chip's list of methods and no TVR.
    TapStripe,
    /// Inserted.
    Chip,
    Stripe,
    /// The stripe, because the chip could not be read.
    Fallback,
    /// Typed.
    Manual,
    Ecommerce,
    /// A QR code.
    Code,
    Unknown,
}

/// Status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Approved,
    /// Approved first, then voided.
    Voided,
    Declined,
    /// Not finished.
    Open,
    /// Taken back because its outcome was not certain, or by hand.
    Reversed,
    Unknown,
}

/// Kind of transaction: only a sale is decided by limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Also an authorization, and a missing or unknown name.
    Sale,
    Refund,
    /// Also a reversal.
    Void,
    /// Completion of an earlier authorization; also an adjustment.
    Completion,
}

const KINDS: &[(Kind, &[&str])] = &[
    // First: a void or a reversal may be one of a refund.
    (Kind::Void, &["VOID", "REVERS"]),
    (Kind::Refund, &["REFUND", "RETURN"]),
    (Kind::Completion, &["COMP", "CAPTURE", "ADJUST"]),
];

const ENTRIES: &[(Entry, &[&str])] = &[
    (
        Entry::Tap,
        &[
            "1",
            "NFC",
            "CONTACTLESS",
            "TAP",
            "TAPPED",
            "CTLS",
            "CLESS",
            "CLESSCHIP",
            "CTLSCHIP",
            "CLESSEMV",
            "CTLSEMV",
            "CONTACTLESSCHIP",
            "CONTACTLESSEMV",
            "CONTACTLESSICC",
            "EMVCONTACTLESS",
            "CHIPCONTACTLESS",
            "NFCCHIP",
            "PAYWAVE",
            "PAYPASS",
            "PROXIMITY",
        ],
    ),
    (
        Entry::TapStripe,
        &[
            "NFCMAGSTRIPE",
            "CONTACTLESSMAGSTRIPE",
            "CONTACTLESSMAGSTRIPEMODE",
            "CONTACTLESSMSD",
            "CONTACTLESSMSR",
            "CLESSSWIPE",
            "CLESSMSD",
            "CLESSMAGSTRIPE",
            "CTLSMSD",
            "MSD",
        ],
    ),
    (
        Entry::Chip,
        &[
            "2",
            "EMVCONTACT",
            "CONTACTEMV",
            "EMV",
            "EMVCHIP",
            "CHIP",
            "CHIPREAD",
            "CHIPANDPIN",
            "CONTACT",
            "CONTACTICC",
            "ICC",
            "INSERT",
            "INSERTED",
            "DIP",
            "DIPPED",
            "CONTACTCHIP",
        ],
    ),
    (
        Entry::Stripe,
        &["3", "STRIPE", "MAGSTRIPE", "SWIPE", "SWIPED", "MSR", "MAGNETICSTRIPE", "MAGNETICSTRIPETRACK2"],
    ),
    (Entry::Manual, &["4", "MANUAL", "KEYED", "KEYENTRY", "KEYENTERED", "MANUALENTRY", "MOTO"]),
    (
        Entry::Fallback,
        &["5", "FALLBACK", "FALLBACKSWIPE", "MAGSTRIPEFALLBACK", "MAGNETICSTRIPEFALLBACK", "ICCFALLBACK"],
    ),
    (Entry::Code, &["6", "QR", "QRCODE", "PRESENTEDQR"]),
    (Entry::Ecommerce, &["ECOMM", "ECOM", "ECOMMERCE"]),
];

const STATUSES: &[(Status, &[&str])] = &[
    (Status::Approved, &["2", "5", "APPROVED", "REFUNDED", "COMPLETED", "ADJUSTED"]),
    (Status::Voided, &["4", "VOIDED"]),
    (Status::Declined, &["3", "DECLINED"]),
    (Status::Open, &["0", "1", "INIT", "PROCESSING"]),
    (Status::Reversed, &["7", "REVERSED"]),
];

/// Upper case, without what separates words.
fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

impl Entry {
    /// `entryMode`.
    pub fn read(text: &str) -> Entry {
        let text = plain(text);
        ENTRIES
            .iter()
            .find(|(_, known)| known.contains(&text.as_str()))
            .map_or_else(|| Entry::of_iso(&text), |(entry, _)| *entry)
    }

    /// Three digits are the POS entry mode of ISO 8583:1987, field 22: two for how the card was read, one for what can take a
    /// PIN. Beyond the standard, 90, 91 and 95 are Visa's values, 80 and 81 Mastercard's.
    fn of_iso(text: &str) -> Entry {
        let (3, true) = (text.len(), text.bytes().all(|byte| byte.is_ascii_digit())) else {
            return Entry::Unknown;
        };
        match &text[..2] {
            "01" => Entry::Manual,
            "02" | "90" => Entry::Stripe,
            "03" => Entry::Code,
            "05" | "95" => Entry::Chip,
            "07" => Entry::Tap,
            "91" => Entry::TapStripe,
            "80" => Entry::Fallback,
            "81" => Entry::Ecommerce,
            _ => Entry::Unknown,
        }
    }

    /// True if contactless limits may have decided.
    pub fn may_be_a_tap(self) -> bool {
        self.is_tap() || self == Entry::Unknown
    }

    /// True if a card or phone was tapped, as far as the service reports it.
    pub fn is_tap(self) -> bool {
        matches!(self, Entry::Tap | Entry::TapStripe)
    }

    /// True if a chip may have been read: only then there is a TVR.
    pub fn reads_chip(self) -> bool {
        matches!(self, Entry::Tap | Entry::Chip | Entry::Unknown)
    }

    /// True if the cardholder can be verified in this way.
    pub fn fits(self, verified: Verified) -> bool {
        let no_card = matches!(self, Entry::Ecommerce | Entry::Code);
        match verified {
            Verified::Pin => !no_card && self != Entry::Manual,
            Verified::Signature | Verified::PinOrSignature => !no_card,
            // An inserted card checks no owner on a device of its own.
            Verified::OnDevice => no_card || self.may_be_a_tap(),
            Verified::Nothing | Verified::Failed => true,
        }
    }

    /// Word for a label; `None` if the entry is unknown.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Entry::Tap => Some("Tap"),
            Entry::TapStripe => Some("Tap (mag-stripe mode)"),
            Entry::Chip => Some("Chip"),
            Entry::Stripe => Some("Swipe"),
            Entry::Fallback => Some("Swipe (chip not readable)"),
            Entry::Manual => Some("Typed"),
            Entry::Ecommerce => Some("Online order"),
            Entry::Code => Some("QR code"),
            Entry::Unknown => None,
        }
    }

    /// The entry, and what decides about verification there.
    pub fn sentence(self) -> &'static str {
        match self {
            Entry::Tap => "The card or phone was tapped.",
            Entry::TapStripe => "The card or phone was tapped in mag-stripe mode.",
            Entry::Chip => {
                "The card was inserted: its own list (CVM list) and the terminal decide, not contactless limits."
            }
            Entry::Stripe => {
                "The card was swiped: its service code, the terminal and the issuer decide, not contactless limits."
            }
            Entry::Fallback => {
                "The card was swiped, because the chip couldn't be read (fallback): its service code, the terminal and the \
                 issuer decide, not contactless limits."
            }
            Entry::Manual => {
                "The card number was typed, so no PIN is possible. Contactless limits don't apply."
            }
            Entry::Ecommerce => {
                "This is an online order: the issuer may verify the cardholder in the browser or app (3-D Secure). \
                 Contactless limits don't apply."
            }
            Entry::Code => "A QR code was used. Contactless limits don't apply.",
            Entry::Unknown => "The entry mode is unknown. Contactless limits apply only to taps.",
        }
    }
}

impl Kind {
    /// `tranType`: what it contains counts, since a service may join words (`PRE_AUTH_COMP`).
    pub fn read(text: &str) -> Kind {
        let text = plain(text);
        KINDS
            .iter()
            .find(|(_, known)| known.iter().any(|word| text.contains(word)))
            .map_or(Kind::Sale, |(kind, _)| *kind)
    }
}

impl Status {
    /// `tranStatus`, or the number that queries use for it.
    pub fn read(text: &str) -> Status {
        let text = plain(text);
        STATUSES
            .iter()
            .find(|(_, known)| known.contains(&text.as_str()))
            .map_or(Status::Unknown, |(status, _)| *status)
    }

    /// Sentence that the status adds to the answer, unless it is the answer itself.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Status::Voided => Some("It was approved and then voided."),
            Status::Open => Some("It is not finished, so approval is unclear."),
            Status::Reversed => Some("It was reversed, often because the host's answer didn't arrive."),
            Status::Approved | Status::Declined | Status::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sale_or_an_authorization_is_a_sale() {
        for (text, expected) in [
            ("SALE", Kind::Sale),
            ("AUTH", Kind::Sale),
            ("PRE_AUTH", Kind::Sale),
            ("", Kind::Sale),
            ("REFUND", Kind::Refund),
            ("LINK_REFUND", Kind::Refund),
            ("VOID", Kind::Void),
            ("reversal", Kind::Void),
            ("AUTH_COMP", Kind::Completion),
            ("COMPLETION", Kind::Completion),
            ("AUTH_COMPLETE", Kind::Completion),
            ("ADJUST", Kind::Completion),
        ] {
            assert_eq!(Kind::read(text), expected, "{text}");
        }
    }

    #[test]
    fn three_digits_are_an_iso_entry_mode() {
        for (text, expected) in [
            ("071", Entry::Tap),
            ("072", Entry::Tap),
            ("910", Entry::TapStripe),
            ("051", Entry::Chip),
            ("901", Entry::Stripe),
            ("801", Entry::Fallback),
            ("010", Entry::Manual),
            ("812", Entry::Ecommerce),
            ("001", Entry::Unknown),
            ("07", Entry::Unknown),
            ("0711", Entry::Unknown),
            ("7a1", Entry::Unknown),
            ("1", Entry::Tap),
            ("NFC_MAGSTRIPE", Entry::TapStripe),
            ("MSD", Entry::TapStripe),
        ] {
            assert_eq!(Entry::read(text), expected, "{text}");
        }
    }
}
