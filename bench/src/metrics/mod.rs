//! The metrics, one module each: which sides, which figures, which target.

pub(crate) mod door;
pub(crate) mod export;
pub(crate) mod find;
pub(crate) mod growth;
pub(crate) mod lanes;
pub(crate) mod load;
pub(crate) mod million;
pub(crate) mod plan;
pub(crate) mod replay;
pub(crate) mod scroll;
pub(crate) mod served;
pub(crate) mod size;
pub(crate) mod stall;
pub(crate) mod start;
pub(crate) mod store;

use crate::report::{Figure, Target};
use crate::stats;

/// Every member of a record.
pub(crate) const EVERY: [&str; 25] = [
    "tranId",
    "amount.currency",
    "amount.value",
    "approvalCode",
    "batchNo",
    "cvmPerformed",
    "appName",
    "linkedTranId",
    "mchName",
    "tsi",
    "acqTid",
    "rrn",
    "tc",
    "tranStatus",
    "tranType",
    "atc",
    "tvr",
    "trace",
    "acqMid",
    "accountMasked",
    "sdkId",
    "paymentMethod",
    "hostMessageFormat",
    "aid",
    "entryMode",
];

/// A median, against the named peer.
const fn figure(
    metric: &'static str,
    what: &'static str,
    unit: &'static str,
    against: &'static str,
    target: Target,
) -> Figure {
    Figure { metric, what, unit, against, target, statistic: stats::median }
}
