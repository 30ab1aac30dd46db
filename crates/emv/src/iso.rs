//! Codes of countries, and numbers of ISO 4217, as terminals write their currency (5F2A, `txnCurrencyCode`). Not all of them: those of [`crate::money::COMMON`]
//! and those whose decimals are not two, since these go wrong when the currency is not known.

mod country;

pub use self::country::country;

const CURRENCIES: &[(u16, &str)] = &[
    (36, "AUD"),
    (48, "BHD"),
    (108, "BIF"),
    (124, "CAD"),
    (152, "CLP"),
    (156, "CNY"),
    (174, "KMF"),
    (203, "CZK"),
    (208, "DKK"),
    (262, "DJF"),
    (324, "GNF"),
    (344, "HKD"),
    (348, "HUF"),
    (352, "ISK"),
    (356, "INR"),
    (368, "IQD"),
    (392, "JPY"),
    (400, "JOD"),
    (410, "KRW"),
    (414, "KWD"),
    (434, "LYD"),
    (458, "MYR"),
    (484, "MXN"),
    (512, "OMR"),
    (548, "VUV"),
    (554, "NZD"),
    (578, "NOK"),
    (600, "PYG"),
    (646, "RWF"),
    (682, "SAR"),
    (702, "SGD"),
    (704, "VND"),
    (710, "ZAR"),
    (752, "SEK"),
    (756, "CHF"),
    (764, "THB"),
    (784, "AED"),
    (788, "TND"),
    (800, "UGX"),
    (826, "GBP"),
    (840, "USD"),
    (927, "UYW"),
    (940, "UYI"),
    (946, "RON"),
    (949, "TRY"),
    (950, "XAF"),
    (952, "XOF"),
    (953, "XPF"),
    (978, "EUR"),
    (985, "PLN"),
    (986, "BRL"),
    (990, "CLF"),
];

/// The letters of a currency that is written as its number of three digits, or of four with a zero before, or as its letters.
/// `None` for every other text, and for a currency that the table does not have.
pub fn currency(code: &str) -> Option<&'static str> {
    let code = code.trim();
    let by_letters = CURRENCIES.iter().find(|(_, letters)| letters.eq_ignore_ascii_case(code));
    let number = || {
        let digits = code.bytes().all(|byte| byte.is_ascii_digit()) && code.len() <= 4;
        let number: u16 = code.parse().ok().filter(|_| digits)?;
        CURRENCIES.iter().find(|(known, _)| *known == number)
    };
    by_letters.or_else(number).map(|(_, letters)| *letters)
}

#[cfg(test)]
mod tests {
    use super::{CURRENCIES, currency};
    use crate::money::{COMMON, Currency};

    #[test]
    fn numbers_are_read_as_terminals_write_them() {
        for (code, expected) in [
            ("0978", Some("EUR")),
            ("978", Some("EUR")),
            (" 0392 ", Some("JPY")),
            ("36", Some("AUD")),
            ("kwd", Some("KWD")),
            ("00978", None),
            ("", None),
            ("+978", None),
            ("0001", None),
        ] {
            assert_eq!(currency(code), expected, "{code}");
        }
    }

    #[test]
    fn each_stands_once_and_the_common_ones_are_there() {
        assert!(CURRENCIES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(CURRENCIES.iter().all(|(_, code)| Currency::new(code).is_some()));
        assert!(COMMON.iter().all(|code| currency(code) == Some(*code)));
    }
}
