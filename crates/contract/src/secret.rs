//! Text that must not be shown: `adminPwd`, a new `deviceAdmin`, a `jwtSecret`.
//!
//! It goes from the page to core once, and to the service in a body. Nothing else may write it and nothing can print it: it has
//! neither `Debug` nor `Serialize`, and the fields that carry it name their serializer. It is wiped when it is dropped, and so is
//! the JSON text made of it here (copies inside the browser engine cannot be wiped).

use std::io;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

use crate::json::{self, Other};

/// A secret typed by a person or returned by the service.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(Zeroizing<String>);

/// A code that is shown once, on its way from the page to the clipboard.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Code(#[serde(serialize_with = "through_the_door")] pub Secret);

impl Secret {
    pub fn new(text: String) -> Secret {
        Secret(Zeroizing::new(text))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// For `serialize_with` of the few fields that carry a secret between page and core.
pub(crate) fn through_the_door<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}

/// JSON text of a value that may hold a secret. It leaves no copy behind while it grows.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Zeroizing<String>> {
    let mut grown = Grown(Zeroizing::default());
    serde_json::to_writer(&mut grown, value)?;
    // The library writes nothing but UTF-8.
    Ok(Zeroizing::new(String::from_utf8(std::mem::take(&mut *grown.0)).unwrap_or_default()))
}

/// [`to_json`] as plain text, which the caller must wipe.
pub fn to_json_text<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    to_json(value).map(|mut text| std::mem::take(&mut *text))
}

/// The text of a raw value, without a copy.
pub fn into_text(raw: Box<RawValue>) -> Zeroizing<String> {
    Zeroizing::new(Box::<str>::from(raw).into_string())
}

struct Grown(Zeroizing<Vec<u8>>);

impl io::Write for Grown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let needed = self.0.len() + bytes.len();
        if needed > self.0.capacity() {
            let mut larger = Zeroizing::new(Vec::with_capacity(needed.max(self.0.capacity() * 2).max(256)));
            larger.extend_from_slice(&self.0);
            self.0 = larger;
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Members whose values are secret, wherever they stand in a body.
pub const NAMES: [&str; 3] = ["adminPwd", "deviceAdmin", "jwtSecret"];

/// Adds values under the name of a secret among members that no type names, however deep; JSON inside a text counts too.
pub(crate) fn named(members: &Other, found: &mut Vec<Secret>) {
    for (key, raw) in members {
        let text = serde_json::from_str::<String>(raw).ok().map(Secret::new);
        match text {
            Some(text) if NAMES.contains(&key.as_str()) => found.push(text),
            Some(text) => within(text.expose(), found),
            None => within(raw, found),
        }
    }
}

fn within(raw: &str, found: &mut Vec<Secret>) {
    if let Ok(members) = json::members(raw) {
        named(&members, found);
    } else if let Ok(items) = json::items(raw) {
        for item in &items {
            within(item.get(), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does not compile once a secret can be printed or written: then there are two ways to read the call below.
    #[test]
    fn a_secret_can_be_neither_printed_nor_written() {
        trait Absent<Which> {
            fn absent() {}
        }
        struct Printed;
        struct Shown;
        struct Written;
        impl<T> Absent<()> for T {}
        impl<T: std::fmt::Debug> Absent<Printed> for T {}
        impl<T: std::fmt::Display> Absent<Shown> for T {}
        impl<T: Serialize> Absent<Written> for T {}
        <Secret as Absent<_>>::absent();
    }

    #[test]
    fn json_that_grows_is_the_same_json() {
        let long: Vec<String> = (0..500).map(|number| format!("é\"{number}")).collect();
        assert_eq!(*to_json(&long).unwrap(), serde_json::to_string(&long).unwrap());
        assert_eq!(*to_json("a\"b").unwrap(), r#""a\"b""#);
        let raw = RawValue::from_string("[1, 2]".to_owned()).unwrap();
        assert_eq!(*into_text(raw), "[1, 2]");
    }
}
