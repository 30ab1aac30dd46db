//! The clauses about the reader: what it offers, what cannot be used, and what is asked up to the CVM limit.

use super::{Ask, Phone, Way, any_of};
use crate::scheme::Scheme;
use crate::words::terminal::Offline;

/// Where DF811B is not known.
const PHONE_UNKNOWN: &str =
    "the reader accepts the check done on the phone, which cannot be read from this configuration (DF811B)";
/// Where an Amex 9F6E has one bit and not the other.
const PHONE_OPEN: &str = "whether a phone passes with its own check is not known: 9F6E byte 2 bit 8 announces it, but byte 1 bit 4 says \
                          that phones are not supported";

impl Ask {
    /// What a reader by the EMV book does where only that book asks, as a verb and its object.
    pub(in crate::words) fn by_book(&self) -> String {
        match self.way {
            Way::Phone => "asks for the check on the phone".to_owned(),
            Way::Impossible => {
                "asks for a check (CVM) that cannot be done here and likely declines".to_owned()
            }
            Way::Unknown => format!("asks for a {} (CVM)", any_of(&self.methods())),
            _ => format!("asks for a {}", any_of(&self.methods())),
        }
    }

    /// The clause about the reader, to follow a semicolon.
    pub(in crate::words) fn reader(&self) -> String {
        if self.is_below {
            return self.not_allowed();
        }
        let clause = match &self.offline {
            Some(offline) if self.useless_pin => self.useless(offline),
            Some(offline) if self.way == Way::Unknown => {
                format!(
                    "{}. A PIN is checked online, and {}, so none is possible",
                    self.offered(),
                    offline.what_and_where()
                )
            }
            _ => self.offered(),
        };
        if self.phone == Phone::AsCard {
            format!(
                "the reader does not announce the phone check, so a phone is treated like a card: {clause}"
            )
        } else if self.phone == Phone::Unknown && self.scheme == Scheme::Amex {
            format!("{PHONE_OPEN}; treated like a card, {clause}")
        } else if self.phone == Phone::Unknown {
            format!("a phone passes where {PHONE_UNKNOWN}; else it is treated like a card: {clause}")
        } else {
            clause
        }
    }

    /// By DF8118, which likely does not count.
    fn by_rule(&self) -> String {
        let names = match self.way {
            Way::Signature => "signature and no PIN",
            Way::None => "no check, and allows “No CVM” above the limit too",
            _ => "neither PIN nor signature",
        };
        format!("DF8118 names {names}")
    }

    fn offered(&self) -> String {
        if self.is_rule_off {
            return self.by_rule();
        }
        let likely = if self.only_likely { "likely " } else { "" };
        match self.way {
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
        }
    }

    /// An online PIN where nothing goes online.
    fn useless(&self, offline: &Offline) -> String {
        let likely = if self.only_likely { "likely " } else { "" };
        let why = format!("A PIN is checked online, and {}", offline.what_and_where());
        let (offered, left) = match self.way {
            Way::Phone => return self.offered(),
            Way::Signature if self.beside.is_empty() => ("online PIN and signature", "a signature"),
            Way::Signature => ("online PIN, signature and “No CVM”", "a signature or “No CVM”"),
            Way::None => ("online PIN and “No CVM”", "“No CVM”"),
            _ => {
                return format!(
                    "the reader {likely}offers online PIN alone. {why}, so the sale is likely declined"
                );
            }
        };
        format!(
            "the reader {likely}offers {offered}. {why}: {left} is left, and a card that wants a PIN is likely declined"
        )
    }

    /// The clause about DF8119.
    fn not_allowed(&self) -> String {
        let useless = self.offline.as_ref().filter(|_| self.useless_pin);
        let possibly = if self.only_likely { "possibly" } else { "likely" };
        let verb = if self.only_likely { "may be" } else { "is" };
        let what = match (self.way, useless) {
            (Way::Pin, _) if !self.beside.is_empty() => {
                format!("a PIN or a signature {verb} asked all the same, as the card chooses")
            }
            (Way::Pin, _) => format!("a PIN {verb} asked all the same"),
            (Way::Signature, _) => format!("a signature {verb} asked all the same"),
            (_, Some(offline)) => format!(
                "only a PIN is allowed. A PIN is checked online, and {}, so the sale is {possibly} declined",
                offline.what()
            ),
            (_, None) => format!("nothing else is allowed either, so the sale is {possibly} declined"),
        };
        let phone = if self.phone == Phone::AsCard {
            "the reader does not announce the phone check, so a phone is treated like a card: "
        } else {
            ""
        };
        let unknown = if self.phone == Phone::Unknown {
            format!(". A phone passes without it where {PHONE_UNKNOWN}")
        } else {
            String::new()
        };
        let doubt = match (self.only_likely, self.is_rule_unread) {
            (true, true) => {
                ". DF8119 likely counts only with the new CVM rule (isNewCVMRuleForMC), which cannot be read"
            }
            (true, false) => {
                ". DF8119 likely counts only with the new CVM rule (isNewCVMRuleForMC), which is off as far as is known"
            }
            (false, _) => "",
        };
        format!("{phone}DF8119 bit 4 does not allow “No CVM” up to the limit, and {what}{unknown}{doubt}")
    }
}
