//! English, with American spelling.

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;

use super::{Amounts, Calm, Words};
use crate::decision::{AskedBy, Decider, DeclineReason, FollowUpResult, Headline, NextStep};

pub(super) const WORDS: Words = Words { likely: "probably ", headline, calm, next };

fn headline(headline: Headline, amounts: &Amounts, likely: &str) -> String {
    match headline {
        Headline::Approved { verified: Some(verified), asked_by } => match verified {
            Verified::Pin => asked("a PIN", asked_by, likely),
            Verified::Signature => asked("a signature", asked_by, likely),
            Verified::PinOrSignature => asked("a PIN or a signature", asked_by, likely),
            Verified::Nothing => passed(asked_by, likely),
            Verified::OnDevice => "The customer confirmed the payment on the phone, so no PIN was needed.".into(),
            Verified::Failed => "The payment was approved, although the check of PIN or signature didn’t work.".into(),
        },
        Headline::Approved { verified: None, .. } => "The payment was approved.".into(),
        Headline::ApprovedInPart => match &amounts.approved {
            Some(approved) => format!("The customer’s bank approved only {approved}."),
            None => "The customer’s bank approved only part of the amount.".into(),
        },
        Headline::ApprovedOffline { .. } => "The card and your terminal approved this payment without asking the bank.".into(),
        Headline::Declined { by, reason } => declined(by, reason, likely),
        Headline::Reversed { is_unanswered: true } => "The bank didn’t answer in time, so the payment was canceled and the customer isn’t charged.".into(),
        Headline::Reversed { is_unanswered: false } => "The payment was canceled, so the customer isn’t charged.".into(),
        Headline::Voided => "The payment was approved and then canceled, so the customer isn’t charged.".into(),
        Headline::Refunded => "The payment was approved and later refunded.".into(),
        Headline::NotFinished => "This payment isn’t finished yet.".into(),
        Headline::FollowUp { kind, result } => follow_up(kind, result),
        Headline::Unclear => "I can’t see yet how this payment ended.".into(),
    }
}

fn asked(what: &str, by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("At this amount, your terminal {likely}asks for {what}."),
        AskedBy::Terminal => format!("Your terminal is {likely}set to ask for {what} here."),
        AskedBy::Bank => format!("The customer’s bank {likely}wanted {what} this time."),
        AskedBy::Card => format!("The card itself {likely}asked for {what}."),
        AskedBy::Unknown => format!("The payment was approved with {what}."),
    }
}

fn passed(by: AskedBy, likely: &str) -> String {
    match by {
        AskedBy::Amount => format!("At this amount, your terminal {likely}doesn’t ask for a PIN."),
        AskedBy::Terminal => format!("Your terminal is {likely}set to take this payment without a PIN."),
        AskedBy::Bank => format!("The customer’s bank {likely}didn’t want a PIN this time."),
        AskedBy::Card => format!("The card {likely}didn’t need a PIN this time."),
        AskedBy::Unknown => "The payment was approved without a PIN.".into(),
    }
}

fn declined(by: Decider, reason: DeclineReason, likely: &str) -> String {
    match reason {
        DeclineReason::AboveTransactionLimit => format!("The amount is {likely}above what can be tapped."),
        DeclineReason::TerminalSetting => format!("Your terminal’s settings {likely}don’t allow this contactless payment."),
        DeclineReason::NeedsVerification => format!("The customer’s bank {likely}wants an extra confirmation this time."),
        DeclineReason::WrongPin => format!("The PIN was {likely}wrong."),
        DeclineReason::PinTriesExceeded => format!("The wrong PIN was {likely}entered too many times."),
        DeclineReason::NotVerified => format!("The check by PIN, signature or phone {likely}didn’t work."),
        DeclineReason::InsufficientFunds => format!("The customer’s bank {likely}declined because there isn’t enough money available."),
        DeclineReason::CardExpired => format!("The card has {likely}expired."),
        DeclineReason::SetUp => format!("The payment was {likely}declined because of how your account or terminal is set up."),
        DeclineReason::Unavailable => format!("The customer’s bank {likely}couldn’t be reached just then."),
        DeclineReason::Offline => format!("The card and your terminal {likely}declined without asking the bank."),
        DeclineReason::NoConnection => format!("Your terminal {likely}had no connection to the bank."),
        DeclineReason::CardNotAuthenticated => format!("Your terminal {likely}couldn’t verify this card."),
        DeclineReason::CardNotAccepted | DeclineReason::Unexplained => match by {
            Decider::Reader | Decider::Terminal => format!("Your terminal {likely}declined this payment."),
            Decider::Card => format!("The card itself {likely}declined this payment."),
            Decider::Bank => format!("The customer’s bank {likely}declined this payment."),
            Decider::Acquirer => format!("This payment was {likely}declined before it reached the customer’s bank."),
            Decider::NobodyReached => format!("This payment was {likely}declined because no bank could be reached."),
            Decider::Unknown => "This payment was declined.".into(),
        },
    }
}

fn follow_up(kind: Kind, result: FollowUpResult) -> String {
    let it = match kind {
        Kind::Refund => "refund",
        Kind::Void => "cancellation",
        Kind::Completion => "final charge",
        Kind::Sale => "payment",
    };
    match (result, kind) {
        (FollowUpResult::Done, _) => format!("The {it} went through."),
        (FollowUpResult::Declined, Kind::Refund) => "The refund was declined, so the customer didn’t get the money back.".into(),
        (FollowUpResult::Declined, Kind::Void) => "The cancellation was declined, so the payment still stands.".into(),
        (FollowUpResult::Declined, Kind::Completion) => "The final charge was declined, so the amount wasn’t taken.".into(),
        (FollowUpResult::Declined, Kind::Sale) => "The payment was declined.".into(),
        (FollowUpResult::NotFinished, _) => format!("The {it} isn’t finished yet."),
        (FollowUpResult::Unknown, _) => format!("It isn’t clear yet whether the {it} went through."),
    }
}

fn calm(calm: Calm) -> &'static str {
    match calm {
        Calm::Normal => "That’s normal.",
        Calm::TerminalWorks => "Your terminal works as it should.",
        Calm::AfterSeveralTaps => "Banks do that after several taps without one. Your terminal works as it should.",
        Calm::NothingToDo => "You don’t need to do anything.",
        Calm::MoneyTakesDays => "It can take a few days until the customer sees the money.",
    }
}

fn next(step: NextStep, amounts: &Amounts) -> Option<String> {
    let said = match step {
        NextStep::Nothing => return None,
        NextStep::InsertCard => "Please insert the card and have the customer enter the PIN.",
        NextStep::InsertOrOtherCard => "Please insert the card, or try another one.",
        NextStep::InsertOrCheckConnection => "Please insert the card or try another one, and check your terminal’s connection.",
        NextStep::EnterPin => "Please tap the card again and have the customer enter the PIN.",
        NextStep::RightPin => "Please try again with the right PIN.",
        NextStep::UnlockPhone => "Please have the customer unlock the phone and tap it again.",
        NextStep::TryAnotherCard => "Please try another card; the customer can ask their bank about this one.",
        NextStep::PayAnotherWay => "Please ask for another card, a phone or another way to pay.",
        NextStep::TryLater => "Please try again in a few minutes; nothing is wrong with your terminal.",
        NextStep::CheckConnection => "Please check your terminal’s internet connection, then try again.",
        NextStep::AskAcquirer => "Please ask the bank that handles your card payments to check this.",
        NextStep::ConfirmOnline => "The customer needs to confirm the order in the browser or banking app.",
        NextStep::LookUpFirst => "Please check your list of transactions before you try again.",
        NextStep::Wait => "One moment please, I’ll check again.",
        NextStep::PayTheRest => match &amounts.rest {
            Some(rest) => return Some(format!("Please take the remaining {rest} another way.")),
            None => "Please take the rest another way.",
        },
    };
    Some(said.to_owned())
}
