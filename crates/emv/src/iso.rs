//! Codes of countries (ISO 3166) and currencies (ISO 4217), as terminals and profiles write them.

mod country;
mod currency;

pub use self::country::{countries, country};
use self::currency::CURRENCIES;

/// The letters of a currency that is written as its number of three digits, or of four with a zero before, or as its letters.
/// `None` for every other text, and for a currency that the table does not have.
pub fn currency(code: &str) -> Option<&'static str> {
    let code = code.trim();
    let digits = code.bytes().all(|byte| byte.is_ascii_digit()) && code.len() <= 4;
    let number: Option<u16> = code.parse().ok().filter(|_| digits);
    let is_it = |(known, letters, _): &&(u16, [u8; 3], u8)| {
        letters.eq_ignore_ascii_case(code.as_bytes()) || number == Some(*known)
    };
    CURRENCIES.iter().find(is_it).and_then(|(_, letters, _)| str::from_utf8(letters).ok())
}

/// The decimals of a currency by its three letters. `None` if the table does not have it.
pub(crate) fn decimals(code: &str) -> Option<u32> {
    let is_it = |(_, letters, _): &&(u16, [u8; 3], u8)| letters.eq_ignore_ascii_case(code.as_bytes());
    CURRENCIES.iter().find(is_it).map(|(_, _, decimals)| u32::from(*decimals))
}

/// The letters of every currency, by number.
pub fn currencies() -> impl Iterator<Item = &'static str> {
    CURRENCIES.iter().filter_map(|(_, letters, _)| str::from_utf8(letters).ok())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use iso_currency::IntoEnumIterator as _;

    use super::{CURRENCIES, currencies, currency};
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
        assert!(COMMON.iter().all(|code| currency(code) == Some(*code)));
    }

    /// A maintained table, of which the codes without decimals are left out: metals, accounting units, tests, no currency.
    #[test]
    fn the_table_is_iso_4217_with_its_numbers_and_decimals() {
        let listed: BTreeMap<_, _> = iso_currency::Currency::iter()
            .filter_map(|listed| Some((listed.code().to_owned(), (listed.numeric(), listed.exponent()?))))
            .collect();
        let ours: BTreeMap<_, _> = currencies()
            .zip(&CURRENCIES)
            .map(|(code, (number, _, decimals))| (code.to_owned(), (*number, u16::from(*decimals))))
            .collect();
        assert_eq!(ours, listed);
        for (code, (number, decimals)) in &listed {
            assert_eq!(currency(&format!("{number:04}")), Some(code.as_str()), "{code}");
            assert_eq!(
                Currency::new(code).map(|known| known.exponent()),
                Some(u32::from(*decimals)),
                "{code}"
            );
        }
        for code in ["PHP", "EGP", "NGN", "IDR", "ILS"] {
            assert_eq!(currency(code), Some(code));
        }
    }
}
