//! The terminals that take payments, as transactions and batches know them. Not the devices' records.
//!
//! Choices: `acqMid` is the merchant's, `acqTid` the device's; the second terminal of Alpenparking takes CHF from guests who
//! come over the border, everyone else EUR. A terminal's number is its place among all `SDK-` terminals of the demo data and is
//! what the database keeps; a terminal that is created later has no payments.

use std::sync::LazyLock;

use crate::seed::devices::acq_tid;
use crate::seed::ids::{MERCHANTS, MerchantIds};
use crate::seed::merchants::routes;

const SWISS: &str = "SDK-A6152837";

#[derive(Debug)]
pub(crate) struct Terminal {
    pub(crate) number: u16,
    pub(crate) sdk_id: &'static str,
    pub(crate) merchant: &'static MerchantIds,
    pub(crate) currency: &'static str,
    pub(crate) acq_mid: &'static str,
    pub(crate) acq_tid: String,
    /// Name of the acquirer profile.
    pub(crate) acquirer: String,
    /// Payment methods: `01` to `06`.
    pub(crate) methods: &'static [&'static str],
}

static ALL: LazyLock<Vec<Terminal>> = LazyLock::new(|| {
    let merchants = MERCHANTS.iter().zip(routes());
    let all = merchants.flat_map(|(merchant, route)| {
        merchant.terminals.iter().map(move |sdk_id| {
            let currency = if *sdk_id == SWISS { "CHF" } else { "EUR" };
            Terminal {
                number: 0,
                sdk_id,
                merchant,
                currency,
                acq_mid: route.acq_mid,
                acq_tid: String::new(),
                acquirer: route.acquirer.replace("EUR", currency),
                methods: route.methods,
            }
        })
    });
    let placed = all.enumerate().map(|(at, terminal)| Terminal { acq_tid: acq_tid(at), ..terminal });
    let used = placed.filter(|terminal| terminal.sdk_id.starts_with("SDK-"));
    (0..).zip(used).map(|(number, terminal)| Terminal { number, ..terminal }).collect()
});

impl Terminal {
    pub(crate) fn all() -> &'static [Terminal] {
        &ALL
    }

    /// A number that is not in use is the first terminal's.
    pub(crate) fn of(number: u16) -> &'static Terminal {
        ALL.get(usize::from(number)).unwrap_or(&ALL[0])
    }

    pub(crate) fn by_sdk_id(id: &str) -> Option<&'static Terminal> {
        ALL.iter().find(|terminal| terminal.sdk_id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::devices::devices;

    #[test]
    fn terminals_are_numbered_in_the_order_of_the_merchants() {
        let first = Terminal::of(0);
        assert_eq!((first.sdk_id, first.acq_mid, first.currency), ("SDK-4F1A20B7", "498000100001", "EUR"));
        assert_eq!((first.acquirer.as_str(), first.methods.len()), ("Rheinbank Cards EUR", 6));
        let lane = Terminal::by_sdk_id(SWISS).unwrap();
        assert_eq!((lane.currency, lane.acquirer.as_str()), ("CHF", "Alpen Pay CHF"));
        assert!(Terminal::by_sdk_id("CD-7Q2M4K9X").is_none());
        assert!(Terminal::all().iter().enumerate().all(|(at, found)| usize::from(found.number) == at));
    }

    #[test]
    fn a_terminal_has_the_number_of_its_device() {
        for (_, device) in devices() {
            let Some(terminal) = Terminal::by_sdk_id(device.device_id.as_str()) else { continue };
            assert_eq!(device.ext_params.unwrap().acq_tid.as_deref(), Some(terminal.acq_tid.as_str()));
        }
    }
}
