//! Target of a search on the page: a role and the beginning of its accessible name.

use serde_json::{Value, json};

/// Exactly one shown element of a role. An element of exactly this name is preferred to those whose name begins with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    role: &'static str,
    name: String,
    inside: Option<Box<Target>>,
}

impl Target {
    fn new(role: &'static str, name: &str) -> Target {
        Target { role, name: name.to_owned(), inside: None }
    }

    /// Only within another one, for example the link of one group.
    #[must_use]
    pub fn inside(self, outer: Target) -> Target {
        Target { inside: Some(Box::new(outer)), ..self }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "role": self.role, "name": self.name, "inside": self.inside.as_ref().map(|outer| outer.json()) })
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} “{}”", self.role, self.name)?;
        self.inside.as_ref().map_or(Ok(()), |outer| write!(f, " inside {outer}"))
    }
}

macro_rules! roles {
    ($($role:ident)*) => {
        $(pub fn $role(name: &str) -> Target {
            Target::new(stringify!($role), name)
        })*
    };
}

roles! { alert button checkbox dialog disclosure field grid group heading link navigation radio region slider status tab }
