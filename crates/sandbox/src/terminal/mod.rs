//! The terminals that take payments, as transactions and batches know them. Not the devices' records.
//!
//! Choices: `acqMid` is the merchant's, `acqTid` the device's; the second terminal of Alpenparking takes CHF from guests who
//! come over the border, everyone else EUR. A terminal's number is its place among all of the demo data that take payments and is
//! what the database keeps; a terminal that is created later has no payments. The `sdkId` is of an installation: a terminal that
//! was installed anew has another one from that day on ([`INSTALLED_ANEW`]), and only the last one ends it.

pub(crate) mod ids;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use self::ids::{INSTALLED_ANEW, MERCHANTS, MerchantIds, acq_tid};
use crate::shown::FOREIGN_TERMINAL;

#[derive(Debug)]
pub(crate) struct Terminal {
    pub(crate) number: u16,
    pub(crate) device_id: &'static str,
    /// Ids of its installations; never empty.
    sdk_ids: &'static [&'static str],
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
    let all = MERCHANTS.iter().flat_map(|merchant| {
        let route = merchant.route;
        merchant.terminals.iter().map(move |ids| {
            let currency = if ids.sdk_ids.contains(&FOREIGN_TERMINAL) { "CHF" } else { "EUR" };
            Terminal {
                number: 0,
                device_id: ids.device_id,
                sdk_ids: ids.sdk_ids,
                merchant,
                currency,
                acq_mid: route.acq_mid,
                acq_tid: String::new(),
                acquirer: route.acquirer.1.replace("EUR", currency),
                methods: route.methods,
            }
        })
    });
    let placed = all.enumerate().map(|(at, terminal)| Terminal { acq_tid: acq_tid(at), ..terminal });
    let used = placed.filter(|terminal| !terminal.sdk_ids.is_empty());
    (0..).zip(used).map(|(number, terminal)| Terminal { number, ..terminal }).collect()
});

impl Terminal {
    pub(crate) fn all() -> &'static [Terminal] {
        &ALL
    }

    /// A number that is not in use is the first terminal's.
    pub(crate) fn by_number(number: u16) -> &'static Terminal {
        ALL.get(usize::from(number)).unwrap_or(&ALL[0])
    }

    /// By the `sdkId` of any of its installations.
    pub(crate) fn by_sdk_id(id: &str) -> Option<&'static Terminal> {
        ALL.iter().find(|terminal| terminal.sdk_ids.contains(&id))
    }

    pub(crate) fn by_device_id(id: &str) -> Option<&'static Terminal> {
        ALL.iter().find(|terminal| terminal.device_id == id)
    }

    /// The `sdkId` of what is installed now.
    pub(crate) fn sdk_id(&self) -> &'static str {
        self.sdk_ids.last().copied().unwrap_or_default()
    }

    /// The `sdkId` on a day (`YYYYMMDD`).
    pub(crate) fn sdk_id_on(&self, day: i64) -> &'static str {
        let first = self.sdk_ids.first().copied().filter(|_| day < INSTALLED_ANEW);
        first.unwrap_or_else(|| self.sdk_id())
    }

    /// By its `deviceId`, or by the `sdkId` of any of its installations.
    pub(crate) fn by_id(id: &str) -> Option<&'static Terminal> {
        Terminal::by_device_id(id).or_else(|| Terminal::by_sdk_id(id))
    }

    /// The days (`YYYYMMDD`) on which the terminal had this id: its `deviceId` it always has.
    pub(crate) fn days_of(&self, id: &str) -> RangeInclusive<i64> {
        let is_at = |place: usize| self.sdk_ids.get(place) == Some(&id);
        let was_replaced = is_at(0) && self.sdk_ids.len() > 1;
        let begin = if is_at(1) { INSTALLED_ANEW } else { 0 };
        begin..=if was_replaced { INSTALLED_ANEW - 1 } else { 99_999_999 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::devices::devices;

    #[test]
    fn terminals_are_numbered_in_the_order_of_the_merchants() {
        let first = Terminal::by_number(0);
        assert_eq!((first.sdk_id(), first.acq_mid, first.currency), ("SDK-4F1A20B7", "498000100001", "EUR"));
        assert_eq!((first.acquirer.as_str(), first.methods.len()), ("Rheinbank Cards EUR", 6));
        let lane = Terminal::by_sdk_id(FOREIGN_TERMINAL).unwrap();
        assert_eq!((lane.currency, lane.acquirer.as_str()), ("CHF", "Alpen Pay CHF"));
        assert!(Terminal::by_sdk_id("CD-7Q2M4K9X").is_none());
        assert!(Terminal::all().iter().enumerate().all(|(at, found)| usize::from(found.number) == at));
    }

    #[test]
    fn a_terminal_has_the_number_of_its_device() {
        for (_, device) in devices() {
            let Some(terminal) = Terminal::by_device_id(device.device_id.as_str()) else { continue };
            let ext_params = device.ext().unwrap();
            assert_eq!(ext_params.acq_tid.as_deref(), Some(terminal.acq_tid.as_str()));
            assert_eq!(ext_params.acq_mid.as_deref(), Some(terminal.acq_mid));
        }
    }

    #[test]
    fn a_terminal_that_was_installed_anew_has_two_ids_one_after_the_other() {
        let terminal = Terminal::by_sdk_id("SDK-62D1E4F2").unwrap();
        assert_eq!(terminal.sdk_id(), "SDK-62D1E50A");
        for day in [20_261_101, INSTALLED_ANEW - 1, INSTALLED_ANEW, 20_261_120] {
            let own: Vec<_> =
                terminal.sdk_ids.iter().filter(|id| terminal.days_of(id).contains(&day)).collect();
            assert_eq!(own, [&terminal.sdk_id_on(day)], "{day}");
        }
        let usual = Terminal::by_number(0);
        for id in [usual.sdk_id(), usual.device_id] {
            assert_eq!(usual.days_of(id), 0..=99_999_999);
        }
        assert_eq!(usual.sdk_id_on(20_261_101), "SDK-4F1A20B7");
    }
}
