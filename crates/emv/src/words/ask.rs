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
    /// What the reader offers beside an online PIN or a signature, of which the card chooses.
    beside: &'static [&'static str],
    /// Up to the CVM limit, where a check is asked all the same.
    is_below: bool,
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

/// What may stand beside the first method.
const SIGNATURE: &[&str] = &["signature"];
const SIGNATURE_OR_NOTHING: &[&str] = &["signature", "“No CVM”"];
const NOTHING: &[&str] = &["“No CVM”"];

impl Ask {
    /// Once the CVM limit asks.
    pub(super) fn above(scheme: Scheme, params: &Params, presented: Presented) -> Ask {
        let declared = |capability| cvm::declared(scheme, capability, params);
        // A PIN is checked online: a reader that is offline only cannot.
        let offline_only = declared(Capability::OfflineOnly) == Some(true);
        let pin = declared(Capability::OnlinePin).map(|pin| pin && !offline_only);
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => declared(Capability::PhoneCheck),
        };
        let signature = declared(Capability::Signature);
        // In mag-stripe mode other bytes than DF8118 decide (DF811E), and this interface does not have them.
        let other_bytes = scheme == Scheme::Mastercard && cvm::mag_stripe_only(scheme, params).is_some();
        let way = match (phone, pin, signature) {
            _ if other_bytes => Way::Unknown,
            (Some(true), _, _) => Way::Phone,
            (None, _, _) | (_, None, _) => Way::Unknown,
            (_, Some(true), _) => Way::Pin,
            (_, _, Some(true)) => Way::Signature,
            (_, _, None) => Way::Unknown,
            (_, _, Some(false)) if declared(Capability::NoCvmAbove) == Some(true) => Way::None,
            (_, _, Some(false)) => Way::Impossible,
        };
        let phone_as_card = presented == Presented::Phone && phone == Some(false);
        let only_likely = cvm::only_likely(scheme, way.capability(), params);
        let without = declared(Capability::NoCvmAbove) == Some(true);
        let beside: &[&str] = match (way, signature == Some(true), without) {
            (Way::Pin, true, true) => SIGNATURE_OR_NOTHING,
            (Way::Pin, true, false) => SIGNATURE,
            (Way::Pin | Way::Signature, _, true) => NOTHING,
            _ => &[],
        };
        Ask { scheme, way, phone_as_card, only_likely, beside, is_below: false }
    }

    /// Up to the CVM limit, where DF8119 does not let a Mastercard pass without a check. A phone that verified its owner passes
    /// (EMV Book C-2, 7.5).
    pub(super) fn below(scheme: Scheme, params: &Params, presented: Presented) -> Option<Ask> {
        let declared = |capability| cvm::declared(scheme, capability, params);
        if declared(Capability::NoCvmBelow) != Some(false) {
            return None;
        }
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => declared(Capability::PhoneCheck),
        };
        if phone == Some(true) {
            return None;
        }
        let signature = declared(Capability::SignatureBelow);
        let way = match (phone, declared(Capability::OnlinePinBelow), signature) {
            (None, ..) => Way::Unknown,
            (_, Some(true), _) => Way::Pin,
            (_, _, Some(true)) => Way::Signature,
            _ => Way::Impossible,
        };
        let beside: &[&str] = if way == Way::Pin && signature == Some(true) { SIGNATURE } else { &[] };
        let only_likely = cvm::only_likely(scheme, Some(Capability::NoCvmBelow), params);
        let phone_as_card = presented == Presented::Phone && phone == Some(false);
        Some(Ask { scheme, way, phone_as_card, only_likely, beside, is_below: true })
    }

    /// Whether the cardholder is verified, or may be.
    pub(super) fn verifies(&self) -> bool {
        self.way != Way::None
    }

    /// Whether "a PIN or phone check" is what is asked, as far as is known.
    pub(super) fn is_pin_or_phone(&self) -> bool {
        matches!(self.way, Way::Phone | Way::Pin | Way::Unknown)
    }

    pub(super) fn is_impossible(&self) -> bool {
        self.way == Way::Impossible && !(self.is_below && self.only_likely)
    }

    /// `place` is "Online" or "Offline possible".
    pub(super) fn title(&self, place: &str) -> String {
        if self.is_below && self.only_likely {
            return match self.way {
                Way::Pin if self.has_choice() => format!("{place}, PIN or signature possible"),
                Way::Pin => format!("{place}, PIN possible"),
                Way::Signature => format!("{place}, signature possible"),
                Way::Impossible => "Possibly declined, no check possible".to_owned(),
                _ => format!("{place}, PIN or phone check possible"),
            };
        }
        match self.way {
            Way::Phone => format!("{place}, phone check is enough"),
            // The card chooses, so none of them is promised.
            Way::Pin if self.beside == SIGNATURE => format!("{place}, PIN or signature asked"),
            Way::Pin if self.beside == SIGNATURE_OR_NOTHING => {
                format!("{place}, PIN, signature or no check")
            }
            Way::Pin if self.beside == NOTHING => format!("{place}, PIN or no check"),
            Way::Signature if self.beside == NOTHING => format!("{place}, signature or no check"),
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
            Way::Pin | Way::Signature if !self.beside.is_empty() => {
                let first = if self.way == Way::Pin { "online PIN" } else { "signature" };
                let methods = match self.beside {
                    [last] => format!("{first} and {last}"),
                    more => format!("{first}, {}", more.join(" and ")),
                };
                format!("the reader {likely}offers {methods}, and the card chooses")
            }
            Way::Pin => format!("the reader {likely}offers online PIN"),
            Way::Signature => format!("the reader {likely}offers signature and no PIN"),
            Way::None => format!(
                "the reader {likely}offers no check and allows “No CVM” above the limit too, so likely nothing is asked"
            ),
            Way::Impossible => {
                format!("the reader {likely}offers neither PIN nor signature, so the sale is likely declined")
            }
            Way::Unknown if self.scheme == Scheme::Amex => {
                "what the reader offers is set per terminal, not in this configuration".to_owned()
            }
            Way::Unknown => "what the reader offers cannot be read from this configuration".to_owned(),
        };
        if self.is_below {
            return self.not_allowed();
        }
        if self.phone_as_card {
            format!(
                "the reader does not announce the phone check, so a phone is treated like a card: {clause}"
            )
        } else {
            clause
        }
    }

    /// The clause about DF8119.
    fn not_allowed(&self) -> String {
        let what = match self.way {
            Way::Pin if self.has_choice() && self.only_likely => {
                "a PIN or a signature may be asked all the same, as the card chooses"
            }
            Way::Pin if self.has_choice() => {
                "a PIN or a signature is asked all the same, as the card chooses"
            }
            Way::Pin if self.only_likely => "a PIN may be asked all the same",
            Way::Pin => "a PIN is asked all the same",
            Way::Signature if self.only_likely => "a signature may be asked all the same",
            Way::Signature => "a signature is asked all the same",
            Way::Impossible if self.only_likely => {
                "nothing else is allowed either, so the sale is possibly declined"
            }
            Way::Impossible => "nothing else is allowed either, so the sale is likely declined",
            _ => {
                "a card is asked for another check; whether a phone is cannot be read from this configuration"
            }
        };
        let phone = if self.phone_as_card {
            "the reader does not announce the phone check, so a phone is treated like a card: "
        } else {
            ""
        };
        let doubt = if self.only_likely {
            ". DF8119 likely counts only with the new CVM rule (isNewCVMRuleForMC), which is off as far as is known"
        } else {
            ""
        };
        format!("{phone}DF8119 bit 4 does not allow “No CVM” up to the limit, and {what}{doubt}")
    }

    /// Parameters and bit that decide.
    pub(super) fn decided_by(&self) -> &'static str {
        if self.way == Way::Impossible && !self.is_below {
            return match self.scheme {
                Scheme::Mastercard => "clCVMLimit, DF8118 bits 7 and 6",
                Scheme::Amex => "clCVMLimit, 9F6E byte 2 bits 7 and 6",
                _ => "clCVMLimit, TTQ byte 1 bits 3 and 2",
            };
        }
        let capability = if self.is_below { Some(Capability::NoCvmBelow) } else { self.way.capability() };
        let bit = capability.and_then(|capability| cvm::bit(self.scheme, capability));
        bit.map_or(param::CVM, |bit| bit.decided_by)
    }

    /// What may stand against the parameter that decides: a JCB reader takes the card's methods from 9F53 (Verifone ADK).
    pub(super) fn doubt(&self) -> Option<&'static str> {
        (self.scheme == Scheme::Jcb && self.way != Way::Unknown).then_some(
            "A JCB reader likely takes what it offers from other data (9F53) than the stored TTQ, which this interface does not have.",
        )
    }

    /// Whether a PIN is one of several ways.
    pub(super) fn has_choice(&self) -> bool {
        !self.beside.is_empty()
    }

    /// A PIN is checked by the issuer (D. Hu EMV, kernel 3).
    pub(super) fn goes_online(&self) -> bool {
        self.way == Way::Pin && !(self.is_below && self.only_likely)
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
