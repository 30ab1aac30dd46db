//! Words of a text: letters, digits and `_`. Amounts, times and bits that Tapline names are one word each, so that no part of them is
//! value for a tag or a value.

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: WordKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    Plain,
    /// `62.00`
    Amount,
    /// `8.00E+09`, as spreadsheets show long numbers.
    Scientific,
    /// A time, or bits such as `B1 b8, b6`.
    Opaque,
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut at = 0;
    // The text begins, or what is before can't be a part of a number or name.
    let mut is_apart = true;
    while let Some(sign) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let special = if is_apart { special(rest, &text[..at]) } else { None };
        let (length, kind) = special.unwrap_or_else(|| (plain_length(rest), WordKind::Plain));
        if length == 0 {
            // "Total=62.00", but not "39=51,95=…".
            let is_named = "=:".contains(sign)
                && text[..at].ends_with(|before: char| before.is_alphabetic() || before == '"');
            is_apart = !"._,-=:".contains(sign) || at == 0 || is_named;
            at += sign.len_utf8();
            continue;
        }
        let end = at + length;
        found.push(Word { text: text.get(at..end).unwrap_or_default(), start: at, end, kind });
        at = end;
        is_apart = false;
    }
    found
}

fn plain_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

fn special(text: &str, before: &str) -> Option<(usize, WordKind)> {
    let of = |length: Option<usize>, kind| length.map(|length| (length, kind));
    of(bits(text), WordKind::Opaque)
        .or_else(|| of(time(text, before), WordKind::Opaque))
        .or_else(|| of(scientific(text), WordKind::Scientific))
        .or_else(|| of(amount(text), WordKind::Amount))
}

/// `B1 b8, b6, b4`.
fn bits(text: &str) -> Option<usize> {
    let one = |text: &str, letter: u8| {
        let bytes = text.as_bytes();
        let ends = bytes.get(2).is_none_or(|next| !next.is_ascii_alphanumeric());
        bytes.first() == Some(&letter) && bytes.get(1).is_some_and(u8::is_ascii_digit) && ends
    };
    let behind = text.strip_prefix('B')?.get(1..)?.strip_prefix(' ')?;
    if !one(text, b'B') || !one(behind, b'b') {
        return None;
    }
    let mut end = 5;
    while text.get(end..).is_some_and(|rest| rest.strip_prefix(", ").is_some_and(|rest| one(rest, b'b'))) {
        end += 4;
    }
    Some(end)
}

/// A time at the begin of a line, behind a bracket or a date: elsewhere pairs with colons may be a value.
fn time(text: &str, before: &str) -> Option<usize> {
    // At most a date precedes it.
    let near = before.as_bytes().get(before.len().saturating_sub(17)..)?;
    let line = near.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_prefix = line.iter().all(|byte| byte.is_ascii_digit() || b" [-/.(".contains(byte));
    let bytes = text.as_bytes().get(..8)?;
    let is_time = bytes.iter().enumerate().all(|(at, byte)| match at {
        2 | 5 => *byte == b':',
        _ => byte.is_ascii_digit(),
    });
    if !is_prefix
        || line.len() > 16
        || !is_time
        || bytes >= b"24".as_slice()
        || bytes[3] > b'5'
        || bytes[6] > b'5'
    {
        return None;
    }
    let more = text.get(8..).unwrap_or_default();
    let ends = !more.starts_with(':') && !more.starts_with(|next: char| next.is_ascii_hexdigit());
    let fraction = more.bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    ends.then_some(8 + fraction)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn scientific(text: &str) -> Option<usize> {
    let whole = digits(text);
    let behind = text.get(whole..)?;
    let fraction = behind.strip_prefix(['.', ',']).map_or(0, |rest| 1 + digits(rest));
    let power = behind.get(fraction..)?.strip_prefix(['E', 'e'])?.strip_prefix('+')?;
    let many = digits(power);
    (whole > 0 && many > 0).then_some(whole + fraction + 2 + many)
}

/// `100.01`, `1,234.56`, and `100,01` where a space or a line end follows: a list of values may have commas too.
fn amount(text: &str) -> Option<usize> {
    let mut whole = digits(text);
    if whole == 0 {
        return None;
    }
    // Thousands in groups.
    while let Some(group) = text.get(whole..)?.strip_prefix(['.', ','])
        && digits(group) == 3
        && group.get(3..).is_some_and(|rest| rest.starts_with(['.', ',']))
    {
        whole += 4;
    }
    let cents = text.get(whole..)?.strip_prefix(['.', ','])?;
    let many = digits(cents);
    let behind = cents.get(many..)?;
    let is_point = text.as_bytes().get(whole) == Some(&b'.');
    let ends = match behind.as_bytes() {
        [] => true,
        [b'.' | b',', next, ..] => is_point && !next.is_ascii_digit(),
        [next, ..] if is_point => !next.is_ascii_alphanumeric() && !b"=:-_/".contains(next),
        [next, ..] => next.is_ascii_whitespace() || b"\"'<)]}|".contains(next),
    };
    (many == 2 && ends).then_some(whole + 3)
}

pub(super) fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn is_decimal(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_pair(word: &str) -> bool {
    word.len() == 2 && is_hex(word)
}

/// True if a list of words, parted by white space, has this one.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// The digits of hex without the sign that says so: `0x60`, `60h`.
pub(super) fn bare_hex(word: &str) -> &str {
    let behind =
        word.strip_suffix(['h', 'H']).filter(|digits| is_hex(digits) && digits.len().is_multiple_of(2));
    word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).or(behind).unwrap_or(word)
}

/// True for a card's number, by length and check digit (ISO/IEC 7812-1), also with padding around it.
pub(super) fn is_card_number(digits: &str) -> bool {
    let digits = digits.trim_end_matches(['F', 'f']);
    if !is_decimal(digits) {
        return false;
    }
    let of = |digits: &str| {
        let sum: u32 = digits
            .bytes()
            .rev()
            .enumerate()
            .map(|(at, digit)| {
                let digit = u32::from(digit - b'0');
                if at % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 }
            })
            .sum();
        (13..=19).contains(&digits.len()) && !digits.starts_with('0') && sum.is_multiple_of(10)
    };
    of(digits) || of(digits.trim_start_matches('0'))
}
