//! What is told where no limit is compared: transactions that are no sales, and cards of schemes that are not known here.

use super::{Entry, Kind, Status, host, host_code};
use crate::aid::{self, Aid, RidOwner};
use crate::bits::Reading;
use crate::performed;
use crate::scheme::Scheme;
use crate::tvr;

/// What such a transaction tells, as it came.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited<'a> {
    pub entry: Entry,
    pub status: Status,
    pub host_code: Option<&'a str>,
    pub scheme: Option<Scheme>,
    pub aid: &'a str,
    pub cvm_performed: &'a str,
    pub tvr: &'a Reading,
}

/// What there is to say about a refund, a void or a completion.
pub fn no_sale(kind: Kind, told: Unlimited<'_>) -> String {
    let read =
        matches!(told.entry, Entry::Tap | Entry::TapStripe | Entry::Chip | Entry::Stripe | Entry::Fallback);
    let what = match kind {
        Kind::Sale => "This is a sale.",
        Kind::Refund if read => {
            "This is likely a refund: the card was read to know where the money goes. The limits are those of sales; whether \
             a refund asks for a PIN is up to the terminal and the card."
        }
        Kind::Refund => {
            "This is likely a refund. It may be linked to its sale without a card, or the card is read again; the limits are \
             those of sales."
        }
        Kind::Void => {
            "This is likely a void: it takes an earlier transaction back. The limits are those of sales, and the cardholder need \
             not be there."
        }
        Kind::Completion => {
            "This is likely the completion of an earlier authorization, or its adjustment: what was asked of the cardholder was \
             asked then, and the limits are those of sales."
        }
    };
    format!("{what}{}", told.decline())
}

/// What there is to say where neither method nor AID tells one of the six schemes.
pub fn no_scheme(told: Unlimited<'_>) -> String {
    if told.entry == Entry::Code {
        let what = "A QR code was used: no card was read, and contactless limits decide nothing.";
        return format!("{what}{}", told.decline());
    }
    let name = Aid::parse(told.aid).ok().and_then(|aid| match aid::owner(&aid) {
        RidOwner::Other(owner) => Some(aid::product(&aid).unwrap_or(owner)),
        RidOwner::Scheme(_) | RidOwner::Unknown => None,
    });
    let mut words = match name {
        Some(name) => format!(
            "The card's AID belongs to {name}, whose contactless limits are not among those of this service, so no limit is compared."
        ),
        None => {
            "The card's scheme cannot be told from method and AID, so the limit that decided is not known."
                .to_owned()
        }
    };
    if told.entry.reads_chip() && told.tvr.has(tvr::ONLINE_PIN) == Some(true) {
        words.push_str(" A PIN was entered for the issuer to check (TVR ");
        words.push_str(tvr::ONLINE_PIN);
        words.push_str(").");
    } else if let Some(verified) =
        performed::read(told.cvm_performed, None, told.entry).and_then(|performed| performed.verified)
    {
        words.push_str(" Verification performed, likely: ");
        words.push_str(verified.words());
        words.push_str(if told.entry.fits(verified) { "." } else { ", which does not fit this entry." });
    }
    if !told.entry.may_be_a_tap() {
        words.push(' ');
        words.push_str(told.entry.sentence());
    }
    words.push_str(&told.decline());
    words
}

impl Unlimited<'_> {
    /// That it was declined, and what the host said; empty where it was not.
    fn decline(&self) -> String {
        let code = self.host_code.map(str::trim).filter(|code| !code.is_empty());
        let read = |scheme| host::read(code?, scheme, self.entry.may_be_a_tap());
        let all = || Scheme::ALL.into_iter().find_map(read);
        let host = self.scheme.map_or_else(all, read);
        let by_host = host.as_ref().is_some_and(|host| host.declines(self.status));
        let declined = match self.status {
            Status::Declined => true,
            Status::Approved | Status::Voided => false,
            Status::Open | Status::Reversed | Status::Unknown => by_host,
        };
        match (declined, code, host) {
            (false, ..) => String::new(),
            (true, Some(code), Some(host)) if host.is_of_terminal() && !by_host => format!(
                " Its status says that it was declined, the code {code} likely “{}”, without a host: the two contradict each other.",
                host.words
            ),
            (true, Some(code), Some(host)) if host.is_of_terminal() || by_host && self.scheme.is_some() => {
                format!(" It was declined {}: {code}, likely “{}”.", host.by_whom(), host.words)
            }
            // Without its scheme a code has the meanings of all.
            (true, Some(code), Some(_)) if by_host => {
                format!(" It was declined by the host with {code}. {}", host_code(code).join(" "))
            }
            (true, Some(code), Some(host)) => format!(
                " It was declined although the code {code} likely says “{}”; the transaction does not tell why.",
                host.words
            ),
            (true, Some(code), None) => {
                format!(" It was declined with the host code {code}, whose meaning is not documented.")
            }
            (true, None, _) => " It was declined; the transaction does not tell why.".to_owned(),
        }
    }
}
