//! Limits of which some may be missing or unreadable: each answers for itself.

use super::{LimitKind, Limits};
use crate::param::{Params, Value};

/// Limits of which some may be missing or unreadable, minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialLimits {
    pub floor: Option<u64>,
    pub cvm: Option<u64>,
    pub transaction: Option<u64>,
}

impl PartialLimits {
    /// Each limit of a configuration that can be read: a number, or decimal text, in minor units.
    pub fn read(params: &Params) -> PartialLimits {
        let read = |kind: LimitKind| params.get(kind.param()).and_then(Value::amount);
        PartialLimits {
            floor: read(LimitKind::Floor),
            cvm: read(LimitKind::Cvm),
            transaction: read(LimitKind::Transaction),
        }
    }

    /// One of the limits, minor units.
    pub fn get(self, kind: LimitKind) -> Option<u64> {
        match kind {
            LimitKind::Floor => self.floor,
            LimitKind::Cvm => self.cvm,
            LimitKind::Transaction => self.transaction,
        }
    }

    /// All three limits, or `None` if one is missing.
    pub fn whole(self) -> Option<Limits> {
        Some(Limits { floor: self.floor?, cvm: self.cvm?, transaction: self.transaction? })
    }

    /// The limits that are missing, in the order of display.
    pub fn missing(self) -> impl Iterator<Item = LimitKind> {
        LimitKind::ALL.into_iter().filter(move |kind| self.get(*kind).is_none())
    }
}

impl From<Limits> for PartialLimits {
    fn from(limits: Limits) -> PartialLimits {
        PartialLimits {
            floor: Some(limits.floor),
            cvm: Some(limits.cvm),
            transaction: Some(limits.transaction),
        }
    }
}
