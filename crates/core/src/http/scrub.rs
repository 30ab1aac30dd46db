//! A service may say back what it was sent. What was secret in it is struck out of its words before anyone reads or keeps them.

use serde_json::Value;
use tapline_contract::Failure;

/// Members whose values are secret, wherever they stand in a body.
const SECRET: [&str; 3] = ["adminPwd", "deviceAdmin", "jwtSecret"];
/// Shorter texts stand in too many words.
const SHORTEST: usize = 4;
const STRUCK: &str = "••••";

/// `secrets` are texts that must not be told.
pub(super) fn scrub(failure: Failure, secrets: &[String]) -> Failure {
    let struck = |text: String| {
        secrets
            .iter()
            .filter(|secret| secret.len() >= SHORTEST)
            .fold(text, |text, secret| text.replace(secret, STRUCK))
    };
    Failure { message: failure.message.map(struck), code: failure.code.map(struck), ..failure }
}

/// The secrets of a body; JSON inside a text counts too.
pub(super) fn secrets(body: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str(body) {
        collect(&value, &mut found);
    }
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str().filter(|_| SECRET.contains(&key.as_str())) {
                    Some(secret) => found.push(secret.to_owned()),
                    None => collect(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::String(text) if text.trim_start().starts_with('{') => found.extend(secrets(text)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use tapline_contract::Kind;

    use super::*;

    #[test]
    fn what_was_sent_in_secret_is_not_told() {
        let body = r#"{"adminPwd":"hunter22","a":[{"deviceAdmin":"0000"}],"extParams":"{\"jwtSecret\":\"s3cret\"}","b":"kept"}"#;
        let mut secrets = secrets(body);
        secrets.sort();
        assert_eq!(secrets, ["0000", "hunter22", "s3cret"]);
        secrets.push("abc".to_owned());
        let failure = Failure {
            message: Some("bad {adminPwd: hunter22, pin 0000, s3cret, abc, kept}".to_owned()),
            ..Failure::new(Kind::Refused, "", "")
        };
        let told = scrub(failure, &secrets).message;
        assert_eq!(told.as_deref(), Some("bad {adminPwd: ••••, pin ••••, ••••, abc, kept}"));
    }
}
