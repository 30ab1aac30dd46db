//! The kinds that need no type of their own: text, true or false, records and lists of them, parameters.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{json_of, present, quoted};
use crate::json;
use crate::params::{Params, ParamsField};
use crate::record::{Field, Misfit, Record};
use crate::secret::Secret;

/// Text, or absent (`null` counts as absent).
impl Field for Option<String> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        serde_json::from_str(raw).map(Some).map_err(|_| Misfit::new("", "text", Some(raw)))
    }
    fn write(&self) -> Option<String> {
        self.as_deref().map(quoted)
    }
}

/// Text that the document requires.
impl Field for String {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Option::<String>::read(raw)?.ok_or_else(|| Misfit::new("", "text", raw))
    }
    fn write(&self) -> Option<String> {
        Some(quoted(self))
    }
}

/// True or false, or absent (`null` counts as absent).
impl Field for Option<bool> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        match present(raw) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            other => Err(Misfit::new("", "true or false", other)),
        }
    }
    fn write(&self) -> Option<String> {
        self.map(|value| value.to_string())
    }
}

/// A record inside a record, or absent (`null` counts as absent).
impl<R: Record + Serialize> Field for Option<R> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        present(raw).map(R::read).transpose()
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(json_of)
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        if let Some(record) = self {
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

fn in_list<R: Record>(records: &[R]) -> Option<String> {
    records.iter().enumerate().find_map(|(at, record)| Some(format!("{at}.{}", record.unnamed()?)))
}

/// A list of records, or absent (`null` counts as absent).
impl<R: Record + Serialize> Field for Option<Vec<R>> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        let read =
            |(at, item): (usize, &&RawValue)| R::read(item.get()).map_err(|m| m.under(&format!("[{at}]")));
        json::items(raw)?.iter().enumerate().map(read).collect::<Result<_, _>>().map(Some)
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(json_of)
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        self.iter().flatten().for_each(|record| record.secrets(found));
    }
    fn unnamed(&self) -> Option<String> {
        self.as_deref().and_then(in_list)
    }
    fn is_exact(path: &str) -> bool {
        R::is_exact(path)
    }
}

/// A list of records that the document requires.
impl<R: Record + Serialize> Field for Vec<R> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        Option::<Vec<R>>::read(raw)?.ok_or_else(|| Misfit::new("", "a list", raw))
    }
    fn write(&self) -> Option<String> {
        Some(json_of(self))
    }
    fn secrets(&self, found: &mut Vec<Secret>) {
        for record in self {
            record.secrets(found);
        }
    }
    fn unnamed(&self) -> Option<String> {
        in_list(self)
    }
    fn is_exact(path: &str) -> bool {
        R::is_exact(path)
    }
}

/// JSON text inside a JSON text. A service that sends the object itself is understood too.
impl Field for ParamsField {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(ParamsField::Absent) };
        Ok(match serde_json::from_str::<String>(raw) {
            Ok(content) => ParamsField::read(&content),
            Err(_) => ParamsField::read(raw),
        })
    }
    fn write(&self) -> Option<String> {
        match self {
            ParamsField::Absent => None,
            field => Some(quoted(field.text())),
        }
    }
}

/// Parameters as an object.
impl Field for Option<Params> {
    fn read(raw: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = present(raw) else { return Ok(None) };
        Params::parse(raw).map(Some).ok_or_else(|| Misfit::new("", "an object with each key once", Some(raw)))
    }
    fn write(&self) -> Option<String> {
        self.as_ref().map(|params| params.text().to_owned())
    }
}
