//! Action codes against a TVR: what card and terminal wanted to happen. EMV 4.4 Book 3, 10.7.
//!
//! Not the decision itself: the card has the last word, and a terminal that can't go online uses the default codes. Invariant: a code
//! that isn't known counts as all zero for a match, so that a missing code never declines.

/// Issuer (9F0D to 9F0F) and terminal action codes (DF8120 to DF8122) of one outcome, five bytes each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionCodes {
    pub denial: Option<[u8; 5]>,
    pub online: Option<[u8; 5]>,
    pub default: Option<[u8; 5]>,
}

/// The outcome that a TVR and the action codes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A bit of the denial code is set.
    Declined,
    /// A bit of the online code is set.
    Online,
    /// No bit matches.
    Offline,
}

/// Applies issuer and terminal codes to a TVR: the action, and the TVR bits that a code names. `None` without a known code.
pub fn action(tvr: [u8; 5], issuer: ActionCodes, terminal: ActionCodes) -> Option<(Action, [u8; 5])> {
    let matched = |issuer: Option<[u8; 5]>, terminal: Option<[u8; 5]>| {
        let (issuer, terminal) = (issuer.unwrap_or_default(), terminal.unwrap_or_default());
        let mut bits = [0; 5];
        for ((bit, tvr), (issuer, terminal)) in bits.iter_mut().zip(tvr).zip(issuer.into_iter().zip(terminal))
        {
            *bit = tvr & (issuer | terminal);
        }
        (bits != [0; 5]).then_some(bits)
    };
    if let Some(bits) = matched(issuer.denial, terminal.denial) {
        return Some((Action::Declined, bits));
    }
    if let Some(bits) = matched(issuer.online, terminal.online) {
        return Some((Action::Online, bits));
    }
    // "Offline" needs both denial and online codes: a missing one might have matched.
    let is_known = (issuer.denial.is_some() || terminal.denial.is_some())
        && (issuer.online.is_some() || terminal.online.is_some());
    is_known.then_some((Action::Offline, [0; 5]))
}
