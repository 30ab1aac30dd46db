//! Codes and names that the document does not show. Those that it does are [`tapline_contract::transaction_state`].
//!
//! Choices: `tranStatus` holds the name of the state (`APPROVED`); `tranType` is one of [`Kind`]'s names; a batch's `state` has
//! the codes of `settleState` (0 open, 1 settled, 2 failed), so a batch and its transactions always say the same.

/// Declares an enumeration whose codes count from 0: `Variant = "NAME"`, one line each.
macro_rules! coded {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            pub(crate) const ALL: &[$name] = &[$($name::$variant),*];

            pub(crate) fn code(self) -> u8 {
                self as u8
            }

            pub(crate) fn of_code(code: u64) -> Option<$name> {
                Self::ALL.get(usize::try_from(code).ok()?).copied()
            }

            pub(crate) fn name(self) -> &'static str {
                [$($text),*][self as usize]
            }
        }
    };
}

coded! {
    Kind {
        Sale = "SALE",
        /// An authorization, to be captured.
        PreAuth = "PRE_AUTH",
        Refund = "REFUND",
    }
}

coded! {
    /// The part of a batch that a transaction counts under; each counts under exactly one.
    Part {
        Payment = "PAYMENT",
        Refund = "REFUND",
        Void = "VOID",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_places() {
        assert_eq!((Kind::of_code(1), Kind::of_code(3)), (Some(Kind::PreAuth), None));
        assert_eq!((Part::Void.code(), Part::Void.name()), (2, "VOID"));
    }
}
