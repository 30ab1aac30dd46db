//! The result in the few words of a title, a zone or a row.

use tapline_emv::tap::{ApprovalPlace, Certainty, Method, Methods, Refusal, TapResult, Verification};

use super::listed;
use crate::say::{Text, capitalized};

/// "Online, PIN required".
pub fn title(result: TapResult) -> Text {
    Text::new(capitalized(&words(result)))
}

/// "Online, PIN", where there is little room: what follows the place is what is required.
pub(super) fn short_title(result: TapResult) -> Text {
    let Verification { methods, certainty } = result.verification;
    let is_required = certainty == Certainty::Certain && methods != Methods::only(Method::Phone);
    match (refused_or(result.place), is_required) {
        (Ok(place), true) => Text::new(capitalized(&format!("{place}, {}", any_of(methods)))),
        _ => title(result),
    }
}

/// "online, PIN required", as inside a line.
pub fn result(result: TapResult) -> Text {
    Text::new(words(result))
}

/// A set of methods as an object: "a PIN or signature".
pub fn methods(all: Methods) -> Text {
    Text::new(object(all))
}

pub(super) fn words(result: TapResult) -> String {
    match refused_or(result.place) {
        Ok(place) => format!("{place}, {}", verified(result.verification)),
        Err(words) => words.to_owned(),
    }
}

/// The place of an accepted sale; the error is the whole result.
fn refused_or(place: ApprovalPlace) -> Result<&'static str, &'static str> {
    Ok(match place {
        ApprovalPlace::Online => "online",
        ApprovalPlace::LikelyOnline => "likely online",
        ApprovalPlace::OfflinePossible => "offline possible",
        ApprovalPlace::PossiblyOffline => "possibly offline",
        ApprovalPlace::Either => "online or offline",
        ApprovalPlace::Declined(refusal) => return Err(refused(refusal)),
        ApprovalPlace::PossiblyDeclined => return Err("possibly declined, no verification possible"),
        ApprovalPlace::Contradicted => return Err("unclear, reader and terminal contradict each other"),
    })
}

pub(super) fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::AboveLimit => "declined",
        Refusal::NoTap => "no tap can work",
        Refusal::ReaderOfflineOnly => "likely declined, reader is offline only",
        Refusal::TerminalOfflineOnly => "likely declined, terminal is offline only",
        Refusal::NoMethod => "likely declined, no verification possible",
    }
}

/// "PIN or signature required", "no PIN or online PIN".
pub(super) fn verified(verification: Verification) -> String {
    let Verification { methods, certainty } = verification;
    let phone = Methods::only(Method::Phone);
    match certainty {
        Certainty::Certain if methods == phone => "phone unlock is enough".to_owned(),
        Certainty::Certain if methods.has(Method::Nothing) => any_of(methods),
        Certainty::Certain => format!("{} required", any_of(methods)),
        Certainty::Likely => format!("likely {}", any_of(methods)),
        Certainty::Unclear if methods.asks() => {
            format!("{} possible", any_of(methods.without(Method::Nothing)))
        }
        Certainty::Unclear => "PIN unclear".to_owned(),
    }
}

/// "PIN, signature or phone unlock", "no PIN or online PIN".
pub(in crate::say) fn any_of(methods: Methods) -> String {
    let is_optional = methods.has(Method::Nothing);
    let name = |method| match method {
        Method::Nothing => "no PIN",
        Method::Pin if is_optional => "online PIN",
        Method::Pin => "PIN",
        Method::Signature => "signature",
        Method::Phone => "phone unlock",
    };
    listed(&methods.iter().map(name).collect::<Vec<_>>(), "or")
}

/// "a PIN or signature"; what the configuration doesn't say is "a PIN or other verification".
pub(super) fn object(methods: Methods) -> String {
    let methods = methods.without(Method::Nothing);
    if methods.has(Method::Phone) || methods.is_empty() {
        return "a PIN or other verification (CVM)".to_owned();
    }
    format!("a {}", any_of(methods))
}
