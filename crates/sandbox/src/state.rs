//! Codes and names of transactions and batches. Service document, "States and transitions".
//!
//! Choices where the document is silent: `tranStatus` holds the name of the state (`APPROVED`); `tranType` is one of
//! [`Kind`]'s names; a batch's `state` has the codes of `settleState` (0 open, 1 settled, 2 failed), so a batch and its
//! transactions always say the same.

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

            pub(crate) fn of(code: i64) -> Option<$name> {
                Self::ALL.get(usize::try_from(code).ok()?).copied()
            }

            pub(crate) fn name(self) -> &'static str {
                [$($text),*][self as usize]
            }
        }
    };
}

coded! {
    /// Of a transaction.
    State {
        Init = "INIT",
        Processing = "PROCESSING",
        Approved = "APPROVED",
        Declined = "DECLINED",
        Voided = "VOIDED",
        /// In whole; a sale that was refunded in part stays approved.
        Refunded = "REFUNDED",
        /// An authorization that was not captured in time.
        Closed = "CLOSED",
        Reversed = "REVERSED",
    }
}

coded! {
    /// Of a transaction in a batch, and of the batch.
    Settle {
        Waiting = "WAIT_FOR_SETTLE",
        Settled = "SETTLED",
        Failed = "SETTLE_FAILED",
    }
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
    /// Under what a transaction counts in its batch: each under exactly one.
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
    fn codes_are_the_documents() {
        assert_eq!((State::Approved.code(), State::Reversed.code(), State::of(8)), (2, 7, None));
        assert_eq!((State::of(5), State::of(-1)), (Some(State::Refunded), None));
        assert_eq!((Settle::Failed.code(), Settle::Waiting.name()), (2, "WAIT_FOR_SETTLE"));
    }
}
