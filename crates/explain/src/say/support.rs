//! For merchant support, in English: a sentence, the next step, up to five causes and the parameter that decides. For engineers: all
//! causes with their sources.

use tapline_emv::param::{CVM_REQUIRED, NO_CVM, TRANSACTION};
use tapline_emv::performed::Verified;

use super::cause::{clause, code, happened, names, param};
use super::doubt::doubt;
use super::{Text, capitalized, certainty, kind as kind_name};
use crate::decision::{
    AskedBy, Cause, CauseFact as F, Certainty, ChangeTo, Contradiction, Decider, Decision,
    DeclineReason as Why, FollowUpResult, Headline, NextStep, ParameterChange, Source,
};

/// An answer for support. Headline and next step together have at most sixty words.
#[derive(Clone, Debug)]
pub struct SupportAnswer {
    pub headline: Text,
    /// Shown once, with the headline, unless it is [`Certainty::Certain`].
    pub certainty: Certainty,
    pub next: Text,
    /// At most five, strongest first.
    pub causes: Vec<SupportCause>,
    /// Facts that exclude each other.
    pub doubts: Vec<Text>,
    /// The parameter with which it would likely have gone otherwise.
    pub change: Option<Text>,
}

/// A cause in words.
#[derive(Clone, Debug)]
pub struct SupportCause {
    pub text: Text,
    /// Kind of the source, for support.
    pub origin: &'static str,
    /// Exact source, for engineers.
    pub source: Source,
    pub certainty: Certainty,
}

const MOST_CAUSES: usize = 5;

/// Renders a decision for support.
pub fn support(decision: &Decision) -> SupportAnswer {
    // What limits decided may still change.
    let is_final = decision.headline != Headline::NotFinished;
    let is_known = |cause: &&Cause| is_final || matches!(cause.fact, F::HostCode(_));
    let causes = shown(decision).filter(is_known).take(MOST_CAUSES).map(|cause| SupportCause {
        text: Text::new(capitalized(&clause(&cause.fact))),
        origin: origin(&cause.fact),
        source: cause.fact.source(),
        certainty: cause.certainty,
    });
    let doubts = decision.contradictions.iter().filter(|one| !leads(one));
    SupportAnswer {
        headline: Text::new(headline(decision)),
        certainty: decision.certainty,
        next: Text::new(next(decision)),
        causes: causes.collect(),
        doubts: doubts.map(|one| Text::new(capitalized(&doubt(one)))).collect(),
        change: decision.change.as_ref().filter(|_| is_final).map(|change| Text::new(change_text(change))),
    }
}

/// Name of the place where support finds a fact, without wire names.
fn origin(fact: &F) -> &'static str {
    match (fact.source(), fact) {
        (_, F::HostCode(_) | F::EarlierCode(_) | F::BankAskedEarlier(_)) => "Host code",
        (_, F::BankCounts(_)) => "Banks' rules",
        (_, F::CardRequires(_) | F::Presented(_) | F::Cryptogram(_) | F::CryptogramReason(_) | F::Iad(_)) => {
            "Card data"
        }
        (_, F::KernelOutcome { .. } | F::KernelError { .. }) => "Reader's report",
        (
            _,
            F::Tvr { .. }
            | F::TvrEmpty
            | F::Floor(_)
            | F::Relay { .. }
            | F::Tsi { .. }
            | F::Malformed { .. }
            | F::CardHasList { .. }
            | F::CardHasNoCvm { .. }
            | F::Verification { .. },
        ) => "Terminal's report",
        (Source::Member(_), _) => "Transaction",
        (Source::Param(_) | Source::Tag(_), _) => "Configuration",
        (Source::Book(_), _) => "EMV rule",
        (Source::History, _) => "History on this computer",
        (Source::None, _) => "Inferred",
    }
}

/// Renders everything in a decision for engineers, with sources, a line each.
pub fn engineer(decision: &Decision) -> Vec<Text> {
    let mut lines = vec![Text::new(format!(
        "{} {} [{}]",
        headline(decision),
        next(decision),
        certainty(decision.certainty)
    ))];
    lines.extend(decision.causes.iter().zip(1..).map(|(cause, at)| {
        let (clause, sure) = (capitalized(&clause(&cause.fact)), certainty(cause.certainty));
        Text::new(format!("{at}. {clause} [{}; {sure}]", cause.fact.source()))
    }));
    lines.extend(
        decision.contradictions.iter().map(|one| Text::new(format!("! {}", capitalized(&doubt(one))))),
    );
    lines.extend(
        decision
            .change
            .as_ref()
            .map(|change| Text::new(format!("> {} ({})", change_text(change), change.key))),
    );
    lines
}

/// A contradiction that is the headline itself.
fn leads(of: &Contradiction) -> bool {
    matches!(of, Contradiction::StatusAndHostCode { .. })
}

/// The first cause and all that explain something.
fn shown(decision: &Decision) -> impl Iterator<Item = &Cause> {
    let counts = |(at, cause): &(usize, &Cause)| match &cause.fact {
        F::Entry(entry) => !entry.may_be_a_tap() && !decision.is_declined(),
        fact => *at == 0 || !fact.is_detail(),
    };
    decision.causes.iter().enumerate().filter(counts).map(|(_, cause)| cause)
}

fn headline(decision: &Decision) -> String {
    if let Some(clash) = decision.contradictions.iter().find(|one| leads(one)) {
        return format!("{}.", capitalized(&doubt(clash)));
    }
    match decision.headline {
        Headline::Approved { .. } => verification(decision),
        Headline::ApprovedInPart => match first(decision) {
            Some(F::ApprovedAmount { approved, requested }) => {
                format!("Approved in part: {approved} of {requested}.")
            }
            _ => "Approved in part: less than the full amount.".to_owned(),
        },
        Headline::ApprovedOffline { verified: None } => "Approved without the bank.".to_owned(),
        Headline::ApprovedOffline { verified } => {
            format!("Approved without the bank. {}.", happened(verified))
        }
        Headline::Declined { by, reason } => declined(decision, by, reason),
        Headline::Reversed { is_unanswered: true } => {
            format!("Reversed because no bank answered{}.", in_brackets(decision))
        }
        Headline::Reversed { is_unanswered: false } => "Reversed: no money moves.".to_owned(),
        Headline::Voided => "Approved, then voided.".to_owned(),
        Headline::Refunded => "Approved, then refunded.".to_owned(),
        Headline::RefundedInPart => "Approved, then refunded in part.".to_owned(),
        Headline::NotFinished => "Not finished.".to_owned(),
        Headline::FollowUp { kind, result } => {
            format!("{} {}{}.", capitalized(kind_name(kind)), result_words(result), in_brackets(decision))
        }
        Headline::Unclear if decision.verified.is_some() => verification(decision),
        Headline::Unclear => "Outcome not provided.".to_owned(),
    }
}

fn first(decision: &Decision) -> Option<&F> {
    decision.causes.first().map(|cause| &cause.fact)
}

/// Verification, and what requested it.
fn verification(decision: &Decision) -> String {
    let begin = happened(decision.verified);
    let first = shown(decision).next().map(|cause| &cause.fact);
    let object = match decision.verified {
        None if decision.contradictions.is_empty() => {
            return "Approved. The record doesn't show any verification.".to_owned();
        }
        None => return "Approved. TVR and service disagree about the PIN.".to_owned(),
        Some(Verified::Signature) => "signature",
        Some(Verified::PinOrSignature) => "PIN or signature",
        Some(_) => "PIN",
    };
    let is_requested = decision.verified.is_some_and(Verified::is_asked);
    match (decision.asked_by, first) {
        (AskedBy::Bank, _) if is_requested => format!("The bank, not the limit, required the {object}."),
        (AskedBy::Card, Some(fact)) if is_requested && !matches!(fact, F::Entry(_) | F::Tvr { .. }) => {
            format!("The card, not the limit, required the {object}.")
        }
        (_, Some(F::Verification { method: Some(method), .. })) => format!("{begin}: {method}."),
        (_, Some(F::PhoneVerified)) | (AskedBy::Amount, Some(F::MethodFailed { .. })) => {
            format!("{begin}.")
        }
        (AskedBy::Amount | AskedBy::Terminal, Some(fact)) => {
            let begin = if decision.verified == Some(Verified::Nothing) { "No PIN needed" } else { begin };
            format!("{begin} because {}.", clause(fact))
        }
        (_, Some(fact @ F::Limit(limit))) if is_requested != limit.is_reached() => {
            format!("{begin}, although {}.", clause(fact))
        }
        (_, Some(F::Verification { .. }) | None) => format!("{begin}."),
        (_, Some(fact)) => format!("{begin}. {}.", capitalized(&clause(fact))),
    }
}

fn declined(decision: &Decision, by: Decider, reason: Why) -> String {
    let brackets = in_brackets(decision);
    let who = match by {
        Decider::Reader => "Declined by the reader",
        Decider::Card => "Declined by the card",
        Decider::Terminal => "Declined by the terminal",
        Decider::Bank => "Declined by the bank",
        Decider::Acquirer => "Declined on the merchant's side",
        Decider::NobodyReached => "No bank answered",
        Decider::Unknown => "Declined",
    };
    match (reason, first(decision)) {
        (Why::AboveTransactionLimit, Some(fact)) => format!("{who} because {}.", clause(fact)),
        (Why::TerminalSetting, Some(fact)) => {
            format!("Declined by a reader setting: {}.", clause(fact))
        }
        (Why::AboveTransactionLimit, None) => format!("{who}: above the transaction limit."),
        (Why::TerminalSetting, None) => format!("{who} because of a setting."),
        (Why::NeedsVerification, _) => {
            format!("{who}: it wants the cardholder verified first{brackets}.")
        }
        (Why::WrongPin, _) => format!("{who}: the PIN was wrong{brackets}."),
        (Why::PinTriesExceeded, _) => format!("{who}: PIN tries exceeded{brackets}."),
        (Why::NotVerified, _) => format!("{who}: the cardholder wasn't verified{brackets}."),
        (Why::InsufficientFunds, _) => format!("{who}: insufficient funds{brackets}."),
        (Why::CardExpired, _) => format!("{who}: the card has expired{brackets}."),
        (Why::CardNotAuthenticated, _) => {
            format!("{who}: the card couldn't be authenticated{brackets}.")
        }
        (Why::Offline, Some(F::HostCode(_))) => {
            format!("Declined by card or terminal, without the bank{brackets}.")
        }
        (Why::Offline, _) => format!("{who} without the bank{brackets}."),
        (Why::NoConnection, _) => format!("{who}: the terminal couldn't go online{brackets}."),
        (Why::CardNotAccepted | Why::SetUp | Why::Unavailable, Some(F::HostCode(host))) => {
            format!("{who} ({}).", code(host))
        }
        (Why::Unexplained, Some(F::ServiceReason { text })) => {
            format!("{who}. The service says “{}”.", shortened(text))
        }
        (Why::Unexplained, Some(F::HostCode(host))) if host.meaning.is_none() => {
            format!("{who} with host code {}, meaning unknown.", host.code)
        }
        (Why::Unexplained, Some(fact @ F::KernelError { .. })) => {
            format!("{who}: {}.", clause(fact))
        }
        (Why::CardNotAccepted, _) => format!("{who}: the card isn't accepted."),
        (Why::SetUp, _) => format!("{who}: the set-up is wrong."),
        (Why::Unavailable, _) => format!("{who}."),
        (Why::Unexplained, _) => format!("{who}. The record doesn't say why."),
    }
}

/// " (51)".
fn in_brackets(decision: &Decision) -> String {
    let code = decision.causes.iter().find_map(|cause| match &cause.fact {
        F::HostCode(host) | F::Later { host: Some(host), .. } => Some(&host.code),
        _ => None,
    });
    code.map(|code| format!(" ({code})")).unwrap_or_default()
}

/// At most twenty words.
fn shortened(text: &str) -> String {
    let mut words = text.split_whitespace();
    let first: Vec<_> = words.by_ref().take(20).collect();
    let more = if words.next().is_some() { " …" } else { "" };
    format!("{}{more}", first.join(" "))
}

fn result_words(result: FollowUpResult) -> &'static str {
    match result {
        FollowUpResult::Done => "carried out",
        FollowUpResult::Declined => "declined",
        FollowUpResult::NotFinished => "not finished",
        FollowUpResult::Unknown => "without a clear result",
    }
}

/// The next step, as support reads it out.
fn next(decision: &Decision) -> &'static str {
    let is_plain = matches!(decision.headline, Headline::Approved { .. } | Headline::Unclear);
    let is_by_setting = is_plain && decision.change.is_some();
    match decision.next {
        NextStep::Nothing
            if decision.asked_by == AskedBy::Bank && decision.verified.is_some_and(Verified::is_asked) =>
        {
            "Nothing to change at the terminal."
        }
        NextStep::Nothing if is_by_setting => "Nothing to do. The terminal works as set up.",
        NextStep::Nothing => "Nothing to do.",
        NextStep::InsertCard => "Insert the card and enter the PIN.",
        NextStep::InsertOrOtherCard => "Insert the card, or use another one.",
        NextStep::InsertOrCheckConnection => {
            "Insert the card, or use another one. Check the terminal's connection."
        }
        NextStep::EnterPin => "Tap again and enter the PIN on this terminal.",
        NextStep::RightPin => "Try again with the right PIN.",
        NextStep::UnlockPhone => "Unlock the phone, then tap again.",
        NextStep::TryAnotherCard => "Use another card. Only the card's bank can say more.",
        NextStep::PayAnotherWay => "Use another card, phone or way to pay. Inserting isn't possible here.",
        NextStep::TryLater => "Try again later. Nothing is wrong with the terminal.",
        NextStep::CheckConnection => "Check the terminal's connection, then try again.",
        NextStep::AskAcquirer => "Contact the acquirer about the set-up of account or terminal.",
        NextStep::ConfirmOnline => "The customer confirms the order in the browser or the bank's app.",
        NextStep::LookUpFirst => "Look up the transaction before trying again.",
        NextStep::Wait => "Refresh in a moment.",
        NextStep::PayTheRest => "Collect the rest in another way.",
    }
}

/// "With a CVM limit of 62.01 EUR or more, no PIN would have been needed (Retail)".
fn change_text(change: &ParameterChange) -> String {
    let effect = match (&change.to, change.key) {
        (ChangeTo::AtLeast(_), TRANSACTION) => "the tap would have passed",
        (ChangeTo::AtLeast(_), _) => "no PIN would have been needed",
        (ChangeTo::AtMost(_), _) => "a card would have needed verification",
        (_, NO_CVM) => "a card would have passed without verification",
        (_, CVM_REQUIRED) => "the sale would have needed verification",
        (ChangeTo::BitSet(_), _) => "the phone's own verification would have been enough",
        (ChangeTo::BitCleared(_), _) => "taps would work",
    };
    let limit = param(change.key);
    let with = match &change.to {
        ChangeTo::AtLeast(money) => format!("a {limit} of {money} or more"),
        ChangeTo::AtMost(money) if money.minor == 0 => format!("a {limit} of {money}"),
        ChangeTo::AtMost(money) => format!("a {limit} of {money} or less"),
        ChangeTo::BitSet(bit) => format!("{bit} set"),
        ChangeTo::BitCleared(bit) => format!("{bit} cleared"),
    };
    let usual = change.above_usual.as_ref().map(|money| format!("; usual is {money}")).unwrap_or_default();
    format!("With {with}, {effect} ({}){usual}", names(&change.configurations))
}
