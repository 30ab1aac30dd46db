//! The merchant's sentences, every headline with every next step in every language, and one document of them per language.
//!
//! `TAPLINE_WRITE_WORDS=1` writes the documents in `words/`; read them from top to bottom before you keep them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use tapline_emv::Currency;
use tapline_emv::entry::Kind;
use tapline_emv::performed::Verified;
use tapline_explain::decision::{AskedBy, Decider, DeclineReason, FollowUpResult};
use tapline_explain::say::merchant::{About, merchant};
use tapline_explain::say::{Language, figure};
use tapline_explain::{Certainty, Decision, Headline, Money, NextStep};

use AskedBy::Amount;
use Decider::{Acquirer, Bank, Card, NobodyReached, Reader, Terminal};
use DeclineReason::*;
use NextStep::*;
use Verified::{Failed, OnDevice, Pin, PinOrSignature, Signature};

const ASKED_BY: [AskedBy; 5] = [Amount, AskedBy::Terminal, AskedBy::Bank, AskedBy::Card, AskedBy::Unknown];
const VERIFIED: [Option<Verified>; 7] = [
    Some(Pin),
    Some(Signature),
    Some(PinOrSignature),
    Some(OnDevice),
    Some(Verified::Nothing),
    Some(Failed),
    None,
];
const DECIDERS: [Decider; 7] = [Reader, Card, Terminal, Bank, Acquirer, NobodyReached, Decider::Unknown];
#[rustfmt::skip]
const REASONS: [DeclineReason; 15] = [
    AboveTransactionLimit, TerminalSetting, NeedsVerification, WrongPin, PinTriesExceeded, NotVerified, InsufficientFunds,
    CardExpired, CardNotAccepted, SetUp, Unavailable, Offline, NoConnection, CardNotAuthenticated, Unexplained,
];
const KINDS: [Kind; 4] = [Kind::Refund, Kind::Void, Kind::Completion, Kind::Sale];
const RESULTS: [FollowUpResult; 4] =
    [FollowUpResult::Done, FollowUpResult::Declined, FollowUpResult::NotFinished, FollowUpResult::Unknown];
#[rustfmt::skip]
const STEPS: [NextStep; 16] = [
    Nothing, InsertCard, InsertOrOtherCard, InsertOrCheckConnection, EnterPin, RightPin, UnlockPhone, TryAnotherCard,
    PayAnotherWay, TryLater, CheckConnection, AskAcquirer, ConfirmOnline, LookUpFirst, Wait, PayTheRest,
];

/// Headlines in groups that may share a sentence: the group, what differs inside, the headline.
fn headlines() -> Vec<(String, String, Headline)> {
    let mut all = Vec::new();
    for verified in VERIFIED {
        let name = verified
            .map_or("Approved, verification unknown".into(), |verified| format!("Approved, {verified:?}"));
        for asked_by in ASKED_BY {
            all.push((name.clone(), format!("{asked_by:?}"), Headline::Approved { verified, asked_by }));
        }
    }
    all.push(("ApprovedInPart".into(), String::new(), Headline::ApprovedInPart));
    for verified in VERIFIED {
        all.push(("ApprovedOffline".into(), format!("{verified:?}"), Headline::ApprovedOffline { verified }));
    }
    for reason in REASONS {
        for by in DECIDERS {
            all.push((format!("Declined, {reason:?}"), format!("{by:?}"), Headline::Declined { by, reason }));
        }
    }
    for (name, is_unanswered) in [("Reversed, no answer", true), ("Reversed by hand", false)] {
        all.push((name.into(), String::new(), Headline::Reversed { is_unanswered }));
    }
    for headline in [Headline::Voided, Headline::Refunded, Headline::RefundedInPart, Headline::NotFinished] {
        all.push((format!("{headline:?}"), String::new(), headline));
    }
    for kind in KINDS {
        for result in RESULTS {
            all.push((format!("{kind:?}"), format!("{result:?}"), Headline::FollowUp { kind, result }));
        }
    }
    all.push(("Unclear".into(), String::new(), Headline::Unclear));
    all
}

fn euro(minor: u64) -> Money {
    Money { minor, currency: Currency::euro() }
}

/// 1,025.00 approved of 2,500.00.
fn in_part() -> About {
    About { approved: Some(euro(102_500)), rest: Some(euro(147_500)) }
}

fn sentence(
    language: Language,
    headline: Headline,
    certainty: Certainty,
    next: NextStep,
    about: &About,
) -> String {
    let (causes, contradictions, asked_by) = (Vec::new(), Vec::new(), AskedBy::Unknown);
    let decision = Decision {
        headline,
        certainty,
        verified: None,
        asked_by,
        causes,
        contradictions,
        next,
        change: None,
    };
    merchant(language, &decision, about).to_string()
}

/// Sentences without the end mark; a point inside a figure ends none.
fn sentences(text: &str) -> Vec<&str> {
    text.trim_end_matches('.').split(". ").collect()
}

/// Words that no merchant hears: codes and jargon, what only the bank may say of a card, and English in other languages.
fn is_forbidden(language: Language, word: &str) -> bool {
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    let jargon = "cvm cvv tvr tsi ttq emv nfc tag bit host issuer acquirer emittent émetteur emisor emittente \
        uitgever offline online code codes";
    let suspicion = "lost stolen suspe fraud gestohlen verloren verdächt betrug gesperrt perdu volé gestolen verdacht \
        geblokkeerd robad sospe bloque smarrit rubat bloccat";
    let english = "the please card bank’s customer payment your and amount";
    let is_in = |list: &str| list.split(' ').any(|known| known == word);
    // The French word for PIN.
    let is_french_pin = language == Language::French && word == "code";
    (is_in(jargon) && !is_french_pin)
        || suspicion.split(' ').any(|start| word.starts_with(start))
        || (language != Language::English && is_in(english))
}

#[test]
fn every_headline_with_every_step_is_short_and_fit_to_be_read_out() {
    for language in Language::ALL {
        let figures = [figure(language, &euro(102_500)), figure(language, &euro(147_500))];
        for (_, _, headline) in headlines() {
            for certainty in [Certainty::Certain, Certainty::Likely, Certainty::Unclear] {
                for step in STEPS {
                    let names_amounts = headline == Headline::ApprovedInPart || step == PayTheRest;
                    for about in [About::default(), in_part()].iter().take(1 + usize::from(names_amounts)) {
                        let text = sentence(language, headline, certainty, step, about);
                        let words: Vec<_> = text.split_whitespace().collect();
                        assert!((3..=30).contains(&words.len()), "{} words: {text}", words.len());
                        assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{text}");
                        assert!(!text.contains(['{', '}', '\'', '"']) && !text.contains("  "), "{text}");
                        let sentences = sentences(&text);
                        assert!(sentences.len() <= 3, "{text}");
                        assert_eq!(
                            sentences.iter().collect::<BTreeSet<_>>().len(),
                            sentences.len(),
                            "{text}"
                        );
                        assert!(sentences.iter().all(|one| one.starts_with(char::is_uppercase)), "{text}");
                        let forbidden = words.iter().find(|word| is_forbidden(language, word));
                        assert_eq!(forbidden, None, "{text}");
                        let rest = figures.iter().fold(text.clone(), |text, figure| text.replace(figure, ""));
                        assert!(!rest.contains(|sign: char| sign.is_ascii_digit()), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn amounts_are_written_in_the_merchants_language() {
    for (language, approved, rest) in [
        (Language::English, "1,025.00 EUR", "1,475.00 EUR"),
        (Language::German, "1.025,00 EUR", "1.475,00 EUR"),
        (Language::French, "1\u{202f}025,00 EUR", "1\u{202f}475,00 EUR"),
        (Language::Dutch, "1.025,00 EUR", "1.475,00 EUR"),
        (Language::Spanish, "1025,00 EUR", "1475,00 EUR"),
        (Language::Italian, "1.025,00 EUR", "1.475,00 EUR"),
    ] {
        let text = sentence(language, Headline::ApprovedInPart, Certainty::Certain, PayTheRest, &in_part());
        assert!(text.contains(approved) && text.contains(rest), "{text}");
    }
}

/// Otherwise the words themselves would tell that the bank had a reason to keep quiet.
#[test]
fn a_card_that_is_not_accepted_is_declined_in_the_words_of_one_without_a_reason() {
    for language in Language::ALL {
        for by in DECIDERS {
            let words = |reason| {
                let headline = Headline::Declined { by, reason };
                sentence(language, headline, Certainty::Certain, TryAnotherCard, &About::default())
            };
            assert_eq!(words(CardNotAccepted), words(Unexplained));
        }
    }
}

#[test]
fn a_likely_cause_gets_one_word_of_doubt_and_an_unclear_one_is_not_named() {
    for (language, adverb) in Language::ALL.into_iter().zip([
        "probably",
        "vermutlich",
        "probablement",
        "waarschijnlijk",
        "probablemente",
        "probabilmente",
    ]) {
        for (group, detail, headline) in headlines() {
            let words = |certainty| sentence(language, headline, certainty, Nothing, &About::default());
            let (certain, likely) = (words(Certainty::Certain), words(Certainty::Likely));
            let doubts = likely.split_whitespace().filter(|word| *word == adverb).count();
            assert!(doubts <= 1 && !certain.contains(adverb), "{group} {detail}: {likely}");
            assert_eq!(likely.replacen(&format!("{adverb} "), "", 1), certain, "{group} {detail}");
            if let Headline::Approved { verified: Some(Pin), asked_by } = headline {
                let is_named = asked_by != AskedBy::Unknown;
                assert_eq!(doubts == 1, is_named, "{likely}");
                assert_eq!(words(Certainty::Unclear) != certain, is_named, "{certain}");
            }
        }
    }
}

/// A title, headline, certainty and next step as they occur.
#[rustfmt::skip]
fn calls() -> Vec<(&'static str, Headline, Certainty, NextStep)> {
    use Certainty::{Certain, Likely, Unclear};
    let approved = |verified, asked_by| Headline::Approved { verified, asked_by };
    let declined = |by, reason| Headline::Declined { by, reason };
    let follow_up = |kind, result| Headline::FollowUp { kind, result };
    let none = Some(Verified::Nothing);
    vec![
        ("The bank asked for the PIN of 23.10 EUR (host code 70, then 00)", approved(Some(Pin), AskedBy::Bank), Certain, Nothing),
        ("A PIN at 62.00 EUR, above the CVM limit", approved(Some(Pin), Amount), Likely, Nothing),
        ("No PIN at 12.00 EUR", approved(none, Amount), Likely, Nothing),
        ("No PIN at 80.00 EUR, Apple Pay", approved(Some(OnDevice), Amount), Certain, Nothing),
        ("Approved, verification not sent", approved(None, AskedBy::Unknown), Unclear, Nothing),
        ("Approved for less (host code 10)", Headline::ApprovedInPart, Certain, PayTheRest),
        ("Approved offline (Y3)", Headline::ApprovedOffline { verified: none }, Certain, Nothing),
        ("Above the transaction limit", declined(Reader, AboveTransactionLimit), Likely, InsertCard),
        ("Above the transaction limit, a phone as terminal", declined(Reader, AboveTransactionLimit), Certain, PayAnotherWay),
        ("A reader without a PIN", declined(Reader, TerminalSetting), Likely, InsertOrOtherCard),
        ("First tap, host code 70", declined(Bank, NeedsVerification), Certain, EnterPin),
        ("Mastercard 65, a slot", declined(Bank, NeedsVerification), Likely, InsertCard),
        ("A phone that wasn’t unlocked", declined(Bank, NeedsVerification), Certain, UnlockPhone),
        ("An online order, soft decline", declined(Bank, NeedsVerification), Likely, ConfirmOnline),
        ("Wrong PIN (55)", declined(Bank, WrongPin), Certain, RightPin),
        ("PIN tries exceeded (75)", declined(Bank, PinTriesExceeded), Certain, TryAnotherCard),
        ("Insufficient funds (51)", declined(Bank, InsufficientFunds), Certain, TryAnotherCard),
        ("Expired card (54)", declined(Bank, CardExpired), Certain, TryAnotherCard),
        ("Lost or stolen card (41, 43)", declined(Bank, CardNotAccepted), Certain, TryAnotherCard),
        ("Do not honor (05)", declined(Bank, Unexplained), Certain, TryAnotherCard),
        ("Bank not available (91)", declined(NobodyReached, Unavailable), Certain, TryLater),
        ("Declined offline (Z1)", declined(Card, Offline), Certain, InsertOrOtherCard),
        ("No way online (Z3)", declined(NobodyReached, NoConnection), Certain, InsertOrCheckConnection),
        ("Invalid merchant (03)", declined(Acquirer, SetUp), Certain, AskAcquirer),
        ("Reversed, no answer in time (68)", Headline::Reversed { is_unanswered: true }, Certain, TryLater),
        ("Still running", Headline::NotFinished, Certain, Wait),
        ("Refund done", follow_up(Kind::Refund, FollowUpResult::Done), Certain, Nothing),
        ("Void declined", follow_up(Kind::Void, FollowUpResult::Declined), Certain, LookUpFirst),
        ("Completion unknown", follow_up(Kind::Completion, FollowUpResult::Unknown), Unclear, LookUpFirst),
        ("Nothing known", Headline::Unclear, Unclear, LookUpFirst),
    ]
}

fn document(language: Language) -> String {
    let mut out = format!("# {}: what a merchant hears\n\n## Calls\n\n", language.name());
    for (title, headline, certainty, step) in calls() {
        let text = sentence(language, headline, certainty, step, &in_part());
        let _ = writeln!(out, "- {title}\n  > {text}");
    }
    out.push_str("\n## Headlines, with nothing to do\n\n");
    let words = |headline| sentence(language, headline, Certainty::Certain, Nothing, &About::default());
    for alike in headlines().chunk_by(|(one, ..), (other, ..)| one == other) {
        let texts: Vec<_> = alike.iter().map(|(.., headline)| words(*headline)).collect();
        let mut kept = BTreeSet::new();
        for text in texts.iter().filter(|text| kept.insert(*text)) {
            let same = alike.iter().zip(&texts).filter(|(_, other)| *other == text);
            let details: Vec<_> = same.map(|((_, detail, _), _)| detail.as_str()).collect();
            let is_whole = details.len() == alike.len();
            let by = if is_whole { String::new() } else { format!(": {}", details.join(", ")) };
            let _ = writeln!(out, "- {}{by}\n  > {text}", alike[0].0);
        }
    }
    out.push_str("\n## Next steps\n\n");
    let open = sentence(language, Headline::NotFinished, Certainty::Certain, Nothing, &About::default());
    for step in STEPS.into_iter().filter(|step| *step != Nothing) {
        let text = sentence(language, Headline::NotFinished, Certainty::Certain, step, &About::default());
        let _ = writeln!(out, "- {step:?}\n  > {}", text[open.len()..].trim_start());
    }
    out
}

#[test]
fn the_documents_are_as_they_were_read() {
    for language in Language::ALL {
        let name = format!("merchant.{}.md", language.code());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words").join(name);
        if std::env::var_os("TAPLINE_WRITE_WORDS").is_some() {
            std::fs::write(&path, document(language)).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, document(language), "{}", path.display());
    }
}
