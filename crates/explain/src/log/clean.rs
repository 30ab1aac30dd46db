//! Makes one text of the ways in which logs are copied: written-out escapes, bytes of programming languages, base64, offset and ASCII
//! columns. No value is looked for, except to tell base64 from a word.

use tapline_emv::hex;

use super::chain;
use super::word::is_hex;

/// Bytes in a line of a dump at most.
const DUMP_LINE: usize = 32;
/// Items from which numbers in brackets are value for bytes.
const SHORTEST_LIST: usize = 5;
/// Digits from which a word may be a chain in base64.
const SHORTEST_BASE64: usize = 12;

pub(super) fn clean(text: &str) -> String {
    let text = replaced(text, python_bytes);
    let text = replaced(&without_escapes(&text), |rest, before| {
        byte_list(rest, before).or_else(|| base64_chain(rest, before))
    });
    without_columns(&text)
}

/// A text with some places written otherwise. `replace` reads at each sign, knowing the sign before; it returns the new text and what
/// follows the place.
fn replaced<'a>(text: &'a str, replace: impl Fn(&'a str, char) -> Option<(String, &'a str)>) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut before) = (text, ' ');
    while let Some(sign) = rest.chars().next() {
        if let Some((new, after)) = replace(rest, before) {
            out.push_str(&new);
            (rest, before) = (after, ' ');
        } else {
            out.push(sign);
            (rest, before) = (rest.get(sign.len_utf8()..).unwrap_or_default(), sign);
        }
    }
    out
}

/// Hex in pairs, with a blank before each.
fn in_pairs(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [" ".to_owned(), hex::text(&[*byte])]).collect()
}

/// A literal of Python: `b'\x9f&\x08'`.
fn python_bytes(text: &str, before: char) -> Option<(String, &str)> {
    let behind = text.strip_prefix('b').filter(|_| !before.is_ascii_alphanumeric())?;
    let quote = behind.chars().next().filter(|sign| matches!(sign, '\'' | '"'))?;
    let (mut bytes, mut rest, mut is_escaped) = (Vec::new(), behind.get(1..)?, false);
    loop {
        let sign = rest.chars().next()?;
        if sign == quote {
            return is_escaped.then(|| (in_pairs(&bytes), rest));
        }
        rest = rest.get(1..)?;
        let byte = match sign {
            '\\' if rest.starts_with('x') => {
                let byte = u8::from_str_radix(rest.get(1..3)?, 16).ok()?;
                (rest, is_escaped) = (rest.get(3..)?, true);
                byte
            }
            '\\' => {
                let escape = rest.chars().next()?;
                rest = rest.get(1..)?;
                match escape {
                    'n' => b'\n',
                    'r' => b'\r',
                    't' => b'\t',
                    '\\' | '\'' | '"' => u8::try_from(escape).ok()?,
                    _ => return None,
                }
            }
            _ => u8::try_from(sign).ok()?,
        };
        bytes.push(byte);
    }
}

/// A word in base64 that is a whole chain of known tags.
fn base64_chain(text: &str, before: char) -> Option<(String, &str)> {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/".contains(&byte);
    if u8::try_from(before).is_ok_and(is_digit) {
        return None;
    }
    let many = text.bytes().take_while(|byte| is_digit(*byte)).count();
    let (digits, after) = text.split_at_checked(many)?;
    let padding = after.bytes().take(2).take_while(|sign| *sign == b'=').count();
    if many < SHORTEST_BASE64 || !(many + padding).is_multiple_of(4) || is_hex(digits) {
        return None;
    }
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for digit in digits.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        (bits, held) = (bits << 6 | u32::from(value), held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held).ok()?);
            bits &= (1 << held) - 1;
        }
    }
    let digits = hex::text(&bytes);
    let chain = chain::read(&digits, &[digits.len()], 0);
    let known = chain.elements.iter().filter(|element| element.tag.row().is_some()).count();
    (chain.is_whole && chain.cut_off.is_empty() && known > 1)
        .then_some((format!(" {digits}"), after.get(padding..)?))
}

/// Escapes resolved: one of a control sign parts words, several in a row are bytes.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some((bytes, after)) = escaped_bytes(rest) {
            match bytes.as_slice() {
                [byte] if byte.is_ascii_graphic() => out.push(char::from(*byte)),
                [_] => out.push('\n'),
                bytes => out.push_str(&in_pairs(bytes)),
            }
            rest = after;
            continue;
        }
        if sign == '\\' {
            let after = rest.trim_start_matches('\\');
            let (replaced, after) = match after.chars().next() {
                Some('n' | 'r') => ('\n', after.get(1..)),
                Some('t') => ('\t', after.get(1..)),
                _ => (' ', Some(after)),
            };
            // Only an escaped quote leaves no gap.
            if replaced != ' ' || !rest.starts_with("\\\"") {
                out.push(replaced);
            }
            rest = after.unwrap_or_default();
            continue;
        }
        if let Some((entity, replaced)) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            out.push(*replaced);
            rest = rest.get(entity.len()..).unwrap_or_default();
            continue;
        }
        match sign {
            '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => {}
            '\n' | '\t' => out.push(sign),
            '\r' if rest.starts_with("\r\n") => {}
            _ if sign.is_control() => out.push('\n'),
            _ if sign.is_whitespace() => out.push(' '),
            _ => out.push(sign),
        }
        rest = rest.get(sign.len_utf8()..).unwrap_or_default();
    }
    out
}

const ENTITIES: &[(&str, char)] = &[
    ("&quot;", '"'),
    ("&apos;", '\''),
    ("&nbsp;", ' '),
    ("&#10;", '\n'),
    ("&#13;", '\n'),
    ("&lt;", '<'),
    ("&gt;", '>'),
];

/// `\x95\x05`, `\u0095`, in a row.
fn escaped_bytes(text: &str) -> Option<(Vec<u8>, &str)> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some(behind) = rest.strip_prefix('\\').map(|behind| behind.trim_start_matches('\\')) {
        let digits = match behind.as_bytes().first() {
            Some(b'x' | b'X') => 1..3,
            Some(b'u') => 1..5,
            _ => break,
        };
        let (Some(hex), Some(after)) = (behind.get(digits.clone()), behind.get(digits.end..)) else { break };
        let Some(byte) = u32::from_str_radix(hex, 16).ok().and_then(|byte| u8::try_from(byte).ok()) else {
            break;
        };
        bytes.push(byte);
        rest = after;
    }
    (!bytes.is_empty()).then_some((bytes, rest))
}

/// Byte lists of C, Java, Kotlin, Rust: `{0x95, (byte) 0x05}`, `[-107, 5]`.
fn byte_list(text: &str, before: char) -> Option<(String, &str)> {
    if before.is_ascii_alphanumeric()
        || !text.starts_with(|sign: char| sign.is_ascii_digit() || "(-".contains(sign))
    {
        return None;
    }
    let is_open = matches!(before, '[' | '{' | '(');
    let (mut bytes, mut rest, mut is_marked) = (Vec::new(), text, false);
    loop {
        let (byte, marked, after) = item(rest)?;
        bytes.push(byte);
        is_marked |= marked;
        if bytes.len() == 1 && !(marked || is_open) {
            return None;
        }
        match after.trim_start().strip_prefix(',').map(str::trim_start) {
            Some(next) if item(next).is_some() => rest = next,
            _ => {
                let least = if is_marked { 2 } else { SHORTEST_LIST };
                return (bytes.len() >= least).then(|| (in_pairs(&bytes), after));
            }
        }
    }
}

/// One byte, and true where it is written as one: in hex, with a cast, or negative.
fn item(text: &str) -> Option<(u8, bool, &str)> {
    let (cast, behind) = match text.strip_prefix("(byte)").or_else(|| text.strip_prefix("(char)")) {
        Some(behind) => (true, behind.trim_start()),
        None => (false, text),
    };
    let hex = behind.strip_prefix("0x").or_else(|| behind.strip_prefix("0X"));
    let (digits, radix, negative) = match (hex, behind.strip_prefix('-')) {
        (Some(hex), _) => (hex, 16, false),
        (_, Some(number)) => (number, 10, true),
        _ => (behind, 10, false),
    };
    let many = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let (number, after) = digits.split_at_checked(many)?;
    let number = i16::from_str_radix(number, u32::from(radix == 16) * 6 + 10).ok()?;
    let byte = u8::try_from(if negative { 256 - number } else { number }).ok()?;
    let after = [".toByte()", "u8", "U", "u"].iter().find_map(|end| after.strip_prefix(end)).unwrap_or(after);
    let ends = after.chars().next().is_none_or(|next| !next.is_ascii_alphanumeric() && next != '.');
    ends.then_some((byte, cast || negative || radix == 16, after))
}

/// Lines of a dump without offset and ASCII column: `0010: 00 9F 27  |..'|`.
fn without_columns(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let dumped: Vec<Option<(usize, Vec<&str>)>> = lines.iter().map(|line| dump(line)).collect();
    let size = |at: usize| {
        let (offset, groups) = dumped.get(at)?.as_ref()?;
        Some((*offset, groups.iter().map(|group| group.len() / 2).sum::<usize>()))
    };
    // An offset begins with nothing or goes on from its neighbor; else it may be a tag.
    let follows = |at: usize, next: usize| {
        size(at).zip(size(next)).is_some_and(|((offset, bytes), (next, _))| next == offset + bytes)
    };
    let mut out = String::with_capacity(text.len());
    for (at, line) in lines.iter().enumerate() {
        let is_dump = size(at).is_some_and(|(offset, _)| offset == 0)
            || at.checked_sub(1).is_some_and(|before| follows(before, at))
            || follows(at, at + 1);
        match dumped.get(at) {
            Some(Some((_, groups))) if is_dump => out.push_str(&groups.join(" ")),
            _ => out.push_str(behind_time(line).unwrap_or(line)),
        }
        out.push('\n');
    }
    out
}

/// Hex behind a date and a time, so that it goes on in the next line.
fn behind_time(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    while let Some((word, behind)) = rest.split_once(' ') {
        let is_time = [':', '-', '/'].iter().any(|sign| word.matches(*sign).count() == 2)
            && word.starts_with(|first: char| first.is_ascii_digit() || first == '[')
            && word.len() > 7;
        if !is_time {
            break;
        }
        rest = behind.trim_start();
    }
    let is_hex = rest.len() > 7 && rest.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b' ');
    (is_hex && rest.len() < line.len()).then_some(rest)
}

/// Offset and groups of a line that may be one of a dump.
fn dump(line: &str) -> Option<(usize, Vec<&str>)> {
    let line = line.trim_start();
    let line = line.strip_prefix("0x").unwrap_or(line);
    let many = line.bytes().take_while(u8::is_ascii_hexdigit).count();
    let (offset, rest) = line.split_at_checked(many).filter(|_| (2..=8).contains(&many))?;
    let is_column = rest.starts_with([':', '|', '-', '>']) || many >= 4 && rest.starts_with("  ");
    let rest = rest.trim_start_matches([':', '|', '-', '>']);
    if !is_column || !rest.starts_with([' ', '\t']) {
        return None;
    }
    let (mut groups, mut rest) = (Vec::new(), rest);
    let mut bytes = 0;
    loop {
        let words = rest.trim_start_matches([' ', '\t']);
        let blank = rest.len() - words.len();
        let many = words.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (group, after) = words.split_at_checked(many)?;
        let ends = after.is_empty() || after.starts_with([' ', '\t', '-', '|']);
        let is_group = many > 0 && many.is_multiple_of(2) && ends;
        // Three blanks, or signs of the ASCII column, end the bytes.
        let wider = groups.first().is_some_and(|first: &&str| group.len() > first.len());
        if !is_group || wider || blank > 2 && !groups.is_empty() || bytes + many / 2 > DUMP_LINE {
            break;
        }
        bytes += many / 2;
        groups.push(group);
        rest = after.strip_prefix('-').unwrap_or(after);
    }
    let offset = usize::from_str_radix(offset, 16).ok()?;
    (!groups.is_empty()).then_some((offset, groups))
}
