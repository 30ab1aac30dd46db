//! Ids: newtypes, so that two of them cannot be mixed up. Kept as their text; never a float.
//!
//! An id that the document shows as a number in records is text in paths (`emvId`). A service that sends the other kind is
//! understood, and gets the documented one.

/// Declares ids: `Number` is written as a JSON number where its text is one, `Text` always as text.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $kind:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// As a person typed it, without blanks at the ends; `None` for an empty text.
            pub fn parse(text: &str) -> Option<$name> {
                (!text.trim().is_empty()).then(|| $name(text.trim().to_owned()))
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<u64> for $name {
            fn from(id: u64) -> $name {
                $name(id.to_string())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl $crate::input::PathId for $name {
            fn segment(&self) -> Option<&str> {
                Some(&self.0)
            }
        }

        impl $crate::record::Field for Option<$name> {
            fn read(raw: Option<&str>) -> Result<Self, $crate::record::Misfit> {
                let Some(raw) = raw.filter(|raw| *raw != "null") else { return Ok(None) };
                let text = $crate::id::read(raw)?;
                Ok((!text.trim().is_empty()).then(|| $name($crate::id::ids!(@read $kind text))))
            }
            fn write(&self) -> Option<String> {
                self.as_ref().and_then($crate::record::Field::write)
            }
        }

        impl $crate::record::Field for $name {
            fn read(raw: Option<&str>) -> Result<Self, $crate::record::Misfit> {
                let misfit = || $crate::record::Misfit::new("", $crate::id::ids!(@expected $kind), raw);
                Option::<$name>::read(raw)?.ok_or_else(misfit)
            }
            fn write(&self) -> Option<String> {
                Some($crate::id::ids!(@write $kind &self.0))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = <Box<serde_json::value::RawValue>>::deserialize(deserializer)?;
                $crate::record::Field::read(Some(raw.get())).map_err(serde::de::Error::custom)
            }
        }
    )* };
    (@expected Number) => { "a number" };
    (@expected Text) => { "text" };
    (@read Number $text:expr) => { $text.trim().to_owned() };
    // Blanks at its ends are part of an id that someone else made.
    (@read Text $text:expr) => { $text };
    (@write Number $text:expr) => { $crate::id::number($text) };
    (@write Text $text:expr) => { serde_json::Value::from($text.as_str()).to_string() };
}
pub(crate) use ids;

use crate::number::Number;
use crate::record::Misfit;

/// The text of an id that came as text or as a whole number.
pub(crate) fn read(raw: &str) -> Result<String, Misfit> {
    if let Ok(text) = serde_json::from_str::<String>(raw) {
        return Ok(text);
    }
    let digits = raw.bytes().all(|b| b.is_ascii_digit()).then(|| raw.to_owned());
    let number = digits.or_else(|| Some(Number::parse(raw)?.whole()?.to_string()));
    number.ok_or_else(|| Misfit::new("", "an id", Some(raw)))
}

/// As a number, when the text is one.
pub(crate) fn number(text: &str) -> String {
    let is_number = text == "0" || (!text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()));
    if is_number { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
