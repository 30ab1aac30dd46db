//! States of transactions. Service document, "Transaction `state` query codes" and "Transaction `settleState` query codes".
//!
//! The document gives the codes for queries and shows neither the transitions nor the values of `tranStatus`. A `tranStatus` is
//! read as a state only when it is exactly one of the document's names; any other text stays raw and "not documented".

/// Declares states: variant, code and name, one row each.
macro_rules! states {
    ($(#[$doc:meta])* $name:ident { $($(#[$state_doc:meta])* $state:ident = $code:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$state_doc])* $state,)*
        }

        impl $name {
            /// In the order of the codes.
            pub const ALL: &'static [$name] = &[$($name::$state),*];

            const ROWS: &'static [(u8, &'static str)] = &[$(($code, $text)),*];

            pub fn code(self) -> u8 {
                Self::ROWS[self as usize].0
            }

            /// As the document writes it.
            pub const fn name(self) -> &'static str {
                Self::ROWS[self as usize].1
            }

            /// `None`: not documented.
            pub fn of_code(code: u64) -> Option<$name> {
                Self::ALL.iter().copied().find(|state| u64::from(state.code()) == code)
            }

            /// The exact name; `None`: not documented.
            pub fn of_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|state| state.name() == name)
            }
        }
    };
}
pub(crate) use states;

states! {
    /// State of a transaction.
    State {
        Init = 0 "INIT",
        Processing = 1 "PROCESSING",
        Approved = 2 "APPROVED",
        Declined = 3 "DECLINED",
        Voided = 4 "VOIDED",
        Refunded = 5 "REFUNDED",
        /// The document doesn't explain its meaning.
        Closed = 6 "CLOSED",
        Reversed = 7 "REVERSED",
    }
}

impl State {
    /// Words for people, equal everywhere; raw views, exports and hand-overs have the raw name.
    pub const fn words(self) -> &'static str {
        match self {
            State::Init => "Started",
            State::Processing => "Processing",
            State::Approved => "Approved",
            State::Declined => "Declined",
            State::Voided => "Voided",
            State::Refunded => "Refunded",
            State::Closed => "Closed",
            State::Reversed => "Reversed",
        }
    }
}

/// A `tranStatus` for people; one that is not documented as it came.
pub fn words_of(raw: &str) -> &str {
    State::of_name(raw).map_or(raw, |state| state.words())
}

/// A `tranType` for people; one that is not known as it came.
pub fn type_words(raw: &str) -> &str {
    match raw {
        "SALE" | "PURCHASE" => "Sale",
        "PRE_AUTH" | "PREAUTH" => "Pre-authorization",
        "AUTH" => "Authorization",
        "CAPTURE" => "Capture",
        "PRE_AUTH_COMP" => "Completion",
        "REFUND" => "Refund",
        "VOID" => "Void",
        "REVERSAL" => "Reversal",
        _ => raw,
    }
}

states! {
    /// Settlement filter of transactions. A query alone: records don't have it.
    SettleState {
        WaitForSettle = 0 "WAIT_FOR_SETTLE",
        Settled = 1 "SETTLED",
        SettleFailed = 2 "SETTLE_FAILED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_the_documents() {
        let names =
            ["INIT", "PROCESSING", "APPROVED", "DECLINED", "VOIDED", "REFUNDED", "CLOSED", "REVERSED"];
        for (code, name) in (0..).zip(names) {
            let state = State::of_code(code).unwrap();
            assert_eq!((state.name(), State::of_name(name)), (name, Some(state)));
        }
        assert_eq!(State::ALL.len(), names.len());
        for (code, name) in (0..).zip(["WAIT_FOR_SETTLE", "SETTLED", "SETTLE_FAILED"]) {
            assert_eq!(SettleState::of_code(code), SettleState::of_name(name));
            assert_eq!(SettleState::of_code(code).unwrap().name(), name);
        }
    }

    #[test]
    fn a_status_has_words_and_what_is_not_documented_stays_as_it_came() {
        for (raw, words) in
            [("INIT", "Started"), ("APPROVED", "Approved"), ("approved", "approved"), ("", "")]
        {
            assert_eq!(words_of(raw), words);
        }
    }

    #[test]
    fn anything_else_is_not_documented() {
        for text in ["", "approved", "Approved", " APPROVED", "APPROVED ", "2", "SETTLED"] {
            assert_eq!(State::of_name(text), None, "{text}");
        }
        assert_eq!((State::of_code(8), SettleState::of_code(3)), (None, None));
    }
}
