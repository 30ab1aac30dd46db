//! Once the CVM limit asks: which check it will likely be, and what to say about it.
//!
//! Not the card's choice, which is unknown. Order of the kernels: phone, online PIN, signature (EMV Books C-3, 5.7.1; C-2, 7.5).

mod clause;

use super::Presented;
use super::terminal::{self, Offline};
use crate::cvm::{self, Capability};
use crate::limits::LimitKind;
use crate::param::{self, Params};
use crate::scheme::Scheme;

/// How the cardholder will be verified, with what the words need to know.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that words need, each by itself")]
pub(super) struct Ask {
    scheme: Scheme,
    way: Way,
    phone: Phone,
    /// By what is declared, the check on the phone is none of the methods.
    without_phone: bool,
    only_likely: bool,
    /// Nothing can go online, so that no PIN can be checked.
    offline: Option<Offline>,
    /// An online PIN is offered, and of no use.
    useless_pin: bool,
    /// What the reader offers beside an online PIN or a signature, of which the card chooses.
    beside: &'static [&'static str],
    /// Up to the CVM limit, where a check is asked all the same.
    is_below: bool,
    /// The flag of the new CVM rule is there and cannot be read.
    is_rule_unread: bool,
    /// DF8118 is given, and likely does not count: the new CVM rule is off as far as is known.
    is_rule_off: bool,
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

/// Whether a phone passes with its own check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phone {
    /// It is a card, or the phone passes.
    Settled,
    /// The reader does not announce the check.
    AsCard,
    /// It cannot be read whether the reader announces it: the phone passes, or is treated like a card.
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
        // A PIN is checked online.
        let offline = terminal::offline(scheme, params);
        let offered = declared(Capability::OnlinePin);
        let pin = if offline.is_some() { Some(false) } else { offered };
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => declared(Capability::PhoneCheck),
        };
        let signature = declared(Capability::Signature);
        // In mag-stripe mode other bytes than DF8118 decide (DF811E), and this interface does not have them.
        let other_bytes = scheme == Scheme::Mastercard && cvm::mag_stripe_only(scheme, params).is_some();
        let useless_pin = offline.is_some() && offered == Some(true);
        let way = match (phone, pin, signature) {
            _ if other_bytes => Way::Unknown,
            (Some(true), _, _) => Way::Phone,
            (_, None, _) => Way::Unknown,
            (_, Some(true), _) => Way::Pin,
            (_, _, Some(true)) => Way::Signature,
            (_, _, None) => Way::Unknown,
            (_, _, Some(false)) if declared(Capability::NoCvmAbove) == Some(true) => Way::None,
            (_, _, Some(false)) => Way::Impossible,
        };
        let only_likely = cvm::only_likely(scheme, way.capability(), params);
        // That no PIN is offered likely does not hold then. One that is offered is what readers do anyway.
        let is_rule_off = cvm::is_without_rule(scheme, params)
            && offered == Some(false)
            && matches!(way, Way::Signature | Way::None | Way::Impossible);
        let without = declared(Capability::NoCvmAbove) == Some(true);
        let beside: &[&str] = match (way, signature == Some(true), without) {
            (Way::Pin, true, true) => SIGNATURE_OR_NOTHING,
            (Way::Pin, true, false) => SIGNATURE,
            (Way::Pin | Way::Signature, _, true) => NOTHING,
            _ => &[],
        };
        Ask {
            scheme,
            way,
            phone: Phone::of(presented, phone.or((way == Way::Unknown).then_some(true))),
            without_phone: declared(Capability::PhoneCheck) == Some(false),
            only_likely,
            offline,
            useless_pin,
            beside,
            is_below: false,
            is_rule_unread: false,
            is_rule_off,
        }
    }

    /// Up to the CVM limit, where DF8119 does not let a Mastercard pass without a check. A phone that verified its owner passes
    /// (EMV Book C-2, 7.5).
    pub(super) fn below(scheme: Scheme, params: &Params, presented: Presented) -> Option<Ask> {
        let declared = |capability| cvm::declared(scheme, capability, params);
        if declared(Capability::NoCvmBelow) != Some(false) {
            return None;
        }
        // In mag-stripe mode another byte than DF8119 decides (DF812C), and this interface does not have it.
        let other_byte = cvm::mag_stripe_only(scheme, params).is_some();
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => declared(Capability::PhoneCheck),
        };
        if phone == Some(true) {
            return None;
        }
        let offline = terminal::offline(scheme, params);
        let pin = declared(Capability::OnlinePinBelow) == Some(true);
        let signature = declared(Capability::SignatureBelow) == Some(true);
        let way = match (pin && offline.is_none(), signature) {
            _ if other_byte => Way::Unknown,
            (true, _) => Way::Pin,
            (false, true) => Way::Signature,
            (false, false) => Way::Impossible,
        };
        let beside: &[&str] = if way == Way::Pin && signature { SIGNATURE } else { &[] };
        Some(Ask {
            scheme,
            way,
            phone: Phone::of(presented, phone),
            without_phone: true,
            only_likely: other_byte || cvm::only_likely(scheme, Some(Capability::NoCvmBelow), params),
            useless_pin: pin && offline.is_some(),
            offline,
            beside,
            is_below: true,
            is_rule_unread: cvm::is_rule_unread(params),
            is_rule_off: false,
        })
    }

    /// Whether the cardholder is verified, or may be.
    pub(super) fn verifies(&self) -> bool {
        self.way != Way::None
    }

    /// Whether "a PIN or phone check" is what is asked, as far as is known.
    pub(super) fn is_pin_or_phone(&self) -> bool {
        let is_asked = matches!(self.way, Way::Phone | Way::Pin | Way::Unknown);
        is_asked && self.phone != Phone::AsCard && !self.methods().contains(&"no check")
    }

    /// Whether it is not known what the reader offers.
    pub(super) fn is_unknown(&self) -> bool {
        self.way == Way::Unknown
    }

    pub(super) fn is_impossible(&self) -> bool {
        let is_open = self.is_rule_off || self.is_below && self.only_likely;
        self.way == Way::Impossible && self.phone != Phone::Unknown && !is_open
    }

    /// Whether it is likely at best that anything is asked.
    pub(super) fn is_only_likely(&self) -> bool {
        self.only_likely
    }

    /// `place` is "Online" or "Offline possible".
    pub(super) fn title(&self, place: &str) -> String {
        if self.is_rule_off || self.is_below && (self.only_likely || self.phone == Phone::Unknown) {
            return match self.way {
                Way::Impossible if self.phone == Phone::Unknown && !self.is_below => {
                    format!("{place}, phone check possible")
                }
                Way::Impossible => "Possibly declined, no check possible".to_owned(),
                Way::None => format!("{place}, possibly no PIN"),
                _ => format!("{place}, {} possible", any_of(&self.methods())),
            };
        }
        let methods = self.methods();
        match self.way {
            Way::Phone => format!("{place}, phone check is enough"),
            Way::Unknown if methods.len() == 1 => format!("{place}, {} possible", any_of(&methods)),
            Way::Unknown => format!("{place}, {}", any_of(&methods)),
            Way::Impossible if self.phone == Phone::Unknown => {
                format!("{place}, phone check is the only way")
            }
            Way::Impossible => {
                let useless = self.offline.as_ref().filter(|_| self.useless_pin).map(Offline::title);
                useless.unwrap_or("Likely declined, no check possible").to_owned()
            }
            Way::None if self.phone != Phone::Unknown => format!("{place}, likely no PIN"),
            // The card chooses, so none of them is promised.
            _ if self.phone == Phone::Unknown || methods.contains(&"no check") => {
                format!("{place}, {}", any_of(&methods))
            }
            _ => format!("{place}, {} asked", any_of(&methods)),
        }
    }

    /// What may be asked, as inside a title.
    pub(super) fn methods(&self) -> Vec<&'static str> {
        let pin = match self.way {
            Way::Pin => Some("PIN"),
            Way::Unknown if self.offline.is_none() => Some("PIN"),
            _ => None,
        };
        let is_signature = match self.way {
            Way::Signature => true,
            Way::Unknown => self.offline.is_some() || self.without_phone,
            _ => self.beside.contains(&"signature"),
        };
        let is_phone = match self.way {
            Way::Phone => true,
            Way::Unknown => !self.without_phone,
            _ => self.phone == Phone::Unknown && !self.is_below,
        };
        let without = self.way == Way::None || self.beside.contains(&"“No CVM”");
        let rest = [(is_signature, "signature"), (is_phone, "phone check"), (without, "no check")];
        pin.into_iter().chain(rest.into_iter().filter(|(is, _)| *is).map(|(_, words)| words)).collect()
    }

    /// Parameters and bit that decide.
    pub(super) fn decided_by(&self) -> &'static str {
        if let Some(offline) =
            self.offline.as_ref().filter(|_| self.way == Way::Impossible && self.useless_pin)
        {
            return offline.decided_by(LimitKind::Cvm);
        }
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

    /// What may stand against the parameter that decides: the new CVM rule of a Mastercard is off; a JCB reader takes the card's methods from 9F53 (Verifone ADK).
    pub(super) fn doubt(&self) -> Option<&'static str> {
        if self.is_rule_off {
            return Some(
                "DF8118 likely counts only with the new CVM rule (isNewCVMRuleForMC), which is off as far as is known; what the reader \
                 then offers is not known.",
            );
        }
        (self.scheme == Scheme::Jcb && self.way != Way::Unknown).then_some(
            "A JCB reader likely takes what it offers from other data (9F53) than the stored TTQ, which this interface does not have.",
        )
    }

    /// Whether a PIN is one of several ways.
    pub(super) fn has_choice(&self) -> bool {
        !self.beside.is_empty() || self.phone == Phone::Unknown
    }

    /// Whether a PIN is asked, or may be. It is checked by the issuer (D. Hu EMV, kernel 3), so the sale goes online with it.
    pub(super) fn has_pin(&self) -> bool {
        self.way == Way::Pin && !(self.is_below && self.only_likely)
    }

    /// Whether a PIN is the only way, so that the sale goes online for certain.
    pub(super) fn goes_online(&self) -> bool {
        self.has_pin() && !self.has_choice()
    }
}

/// "PIN, signature or phone check".
pub(super) fn any_of(methods: &[&str]) -> String {
    match methods {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

impl Phone {
    /// By what the reader announces, as far as it is known.
    fn of(presented: Presented, announced: Option<bool>) -> Phone {
        match (presented, announced) {
            (Presented::Card, _) | (Presented::Phone, Some(true)) => Phone::Settled,
            (Presented::Phone, Some(false)) => Phone::AsCard,
            (Presented::Phone, None) => Phone::Unknown,
        }
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
