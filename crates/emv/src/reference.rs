//! Published amounts up to which a card needs no PIN, one per currency where one figure is good.
//!
//! Volatile, a reference and never a rule: it is shown with its date and source, and exceeding it is at most a
//! warning. Left out are currencies without a proper source or with several figures (USD, JPY, HKD, ZAR, CNY,
//! BRL) and those whose published figure inflation has overtaken (TRY, EGP, KZT, UZS).

use crate::money::Currency;

/// A published no-PIN amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// ISO 4217 letters.
    pub currency: &'static str,
    /// Minor units of that currency.
    pub minor: u64,
    /// Where it holds.
    pub place: &'static str,
    /// The date of the figure in words: "April 2020", "in force", "undated".
    pub as_of: &'static str,
    pub source: &'static str,
}

const fn row(
    currency: &'static str,
    minor: u64,
    place: &'static str,
    as_of: &'static str,
    source: &'static str,
) -> Reference {
    Reference { currency, minor, place, as_of, source }
}

const NFCW: &str = "NFCW, 26 March 2020";

/// The references, one per currency.
pub const REFERENCES: &[Reference] = &[
    row("EUR", 5_000, "EEA", "in force", "PSD2 technical standards, article 11; Marqeta documentation"),
    row(
        "GBP",
        10_000,
        "United Kingdom",
        "October 2021",
        "Retail Systems; since 19 March 2026 firms set their own",
    ),
    row("CHF", 8_000, "Switzerland", "April 2020", "SumUp"),
    row("PLN", 10_000, "Poland", "March 2020", NFCW),
    row("SEK", 40_000, "Sweden", "March 2020", NFCW),
    row("NOK", 50_000, "Norway", "March 2020", NFCW),
    row("HUF", 1_500_000, "Hungary", "March 2020", NFCW),
    row("AUD", 20_000, "Australia", "2020", "AusPayNet; 100 to 200 by issuer and scheme"),
    row("NZD", 20_000, "New Zealand", "April 2020", "Payments NZ"),
    row("CAD", 25_000, "Canada", "undated", "Interac"),
    row("MYR", 25_000, "Malaysia", "undated", "Public Bank"),
    row("SGD", 20_000, "Singapore", "2021", "Finder"),
    row("INR", 500_000, "India", "January 2021", "NFCW, 8 December 2020"),
    row("AED", 50_000, "United Arab Emirates", "April 2020", "The National"),
    row("SAR", 30_000, "Saudi Arabia", "March 2020", NFCW),
    row("ALL", 450_000, "Albania", "March 2020", NFCW),
    row("AMD", 2_000_000, "Armenia", "March 2020", NFCW),
    row("BYN", 10_000, "Belarus", "March 2020", NFCW),
    row("GEL", 10_000, "Georgia", "March 2020", NFCW),
    row("KGS", 250_000, "Kyrgyzstan", "March 2020", NFCW),
    row("MKD", 200_000, "North Macedonia", "March 2020", NFCW),
    row("TJS", 20_000, "Tajikistan", "March 2020", NFCW),
];

/// The reference for a currency.
pub fn reference(currency: &Currency) -> Option<&'static Reference> {
    REFERENCES.iter().find(|row| row.currency == currency.code())
}

#[cfg(test)]
mod tests {
    use super::{REFERENCES, reference};
    use crate::money::Currency;

    #[test]
    fn amounts_are_minor_units_of_a_currency_with_two_decimals() {
        for row in REFERENCES {
            let currency = Currency::new(row.currency).expect("three letters");
            assert_eq!(currency.unit(), 100, "{}", row.currency);
            assert_eq!(reference(&currency), Some(row), "{} stands once", row.currency);
        }
    }

    #[test]
    fn figures_are_those_of_the_sources() {
        let table = [
            ("EUR", Some("50.00")),
            ("GBP", Some("100.00")),
            ("CHF", Some("80.00")),
            ("AUD", Some("200.00")),
            ("HUF", Some("15,000.00")),
            ("USD", None),
            ("JPY", None),
        ];
        for (code, expected) in table {
            let currency = Currency::new(code).expect("three letters");
            let shown = reference(&currency).map(|row| currency.figure(row.minor));
            assert_eq!(shown.as_deref(), expected, "{code}");
        }
    }
}
