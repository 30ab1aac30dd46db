//! The unit of bare amounts, and how it is found out.
//!
//! The service document does not state it, so real amounts decide: an amount in minor units has no fraction. Whole numbers prove
//! nothing; then a person chooses the right reading. Invariant: a proof never rests on a whole number.

use serde::{Deserialize, Serialize};
use tapline_emv::Currency;

use crate::amounts::Amounts;
pub use crate::connection::UnitKnown;
use crate::connection::{AmountUnit, Connection, ConnectionId, Session};
use crate::decimal::Decimal;
use crate::field::Number;

/// Evidence for a service's unit before its connection is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitReading {
    pub proven: Option<AmountUnit>,
    /// Real amounts for a person to compare.
    pub samples: Vec<UnitSample>,
}

/// Evidence for the open connection's unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitFinding {
    /// With the unit, when it was proven.
    pub session: Session,
    /// Real amounts for a person to compare; none when the service has no transactions.
    pub samples: Vec<UnitSample>,
}

/// An amount as the service sent it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitSample {
    /// Owner of the amount: "transaction T4711".
    pub of: String,
    /// A number, with its digits.
    pub value: String,
    pub currency: Option<String>,
}

/// The unit that a person confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnitConfirmation {
    pub connection: ConnectionId,
    pub unit: AmountUnit,
}

impl UnitSample {
    /// Read as minor units and as major units: what a person compares. `None` where both are the same.
    pub fn both(&self, connection: &Connection) -> Option<(String, String)> {
        let number = Number::parse(&self.value)?;
        let code = self.currency.as_deref();
        // Without the decimals of its currency it says nothing.
        if code.is_some_and(|code| Currency::new(code).is_none()) {
            return None;
        }
        let read = |unit| Amounts { unit: Some(unit), ..Amounts::new(connection, code) }.money(&number);
        let (minor, major) = (read(AmountUnit::Minor), read(AmountUnit::Major));
        (minor != major).then_some((minor, major))
    }

    /// True if the amount cannot be in minor units.
    pub fn is_fraction(&self) -> bool {
        Number::parse(&self.value).is_some_and(|number| contradicts(AmountUnit::Minor, &number))
    }
}

/// The unit that these amounts prove; `None` when both are possible.
pub fn proven<'n>(mut amounts: impl Iterator<Item = &'n Number>) -> Option<AmountUnit> {
    amounts.any(has_fraction).then_some(AmountUnit::Major)
}

/// True if this cannot be an amount in `unit`.
pub fn contradicts(unit: AmountUnit, amount: &Number) -> bool {
    unit == AmountUnit::Minor && has_fraction(amount)
}

/// True if it has a fraction other than zero, in any spelling; false for numbers beyond exact arithmetic.
fn has_fraction(amount: &Number) -> bool {
    let plain = Decimal::from_number(amount).map(|value| value.with_decimals(0));
    plain.is_some_and(|plain| plain.contains('.'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_fraction_proves_major_and_whole_numbers_prove_nothing() {
        for (amounts, unit) in [
            (&["13.34"][..], Some(AmountUnit::Major)),
            (&["1334", "13.34"], Some(AmountUnit::Major)),
            (&["-0.5"], Some(AmountUnit::Major)),
            (&["1334e-2"], Some(AmountUnit::Major)),
            (&["5.5"], Some(AmountUnit::Major)),
            (&["1334"], None),
            (&["13.00", "0", "-20", "5e3", "1.50e1"], None),
            (&["1e-9999", "1e99"], None),
            (&[], None),
        ] {
            let numbers: Vec<_> = amounts.iter().map(|text| Number::parse(text).unwrap()).collect();
            assert_eq!(proven(numbers.iter()), unit, "{amounts:?}");
            for number in &numbers {
                assert!(!contradicts(AmountUnit::Major, number));
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_sent_in_minor_units_never_proves_major(minor: u32, zeros in 0usize..4) {
            let spelled = format!("{minor}.{}", "0".repeat(zeros + 1));
            let numbers = [Number::from(u64::from(minor)), Number::parse(&spelled).unwrap()];
            prop_assert_eq!(proven(numbers.iter()), None);
        }

        #[test]
        fn any_cents_prove_major(whole in -1_000_000i64..1_000_000, cents in 1u8..100) {
            let number = Number::parse(&format!("{whole}.{cents:02}")).unwrap();
            prop_assert_eq!(proven([&number].into_iter()), Some(AmountUnit::Major));
            prop_assert!(contradicts(AmountUnit::Minor, &number));
        }
    }
}
