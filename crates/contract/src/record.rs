//! Records of the service, with every member that it sends.
//!
//! [`record!`] declares a record once; reading and writing come from the same list of fields. A member that the list does
//! not name is kept in `other` and written again. A member of the wrong kind makes a [`Misfit`] that names it.

use serde_json::value::RawValue;
use zeroize::Zeroizing;

pub use crate::canonical::{canonical, same_json};
use crate::guard::{Guard, Guarded};
pub use crate::json::{Other, is_nested_at_most, members};
pub use crate::misfit::Misfit;
use crate::secret::Secret;

/// A record of the service.
pub trait Record: Sized {
    /// Members that hold secrets; a record that cannot be read is not shown raw when it may hold one.
    const SECRET_MEMBERS: &'static [&'static str] = &[];

    /// Members whose digits stand as they came: documented ids, hexadecimal fields, sums. Any other may hold the number of a card.
    const EXACT: &'static [&'static str] = &[];

    fn read(raw: &str) -> Result<Self, Misfit>;

    /// True if the member at this path is one of [`Record::EXACT`], here or in a record inside. The only mark by which lists, exports
    /// and taplinectl treat card numbers ([`crate::card`]).
    fn is_exact(path: &str) -> bool;

    /// Its members as columns of a table, `a.b` one inside another; secrets are none.
    fn columns() -> Vec<String> {
        Vec::new()
    }

    /// Makes it safe for its destination.
    fn guard(&mut self, to: Guard<'_>);

    /// Adds the secrets in it, also those of members that the document does not name.
    fn secrets(&self, found: &mut Vec<Secret>);

    /// A member that the document does not name, here or in a list of records inside, by its path.
    fn unnamed(&self) -> Option<String> {
        None
    }

    /// Takes the secrets out; what is left says that they are there. Core calls it on every answer.
    fn cut(&mut self) {
        self.guard(Guard::Page);
    }
}

impl<R: Record> Guarded for Option<R> {
    fn guard(&mut self, to: Guard<'_>) {
        if let Some(record) = self {
            Record::guard(record, to);
        }
    }
}

impl<R: Record> Guarded for Option<Vec<R>> {
    fn guard(&mut self, to: Guard<'_>) {
        for record in self.iter_mut().flatten() {
            Record::guard(record, to);
        }
    }
}

impl<R: Record> Guarded for Vec<R> {
    fn guard(&mut self, to: Guard<'_>) {
        for record in self {
            Record::guard(record, to);
        }
    }
}

/// The kind of one member.
pub trait Field: Sized {
    /// `raw` is the member's JSON text, `None` when it is absent. The field of a [`Misfit`] is relative to the member.
    fn read(raw: Option<&str>) -> Result<Self, Misfit>;
    /// JSON text; `None` when the member is absent.
    fn write(&self) -> Option<String>;
    /// Adds the secrets in it.
    fn secrets(&self, _found: &mut Vec<Secret>) {}
    /// See [`Record::unnamed`]. An object inside is open: it may hold any member.
    fn unnamed(&self) -> Option<String> {
        None
    }
    /// Exactness of a member at a path inside; see [`Record::is_exact`].
    fn is_exact(_path: &str) -> bool {
        false
    }
    /// See [`Record::columns`].
    fn columns(key: &str) -> Vec<String> {
        vec![key.to_owned()]
    }
}

/// Takes the member `key` out of `members` and reads it. A `null` that the kind of the member cannot hold stays there.
pub fn take<F: Field>(members: &mut Other, key: &str) -> Result<F, Misfit> {
    let at = members.iter().position(|(k, _)| k == key);
    let raw = at.map(|at| members[at].1.as_str());
    let field = F::read(raw).map_err(|misfit| misfit.under(key))?;
    if let Some(at) = at.filter(|_| raw != Some("null") || field.write().is_some()) {
        members.remove(at);
    }
    Ok(field)
}

/// Takes a member that holds a secret: the source text is wiped.
pub fn take_secret<F: Field>(members: &mut Other, key: &str) -> Result<F, Misfit> {
    let secret = members.iter_mut().find(|(k, raw)| k == key && raw != "null");
    let Some((_, raw)) = secret else { return take(members, key) };
    let raw = Zeroizing::new(std::mem::take(raw));
    members.retain(|(k, _)| k != key);
    F::read(Some(raw.as_str())).map_err(|misfit| misfit.under(key))
}

/// Those of `other` that are no `null` of a member among `keys`.
pub fn undocumented<'a>(
    other: &'a Other,
    keys: &'static [&'static str],
) -> impl Iterator<Item = &'a (String, String)> {
    other.iter().filter(|(key, raw)| raw != "null" || !keys.contains(&key.as_str()))
}

/// Writes members as one JSON object and wipes the texts they were written from, which may hold a secret. A member that now has a
/// value replaces the `null` that was read.
pub fn object(members: Vec<(&str, Option<String>)>, other: &Other) -> Option<Box<RawValue>> {
    let written: Vec<&str> = members.iter().filter(|(_, raw)| raw.is_some()).map(|(key, _)| *key).collect();
    let other = other.iter().filter(|(key, _)| !written.contains(&key.as_str()));
    let known: Vec<(String, Zeroizing<String>)> =
        members.into_iter().filter_map(|(key, raw)| Some((quoted(key), Zeroizing::new(raw?)))).collect();
    let other: Vec<(String, &str)> = other.map(|(key, raw)| (quoted(key), raw.as_str())).collect();
    let all = || {
        let known = known.iter().map(|(key, raw)| (key.as_str(), raw.as_str()));
        known.chain(other.iter().map(|(key, raw)| (key.as_str(), *raw)))
    };
    // Its final size from the start: growing would leave a copy behind.
    let length = all().map(|(key, raw)| key.len() + raw.len() + 2).sum::<usize>().max(1) + 1;
    let mut text = String::with_capacity(length);
    for (key, raw) in all() {
        text.push(if text.is_empty() { '{' } else { ',' });
        text.push_str(key);
        text.push(':');
        text.push_str(raw);
    }
    text.push_str(if text.is_empty() { "{}" } else { "}" });
    RawValue::from_string(text).ok()
}

fn quoted(key: &str) -> String {
    serde_json::Value::from(key).to_string()
}

/// Declares a record: `field: kind = "member"`, one line each. A mark before the member says what [`Record::guard`] does with
/// it: `secret` (a secret), `whole` (secrets inside), `private` (sealed on disk, or has such members inside), `url` (sealed on
/// disk when it may carry a credential), `free` (sealed on disk when it has a card number in it). `exact` after it: its digits are no
/// card's ([`Record::EXACT`]). Members that the list does not name are sealed on disk when a card number is in them.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $($mark:ident)? $key:literal $($exact:ident)?,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// Members that the document does not name, see [`Other`]($crate::record::Other).
            pub other: $crate::record::Other,
        }

        impl $name {
            /// Members that the document does not name. `other` also has a `null` of a member that it does.
            pub fn undocumented(&self) -> impl Iterator<Item = &(String, String)> {
                $crate::record::undocumented(&self.other, &[$($key),*])
            }
        }

        /// A member that is `null` and one that is not there are the same: a service may say either, from read to read.
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field &&)* self.undocumented().eq(other.undocumented())
            }
        }

        impl Eq for $name {}

        impl $crate::record::Record for $name {
            const SECRET_MEMBERS: &'static [&'static str] = &[$($crate::record::record!(@name $($mark)? $key)),*];

            const EXACT: &'static [&'static str] = &[$($($crate::record::record!(@$exact $key),)?)*];

            fn is_exact(path: &str) -> bool {
                let (key, inside) = path.split_once('.').unwrap_or((path, ""));
                let _ = inside;
                match key {
                    key if Self::EXACT.contains(&key) => true,
                    $($key => <$kind as $crate::record::Field>::is_exact(inside),)*
                    _ => false,
                }
            }

            fn columns() -> Vec<String> {
                let all: &[Vec<String>] = &[$($crate::record::record!(@column $kind, $key $(, $mark)?)),*];
                all.concat()
            }

            fn guard(&mut self, to: $crate::guard::Guard<'_>) {
                $($crate::record::record!(@guard self.$field, to $(, $mark)?);)*
                $crate::guard::undocumented(&mut self.other, to);
            }

            fn secrets(&self, found: &mut Vec<$crate::secret::Secret>) {
                $($crate::record::Field::secrets(&self.$field, found);)*
                $crate::secret::named(&self.other, found);
            }

            fn unnamed(&self) -> Option<String> {
                let own = self.undocumented().next().map(|(key, _)| key.clone());
                own$(.or_else(|| Some(format!("{}.{}", $key, $crate::record::Field::unnamed(&self.$field)?))))*
            }

            fn read(raw: &str) -> Result<Self, $crate::record::Misfit> {
                let members = &mut $crate::record::members(raw)?;
                Ok($name {
                    $($field: $crate::record::record!(@take members, $key $(, $mark)?),)*
                    other: std::mem::take(members),
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let members = vec![$(($key, $crate::record::Field::write(&self.$field)),)*];
                let raw = $crate::record::object(members, &self.other)
                    .ok_or_else(|| serde::ser::Error::custom(concat!(stringify!($name), " has text that isn't JSON")))?;
                let written = raw.serialize(serializer);
                drop($crate::secret::into_text(raw));
                written
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = <Box<serde_json::value::RawValue>>::deserialize(deserializer)?;
                let raw = $crate::secret::into_text(raw);
                <$name as $crate::record::Record>::read(&raw).map_err(serde::de::Error::custom)
            }
        }
    };
    (@take $members:ident, $key:literal) => { $crate::record::take($members, $key)? };
    (@take $members:ident, $key:literal, private) => { $crate::record::take($members, $key)? };
    (@take $members:ident, $key:literal, url) => { $crate::record::take($members, $key)? };
    (@take $members:ident, $key:literal, free) => { $crate::record::take($members, $key)? };
    (@take $members:ident, $key:literal, $mark:ident) => { $crate::record::take_secret($members, $key)? };
    (@column $kind:ty, $key:literal, secret) => { Vec::new() };
    (@column $kind:ty, $key:literal $(, $mark:ident)?) => { <$kind as $crate::record::Field>::columns($key) };
    (@exact $key:literal) => { $key };
    (@name $key:literal) => { "" };
    (@name private $key:literal) => { "" };
    (@name url $key:literal) => { "" };
    (@name free $key:literal) => { "" };
    (@name $mark:ident $key:literal) => { $key };
    (@guard $self:ident.$field:ident, $to:ident) => {};
    (@guard $self:ident.$field:ident, $to:ident, url) => { $crate::guard::url(&mut $self.$field, $to) };
    (@guard $self:ident.$field:ident, $to:ident, free) => { $crate::guard::free(&mut $self.$field, $to) };
    (@guard $self:ident.$field:ident, $to:ident, $mark:ident) => {
        $crate::guard::Guarded::guard(&mut $self.$field, $to)
    };
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{DeviceExtParams, DevicePatch};
    use crate::input::Input as _;
    use crate::merchant::{Merchant, MerchantDraft};

    fn written<R: Record + serde::Serialize>(text: &str) -> String {
        serde_json::to_string(&R::read(text).unwrap()).unwrap()
    }

    #[test]
    fn null_comes_back_where_the_service_wrote_it() {
        let text = r#"{"mchId":"m","extParams":{"acqMid":null},"mchName":null,"mcc":null,"x":null}"#;
        assert_eq!(written::<Merchant>(text), text);
        let secret = r#"{"jwtSecret":null}"#;
        assert_eq!(written::<DeviceExtParams>(secret), secret);
        let mut named = Merchant::read(text).unwrap();
        named.mch_name = Some("A".to_owned());
        let written = serde_json::to_string(&named).unwrap();
        assert_eq!(written, r#"{"mchId":"m","mchName":"A","extParams":{"acqMid":null},"mcc":null,"x":null}"#);
    }

    #[test]
    fn null_and_nothing_are_the_same_to_compare_and_no_unknown_member() {
        let read = |text| Merchant::read(text).unwrap();
        let null = read(r#"{"mchId":"m","mchName":null,"x":null}"#);
        assert_eq!(null, read(r#"{"mchId":"m","x":null}"#));
        assert_ne!(null, read(r#"{"mchId":"m"}"#));
        assert_eq!(null.undocumented().collect::<Vec<_>>(), [&("x".to_owned(), "null".to_owned())]);
        let patch = DevicePatch::read(r#"{"deviceType":null}"#).unwrap();
        assert_eq!(Record::unnamed(&patch), None);
        assert_eq!(patch.body().unwrap(), r#"{"deviceType":null}"#);
        assert_eq!(MerchantDraft::read(r#"{"mcc":null}"#).unwrap().body().unwrap(), r#"{"mcc":null}"#);
    }
}
