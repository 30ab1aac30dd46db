//! Amounts and currencies among the arguments: major units, read as the window's fields read them.
//!
//! Only the names of the wire take minor units (`clCVMLimit=5000`).

use tapline_emv::{AmountError, Currency};

use crate::repeated::LONGEST_REPEATED;
use crate::say::{Stop, wrong};

/// An amount in minor units. `name` begins the sentence about one that cannot be read.
pub(crate) fn minor(name: &str, text: &str, currency: &Currency) -> Result<u64, Stop> {
    currency.parse(text).map_err(|error| {
        // A long text may be a token, which no sentence repeats.
        let error = if text.len() > LONGEST_REPEATED { AmountError::NotANumber } else { error };
        wrong(format!("{name}: {}", error.sentence(currency)))
    })
}

pub(crate) fn currency(code: &str) -> Result<Currency, Stop> {
    let known = Currency::new(code);
    known.ok_or_else(|| wrong("Unknown currency. Use a code of ISO 4217, such as EUR."))
}
