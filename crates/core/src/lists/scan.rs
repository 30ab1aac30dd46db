//! Where a JSON value ends, over pieces of it. Looks at quotes and brackets alone; whether it is JSON is found out by who reads it.

/// Goes on where it stopped.
#[derive(Debug, Default)]
pub(super) struct Scan {
    looked: usize,
    depth: usize,
    in_text: bool,
    escaped: bool,
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

    /// `bytes` begin with the value, the same ones at every call, and more of them.
    pub(super) fn end(&mut self, bytes: &[u8], deepest: usize) -> Found {
        while self.looked < bytes.len() {
            if self.in_text {
                if self.text(bytes) && self.depth == 0 {
                    return Found::End(self.looked);
                }
                continue;
            }
            let rest = &bytes[self.looked..];
            let Some(sign) = rest.iter().position(|byte| SIGNS[usize::from(*byte)]) else {
                self.looked = bytes.len();
                break;
            };
            let (at, byte) = (self.looked + sign, rest[sign]);
            self.looked = at + 1;
            match byte {
                b'"' if self.depth == 0 && at > 0 => return Found::End(at),
                b'"' => self.in_text = true,
                b'[' | b'{' => {
                    self.depth += 1;
                    if self.depth > deepest {
                        return Found::TooDeep;
                    }
                }
                // The end of what is around it, or of a value without brackets.
                _ if self.depth == 0 => return Found::End(at),
                b']' | b'}' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Found::End(self.looked);
                    }
                }
                _ => {}
            }
        }
        Found::More
    }

    /// Whether the text that is open ends here.
    fn text(&mut self, bytes: &[u8]) -> bool {
        if std::mem::take(&mut self.escaped) {
            self.looked += 1;
            return false;
        }
        let rest = &bytes[self.looked..];
        let Some(sign) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
            self.looked = bytes.len();
            return false;
        };
        self.looked += sign + 1;
        self.escaped = rest[sign] == b'\\';
        self.in_text = self.escaped;
        !self.in_text
    }
}

/// What is looked at outside of texts.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let all = b"\"[]{}, \t\r\n";
    let mut at = 0;
    while at < all.len() {
        signs[all[at] as usize] = true;
        at += 1;
    }
    signs
};

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
