//! The cardholder verification that a reader can offer, as far as the configuration shows it.
//!
//! Not what the card will choose, and not the whole decoding of these values: one table row per capability that
//! bears on the limits. Visa, UPI, Discover and JCB declare it in the TTQ (a JCB reader may use other data
//! than the stored TTQ), Mastercard in DF8118, DF8119 and DF811B; Amex keeps it per terminal (9F6E), so it is known
//! only where that value is given too. Invariant: an absent or unreadable value is unknown, never "no".

mod unread;

pub use unread::{Deciding, is_rule_unread, unread};

use crate::param::{
    AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, NEW_CVM_RULE, NO_CVM, Params, RISK_DATA, TTQ, Value,
};
use crate::scheme::Scheme;
use crate::{hex, param};

/// Verification methods that a reader offers; `None` if this configuration doesn't show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    pub online_pin: Option<bool>,
    pub signature: Option<bool>,
    /// Verification on the phone (CDCVM).
    pub phone_check: Option<bool>,
    /// The reader never goes online.
    pub offline_only: Option<bool>,
}

/// A capability that one bit declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    OnlinePin,
    Signature,
    PhoneCheck,
    OfflineOnly,
    /// "No CVM required" among the methods above the CVM limit.
    NoCvmAbove,
    /// "No CVM required" among the methods up to the CVM limit.
    NoCvmBelow,
    /// Online PIN among the methods up to the CVM limit.
    OnlinePinBelow,
    /// Signature among the methods up to the CVM limit.
    SignatureBelow,
}

/// Bit that declares a capability.
#[derive(Debug)]
pub struct Bit {
    capability: Capability,
    param: &'static str,
    /// Length of the whole value in bytes.
    size: usize,
    /// Index of the byte, the leftmost is 0.
    byte: usize,
    mask: u8,
    /// "TTQ byte 1 bit 3".
    pub name: &'static str,
}

/// EMV Book A v2.11, Table 5-4.
const TTQ_BITS: &[Bit] = &[
    ttq(Capability::OnlinePin, 0, 0x04, "TTQ byte 1 bit 3"),
    ttq(Capability::Signature, 0, 0x02, "TTQ byte 1 bit 2"),
    ttq(Capability::PhoneCheck, 2, 0x40, "TTQ byte 3 bit 7"),
    ttq(Capability::OfflineOnly, 0, 0x08, "TTQ byte 1 bit 4"),
];

/// EMV Book C-2: DF8118, DF8119, DF811B.
const MASTERCARD_BITS: &[Bit] = &[
    single(Capability::OnlinePin, CVM_REQUIRED, 0x40, "DF8118 bit 7"),
    single(Capability::Signature, CVM_REQUIRED, 0x20, "DF8118 bit 6"),
    single(Capability::PhoneCheck, KERNEL_CONFIGURATION, 0x20, "DF811B bit 6"),
    single(Capability::NoCvmAbove, CVM_REQUIRED, 0x08, "DF8118 bit 4"),
    single(Capability::NoCvmBelow, NO_CVM, 0x08, "DF8119 bit 4"),
    single(Capability::OnlinePinBelow, NO_CVM, 0x40, "DF8119 bit 7"),
    single(Capability::SignatureBelow, NO_CVM, 0x20, "DF8119 bit 6"),
];

/// EMV Book C-4 v2.11, Table 4-4: 9F6E, in which byte 2 has the methods (Verifone ADK) and byte 3 says offline only.
const AMEX_BITS: &[Bit] = &[
    amex(Capability::OnlinePin, 1, 0x40, "9F6E byte 2 bit 7"),
    amex(Capability::Signature, 1, 0x20, "9F6E byte 2 bit 6"),
    amex(Capability::PhoneCheck, 1, 0x80, "9F6E byte 2 bit 8"),
    amex(Capability::OfflineOnly, 2, 0x80, "9F6E byte 3 bit 8"),
];

const fn amex(capability: Capability, byte: usize, mask: u8, name: &'static str) -> Bit {
    Bit { capability, param: AMEX_ENHANCED, size: 4, byte, mask, name }
}

const fn ttq(capability: Capability, byte: usize, mask: u8, name: &'static str) -> Bit {
    Bit { capability, param: TTQ, size: 4, byte, mask, name }
}

const fn single(capability: Capability, param: &'static str, mask: u8, name: &'static str) -> Bit {
    Bit { capability, param, size: 1, byte: 0, mask, name }
}

/// Reads the reader's capabilities from the scheme's own parameters.
pub fn offer(scheme: Scheme, params: &Params) -> Offer {
    let read = |capability| declared(scheme, capability, params);
    Offer {
        online_pin: read(Capability::OnlinePin),
        signature: read(Capability::Signature),
        phone_check: read(Capability::PhoneCheck),
        offline_only: read(Capability::OfflineOnly),
    }
}

/// The row that declares a capability for a scheme.
pub fn bit(scheme: Scheme, capability: Capability) -> Option<&'static Bit> {
    let bits = match scheme {
        // A JCB reader likely has other data (9F53) than the stored TTQ: see [`only_likely`].
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover | Scheme::Jcb => TTQ_BITS,
        Scheme::Mastercard => MASTERCARD_BITS,
        Scheme::Amex => AMEX_BITS,
    };
    bits.iter().find(|bit| bit.capability == capability)
}

/// True if a capability is declared; `None` if unknown.
pub fn declared(scheme: Scheme, capability: Capability, params: &Params) -> Option<bool> {
    let bit = bit(scheme, capability)?;
    let bytes = bit.value(params)?;
    let is_declared = bytes.get(bit.byte).map(|byte| byte & bit.mask != 0)?;
    // A reader that announces the phone's check and no support of phones: which of the two holds is not published.
    let is_open = is_declared
        && (scheme, capability) == (Scheme::Amex, Capability::PhoneCheck)
        && is_without_mobile(&bytes);
    (!is_open).then_some(is_declared)
}

/// Bits that leave no way to read a card contactless, if a value has them: DF811B is the Mastercard kernel's own, a TTQ and the 9F6E
/// of Amex declare what the reader can do. EMV Book C-2, DF811B; Book A v2.11, Table 5-4; Book C-4 v2.11, Table 4-4.
pub fn no_tap(scheme: Scheme, params: &Params) -> Option<NoTap> {
    let bytes = |key: &str| params.get(key).and_then(Value::bytes);
    let ttq = || bytes(TTQ).filter(|ttq| ttq.len() == 4).is_some_and(|ttq| ttq[0] & 0xA0 == 0);
    let kernel =
        || bytes(KERNEL_CONFIGURATION).is_some_and(|kernel| matches!(*kernel, [b] if b & 0xC0 == 0xC0));
    let amex =
        || bytes(AMEX_ENHANCED).filter(|amex| amex.len() == 4).is_some_and(|amex| is_without_mode(amex[0]));
    match scheme {
        Scheme::Amex if amex() => {
            Some(NoTap { key: AMEX_ENHANCED, ground: NO_AMEX_MODE, what: "no contactless mode is set" })
        }
        Scheme::Mastercard if kernel() => Some(NoTap {
            key: KERNEL_CONFIGURATION,
            ground: "DF811B bits 8 and 7",
            what: "mag-stripe mode and EMV mode are off",
        }),
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover if ttq() => Some(NoTap {
            key: TTQ,
            ground: "TTQ byte 1 bits 8 and 6",
            what: "neither mag-stripe mode nor EMV mode is declared",
        }),
        _ => None,
    }
}

/// True if 9F1D reports to a Mastercard that both contactless modes are off. 9F1D only goes to the card: DF811B decides what works.
/// EMV Book C-2 v2.11, A.1.161.
pub(crate) fn card_is_told_no_tap(scheme: Scheme, params: &Params) -> bool {
    let risk = params.get(RISK_DATA).and_then(Value::bytes);
    let third = match risk.as_deref() {
        Some([8, _, _, third, _, _, _, _, _] | [_, _, third, _, _, _, _, _]) => *third,
        _ => 0,
    };
    scheme == Scheme::Mastercard && third & 0xC0 == 0xC0
}

/// The bits that are clear where an Amex reader has no contactless mode.
pub(crate) const NO_AMEX_MODE: &str = "9F6E byte 1 bits 7 to 5";

/// True if byte 1 of an Amex 9F6E has none of the contactless modes: mag-stripe, EMV full online, EMV partial online.
pub(crate) fn is_without_mode(first: u8) -> bool {
    first & 0x70 == 0
}

/// True if an Amex 9F6E does not declare contactless mobile as supported (byte 1 bit 4).
pub(crate) fn is_without_mobile(amex: &[u8]) -> bool {
    amex.first().is_some_and(|first| first & 0x08 == 0)
}

/// True if an Amex 9F6E that can be read leaves it open whether the phone's own check counts.
pub fn is_phone_open(scheme: Scheme, params: &Params) -> bool {
    let is_known = |capability| declared(scheme, capability, params).is_some();
    scheme == Scheme::Amex && is_known(Capability::OnlinePin) && !is_known(Capability::PhoneCheck)
}

/// Reason why a reader with these parameters can't accept any tap, as a clause with its source; `None` if a tap can work.
pub fn without_tap(scheme: Scheme, params: &Params) -> Option<String> {
    no_tap(scheme, params).map(|no_tap| format!("{} ({})", no_tap.what, no_tap.ground))
}

/// True if a Discover reader declares that the check on the phone is required: TTQ byte 3 bit 4, which EMV Book C-6 v2.6 alone names.
pub fn is_phone_check_required(scheme: Scheme, params: &Params) -> bool {
    let ttq = params.get(TTQ).and_then(Value::bytes);
    scheme == Scheme::Discover && matches!(ttq.as_deref(), Some([_, _, third, _]) if third & 0x08 != 0)
}

/// True if only mag-stripe mode is left.
pub fn mag_stripe_only(scheme: Scheme, params: &Params) -> bool {
    let bytes = |key: &str| params.get(key).and_then(Value::bytes);
    match scheme {
        Scheme::Mastercard => {
            matches!(bytes(KERNEL_CONFIGURATION).as_deref(), Some([byte]) if byte & 0xC0 == 0x40)
        }
        Scheme::Visa | Scheme::UnionPay | Scheme::Discover => {
            matches!(bytes(TTQ).as_deref(), Some([first, _, _, _]) if first & 0xA0 == 0x80)
        }
        Scheme::Jcb | Scheme::Amex => false,
    }
}

/// Why no tap can work.
#[derive(Debug)]
pub struct NoTap {
    /// The parameter, its key.
    pub key: &'static str,
    pub ground: &'static str,
    /// A clause.
    pub what: &'static str,
}

/// True if DF8118 and DF8119 of a Mastercard likely do not count: the new CVM rule is off, or not given (hint: a comparable service).
pub fn is_without_rule(scheme: Scheme, params: &Params) -> bool {
    scheme == Scheme::Mastercard && params.get(NEW_CVM_RULE).and_then(Value::flag) != Some(true)
}

/// True if the use of a declared capability is only likely: JCB readers may use other data than the stored TTQ,
/// and DF8118 and DF8119 likely count only with the new CVM rule (hint: a comparable service).
pub fn only_likely(scheme: Scheme, capability: Option<Capability>, params: &Params) -> bool {
    match (scheme, capability) {
        (_, None) | (Scheme::Mastercard, Some(Capability::PhoneCheck)) => false,
        (Scheme::Jcb, _) => true,
        (Scheme::Mastercard, _) => is_without_rule(scheme, params),
        _ => false,
    }
}

/// A byte of a parameter, with the bits in question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitPlace {
    pub(crate) key: &'static str,
    /// From 1, the leftmost.
    pub(crate) byte: u8,
    pub(crate) mask: u8,
}

impl Bit {
    /// Tag, byte and bit: "TTQ byte 1 bit 3". That a reader may use other data is [`only_likely`].
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn place(&self) -> BitPlace {
        let byte = u8::try_from(self.byte + 1).unwrap_or(u8::MAX);
        BitPlace { key: self.param, byte, mask: self.mask }
    }

    /// The whole value, if it can be read and has its size.
    fn value(&self, params: &Params) -> Option<Vec<u8>> {
        params.get(self.param)?.bytes().filter(|bytes| bytes.len() == self.size)
    }

    /// The edit that sets the bit and leaves the others, if the value can be read.
    pub(crate) fn set(&self, params: &Params) -> Option<(&'static str, Value)> {
        self.edit(params, |byte| byte | self.mask)
    }

    /// The edit that clears the bit and leaves the others, if the value can be read.
    pub(crate) fn clear(&self, params: &Params) -> Option<(&'static str, Value)> {
        self.edit(params, |byte| byte & !self.mask)
    }

    fn edit(&self, params: &Params, change: impl Fn(u8) -> u8) -> Option<(&'static str, Value)> {
        let mut bytes = self.value(params)?;
        let byte = bytes.get_mut(self.byte)?;
        *byte = change(*byte);
        Some((self.param, Value::Text(hex::text(&bytes))))
    }

    /// The tag of the parameter that holds the bit.
    pub(crate) fn tag(&self) -> &'static str {
        param::param(self.param).map_or("", |param| param.tag)
    }
}

#[cfg(test)]
mod tests {
    use super::{Capability, Offer, bit, offer};
    use crate::param::{AMEX_ENHANCED, CVM_REQUIRED, KERNEL_CONFIGURATION, Params, TTQ, Value};
    use crate::scheme::Scheme;

    fn params(pairs: &[(&str, &str)]) -> Params {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), Value::Text((*text).to_owned()))).collect()
    }

    /// Online PIN, signature, phone check, offline only.
    fn known([online_pin, signature, phone_check, offline_only]: [bool; 4]) -> Offer {
        Offer {
            online_pin: Some(online_pin),
            signature: Some(signature),
            phone_check: Some(phone_check),
            offline_only: Some(offline_only),
        }
    }

    #[test]
    fn the_ttq_says_what_the_reader_offers() {
        let table = [
            ("26804080", known([true, true, true, false])),
            ("22804080", known([false, true, true, false])),
            ("24 00 40 00", known([true, false, true, false])),
            ("28000000", known([false, false, false, true])),
            ("268040", Offer::default()),
            ("", Offer::default()),
            ("2680408G", Offer::default()),
        ];
        for (ttq, expected) in table {
            for scheme in [Scheme::Visa, Scheme::UnionPay, Scheme::Discover, Scheme::Jcb] {
                assert_eq!(offer(scheme, &params(&[(TTQ, ttq)])), expected, "{scheme:?} {ttq:?}");
            }
            // In Mastercard's kernel 9F66 is another data object; Amex has no TTQ.
            for scheme in [Scheme::Mastercard, Scheme::Amex] {
                assert_eq!(offer(scheme, &params(&[(TTQ, ttq)])), Offer::default());
            }
        }
    }

    #[test]
    fn mastercard_declares_it_in_df8118_and_df811b() {
        let table = [
            ("60", "20", Some(true), Some(true), Some(true)),
            ("40", "00", Some(true), Some(false), Some(false)),
            ("20", "A0", Some(false), Some(true), Some(true)),
            ("08", "C0", Some(false), Some(false), Some(false)),
            ("6000", "", None, None, None),
        ];
        for (required, kernel, online_pin, signature, phone_check) in table {
            let params = params(&[(CVM_REQUIRED, required), (KERNEL_CONFIGURATION, kernel)]);
            let expected = Offer { online_pin, signature, phone_check, offline_only: None };
            assert_eq!(offer(Scheme::Mastercard, &params), expected, "{required} {kernel}");
        }
    }

    #[test]
    fn amex_declares_it_in_the_9f6e_of_its_terminal() {
        for (text, expected) in [
            ("18E00003", known([true, true, true, false])),
            ("18400003", known([true, false, false, false])),
            ("18A08003", known([false, true, true, true])),
            // The phone's check, and no support of phones.
            ("10E00003", Offer { phone_check: None, ..known([true, true, false, false]) }),
            ("10600003", known([true, true, false, false])),
            ("18E000", Offer::default()),
            ("18000", Offer::default()),
        ] {
            assert_eq!(offer(Scheme::Amex, &params(&[(AMEX_ENHANCED, text)])), expected, "{text}");
            assert_eq!(offer(Scheme::Visa, &params(&[(AMEX_ENHANCED, text)])), Offer::default(), "{text}");
        }
    }

    #[test]
    fn setting_and_clearing_a_bit_leaves_the_others() {
        let params = params(&[(TTQ, "2a804080")]);
        let table = [
            (Capability::OnlinePin, "2E804080", "2A804080"),
            (Capability::OfflineOnly, "2A804080", "22804080"),
            (Capability::PhoneCheck, "2A804080", "2A800080"),
        ];
        for (capability, set, cleared) in table {
            let bit = bit(Scheme::Visa, capability).expect("Visa has a TTQ");
            let edit = |text: &str| Some((TTQ, Value::Text(text.to_owned())));
            assert_eq!((bit.set(&params), bit.clear(&params)), (edit(set), edit(cleared)), "{capability:?}");
            assert_eq!((bit.tag(), bit.set(&Params::new())), ("9F66", None));
        }
    }
}
