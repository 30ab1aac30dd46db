//! Records that a service may tell as text: `extParams` of a terminal.
//!
//! Documented as an object on one way and as text on the other, "(string)" of what kind is left open. Text that is no object
//! passes as it is. It may not name a secret: such text could be shown.

use serde::Serialize;
use zeroize::Zeroizing;

use crate::guard::{Guard, Guarded};
use crate::record::{Field, Misfit, Record};
use crate::secret::{self, Secret};

/// A record, or text that isn't one. Written as the object itself, or as the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrText<R> {
    Record(R),
    Text(String),
}

impl<R> OrText<R> {
    pub fn record(&self) -> Option<&R> {
        match self {
            OrText::Record(record) => Some(record),
            OrText::Text(_) => None,
        }
    }

    pub fn record_mut(&mut self) -> Option<&mut R> {
        match self {
            OrText::Record(record) => Some(record),
            OrText::Text(_) => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            OrText::Record(_) => None,
            OrText::Text(text) => Some(text),
        }
    }
}

impl<R: Record + Serialize> Field for Option<OrText<R>> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = super::present(raw) else { return Ok(None) };
        let Ok(inside) = serde_json::from_str::<String>(raw).map(Zeroizing::new) else {
            return R::read(raw).map(|record| Some(OrText::Record(record)));
        };
        let is_object = inside.trim_start().starts_with('{');
        if is_object || R::SECRET_MEMBERS.iter().any(|name| !name.is_empty() && inside.contains(name)) {
            return R::read(&inside).map(|record| Some(OrText::Record(record)));
        }
        Ok(Some(OrText::Text(inside.as_str().to_owned())))
    }
    fn write(&self) -> Option<String> {
        match self.as_ref()? {
            OrText::Record(record) => Some(super::json_of(record)),
            OrText::Text(text) => Some(super::quoted(text)),
        }
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        if let Some(OrText::Record(record)) = self {
            record.secrets(found);
        }
    }
    fn is_exact(path: &str) -> bool {
        R::is_exact(path)
    }

    fn columns(key: &str) -> Vec<String> {
        R::columns().into_iter().map(|column| format!("{key}.{column}")).collect()
    }
}

/// An [`OrText`] that travels as JSON text inside a text. The object itself is understood too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsText<R>(pub OrText<R>);

impl<R: Record + Serialize> Field for Option<AsText<R>> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Ok(Option::<OrText<R>>::read(raw)?.map(AsText))
    }
    fn write(&self) -> Option<String> {
        match &self.as_ref()?.0 {
            OrText::Record(record) => {
                let inside = secret::to_json(record).unwrap_or_default();
                Some(secret::to_json_text(inside.as_str()).unwrap_or_default())
            }
            OrText::Text(text) => Some(super::quoted(text)),
        }
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        if let Some(AsText(OrText::Record(record))) = self {
            record.secrets(found);
        }
    }
    fn is_exact(path: &str) -> bool {
        R::is_exact(path)
    }

    fn columns(key: &str) -> Vec<String> {
        R::columns().into_iter().map(|column| format!("{key}.{column}")).collect()
    }
}

impl<R: Record> Guarded for Option<AsText<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(AsText(inside)) = self {
            inside.guard(to);
        }
    }
}

impl<R: Record> Guarded for Option<OrText<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(inside) = self {
            inside.guard(to);
        }
    }
}

/// Text that is no record may hold anything.
impl<R: Record> Guarded for OrText<R> {
    fn guard(&mut self, to: Guard<'_>) {
        match self {
            OrText::Record(record) => Record::guard(record, to),
            OrText::Text(text) => text.guard(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Device, DevicePatch};
    use crate::input::Input as _;
    use crate::seal::Seal;

    #[test]
    fn text_that_is_no_object_passes_as_it_is() {
        for text in [r#""""#, r#""lane=7;ü""#, r#""[1]""#, r#""null""#, r#""7""#] {
            let patch = DevicePatch::read(&format!(r#"{{"extParams":{text}}}"#)).unwrap();
            assert_eq!(patch.body().unwrap(), format!(r#"{{"extParams":{text}}}"#));
            let json = format!(r#"{{"deviceId":"CD-1","extParams":{text}}}"#);
            assert_eq!(serde_json::to_string(&Device::read(&json).unwrap()).unwrap(), json);
        }
        let object = r#"{"extParams":"{\"mid\":\"1\"}"}"#;
        assert_eq!(DevicePatch::read(object).unwrap().body().unwrap(), object);
    }

    #[test]
    fn text_shows_no_secret_and_does_not_rest_on_disk() {
        assert!(Device::read(r#"{"deviceId":"CD-1","extParams":"jwtSecret=abc"}"#).is_err());
        let seal = Seal(Box::new(|_| "x".to_owned()));
        let mut patch = DevicePatch::read(r#"{"extParams":"lane=7"}"#).unwrap();
        patch.guard(Guard::Disk(&seal));
        assert_eq!(patch.body().unwrap(), r#"{"extParams":"sealed:x"}"#);
    }
}
