//! Checks a typed connection before it is saved, and says which field is wrong.

use tapline_address::{AddressError, BaseAddress, Namespace, NamespaceError};
use tapline_contract::connection::{Connection, ConnectionId};
use tapline_emv::Currency;

const LONGEST_NAME: usize = 80;

/// Fault of a field, as a sentence that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InputError {
    #[error("Name is empty. Enter a name for this connection, such as Support desk.")]
    NoName,
    #[error(
        "Name is longer than 80 characters, or has one that can't be shown. Choose a shorter, plain one."
    )]
    Name,
    #[error("Name is in use: another connection is called \"{0}\". Choose a different one.")]
    NameTaken(String),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Namespace(#[from] NamespaceError),
    #[error("Currency is unknown. Enter the three letters of ISO 4217, for example EUR.")]
    Currency,
}

impl InputError {
    /// As the form calls it.
    pub(crate) fn field(&self) -> &'static str {
        match self {
            InputError::NoName | InputError::Name | InputError::NameTaken(_) => "Name",
            InputError::Address(_) => "Address",
            InputError::Namespace(_) => "Namespace",
            InputError::Currency => "Currency",
        }
    }
}

/// True for an id that core made ([`new_id`]): a page must not invent one that names another entry of the keyring.
pub(crate) fn is_id(id: &ConnectionId) -> bool {
    id.0.strip_prefix(ID).is_some_and(|hex| hex.len() == 16 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

const ID: &str = "connection-";

pub(crate) fn new_id(random: u64) -> ConnectionId {
    ConnectionId(format!("{ID}{random:016x}"))
}

/// The name of a connection that the administrator offers: its own, and where a person has given that to another connection, with
/// an addition. A long name is cut for it.
pub(super) fn offered_name(name: &str, number: usize) -> String {
    let addition = match number {
        1 => return name.to_owned(),
        2 => " (administrator)".to_owned(),
        number => format!(" (administrator, {})", number - 1),
    };
    let kept: String = name.chars().take(LONGEST_NAME - addition.len()).collect();
    kept.trim_end().to_owned() + &addition
}

/// The typed connection, tidied. `known` are the saved connections.
pub(crate) fn check(typed: Connection, known: &[Connection]) -> Result<Connection, InputError> {
    let name = typed.name.trim().to_owned();
    if name.is_empty() {
        return Err(InputError::NoName);
    }
    if name.chars().count() > LONGEST_NAME || name != tapline_platform::words::visible(&name) {
        return Err(InputError::Name);
    }
    let same = |other: &&Connection| other.id != typed.id && other.name.to_lowercase() == name.to_lowercase();
    if let Some(other) = known.iter().find(same) {
        return Err(InputError::NameTaken(other.name.clone()));
    }
    let base_address = BaseAddress::parse(&typed.base_address)?.text().to_owned();
    let namespace = Namespace::parse(&typed.namespace)?.to_string();
    let currency = typed.currency.trim().to_ascii_uppercase();
    Currency::new(&currency).ok_or(InputError::Currency)?;
    Ok(Connection { name, base_address, namespace, currency, ..typed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(name: &str, base_address: &str, namespace: &str, currency: &str) -> Connection {
        Connection {
            id: new_id(1),
            name: name.to_owned(),
            base_address: base_address.to_owned(),
            namespace: namespace.to_owned(),
            currency: currency.to_owned(),
            ..Connection::example()
        }
    }

    #[test]
    fn what_is_wrong_names_its_field() {
        const URL: &str = "https://pos.example.com/";
        let known = [Connection { id: new_id(2), ..typed("Shop", URL, "", "EUR") }];
        let long = "x".repeat(81);
        for (connection, field) in [
            (typed("Desk", URL, "", "EUR"), None),
            (typed(" Desk ", URL, "/acme/shop/", " eur "), None),
            (typed("", URL, "", "EUR"), Some("Name")),
            (typed(&long, URL, "", "EUR"), Some("Name")),
            (typed("a\u{202e}b", URL, "", "EUR"), Some("Name")),
            (typed("SHOP", URL, "", "EUR"), Some("Name")),
            (typed("Desk", "pos.example.com", "", "EUR"), Some("Address")),
            (typed("Desk", URL, "a//b", "EUR"), Some("Namespace")),
            (typed("Desk", URL, "a/../b", "EUR"), Some("Namespace")),
            (typed("Desk", URL, "a b", "EUR"), Some("Namespace")),
            (typed("Desk", URL, "", ""), Some("Currency")),
            (typed("Desk", URL, "", "EURO"), Some("Currency")),
        ] {
            let found = check(connection.clone(), &known);
            assert_eq!(found.as_ref().err().map(InputError::field), field, "{connection:?}");
            if let Err(error) = found {
                assert!(error.to_string().starts_with(error.field()), "{error}");
            }
        }
        let tidy = check(typed(" Desk ", URL, "/acme/shop/", " eur "), &known).unwrap();
        assert_eq!(tidy, typed("Desk", "https://pos.example.com", "acme/shop", "EUR"));
        let itself = typed("Shop", URL, "", "EUR");
        assert!(
            check(Connection { id: new_id(2), ..itself }, &known).is_ok(),
            "a connection keeps its own name"
        );
    }

    #[test]
    fn only_ids_of_core_are_ids() {
        assert!(is_id(&new_id(u64::MAX)) && is_id(&new_id(0)));
        for id in ["", "connection-", "sandbox-12345678", "connection-00000000000000zz", "x"] {
            assert!(!is_id(&ConnectionId(id.to_owned())), "{id}");
        }
    }
}
