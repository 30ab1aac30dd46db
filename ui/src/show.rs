//! Text shared by several places: JSON text of a field as shown to a person, and outcomes.

use tapline_contract::Outcome;
pub(crate) use tapline_contract::json_words::{limit, text, value};
use tapline_emv::{Currency, Scheme, method};

use crate::ipc::engine::MONTHS;
use crate::ipc::names;

/// A figure at a mark: "50.00" or "no limit".
pub(crate) fn figure(minor: u64, currency: &Currency) -> String {
    if tapline_emv::limits::is_no_limit(minor) { "no limit".to_owned() } else { currency.figure(minor) }
}

/// A round figure under an axis: "50", without superfluous decimals.
pub(crate) fn tick(minor: u64, currency: &Currency) -> String {
    let text = currency.figure(minor);
    match text.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|b| b == b'0') => whole.to_owned(),
        _ => text,
    }
}

/// A date in words: "29 Oct 2026"; another text stays unchanged.
pub(crate) fn day(date: &str) -> String {
    let mut parts = date.splitn(3, '-').map(str::parse::<usize>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) => match MONTHS.get(month.wrapping_sub(1)) {
            Some(month) => format!("{day} {month} {year}"),
            None => date.to_owned(),
        },
        _ => date.to_owned(),
    }
}

/// The outcome in one to three words, for lists and screen readers.
pub(crate) fn outcome_word<V, R>(outcome: &Outcome<V, R>) -> &'static str {
    match outcome {
        Outcome::Applied { .. } => "Applied",
        Outcome::NotApplied { .. } => "Not applied",
        Outcome::Unknown { .. } => "Unconfirmed",
        Outcome::Conflict { sent: false, .. } => "Conflict, not sent",
        Outcome::Conflict { sent: true, .. } => "Conflict after sending",
    }
}

/// Code and name of a currency: "EUR · Euro".
pub(crate) fn currency_words(code: &str) -> String {
    names::currency(code).map_or_else(|| code.to_owned(), |name| format!("{code} · {name}"))
}

/// Name of a method: "Visa" for `01`; an undocumented code stays unchanged.
pub(crate) fn method_name(code: &str) -> String {
    Scheme::recognize(code, "").map_or_else(|| code.to_owned(), |scheme| scheme.name().to_owned())
}

/// Name and code of a method: "Visa (01)", "likely Apple Pay (08)".
pub(crate) fn method_words(code: &str) -> String {
    match (method_name(code), method::likely(code)) {
        (name, Some(likely)) if name == code => format!("likely {likely} ({code})"),
        (name, None) if name == code => name,
        (name, _) => format!("{name} ({code})"),
    }
}

#[cfg(test)]
mod tests {
    use super::{day, method_words};

    #[test]
    fn a_date_is_shown_in_words() {
        assert_eq!(day("2026-10-29"), "29 Oct 2026");
        assert_eq!(day("2026-11-02"), "2 Nov 2026");
        assert_eq!(day("today"), "today");
        assert_eq!(day("2026-13-02"), "2026-13-02");
    }

    #[test]
    fn a_documented_method_is_called_by_its_scheme() {
        assert_eq!(method_words("01"), "Visa (01)");
        assert_eq!(method_words("08"), "likely Apple Pay (08)");
        assert_eq!(method_words("99"), "99");
    }
}
