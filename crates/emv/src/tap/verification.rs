//! Verification that the reader requests: above the CVM limit, and up to it.
//!
//! Not the card's choice. Order of the kernels: the phone's unlock, then the card's list or CTQ against what the reader offers (EMV
//! Books C-3, 5.7.1; C-2, 7.5). Up to the CVM limit kernel 2 takes DF8119 as its capabilities and walks the card's list as well
//! (Book C-2, S456.30 to 33), so only a DF8119 of "No CVM" alone asks nothing.

use super::terminal::{self, is_unattended};
use super::{Certainty, Doubt, Ground, Method, Methods, Presented, Refusal, Verification};
use crate::cvm::{self, Capability, Deciding};
use crate::param::Params;
use crate::scheme::Scheme;

/// A verification with what decides it.
pub(super) struct RequestedVerification {
    pub(super) verification: Verification,
    /// Reason, if no method is possible for certain.
    pub(super) refusal: Option<Refusal>,
    pub(super) values: Vec<Ground>,
    pub(super) doubts: Vec<Doubt>,
}

/// Reading of the parameters for one tap.
struct Reader<'a> {
    scheme: Scheme,
    params: &'a Params,
    presented: Presented,
    offline: Option<terminal::Offline>,
    is_unattended: bool,
    /// True if the phone's unlock counts. A card has none.
    phone: Option<bool>,
}

impl<'a> Reader<'a> {
    fn new(scheme: Scheme, params: &'a Params, presented: Presented) -> Reader<'a> {
        let phone = match presented {
            Presented::Card => Some(false),
            Presented::Phone => cvm::declared(scheme, Capability::PhoneCheck, params),
        };
        let offline = terminal::offline(scheme, params);
        Reader { scheme, params, presented, offline, is_unattended: is_unattended(params), phone }
    }

    fn declares(&self, capability: Capability) -> Option<bool> {
        cvm::declared(self.scheme, capability, self.params)
    }

    /// A phone that the reader treats like a card: it doesn't announce the phone's unlock.
    fn missing_phone_bit(&self) -> Option<Ground> {
        let is_as_card = self.presented == Presented::Phone && self.phone == Some(false);
        Ground::bit(self.scheme, Capability::PhoneCheck, false).filter(|_| is_as_card)
    }

    fn phone_doubt(&self) -> Option<Doubt> {
        match self.scheme {
            _ if self.phone.is_some() => None,
            _ if cvm::is_phone_open(self.scheme, self.params) => Some(Doubt::PhoneContradicted),
            Scheme::Mastercard => Some(Doubt::PhoneUnknown),
            _ => None,
        }
    }

    /// Methods that are offered and can't be done at this terminal.
    fn useless(&self, pin: Option<bool>, signature: Option<bool>) -> Vec<Doubt> {
        let pin = self.offline.is_some() && pin == Some(true);
        let signature = self.is_unattended && signature == Some(true);
        let both = [(pin, Doubt::PinNeedsOnline), (signature, Doubt::NobodySigns)];
        both.into_iter().filter(|(is, _)| *is).map(|(_, doubt)| doubt).collect()
    }

    /// Reason why no one can be verified, and the values that decide it.
    fn refusal(&self, useless: &[Doubt], missing: Option<Ground>) -> (Refusal, Vec<Ground>) {
        let offline = self.offline.as_ref().filter(|_| useless.contains(&Doubt::PinNeedsOnline));
        match offline {
            Some(offline) => (offline.refusal(), offline.ground().into_iter().collect()),
            None if useless.contains(&Doubt::NobodySigns) => (Refusal::NoMethod, vec![Ground::TerminalType]),
            None => (Refusal::NoMethod, missing.into_iter().collect()),
        }
    }
}

/// Once the CVM limit asks.
pub(super) fn above(scheme: Scheme, params: &Params, presented: Presented) -> RequestedVerification {
    let reader = Reader::new(scheme, params, presented);
    let [pin, signature] = [Capability::OnlinePin, Capability::Signature].map(|one| reader.declares(one));
    // Kernel 2 has other bytes for mag-stripe mode, which this interface doesn't have.
    let is_other_mode = scheme == Scheme::Mastercard && cvm::mag_stripe_only(scheme, params);
    let is_known = pin.is_some() && signature.is_some() && !is_other_mode;
    if !is_other_mode && reader.phone == Some(true) {
        let values = Ground::bit(scheme, Capability::PhoneCheck, true).into_iter().collect();
        return certain(scheme, Methods::only(Method::Phone), values);
    }
    if !is_known {
        return unknown(&reader, pin);
    }
    let is_nothing = reader.declares(Capability::NoCvmAbove) == Some(true);
    let is_pin = pin == Some(true) && reader.offline.is_none();
    let is_signature = signature == Some(true) && !reader.is_unattended;
    let methods = Methods::from_flags([
        (is_nothing, Method::Nothing),
        (is_pin, Method::Pin),
        (is_signature, Method::Signature),
        (reader.phone.is_none(), Method::Phone),
    ]);
    // A PIN that is offered is what readers ask for without the rule too.
    let is_rule_off = cvm::is_without_rule(scheme, params) && pin == Some(false);
    let mut doubts = reader.useless(pin, signature);
    let is_refused_offline = methods.is_empty() && doubts.contains(&Doubt::PinNeedsOnline);
    let (refusal, mut values) = if methods.is_empty() {
        let missing = Ground::bits(scheme, &[Capability::OnlinePin, Capability::Signature], false);
        let (refusal, values) = reader.refusal(&doubts, missing);
        ((!is_rule_off).then_some(refusal), values)
    } else {
        let first = [
            (is_pin, Capability::OnlinePin),
            (is_signature, Capability::Signature),
            (is_nothing, Capability::NoCvmAbove),
        ];
        let ground = match first.into_iter().find(|(is, _)| *is) {
            Some((_, capability)) => Ground::bit(scheme, capability, true),
            None => Ground::bits(scheme, &[Capability::OnlinePin, Capability::Signature], false),
        };
        (None, ground.into_iter().collect())
    };
    // For a phone the missing bit is the cause; with it, the unlock would be enough.
    if let Some(missing) = reader.missing_phone_bit() {
        values.retain(|_| refusal.is_some());
        values.insert(0, missing);
    }
    let is_likely = scheme == Scheme::Jcb
        || methods == Methods::only(Method::Nothing)
        || methods == Methods::only(Method::Phone);
    let certainty = match is_likely {
        _ if is_rule_off => Certainty::Unclear,
        true => Certainty::Likely,
        false => Certainty::Certain,
    };
    doubts.retain(|doubt| *doubt != Doubt::PinNeedsOnline || !is_refused_offline);
    doubts.extend(is_rule_off.then_some(rule_off(params, Deciding::Above)));
    doubts.extend((scheme == Scheme::Jcb).then_some(Doubt::JcbUsesOtherData));
    doubts.extend(reader.phone_doubt());
    RequestedVerification { verification: Verification { methods, certainty }, refusal, values, doubts }
}

fn certain(scheme: Scheme, methods: Methods, values: Vec<Ground>) -> RequestedVerification {
    let is_jcb = scheme == Scheme::Jcb;
    let certainty = if is_jcb { Certainty::Likely } else { Certainty::Certain };
    let doubts = is_jcb.then_some(Doubt::JcbUsesOtherData).into_iter().collect();
    RequestedVerification { verification: Verification { methods, certainty }, refusal: None, values, doubts }
}

/// Result if the configuration doesn't show what the reader offers. Some verification is required for certain.
fn unknown(reader: &Reader<'_>, pin: Option<bool>) -> RequestedVerification {
    let Reader { scheme, params, .. } = *reader;
    let is_without_phone = reader.declares(Capability::PhoneCheck) == Some(false);
    let is_offline = reader.offline.is_some();
    let methods = Methods::from_flags([
        (false, Method::Nothing),
        (!is_offline, Method::Pin),
        ((is_offline || is_without_phone) && !reader.is_unattended, Method::Signature),
        (!is_without_phone, Method::Phone),
    ]);
    let is_unread = cvm::unread(scheme, params).any(Deciding::has_methods);
    let is_one = methods.iter().count() < 2;
    let certainty = if is_unread || is_one { Certainty::Unclear } else { Certainty::Certain };
    let is_other_mode = scheme == Scheme::Mastercard && cvm::mag_stripe_only(scheme, params);
    let is_silent = !is_unread && !is_other_mode && pin.is_none();
    let doubts = [is_silent.then_some(Doubt::ReaderUnknown), is_offline.then_some(Doubt::PinNeedsOnline)];
    RequestedVerification {
        verification: Verification { methods, certainty },
        refusal: None,
        values: reader.missing_phone_bit().into_iter().collect(),
        doubts: doubts.into_iter().flatten().collect(),
    }
}

/// Up to the CVM limit, where DF8119 decides for Mastercard. A phone whose unlock counts passes (EMV Book C-2, 7.5).
pub(super) fn below(scheme: Scheme, params: &Params, presented: Presented) -> RequestedVerification {
    let nothing = RequestedVerification {
        verification: Verification::NONE,
        refusal: None,
        values: Vec::new(),
        doubts: Vec::new(),
    };
    let reader = Reader::new(scheme, params, presented);
    let is_rule_off = cvm::is_without_rule(scheme, params);
    if scheme != Scheme::Mastercard || reader.phone == Some(true) {
        return nothing;
    }
    if Deciding::Below.is_unread(params) {
        let verification = if is_rule_off {
            Verification { certainty: Certainty::Likely, ..Verification::NONE }
        } else {
            let methods = Methods::ANY.without(Method::Phone).or(Methods::only(Method::Nothing));
            Verification { methods, certainty: Certainty::Unclear }
        };
        return RequestedVerification { verification, ..nothing };
    }
    let Some(is_nothing) = reader.declares(Capability::NoCvmBelow) else { return nothing };
    let [pin, signature] = [Capability::OnlinePinBelow, Capability::SignatureBelow]
        .map(|one| reader.declares(one) == Some(true));
    if is_nothing && (cvm::mag_stripe_only(scheme, params) || !pin && !signature) {
        return nothing;
    }
    // In mag-stripe mode DF812C decides, which this interface doesn't have.
    let (methods, useless) = if cvm::mag_stripe_only(scheme, params) {
        (Methods::ANY.without(Method::Phone), Vec::new())
    } else {
        let methods = Methods::from_flags([
            (is_nothing, Method::Nothing),
            (pin && reader.offline.is_none(), Method::Pin),
            (signature && !reader.is_unattended, Method::Signature),
            (false, Method::Phone),
        ]);
        (methods, reader.useless(Some(pin), Some(signature)))
    };
    let denied = (!is_nothing).then(|| Ground::bit(scheme, Capability::NoCvmBelow, false)).flatten();
    let offered: Vec<Capability> =
        [(pin, Capability::OnlinePinBelow), (signature, Capability::SignatureBelow)]
            .into_iter()
            .filter_map(|(is, capability)| is.then_some(capability))
            .collect();
    let mut values: Vec<Ground> =
        denied.or_else(|| Ground::bits(scheme, &offered, true)).into_iter().collect();
    let mut refusal = None;
    let is_unclear = is_rule_off || reader.phone.is_none() || cvm::mag_stripe_only(scheme, params);
    if methods.is_empty() {
        let (reason, deciding) = reader.refusal(&useless, denied);
        refusal = (!is_unclear).then_some(reason);
        values = deciding;
    }
    if let Some(missing) = reader.missing_phone_bit() {
        values.insert(0, missing);
    }
    let certainty = match methods {
        _ if is_unclear => Certainty::Unclear,
        // A card that wants a PIN is likely declined.
        one if one == Methods::only(Method::Nothing) => Certainty::Likely,
        _ => Certainty::Certain,
    };
    let mut doubts = useless;
    doubts.extend(is_rule_off.then_some(rule_off(params, Deciding::Below)));
    doubts.extend(reader.phone_doubt());
    RequestedVerification { verification: Verification { methods, certainty }, refusal, values, doubts }
}

fn rule_off(params: &Params, value: Deciding) -> Doubt {
    Doubt::NewRuleOff { value, is_unread: cvm::is_rule_unread(params) }
}

/// Values that decide at this amount, are there and can't be read. `asks`: the CVM limit asks there, if that is known.
pub(super) fn unread(
    scheme: Scheme,
    params: &Params,
    presented: Presented,
    asks: Option<bool>,
) -> impl Iterator<Item = Deciding> {
    // The phone's own unlock is enough.
    let is_passing =
        presented == Presented::Phone && cvm::declared(scheme, Capability::PhoneCheck, params) == Some(true);
    cvm::unread(scheme, params).filter(move |one| match one {
        Deciding::Above => asks != Some(false) && !is_passing,
        Deciding::Below => asks != Some(true) && !is_passing,
        Deciding::Ttq | Deciding::Amex | Deciding::Kernel | Deciding::Type => true,
    })
}
