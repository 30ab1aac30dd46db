//! Effects of the terminal type (9F35) in addition to the limits: an online-only terminal approves nothing offline, an offline-only
//! terminal can't send a sale online, and an unattended terminal can't collect a signature. EMV 4.4 Book 4, A1, Table 24. A reader can
//! be declared offline only too.
//!
//! A type is among the parameters only where a person gave it, or where all terminals that use the configuration share it. A type
//! that isn't in the table decides nothing.

use super::{Ground, Refusal};
use crate::cvm::{self, Capability};
use crate::decode;
use crate::param::{Params, TERMINAL_TYPE, Value};
use crate::scheme::Scheme;

/// Why nothing can go online.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Offline {
    /// The scheme's own parameter says so.
    Reader(Scheme),
    /// The type, two digits.
    Terminal(String),
}

/// The two digits of a type of the EMV table.
fn digits(params: &Params) -> Option<String> {
    let digits = params.get(TERMINAL_TYPE).and_then(Value::two_digits)?;
    decode::terminal_types().any(|(value, _)| value == digits).then_some(digits)
}

fn last(params: &Params) -> Option<u8> {
    digits(params)?.bytes().last()
}

/// True if the terminal type is online only.
pub(super) fn is_online_only(params: &Params) -> bool {
    matches!(last(params), Some(b'1' | b'4'))
}

/// True if the terminal is unattended.
pub(super) fn is_unattended(params: &Params) -> bool {
    matches!(last(params), Some(b'4'..=b'6'))
}

/// `None` where a sale can go online, as far as is known.
pub(crate) fn offline(scheme: Scheme, params: &Params) -> Option<Offline> {
    if cvm::declared(scheme, Capability::OfflineOnly, params) == Some(true) {
        return Some(Offline::Reader(scheme));
    }
    digits(params).filter(|digits| digits.ends_with(['3', '6'])).map(Offline::Terminal)
}

/// True if the terminal type is online only and the reader is declared offline only, so that only a transaction limit decides for
/// certain.
pub fn is_contradicted(scheme: Scheme, params: &Params) -> bool {
    is_online_only(params) && matches!(offline(scheme, params), Some(Offline::Reader(_)))
}

impl Offline {
    pub(super) fn refusal(&self) -> Refusal {
        match self {
            Offline::Reader(_) => Refusal::ReaderOfflineOnly,
            Offline::Terminal(_) => Refusal::TerminalOfflineOnly,
        }
    }

    pub(super) fn ground(&self) -> Option<Ground> {
        match self {
            Offline::Reader(scheme) => Ground::bit(*scheme, Capability::OfflineOnly, true),
            Offline::Terminal(_) => Some(Ground::TerminalType),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_digit_says_where_sales_are_approved_and_who_attends() {
        for (text, online, offline_only, unattended) in [
            ("21", true, false, false),
            ("24", true, false, true),
            ("22", false, false, false),
            ("25", false, false, true),
            ("23", false, true, false),
            ("36", false, true, true),
            ("31", false, false, false),
            ("41", false, false, false),
            ("1", false, false, false),
            ("", false, false, false),
        ] {
            let params = [(TERMINAL_TYPE.to_owned(), Value::Text(text.to_owned()))].into();
            let found =
                (is_online_only(&params), offline(Scheme::Visa, &params).is_some(), is_unattended(&params));
            assert_eq!(found, (online, offline_only, unattended), "{text}");
        }
    }
}
