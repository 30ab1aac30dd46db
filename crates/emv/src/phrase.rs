//! Amounts as the findings of [`crate::check`] write them.

use crate::limits::is_no_limit;
use crate::money::Currency;

/// The figure of a limit, or "no limit".
pub(crate) fn figure(currency: &Currency, minor: u64) -> String {
    if is_no_limit(minor) { "no limit".to_owned() } else { currency.figure(minor) }
}

/// The money of a limit; a value that means no limit says so after the number.
pub(crate) fn money(currency: &Currency, minor: u64) -> String {
    let money = currency.money(minor);
    if is_no_limit(minor) { format!("{money} (no limit)") } else { money }
}
