//! The kinds of members that records have. Service document, "Resources and their fields".
//!
//! Digits of a number are kept, as are the kind of a value that the document leaves open, and the difference between
//! absent and `null` where the document makes one. Nothing here becomes a float.

mod as_text;
mod plain;

pub use self::as_text::{AsText, OrText};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::Error as _};
use serde_json::value::RawValue;

use crate::guard::{Guard, Guarded};
use crate::json;
pub use crate::number::Number;
use crate::record::{self, Field, Misfit, Other, canonical};
use crate::secret::{self, Secret};

/// A present member's text; `null` counts as absent.
fn present(raw: Option<&str>) -> Option<&str> {
    raw.filter(|raw| *raw != "null")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A value that can't be written becomes invalid JSON: then the record around it can't be written either, rather than being
/// sent without the member.
fn json_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Texts, or absent (`null` counts as absent).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Texts(pub Vec<String>);

impl Field for Option<Texts> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        serde_json::from_str(raw)
            .map(|texts| Some(Texts(texts)))
            .map_err(|_| Misfit::new("", "a list of texts", Some(raw)))
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(|texts| json_of(&texts.0))
    }
}

/// A number, or absent (`null` counts as absent).
impl Field for Option<Number> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        Number::parse(raw).map(Some).ok_or_else(|| Misfit::new("", "a number", Some(raw)))
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(|number| number.text().to_owned())
    }
}

/// A number that the document requires.
impl Field for Number {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Option::<Number>::read(raw)?.ok_or_else(|| Misfit::new("", "a number", raw))
    }
    fn write(&self) -> Option<String> {
        Some(self.text().to_owned())
    }
}

/// A value whose kind the document leaves open ("number or string"), or that it does not show: kept as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loose(String);

impl Loose {
    pub fn text(text: &str) -> Loose {
        Loose(quoted(text))
    }

    /// `None` when it is no JSON.
    pub fn json(raw: &str) -> Option<Loose> {
        serde_json::from_str::<&RawValue>(raw).is_ok().then(|| Loose(raw.trim().to_owned()))
    }

    pub fn raw(&self) -> &str {
        &self.0
    }

    /// For people: a text without its quotes, anything else as it is written.
    pub fn shown(&self) -> String {
        serde_json::from_str(&self.0).unwrap_or_else(|_| self.0.clone())
    }
}

/// Anything, or absent. `null` is something.
impl Field for Option<Loose> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Ok(raw.map(|raw| Loose(raw.to_owned())))
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(|loose| loose.0.clone())
    }
}

/// A member that may be absent, `null` or a value, where the document distinguishes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Nullable<T> {
    #[default]
    Absent,
    Null,
    Value(T),
}

impl<T> Nullable<T> {
    pub fn value(&self) -> Option<&T> {
        match self {
            Nullable::Value(value) => Some(value),
            Nullable::Absent | Nullable::Null => None,
        }
    }
}

impl<T> Field for Nullable<T>
where
    Option<T>: Field,
    T: Clone,
{
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Ok(match (raw, Option::<T>::read(raw)?) {
            (_, Some(value)) => Nullable::Value(value),
            (Some(_), None) => Nullable::Null,
            (None, None) => Nullable::Absent,
        })
    }
    fn write(&self) -> Option<String> {
        match self {
            Nullable::Absent => None,
            Nullable::Null => Some("null".to_owned()),
            Nullable::Value(value) => Some(value.clone()).write(),
        }
    }
}

/// An object with free keys: key and JSON text, in the order read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeMap(pub Other);

impl Field for Option<FreeMap> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        record::members(raw).map(|members| Some(FreeMap(members)))
    }
    fn write(&self) -> Option<String> {
        let object = record::object(Vec::new(), &self.as_ref()?.0);
        Some(object.map(|raw| raw.get().to_owned()).unwrap_or_default())
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        if let Some(map) = self {
            secret::named(&map.0, found);
        }
    }
}

/// An object whose values are lists, in the order read: `acptSelection`, `emvList`, `methodList`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<T>(pub Vec<(String, Vec<T>)>);

impl<T> Lists<T> {
    pub fn get(&self, key: &str) -> Option<&[T]> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, items)| items.as_slice())
    }
}

/// Element of a list of [`Lists`].
pub trait Item: Sized {
    const EXPECTED: &'static str;
    fn from_raw(raw: &str) -> Option<Self>;
    fn raw(&self) -> String;
}

impl Item for String {
    const EXPECTED: &'static str = "a list of texts";
    fn from_raw(raw: &str) -> Option<Self> {
        serde_json::from_str(raw).ok()
    }
    fn raw(&self) -> String {
        quoted(self)
    }
}

impl Item for Number {
    const EXPECTED: &'static str = "a list of numbers";
    fn from_raw(raw: &str) -> Option<Self> {
        Number::parse(raw)
    }
    fn raw(&self) -> String {
        self.text().to_owned()
    }
}

impl<T: Item> Field for Option<Lists<T>> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        let list = |(key, raw): (String, String)| {
            let misfit = || Misfit::new(&key, T::EXPECTED, Some(&raw));
            let items = json::items(&raw).map_err(|_| misfit())?;
            let items =
                items.iter().map(|item| T::from_raw(item.get())).collect::<Option<_>>().ok_or_else(misfit)?;
            Ok((key, items))
        };
        record::members(raw)?.into_iter().map(list).collect::<Result<_, _>>().map(|lists| Some(Lists(lists)))
    }
    fn write(&self) -> Option<String> {
        let list = |(key, items): &(String, Vec<T>)| {
            let items: Vec<_> = items.iter().map(Item::raw).collect();
            format!("{}:[{}]", quoted(key), items.join(","))
        };
        let lists: Vec<_> = self.as_ref()?.0.iter().map(list).collect();
        Some(format!("{{{}}}", lists.join(",")))
    }
}

/// A secret of the service (class S2): the page knows that it exists, but not its value.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Hidden {
    #[default]
    Absent,
    /// There, and left as it is. Never sent to the service ([`crate::guard`]).
    Kept,
    /// From the service (in core alone), or newly typed by a person.
    Known(Secret),
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Hidden::Absent => "Absent",
            Hidden::Kept => "Kept",
            Hidden::Known(_) => "Known(••••)",
        })
    }
}

const KEPT: &str = r#"{"hidden":true}"#;

impl Field for Hidden {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        match present(raw) {
            None => Ok(Hidden::Absent),
            Some(raw) if record::same_json(raw, KEPT) => Ok(Hidden::Kept),
            Some(raw) => serde_json::from_str::<String>(raw)
                .map(|text| Hidden::Known(Secret::new(text)))
                .map_err(|_| Misfit::new("", "text", Some(raw))),
        }
    }
    fn write(&self) -> Option<String> {
        match self {
            Hidden::Absent => None,
            Hidden::Kept => Some(KEPT.to_owned()),
            Hidden::Known(secret) => secret::to_json_text(secret.expose()).ok(),
        }
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        if let Hidden::Known(secret) = self {
            found.push(secret.clone());
        }
    }
}

impl Guarded for Hidden {
    fn guard(&mut self, to: Guard<'_>) {
        match (&self, to) {
            (Hidden::Known(_), Guard::Page | Guard::Disk(_)) => *self = Hidden::Kept,
            (Hidden::Kept, Guard::Service) => *self = Hidden::Absent,
            _ => {}
        }
    }
}

/// Free keys, whose values may be credentials.
impl Guarded for Option<FreeMap> {
    fn guard(&mut self, to: Guard<'_>) {
        let Guard::Disk(seal) = to else { return };
        for (_, raw) in self.iter_mut().flat_map(|map| &mut map.0) {
            // The service may spell the value otherwise, and the hash is of the value.
            *raw = serde_json::Value::from(seal.text(&canonical(raw))).to_string();
        }
    }
}

/// Serde for kinds that stand alone somewhere: the same text as inside a record.
macro_rules! alone {
    ($($kind:ty, $expected:literal;)*) => { $(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text = Some(self.clone()).write().unwrap_or_else(|| "null".to_owned());
                RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = <Box<RawValue>>::deserialize(deserializer)?;
                let read = Option::<$kind>::read(Some(raw.get())).map_err(D::Error::custom)?;
                read.ok_or_else(|| D::Error::custom(concat!("expected ", $expected)))
            }
        }
    )* };
}

alone! {
    Number, "a number";
    Loose, "a value";
    FreeMap, "an object";
}
