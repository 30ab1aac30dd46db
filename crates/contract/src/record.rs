//! Records: what the service says, with everything it says.
//!
//! [`record!`] declares a record once; reading and writing come from the same list of fields. A member that the list does
//! not name is kept in `other` and written again. A member of the wrong kind makes a [`Misfit`] that names it.

use serde_json::value::RawValue;

use crate::json;
use crate::params::ParamsField;

/// Something in an answer does not have the documented kind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{field}: expected {expected}, found {found}")]
pub struct Misfit {
    /// Path inside the answer, e.g. `data.records[3].emvName`.
    pub field: String,
    pub expected: String,
    pub found: String,
}

impl Misfit {
    /// `found` is the JSON text that stood there; `None` when nothing did.
    pub fn new(field: &str, expected: &str, found: Option<&str>) -> Misfit {
        let found = found.map_or("nothing", json::kind_of);
        Misfit { field: field.to_owned(), expected: expected.to_owned(), found: found.to_owned() }
    }

    #[must_use]
    pub fn under(mut self, parent: &str) -> Misfit {
        self.field =
            if self.field.is_empty() { parent.to_owned() } else { format!("{parent}.{}", self.field) };
        self
    }
}

/// A record of the service.
pub trait Record: Sized {
    fn read(raw: &str) -> Result<Self, Misfit>;
}

/// The kind of one member.
pub trait Field: Sized {
    const EXPECTED: &'static str;
    /// `raw` is the member's JSON text, `None` when it is absent.
    fn read(raw: Option<&str>) -> Option<Self>;
    /// JSON text; `None` when the member is absent.
    fn write(&self) -> Option<String>;
}

/// Text, or absent (`null` counts as absent).
impl Field for Option<String> {
    const EXPECTED: &'static str = "text";
    fn read(raw: Option<&str>) -> Option<Self> {
        raw.map_or(Some(None), |raw| serde_json::from_str(raw).ok())
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(|text| serde_json::Value::from(text.as_str()).to_string())
    }
}

/// JSON text inside a JSON text. A service that sends the object itself is understood too.
impl Field for ParamsField {
    const EXPECTED: &'static str = "JSON text";
    fn read(raw: Option<&str>) -> Option<Self> {
        let Some(raw) = raw.filter(|raw| *raw != "null") else { return Some(ParamsField::Absent) };
        Some(match serde_json::from_str::<String>(raw) {
            Ok(content) => ParamsField::read(&content),
            Err(_) => ParamsField::read(raw),
        })
    }
    fn write(&self) -> Option<String> {
        match self {
            ParamsField::Absent => None,
            field => Some(serde_json::Value::from(field.text()).to_string()),
        }
    }
}

/// Members that the document does not name: key and JSON text, in the order read.
pub type Other = Vec<(String, String)>;

/// Takes an object apart. The text must be JSON.
pub fn members(raw: &str) -> Result<Other, Misfit> {
    let spans = json::spans(raw).ok_or_else(|| Misfit::new("", "an object", Some(raw)))?;
    Ok(spans.into_iter().map(|s| (s.key, raw[s.value_start..s.value_end].to_owned())).collect())
}

/// Takes the member `key` out of `members` and reads it.
pub fn take<F: Field>(members: &mut Other, key: &str) -> Result<F, Misfit> {
    let raw = members.iter().position(|(k, _)| k == key).map(|at| members.remove(at).1);
    F::read(raw.as_deref()).ok_or_else(|| Misfit::new(key, F::EXPECTED, raw.as_deref()))
}

/// Writes members as one JSON object.
pub fn object(members: Vec<(&str, Option<String>)>, other: &Other) -> Option<Box<RawValue>> {
    let known = members.into_iter().filter_map(|(k, raw)| Some((k.to_owned(), raw?)));
    let all: Vec<_> = known
        .chain(other.iter().cloned())
        .map(|(k, raw)| format!("{}:{raw}", serde_json::Value::from(k)))
        .collect();
    RawValue::from_string(format!("{{{}}}", all.join(","))).ok()
}

/// Declares a record: `field: kind = "member"`, one line each.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// Members that the document does not name.
            pub other: $crate::record::Other,
        }

        impl $crate::record::Record for $name {
            fn read(raw: &str) -> Result<Self, $crate::record::Misfit> {
                let mut members = $crate::record::members(raw)?;
                Ok($name {
                    $($field: $crate::record::take(&mut members, $key)?,)*
                    other: members,
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let members = vec![$(($key, $crate::record::Field::write(&self.$field)),)*];
                let raw = $crate::record::object(members, &self.other)
                    .ok_or_else(|| serde::ser::Error::custom(concat!(stringify!($name), " holds text that is no JSON")))?;
                raw.serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = <Box<serde_json::value::RawValue>>::deserialize(deserializer)?;
                <$name as $crate::record::Record>::read(raw.get()).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use record;
