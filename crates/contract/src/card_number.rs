//! Card numbers in a text: 13 to 19 digits of any script that pass the check of Luhn, in one group or several ones side by side.
//!
//! The first six and the last four digits of a number may be shown. Not here: the choice of values to search ([`crate::card`]).

use std::ops::Range;

use icu_properties::props::GeneralCategory as Category;

use crate::shown;

/// Digits of a card number.
const SHORTEST: usize = 13;
const LONGEST: usize = 19;

/// A text with its card numbers shortened; `None` when there is no card number in it.
pub(crate) fn without_cards(text: &str) -> Option<String> {
    let found = found(text);
    if found.is_empty() {
        return None;
    }
    let mut short = String::with_capacity(text.len());
    let mut from = 0;
    for digit in found {
        short.push_str(&text[from..digit.start]);
        short.push('*');
        from = digit.end;
    }
    short.push_str(&text[from..]);
    Some(short)
}

/// True if a text that a person types or a service sends has a card number in it.
pub fn is_in(text: &str) -> bool {
    !found(text).is_empty()
}

/// True if a card number was shortened in the text: it must not be written back as if it were the value.
pub fn has_shortened(text: &str) -> bool {
    let (mut before, mut stars, mut after) = (0, 0, 0);
    for c in text.chars() {
        match digit(c) {
            Some(_) if stars == 0 => before += 1,
            Some(_) => after += 1,
            None if c == '*' && after > 0 => (before, stars, after) = (after, 1, 0),
            None if c == '*' => stars += 1,
            None if separates(c) => {}
            None => (before, stars, after) = (0, 0, 0),
        }
        if before >= 6 && stars >= SHORTEST - 10 && after >= 4 {
            return true;
        }
    }
    false
}

/// Signs that may stand between two digits of a number: "4111 - 1111".
const MOST_BETWEEN: usize = 3;

/// A digit of any script, its position, and its group of digits.
struct Digit {
    value: u8,
    place: Range<usize>,
    group: usize,
}

/// The digits to strike: those of card numbers between the first six and the last four. A number is one group of digits or
/// several ones side by side, apart by spaces or dashes of any kind.
fn found(text: &str) -> Vec<Range<usize>> {
    let mut struck = Vec::new();
    if !has_long_run(text.as_bytes()) {
        return struck;
    }
    let (mut run, mut group, mut between) = (Vec::<Digit>::new(), 0, 0);
    for (at, c) in text.char_indices() {
        if let Some(value) = digit(c) {
            group += usize::from(between > 0);
            between = 0;
            run.push(Digit { value, place: at..at + c.len_utf8(), group });
        } else if !run.is_empty() {
            between += 1;
            if between > MOST_BETWEEN || !separates(c) {
                struck.extend(in_run(&run));
                run.clear();
                between = 0;
            }
        }
    }
    struck.extend(in_run(&run));
    struck
}

/// Card numbers in a run: whole groups alone, so a longer number holds no card number.
fn in_run(run: &[Digit]) -> Vec<Range<usize>> {
    let mut struck = Vec::new();
    let begins = |at: usize| at == 0 || run[at - 1].group != run[at].group;
    let ends = |at: usize| at == run.len() || begins(at);
    let mut from = 0;
    while from + SHORTEST <= run.len() {
        let lengths = (SHORTEST..=LONGEST.min(run.len() - from)).rev();
        let mut cards = lengths.filter(|length| ends(from + length) && is_card(&run[from..from + length]));
        match begins(from).then(|| cards.next()).flatten() {
            Some(length) => {
                let hidden = &run[from + 6..from + length - 4];
                struck.extend(hidden.iter().map(|digit| digit.place.clone()));
                from += length;
            }
            None => from += 1,
        }
    }
    struck
}

/// Digits of a script stand in a row, in blocks of ten.
fn digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    }
    let is_digit = |c: char| shown::category(c) == Category::DecimalNumber;
    if !is_digit(c) {
        return None;
    }
    let before =
        (1..u32::from(c)).map_while(|back| char::from_u32(u32::from(c) - back)).take_while(|c| is_digit(*c));
    u8::try_from(before.count() % 10).ok()
}

/// True for spaces and dashes of any kind, and for what can't be seen.
fn separates(c: char) -> bool {
    match c {
        ' ' | '-' | '\u{2212}' => true,
        _ if c.is_ascii_graphic() || c.is_alphabetic() => false,
        _ => c.is_whitespace() || shown::hides(c) || shown::category(c) == Category::DashPunctuation,
    }
}

/// True if there may be digits enough for a card number, with signs between them.
fn has_long_run(bytes: &[u8]) -> bool {
    // Every such run covers one of these places, so most bytes are skipped.
    let fits = |byte: &u8| byte.is_ascii_digit() || !byte.is_ascii_graphic() || *byte == b'-';
    let mut at = SHORTEST - 1;
    while at < bytes.len() {
        let after = bytes[at..].iter().take_while(|byte| fits(byte)).count();
        let before = bytes[..at].iter().rev().take_while(|byte| fits(byte)).count();
        if after > 0 && before + after >= SHORTEST && may_be_digits(&bytes[at - before..at + after]) {
            return true;
        }
        at += after + SHORTEST;
    }
    false
}

/// A digit of another script takes two bytes at least.
fn may_be_digits(bytes: &[u8]) -> bool {
    bytes.iter().filter(|byte| byte.is_ascii_digit() || !byte.is_ascii()).count() >= SHORTEST
}

/// 13 to 19 digits, not all alike, with a right check digit. No scheme that is tapped issues numbers that begin with 0 or 1, and times in
/// milliseconds and padded counters do.
fn is_card(digits: &[Digit]) -> bool {
    (SHORTEST..=LONGEST).contains(&digits.len())
        && digits[0].value >= 2
        && digits.iter().any(|digit| digit.value != digits[0].value)
        && luhn(digits)
}

fn luhn(digits: &[Digit]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = u32::from(digit.value);
            if at % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
        })
        .sum();
    sum.is_multiple_of(10)
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_numbers_are_shortened_and_nothing_else() {
        for (text, expected) in [
            ("4111111111111111", Some("411111******1111")),
            ("card 5555555555554444, é 4111111111111111", Some("card 555555******4444, é 411111******1111")),
            ("9792000000000003", Some("979200******0003")),
            ("8171999900000026", Some("817199******0026")),
            ("1723456789011", None),
            ("0123456789012347", None),
            ("4111111111111112", None),
            ("411111******1111", None),
            ("0000000000000000", None),
            ("4444444444444444", None),
            ("1234567890128", None),
            ("411111111111", None),
            ("41111111111111111111111", None),
            ("", None),
        ] {
            assert_eq!(without_cards(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_number_may_be_in_groups_apart_by_spaces_and_dashes() {
        for (text, expected) in [
            ("4111 1111 1111 1111", Some("4111 11** **** 1111")),
            ("4111-1111-1111-1111", Some("4111-11**-****-1111")),
            ("3782 822463 10005", Some("3782 82**** *0005")),
            ("41111111 11111111 exp 12/27", Some("411111** ****1111 exp 12/27")),
            ("card 4111 1111 1111 1111 123", Some("card 4111 11** **** 1111 123")),
            ("1 4111 1111 1111 1111", Some("1 4111 11** **** 1111")),
            ("4111 - 1111 - 1111 - 1111", Some("4111 - 11** - **** - 1111")),
            ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", Some("4 1 1 1 1 1 * * * * * * 1 1 1 1")),
            ("4111111111111111 4111", Some("411111******1111 4111")),
            ("1 4111111111111111", Some("1 411111******1111")),
            ("4111 1111 1111 1112", None),
            ("2026-11-21 13:02:03", None),
            ("4111/1111/1111/1111", None),
            ("9 4111 1111 1111 11119", None),
        ] {
            assert_eq!(without_cards(text).as_deref(), expected, "{text}");
        }
        // Every sign that is a space, a dash or nothing to see.
        for sign in
            (0..0x1_0000).chain(0xe_0000..0xe_0200).filter_map(char::from_u32).filter(|sign| separates(*sign))
        {
            let text = ["4111", "1111", "1111", "1111"].join(&sign.to_string());
            let expected = ["4111", "11**", "****", "1111"].join(&sign.to_string());
            assert_eq!(without_cards(&text), Some(expected), "{:x}", u32::from(sign));
        }
        for sign in
            [' ', '\t', '\u{a0}', '\u{2009}', '\u{3000}', '\u{ad}', '\u{200b}', '‐', '–', '—', '−', '－']
        {
            assert!(separates(sign), "{sign:?}");
        }
    }

    #[test]
    fn digits_of_other_scripts_are_digits() {
        for zero in ['0', '\u{660}', '\u{6f0}', '\u{966}', '\u{ff10}', '\u{1d7d8}'] {
            let written = |text: &str| -> String {
                let sign =
                    |c: char| c.to_digit(10).map_or(Some(c), |digit| char::from_u32(u32::from(zero) + digit));
                text.chars().filter_map(sign).collect()
            };
            let expected = written("411111******1111");
            assert_eq!(without_cards(&written("4111111111111111")), Some(expected), "{zero}");
        }
    }

    #[test]
    fn a_run_is_found_wherever_it_begins() {
        const CARDS: [&str; 3] = ["4222222222222", "4111 1111 1111 1111", "6304000000000000000"];
        for card in CARDS {
            for before in 0..2 * SHORTEST {
                for between in ["", " ", "1 ", "é", "123456789012/"] {
                    let text = format!("{}{between}{card}x", "x".repeat(before));
                    assert!(is_in(&text), "{text}");
                    assert!(!is_in(&text.replace(card, &card.replace(['2', '1', '3'], "7"))), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_shortened_number_is_known_again() {
        for text in ["4222222222222", "4111 1111 1111 1111", "x 6304000000000000000"] {
            let short = without_cards(text).unwrap();
            assert!(has_shortened(&short) && !has_shortened(text) && !is_in(&short), "{short}");
        }
        for text in ["", "**** 1111", "12345 **** 12", "a 123456 * 7 ** x 1234"] {
            assert!(!has_shortened(text), "{text}");
        }
    }
}
