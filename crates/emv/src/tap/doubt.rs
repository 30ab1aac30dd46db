//! Reasons that leave a decision open, and remarks on a decision.

use crate::cvm::{self, Deciding};
use crate::limits::{LimitKind, Unreachable};
use crate::param::{KERNEL_CONFIGURATION, Params, Value};
use crate::scheme::Scheme;

/// One doubt, with the values that its sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// A limit is missing, so its side of the decision is open.
    LimitMissing(LimitKind),
    /// A value that decides at this amount is there and can't be read.
    Unread(Deciding),
    /// The configuration doesn't have what the reader offers; Amex keeps it per terminal.
    ReaderUnknown,
    /// A phone passes if the reader accepts its unlock, which the configuration doesn't say (DF811B missing).
    PhoneUnknown,
    /// 9F6E announces the phone's unlock, and says that phones aren't supported.
    PhoneContradicted,
    /// The new CVM rule is off, so DF8118 or DF8119 likely doesn't count. Hint of a comparable service.
    NewRuleOff {
        /// DF8118 or DF8119.
        value: Deciding,
        /// The flag is there and can't be read.
        is_unread: bool,
    },
    /// A JCB reader likely uses 9F53, not the stored TTQ (Verifone ADK).
    JcbUsesOtherData,
    /// Only mag-stripe mode is on. Kernel 2 then uses DF811E and DF812C, which this interface doesn't have.
    MagStripeOnly,
    /// 9F1D reports to the card that both contactless modes are off; the kernel decides by DF811B.
    CardToldNoTap(KernelModes),
    /// Online PIN is offered and can't be verified: nothing goes online. A card that wants a PIN is likely declined.
    PinNeedsOnline,
    /// Signature is offered at an unattended terminal, where no one can sign.
    NobodySigns,
    /// Discover: TTQ byte 3 bit 4 requires the phone's unlock. EMV Book C-6 v2.6 alone.
    PhoneRequired,
    /// The CVM limit asks at no accepted amount.
    CvmNeverAsked(Unreachable),
    /// The limit means no limit; a terminal that compares the number would treat this amount otherwise.
    TakenAsNumber { limit: LimitKind, minor: u64 },
    /// Acceptance of an amount of zero depends on the terminal. EMV Book B v2.5, 3.1.1.4.
    ZeroAccepted {
        /// Mastercard: accepted, it may go online all the same (3.1.1.11).
        may_go_online: bool,
    },
    /// The service document doesn't say how the floor limit compares; the book does.
    FloorByBook,
}

/// Contactless modes that the Mastercard kernel runs, by DF811B.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelModes {
    Both(u8),
    MagStripe(u8),
    Emv(u8),
    Missing,
    Unread,
}

impl KernelModes {
    pub(crate) fn from_params(params: &Params) -> KernelModes {
        match params.get(KERNEL_CONFIGURATION).and_then(Value::bytes).as_deref() {
            Some([byte]) if byte & 0xC0 == 0 => KernelModes::Both(*byte),
            Some([byte]) if byte & 0xC0 == 0x40 => KernelModes::MagStripe(*byte),
            Some([byte]) => KernelModes::Emv(*byte),
            _ if Deciding::Kernel.is_unread(params) => KernelModes::Unread,
            _ => KernelModes::Missing,
        }
    }
}

/// Doubts about the reader at any amount.
pub(super) fn of_reader(scheme: Scheme, params: &Params) -> impl Iterator<Item = Doubt> {
    let card_told = cvm::card_is_told_no_tap(scheme, params)
        .then(|| Doubt::CardToldNoTap(KernelModes::from_params(params)));
    let required = cvm::is_phone_check_required(scheme, params).then_some(Doubt::PhoneRequired);
    cvm::mag_stripe_only(scheme, params)
        .then_some(Doubt::MagStripeOnly)
        .into_iter()
        .chain(card_told)
        .chain(required)
}
