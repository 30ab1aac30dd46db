//! Rules shared by the drafts of several resources: required texts, and members that the document does not name.
//!
//! Choice where the service document is silent: a member that it does not name is kept as it was sent, with the digits and the
//! spelling it came in; one that only the service writes (an id, a time, a state) is ignored.

use tapline_contract::params::Params;
use tapline_contract::record::Other;
use tapline_emv::param;

use crate::problem::Problem;

/// The first of these fields that is absent or blank.
pub(crate) fn blank<'a>(fields: &[(&'a str, Option<&str>)]) -> Option<&'a str> {
    fields.iter().find(|(_, text)| text.is_none_or(|text| text.trim().is_empty())).map(|(field, _)| *field)
}

/// The members of `other` that are kept: all but the service's own.
pub(crate) fn kept(other: Other, own: &[&str]) -> Other {
    other.into_iter().filter(|(key, _)| !own.contains(&key.as_str())).collect()
}

/// True for a text with an `@` between two parts and without white space.
pub(crate) fn email(email: &str) -> Result<(), Problem> {
    let parts = email.split_once('@').filter(|_| !email.contains(char::is_whitespace));
    match parts {
        Some((name, host)) if !name.is_empty() && !host.is_empty() && !host.contains('@') => Ok(()),
        _ => Err(Problem::refused("email must be an email address")),
    }
}

/// `params.aid` when it is text.
pub(crate) fn aid_of(params: &Params) -> Option<String> {
    params.raw(param::AID).and_then(|raw| serde_json::from_str(raw).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_two_sides() {
        for (text, good) in [
            ("a@b", true),
            ("anna@shop.example", true),
            ("a", false),
            ("@b", false),
            ("a@", false),
            ("a@b@c", false),
            ("a b@c", false),
        ] {
            assert_eq!(email(text).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn the_first_blank_field_is_named() {
        assert_eq!(blank(&[("a", Some("x")), ("b", Some(" ")), ("c", None)]), Some("b"));
        assert_eq!(blank(&[("a", Some("x"))]), None);
    }

    #[test]
    fn the_services_own_members_are_not_taken() {
        let other = vec![("id".to_owned(), "7".to_owned()), ("x-shelf".to_owned(), "1.50".to_owned())];
        assert_eq!(kept(other, &["id"]), [("x-shelf".to_owned(), "1.50".to_owned())]);
    }
}
