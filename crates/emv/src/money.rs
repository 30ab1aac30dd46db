//! Currencies and exact amounts: text to minor units and back.
//!
//! No floating point, no rounding, no conversion. [`Currency::parse`] is the only reader of typed amounts: a point or a comma before
//! the decimals, thousands in groups only where no other reading exists, and a question where two do. Shown amounts have a point and
//! commas. Invariant: `parse(plain(x)) == x` for every amount up to [`MAX_AMOUNT`].

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::iso;

/// The largest amount, in minor units: twelve digits (format n12 of the EMV books).
pub const MAX_AMOUNT: u64 = 999_999_999_999;

/// Codes offered in a picker. Any other code of three letters is accepted too.
pub const COMMON: &[&str] = &[
    "EUR", "GBP", "USD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "TRY", "AUD", "NZD", "CAD",
    "JPY", "CNY", "HKD", "SGD", "MYR", "THB", "INR", "AED", "SAR", "KWD", "ZAR", "BRL", "MXN",
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
    /// Points, commas, spaces or apostrophes in places that no number has.
    Separators,
    /// One comma with three digits behind it, in a currency with three decimals or more: decimals or thousands.
    TwoReadings {
        typed: String,
    },
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
        // A code that ISO 4217 does not list, such as one of the past, counts like most.
        let exponent = iso::decimals(&code).unwrap_or(2);
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

    /// Reads an amount in major units, "50.00" or "50,00", into minor units. Outer white space is ignored, leading zeros are allowed,
    /// and digits may be missing on one side of the decimal mark (".5", "50,"), as while typing. Signs, exponents and digits outside
    /// ASCII are not read.
    pub fn parse(&self, text: &str) -> Result<u64, AmountError> {
        let pointed = self.pointed(text)?;
        let (major, decimals) = pointed.split_once('.').unwrap_or((&pointed, ""));
        let given = u32::try_from(decimals.len()).unwrap_or(u32::MAX);
        if given > self.exponent {
            let (typed, allowed) = (text.trim().to_owned(), self.exponent);
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

    /// The typed text as digits with at most one point, before the decimals: "1 234,5" becomes "1234.5". As many decimals as typed.
    pub fn pointed<'t>(&self, text: &'t str) -> Result<Cow<'t, str>, AmountError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(AmountError::Empty);
        }
        let last = text.rfind(['.', ',']);
        // A mark that comes twice groups thousands.
        let decimal = last.filter(|at| text.matches(&text[*at..=*at]).count() == 1);
        let Some(at) = decimal else { return ungrouped(text).ok_or_else(|| fault(text)) };
        let (mark, major, decimals) = (&text[at..=at], &text[..at], &text[at + 1..]);
        if !is_digits(decimals) || text.len() == 1 {
            return Err(fault(text));
        }
        let may_be_group = (1..=3).contains(&major.len()) && is_digits(major) && !major.starts_with('0');
        // Tapline itself writes a point before decimals and a comma between thousands.
        if mark == "," && may_be_group && decimals.len() == 3 && self.exponent >= 3 {
            return Err(AmountError::TwoReadings { typed: text.to_owned() });
        }
        match ungrouped(major).ok_or_else(|| fault(text))? {
            Cow::Borrowed(_) if mark == "." => Ok(Cow::Borrowed(text)),
            major => Ok(Cow::Owned([&major, ".", decimals].concat())),
        }
    }

    /// Like `parse`, for text that may have been written for a currency with more decimals: extra zeros after a point do not count.
    /// After a comma they may be thousands.
    pub fn parse_whole(&self, text: &str) -> Result<u64, AmountError> {
        match self.parse(text) {
            Err(AmountError::TooManyDecimals { typed, allowed, given }) => {
                let text = text.trim();
                let extra = usize::try_from(given.saturating_sub(allowed)).unwrap_or(usize::MAX);
                let has_point = text.rfind(['.', ',']) == text.rfind('.');
                let kept = text
                    .len()
                    .checked_sub(extra)
                    .filter(|kept| has_point && text[*kept..].bytes().all(|byte| byte == b'0'));
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

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a sign that separates thousands, including the spaces that do not break a line.
fn separates(sign: char) -> bool {
    matches!(sign, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}')
}

/// Digits whose groups of three are separated by one and the same sign, or by none.
fn ungrouped(text: &str) -> Option<Cow<'_, str>> {
    let Some(sign) = text.chars().find(|sign| !sign.is_ascii_digit()) else { return Some(text.into()) };
    let mut groups = text.split(sign);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))?;
    let is_grouped = is_digits(first) && groups.all(|group| group.len() == 3 && is_digits(group));
    (separates(sign) && is_grouped).then(|| text.replace(sign, "").into())
}

/// Why a text is not an amount: the fault that a person can mend.
fn fault(text: &str) -> AmountError {
    const MINUS: [char; 5] = ['-', '\u{2212}', '\u{2013}', '\u{FE63}', '\u{FF0D}'];
    let is_number = |text: &str| {
        text.contains(|sign: char| sign.is_ascii_digit())
            && text.chars().all(|sign| sign.is_ascii_digit() || sign.is_whitespace() || separates(sign))
    };
    match text.strip_prefix(MINUS) {
        Some(rest) if is_number(rest) => AmountError::Negative,
        None if is_number(text) => AmountError::Separators,
        _ => AmountError::NotANumber,
    }
}

impl AmountError {
    /// One sentence with the remedy and an example in the currency, to follow the field's name.
    pub fn sentence(&self, currency: &Currency) -> String {
        let example = currency.example();
        match self {
            AmountError::Empty | AmountError::NotANumber => format!("Enter an amount such as {example}."),
            AmountError::Negative => format!("Enter an amount of zero or more, such as {example}."),
            AmountError::Separators if currency.exponent == 0 => {
                format!("Write the amount in digits alone: {example}.")
            }
            AmountError::Separators => format!(
                "Write the decimals after one point or comma, and thousands without a separator: {example}."
            ),
            AmountError::TwoReadings { typed } => {
                let (code, decimals, thousands) =
                    (&currency.code, typed.replace(',', "."), typed.replace(',', ""));
                format!(
                    "Which is meant by {typed}: {decimals} {code} or {thousands} {code}? Write {decimals} or {thousands}."
                )
            }
            AmountError::TooManyDecimals { typed, allowed: 0, .. } => {
                format!(
                    "{typed} has decimals, and {} has none. Write it without decimals, such as {example}.",
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
