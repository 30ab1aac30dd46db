//! The fields of an EMV configuration: their names for people and on the wire.

use tapline_emv::{LimitKind, param};

/// A field of a configuration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldKey {
    Name,
    Method,
    /// A key of `params`.
    Param(String),
}

impl FieldKey {
    /// Key of a field by its name on the wire.
    pub fn from_wire(wire: &str) -> FieldKey {
        match wire {
            "emvName" => FieldKey::Name,
            "paymentMethod" => FieldKey::Method,
            key => FieldKey::Param(key.to_owned()),
        }
    }

    /// Limit that a key of `params` names, if any.
    pub fn limit_of(key: &str) -> Option<LimitKind> {
        LimitKind::ALL.into_iter().find(|limit| limit.param() == key)
    }

    pub fn limit(limit: LimitKind) -> FieldKey {
        FieldKey::Param(limit.param().to_owned())
    }

    /// Limit of this field, if it is a limit.
    pub fn as_limit(&self) -> Option<LimitKind> {
        let FieldKey::Param(key) = self else { return None };
        FieldKey::limit_of(key)
    }

    /// The name for people.
    pub fn label(&self) -> String {
        match self {
            FieldKey::Name => "Configuration name".to_owned(),
            FieldKey::Method => "Payment method".to_owned(),
            FieldKey::Param(key) => match self.as_limit() {
                Some(limit) => limit.label().to_owned(),
                None => param::param(key).map_or_else(|| key.clone(), |p| p.label.to_owned()),
            },
        }
    }

    /// The name on the wire.
    pub fn wire(&self) -> &str {
        match self {
            FieldKey::Name => "emvName",
            FieldKey::Method => "paymentMethod",
            FieldKey::Param(key) => key,
        }
    }
}
