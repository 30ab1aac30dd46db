//! Once the CVM limit asks: which check it will likely be, and what to say about it.
//!
//! Not the card's choice, which is unknown; the order is that of the kernels: the phone's own check first, then
//! online PIN, then signature (EMV Book C-3, 5.7.1; Book C-2, 7.5). Unknown stays unknown.

use super::Presented;
use crate::cvm::{self, Capability};
use crate::param::{self, Params};
use crate::scheme::Scheme;

/// How the cardholder will be verified, with what the words need to know.
#[derive(Debug)]
pub(super) struct Ask {
    scheme: Scheme,
    way: Way,
    /// A phone whose own check the reader does not announce.
    phone_as_card: bool,
    only_likely: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Phone,
    Pin,
    Signature,
    /// The configuration allows no verification even above the limit.
    None,
    /// Nothing to verify with.
    Impossible,
    Unknown,
}

impl Ask {
    pub(super) fn of(scheme: Scheme, params: &Params, presented: Presented) -> Ask {
        let declared = |capability| cvm::declared(scheme, capability, params);
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => declared(Capability::PhoneCheck),
        };
        let way = match (phone, declared(Capability::OnlinePin), declared(Capability::Signature)) {
            (Some(true), _, _) => Way::Phone,
            (None, _, _) | (_, None, _) => Way::Unknown,
            (_, Some(true), _) => Way::Pin,
            (_, _, Some(true)) => Way::Signature,
            (_, _, None) => Way::Unknown,
            (_, _, Some(false)) if declared(Capability::NoCvmAbove) == Some(true) => Way::None,
            (_, _, Some(false)) => Way::Impossible,
        };
        let phone_as_card = presented == Presented::Phone && phone == Some(false);
        Ask { scheme, way, phone_as_card, only_likely: cvm::only_likely(scheme, way.capability(), params) }
    }

    /// `place` is "Online" or "Offline possible".
    pub(super) fn title(&self, place: &str) -> String {
        match self.way {
            Way::Phone => format!("{place}, phone check is enough"),
            Way::Pin => format!("{place}, PIN asked"),
            Way::Signature => format!("{place}, signature asked"),
            Way::None => format!("{place}, likely no PIN"),
            Way::Impossible => "Likely declined, no check possible".to_owned(),
            Way::Unknown => format!("{place}, PIN or phone check"),
        }
    }

    /// The clause about the reader, to follow a semicolon.
    pub(super) fn reader(&self) -> String {
        let likely = if self.only_likely { "likely " } else { "" };
        let clause = match self.way {
            Way::Phone => format!("the reader {likely}accepts the check done on the phone"),
            Way::Pin => format!("the reader {likely}offers online PIN"),
            Way::Signature => format!("the reader {likely}offers signature and no PIN"),
            Way::None => {
                "the reader offers no check and also allows none, so nothing is likely asked".to_owned()
            }
            Way::Impossible => {
                "the reader offers neither PIN nor signature, so the sale is likely declined".to_owned()
            }
            Way::Unknown if self.scheme == Scheme::Amex => {
                "what the reader offers is set per terminal, not in this configuration".to_owned()
            }
            Way::Unknown => "what the reader offers cannot be read from this configuration".to_owned(),
        };
        if self.phone_as_card {
            format!(
                "the reader does not announce the phone check, so a phone is treated like a card: {clause}"
            )
        } else {
            clause
        }
    }

    /// Parameters and bit that decide.
    pub(super) fn decided_by(&self) -> &'static str {
        let bit = self.way.capability().and_then(|capability| cvm::bit(self.scheme, capability));
        bit.map_or(param::CVM, |bit| bit.decided_by)
    }

    /// A PIN is checked by the issuer (D. Hu EMV, kernel 3).
    pub(super) fn goes_online(&self) -> bool {
        self.way == Way::Pin
    }
}

impl Way {
    /// The capability that is decisive, if one is known.
    fn capability(self) -> Option<Capability> {
        match self {
            Way::Phone => Some(Capability::PhoneCheck),
            Way::Pin | Way::Impossible => Some(Capability::OnlinePin),
            Way::Signature => Some(Capability::Signature),
            Way::None => Some(Capability::NoCvmAbove),
            Way::Unknown => None,
        }
    }
}
