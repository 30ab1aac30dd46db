//! Text from outside made visible: a name, a message or a path can't hide, move or imitate the text around it.
//!
//! The decision is by Unicode property. Controls, format characters, line and paragraph separators, unassigned and private
//! code points, and everything that is drawn as nothing by default become escapes such as `\u{1b}`. Unusual spaces become
//! spaces. A few combining marks stay with their letter; more of them, or marks without a letter, become escapes.
//! Invariants: a [`Shown`] has no line break but its own; showing a text twice changes nothing.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};
use std::ops::Deref;

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory as Category};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Combining marks that may follow one another. Vietnamese, Hebrew and Thai need up to three, stacks that cover other lines many.
const MOST_MARKS: usize = 4;

/// Text for a terminal, a dialog of the operating system or a window title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(String);

impl Shown {
    /// One line, whatever the text contains.
    pub fn line(text: impl Display) -> Shown {
        let text = text.to_string();
        Shown(match visible(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(shown) => shown,
        })
    }

    /// One line for each item.
    pub fn lines(lines: impl IntoIterator<Item = impl Display>) -> Shown {
        let mut shown = Shown::default();
        lines.into_iter().for_each(|line| shown.add(line));
        shown
    }

    /// Adds a line.
    pub fn add(&mut self, line: impl Display) {
        self.append(Shown::line(line));
    }

    /// Adds the lines of another text.
    pub fn append(&mut self, lines: Shown) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&lines.0);
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Shown {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text on one line, with everything visible.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    // A mark at the beginning would change the sign in front of the text.
    let mut marks = MOST_MARKS;
    for c in text.chars() {
        let category = category(c);
        let is_mark = matches!(category, Category::NonspacingMark | Category::EnclosingMark);
        let fits = !is_mark || marks < MOST_MARKS;
        marks = if is_mark { marks + 1 } else { 0 };
        if is_hidden(c, category) || !fits {
            // Writing to a String cannot fail.
            let _ = write!(shown, "{}", c.escape_default());
            marks = MOST_MARKS;
        } else if category == Category::SpaceSeparator {
            shown.push(' ');
            marks = MOST_MARKS;
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// JSON text with hidden characters as JSON escapes; every other byte is unchanged. A line break between two members becomes a space, so
/// that the text is one line.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if json.bytes().all(is_plain) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, '\n' | '\r' | '\t') {
            shown.push(' ');
        } else if is_hidden(c, category(c)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// True for a character that is drawn as nothing, or acts on the text around it.
pub(crate) fn hides(c: char) -> bool {
    is_hidden(c, category(c))
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

pub(crate) fn category(c: char) -> Category {
    CodePointMapData::<Category>::new().get(c)
}

fn is_hidden(c: char, category: Category) -> bool {
    let by_category = matches!(
        category,
        Category::Control
            | Category::Format
            | Category::LineSeparator
            | Category::ParagraphSeparator
            | Category::Surrogate
            | Category::PrivateUse
            | Category::Unassigned
    );
    by_category || c == BRAILLE_BLANK || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// A sign of braille without a dot. By its category a symbol, and drawn as nothing.
const BRAILLE_BLANK: char = '\u{2800}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown() {
        for (text, shown) in [
            ("plain, with 'é', 漢, हिन्दी and ไทย", "plain, with 'é', 漢, हिन्दी and ไทย"),
            ("two\r\nlines\t.", r"two\r\nlines\t."),
            ("\u{1b}[9A\u{1b}[J", r"\u{1b}[9A\u{1b}[J"),
            ("\u{7f}\u{85}\u{9b}2J", r"\u{7f}\u{85}\u{9b}2J"),
            ("a\u{202e}b\u{200b}\u{2066}", r"a\u{202e}b\u{200b}\u{2066}"),
            ("so\u{ad}ft\u{feff}", r"so\u{ad}ft\u{feff}"),
            ("tag\u{e0041}\u{e007f}", r"tag\u{e0041}\u{e007f}"),
            ("\u{3164}\u{115f}\u{1160}\u{ffa0}", r"\u{3164}\u{115f}\u{1160}\u{ffa0}"),
            ("a\u{34f}\u{17b4}\u{180b}\u{fe0f}", r"a\u{34f}\u{17b4}\u{180b}\u{fe0f}"),
            ("\u{2800}\u{2801}", "\\u{2800}\u{2801}"),
            ("line\u{2028}paragraph\u{2029}", r"line\u{2028}paragraph\u{2029}"),
            ("private \u{e000} none \u{378}", r"private \u{e000} none \u{378}"),
            ("wide\u{3000}narrow\u{202f}no break\u{a0}.", "wide narrow no break ."),
            ("e\u{301}", "e\u{301}"),
            ("\u{301}e", r"\u{301}e"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown, "shown twice");
        }
        let tower = format!("e{}", "\u{301}".repeat(6));
        assert_eq!(visible(&tower), format!("e{}{}", "\u{301}".repeat(4), r"\u{301}".repeat(2)));
    }

    /// Every code point of the basic plane and some of the others, between letters: std's own idea of what can be printed is the second opinion.
    #[test]
    fn no_character_is_left_that_cannot_be_seen() {
        let all =
            (0..0x1_0000).chain((0x1_0000..=u32::from(char::MAX)).step_by(61)).chain(0xe_0000..0xe_0200);
        for c in all.filter_map(char::from_u32) {
            let text = format!("a{c}b");
            let shown = visible(&text);
            let printed: String = text.escape_debug().collect();
            let is_text = printed == text || ['"', '\'', '\\', ' '].contains(&c);
            // A newer Unicode of either one assigns more.
            let is_assigned = category(c) != Category::Unassigned;
            assert!(is_text || !shown.contains(c) || (is_assigned && !c.is_control()), "{:x}", u32::from(c));
            assert!(!hides(c) || shown == format!("a{}b", c.escape_default()), "{:x}", u32::from(c));
            assert!(!shown.contains(['\n', '\r', '\u{1b}', '\u{2028}', '\u{2029}']));

            let json = serde_json::Value::from(text.as_str()).to_string();
            let escaped = visible_json(&json);
            assert!(!hides(c) || !escaped.contains(c), "{:x}", u32::from(c));
            if hides(c) {
                assert_eq!(serde_json::from_str::<String>(&escaped).ok().as_deref(), Some(&*text));
            }
        }
    }

    #[test]
    fn json_is_the_same_text_but_for_escapes() {
        for (json, shown) in [
            (r#"{"b":1.10,"a":"\u001b é"}"#, r#"{"b":1.10,"a":"\u001b é"}"#),
            ("{\"\u{202e}\":\"\u{e0041}\u{7f}\"}", r#"{"\u202e":"\udb40\udc41\u007f"}"#),
            ("{\n\t\"a\":\r1e5 }", "{  \"a\": 1e5 }"),
        ] {
            assert_eq!(visible_json(json), shown);
        }
    }

    #[test]
    fn a_line_break_is_ours_alone() {
        let mut text = Shown::line("Merchant A\nMerchant B");
        text.add("");
        text.append(Shown::lines(["one", "two\r"]));
        assert_eq!(&*text, "Merchant A\\nMerchant B\n\none\ntwo\\r");
    }
}
