//! Finding records by words of their names: the one rule of the lanes' filter and of `taplinectl change-set --where name=…`.
//!
//! Letter case and accents do not count: "cafe" finds "Café". Not a search of lists that core holds, whose cells may be anything.

/// True if every typed word is in the text, in any order. No word at all matches everything.
pub fn matches(text: &str, typed: &str) -> bool {
    let text = folded(text);
    folded(typed).split_whitespace().all(|word| has(&text, word))
}

/// Two letters are a country more often than a part of a word: "nl" begins a word of "Retail NL", and none of "Finland".
fn has(text: &str, word: &str) -> bool {
    let is_short = word.chars().count() <= 2 && word.chars().all(char::is_alphabetic);
    if is_short {
        text.split(|letter: char| !letter.is_alphanumeric()).any(|part| part.starts_with(word))
    } else {
        text.contains(word)
    }
}

/// Letters with their accents in one sign, and the letters that people type for them.
const LETTERS: &[(&str, &str)] = &[
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    // At the end of a word the same letter is written otherwise.
    ("ς", "σ"),
];

/// Lower case without accents, also where an accent is a sign of its own.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            '\u{300}'..='\u{36F}' => {}
            _ if letter.is_ascii() => folded.push(letter),
            _ => match LETTERS.iter().find(|(known, _)| known.contains(letter)) {
                Some((_, plain)) => folded.push_str(plain),
                None => folded.push(letter),
            },
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LETTERS, folded, matches};

    #[test]
    fn words_find_names_in_any_order_case_and_accent() {
        for (text, typed, finds) in [
            ("Retail NL", "nl", true),
            ("Retail NL", "NL retail", true),
            ("Retail NL", "tail", true),
            ("Retail NL", "", true),
            ("Retail NL", "  ", true),
            ("Retail NL", "retail de", false),
            ("Retail Finland", "nl", false),
            ("Retail Finland", "fi", true),
            ("Retail Finland", "lan", true),
            ("visa retail nl (shared desk) 19", "nl", true),
            ("visa retail north 12", "12", true),
            ("visa retail north 12", "n", true),
            ("Visa 05", "05", true),
            ("Visa 105", "05", true),
            ("Café Zürich", "cafe zurich", true),
            ("Cafe Zurich", "CAFÉ ZÜRICH", true),
            ("Cafe\u{301} Zurich", "café", true),
            ("Straße", "strasse", true),
            ("Łódź øst", "lodz ost", true),
            ("ΚΑΦΕ", "καφε", true),
            ("Café", "caffe", false),
        ] {
            assert_eq!(matches(text, typed), finds, "{text} {typed}");
        }
    }

    #[test]
    fn a_letter_stands_in_one_row_and_in_lower_case() {
        let all: Vec<char> = LETTERS.iter().flat_map(|(known, _)| known.chars()).collect();
        for letter in &all {
            assert_eq!(all.iter().filter(|other| *other == letter).count(), 1, "{letter}");
            assert!(letter.to_lowercase().eq([*letter]), "{letter}");
        }
    }

    proptest! {
        #[test]
        fn a_name_finds_itself_however_it_is_written(name in "\\PC{0,40}") {
            prop_assert!(matches(&name, &name), "{}", folded(&name));
            prop_assert!(matches(&name, &name.to_lowercase()));
        }
    }
}
