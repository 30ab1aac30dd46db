//! Amounts as each language writes them, with the currency's letters behind.
//!
//! Not for input or for data: [`tapline_emv::Currency::plain`] is what can be read back.

use super::Language;
use crate::facts::Money;

/// Between thousands, and before the decimals.
struct Marks {
    group: char,
    decimal: char,
    /// Digits from which thousands are grouped.
    grouped_from: usize,
}

/// "1,250.00 EUR" in English, "1.250,00 EUR" in German.
pub fn figure(language: Language, money: &Money) -> String {
    let Marks { group, decimal, grouped_from } = marks(language);
    let plain = money.currency.plain(money.minor);
    let (major, decimals) =
        plain.split_once('.').map_or((&*plain, None), |(major, rest)| (major, Some(rest)));
    let mut figure = String::with_capacity(plain.len() + 8);
    for (index, digit) in major.chars().enumerate() {
        if index > 0 && major.len() >= grouped_from && (major.len() - index).is_multiple_of(3) {
            figure.push(group);
        }
        figure.push(digit);
    }
    if let Some(decimals) = decimals {
        figure.push(decimal);
        figure.push_str(decimals);
    }
    format!("{figure} {}", money.currency.code())
}

/// As in CLDR: French groups with a narrow no-break space, Spanish from five digits on.
fn marks(language: Language) -> Marks {
    match language {
        Language::English => Marks { group: ',', decimal: '.', grouped_from: 4 },
        Language::German | Language::Dutch | Language::Italian => {
            Marks { group: '.', decimal: ',', grouped_from: 4 }
        }
        Language::French => Marks { group: '\u{202f}', decimal: ',', grouped_from: 4 },
        Language::Spanish => Marks { group: '.', decimal: ',', grouped_from: 5 },
    }
}

#[cfg(test)]
mod tests {
    use tapline_emv::Currency;

    use super::*;

    #[test]
    fn amounts_are_written_as_each_language_does() {
        use Language::{Dutch, English, French, German, Italian, Spanish};
        for (language, code, minor, expected) in [
            (English, "EUR", 125_000, "1,250.00 EUR"),
            (German, "EUR", 125_000, "1.250,00 EUR"),
            (French, "EUR", 125_000, "1\u{202f}250,00 EUR"),
            (Dutch, "EUR", 125_000, "1.250,00 EUR"),
            (Spanish, "EUR", 125_000, "1250,00 EUR"),
            (Spanish, "EUR", 1_250_000, "12.500,00 EUR"),
            (Italian, "EUR", 125_000, "1.250,00 EUR"),
            (English, "EUR", 0, "0.00 EUR"),
            (German, "EUR", 5, "0,05 EUR"),
            (German, "JPY", 1_250, "1.250 JPY"),
            (French, "KWD", 1_250_005, "1\u{202f}250,005 KWD"),
            (Dutch, "EUR", 99_999, "999,99 EUR"),
            (Italian, "EUR", 123_456_789, "1.234.567,89 EUR"),
        ] {
            let money = Money { minor, currency: Currency::new(code).unwrap() };
            assert_eq!(figure(language, &money), expected, "{language:?}");
        }
    }
}
