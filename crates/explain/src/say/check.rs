//! The words of findings: title, message and the labels of fixes.

mod message;

use tapline_emv::check::{FixKind, Mode, Problem, TerminalMethod, Unreadable};
use tapline_emv::tap::{Method, Methods};
use tapline_emv::{Finding, Fix, param};

use super::Text;
use super::tap::listed;
pub use message::{beyond_title, message};

/// A few words: "CVM limit never applies".
pub fn title(finding: &Finding) -> Text {
    Text::new(title_words(finding))
}

fn title_words(finding: &Finding) -> String {
    match &finding.problem {
        Problem::LimitMissing(limit) => format!("{} missing", limit.label()),
        Problem::LimitTooLarge { limit, .. } => format!("{} too large", limit.label()),
        Problem::LimitUnreadable(limit) => format!("{} unreadable", limit.label()),
        Problem::CvmNeverAsks { .. } => "CVM limit never applies".to_owned(),
        Problem::CvmAsksAtOneAmount { .. } => "CVM limit applies at one amount only".to_owned(),
        Problem::Unreadable { field, reason } => {
            let what = match reason {
                Unreadable::Number(_) => "stored as a number",
                Unreadable::NotInTable(_) => "not in the EMV table",
                Unreadable::Hex(_) | Unreadable::NoFlag(_) | Unreadable::NoText(_) => "unreadable",
            };
            format!("{} {what}", field.label())
        }
        Problem::NoTap(_) => "No tap can work".to_owned(),
        Problem::CardToldNoTap(_) => "9F1D says that no tap works".to_owned(),
        Problem::FloorWithoutUse { .. } => "Floor limit without effect".to_owned(),
        Problem::OfflineOnlyReader { .. } => "Reader declared offline only".to_owned(),
        Problem::NoMethod { .. } => "No way to verify the cardholder".to_owned(),
        Problem::PhoneUnlockMissing { .. } => "Phone unlock not accepted".to_owned(),
        Problem::PhonesNotSupported { .. } => "Phones not supported".to_owned(),
        Problem::NoMethodForCards { .. } => "No way to verify a card".to_owned(),
        Problem::CvmWithoutEffect { .. } => "CVM limit without effect for cards".to_owned(),
        Problem::NothingBelow { .. } => "No way to pass up to the CVM limit".to_owned(),
        Problem::RequiredBelow(_) => "Small amounts need verification".to_owned(),
        Problem::OfferedBelow(offered) => message::offered_title(*offered),
        Problem::NewRuleOff => "DF8118 and DF8119 likely ignored".to_owned(),
        Problem::NotForScheme { key, .. } => format!("{} not used", label(key)),
        Problem::ModesDiffer(_) => "Kernel and 9F1D disagree".to_owned(),
        Problem::MethodsDiffer { .. } => "9F1D names other methods".to_owned(),
        Problem::TerminalDiffers { .. } => "Terminal and configuration disagree".to_owned(),
        Problem::AmexFloor { .. } => "Another Amex floor limit at the terminal".to_owned(),
        Problem::ReservedBits { code, .. } => format!("Reserved bits in {}", code.name()),
        Problem::UsualReservedBits => "Reserved bits in 9F1D".to_owned(),
        Problem::IdleBits { code, bits } => {
            let what = if bits.iter().all(|row| message::is_own(*code, row)) {
                "Reserved bits"
            } else {
                "Bits without effect"
            };
            format!("{what} in {}", code.name())
        }
        Problem::ListUnreadable { error, .. } => match error {
            tapline_emv::dol::DolError::WrongLength { .. } => "Wrong length byte".to_owned(),
            _ => "List of tags unreadable".to_owned(),
        },
        Problem::RiskDataUnreadable { .. } => "Risk management data unreadable".to_owned(),
        Problem::LengthByteMissing { .. } => "Length byte likely missing".to_owned(),
        Problem::NoUnpredictableNumber { .. } => "DDOL without the unpredictable number".to_owned(),
        Problem::TagTwice { .. } => "Tag occurs twice".to_owned(),
        Problem::UnusualLength { .. } => "Unusual length in a list".to_owned(),
        Problem::NotAnAid(_) => "Not an AID".to_owned(),
        Problem::UnknownOwner(_) => "Unknown RID".to_owned(),
        Problem::OtherOwner { .. } => "AID of another scheme".to_owned(),
        Problem::AidOverlap { .. } => "AID also in another configuration".to_owned(),
        Problem::WrongDecimals { limit, .. } => format!("{} likely has wrong decimals", limit.label()),
        Problem::AboveReference { reference, .. } => format!("Above the {} reference", reference.place),
        Problem::VersionUnreadable(_) => "Application version unreadable".to_owned(),
        Problem::VersionUnusual { .. } => "Unusual application version".to_owned(),
        Problem::StoredAsNumber { field, .. } => match field.wire() {
            param::TERMINAL_TYPE => "Terminal type (9F35) stored as a number".to_owned(),
            _ => "Amex capabilities (9F6E) stored as a number".to_owned(),
        },
    }
}

/// The label of a fix, "Set floor limit to 0.00". The finding has the currency.
pub fn fix(finding: &Finding, fix: &Fix) -> Text {
    let words = match &fix.kind {
        FixKind::SetLimit { limit, minor } => {
            format!("Set {} to {}", limit.noun(), finding.currency.figure(*minor))
        }
        FixKind::SwapCvmAndTransaction => "Swap CVM limit and transaction limit".to_owned(),
        FixKind::OnlineCapable => "Declare the reader online capable (9F66)".to_owned(),
        FixKind::EmvModeOn { tag } => format!("Switch EMV mode on ({tag})"),
        FixKind::EmvPartialOnlineOn => "Switch EMV partial online on (9F6E)".to_owned(),
        FixKind::TellEmvModeOn => "Tell the card that EMV mode is on (9F1D)".to_owned(),
        FixKind::OfferPin { tag } => format!("Offer online PIN ({tag})"),
        FixKind::AcceptPhoneUnlock { tag } => format!("Accept the phone's unlock ({tag})"),
        FixKind::SetMethods { tag, hex, methods } => {
            format!("Set {tag} to {hex} ({})", method_names(*methods))
        }
        FixKind::AllowNoCvm => "Allow no CVM up to the limit (DF8119)".to_owned(),
        FixKind::NewRuleOn => "Switch the new CVM rule on".to_owned(),
        FixKind::Clear { key } => format!("Clear {}", label(key)),
        FixKind::SetVersion { hex } => format!("Set application version to {hex}"),
        FixKind::Align { tag, with } => format!("Align {tag} with {}", listed(with, "and")),
        FixKind::ClearReserved { code } => format!("Clear the reserved bits of {}", code.name()),
        FixKind::CorrectLengthByte { text } => format!("Correct the length byte: {text}"),
        FixKind::Write { text } => format!("Write {text}"),
        FixKind::WriteAsText { text } => format!("Write {text} as text"),
        FixKind::AddUnpredictableNumber => "Add 9F37 with 4 bytes".to_owned(),
        FixKind::RemoveTag { tag } => format!("Remove the second {tag}"),
        FixKind::SetTagLength { tag, length } => format!("Set the length of {tag} to {length}"),
    };
    Text::new(words)
}

/// "online PIN, signature and no CVM".
fn method_names(methods: Methods) -> String {
    let asked = methods.without(Method::Nothing);
    let names = asked.iter().map(|method| match method {
        Method::Pin => "online PIN",
        Method::Signature => "signature",
        Method::Nothing | Method::Phone => "other",
    });
    let nothing = methods.has(Method::Nothing).then_some("no CVM");
    listed(&names.chain(nothing).collect::<Vec<_>>(), "and")
}

fn label(key: &'static str) -> &'static str {
    param::param(key).map_or(key, |row| row.label)
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::MagStripe => "mag-stripe mode",
        Mode::Emv => "EMV mode",
        Mode::PhoneUnlock => "the phone's unlock (CDCVM)",
    }
}

fn method(method: TerminalMethod) -> &'static str {
    match method {
        TerminalMethod::OnlinePin => "online PIN",
        TerminalMethod::Signature => "signature",
        TerminalMethod::EncipheredPinByCard => "enciphered PIN verified by the card",
        TerminalMethod::NoCvm => "no CVM",
        TerminalMethod::PlaintextPinByCard => "plaintext PIN verified by the card",
    }
}
