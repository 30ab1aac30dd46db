//! A service may echo what it was sent. Secrets are struck out of its answers before anyone cuts, reads or keeps them.
//!
//! Pure. [`forms`] finds a secret in a text however it is written there, [`passing`] does the same for a list on its way. Not
//! struck are numbers and, in data, the names of members: without them an answer could not be read. Invariant: nothing of an
//! answer reaches a sentence but through [`Scrub::heard`].

mod forms;
mod passing;

use std::borrow::Cow;
use std::fmt;

use serde::de::IgnoredAny;
use tapline_contract::card;
use tapline_contract::secret::Secret;
use tapline_platform::words::visible;
use tapline_secrets::Token;

use self::forms::Sought;
pub use self::passing::Passing;

const STRUCK: &str = "••••";
/// Shorter texts occur in too many words.
const SHORTEST_IN_WORDS: usize = 4;
/// In data a shorter secret is struck only where it is the whole value: a PIN is part of many an id.
const SHORTEST_IN_DATA: usize = 8;
/// Members that the contract itself keeps from the page ([`tapline_contract::guard`]), and compares before.
const KEPT: [&str; 2] = ["deviceAdmin", "jwtSecret"];

/// The secrets of one call: the token, and those of its body.
#[derive(Default)]
pub struct Scrub {
    token: Option<Token>,
    sought: Vec<Sought>,
}

impl fmt::Debug for Scrub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(STRUCK)
    }
}

/// The use of a text, which decides how closely it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Words for people.
    Words,
    /// Values that are compared and shown in their fields.
    Data,
}

impl Scrub {
    pub fn new(token: Option<&Token>, secrets: &[Secret]) -> Scrub {
        let texts = token.map(Token::text).into_iter().chain(secrets.iter().map(Secret::expose));
        let sought = texts.filter(|text| text.len() >= SHORTEST_IN_WORDS).map(Sought::new).collect();
        Scrub { token: token.cloned(), sought }
    }

    /// Words of the service, as they can be shown: struck, without a whole card number, and only then cut.
    pub fn heard(&self, text: &str) -> String {
        visible(&card::cell(&self.text(text, Reach::Words), "", |_| false))
    }

    /// The body of an answer that is no success.
    pub fn refusal<'t>(&self, body: &'t str) -> Cow<'t, str> {
        self.body(body, Reach::Words)
    }

    /// The body of a success.
    pub fn success<'t>(&self, body: &'t str) -> Cow<'t, str> {
        self.body(body, Reach::Data)
    }

    /// For a list on its way: the token alone, because it is the only secret in a list's request.
    pub fn passing(&self) -> Passing {
        let token = self.token.as_ref().map(Token::text).filter(|token| token.len() >= SHORTEST_IN_DATA);
        Passing::new(token)
    }

    fn body<'t>(&self, body: &'t str, reach: Reach) -> Cow<'t, str> {
        if !self.may_be_in(body) {
            return Cow::Borrowed(body);
        }
        match serde_json::from_str::<IgnoredAny>(body) {
            Ok(_) => self.json(body, reach),
            Err(_) => self.text(body, reach),
        }
    }

    /// A fast check that rules out most texts.
    fn may_be_in(&self, text: &str) -> bool {
        self.sought.iter().any(|sought| sought.is_plainly_in(text) || sought.may_be_hidden_in(text))
    }

    fn text<'t>(&self, text: &'t str, reach: Reach) -> Cow<'t, str> {
        let within = |sought: &&Sought| match reach {
            Reach::Words => true,
            Reach::Data => sought.len() >= SHORTEST_IN_DATA,
        };
        if reach == Reach::Data && self.sought.iter().any(|sought| sought.is(text)) {
            return Cow::Borrowed(STRUCK);
        }
        let mut found = forms::find(text, self.sought.iter().filter(within));
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        found.sort_unstable_by_key(|range| range.start);
        let (mut struck, mut from) = (String::with_capacity(text.len()), 0);
        for range in found {
            // Two forms of one secret may overlap.
            if range.end <= from {
                continue;
            }
            if range.start >= from {
                struck.push_str(text.get(from..range.start).unwrap_or_default());
                struck.push_str(STRUCK);
            }
            from = range.end;
        }
        struck.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(struck)
    }

    /// Strikes inside the texts of a JSON text, and leaves every other byte alone: what was JSON stays it.
    fn json<'t>(&self, raw: &'t str, reach: Reach) -> Cow<'t, str> {
        let (mut struck, mut from, mut at) = (String::new(), 0, 0);
        let mut key = None;
        while let Some(start) = raw[at..].find('"').map(|start| at + start) {
            let end = end_of_text(raw, start);
            let is_key = raw[end..].trim_start().starts_with(':');
            let token = &raw[start..end];
            if is_key {
                key = serde_json::from_str::<String>(token).ok();
            }
            if let Some(new) = self.json_text(token, reach, is_key, key.as_deref()) {
                struck.push_str(&raw[from..start]);
                struck.push_str(&new);
                from = end;
            }
            at = end;
        }
        if from == 0 {
            return Cow::Borrowed(raw);
        }
        struck.push_str(&raw[from..]);
        Cow::Owned(struck)
    }

    /// One text with its quotes; `None` when nothing is struck in it.
    fn json_text(&self, token: &str, reach: Reach, is_key: bool, key: Option<&str>) -> Option<String> {
        let is_kept = !is_key && key.is_some_and(|key| KEPT.contains(&key));
        if reach == Reach::Data && (is_key || is_kept) || !self.may_be_in(token) {
            return None;
        }
        let plain: String = serde_json::from_str(token).ok()?;
        // A name that is a short word of the service would make the refusal unreadable.
        let reach = if is_key { Reach::Data } else { reach };
        let is_json =
            plain.trim_start().starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(&plain).is_ok();
        let struck = if is_json { self.json(&plain, reach) } else { self.text(&plain, reach) };
        match struck {
            Cow::Borrowed(same) if same == plain => None,
            struck => Some(serde_json::Value::from(struck.as_ref()).to_string()),
        }
    }
}

/// Behind the closing quote of the text that begins at `start`.
fn end_of_text(raw: &str, start: usize) -> usize {
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate().skip(start + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    raw.len()
}

#[cfg(test)]
mod tests;
