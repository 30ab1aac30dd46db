//! Finds where a JSON value ends, over pieces of it. Looks at quotes and brackets only: the value need not be JSON.

/// Continues where it stopped.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// May be one beyond the bytes received: an escaped character is skipped.
    looked: usize,
    depth: usize,
    in_text: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Behind the last byte of the value; 0 when there is none.
    End(usize),
    More,
    TooDeep,
}

impl Scan {
    /// Nothing was looked at.
    pub(super) fn is_fresh(&self) -> bool {
        self.looked == 0
    }

    /// `bytes` begin with the value: the same bytes at each call, and more of them.
    pub(super) fn end(&mut self, bytes: &[u8], deepest: usize) -> Found {
        // In local variables: every byte of a list passes here.
        let Scan { looked: mut at, mut depth, mut in_text } = *self;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\\' if in_text => at += 1,
                b'"' if in_text => {
                    in_text = false;
                    if depth == 0 {
                        return Found::End(at);
                    }
                }
                _ if in_text => {}
                b'"' if depth == 0 && at > 1 => return Found::End(at - 1),
                b'"' => in_text = true,
                b'[' | b'{' => {
                    depth += 1;
                    if depth > deepest {
                        return Found::TooDeep;
                    }
                }
                // The end of the list or object around it, or of a value without brackets.
                b']' | b'}' | b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return Found::End(at - 1),
                b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Found::End(at);
                    }
                }
                _ => {}
            }
        }
        *self = Scan { looked: at, depth, in_text };
        Found::More
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_end() {
        for (text, expected) in [
            ("1,", Found::End(1)),
            ("-1.5e3 ,", Found::End(6)),
            ("true}", Found::End(4)),
            ("null]", Found::End(4)),
            ("12", Found::More),
            (r#""a\"]}",1"#, Found::End(7)),
            (r#""\\""#, Found::End(4)),
            (r#""\\"#, Found::More),
            (r#"{"a":[1,{"b":"}"}]} x"#, Found::End(19)),
            ("[[]", Found::More),
            ("[[[[]]]]", Found::TooDeep),
            (",", Found::End(0)),
            ("}", Found::End(0)),
            ("1\"", Found::End(1)),
        ] {
            for piece in 1..=text.len() {
                let mut scan = Scan::default();
                let ends = (piece..text.len()).step_by(piece).chain([text.len()]);
                let found =
                    ends.map(|end| scan.end(&text.as_bytes()[..end], 3)).find(|found| *found != Found::More);
                assert_eq!(found.unwrap_or(Found::More), expected, "{text} by {piece}");
            }
        }
    }
}
