//! Amounts and ids of transactions as people and logs write them: `23.10 EUR`, `€23,10`, `1.234,50`, `tran=T20261119000018`.
//!
//! It only finds them. What an amount is compared with, and whether a transaction has the id, is for those who ask.

use std::borrow::Cow;

use tapline_emv::money::COMMON;
use tapline_emv::{Currency, iso};

/// An amount in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// With a point and without grouping, as [`Currency::parse`] reads it: `1234.50`.
    pub plain: String,
    /// `None`: the text names none.
    pub currency: Option<Currency>,
}

/// An amount, with the words that it takes and the words that are left.
pub type AmountInText<'a> = (Written, Vec<Cow<'a, str>>);

/// Currency meaning of a word.
enum Named {
    One(Currency),
    /// The sign of several.
    Several,
}

/// Signs of currencies that stand for one currency only. Of the others, such as `$`, the amount alone counts.
const SIGNS: [(&str, Option<&str>); 4] = [("€", Some("EUR")), ("£", Some("GBP")), ("$", None), ("¥", None)];

/// Names of a transaction's id, as logs and people write them.
const NAMES: [&str; 6] = ["TRAN", "TRANID", "TRANSACTION", "TRANSACTIONID", "TXN", "TXNID"];

/// Words of a text without the punctuation around them. A space between groups of digits doesn't separate words.
pub fn words(text: &str) -> Vec<Cow<'_, str>> {
    let around = |sign: char| "()[]{}<>\"'“”‘’„.,;:!?…".contains(sign);
    // "1 234,50": spaces that do not break are always inside a number.
    let mut words: Vec<Cow<'_, str>> = text
        .split(|sign: char| sign.is_whitespace() && !is_narrow(sign))
        .map(|word| {
            // ".5" is an amount.
            let word = word.trim_end_matches(around);
            let begins = word.trim_start_matches(around);
            let is_decimal = begins.len() + 1 == word.len() && word.starts_with('.');
            let word =
                if is_decimal && begins.bytes().all(|byte| byte.is_ascii_digit()) { word } else { begins };
            if word.contains(is_narrow) {
                Cow::Owned(word.replace(is_narrow, ""))
            } else {
                Cow::Borrowed(word)
            }
        })
        .filter(|word| !word.is_empty())
        .collect();
    let mut at = 1;
    while at < words.len() {
        if is_group(&words[at - 1]) && has_decimals_behind_group(&words[at]) {
            let rest = words.remove(at);
            words[at - 1] = Cow::Owned(format!("{}{rest}", words[at - 1]));
        } else {
            at += 1;
        }
    }
    words
}

fn is_narrow(sign: char) -> bool {
    matches!(sign, '\u{a0}' | '\u{2009}' | '\u{202f}')
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_group(word: &str) -> bool {
    digits(word) && word.len() <= 3
}

/// `234,50`: with a decimal comma, as those write it who put a space between groups.
fn has_decimals_behind_group(word: &str) -> bool {
    let parts = word.trim_end_matches(|sign: char| !sign.is_ascii_digit()).split_once(',');
    parts.is_some_and(|(whole, cents)| whole.len() == 3 && digits(whole) && cents.len() == 2 && digits(cents))
}

/// The amount that a text has, else `None`: one that names a currency or has decimals. `usual` is the currency of one that names none.
pub fn amount<'a>(words: &[Cow<'a, str>], usual: &Currency) -> Option<AmountInText<'a>> {
    let without = |from: usize, to: usize| [&words[..from], &words[to..]].concat();
    let named = (0..words.len()).find_map(|at| {
        let (figure, own) = with_sign(&words[at]);
        let beside = |at: usize| words.get(at).and_then(|word| currency(word));
        let before = || at.checked_sub(1).and_then(beside).map(|named| (named, at - 1, at + 1));
        let (named, from, to) = match own {
            Some(own) => (own, at, at + 1),
            None => beside(at + 1).map(|named| (named, at, at + 2)).or_else(before)?,
        };
        let named = match named {
            Named::One(currency) => Some(currency),
            Named::Several => None,
        };
        let decimals = named.as_ref().unwrap_or(usual);
        let plain = plain(figure, decimals).filter(|plain| decimals.parse(plain).is_ok())?;
        Some((Written { plain, currency: named }, without(from, to)))
    });
    named.or_else(|| {
        (0..words.len()).find_map(|at| {
            let is_decimal = words[at].contains(['.', ',']);
            let plain = plain(&words[at], usual).filter(|plain| is_decimal && usual.parse(plain).is_ok())?;
            Some((Written { plain, currency: None }, without(at, at + 1)))
        })
    })
}

/// A currency as a word: its letters or its sign.
fn currency(word: &str) -> Option<Named> {
    if let Some((_, code)) = SIGNS.iter().find(|(sign, _)| *sign == word) {
        return Some(code.and_then(Currency::new).map_or(Named::Several, Named::One));
    }
    let is_code = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let code = iso::currency(word).filter(|_| is_code)?;
    // "try 23.10" is no Turkish lira, and "all 23.10" no Albanian lek: words that are codes too are written in capitals.
    if word != code && (word == "try" || !COMMON.contains(&code)) {
        return None;
    }
    Currency::new(code).map(Named::One)
}

/// `€23,10`, `23.10EUR`: the figure, and the currency written onto it, if any.
fn with_sign(word: &str) -> (&str, Option<Named>) {
    let is_figure = |sign: char| sign.is_ascii_digit();
    let (Some(from), Some(last)) = (word.find(is_figure), word.rfind(is_figure)) else { return (word, None) };
    let (before, figure, behind) = (&word[..from], &word[from..=last], &word[last + 1..]);
    match (before, behind) {
        ("", sign) | (sign, "") => (figure, currency(sign)),
        _ => (word, None),
    }
}

/// Digits with one point for the decimals, whichever signs a figure has between them. `None` where it is no number, such as a date.
/// Where a field for money would ask, this only searches: three digits behind one mark are thousands, as Tapline writes them.
pub fn plain(figure: &str, currency: &Currency) -> Option<String> {
    let thousands = figure.split_once(['.', ',']).filter(|(major, group)| {
        is_group(major)
            && group.len() == 3
            && digits(group)
            && (figure.contains(',') || currency.exponent() < 3)
    });
    match thousands {
        Some((major, group)) => Some([major, group].concat()),
        None => currency.pointed(figure).ok().map(Cow::into_owned),
    }
}

/// The id of a transaction in pasted text: behind its name, else in the form that ids of the service were seen in (`T` and digits).
pub fn transaction_id(text: &str) -> Option<&str> {
    let is_inside = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    let words: Vec<&str> =
        text.split(|sign: char| !is_inside(sign)).filter(|word| !word.is_empty()).collect();
    let is_name = |word: &str| NAMES.contains(&word.replace(['-', '_'], "").to_ascii_uppercase().as_str());
    let named = words.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).map(|at| words[at])?;
        let of_id = || before.eq_ignore_ascii_case("id") && at > 1 && is_name(words[at - 2]);
        (is_id(word) && (is_name(before) || of_id())).then_some(*word)
    });
    named.or_else(|| words.into_iter().find(|word| has_form(word)))
}

/// A name is often followed by a word or a date.
fn is_id(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    word.len() >= 6 && digits >= 4 && day(word).is_none() && !(13..=19).contains(&digits) || has_form(word)
}

fn has_form(word: &str) -> bool {
    let rest = word.strip_prefix(['T', 't']);
    rest.is_some_and(|rest| (10..=20).contains(&rest.len()) && digits(rest))
}

/// A date as a word, as ids have it: `2026-11-19` and `19.11.2026` are `20261119`.
pub fn day(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.split(['-', '.']).collect();
    let (year, month, day) = match parts.as_slice() {
        [day, month, year] if year.len() == 4 && word.contains('.') => (year, month, day),
        [year, month, day] if year.len() == 4 && word.contains('-') => (year, month, day),
        _ => return None,
    };
    let number = |text: &str, most: u8| text.parse::<u8>().is_ok_and(|number| (1..=most).contains(&number));
    let fits = digits(year) && digits(month) && digits(day) && number(month, 12) && number(day, 31);
    fits.then(|| format!("{year}{month:0>2}{day:0>2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Option<String>, String)> {
        let (written, rest) = amount(&words(text), &Currency::euro())?;
        let code = written.currency.map(|currency| currency.code().to_owned());
        Some((written.plain, code, rest.join(" ")))
    }

    #[test]
    fn an_amount_is_found_as_it_is_written() {
        for (text, plain, code, rest) in [
            ("23.10", "23.10", None, ""),
            ("23,10", "23.10", None, ""),
            ("23.10 EUR", "23.10", Some("EUR"), ""),
            ("EUR 23.10", "23.10", Some("EUR"), ""),
            ("eur 23,10", "23.10", Some("EUR"), ""),
            ("23.10€", "23.10", Some("EUR"), ""),
            ("€ 23.10", "23.10", Some("EUR"), ""),
            ("23,10 €", "23.10", Some("EUR"), ""),
            ("23.10EUR", "23.10", Some("EUR"), ""),
            ("CHF 1'234.50", "1234.50", Some("CHF"), ""),
            ("1.234,50", "1234.50", None, ""),
            ("1,234.50 EUR", "1234.50", Some("EUR"), ""),
            ("1 234,50 €", "1234.50", Some("EUR"), ""),
            ("1\u{202f}234,50 €", "1234.50", Some("EUR"), ""),
            ("1,234,567.89", "1234567.89", None, ""),
            ("2,310 JPY", "2310", Some("JPY"), ""),
            ("1,234.500 KWD", "1234.500", Some("KWD"), ""),
            ("50 EUR", "50", Some("EUR"), ""),
            ("$23.10", "23.10", None, ""),
            ("pin at 23.10?", "23.10", None, "pin at"),
            ("why (23.10 eur)!", "23.10", Some("EUR"), "why"),
            ("2941 23.10", "23.10", None, "2941"),
            ("2941 23.10 EUR", "23.10", Some("EUR"), "2941"),
            ("2026-11-19 100.01", "100.01", None, "2026-11-19"),
            ("19.11.2026 100.01", "100.01", None, "19.11.2026"),
            ("try 23.10", "23.10", None, "try"),
            ("all 23.10", "23.10", None, "all"),
            ("23.10 php", "23.10", None, "php"),
            ("23.10 PHP", "23.10", Some("PHP"), ""),
            ("1,234 EUR", "1234", Some("EUR"), ""),
            ("1,234 KWD", "1234", Some("KWD"), ""),
            ("1.234 KWD", "1.234", Some("KWD"), ""),
        ] {
            let expected = (plain.to_owned(), code.map(str::to_owned), rest.to_owned());
            assert_eq!(read(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_is_none() {
        for text in
            ["", "50", "T20261119000018", "19.11.2026", "1.2.3", "0000008000", "SDK-4F1A", "1,2,3", "."]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_is_found_by_its_name_or_its_form() {
        const ID: &str = "T20261119000018";
        for text in [
            "T20261119000018",
            "T20261119000018 why",
            "INFO tran=T20261119000018 tvr=0000008000",
            "{\"linkedTranId\":\"T20261119000017\",\"tranId\":\"T20261119000018\"}",
            "Transaction T20261119000018\nCard ending in 1805",
            "[2026-11-19] sale (T20261119000018): 9F34=410302",
        ] {
            assert_eq!(transaction_id(text), Some(ID), "{text}");
        }
        assert_eq!(transaction_id("transaction id: ORD-0042-17, TVR 0000008000"), Some("ORD-0042-17"));
        for text in [
            "transaction declined, rc=51",
            "transaction 2026-11-19 was declined",
            "tran 4111111111111111",
            "aid A0000000031010 tvr 0000008000",
            "tag 9F0206000000002310",
            "23.10",
        ] {
            assert_eq!(transaction_id(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_the_digits_that_ids_have() {
        for (text, expected) in [
            ("2026-11-19", Some("20261119")),
            ("19.11.2026", Some("20261119")),
            ("9.1.2026", Some("20260109")),
            ("2026-13-19", None),
            ("SDK-4F1A-2026", None),
            ("1.234.567", None),
        ] {
            assert_eq!(day(text).as_deref(), expected, "{text}");
        }
    }
}
