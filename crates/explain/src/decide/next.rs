//! The next step for the person at the counter: nothing that was done already, and nothing that the terminal or the entry can't do.

use tapline_emv::cvm::Capability;
use tapline_emv::entry::Entry;
use tapline_emv::performed::{self, Verified};
use tapline_emv::tvr;

use super::case::Case;
use super::decline::INSERTED;
use crate::decision::{DeclineReason, NextStep};

/// Never [`NextStep::Nothing`].
pub(super) fn after_decline(case: &Case<'_>, reason: DeclineReason) -> NextStep {
    let can_insert = case.may_be_a_tap() && case.has_slot();
    let insert = |otherwise| if can_insert { NextStep::InsertCard } else { otherwise };
    match reason {
        DeclineReason::AboveTransactionLimit | DeclineReason::TerminalSetting => {
            insert(NextStep::PayAnotherWay)
        }
        DeclineReason::NotVerified if case.has(tvr::PIN_PAD) => NextStep::PayAnotherWay,
        // No method fits the tap, so another tap fits none either.
        DeclineReason::NotVerified if case.may_be_a_tap() && !case.is_phone() && fits_none(case) => {
            insert(NextStep::TryAnotherCard)
        }
        DeclineReason::NotVerified | DeclineReason::NeedsVerification => verify(case),
        DeclineReason::WrongPin if can_be_wrong(case) => NextStep::RightPin,
        DeclineReason::WrongPin
        | DeclineReason::PinTriesExceeded
        | DeclineReason::InsufficientFunds
        | DeclineReason::CardExpired
        | DeclineReason::CardNotAccepted => NextStep::TryAnotherCard,
        DeclineReason::SetUp => NextStep::AskAcquirer,
        DeclineReason::Unavailable => NextStep::TryLater,
        DeclineReason::NoConnection if can_insert => NextStep::InsertOrCheckConnection,
        DeclineReason::NoConnection => NextStep::CheckConnection,
        DeclineReason::Offline | DeclineReason::CardNotAuthenticated | DeclineReason::Unexplained
            if can_insert =>
        {
            NextStep::InsertOrOtherCard
        }
        DeclineReason::Offline | DeclineReason::CardNotAuthenticated | DeclineReason::Unexplained => {
            NextStep::TryAnotherCard
        }
    }
}

/// The cardholder has to be verified: on the phone, by PIN at the tap, inserted, or online, by what reader and entry can do.
fn verify(case: &Case<'_>) -> NextStep {
    let done = case.verified;
    match case.entry() {
        Entry::Ecommerce => return NextStep::ConfirmOnline,
        Entry::Manual | Entry::Code if case.has_slot() => return NextStep::InsertCard,
        Entry::Manual | Entry::Code => return NextStep::PayAnotherWay,
        Entry::Chip if done != Some(Verified::Pin) => return NextStep::InsertCard,
        Entry::Chip | Entry::Stripe | Entry::Fallback => return NextStep::TryAnotherCard,
        Entry::Tap | Entry::TapStripe | Entry::Unknown => {}
    }
    let is_inserted = |otherwise| if case.has_slot() { NextStep::InsertCard } else { otherwise };
    match done {
        // The bank wants more than that.
        Some(Verified::OnDevice) => NextStep::TryAnotherCard,
        Some(Verified::Pin) => is_inserted(NextStep::TryAnotherCard),
        _ if case.is_phone() => NextStep::UnlockPhone,
        _ if case.is_mag_stripe() || case.offline().is_some() => is_inserted(NextStep::PayAnotherWay),
        _ => match case.declared(Capability::OnlinePin) {
            Some(true) => NextStep::EnterPin,
            Some(false) if !(case.is_kernel_2() && case.is_without_rule()) => {
                is_inserted(NextStep::PayAnotherWay)
            }
            // Nothing speaks against a PIN on the terminal's screen.
            _ => is_inserted(NextStep::EnterPin),
        },
    }
}

/// A bank finds wrong only a PIN that was sent to it.
pub(super) fn can_be_wrong(case: &Case<'_>) -> bool {
    if matches!(case.entry(), Entry::Manual | Entry::Ecommerce | Entry::Code) {
        return false;
    }
    let noted = case.tvr.has(tvr::ONLINE_PIN).filter(|_| case.entry().reads_chip());
    if noted == Some(true) || performed::is_failed_online_pin(&case.sale.cvm_raw) {
        return true;
    }
    let unsent = INSERTED.into_iter().any(|bit| case.has(bit));
    let is_by_card = case.is_pin_of_card()
        || case.entry() == Entry::Chip && noted == Some(false) && case.verified == Some(Verified::Pin);
    !unsent && !is_by_card && matches!(case.verified, None | Some(Verified::Pin | Verified::PinOrSignature))
}

fn fits_none(case: &Case<'_>) -> bool {
    performed::is_without_rule(&case.sale.cvm_raw) || case.has(tvr::UNKNOWN_CVM)
}
