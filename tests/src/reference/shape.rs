//! Required form of a value.

use std::fmt;

use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Text,
    Number,
    Flag,
    Object,
    /// Text of digits, with a point between them at most: an amount where the document wants a string.
    Digits,
    OneOf(&'static [&'static str]),
    /// Text that is JSON of this shape by itself.
    Encoded(&'static Shape),
    Any,
    List(&'static Shape),
    /// An object with these members and no others.
    Only(&'static [Member]),
    /// An object with these members, and others of any shape.
    With(&'static [Member]),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) required: bool,
}

pub(super) const fn required(name: &'static str, shape: Shape) -> Member {
    Member { name, shape, required: true }
}

pub(super) const fn optional(name: &'static str, shape: Shape) -> Member {
    Member { name, shape, required: false }
}

impl Shape {
    /// Problems of `value`, found at `place`.
    pub(super) fn problems(self, place: &str, value: &Value) -> Vec<String> {
        match (self, value) {
            (Shape::Any, _)
            | (Shape::Text, Value::String(_))
            | (Shape::Number, Value::Number(_))
            | (Shape::Flag, Value::Bool(_))
            | (Shape::Object, Value::Object(_)) => Vec::new(),
            (Shape::Digits, Value::String(text)) if is_amount(text) => Vec::new(),
            (Shape::OneOf(words), Value::String(text)) if words.contains(&text.as_str()) => Vec::new(),
            (Shape::Encoded(inner), Value::String(text)) => match serde_json::from_str(text) {
                Ok(value) => inner.problems(&format!("{place} as text"), &value),
                Err(_) => vec![format!("{place} is text that is not JSON: {text}")],
            },
            (Shape::List(inner), Value::Array(values)) => {
                let at = |(index, value)| inner.problems(&format!("{place}[{index}]"), value);
                values.iter().enumerate().flat_map(at).collect()
            }
            (Shape::Only(members) | Shape::With(members), Value::Object(object)) => {
                let mut problems: Vec<_> =
                    members.iter().flat_map(|member| member.problems(place, value)).collect();
                if matches!(self, Shape::Only(_)) {
                    let known = |name: &str| members.iter().any(|member| member.name == name);
                    let unknown = object.keys().filter(|name| !known(name));
                    problems.extend(unknown.map(|name| format!("{place} has {name}, which is unknown")));
                }
                problems
            }
            _ => vec![format!("{place} is {value} and not {self}")],
        }
    }
}

impl Member {
    fn problems(&self, place: &str, object: &Value) -> Vec<String> {
        match object.get(self.name) {
            Some(value) => self.shape.problems(&format!("{place}.{}", self.name), value),
            None if self.required => vec![format!("{place} has no {}", self.name)],
            None => Vec::new(),
        }
    }
}

fn is_amount(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    [whole, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Text => f.write_str("text"),
            Shape::Number => f.write_str("a number"),
            Shape::Flag => f.write_str("true or false"),
            Shape::Object | Shape::Only(_) | Shape::With(_) => f.write_str("an object"),
            Shape::Digits => f.write_str("an amount as text"),
            Shape::OneOf(words) => write!(f, "one of {words:?}"),
            Shape::Encoded(inner) => write!(f, "text that holds {inner}"),
            Shape::Any => f.write_str("anything"),
            Shape::List(inner) => write!(f, "a list of {inner}"),
        }
    }
}
