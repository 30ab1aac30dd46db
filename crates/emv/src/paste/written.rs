//! What stands in a text and is no value, though it looks like one: bits as Tapline writes them (`TSI B1 b8, b6`), and amounts with
//! decimals (`declined 100.01`).

/// Takes the place of each byte, so that everything else stays where it was. A name never reaches over it.
const NOTHING: &str = ";";

/// The text with such places blotted out.
pub(super) fn without(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // The text begins, or what is before cannot be a part of a number or a name.
    let mut is_apart = true;
    while let Some(sign) = rest.chars().next() {
        let length = if is_apart { bits(rest).or_else(|| amount(rest)) } else { None };
        if let Some((blotted, after)) = length.and_then(|length| rest.split_at_checked(length)) {
            out.push_str(&NOTHING.repeat(blotted.len()));
            (rest, is_apart) = (after, false);
            continue;
        }
        out.push(sign);
        is_apart = !sign.is_ascii_alphanumeric() && !"._,-=:".contains(sign);
        rest = &rest[sign.len_utf8()..];
    }
    out
}

/// `B1 b8, b6, b4`: bytes and bits, each with one digit.
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

/// `100.01`, and `100,01` between spaces: a list of values may have commas too.
fn amount(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let cents = text.get(whole..)?.strip_prefix(['.', ','])?;
    let behind = cents.get(2..)?;
    let is_point = text.as_bytes().get(whole) == Some(&b'.');
    let ends = match behind.as_bytes() {
        [] => true,
        [b'.' | b',', next, ..] => is_point && !next.is_ascii_digit(),
        [next, ..] if is_point => !next.is_ascii_alphanumeric() && !b"=:-_/".contains(next),
        [next, ..] => next.is_ascii_whitespace(),
    };
    (whole > 0 && digits(cents) == 2 && ends).then_some(whole + 3)
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn bits_and_amounts_are_blotted_out_and_values_stay() {
        for (text, expected) in [
            ("[TSI B1 b8, b6, b4] known", "[TSI ;;;;;;;;;;;;;] known"),
            ("TVR B4 b8: the amount", "TVR ;;;;;: the amount"),
            ("declined 100.01", "declined ;;;;;;"),
            ("declined 100.01. RC 51", "declined ;;;;;;. RC 51"),
            ("declined 100,01 EUR", "declined ;;;;;; EUR"),
        ] {
            assert_eq!(without(text), expected);
        }
        for text in [
            "TSI E800",
            "9B B1 B8",
            "39=51,95=0000008000",
            "39=00.95=0000008000",
            "14:57:10.95 RC 51",
            "v1.23.4",
            "19.11.2026",
            "39=51,95 é",
            "B1",
            "é",
            "",
        ] {
            assert_eq!(without(text), text);
        }
    }
}
