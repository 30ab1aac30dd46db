//! From an endpoint's path and parameter to the path of a request.

use tapline_contract::input::percent_encoded;

/// Why a parameter cannot stand in a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Wrong {
    #[error("it is empty")]
    Empty,
    /// HTTP libraries and servers take these for steps in the path, also when they are encoded.
    #[error("\"{0}\" alone isn't an id")]
    Step(&'static str),
    #[error("it contains the control character U+{0:04X}")]
    Control(u32),
}

/// The parameter of a path that cannot be sent, by its name in the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} can't be sent: {wrong}")]
pub(crate) struct BadSegment {
    pub(crate) field: &'static str,
    wrong: Wrong,
}

/// `path` with the parameter in braces replaced. Any text may be a third party's id, percent-encoded. Empty text, `.`, `..` and control characters are refused.
pub(crate) fn fill(path: &'static str, segment: Option<&str>) -> Result<String, BadSegment> {
    let Some((before, rest)) = path.split_once('{') else { return Ok(path.to_owned()) };
    let (field, after) = rest.split_once('}').unwrap_or((rest, ""));
    let segment = segment.unwrap_or_default();
    let wrong = match segment {
        "" => Some(Wrong::Empty),
        "." => Some(Wrong::Step(".")),
        ".." => Some(Wrong::Step("..")),
        _ => segment.chars().find(|c| c.is_control()).map(|c| Wrong::Control(u32::from(c))),
    };
    if let Some(wrong) = wrong {
        return Err(BadSegment { field, wrong });
    }
    Ok(format!("{before}{}{after}", percent_encoded(segment)))
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
            ("a/b", Some("/emv/a%2Fb/x")),
            ("../b", Some("/emv/..%2Fb/x")),
            ("a\\b", Some("/emv/a%5Cb/x")),
            ("a\r\nb", None),
            ("\0", None),
        ] {
            assert_eq!(fill("/emv/{id}/x", Some(id)).ok().as_deref(), expected, "{id:?}");
        }
        assert_eq!(fill("/emv/{id}", None), Err(BadSegment { field: "id", wrong: Wrong::Empty }));
        let said = |text| fill("/x/{providerReference}", Some(text)).unwrap_err().to_string();
        assert!(said("a\tb").ends_with("it contains the control character U+0009"));
        assert!(said("..").starts_with("providerReference can't be sent: \"..\" alone"));
        assert_eq!(fill("/emv", None).as_deref(), Ok("/emv"));
    }
}
