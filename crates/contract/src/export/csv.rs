//! CSV by RFC 4180 that is safe in a spreadsheet, whichever separator the spreadsheet reads it with.
//!
//! Invariants: a record is one line; no cell begins like a formula when the line is split at commas, semicolons or tabs, since
//! it gets an apostrophe; invisible characters are escapes; plain numbers stay unchanged.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::shown::visible;

/// Signs that begin a formula, with the wide forms that spreadsheets of East Asia read alike.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Sign between two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Separator {
    #[default]
    Comma,
    /// For spreadsheets where the comma is the decimal sign.
    Semicolon,
    Tab,
}

impl Separator {
    fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }
}

/// Appends a row, with its line end.
pub fn csv_row<T: AsRef<str>>(separator: Separator, cells: impl IntoIterator<Item = T>, out: &mut Vec<u8>) {
    let begin = out.len();
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(separator.byte());
        }
        write_cell(cell.as_ref(), out);
    }
    if out.len() == begin {
        // A blank line would be no row.
        out.extend_from_slice(b"\"\"");
    }
    out.extend_from_slice(b"\r\n");
}

/// Appends a line that programs pass over, with its line end.
pub fn csv_comment(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"# ");
    out.extend_from_slice(harmless(text).as_bytes());
    out.extend_from_slice(b"\r\n");
}

fn write_cell(text: &str, out: &mut Vec<u8>) {
    let is_simple = text.bytes().next().is_none_or(|first| first.is_ascii_alphanumeric())
        && text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b',' | b';' | b'"'));
    if is_simple {
        return out.extend_from_slice(text.as_bytes());
    }
    let safe = harmless(text);
    if !safe.contains([',', ';', '"']) && !safe.starts_with('\'') {
        return out.extend_from_slice(safe.as_bytes());
    }
    out.push(b'"');
    for byte in safe.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// The text with an apostrophe wherever a cell would begin like a formula.
fn harmless(text: &str) -> Cow<'_, str> {
    if is_plain_number(text) {
        return Cow::Borrowed(text);
    }
    let shown = visible(text);
    let mut safe = String::with_capacity(shown.len());
    if text.starts_with(['\t', '\r', '\n']) {
        safe.push('\'');
    }
    // Start of the present cell, while it has nothing but spaces and quotes: some readers drop those.
    let mut begin = Some(safe.len());
    for c in shown.chars() {
        if let Some(at) = begin
            && FORMULA.contains(&c)
        {
            safe.insert(at, '\'');
        }
        if !matches!(c, ' ' | '"' | '\'') {
            begin = None;
        }
        safe.push(c);
        if matches!(c, ',' | ';') {
            begin = Some(safe.len());
        }
    }
    Cow::Owned(safe)
}

/// True for digits with a sign of their own, with a decimal point or comma, or a power of ten.
fn is_plain_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (text, power) = text.split_once(['e', 'E']).map_or((text, None), |(text, power)| (text, Some(power)));
    let (whole, fraction) =
        text.split_once(['.', ',']).map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let power = power.map(|power| power.strip_prefix(['+', '-']).unwrap_or(power));
    digits(whole) && fraction.is_none_or(digits) && power.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(separator: Separator, cells: &[&str]) -> String {
        let mut out = Vec::new();
        csv_row(separator, cells, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn cells() {
        for (cell, expected) in [
            ("", "\"\""),
            ("a b", "a b"),
            ("0000A08000", "0000A08000"),
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("\t=1", r#""'\t=1""#),
            ("\rx", r#""'\rx""#),
            ("a\n=1", r"a\n=1"),
            ("a;=1", "\"a;'=1\""),
            ("a, \"@x", "\"a,' \"\"@x\""),
            ("'=1", "\"''=1\""),
            ("-12.50", "-12.50"),
            ("-12,50", "\"-12,50\""),
            ("-1e5", "-1e5"),
            ("+34 600", "\"'+34 600\""),
            ("-1+1", "\"'-1+1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("\u{1b}[J\u{202e}", r"\u{1b}[J\u{202e}"),
            ("2026-11-21T14:02:03+01:00", "2026-11-21T14:02:03+01:00"),
        ] {
            assert_eq!(row(Separator::Comma, &[cell]), format!("{expected}\r\n"), "{cell:?}");
        }
        assert_eq!(row(Separator::Semicolon, &["a", "1,5", ""]), "a;\"1,5\";\r\n");
        assert_eq!(row(Separator::Tab, &["a", "b\tc"]), "a\tb\\tc\r\n");
    }

    /// Splits a line as a simple reader does, and as one does that knows quotes.
    fn split(line: &str, separator: char, with_quotes: bool) -> Vec<String> {
        let (mut parts, mut is_inside) = (Vec::new(), false);
        let mut part = String::new();
        for c in line.trim_end_matches("\r\n").chars() {
            if with_quotes && c == '"' {
                is_inside = !is_inside;
            } else if c == separator && !is_inside {
                parts.push(std::mem::take(&mut part));
            } else {
                part.push(c);
            }
        }
        parts.push(part);
        parts
    }

    #[test]
    fn no_cell_is_a_formula_whatever_it_is_split_at() {
        const BEGIN: [&str; 9] = ["", " ", "\"", "x", "x,", "x;", "x\t", "x\r\n", "x\";\" "];
        const FORMULAS: [&str; 8] =
            ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\u{ff1d}1+1", "\n=1"];
        for separator in [Separator::Comma, Separator::Semicolon, Separator::Tab] {
            for text in BEGIN.iter().flat_map(|begin| FORMULAS.map(|formula| format!("{begin}{formula}"))) {
                let line = row(separator, &["-12.50", &text, &text, "1"]);
                assert_eq!(line.lines().count(), 1, "{line:?}");
                for read_at in [',', ';', '\t'] {
                    for with_quotes in [false, true] {
                        for cell in split(&line, read_at, with_quotes) {
                            let visible_part = cell.trim_start_matches([' ', '"']);
                            // The row begins with a number; read at another sign, more follows it.
                            let is_number = cell.starts_with("-12.50");
                            let is_formula =
                                visible_part.starts_with(FORMULA) || visible_part.starts_with(['\t', '\r']);
                            assert!(
                                is_number || !is_formula,
                                "{text:?} in {line:?} at {read_at:?}: {cell:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
