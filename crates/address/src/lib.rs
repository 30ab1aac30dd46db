//! The base address of a service: the one place that decides where requests, and with them the token, may go.
//!
//! Pure: it resolves and connects to nothing. https everywhere, http to this computer only; no user name, query or fragment; a path prefix is kept.

#![deny(clippy::disallowed_types, reason = "pure: no clock")]

mod namespace;
mod sameness;

use url::{Host, Url};

pub use self::namespace::{Namespace, NamespaceError};

/// An address that passed the rules, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseAddress {
    text: String,
    place: String,
    secure: bool,
    loopback: bool,
}

/// Why a text is no base address. Each is a sentence that names the field and the way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Address is empty. Type the address of the service, for example https://pos.example.com.")]
    Empty,
    #[error("Address must begin with https://, for example https://pos.example.com.")]
    Scheme,
    #[error(
        "Address begins with http://, which would send the token unprotected. Use https://, for example https://pos.example.com."
    )]
    NotSecure,
    #[error(
        "Address has no valid host. Write it like https://pos.example.com or https://pos.example.com:8443/prefix."
    )]
    Host,
    #[error(
        "Address has a space or another character that isn't allowed. Write it like https://pos.example.com."
    )]
    Sign,
    #[error(
        "Address has a user name or password. Remove everything up to the @; the token is pasted separately."
    )]
    User,
    #[error("Address has a ? or a #. Remove it and everything after it.")]
    Query,
    #[error("Address must end before /api. Tapline adds /api/v2 and /api/v1 itself.")]
    ApiPath,
}

impl BaseAddress {
    pub fn parse(typed: &str) -> Result<BaseAddress, AddressError> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(AddressError::Empty);
        }
        let Some((scheme, rest)) = typed.split_once("://") else { return Err(AddressError::Scheme) };
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(AddressError::Scheme),
        };
        if typed.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\') {
            return Err(AddressError::Sign);
        }
        if rest.contains(['?', '#']) {
            return Err(AddressError::Query);
        }
        if rest.split('/').next().is_some_and(|authority| authority.contains('@')) {
            return Err(AddressError::User);
        }
        if rest.starts_with(['/', ':']) {
            return Err(AddressError::Host);
        }
        let url = Url::parse(typed).map_err(|_| AddressError::Host)?;
        let loopback = match url.host().ok_or(AddressError::Host)? {
            Host::Ipv4(ip) => ip.is_loopback(),
            Host::Ipv6(ip) => ip.is_loopback(),
            Host::Domain(name) => name == "localhost",
        };
        if !secure && !loopback {
            return Err(AddressError::NotSecure);
        }
        let path = url.path().trim_end_matches('/');
        if ["/api", "/api/v1", "/api/v2"].iter().any(|end| path.ends_with(end)) {
            return Err(AddressError::ApiPath);
        }
        let authority = url[url::Position::BeforeHost..url::Position::AfterPort].to_owned();
        let port = url.port_or_known_default().map_or_else(String::new, |port| format!(":{port}"));
        let place = if url.port().is_some() { authority.clone() } else { format!("{authority}{port}") };
        Ok(BaseAddress { text: format!("{}://{authority}{path}", url.scheme()), place, secure, loopback })
    }

    /// `https://host[:port][/prefix]`
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Host and port, for sentences.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// True if `other` is this address or lies below its path.
    pub fn is_within(&self, other: &BaseAddress) -> bool {
        let below = self.text.strip_prefix(&other.text);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    }

    /// True if TLS protects the address.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// On this computer: never through a proxy.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }
}

#[cfg(test)]
mod tests {
    use super::AddressError as E;
    use super::*;

    #[test]
    fn what_is_taken_and_what_is_not() {
        for (typed, expected) in [
            ("https://pos.example.com", Ok("https://pos.example.com")),
            (" https://pos.example.com/ ", Ok("https://pos.example.com")),
            ("HTTPS://POS.Example.com", Ok("https://pos.example.com")),
            ("https://pos.example.com:443", Ok("https://pos.example.com")),
            ("https://pos.example.com:8443/a/b//", Ok("https://pos.example.com:8443/a/b")),
            ("https://[2001:db8::1]:8443", Ok("https://[2001:db8::1]:8443")),
            ("http://localhost:8080/x", Ok("http://localhost:8080/x")),
            ("http://127.0.0.1:1", Ok("http://127.0.0.1:1")),
            ("http://127.9.9.9", Ok("http://127.9.9.9")),
            ("http://[::1]:5", Ok("http://[::1]:5")),
            ("https://127.0.0.1", Ok("https://127.0.0.1")),
            ("", Err(E::Empty)),
            ("  ", Err(E::Empty)),
            ("pos.example.com", Err(E::Scheme)),
            ("localhost:8080", Err(E::Scheme)),
            ("//pos.example.com", Err(E::Scheme)),
            ("ftp://pos.example.com", Err(E::Scheme)),
            ("file:///etc/passwd", Err(E::Scheme)),
            ("javascript://x", Err(E::Scheme)),
            ("http://pos.example.com", Err(E::NotSecure)),
            ("http://localhost.example.com", Err(E::NotSecure)),
            ("http://127.0.0.1.example.com", Err(E::NotSecure)),
            ("http://10.0.0.1", Err(E::NotSecure)),
            ("http://0.0.0.0", Err(E::NotSecure)),
            ("http://[::ffff:127.0.0.1]", Err(E::NotSecure)),
            ("https://", Err(E::Host)),
            ("https:///x", Err(E::Host)),
            ("https://:80", Err(E::Host)),
            ("https://pos.example.com:99999", Err(E::Host)),
            ("https://pos example.com", Err(E::Sign)),
            ("https://pos.example.com\\@evil.example", Err(E::Sign)),
            ("https://pos.exa\nmple.com", Err(E::Sign)),
            ("https://me:pw@pos.example.com", Err(E::User)),
            ("http://localhost@evil.example", Err(E::User)),
            ("https://@pos.example.com", Err(E::User)),
            ("https://pos.example.com?x=1", Err(E::Query)),
            ("https://pos.example.com/?", Err(E::Query)),
            ("https://pos.example.com/#a", Err(E::Query)),
            ("https://pos.example.com/api/v2", Err(E::ApiPath)),
            ("https://pos.example.com/x/api/", Err(E::ApiPath)),
        ] {
            let found = BaseAddress::parse(typed);
            assert_eq!(found.as_ref().map(BaseAddress::text), expected.as_ref().map(|e| *e), "{typed}");
        }
    }

    #[test]
    fn the_place_always_has_a_port() {
        for (typed, place) in [
            ("https://pos.example.com/x", "pos.example.com:443"),
            ("http://localhost", "localhost:80"),
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("https://[::1]", "[::1]:443"),
        ] {
            assert_eq!(BaseAddress::parse(typed).unwrap().place(), place);
        }
    }

    #[test]
    fn every_refusal_names_the_field() {
        for error in [E::Empty, E::Scheme, E::NotSecure, E::Host, E::Sign, E::User, E::Query, E::ApiPath] {
            assert!(error.to_string().starts_with("Address "), "{error}");
        }
    }
}
