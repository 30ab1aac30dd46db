//! Result at an amount: golden tables, properties, zones and the amounts next to a limit.

mod boundaries;
mod golden;
mod no_limit;
mod properties;
mod zones;

use tapline_emv::Limits;

/// Minor units.
const fn limits(floor: u64, cvm: u64, transaction: u64) -> Limits {
    Limits { floor, cvm, transaction }
}
