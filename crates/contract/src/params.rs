//! The EMV parameters of a configuration, kept as the text in which they came.
//!
//! Service document, "EMV configuration" and "EMV parameters": read as JSON text, sent as an object. The invariant:
//! after an edit every byte outside the edited value is as it was read — unknown keys, key order, number spelling,
//! white space. A text that is no JSON object, or that holds a key twice, is [`ParamsField::Unreadable`]: it is shown
//! and never edited, because a changed copy could drop something. A map of `serde_json` that is written again would have other white
//! space, so an edit works on the text.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::value::RawValue;
use tapline_emv::Value;

use crate::canonical::normalized;
use crate::json::{self, Span};
use crate::misfit::kind_of;
use crate::number::Number;
use crate::order::{gathered, sort_by};

/// A JSON object as text. Every key occurs once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params(String);

impl Params {
    /// The parameters of an empty configuration: `{}`.
    pub fn empty() -> Params {
        Params("{}".to_owned())
    }

    /// `None` when the text is not a JSON object or holds a key twice.
    pub fn parse(text: &str) -> Option<Params> {
        let spans = json::spans(text)?;
        let mut keys: Vec<_> = spans.iter().map(|s| &s.key).collect();
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1]).then(|| Params(text.to_owned()))
    }

    /// The text as it was read, with the edits made since.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Keys in the order of the text.
    pub fn keys(&self) -> Vec<String> {
        self.spans().into_iter().map(|s| s.key).collect()
    }

    /// The value of `key` as JSON text, exactly as written.
    pub fn raw(&self, key: &str) -> Option<&str> {
        self.span(key).map(|s| &self.0[s.value_start..s.value_end])
    }

    /// Each key with its value as JSON text, in the order of the text.
    pub fn members(&self) -> Vec<(String, &str)> {
        self.spans().into_iter().map(|s| (s.key, &self.0[s.value_start..s.value_end])).collect()
    }

    /// The values by key. [`Params::raw`] reads the whole text each time: for more than a few keys this is the way.
    pub fn by_key(&self) -> BTreeMap<String, &str> {
        gathered(self.members())
    }

    /// Replaces the value of `key`, or adds the key at the end. `raw` must be JSON; other text is refused with `false`.
    #[must_use = "false means that nothing was changed"]
    pub fn set(&mut self, key: &str, raw: &str) -> bool {
        self.edit([(key, Some(raw))])
    }

    /// Takes the key out, with the comma that belongs to it.
    pub fn remove(&mut self, key: &str) {
        let edited = self.edit([(key, None)]);
        debug_assert!(edited, "there is no value that could be refused");
    }

    /// Sets and, where there is no value, removes any number of keys in one pass. New keys go to the end, in the order given. A
    /// value that is no JSON refuses all with `false`.
    #[must_use = "false means that nothing was changed"]
    pub fn edit<'e>(&mut self, edits: impl IntoIterator<Item = (&'e str, Option<&'e str>)>) -> bool {
        let edits: Vec<_> = edits.into_iter().map(|(key, raw)| (key, raw.map(str::trim))).collect();
        if edits.iter().filter_map(|(_, raw)| *raw).any(|raw| serde_json::from_str::<&RawValue>(raw).is_err())
        {
            return false;
        }
        let mut left: BTreeMap<&str, Option<&str>> = gathered(edits.iter().copied());
        let spans = self.spans();
        let brace = self.0.find('{').map_or(0, |brace| brace + 1);
        let start = spans.first().map_or(brace, |first| first.key_start);
        let mut text = self.0[..start].to_owned();
        let (mut before, mut is_first) = (start, true);
        for span in &spans {
            let edit = left.remove(span.key.as_str());
            if edit != Some(None) {
                // The comma before a key belongs to it; the first one needs none.
                let from = if is_first { span.key_start } else { before };
                text.push_str(&self.0[from..span.value_start]);
                text.push_str(edit.flatten().unwrap_or(&self.0[span.value_start..span.value_end]));
                is_first = false;
            }
            before = span.value_end;
        }
        for (key, _) in &edits {
            let Some(Some(raw)) = left.remove(key) else { continue };
            let comma = if is_first { "" } else { "," };
            is_first = false;
            text.extend([comma, &serde_json::Value::from(*key).to_string(), ":", raw]);
        }
        text.push_str(&self.0[before..]);
        self.0 = text;
        true
    }

    /// The parameters as the EMV checks read them.
    pub fn values(&self) -> tapline_emv::Params {
        gathered(self.spans().into_iter().map(|s| (s.key, value_of(&self.0[s.value_start..s.value_end]))))
    }

    /// Equal by value: key order, white space and number spelling (`1.0`, `1.00`) do not count.
    pub fn same_values(&self, other: &Params) -> bool {
        let normal = |p: &Params| {
            let mut all: Vec<_> = p
                .spans()
                .into_iter()
                .map(|s| {
                    let raw = p.0[s.value_start..s.value_end].to_owned();
                    (s.key, normalized(&raw))
                })
                .collect();
            sort_by(&mut all, Ord::cmp);
            all
        };
        normal(self) == normal(other)
    }

    fn spans(&self) -> Vec<Span> {
        json::spans(&self.0).unwrap_or_default()
    }

    fn span(&self, key: &str) -> Option<Span> {
        self.spans().into_iter().find(|s| s.key == key)
    }
}

fn value_of(raw: &str) -> Value {
    if let Some(text) = json::text_of(raw) {
        return Value::Text(text);
    }
    match raw {
        "true" => Value::Flag(true),
        "false" => Value::Flag(false),
        _ => {
            let whole = Number::parse(raw).and_then(|number| number.whole());
            whole.map_or_else(|| Value::Unreadable(raw.to_owned()), Value::Number)
        }
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.0.clone()).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <Box<RawValue>>::deserialize(deserializer)?;
        Params::parse(raw.get()).ok_or_else(|| {
            D::Error::custom(format!("params must be an object, found {}", kind_of(raw.get())))
        })
    }
}

/// The field `params` of a record: JSON text that holds an object, or something that cannot be read as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamsField {
    Absent,
    Readable(Params),
    /// Unreadable JSON, unchanged: shown, never edited, never dropped.
    Unreadable(String),
}

impl ParamsField {
    /// From the text of the field's content (without the JSON quotes).
    pub fn read(content: &str) -> ParamsField {
        Params::parse(content)
            .map_or_else(|| ParamsField::Unreadable(content.to_owned()), ParamsField::Readable)
    }

    pub fn readable(&self) -> Option<&Params> {
        match self {
            ParamsField::Readable(params) => Some(params),
            ParamsField::Absent | ParamsField::Unreadable(_) => None,
        }
    }

    /// The text to show on a raw view.
    pub fn text(&self) -> &str {
        match self {
            ParamsField::Absent => "",
            ParamsField::Readable(params) => params.text(),
            ParamsField::Unreadable(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const READ: &str =
        "{ \"zz\": 1.00,\"clCVMLimit\":2500 , \"x\":{\"b\":1e2,\"a\":[ ]},\n\"aid\":\"A0\\u0030\" }";

    #[test]
    fn an_edit_changes_only_its_value() {
        let mut params = Params::parse(READ).unwrap();
        assert!(params.set("clCVMLimit", "5000"));
        assert_eq!(params.text(), READ.replace("2500", "5000"));
    }

    #[test]
    fn a_new_key_goes_to_the_end() {
        let mut params = Params::parse("{}").unwrap();
        assert!(params.set("a", "1") && params.set("b\"", "\"x\""));
        assert_eq!(params.text(), r#"{"a":1,"b\"":"x"}"#);
        let mut spaced = Params::parse("{ }").unwrap();
        assert!(spaced.set("a", "1"));
        assert!(Params::parse(spaced.text()).is_some());
    }

    #[test]
    fn a_key_is_removed_with_its_comma() {
        for (text, key, left) in [
            ("{\"a\":1}", "a", "{}"),
            ("{\"a\":1, \"b\":2}", "a", "{\"b\":2}"),
            ("{\"a\":1, \"b\":2}", "b", "{\"a\":1}"),
            ("{\"a\":1,\"b\":2 ,\"c\":3}", "b", "{\"a\":1 ,\"c\":3}"),
            ("{\"a\":1}", "q", "{\"a\":1}"),
        ] {
            let mut params = Params::parse(text).unwrap();
            params.remove(key);
            assert_eq!(params.text(), left);
        }
    }

    #[test]
    fn what_is_no_json_is_not_set() {
        let mut params = Params::parse(READ).unwrap();
        assert!(!params.set("aid", "A000"));
        assert!(!params.set("aid", "1, \"evil\": 2"));
        assert_eq!(params.text(), READ);
    }

    #[test]
    fn many_keys_are_set_and_removed_in_one_pass_as_one_by_one() {
        let edits =
            [("x", None), ("zz", None), ("b", Some("2")), ("clCVMLimit", Some(" 7 ")), ("a", Some("1"))];
        for text in [READ, "{ }", "{}", r#"{"zz":1 , "x":2}"#, r#"{"a":[0] ,"b" : 0,"x":2}"#] {
            let (mut at_once, mut one_by_one) = (Params::parse(text).unwrap(), Params::parse(text).unwrap());
            assert!(at_once.edit(edits));
            for (key, raw) in edits {
                match raw {
                    Some(raw) => assert!(one_by_one.set(key, raw)),
                    None => one_by_one.remove(key),
                }
            }
            assert_eq!(at_once.text(), one_by_one.text(), "{text}");
            assert!(Params::parse(at_once.text()).is_some());
            assert!(!at_once.edit([("a", Some("9")), ("q", Some("no JSON"))]));
            assert_eq!(at_once.text(), one_by_one.text(), "nothing was changed");
        }
    }

    #[test]
    fn a_key_twice_is_unreadable() {
        assert_eq!(Params::parse(r#"{"a":1,"a":2}"#), None);
        assert_eq!(ParamsField::read("{broken"), ParamsField::Unreadable("{broken".to_owned()));
    }

    #[test]
    fn equality_is_by_value() {
        let same = |a: &str, b: &str| Params::parse(a).unwrap().same_values(&Params::parse(b).unwrap());
        assert!(same(r#"{"a":1.0,"b":[1,{"x":2,"y":3}]}"#, r#"{ "b":[1, {"y":3,"x":2.00}], "a":1.00 }"#));
        assert!(same(r#"{"a":"x"}"#, r#"{"a":"\u0078"}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":"1"}"#));
        assert!(!same(r#"{"a":9007199254740993}"#, r#"{"a":9007199254740992}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":null}"#));
    }

    proptest! {
        #[test]
        fn editing_any_one_value_leaves_the_rest(values in proptest::collection::vec("(0|[1-9][0-9]{0,9}|1e2|1\\.00|\"[a-z]*\"|\\[ ?\\])", 1..8), at in 0usize..8, new in 0u64..u64::MAX) {
            let at = at % values.len();
            let text = |values: &[String]| {
                let members: Vec<_> = values.iter().enumerate().map(|(i, v)| format!("\"k{i}\" :{v}")).collect();
                format!("{{{} }}", members.join(" ,"))
            };
            let mut params = Params::parse(&text(&values)).unwrap();
            let set = params.set(&format!("k{at}"), &new.to_string());
            prop_assert!(set);
            let mut expected = values.clone();
            expected[at] = new.to_string();
            prop_assert_eq!(params.text(), text(&expected));
        }
    }
}
