//! The limit and the bits that decide.

use crate::cvm::{self, Capability, NoTap};
use crate::limits::LimitKind;
use crate::param;
use crate::scheme::Scheme;

/// Deciding values: a limit, other values, or both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DecidedBy {
    pub limit: Option<LimitKind>,
    pub values: Vec<Ground>,
    /// The values likely decide: a JCB reader may use others.
    pub is_likely: bool,
}

/// A deciding value other than the limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// Bits of a parameter, set or missing.
    Bits {
        /// The key in `params` or of a terminal.
        key: &'static str,
        /// From 1, the leftmost.
        byte: u8,
        mask: u8,
        is_set: bool,
    },
    /// 9F35 of the terminal.
    TerminalType,
}

impl DecidedBy {
    /// The key of the parameter to look at first.
    pub fn key(&self) -> Option<&'static str> {
        let of_value = |value: &Ground| match value {
            Ground::Bits { key, .. } => *key,
            Ground::TerminalType => param::TERMINAL_TYPE,
        };
        self.limit.map(LimitKind::param).or_else(|| self.values.first().map(of_value))
    }

    pub(super) fn limit(limit: LimitKind) -> DecidedBy {
        DecidedBy { limit: Some(limit), ..DecidedBy::default() }
    }
}

impl Ground {
    /// The bits of the contactless modes. DF811B denies a mode, so there they are set.
    pub(crate) fn of_no_tap(no_tap: &NoTap) -> Ground {
        let (mask, is_set) = match no_tap.key {
            param::KERNEL_CONFIGURATION => (0xC0, true),
            param::TTQ => (0xA0, false),
            _ => (0x70, false),
        };
        Ground::Bits { key: no_tap.key, byte: 1, mask, is_set }
    }

    /// The bit that declares a capability of a scheme's reader.
    pub(super) fn bit(scheme: Scheme, capability: Capability, is_set: bool) -> Option<Ground> {
        Ground::bits(scheme, &[capability], is_set)
    }

    /// Bits of one byte that declare several.
    pub(super) fn bits(scheme: Scheme, capabilities: &[Capability], is_set: bool) -> Option<Ground> {
        let mut rows = capabilities.iter().filter_map(|capability| cvm::bit(scheme, *capability));
        let first = rows.next()?.place();
        let mask = rows.fold(first.mask, |mask, row| mask | row.place().mask);
        Some(Ground::Bits { key: first.key, byte: first.byte, mask, is_set })
    }
}
