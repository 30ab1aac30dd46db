//! Rules for allowing an action, with the reason for a refusal: for the page, the sandbox and the command line.
//!
//! What the service document rules out is `No`. What it leaves open (a status that it does not explain, a transition that it
//! does not show) is `Doubtful`: allowed, with a hint, and the service decides. Nothing here calls the service or reads a
//! clock.

mod device;
mod profile;
mod refunded;
mod settlement;
mod transaction;
mod unit;

pub use device::end_device;
pub use profile::{disable, enable, sign_on};
pub use refunded::{Remaining, remaining};
pub use settlement::settle;
pub use transaction::{capture, capture_of, capture_part, original, refund, refund_of, refund_part, void};
pub use unit::{Sends, money, money_after, unit_not_known};

/// Verdict on an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    Yes,
    /// May be tried; what is unknown, as sentences.
    Doubtful(String),
    /// Cannot succeed: why, and the way out.
    No(String),
}

impl Allowed {
    /// Why it cannot be done.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Allowed::No(reason) => Some(reason),
            Allowed::Yes | Allowed::Doubtful(_) => None,
        }
    }

    /// Reason for doubt, if there is one.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Allowed::Doubtful(hint) => Some(hint),
            Allowed::Yes | Allowed::No(_) => None,
        }
    }

    pub fn may_be_tried(&self) -> bool {
        self.reason().is_none()
    }

    /// Both must hold: the first `No`, else every hint.
    #[must_use]
    pub fn and(self, other: Allowed) -> Allowed {
        match (self, other) {
            (Allowed::No(reason), _) | (_, Allowed::No(reason)) => Allowed::No(reason),
            (Allowed::Doubtful(a), Allowed::Doubtful(b)) => Allowed::Doubtful(format!("{a} {b}")),
            (Allowed::Doubtful(hint), Allowed::Yes) | (Allowed::Yes, Allowed::Doubtful(hint)) => {
                Allowed::Doubtful(hint)
            }
            (Allowed::Yes, Allowed::Yes) => Allowed::Yes,
        }
    }
}

/// [`Allowed`] as a constant, for tables.
#[derive(Clone, Copy, Debug)]
enum Verdict {
    Yes,
    Doubtful(&'static str),
    No(&'static str),
}

impl From<Verdict> for Allowed {
    fn from(verdict: Verdict) -> Allowed {
        match verdict {
            Verdict::Yes => Allowed::Yes,
            Verdict::Doubtful(hint) => Allowed::Doubtful(hint.to_owned()),
            Verdict::No(reason) => Allowed::No(reason.to_owned()),
        }
    }
}

/// For a status that the document does not explain; `action` begins the sentence: "A refund".
fn unknown_status(action: &str, record: &str, value: Option<&str>) -> Allowed {
    Allowed::Doubtful(match value {
        Some(value) => format!("{action} may fail: status {value} is unknown."),
        None => format!("{action} may fail: the {record} has no status."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_wins_and_hints_add_up() {
        let doubtful = |hint: &str| Allowed::Doubtful(hint.to_owned());
        let no = || Allowed::No("n".to_owned());
        for (a, b, both) in [
            (Allowed::Yes, Allowed::Yes, Allowed::Yes),
            (Allowed::Yes, doubtful("b"), doubtful("b")),
            (doubtful("a"), doubtful("b"), doubtful("a b")),
            (doubtful("a"), no(), no()),
            (no(), Allowed::Yes, no()),
        ] {
            assert_eq!(a.and(b), both);
        }
    }
}
