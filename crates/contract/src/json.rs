//! Reading JSON text without losing how it was written.
//!
//! [`spans`] gives the members of an object as slices of the text itself, so that an edit can replace one value and leave
//! every other byte alone. Nothing here turns a number into a float. A map of `serde_json`, also with `preserve_order`, keeps neither
//! the white space nor a key that occurs twice, and `#[serde(flatten)]` can't hold a `RawValue`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::misfit::Misfit;

/// One member of an object: its name, and where its name and value stand in the text (byte offsets).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) key: String,
    pub(crate) key_start: usize,
    pub(crate) value_start: usize,
    pub(crate) value_end: usize,
}

/// The members of the object that `text` is, in the order of the text; `None` when it is no JSON object.
pub(crate) fn spans(text: &str) -> Option<Vec<Span>> {
    let members: Members<'_> = serde_json::from_str(text).ok()?;
    let offset = |part: &str| (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    members
        .0
        .into_iter()
        .map(|(key, value)| {
            let value_start = offset(value.get())?;
            Some(Span {
                key: text_of(key.get())?,
                key_start: offset(key.get())?,
                value_start,
                value_end: value_start + value.get().len(),
            })
        })
        .collect()
}

/// Text of a JSON string; `None` for other JSON. Most have no escape and are copied unchanged.
pub(crate) fn text_of(raw: &str) -> Option<String> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') { serde_json::from_str(raw).ok() } else { Some(inside.to_owned()) }
}

/// Members that the document does not name: key and JSON text, in the order read. Also the `null` of one that it names where
/// that says no more than leaving it out: whoever reads the record again finds it as the service wrote it.
pub type Other = Vec<(String, String)>;

/// Takes an object apart. A member that occurs twice is a misfit: which one counts is a guess, and the other could hide a
/// secret.
pub fn members(raw: &str) -> Result<Other, Misfit> {
    let spans = spans(raw).ok_or_else(|| Misfit::new("", "an object", Some(raw)))?;
    let mut keys: Vec<_> = spans.iter().map(|span| span.key.as_str()).collect();
    keys.sort_unstable();
    if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
        let (field, expected, found) = (twice[0].to_owned(), "it once".to_owned(), "it twice".to_owned());
        return Err(Misfit { field, expected, found });
    }
    Ok(spans.into_iter().map(|s| (s.key, raw[s.value_start..s.value_end].to_owned())).collect())
}

/// The items of the list that `raw` is.
pub(crate) fn items(raw: &str) -> Result<Vec<&RawValue>, Misfit> {
    serde_json::from_str(raw).map_err(|_| Misfit::new("", "a list", Some(raw)))
}

/// True if lists and objects are nested at most `limit` deep. Does not recurse; the text need not be JSON.
pub fn is_nested_at_most(limit: usize, text: &str) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                if depth > limit {
                    return false;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    true
}

struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    members.push(entry);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_slices_of_the_text() {
        let text = "{ \"a\" : 1.00 ,\n\"b\\u0063\":{\"x\":[1, 2]} }";
        let found = spans(text).unwrap();
        let shown: Vec<_> =
            found.iter().map(|s| (s.key.as_str(), &text[s.value_start..s.value_end])).collect();
        assert_eq!(shown, [("a", "1.00"), ("bc", "{\"x\":[1, 2]}")]);
        assert_eq!(&text[found[1].key_start..][..9], "\"b\\u0063\"");
    }

    #[test]
    fn brackets_in_texts_are_no_nesting() {
        for (text, depth) in [
            ("", 0),
            ("1", 0),
            ("[]", 1),
            (r#"{"a":[{}]}"#, 3),
            (r#"["[[[["]"#, 1),
            (r#"["\"[[", [[]]]"#, 3),
            (r#"["\\", []]"#, 2),
            ("]]]][", 1),
            ("[][][]", 1),
        ] {
            assert!(is_nested_at_most(depth, text), "{text}");
            assert!(depth == 0 || !is_nested_at_most(depth - 1, text), "{text}");
        }
    }

    #[test]
    fn only_objects_have_spans() {
        for text in ["", "[]", "1", "\"{}\"", "{", "{\"a\":}", "null", "{} x"] {
            assert_eq!(spans(text), None, "{text}");
        }
    }

    #[test]
    fn a_bomb_of_brackets_is_a_value_like_any_other() {
        let bomb = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let found = spans(&format!("{{\"a\":{bomb}}}")).unwrap();
        assert_eq!(found[0].value_end - found[0].value_start, bomb.len());
        assert_eq!(crate::canonical::normalized(&bomb), bomb, "compared as text, not followed");
    }
}
