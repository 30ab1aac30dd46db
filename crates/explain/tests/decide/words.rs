//! The words of every kind of answer, in `tests/words/support.en.md`, to be read as a document. `TAPLINE_WRITE_WORDS=1` writes it.

use std::fmt::Write as _;
use std::path::Path;

use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;
use tapline_explain::decide;
use tapline_explain::decision::{
    AskedBy, Certainty, Decider, Decision, DeclineReason, FollowUpResult, Headline, NextStep,
};
use tapline_explain::say::{engineer, support};

use super::sales::{ON, TTQ, read};

/// Headings, each with sales.
const CASES: &[(&str, &str)] = &[
    ("Approved, and who decided", include_str!("../words/approved.txt")),
    ("Declined", include_str!("../words/declined.txt")),
    ("Other outcomes", include_str!("../words/outcomes.txt")),
];

fn document() -> String {
    let mut text = "# Support answers in English\n\nWritten by a test; read it from top to bottom after a change of words.\n".to_owned();
    for (heading, sales) in CASES {
        let _ = write!(text, "\n## {heading}\n");
        for line in sales.lines().filter(|line| !line.trim().is_empty()) {
            let (sale, candidates) = read(&line.replace("{ON}", ON).replace("{TTQ}", TTQ));
            let decision = decide(&sale, &candidates);
            let answer = support(&decision);
            let sure = if answer.certainty == Certainty::Certain {
                String::new()
            } else {
                format!(" ({:?})", answer.certainty).to_lowercase()
            };
            let _ = write!(text, "\n`{line}`\n\n**{}**{sure} {}\n\n", answer.headline, answer.next);
            for cause in &answer.causes {
                let doubt = if cause.certainty == Certainty::Unclear { ", unclear" } else { "" };
                let _ = writeln!(text, "- {} ({}{doubt})", cause.text, cause.source);
            }
            for doubt in &answer.doubts {
                let _ = writeln!(text, "- Doubt: {doubt}");
            }
            if let Some(change) = &answer.change {
                let _ = writeln!(text, "- Change: {change}");
            }
        }
    }
    text.push_str("\n## Everything, for an engineer\n");
    for line in [
        "Mastercard 23.10 NFC APPROVED 00 PIN 0000048000 DF8118=60 DF8119=48 DF811B=A0 flag=true tsi=E800",
        "Visa 62.00 NFC DECLINED 51 NO_CVM 0000008000 {TTQ}",
    ] {
        let (sale, candidates) = read(&line.replace("{TTQ}", TTQ));
        let _ = write!(text, "\n`{line}`\n\n");
        for line in engineer(&decide(&sale, &candidates)) {
            let _ = writeln!(text, "- {line}");
        }
    }
    text
}

#[test]
fn the_words_are_those_of_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words/support.en.md");
    let text = document();
    if std::env::var_os("TAPLINE_WRITE_WORDS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "words changed: run with TAPLINE_WRITE_WORDS=1 and read {}", path.display());
}

/// Every headline with every next step: words, and not too many.
#[test]
fn every_headline_and_next_step_has_words() {
    let verified = [
        None,
        Some(Verified::Pin),
        Some(Verified::Signature),
        Some(Verified::PinOrSignature),
        Some(Verified::OnDevice),
        Some(Verified::Nothing),
        Some(Verified::Failed),
    ];
    let askers = [AskedBy::Amount, AskedBy::Terminal, AskedBy::Bank, AskedBy::Card, AskedBy::Unknown];
    let deciders = [
        Decider::Reader,
        Decider::Card,
        Decider::Terminal,
        Decider::Bank,
        Decider::Acquirer,
        Decider::NobodyReached,
        Decider::Unknown,
    ];
    let reasons = [
        DeclineReason::AboveTransactionLimit,
        DeclineReason::TerminalSetting,
        DeclineReason::NeedsVerification,
        DeclineReason::WrongPin,
        DeclineReason::PinTriesExceeded,
        DeclineReason::NotVerified,
        DeclineReason::InsufficientFunds,
        DeclineReason::CardExpired,
        DeclineReason::CardNotAccepted,
        DeclineReason::SetUp,
        DeclineReason::Unavailable,
        DeclineReason::Offline,
        DeclineReason::NoConnection,
        DeclineReason::CardNotAuthenticated,
        DeclineReason::Unexplained,
    ];
    let results = [
        FollowUpResult::Done,
        FollowUpResult::Declined,
        FollowUpResult::NotFinished,
        FollowUpResult::Unknown,
    ];
    let nexts = [
        NextStep::Nothing,
        NextStep::InsertCard,
        NextStep::InsertOrOtherCard,
        NextStep::InsertOrCheckConnection,
        NextStep::EnterPin,
        NextStep::RightPin,
        NextStep::UnlockPhone,
        NextStep::TryAnotherCard,
        NextStep::PayAnotherWay,
        NextStep::TryLater,
        NextStep::CheckConnection,
        NextStep::AskAcquirer,
        NextStep::ConfirmOnline,
        NextStep::LookUpFirst,
        NextStep::Wait,
        NextStep::PayTheRest,
    ];
    let mut all = vec![
        Headline::ApprovedInPart,
        Headline::Reversed { is_unanswered: true },
        Headline::Reversed { is_unanswered: false },
        Headline::Voided,
        Headline::Refunded,
        Headline::RefundedInPart,
        Headline::NotFinished,
        Headline::Unclear,
    ];
    all.extend(verified.iter().map(|verified| Headline::ApprovedOffline { verified: *verified }));
    all.extend(
        verified
            .iter()
            .flat_map(|verified| askers.map(|asked_by| Headline::Approved { verified: *verified, asked_by })),
    );
    all.extend(deciders.iter().flat_map(|by| reasons.map(|reason| Headline::Declined { by: *by, reason })));
    all.extend(
        [Kind::Refund, Kind::Void, Kind::Completion]
            .iter()
            .flat_map(|kind| results.map(|result| Headline::FollowUp { kind: *kind, result })),
    );
    for headline in all {
        for next in nexts {
            let (verified, asked_by) = match headline {
                Headline::Approved { verified, asked_by } => (verified, asked_by),
                _ => (None, AskedBy::Unknown),
            };
            let decision = Decision {
                headline,
                certainty: Certainty::Likely,
                verified,
                asked_by,
                causes: Vec::new(),
                contradictions: Vec::new(),
                next,
                change: None,
            };
            let answer = support(&decision);
            let words = format!("{} {}", answer.headline, answer.next);
            let many = words.split_whitespace().count();
            assert!((3..=40).contains(&many) && words.ends_with('.'), "{words}");
        }
    }
}
