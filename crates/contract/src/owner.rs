//! The payment business owner of the token. Service document, "PBO record (PboInfo)".
//!
//! `messageFormat` and `emailSender` hold JSON text of their own; they are kept as read.

use serde_json::Value;

use crate::json::spans;
use crate::record::record;

/// Placeholder for a value that is not shown.
pub const HIDDEN: &str = "hidden";

/// Members of `emailSender` that say who sends, and nothing else. Any other may be a credential.
const HARMLESS: [&str; 12] = [
    "address",
    "displayName",
    "email",
    "enabled",
    "from",
    "fromName",
    "host",
    "name",
    "port",
    "replyTo",
    "sender",
    "subject",
];

record! {
    /// The owner (PBO) that the bearer token belongs to.
    Owner {
        group_name: Option<String> = "groupName",
        group_id: Option<String> = "groupId",
        /// Holds a JSON-encoded list.
        message_format: Option<String> = "messageFormat",
        /// Holds JSON text of unknown content, perhaps with a password: see [`Owner::without_credentials`].
        email_sender: Option<String> = private "emailSender",
        /// `YYYY-MM-DDThh:mm:ss+0000`
        updated_at: Option<String> = "updatedAt",
    }
}

impl Owner {
    /// Name for people; without a name, the owner's group.
    pub fn name(&self) -> String {
        let named = self.group_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        named.or(self.group_id.as_deref()).unwrap_or("not named").to_owned()
    }

    /// Key that distinguishes owners.
    pub fn key(&self) -> Option<String> {
        self.group_id.clone().or_else(|| self.group_name.clone())
    }

    /// The record as the page may see it: of `emailSender` the members that are known to be harmless, [`HIDDEN`] in the place of
    /// every other value, and of text that is no object nothing at all.
    #[must_use]
    pub fn without_credentials(self) -> Owner {
        let email_sender = self.email_sender.as_deref().map(harmless);
        Owner { email_sender, ..self }
    }
}

fn harmless(text: &str) -> String {
    let Some(members) = spans(text) else { return Value::from(HIDDEN).to_string() };
    let member = |span: crate::json::Span| {
        let value = &text[span.value_start..span.value_end];
        // A text of its own may hold anything, an object too.
        let shown = HARMLESS.contains(&span.key.as_str()) && !value.starts_with(['{', '[']);
        let value = if shown { value.to_owned() } else { Value::from(HIDDEN).to_string() };
        format!("{}:{value}", Value::from(span.key))
    };
    format!("{{{}}}", members.into_iter().map(member).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn of_the_sender_only_what_is_harmless_is_shown() {
        for (raw, shown) in [
            (
                r#"{"address":"a@b.example","password":"s3cret"}"#,
                r#"{"address":"a@b.example","password":"hidden"}"#,
            ),
            (
                r#"{ "name" : "Acme", "port": 587, "auth": {"user":"x"} }"#,
                r#"{"name":"Acme","port":587,"auth":"hidden"}"#,
            ),
            (r#"{"from":{"password":"s3cret"}}"#, r#"{"from":"hidden"}"#),
            ("smtp://u:s3cret@mail.example", r#""hidden""#),
            (r#"["s3cret"]"#, r#""hidden""#),
            ("{}", "{}"),
        ] {
            assert_eq!(harmless(raw), shown, "{raw}");
        }
    }
}
