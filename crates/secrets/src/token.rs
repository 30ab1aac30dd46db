//! A bearer token: parsed once from what a person copied, printed nowhere.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::SecondsFormat;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use tapline_contract::connection::{TokenKept, TokenView};
use tapline_platform::words::visible;
use zeroize::Zeroizing;

use super::validity::Validity;

/// Longest token, in bytes.
pub const LONGEST: usize = 16 * 1024;

/// Cannot be printed: it has no `Debug`, `Display` or `Serialize`, and it is wiped when it is dropped.
#[derive(Clone)]
pub struct Token(SecretString);

/// Why a text is no token; completes "The clipboard …" or "The file …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("is empty")]
    Empty,
    #[error("has {0} lines, not a token")]
    Lines(usize),
    #[error("is larger than 16 KiB, so it's not a token")]
    TooLong,
    #[error("has spaces between words, not a token")]
    Spaces,
    #[error("has characters that no token has")]
    Signs,
}

impl Token {
    /// Trimmed, one line, without a leading `Bearer`; only characters that a header can carry.
    pub fn parse(text: &str) -> Result<Token, TokenError> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(TokenError::TooLong);
        }
        let lines = text.lines().count();
        if lines > 1 {
            return Err(TokenError::Lines(lines));
        }
        let token = match text.split_once(char::is_whitespace) {
            Some((word, rest)) if word.eq_ignore_ascii_case("bearer") => rest.trim(),
            _ if text.eq_ignore_ascii_case("bearer") => "",
            _ => text,
        };
        if token.is_empty() {
            return Err(TokenError::Empty);
        }
        if token.contains(' ') {
            return Err(TokenError::Spaces);
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::Signs);
        }
        Ok(Token(SecretString::from(token)))
    }

    /// The value of the header `Authorization`.
    pub fn bearer(&self) -> Zeroizing<String> {
        Zeroizing::new(format!("Bearer {}", self.0.expose_secret()))
    }

    /// For the keyring alone.
    pub(super) fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }

    /// For removing it from the texts of a service.
    pub fn text(&self) -> &str {
        self.0.expose_secret()
    }

    pub(super) fn is(&self, other: &Token) -> bool {
        self.bytes() == other.bytes()
    }

    pub fn validity(&self) -> Validity {
        Validity::from_claims(claims(self.0.expose_secret()).as_ref())
    }

    /// The part that the page may show. Its claims are never relied on.
    pub fn view(&self, kept: TokenKept) -> TokenView {
        let token = self.0.expose_secret();
        let claims = claims(token);
        let claim = |name: &str| claims.as_ref().and_then(|claims| claims.get(name));
        let until = Validity::from_claims(claims.as_ref()).until;
        let valid_until = until.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true));
        // Four characters of a short token would be too much of it.
        let last_four = if token.len() >= 16 { &token[token.len() - 4..] } else { "…" };
        TokenView {
            last_four: last_four.to_owned(),
            valid_until,
            subject: claim("sub").and_then(Value::as_str).map(visible),
            kept,
        }
    }
}

/// The payload of a JWT, unverified.
fn claims(token: &str) -> Option<Value> {
    let payload = token.split('.').nth(1)?;
    // Some issuers write the alphabet of ordinary base64.
    let payload = payload.trim_end_matches('=').replace('+', "-").replace('/', "_");
    let payload = Zeroizing::new(BASE64_URL_SAFE_NO_PAD.decode(Zeroizing::new(payload).as_bytes()).ok()?);
    serde_json::from_slice(&payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{"sub":"support-app","exp":1799999999}`
    const JWT: &str =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzdXBwb3J0LWRlc2siLCJleHAiOjE3OTk5OTk5OTl9.c2lnbmF0dXJl4f2a";

    #[test]
    fn texts_are_tokens_or_not() {
        let long = "x".repeat(LONGEST + 1);
        for (text, expected) in [
            ("abc.def-123_~+/=", Ok("Bearer abc.def-123_~+/=")),
            ("  abc\r\n", Ok("Bearer abc")),
            ("Bearer abc", Ok("Bearer abc")),
            ("bearer\tabc ", Ok("Bearer abc")),
            ("", Err(TokenError::Empty)),
            (" \n ", Err(TokenError::Empty)),
            ("Bearer ", Err(TokenError::Empty)),
            ("a\nb\nc", Err(TokenError::Lines(3))),
            ("Bearer abc\nx", Err(TokenError::Lines(2))),
            ("hello world", Err(TokenError::Spaces)),
            ("Authorization: Bearer abc", Err(TokenError::Spaces)),
            ("tökén", Err(TokenError::Signs)),
            ("a\tb", Err(TokenError::Signs)),
            ("a\0b", Err(TokenError::Signs)),
            (long.as_str(), Err(TokenError::TooLong)),
        ] {
            let found = Token::parse(text).map(|token| token.bearer());
            assert_eq!(found.as_ref().map(|b| b.as_str()), expected.as_ref().map(|e| *e), "{text:?}");
        }
    }

    #[test]
    fn the_view_shows_the_claims_and_four_signs() {
        let view = Token::parse(JWT).unwrap().view(TokenKept::Keyring);
        assert_eq!(view.last_four, "4f2a");
        assert_eq!(view.valid_until.as_deref(), Some("2027-01-15T07:59:59Z"));
        assert_eq!(view.subject.as_deref(), Some("support-desk"));
    }

    #[test]
    fn a_token_that_is_no_jwt_has_no_claims() {
        for text in ["opaque-token-0123456789", "a.b.c", "a.!!.c", "a.bnVsbA.c", "x"] {
            let view = Token::parse(text).unwrap().view(TokenKept::Keyring);
            assert_eq!((view.valid_until, view.subject), (None, None), "{text}");
        }
        assert_eq!(Token::parse("short").unwrap().view(TokenKept::Keyring).last_four, "…");
    }

    /// Does not compile once a token can be printed or written: then there are two ways to read the call below.
    #[test]
    fn a_token_can_be_neither_printed_nor_written() {
        trait Absent<Which> {
            fn absent() {}
        }
        struct Printed;
        struct Written;
        impl<T> Absent<()> for T {}
        impl<T: std::fmt::Debug> Absent<Printed> for T {}
        impl<T: serde::Serialize> Absent<Written> for T {}
        <Token as Absent<_>>::absent();
    }
}
