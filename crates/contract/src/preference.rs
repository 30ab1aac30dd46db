//! A person's arrangement of the page: widths, selected columns, saved filters. Kept by core on this computer.
//!
//! Not for anything secret or personal, and not for what the service has. A value is JSON that core does not look into.

use serde::{Deserialize, Serialize};

use crate::field::Loose;

/// Longest key, in bytes.
pub const LONGEST_KEY: usize = 100;
/// Longest value, in bytes of its JSON text.
pub const LONGEST_VALUE: usize = 64 << 10;
/// All keys and values together, in bytes.
pub const MOST_TOGETHER: usize = 1 << 20;

/// One arrangement, which replaces an earlier one of its key. `null` forgets the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preference {
    /// [`is_key`]: `transactions.columns`.
    pub key: String,
    pub value: Loose,
}

/// Lower-case letters, digits, dots and hyphens; at most [`LONGEST_KEY`] of them, and at least one.
pub fn is_key(key: &str) -> bool {
    let sign = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_plain_and_short() {
        for (key, expected) in [
            ("transactions.columns", true),
            ("a-1", true),
            ("", false),
            ("A", false),
            ("a b", false),
            ("../x", false),
            ("é", false),
            (&"k".repeat(LONGEST_KEY), true),
            (&"k".repeat(LONGEST_KEY + 1), false),
        ] {
            assert_eq!(is_key(key), expected, "{key}");
        }
    }
}
