//! What the actions of a transaction add to its answer: earlier answers of a host, the service's own reason, and a later step
//! that was declined.

use super::chain::reason;
use super::{Certainty, Reason, Sale, Status, host};

/// What the actions tell beside the last answer to the sale itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actions<'a> {
    /// Answers to the sale before the last one, oldest first.
    pub earlier: &'a [&'a str],
    /// The service's `reason`; empty where there is none.
    pub reason: &'a str,
    /// The last step after the sale, where it was declined.
    pub later: Option<Later<'a>>,
}

/// A declined step after the sale: a capture, a refund, a void.
#[derive(Clone, Copy, Debug)]
pub struct Later<'a> {
    /// `actionType` as it came.
    pub kind: &'a str,
    /// Its `hostRespCode`; empty where there is none.
    pub code: &'a str,
}

impl<'a> Sale<'a> {
    /// The service's reason for the decline. One that only repeats the status tells nothing.
    pub(super) fn reason(self) -> Option<&'a str> {
        let text = self.actions.reason.trim();
        (self.is_declined() && !text.is_empty() && Status::read(text) == Status::Unknown).then_some(text)
    }

    /// The service's reason, quoted.
    pub(super) fn service_says(self) -> Option<String> {
        self.reason().map(|text| format!("the service says: “{text}”"))
    }
}

/// Where the sale counts as approved and its answer is none.
pub(super) fn contradiction(sale: Sale<'_>) -> Option<String> {
    let host = sale.host().filter(|host| host.kind != host::Kind::Approved)?;
    let approved = matches!(sale.status, Status::Approved | Status::Voided);
    approved.then(|| {
        format!(
            "The status says that it was approved, the code {} likely “{}”: the two do not fit together.",
            sale.host_code.unwrap_or_default().trim(),
            host.words
        )
    })
}

/// A sentence about a declined step after the sale.
pub(super) fn later(sale: Sale<'_>) -> Option<String> {
    let Later { kind, code } = sale.actions.later?;
    let (kind, code) = (kind.trim(), code.trim());
    let why = match host::read(code, sale.scheme, sale.entry.may_be_a_tap()) {
        _ if code.is_empty() => "was declined; the transaction does not tell why".to_owned(),
        Some(host) if host.is_of_terminal() => {
            format!("was declined without an answer of a host: {code}, likely “{}”", host.words)
        }
        Some(host) if host.kind == host::Kind::Approved => {
            format!("was declined although its code {code} likely says “{}”", host.words)
        }
        Some(host) => format!("was declined by the host: {code}, likely “{}”", host.words),
        None => format!("was declined with host code {code}, whose meaning is not documented"),
    };
    Some(format!("The later step {kind} {why}."))
}

/// Earlier answers, for the chain.
pub(super) fn earlier(sale: Sale<'_>) -> impl Iterator<Item = Reason> {
    sale.actions.earlier.iter().map(move |code| {
        let code = code.trim();
        let (what, ground, certainty) = host::read(code, sale.scheme, sale.entry.may_be_a_tap()).map_or_else(
            || ("its meaning is not documented".to_owned(), "hostRespCode", Certainty::CannotKnow),
            |host| (format!("likely “{}”", host.words), host.source, Certainty::Likely),
        );
        reason(format!("An earlier answer was {code}: {what}."), ground, certainty)
    })
}

/// What the actions add after the host's answer, for the chain.
pub(super) fn told(sale: Sale<'_>) -> impl Iterator<Item = Reason> {
    let later = later(sale).map(|words| reason(words, "actions", Certainty::Likely));
    let says =
        sale.reason().map(|text| reason(format!("The service says: “{text}”."), "reason", Certainty::Known));
    later.into_iter().chain(says)
}
