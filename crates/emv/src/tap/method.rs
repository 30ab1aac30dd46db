//! Sets of verification methods.

use std::fmt;

/// A way to verify the cardholder on a tap. The order is the order of display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Method {
    /// Passing without verification ("No CVM").
    Nothing,
    /// Online PIN, the only PIN that a tap can have.
    Pin,
    Signature,
    /// The phone's own unlock (CDCVM).
    Phone,
}

/// A set of methods. Empty: nothing that the reader offers can be done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Methods(u8);

impl Methods {
    pub const EMPTY: Methods = Methods(0);
    /// Some verification, of any kind.
    pub const ANY: Methods =
        Methods(1 << Method::Pin as u8 | 1 << Method::Signature as u8 | 1 << Method::Phone as u8);

    pub const fn only(method: Method) -> Methods {
        Methods(1 << method as u8)
    }

    /// The methods whose condition holds.
    pub fn from_flags(all: [(bool, Method); 4]) -> Methods {
        all.into_iter()
            .filter(|(is, _)| *is)
            .fold(Methods::EMPTY, |set, (_, method)| set.or(Methods::only(method)))
    }

    #[must_use]
    pub const fn or(self, other: Methods) -> Methods {
        Methods(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, method: Method) -> Methods {
        Methods(self.0 & !(1 << method as u8))
    }

    pub const fn has(self, method: Method) -> bool {
        self.0 & 1 << method as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if some card or phone is verified, or none can be.
    pub fn asks(self) -> bool {
        self != Methods::only(Method::Nothing)
    }

    /// In the order of display.
    pub fn iter(self) -> impl Iterator<Item = Method> {
        [Method::Nothing, Method::Pin, Method::Signature, Method::Phone]
            .into_iter()
            .filter(move |method| self.has(*method))
    }
}

impl fmt::Debug for Methods {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}
