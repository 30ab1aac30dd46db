//! A request to read and copy: a cURL line without token or secrets.

use tapline_contract::card::{self, Exact};
use tapline_contract::connection::Connection;
use tapline_contract::guard::Guard;
use tapline_contract::input::percent_encoded;
use tapline_contract::record::Record;
use tapline_contract::{Endpoint, Method};

/// One call, to show and copy; it is never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    method: &'static str,
    path: String,
    /// JSON text with secrets masked.
    body: Option<String>,
}

/// Method and path of an endpoint.
#[derive(Clone, Copy)]
pub(crate) struct CallShape {
    method: Method,
    path: &'static str,
}

/// The shape of `E`.
pub(super) const fn call<E: Endpoint>() -> CallShape {
    CallShape { method: E::METHOD, path: E::PATH }
}

/// A call of `E`. `draft` is its body.
pub(crate) fn request<E: Endpoint>(key: Option<&str>, draft: Option<String>) -> Request {
    call::<E>().request(key, draft)
}

impl CallShape {
    /// `key` is the parameter of the path, if there is one.
    pub(super) fn request(self, key: Option<&str>, draft: Option<String>) -> Request {
        let (path, is_one) = match (self.path.split_once('{'), key) {
            (Some((before, rest)), Some(key)) => {
                let after = rest.split_once('}').map_or("", |(_, after)| after);
                (format!("{before}{}{after}", percent_encoded(key)), true)
            }
            _ => (self.path.to_owned(), false),
        };
        // A list is read as a whole.
        let query = if self.method == Method::Get && !is_one { "?pageSize=-1" } else { "" };
        Request { method: self.method.as_str(), path: format!("{path}{query}"), body: draft }
    }
}

impl Request {
    /// Replaces the query.
    pub(crate) fn asking(self, query: &str) -> Request {
        let path = self.path.split('?').next().unwrap_or_default();
        Request { path: format!("{path}?{query}"), ..self }
    }

    /// Without a query, for the one record that has no key.
    pub(crate) fn without_query(self) -> Request {
        let path = self.path.split('?').next().unwrap_or_default().to_owned();
        Request { path, ..self }
    }

    /// The token is written as `$TAPLINE_TOKEN`, and the address of the sandbox inside Tapline as `$TAPLINE_ADDRESS`: the page
    /// knows neither.
    pub(crate) fn curl(&self, connection: &Connection) -> String {
        let base = match connection.base_address.trim_end_matches('/') {
            "" => "$TAPLINE_ADDRESS".to_owned(),
            base => base.to_owned(),
        };
        let namespace = match connection.namespace.trim_matches('/') {
            namespace if namespace.is_empty() || !self.path.starts_with("/api/v1") => String::new(),
            namespace => format!("/{namespace}"),
        };
        let mut lines = vec![
            format!("curl --request {} \"{base}{namespace}{}\"", self.method, self.path),
            "  --header \"Authorization: Bearer $TAPLINE_TOKEN\"".to_owned(),
        ];
        if let Some(body) = &self.body {
            lines.push("  --header 'Content-Type: application/json'".to_owned());
            // A single quote ends the string, is escaped, and begins it again.
            lines.push(format!("  --data '{}'", body.replace('\'', "'\\''")));
        }
        lines.join(" \\\n")
    }
}

/// JSON of a record without its secrets, with a sign in place of each.
pub(super) fn masked(json: &str) -> String {
    json.replace(r#"{"hidden":true}"#, r#""••••""#)
}

/// JSON text without secrets.
pub(super) fn json<R: Record + serde::Serialize + Clone>(record: &R) -> String {
    let mut record = record.clone();
    record.guard(Guard::Page);
    serde_json::to_string(&record).unwrap_or_default()
}

/// One line of JSON as it is sent, with secrets masked.
pub(crate) fn body<R: Record + serde::Serialize + Clone>(record: &R) -> String {
    masked(&json(record))
}

/// JSON with a member per line, to be shown: digits and spelling are kept, except in card numbers of members that are not `exact`.
pub(crate) fn pretty<R: Record + serde::Serialize + Clone>(record: &R, exact: Exact) -> String {
    spread(&card::shortened(&body(record), exact))
}

/// JSON text with line breaks. Tokens are copied, not parsed, so numbers keep their digits.
pub(super) fn spread(text: &str) -> String {
    let (mut out, mut depth, mut in_text, mut escaped) = (String::new(), 0_usize, false, false);
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        if in_text {
            out.push(sign);
            match sign {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match sign {
            '"' => {
                in_text = true;
                out.push(sign);
            }
            '{' | '[' if matches!(signs.peek(), Some('}' | ']')) => {
                out.push(sign);
                out.extend(signs.next());
            }
            '{' | '[' => {
                depth += 1;
                out.push(sign);
                line(&mut out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(sign);
            }
            ',' => {
                out.push(sign);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            sign if sign.is_whitespace() => {}
            sign => out.push(sign),
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use tapline_contract::device::DevicePatch;
    use tapline_contract::endpoints::{GetProfile, ListAcquirers, UpdateMerchant};

    use super::*;

    fn connection(base: &str) -> Connection {
        Connection {
            name: "RecordStore".to_owned(),
            base_address: base.to_owned(),
            namespace: "acme".to_owned(),
            ..Connection::example()
        }
    }

    #[test]
    fn a_request_is_copied_without_the_token() {
        let put = request::<UpdateMerchant>(Some("M 1/é"), Some(r#"{"mchName":"Ann's"}"#.to_owned()));
        let expected = r#"curl --request PUT "https://pay.example/api/v2/mchInfo/M%201%2F%C3%A9" \
  --header "Authorization: Bearer $TAPLINE_TOKEN" \
  --header 'Content-Type: application/json' \
  --data '{"mchName":"Ann'\''s"}'"#;
        assert_eq!(put.curl(&connection("https://pay.example/")), expected);
        let one = request::<GetProfile>(Some("prof_1"), None).curl(&connection(""));
        assert!(
            one.starts_with("curl --request GET \"$TAPLINE_ADDRESS/acme/api/v1/profiles/prof_1\""),
            "{one}"
        );
        let list = request::<ListAcquirers>(None, None).curl(&connection("https://pay.example"));
        assert!(list.contains("/api/v2/acquirer?pageSize=-1\""), "{list}");
    }

    #[test]
    fn secrets_are_struck_out_and_digits_kept() {
        let patch =
            DevicePatch::read(r#"{"deviceType":"COTS","deviceAdmin":"hunter2","x":[1.10,{}],"y":"a\"{,"}"#);
        let Ok(patch) = patch else { panic!("it is a patch") };
        let text = pretty(&patch, DevicePatch::is_exact);
        assert!(!text.contains("hunter2") && text.contains("\"••••\""), "{text}");
        assert!(text.contains("  \"x\": [\n    1.10,\n    {}\n  ],\n  \"y\": \"a\\\"{,\"\n}\n"), "{text}");
    }
}
