//! Envelope and lists of answers. Service document, "Response conventions", "Errors", "Limits".
//!
//! Success is a 2xx status and, on `/api/v2`, `code` being exactly the number 0. This module reads bodies; statuses and
//! connections are the client's.

mod read_once;

use serde::{Deserialize, Serialize};

pub use self::read_once::ReadOnce;
use crate::field::Number;
use crate::guard::Guard;
use crate::json;
use crate::query::query;
use crate::record::{self, Field, Misfit, Other, Record};

/// Type that an endpoint's `data` (or its bare body) is read as.
pub trait Payload: Sized {
    /// True if a success may come without envelope. The document shows EMV create, update and delete so.
    const MAY_BE_BARE: bool = false;
    /// `data` is `None` when it is absent or `null`.
    fn read(data: Option<&str>) -> Result<Self, Misfit>;
    /// Reads a body without envelope, which has to prove by itself that it is the service's.
    fn read_bare(body: &str) -> Result<Self, Misfit> {
        Self::read(Some(body))
    }
    /// Makes it fit for where it goes.
    fn guard(&mut self, _to: Guard<'_>) {}
    /// Takes the secrets out, see [`Record::cut`].
    fn cut(&mut self) {
        self.guard(Guard::Page);
    }
}

impl<R: Record> Payload for R {
    fn read(data: Option<&str>) -> Result<Self, Misfit> {
        R::read(data.ok_or_else(|| Misfit::new("", "an object", None))?)
    }
    fn guard(&mut self, to: Guard<'_>) {
        Record::guard(self, to);
    }
}

/// The answer of a call that has no content but its success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {}

impl Payload for Done {
    fn read(_: Option<&str>) -> Result<Self, Misfit> {
        Ok(Done {})
    }
}

/// `Response<T>` taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    pub msg: Option<String>,
    /// JSON text of `code`. Only the number zero, in any spelling, is success.
    pub code: String,
    /// JSON text; `None` when absent or `null`.
    pub data: Option<String>,
}

impl Envelope {
    /// `None` when the text is no object with a member `code`, or when a member occurs twice.
    pub fn read(body: &str) -> Option<Envelope> {
        let mut members = record::members(body).ok()?;
        let mut raw = |key: &str| {
            let at = members.iter().position(|(k, _)| k == key)?;
            Some(members.remove(at).1)
        };
        let code = raw("code")?;
        let msg = raw("msg").map(|m| serde_json::from_str(&m).unwrap_or(m));
        Some(Envelope { msg, code, data: raw("data").filter(|d| d != "null") })
    }

    pub fn is_success(&self) -> bool {
        is_zero(&self.code)
    }
}

/// True for the number zero, which may be spelled `0.0`, `-0` or `0e0`.
pub fn is_zero(code: &str) -> bool {
    let digits = code.split(['e', 'E']).next().unwrap_or_default();
    Number::parse(code).is_some() && digits.chars().all(|sign| matches!(sign, '0' | '.' | '-'))
}

/// Why the body of a 2xx answer is not a success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSuccess {
    /// The service said no.
    Refused { code: String, msg: Option<String> },
    /// The answer does not have the documented shape.
    Misfit(Misfit),
}

/// Reads the body of a 2xx answer of a wrapped (`/api/v2`) endpoint.
pub fn read_success<P: Payload>(body: &str) -> Result<P, NotSuccess> {
    read_success_by(body, P::read)
}

/// [`read_success`] with `read` in place of [`Payload::read`].
pub fn read_success_by<P: Payload>(
    body: &str,
    read: impl FnOnce(Option<&str>) -> Result<P, Misfit>,
) -> Result<P, NotSuccess> {
    not_too_deep(body)?;
    if P::MAY_BE_BARE && body.trim().is_empty() {
        return read(None).map_err(NotSuccess::Misfit);
    }
    match Envelope::read(body) {
        Some(envelope) if envelope.is_success() => {
            read(envelope.data.as_deref()).map_err(|misfit| NotSuccess::Misfit(misfit.under("data")))
        }
        Some(Envelope { code, msg, .. }) => Err(NotSuccess::Refused { code, msg }),
        None if P::MAY_BE_BARE => P::read_bare(body.trim()).map_err(NotSuccess::Misfit),
        None => Err(NotSuccess::Misfit(match record::members(body) {
            Err(twice) if !twice.field.is_empty() => twice,
            Err(_) => Misfit::new("code", "the number 0", Some(body)),
            Ok(_) => Misfit::new("code", "the number 0", None),
        })),
    }
}

/// Reads the body of a 2xx answer of an unwrapped (`/api/v1`) endpoint.
pub fn read_bare<P: Payload>(body: &str) -> Result<P, NotSuccess> {
    not_too_deep(body)?;
    let body = Some(body.trim()).filter(|body| !matches!(*body, "" | "null"));
    P::read(body).map_err(NotSuccess::Misfit)
}

/// Nothing here recurses into an answer, but its readers may.
fn not_too_deep(body: &str) -> Result<(), NotSuccess> {
    if json::is_nested_at_most(DEEPEST, body) {
        return Ok(());
    }
    let (field, expected, found) =
        (String::new(), format!("at most {DEEPEST} levels of nesting"), "more".to_owned());
    Err(NotSuccess::Misfit(Misfit { field, expected, found }))
}

/// Levels of lists and objects inside each other that an answer may have.
const DEEPEST: usize = 100;

/// One page of a page-based list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// As the service counts; shown, never allocated from.
    pub total: Option<i64>,
    pub current: Option<i64>,
    /// Settlements only.
    pub pages: Option<i64>,
    /// Settlements only.
    pub size: Option<i64>,
    pub has_next: bool,
    pub records: Vec<T>,
    /// Records that could not be read: counted and shown raw; the rest of the list is kept.
    pub unreadable: Vec<Unreadable>,
}

/// A record of a list that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    pub misfit: Misfit,
    /// The record as it was sent.
    pub raw: String,
}

impl<T: Record> Page<T> {
    fn read_by(
        data: Option<&str>,
        decode: impl FnMut(usize, &str) -> Result<T, Misfit>,
    ) -> Result<Self, Misfit> {
        let mut members = record::members(data.ok_or_else(|| Misfit::new("", "an object", None))?)?;
        let (records, unreadable) = records("records", &members, decode)?;
        Ok(Page {
            total: count(&mut members, "total")?,
            current: count(&mut members, "current")?,
            pages: count(&mut members, "pages")?,
            size: count(&mut members, "size")?,
            has_next: has_next(&mut members)?,
            records,
            unreadable,
        })
    }
}

impl<T: Record> Payload for Page<T> {
    fn read(data: Option<&str>) -> Result<Self, Misfit> {
        Page::read_by(data, |_, raw| T::read(raw))
    }
    fn guard(&mut self, to: Guard<'_>) {
        self.records.iter_mut().for_each(|record| record.guard(to));
    }
}

/// One page of a cursor-based list (profiles).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CursorPage<T> {
    pub has_next: bool,
    pub page_size: Option<i64>,
    /// As the service counts; shown, never allocated from.
    pub total_size: Option<i64>,
    pub current_cursor: Option<String>,
    /// Text or null.
    pub next_cursor: Option<String>,
    pub data: Vec<T>,
    /// Records that could not be read: counted and shown raw; the rest of the list is kept.
    pub unreadable: Vec<Unreadable>,
}

impl<T: Record> Payload for CursorPage<T> {
    fn read(data: Option<&str>) -> Result<Self, Misfit> {
        let mut members = record::members(data.ok_or_else(|| Misfit::new("", "an object", None))?)?;
        let (data, unreadable) = records("data", &members, |_, raw| T::read(raw))?;
        Ok(CursorPage {
            page_size: count(&mut members, "pageSize")?,
            total_size: count(&mut members, "totalSize")?,
            has_next: has_next(&mut members)?,
            current_cursor: record::take(&mut members, "currentCursor")?,
            next_cursor: record::take(&mut members, "nextCursor")?,
            data,
            unreadable,
        })
    }
    fn guard(&mut self, to: Guard<'_>) {
        self.data.iter_mut().for_each(|record| record.guard(to));
    }
}

/// A count from the service; `None` also when it is too large, or no whole number.
fn count(members: &mut Other, key: &str) -> Result<Option<i64>, Misfit> {
    let number: Option<Number> = record::take(members, key)?;
    Ok(number.and_then(|number| number.text().parse().ok()))
}

/// True if there is more. Absent means no.
fn has_next(members: &mut Other) -> Result<bool, Misfit> {
    record::take::<Option<bool>>(members, "hasNext").map(Option::unwrap_or_default)
}

/// The records of a list, and those that could not be read.
fn records<T: Record>(
    key: &str,
    members: &Other,
    mut decode: impl FnMut(usize, &str) -> Result<T, Misfit>,
) -> Result<(Vec<T>, Vec<Unreadable>), Misfit> {
    let raw = members.iter().find(|(k, _)| k == key).map(|(_, raw)| raw.as_str());
    let raw = raw.ok_or_else(|| Misfit::new(key, "a list", None))?;
    let (mut records, mut unreadable) = (Vec::new(), Vec::new());
    for (index, item) in json::items(raw).map_err(|misfit| misfit.under(key))?.into_iter().enumerate() {
        match decode(index, item.get()) {
            Ok(record) => records.push(record),
            Err(misfit) => {
                unreadable.push(Unreadable::new::<T>(misfit.under(&format!("{key}[{index}]")), item.get()));
            }
        }
    }
    Ok((records, unreadable))
}

impl Unreadable {
    /// A record that may hold a secret is not kept: only the names of its members are.
    pub fn new<T: Record>(misfit: Misfit, raw: &str) -> Unreadable {
        let raw = if T::SECRET_MEMBERS.iter().all(|name| name.is_empty()) {
            raw.to_owned()
        } else {
            let names = json::spans(raw).unwrap_or_default().into_iter().map(|span| span.key);
            serde_json::Value::from(names.collect::<Vec<_>>()).to_string()
        };
        Unreadable { misfit, raw }
    }
}

query! {
    /// Page of a list. Service document, "Limits".
    #[derive(Copy)]
    PageQuery {
        /// Default 10; -1 returns all.
        page_size: i64 = "pageSize",
        /// Default 1.
        page_number: i64 = "pageNumber",
    }
}

impl PageQuery {
    pub const ALL: PageQuery = PageQuery { page_size: Some(-1), page_number: None };
    pub const DEFAULT_SIZE: i64 = 10;
}

/// Answer of a write that returns at most an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved<I> {
    /// Documented as optional.
    pub id: Option<I>,
}

impl<I: Field> Payload for Saved<I> {
    const MAY_BE_BARE: bool = true;
    fn read(data: Option<&str>) -> Result<Self, Misfit> {
        let Some(raw) = data else { return Ok(Saved { id: None }) };
        let mut members = record::members(raw)?;
        let known = members.iter().any(|(k, v)| k == "id" && v != "null");
        Ok(Saved { id: if known { Some(record::take(&mut members, "id")?) } else { None } })
    }
    /// Without envelope only the id distinguishes a success from foreign JSON.
    fn read_bare(body: &str) -> Result<Self, Misfit> {
        let saved = Self::read(Some(body))?;
        if saved.id.is_some() { Ok(saved) } else { Err(Misfit::new("id", "the id of what was saved", None)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emv_config::{EmvConfig, EmvId};

    #[test]
    fn only_the_number_zero_is_success() {
        for (body, ok) in [
            (r#"{"msg":"SUCCESS","code":0,"data":{"id":7}}"#, true),
            (r#"{"msg":"odd","code":0}"#, true),
            (r#"{"code":0.0}"#, true),
            (r#"{"code":0e5}"#, true),
            (r#"{"code":-0}"#, true),
            (r#"{"code":0.1}"#, false),
            (r#"{"code":"-"}"#, false),
            (r#"{"msg":"SUCCESS","code":"0","data":{"id":7}}"#, false),
            (r#"{"msg":"SUCCESS","code":1,"data":{"id":7}}"#, false),
            (r#"{"code":null}"#, false),
            (r#"{"id":7}"#, true),
            (r#"{"id":null}"#, false),
            (r#"{"error":"x"}"#, false),
            ("{}", false),
            ("", true),
            ("null", false),
            ("[]", false),
            ("\"x\"", false),
            ("<html></html>", false),
            ("{\"code\":0", false),
        ] {
            assert_eq!(read_success::<Saved<EmvId>>(body).is_ok(), ok, "{body}");
        }
    }

    #[test]
    fn a_list_needs_its_envelope() {
        assert!(read_success::<Page<EmvConfig>>(r#"{"records":[]}"#).is_err());
        assert!(read_success::<Page<EmvConfig>>("").is_err());
        let missing = read_success::<Page<EmvConfig>>(r#"{"code":0,"data":{}}"#);
        assert_eq!(missing, Err(NotSuccess::Misfit(Misfit::new("data.records", "a list", None))));
    }

    #[test]
    fn a_bad_record_is_counted_and_the_rest_is_shown() {
        let body = r#"{"code":0,"data":{"total":3,"current":1,"hasNext":false,"records":[
            {"id":1,"emvName":"a"},{"id":2,"emvName":5},{"emvName":"no id"},7]}}"#;
        let page = read_success::<Page<EmvConfig>>(body).unwrap();
        assert_eq!(page.records.len(), 1);
        let fields: Vec<_> = page.unreadable.iter().map(|u| u.misfit.field.as_str()).collect();
        assert_eq!(fields, ["records[1].emvName", "records[2].id", "records[3]"]);
    }

    #[test]
    fn a_refusal_keeps_what_the_service_said() {
        let refused = read_success::<Saved<EmvId>>(r#"{"msg":"EMV parameter error","code":11021}"#);
        let expected =
            NotSuccess::Refused { code: "11021".to_owned(), msg: Some("EMV parameter error".to_owned()) };
        assert_eq!(refused, Err(expected));
    }
}
