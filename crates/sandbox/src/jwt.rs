//! The bearer token: makes one, and checks the token of a request. Service document, "Authentication".
//!
//! The document does not show how a token is obtained, nor its lifetime and its scopes. Choices: the sandbox accepts one
//! token only, compared as a whole and in constant time; it is a JWT in shape (`header.payload.signature`, HS256), whose
//! signature is 256 random bits, because only the sandbox verifies it; it is valid for 30 days. A token given by the caller
//! may be any text; its `exp` counts when it has one.

use std::fmt;
use std::hint::black_box;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const DAYS: i64 = 30;

/// The token that is accepted. Its text is in no `Debug` output.
pub(crate) struct Token {
    text: String,
    /// Seconds since 1970; `None` if the text has no expiry.
    expires: Option<i64>,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("expires", &self.expires).finish_non_exhaustive()
    }
}

impl Token {
    pub(crate) fn mint(now: DateTime<Utc>, group: &str) -> Result<Token, getrandom::Error> {
        let mut signature = [0; 32];
        getrandom::fill(&mut signature)?;
        let expires = (now + Duration::days(DAYS)).timestamp();
        let payload = json!({ "sub": "sandbox", "groupId": group, "iat": now.timestamp(), "exp": expires });
        let parts = [br#"{"alg":"HS256","typ":"JWT"}"#, payload.to_string().as_bytes(), &signature]
            .map(|part| BASE64_URL_SAFE_NO_PAD.encode(part));
        Ok(Token { text: parts.join("."), expires: Some(expires) })
    }

    pub(crate) fn given(text: String) -> Token {
        Token { expires: expiry(&text), text }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// True if the value of an `Authorization` header is accepted.
    pub(crate) fn accepts(&self, header: Option<&str>, now: DateTime<Utc>) -> bool {
        let Some(carried) = header.and_then(|value| value.strip_prefix("Bearer ")) else { return false };
        let fresh = self.expires.is_none_or(|expires| now.timestamp() < expires);
        same(carried.as_bytes(), self.text.as_bytes()) && fresh
    }
}

/// Takes as long for a wrong byte at the start as for one at the end.
fn same(a: &[u8], b: &[u8]) -> bool {
    let difference = a.iter().zip(b).fold(0, |found, (x, y)| black_box(found | (x ^ y)));
    a.len() == b.len() && difference == 0
}

fn expiry(token: &str) -> Option<i64> {
    let payload = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    serde_json::from_slice::<Value>(&payload).ok()?.get("exp")?.as_i64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_minted_token_is_a_jwt_that_tells_its_expiry() {
        let token = Token::mint(at("2026-11-03T13:58:00Z"), "grp").unwrap();
        let parts: Vec<_> = token.text().split('.').collect();
        assert_eq!(parts.len(), 3);
        assert_eq!(BASE64_URL_SAFE_NO_PAD.decode(parts[0]).unwrap(), br#"{"alg":"HS256","typ":"JWT"}"#);
        assert_eq!(expiry(token.text()), Some(at("2026-12-03T13:58:00Z").timestamp()));
        assert!(!format!("{token:?}").contains(parts[2]));
    }

    #[test]
    fn only_the_whole_token_of_an_unexpired_bearer_is_accepted() {
        let minted = at("2026-11-03T13:58:00Z");
        let token = Token::mint(minted, "grp").unwrap();
        let right = format!("Bearer {}", token.text());
        let later = at("2026-12-03T13:58:00Z");
        let (short, long, bare) = (&right[..right.len() - 1], format!("{right}x"), token.text());
        for (header, now, accepted) in [
            (Some(right.as_str()), minted, true),
            (Some(&right), later - Duration::seconds(1), true),
            (Some(&right), later, false),
            (Some(short), minted, false),
            (Some(&long), minted, false),
            (Some(bare), minted, false),
            (Some("Bearer "), minted, false),
            (Some("Bearer other"), minted, false),
            (None, minted, false),
        ] {
            assert_eq!(token.accepts(header, now), accepted, "{header:?} {now}");
        }
    }

    #[test]
    fn a_given_text_without_expiry_stays_valid() {
        assert!(Token::given("desk".to_owned()).accepts(Some("Bearer desk"), at("2099-01-01T00:00:00Z")));
    }
}
