//! The terminals that take payments, as transactions and batches know them. Not the devices' records.
//!
//! Choices: `acqMid` is `000000` and the digits of the merchant's id; `acqTid` is the `sdkId` without its prefix; Alpenparking
//! takes CHF, everyone else EUR. A terminal's number is its place among all `SDK-` terminals and is what the database keeps.

use std::sync::LazyLock;

use crate::seed::ids::{MERCHANTS, MerchantIds};

const SWISS: &str = "M100000007";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    pub(crate) number: u16,
    pub(crate) sdk_id: &'static str,
    pub(crate) merchant: &'static MerchantIds,
    pub(crate) currency: &'static str,
}

static ALL: LazyLock<Vec<Terminal>> = LazyLock::new(|| {
    let ids = MERCHANTS.iter().flat_map(|merchant| merchant.terminals.iter().map(move |id| (merchant, *id)));
    (0..)
        .zip(ids.filter(|(_, id)| id.starts_with("SDK-")))
        .map(|(number, (merchant, sdk_id))| {
            let currency = if merchant.id == SWISS { "CHF" } else { "EUR" };
            Terminal { number, sdk_id, merchant, currency }
        })
        .collect()
});

impl Terminal {
    pub(crate) fn all() -> &'static [Terminal] {
        &ALL
    }

    /// A number that is not in use is the first terminal's.
    pub(crate) fn of(number: u16) -> Terminal {
        ALL.get(usize::from(number)).copied().unwrap_or(ALL[0])
    }

    pub(crate) fn by_sdk_id(id: &str) -> Option<Terminal> {
        ALL.iter().find(|terminal| terminal.sdk_id == id).copied()
    }

    pub(crate) fn acq_mid(self) -> String {
        format!("000000{}", self.merchant.id.trim_start_matches('M'))
    }

    pub(crate) fn acq_tid(self) -> &'static str {
        self.sdk_id.trim_start_matches("SDK-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_numbered_in_the_order_of_the_merchants() {
        let first = Terminal::of(0);
        assert_eq!((first.sdk_id, first.acq_tid(), first.currency), ("SDK-4F1A20B7", "4F1A20B7", "EUR"));
        assert_eq!(first.acq_mid().len(), 15);
        assert_eq!(Terminal::by_sdk_id("SDK-A6152837").map(|found| found.currency), Some("CHF"));
        assert!(Terminal::by_sdk_id("CD-7Q2M4K9X").is_none());
        assert!(Terminal::all().iter().enumerate().all(|(at, found)| usize::from(found.number) == at));
    }
}
