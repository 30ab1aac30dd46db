//! The result in the few words of a title, a zone or a row.

use tapline_emv::tap::{ApprovalPlace, Certainty, Method, Methods, Refusal, TapResult, Verification};

use super::listed;
use crate::say::{Text, capitalized};

/// "Online, PIN required".
pub fn title(result: TapResult) -> Text {
    Text::new(capitalized(&words(result)))
}

/// "Online, PIN", "Likely declined", where there is little room: what follows the place is what is required.
pub(super) fn short_title(result: TapResult) -> Text {
    let Verification { methods, certainty } = result.verification;
    let is_required = certainty == Certainty::Certain && methods != Methods::only(Method::Phone);
    match (accepted(result.place), is_required) {
        (Ok(place), true) => Text::new(capitalized(&format!("{place}, {}", any_of(methods)))),
        (Ok(_), false) => title(result),
        (Err((words, _)), _) => Text::new(capitalized(words)),
    }
}

/// "online, PIN required", as inside a line.
pub fn result(result: TapResult) -> Text {
    Text::new(words(result))
}

/// "online, PIN required", "likely declined", without the reason of a refusal.
pub fn result_alone(result: TapResult) -> Text {
    accepted(result.place).map_or_else(|(words, _)| Text::new(words), |_| Text::new(words(result)))
}

/// A set of methods as an object: "a PIN or signature".
pub fn methods(all: Methods) -> Text {
    Text::new(object(all))
}

pub(super) fn words(result: TapResult) -> String {
    match accepted(result.place) {
        Ok(place) => format!("{place}, {}", verified(result.verification)),
        Err((words, Some(why))) => format!("{words}, {why}"),
        Err((words, None)) => words.to_owned(),
    }
}

/// The place of an accepted sale; the error is the whole result and its reason.
pub(super) fn accepted(place: ApprovalPlace) -> Result<&'static str, (&'static str, Option<&'static str>)> {
    Ok(match place {
        ApprovalPlace::Online => "online",
        ApprovalPlace::LikelyOnline => "likely online",
        ApprovalPlace::OfflinePossible => "offline possible",
        ApprovalPlace::PossiblyOffline => "possibly offline",
        ApprovalPlace::Either => "online or offline",
        ApprovalPlace::Declined(refusal) => return Err(refused(refusal)),
        ApprovalPlace::PossiblyDeclined => return Err(("possibly declined", Some(NO_METHOD))),
        ApprovalPlace::Contradicted => {
            return Err(("unclear", Some("reader and terminal contradict each other")));
        }
    })
}

const NO_METHOD: &str = "no verification possible";

/// The refusal and its reason.
pub(super) fn refused(refusal: Refusal) -> (&'static str, Option<&'static str>) {
    match refusal {
        Refusal::AboveLimit => ("declined", None),
        Refusal::NoTap => ("no tap can work", None),
        Refusal::ReaderOfflineOnly => ("likely declined", Some("reader is offline only")),
        Refusal::TerminalOfflineOnly => ("likely declined", Some("terminal is offline only")),
        Refusal::NoMethod => ("likely declined", Some(NO_METHOD)),
    }
}

/// "PIN or signature required", "PIN if the card asks".
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

/// "PIN, signature or phone unlock", "PIN if the card asks".
pub(in crate::say) fn any_of(methods: Methods) -> String {
    let name = |method| match method {
        Method::Nothing => "no PIN",
        Method::Pin => "PIN",
        Method::Signature => "signature",
        Method::Phone => "phone unlock",
    };
    let asked = methods.without(Method::Nothing);
    if methods.has(Method::Nothing) && !asked.is_empty() {
        return format!("{} if the card asks", any_of(asked));
    }
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
