//! What the actions of a transaction add to its answer: earlier answers of a host, the service's own reason, and later steps. The
//! answer to a later step is never one to the sale.

use super::chain::reason;
use super::{Certainty, Reason, Sale, Status, host};

/// What the actions tell beside the last answer to the sale itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actions<'a> {
    /// Answers to the sale before the last one, oldest first.
    pub earlier: &'a [&'a str],
    /// The service's `reason`; empty where there is none.
    pub reason: &'a str,
    /// Steps after the sale, oldest first.
    pub later: &'a [Later<'a>],
    /// Whether the sale's own last action is told and was not declined.
    pub stood: bool,
}

/// A step after the sale: a capture, a refund, a void.
#[derive(Clone, Copy, Debug)]
pub struct Later<'a> {
    /// `actionType` as it came.
    pub kind: &'a str,
    /// `actionStatus`.
    pub status: Status,
    /// Its `hostRespCode`; empty where there is none.
    pub code: &'a str,
}

impl<'a> Sale<'a> {
    /// The service's reason for the decline or the reversal. One that only repeats the status tells nothing.
    pub(super) fn reason(self) -> Option<&'a str> {
        let text = self.actions.reason.trim();
        let may_have_one = self.is_declined() || self.status == Status::Reversed;
        (may_have_one && !text.is_empty() && Status::read(text) == Status::Unknown).then_some(text)
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

/// A sentence about the last step after the sale, where that was declined and the sale was not: it may be what the status tells.
pub(super) fn refused_later(sale: Sale<'_>) -> Option<String> {
    let last = sale.actions.later.last().filter(|_| sale.actions.stood)?;
    (last.status == Status::Declined).then(|| step(sale, *last))
}

/// A sentence about a step after the sale.
fn step(sale: Sale<'_>, Later { kind, status, code }: Later<'_>) -> String {
    let (kind, code) = (kind.trim(), code.trim());
    let host = host::read(code, sale.scheme, sale.entry.may_be_a_tap());
    let approves = host.as_ref().map(|host| host.kind == host::Kind::Approved);
    let what = match (status, host) {
        (Status::Declined, _) if code.is_empty() => {
            "was declined; the transaction does not tell why".to_owned()
        }
        (Status::Declined, Some(host)) if host.kind == host::Kind::Approved && !host.is_of_terminal() => {
            format!("was declined although its code {code} likely says “{}”", host.words)
        }
        (Status::Declined, Some(host)) => {
            format!("was declined {}: {code}, likely “{}”", host.by_whom(), host.words)
        }
        (Status::Declined, None) => {
            format!("was declined with host code {code}, whose meaning is not documented")
        }
        (Status::Approved | Status::Voided, Some(host)) if approves == Some(false) => {
            format!(
                "was done by its status, and its code {code} likely says “{}”, which does not fit",
                host.words
            )
        }
        (Status::Approved | Status::Voided, _) => "was approved".to_owned(),
        (Status::Reversed, _) => "was taken back".to_owned(),
        (Status::Open, _) => "is not finished".to_owned(),
        (Status::Unknown, Some(host)) => format!("has the code {code}, likely “{}”", host.words),
        (Status::Unknown, None) if code.is_empty() => "is told without a result".to_owned(),
        (Status::Unknown, None) => format!("has the code {code}, whose meaning is not documented"),
    };
    format!("The later step {kind} {what}.")
}

/// The last earlier answer by which the issuer wants the cardholder checked, and what it likely says.
pub(super) fn wanted_check(sale: Sale<'_>) -> Option<(&str, &'static str)> {
    sale.actions.earlier.iter().rev().find_map(|code| {
        let host = host::read(code, sale.scheme, sale.entry.may_be_a_tap())?;
        (host.kind == host::Kind::WantsCheck).then_some((code.trim(), host.words))
    })
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
    let later = sale.actions.later.iter();
    let later = later.map(move |one| reason(step(sale, *one), "actions", Certainty::Likely));
    let says =
        sale.reason().map(|text| reason(format!("The service says: “{text}”."), "reason", Certainty::Known));
    later.chain(says)
}
