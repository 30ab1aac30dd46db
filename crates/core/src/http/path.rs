//! From an endpoint's path and parameter to the path of a request.

use std::fmt::Write as _;

/// The parameter cannot stand in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id is empty or holds a sign that no id has")]
pub(crate) struct BadSegment;

/// `path` with the parameter in braces replaced. What is not unreserved (RFC 3986) is percent-encoded; empty, `.`, `..`,
/// a slash and control characters are refused.
pub(crate) fn fill(path: &str, segment: Option<&str>) -> Result<String, BadSegment> {
    let Some((before, rest)) = path.split_once('{') else { return Ok(path.to_owned()) };
    let (_, after) = rest.split_once('}').ok_or(BadSegment)?;
    let segment = segment.filter(|s| !matches!(*s, "" | "." | "..")).ok_or(BadSegment)?;
    if segment.contains(|c: char| c.is_control() || matches!(c, '/' | '\\')) {
        return Err(BadSegment);
    }
    let mut filled = before.to_owned();
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            filled.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(filled, "%{byte:02X}");
        }
    }
    Ok(filled + after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_encoded_or_refused() {
        for (id, expected) in [
            ("12", Some("/emv/12/x")),
            ("a.b-c_d~e", Some("/emv/a.b-c_d~e/x")),
            ("a b?c#d", Some("/emv/a%20b%3Fc%23d/x")),
            ("%2e%2e", Some("/emv/%252e%252e/x")),
            ("é", Some("/emv/%C3%A9/x")),
            ("...", Some("/emv/.../x")),
            ("", None),
            (".", None),
            ("..", None),
            ("a/b", None),
            ("a\\b", None),
            ("a\r\nb", None),
            ("\0", None),
        ] {
            assert_eq!(fill("/emv/{id}/x", Some(id)).ok().as_deref(), expected, "{id:?}");
        }
        assert_eq!(fill("/emv/{id}", None), Err(BadSegment));
        assert_eq!(fill("/emv", None).as_deref(), Ok("/emv"));
    }
}
