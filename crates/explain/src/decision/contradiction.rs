//! Facts that exclude each other.

use tapline_emv::entry::Entry;
use tapline_emv::host;
use tapline_emv::performed::Verified;
use tapline_emv::{Presented, Scheme};

use super::cause::{Methods, OfflineBy};

/// Facts that exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The status says approved, or declined, and the host code the other.
    StatusAndHostCode { is_approved: bool, code: String, meaning: host::Code },
    /// The TVR notes an online PIN (B3 b3), the service something else.
    PinInTvrAlone { reported: Verified },
    /// The service reports a PIN at a tap, and the TVR notes none. Kernel 2 does note it.
    PinNotInTvr,
    /// The application has expired and is not yet effective: no TVR of a real sale. The TVR decides nothing then.
    TvrExcludesItself,
    /// TVR bits of a PIN that only an inserted card uses, on a tap: places.
    InsertedBitsOnTap { places: Vec<&'static str> },
    /// CVM Results of a PIN that the card checked, on a tap.
    CardPinOnTap,
    /// The TVR says that verification failed, the service reports a method that was done.
    VerifiedAndFailed { reported: Verified },
    /// A TVR at an entry that reads no chip.
    TvrWithoutChip { entry: Entry },
    /// This entry can't verify the cardholder in this way.
    EntryCannotVerify { entry: Entry, verified: Verified },
    /// A step that needs a bank's answer, while the code says that no bank answered: the TVR or TSI bit.
    BankStepWithoutBank { code: String, place: &'static str },
    /// The bank found a PIN wrong, and none was sent.
    WrongPinWithoutPin,
    /// A signature at an unattended terminal; 9F35.
    SignatureUnattended { digits: u8 },
    /// By the transaction limit as it is now the reader declines; the sale passed.
    LimitWouldStop,
    /// As configured now no tap works; one did.
    NoTapNow { ground: &'static str },
    /// As configured now nothing goes online; a host answered.
    OfflineNow(OfflineBy),
    /// As configured now the reader lacks the method that was used. `is_bank`: the bank may have asked.
    MethodNotOfferedNow { method: Methods, place: &'static str, is_bank: bool },
    /// As configured now the reader lacks phone verification, which the sale used.
    PhoneCheckNotAnnouncedNow { scheme: Scheme },
    /// Kernel 2 writes these CVM Results only on the other side of the CVM limit.
    OtherSideOfLimit,
    /// AID and payment method name different schemes; the AID counts.
    MethodAndAid { aid: Scheme, method: Scheme },
    /// The wallet says phone, the card's data say card, or the other way round.
    WalletAndCard { wallet: &'static str, presented: Presented },
}

impl Contradiction {
    /// True if a parameter was likely another one at the sale.
    pub fn is_of_other_values(&self) -> bool {
        matches!(
            self,
            Contradiction::LimitWouldStop
                | Contradiction::NoTapNow { .. }
                | Contradiction::OfflineNow(_)
                | Contradiction::MethodNotOfferedNow { is_bank: false, .. }
                | Contradiction::PhoneCheckNotAnnouncedNow { .. }
                | Contradiction::OtherSideOfLimit
        )
    }
}
