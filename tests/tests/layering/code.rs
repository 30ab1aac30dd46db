//! Rust text without what only looks like code, and the words in it.

/// The code with comments and the insides of texts blanked out; lines stay lines.
pub(crate) fn code_of(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = String::with_capacity(source.len());
    let mut at = 0;
    while at < bytes.len() {
        let end = end_of_blank(source, at);
        if end > at {
            code.extend(source[at..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        } else {
            let width = source[at..].chars().next().map_or(1, char::len_utf8);
            code.push_str(&source[at..at + width]);
            at += width;
        }
    }
    code
}

/// Where a comment or text that begins at `at` ends; `at` itself when none begins there.
fn end_of_blank(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    let after = |found: Option<usize>, width: usize| found.map_or(source.len(), |found| at + found + width);
    if rest.starts_with("//") {
        return after(rest.find('\n'), 0);
    }
    if rest.starts_with("/*") {
        return after(rest.find("*/"), 2);
    }
    let begins_word = !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    if begins_word && let Some(hashes) = raw_text(rest) {
        let close = format!("\"{}", "#".repeat(hashes));
        let begin = rest.find('"').unwrap_or(0) + 1;
        return after(rest[begin..].find(&close), begin + close.len());
    }
    if let Some(inside) = rest.strip_prefix('"') {
        return at + 1 + text_length(inside);
    }
    // A sign, and not a lifetime.
    let mut signs = rest.chars();
    if signs.next() == Some('\'') {
        let first = signs.next();
        if first == Some('\\') {
            return after(
                rest[2..].find('\'').filter(|found| *found > 0).or(rest[3..].find('\'').map(|f| f + 1)),
                3,
            );
        }
        if signs.next() == Some('\'') {
            return at + 2 + first.map_or(0, char::len_utf8);
        }
    }
    at
}

/// How many hashes a raw text begins with.
fn raw_text(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix("br").or(rest.strip_prefix('r'))?;
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// Length up to and with the closing quote.
fn text_length(inside: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    inside.len()
}

/// Whether code contains this word by itself.
pub(crate) fn has_word(code: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(part) && !code[at + word.len()..].starts_with(part))
}

mod tests {
    use super::{code_of, has_word};

    #[test]
    fn comments_and_texts_are_no_code() {
        for (source, code) in [
            ("a // b\nc", "a\nc"),
            ("a /* b\n */ c", "a\nc"),
            ("f(\"b \\\" c\") d", "f()d"),
            ("r#\"a\"b\"# c", "c"),
            ("br\"x\" c", "c"),
            ("bar\"x\"", "bar"),
            ("'\"' \"x\" 'a' b", "b"),
            ("'\\'' a '\\n' '\\\\' b '\\u{7f}' c", "abc"),
            ("fn f<'a>(x: &'a str)", "fnf<'a>(x:&'astr)"),
            ("\"ü\" x", "x"),
            ("never closed \"x", "neverclosed"),
        ] {
            let found = code_of(source);
            assert_eq!(found.replace(' ', ""), code, "{source}");
            assert_eq!(found.chars().count(), source.chars().count(), "{source}");
        }
    }

    #[test]
    fn a_word_stands_by_itself() {
        assert!(has_word("x.alert(y)", "alert"));
        assert!(!has_word("alerted alert_with", "alert"));
    }
}
