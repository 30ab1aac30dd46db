//! Words of the command line as a sentence or another line may repeat them: a long one may be a token.

/// Longest word that is repeated when it is in the wrong place: a longer one may be a token.
pub(crate) const LONGEST_REPEATED: usize = 24;

/// A word that was given in the place of a name, as a sentence may repeat it: a long one may be a token.
pub(crate) fn named(word: &str) -> &str {
    if word.len() > LONGEST_REPEATED { "this long word" } else { word }
}

/// A file as a sentence may name it: a token or a password that was given in its place is not repeated.
pub(crate) fn file_of(option: &str, given: &str) -> String {
    let part = |part: &str| part.len() <= LONGEST_REPEATED && !part.starts_with("eyJ");
    let (stem, end) = given.rsplit_once('.').unwrap_or((given, ""));
    let named = (1..=5).contains(&end.len())
        && end.chars().all(|sign| sign.is_ascii_lowercase())
        && stem.chars().all(|sign| sign.is_ascii_alphanumeric() || "-_".contains(sign));
    let path = given.starts_with(['/', '.', '~']) || given.contains(":\\");
    if (named || path) && given.split(['/', '\\']).all(part) {
        return given.to_owned();
    }
    format!("the file of {option}")
}

/// One word of a shell.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./:=@,+".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_path_is_not_repeated() {
        for (given, repeated) in [
            ("token.txt", true),
            ("/tmp/.tmpAbCd/token.txt", true),
            ("./draft.json", true),
            ("geheim-Passwort-42", false),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", false),
            ("/nowhere/0123456789abcdef0123456789abcdef", false),
        ] {
            assert_eq!(file_of("--token-file", given) == given, repeated, "{given}");
        }
    }

    #[test]
    fn a_word_of_a_shell_is_quoted_where_it_has_to_be() {
        for (word, expected) in [
            ("a/b:1", "a/b:1"),
            ("Acme live", "'Acme live'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("$x", "'$x'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
