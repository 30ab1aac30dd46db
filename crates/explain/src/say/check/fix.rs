//! Labels of fixes: verb and object.

use tapline_emv::check::FixKind;
use tapline_emv::tap::{Method, Methods};
use tapline_emv::{Finding, Fix};

use super::label;
use crate::say::Text;
use crate::say::tap::listed;

/// "Set floor limit to 0.00". The finding has the currency.
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
        FixKind::SetMethods { tag, hex, methods } => format!("Set {tag} to {hex} ({})", names(*methods)),
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
fn names(methods: Methods) -> String {
    let asked = methods.without(Method::Nothing);
    let names = asked.iter().map(|method| match method {
        Method::Pin => "online PIN",
        Method::Signature => "signature",
        Method::Nothing | Method::Phone => "other",
    });
    let nothing = methods.has(Method::Nothing).then_some("no CVM");
    listed(&names.chain(nothing).collect::<Vec<_>>(), "and")
}
