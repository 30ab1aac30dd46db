//! Each contradiction as an English clause without its full stop.

use tapline_emv::performed::Verified;

use super::cause::{either, happened};
use super::lowered;
use crate::decision::{Contradiction, OfflineBy};

/// The clause of a contradiction.
pub(super) fn doubt(of: &Contradiction) -> String {
    use Contradiction as C;
    let reported = |verified: &Verified| lowered(happened(Some(*verified)));
    match of {
        C::StatusAndHostCode { is_approved, code, meaning } => {
            let status = if *is_approved { "declined" } else { "approved" };
            format!("the status says {status}, host code {code} says “{}”", meaning.words)
        }
        C::PinInTvrAlone { reported: verified } => {
            format!("the TVR notes an online PIN (B3 b3), the service reports “{}”", reported(verified))
        }
        C::PinNotInTvr => "the service reports a PIN, the TVR notes none (B3 b3)".to_owned(),
        C::TvrExcludesItself => {
            "the TVR says expired and not yet effective, so it belongs to no real sale".to_owned()
        }
        C::InsertedBitsOnTap { places } => {
            format!("TVR {} belongs to an inserted card, but this was a tap", places.join(", "))
        }
        C::CardPinOnTap => "the CVM Results name a PIN checked by the card, which no tap does".to_owned(),
        C::VerifiedAndFailed { reported: verified } => {
            format!("the TVR says verification failed (B3 b8), the service reports “{}”", reported(verified))
        }
        C::TvrWithoutChip { .. } => {
            "no chip is read at this entry, so the TVR belongs to another sale".to_owned()
        }
        C::EntryCannotVerify { verified, .. } => {
            format!("“{}” isn't possible at this entry", reported(verified))
        }
        C::BankStepWithoutBank { code, place } => {
            format!("{place} needs the bank's answer, but by code {code} no bank answered")
        }
        C::WrongPinWithoutPin => "the bank reports a wrong PIN, but none was sent to it".to_owned(),
        C::SignatureUnattended { digits } => {
            format!("terminal type {digits} is unattended, so no one can sign there")
        }
        C::LimitWouldStop => {
            "the transaction limit was different then: today it stops this amount".to_owned()
        }
        C::NoTapNow { ground } => format!("as configured now no tap works ({ground}), but this one did"),
        C::OfflineNow(OfflineBy::Reader(_)) => {
            "as configured now the reader is offline only, but a host answered".to_owned()
        }
        C::OfflineNow(OfflineBy::Terminal(digits)) => {
            format!("terminal type {digits} is offline only, but a host answered")
        }
        C::MethodNotOfferedNow { method, place, is_bank } => {
            let bank = if *is_bank { "; the bank can request one all the same" } else { "" };
            format!("as configured now the reader offers no {} ({place}){bank}", either(*method))
        }
        C::PhoneCheckNotAnnouncedNow { .. } => {
            "as configured now the reader doesn't announce phone verification, but it was used".to_owned()
        }
        C::OtherSideOfLimit => {
            "Mastercard readers report these CVM Results only on the other side of the CVM limit".to_owned()
        }
        C::MethodAndAid { aid, method } => {
            format!("the AID says {}, the payment method {}; the AID counts", aid.name(), method.name())
        }
        C::WalletAndCard { wallet, .. } => {
            format!("the payment method says {wallet}, the card's data say card")
        }
    }
}
