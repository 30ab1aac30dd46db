//! Currencies and exact amounts: text to minor units and back.
//!
//! No floating point, no rounding, no conversion, no locale: a point before the decimals, a comma between
//! thousands when shown and never when read. Decimals per currency: ISO 4217, two unless listed.
//! Invariant: `parse(plain(x)) == x` for every amount up to [`MAX_AMOUNT`].

use std::fmt::Write as _;

/// The largest amount, in minor units: twelve digits (format n12 of the EMV books).
pub const MAX_AMOUNT: u64 = 999_999_999_999;

/// Codes offered in a picker. Any other code of three letters is taken as well.
pub const COMMON: &[&str] = &[
    "EUR", "GBP", "USD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "TRY", "AUD", "NZD", "CAD",
    "JPY", "CNY", "HKD", "SGD", "MYR", "THB", "INR", "AED", "SAR", "KWD", "ZAR", "BRL", "MXN",
];

/// ISO 4217 decimals that are not two.
const EXPONENTS: &[(u32, &[&str])] = &[
    (
        0,
        &[
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
            "XAF", "XOF", "XPF",
        ],
    ),
    (3, &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]),
    (4, &["CLF", "UYW"]),
];

/// A currency: ISO 4217 letters and the number of decimals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Currency {
    code: String,
    exponent: u32,
}

/// Why a text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmountError {
    Empty,
    NotANumber,
    Negative,
    /// A comma, for the decimals or between thousands.
    Comma,
    /// White space between digits.
    Space,
    TooManyDecimals {
        typed: String,
        allowed: u32,
        given: u32,
    },
    /// Above [`MAX_AMOUNT`].
    TooLarge,
}

impl Currency {
    /// The euro: what a record is shown in when nothing better is known.
    #[must_use]
    pub fn euro() -> Currency {
        Currency { code: "EUR".to_owned(), exponent: 2 }
    }

    /// A currency by its three ASCII letters, in either case.
    pub fn new(code: &str) -> Option<Currency> {
        if code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        let code = code.to_ascii_uppercase();
        let exponent = EXPONENTS
            .iter()
            .find(|(_, codes)| codes.contains(&code.as_str()))
            .map_or(2, |(exponent, _)| *exponent);
        Some(Currency { code, exponent })
    }

    /// Three upper-case letters.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Number of decimals.
    pub fn exponent(&self) -> u32 {
        self.exponent
    }

    /// Minor units in one major unit.
    pub fn unit(&self) -> u64 {
        10_u64.pow(self.exponent)
    }

    /// Reads an amount in major units, "50.00", into minor units. Outer white space is ignored, leading zeros
    /// are allowed, and digits may be missing on one side of the point (".5", "50."), as while typing. Signs,
    /// thousands separators, exponents and digits outside ASCII are not read.
    pub fn parse(&self, text: &str) -> Result<u64, AmountError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(AmountError::Empty);
        }
        let (major, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(major) || !digits(decimals) || (major.is_empty() && decimals.is_empty()) {
            return Err(fault(text));
        }
        let given = u32::try_from(decimals.len()).unwrap_or(u32::MAX);
        if given > self.exponent {
            let (typed, allowed) = (text.to_owned(), self.exponent);
            return Err(AmountError::TooManyDecimals { typed, allowed, given });
        }
        major
            .bytes()
            .chain(decimals.bytes())
            .chain((given..self.exponent).map(|_| b'0'))
            .try_fold(0_u64, |sum, byte| {
                Some(sum * 10 + u64::from(byte - b'0')).filter(|sum| *sum <= MAX_AMOUNT)
            })
            .ok_or(AmountError::TooLarge)
    }

    /// The same for text that may have been typed for a currency with more decimals: zeros too many do not count.
    pub fn parse_whole(&self, text: &str) -> Result<u64, AmountError> {
        match self.parse(text) {
            Err(AmountError::TooManyDecimals { typed, allowed, given }) => {
                let text = text.trim();
                let extra = usize::try_from(given.saturating_sub(allowed)).unwrap_or(usize::MAX);
                let kept = text
                    .len()
                    .checked_sub(extra)
                    .filter(|kept| text[*kept..].bytes().all(|byte| byte == b'0'));
                match kept {
                    Some(kept) => self.parse(&text[..kept]),
                    None => Err(AmountError::TooManyDecimals { typed, allowed, given }),
                }
            }
            read => read,
        }
    }

    /// The amount in major units without grouping, "1250.00", for fields. [`Currency::parse`] reads it back.
    pub fn plain(&self, minor: u64) -> String {
        let major = minor / self.unit();
        self.with_decimals(major.to_string(), minor)
    }

    /// The amount in major units with grouped thousands, "1,250.00", to be shown.
    pub fn figure(&self, minor: u64) -> String {
        let major = (minor / self.unit()).to_string();
        let mut grouped = String::with_capacity(major.len() + major.len() / 3);
        for (index, digit) in major.chars().enumerate() {
            if index > 0 && (major.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        self.with_decimals(grouped, minor)
    }

    /// The figure with the currency, "1,250.00 EUR".
    pub fn money(&self, minor: u64) -> String {
        format!("{} {}", self.figure(minor), self.code)
    }

    fn with_decimals(&self, mut major: String, minor: u64) -> String {
        if let (Ok(width @ 1..), decimals) = (usize::try_from(self.exponent), minor % self.unit()) {
            // Writing to a String cannot fail.
            let _ = write!(major, ".{decimals:0width$}");
        }
        major
    }

    /// An amount of ordinary size, for the examples in sentences.
    fn example(&self) -> String {
        self.plain((50 * self.unit()).max(5_000))
    }
}

/// Why a text that is not digits with at most one point is not an amount: the fault that a person can mend.
fn fault(text: &str) -> AmountError {
    const MINUS: [char; 5] = ['-', '\u{2212}', '\u{2013}', '\u{FE63}', '\u{FF0D}'];
    let number = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ','))
    };
    match text.strip_prefix(MINUS) {
        Some(rest) if number(rest) => AmountError::Negative,
        None if !number(text) => AmountError::NotANumber,
        None if text.contains(',') => AmountError::Comma,
        None if text.contains(char::is_whitespace) => AmountError::Space,
        _ => AmountError::NotANumber,
    }
}

impl AmountError {
    /// One sentence with the way out and an example in the currency, to stand after the field's name.
    pub fn sentence(&self, currency: &Currency) -> String {
        let example = currency.example();
        match self {
            AmountError::Empty | AmountError::NotANumber => format!("Enter an amount such as {example}."),
            AmountError::Negative => format!("Enter an amount of zero or more, such as {example}."),
            AmountError::Comma if currency.exponent == 0 => {
                format!("Write the amount without a comma: {example}.")
            }
            AmountError::Comma => format!(
                "Write the decimals after a point, not a comma, and thousands without a separator: {example}."
            ),
            AmountError::Space => format!("Write the amount without spaces: {example}."),
            AmountError::TooManyDecimals { typed, allowed: 0, .. } => {
                format!(
                    "{typed} has decimals, and {} has none. Write it without a point, such as {example}.",
                    currency.code
                )
            }
            AmountError::TooManyDecimals { typed, allowed, given } => {
                format!(
                    "{typed} has {given} decimals, and {} has {allowed}. Write at most {allowed}, and thousands without a \
                     separator, such as {example}.",
                    currency.code
                )
            }
            AmountError::TooLarge => {
                format!("Enter at most {}, such as {example}.", currency.plain(MAX_AMOUNT))
            }
        }
    }
}
