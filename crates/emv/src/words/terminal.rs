//! What the type of a terminal (9F35) decides beside the limits: one that is online only approves nothing offline, one that is
//! offline only cannot send a sale online. EMV 4.4 Book 4, A1, Table 24. A reader can be declared offline only too.
//!
//! A type stands among the parameters only where a person gave it, or where all terminals that use the configuration tell it:
//! configurations have none. A type that is not in the table
//! decides nothing.

use crate::cvm::{self, Capability};
use crate::decode;
use crate::limits::LimitKind;
use crate::param::{Params, TERMINAL_TYPE, Value};
use crate::scheme::Scheme;

/// Where a terminal has its sales approved, if only in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Only {
    /// Its type, two digits.
    Online(String),
    Offline(String),
}

pub(super) const DECIDED_BY: &str = "terminalType (9F35)";

/// Nothing where the type is not given, or allows both.
pub(super) fn only(params: &Params) -> Option<Only> {
    let digits = params.get(TERMINAL_TYPE).and_then(Value::two_digits)?;
    let known = decode::terminal_types().any(|(value, _)| value == digits);
    match digits.as_bytes().last()? {
        b'1' | b'4' if known => Some(Only::Online(digits)),
        b'3' | b'6' if known => Some(Only::Offline(digits)),
        _ => None,
    }
}

/// The type of a terminal that is online only.
pub(super) fn online_only(params: &Params) -> Option<String> {
    match only(params)? {
        Only::Online(digits) => Some(digits),
        Only::Offline(_) => None,
    }
}

/// What follows where the limits would keep a sale offline.
pub(super) fn all_the_same(digits: &str) -> String {
    format!(" The terminal type {digits} (9F35) is online only, so the sale likely goes online all the same.")
}

/// Why nothing can go online.
#[derive(Debug)]
pub(crate) enum Offline {
    /// Its scheme's own parameter says so.
    Reader(Scheme),
    /// The type, two digits.
    Terminal(String),
}

/// Nothing where a sale can go online, as far as is known.
pub(crate) fn offline(scheme: Scheme, params: &Params) -> Option<Offline> {
    if cvm::declared(scheme, Capability::OfflineOnly, params) == Some(true) {
        return Some(Offline::Reader(scheme));
    }
    match only(params)? {
        Only::Offline(digits) => Some(Offline::Terminal(digits)),
        Only::Online(_) => None,
    }
}

/// The type of a terminal that is online only although its reader is declared offline only.
pub(super) fn contradiction(scheme: Scheme, params: &Params) -> Option<String> {
    online_only(params).filter(|_| matches!(offline(scheme, params), Some(Offline::Reader(_))))
}

impl Offline {
    pub(super) fn title(&self) -> &'static str {
        match self {
            Offline::Reader(_) => "Likely declined, reader is offline only",
            Offline::Terminal(_) => "Likely declined, terminal is offline only",
        }
    }

    /// A clause.
    pub(crate) fn what(&self) -> String {
        match self {
            Offline::Reader(_) => "the reader is declared offline only".to_owned(),
            Offline::Terminal(digits) => format!("the terminal type {digits} (9F35) is offline only"),
        }
    }

    /// Whether the reader itself is declared so.
    pub(crate) fn is_of_reader(&self) -> bool {
        matches!(self, Offline::Reader(_))
    }

    /// The parameter or bit, as a ground.
    pub(crate) fn place(&self) -> &'static str {
        match self {
            Offline::Reader(Scheme::Amex) => "9F6E byte 3 bit 8",
            Offline::Reader(_) => "TTQ byte 1 bit 4",
            Offline::Terminal(_) => DECIDED_BY,
        }
    }

    /// The clause with the bit.
    pub(crate) fn what_and_where(&self) -> String {
        match self {
            Offline::Reader(Scheme::Amex) => format!("{} (9F6E byte 3 bit 8)", self.what()),
            Offline::Reader(_) => format!("{} (TTQ byte 1 bit 4)", self.what()),
            Offline::Terminal(_) => self.what(),
        }
    }

    /// Parameters and bit that decide where this limit asks for what needs to go online.
    pub(super) fn decided_by(&self, limit: LimitKind) -> &'static str {
        match (self, limit) {
            (Offline::Reader(Scheme::Amex), LimitKind::Cvm) => "clCVMLimit, 9F6E byte 3 bit 8",
            (Offline::Reader(Scheme::Jcb), LimitKind::Cvm) => "clCVMLimit, likely TTQ byte 1 bit 4",
            (Offline::Reader(_), LimitKind::Cvm) => "clCVMLimit, TTQ byte 1 bit 4",
            (Offline::Reader(scheme), _) => {
                cvm::bit(*scheme, Capability::OfflineOnly).map_or("", |bit| bit.decided_by)
            }
            (Offline::Terminal(_), LimitKind::Cvm) => "clCVMLimit, terminalType (9F35)",
            (Offline::Terminal(_), _) => DECIDED_BY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TERMINAL_TYPE, Value, offline, online_only};
    use crate::scheme::Scheme;

    #[test]
    fn the_second_digit_says_where_sales_are_approved() {
        for (text, is_online, is_offline) in [
            ("21", true, false),
            ("24", true, false),
            ("22", false, false),
            ("25", false, false),
            ("23", false, true),
            ("36", false, true),
            ("31", false, false),
            ("41", false, false),
            ("1", false, false),
            ("", false, false),
        ] {
            let params = [(TERMINAL_TYPE.to_owned(), Value::Text(text.to_owned()))].into();
            assert_eq!(
                (online_only(&params).is_some(), offline(Scheme::Visa, &params).is_some()),
                (is_online, is_offline),
                "{text}"
            );
        }
    }
}
