//! Published amounts up to which a card needs no PIN, by country and currency; for a currency alone where one figure is good.
//!
//! Volatile, a reference and never a rule: it is shown with its date and source, and exceeding it is at most a
//! warning. Left out are currencies without a proper source or with several figures (USD, JPY, HKD, ZAR, CNY,
//! BRL) and those whose published figure inflation has overtaken (TRY, EGP, KZT, UZS).

use std::borrow::Cow;

use crate::money::Currency;

/// A published no-PIN amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// ISO 4217 letters.
    pub currency: Cow<'static, str>,
    /// Minor units of that currency.
    pub minor: u64,
    /// ISO 3166 letters; `None` where it holds for the currency, whatever the country.
    pub country: Option<Cow<'static, str>>,
    /// Place where the figure applies, for people.
    pub place: Cow<'static, str>,
    /// The date of the figure in words: "April 2020", "in force", "undated".
    pub as_of: Cow<'static, str>,
    pub source: Cow<'static, str>,
}

const fn figure(
    country: Option<&'static str>,
    currency: &'static str,
    minor: u64,
    place: &'static str,
    as_of: &'static str,
    source: &'static str,
) -> Reference {
    Reference {
        currency: Cow::Borrowed(currency),
        minor,
        country: match country {
            Some(country) => Some(Cow::Borrowed(country)),
            None => None,
        },
        place: Cow::Borrowed(place),
        as_of: Cow::Borrowed(as_of),
        source: Cow::Borrowed(source),
    }
}

pub(crate) const fn row(
    currency: &'static str,
    minor: u64,
    place: &'static str,
    as_of: &'static str,
    source: &'static str,
) -> Reference {
    figure(None, currency, minor, place, as_of, source)
}

/// A country whose currency others have too.
const fn euro(
    country: &'static str,
    minor: u64,
    place: &'static str,
    as_of: &'static str,
    source: &'static str,
) -> Reference {
    figure(Some(country), "EUR", minor, place, as_of, source)
}

const NFCW: &str = "NFCW, 26 March 2020";

/// The references for a currency alone, one each.
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
    row("AED", 50_000, "United Arab Emirates", "April 2020", "The National, on Mastercard's limit"),
    row("SAR", 30_000, "Saudi Arabia", "March 2020", NFCW),
    row("ALL", 450_000, "Albania", "March 2020", NFCW),
    row("AMD", 2_000_000, "Armenia", "March 2020", NFCW),
    row("BYN", 10_000, "Belarus", "March 2020", NFCW),
    row("GEL", 10_000, "Georgia", "March 2020", NFCW),
    row("KGS", 250_000, "Kyrgyzstan", "March 2020", NFCW),
    row("MKD", 200_000, "North Macedonia", "March 2020", NFCW),
    row("TJS", 20_000, "Tajikistan", "March 2020", NFCW),
];

/// Figures of countries that share a currency. The sources have none for France, Austria, Belgium and Finland, so there the
/// currency's figure applies.
const COUNTRIES: &[Reference] = &[
    euro("CY", 5_000, "Cyprus", "March 2020", NFCW),
    euro("DE", 5_000, "Germany", "March 2020", NFCW),
    euro("EE", 5_000, "Estonia", "March 2020", NFCW),
    euro("ES", 5_000, "Spain", "March 2020", NFCW),
    euro("GR", 5_000, "Greece", "March 2020", NFCW),
    euro("IE", 5_000, "Ireland", "March 2020", NFCW),
    euro("IT", 5_000, "Italy", "undated", "SumUp"),
    euro("LT", 5_000, "Lithuania", "March 2020", NFCW),
    euro("LU", 5_000, "Luxembourg", "March 2020", NFCW),
    euro("LV", 5_000, "Latvia", "March 2020", NFCW),
    euro("MT", 5_000, "Malta", "March 2020", NFCW),
    euro("NL", 5_000, "Netherlands", "March 2020", NFCW),
    euro("PT", 5_000, "Portugal", "March 2020", NFCW),
    euro("XK", 4_000, "Kosovo", "March 2020", NFCW),
];

/// The reference for a country, if there is one in this currency, else for the currency. `own` come before the published ones.
pub fn reference_in<'a>(
    country: Option<&str>,
    currency: &Currency,
    own: &'a [Reference],
) -> Option<&'a Reference> {
    let is_its = |row: &Reference| {
        country.zip(row.country.as_deref()).is_some_and(|(one, other)| one.trim().eq_ignore_ascii_case(other))
    };
    let find = |rows: &'a [Reference], of_country: bool| {
        rows.iter().find(|row| {
            row.currency == currency.code() && if of_country { is_its(row) } else { row.country.is_none() }
        })
    };
    find(own, true)
        .or_else(|| find(own, false))
        .or_else(|| find(COUNTRIES, true))
        .or_else(|| reference(currency))
}

/// The reference for a currency.
pub fn reference(currency: &Currency) -> Option<&'static Reference> {
    REFERENCES.iter().find(|row| row.currency == currency.code())
}

#[cfg(test)]
mod tests {
    use super::{COUNTRIES, REFERENCES, Reference, reference, reference_in, row};
    use crate::money::Currency;

    #[test]
    fn amounts_are_minor_units_of_a_currency_with_two_decimals() {
        for row in REFERENCES {
            let currency = Currency::new(&row.currency).expect("three letters");
            assert_eq!(currency.unit(), 100, "{}", row.currency);
            assert_eq!(reference(&currency), Some(row), "{} stands once", row.currency);
        }
    }

    fn row_of(currency: &'static str, minor: u64) -> Reference {
        row(currency, minor, "ours", "2026", "us")
    }

    #[test]
    fn a_country_comes_before_its_currency() {
        let euro = Currency::euro();
        let place =
            |country: Option<&str>| reference_in(country, &euro, &[]).map(|row| row.place.to_string());
        assert_eq!(place(Some("nl ")).as_deref(), Some("Netherlands"));
        for country in [Some("FR"), Some(""), None] {
            assert_eq!(place(country).as_deref(), Some("EEA"));
        }
        let pound = Currency::new("GBP").expect("three letters");
        let row = reference_in(Some("NL"), &pound, &[]).expect("a row");
        assert_eq!(row.place, "United Kingdom");
        let own = [Reference { country: Some("NL".into()), ..row_of("EUR", 2_500) }, row_of("EUR", 10_000)];
        let minor = |country| reference_in(country, &euro, &own).map(|row| row.minor);
        assert_eq!(
            [minor(Some("NL")), minor(Some("DE")), minor(None)],
            [Some(2_500), Some(10_000), Some(10_000)]
        );
        assert!(COUNTRIES.windows(2).all(|pair| pair[0].country < pair[1].country));
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
