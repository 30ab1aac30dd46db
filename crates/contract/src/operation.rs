//! Operation ids: by its id, a change is sent only once.

use serde::{Deserialize, Serialize};

/// 128 random bits as 32 hex digits, made by the page before the click that sends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OperationId(pub String);

impl OperationId {
    /// `None` unless it is 32 lower-case hex digits.
    pub fn parse(text: &str) -> Option<OperationId> {
        let hex = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        hex.then(|| OperationId(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
