//! Ids that several resources of the demo data share: merchants and their terminals.
//!
//! A terminal's record has a `deviceId` with the prefix `CD-`, as the document says of all of them. Its `sdkId` (`SDK-` and 8 hex
//! digits) is in its transactions only, and neither can be derived from the other. One terminal was installed anew in the demo
//! month and has two, one has no payment yet and has none, one is an unused code.

/// A merchant as all resources know it.
#[derive(Debug)]
pub(crate) struct MerchantIds {
    /// `mchId`
    pub(crate) id: &'static str,
    /// `mchName`
    pub(crate) name: &'static str,
    pub(crate) terminals: &'static [TerminalIds],
    pub(crate) route: Route,
}

/// Route of a merchant's payments, whatever the method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    /// Id and name of the acquirer profile.
    pub(crate) acquirer: (u32, &'static str),
    pub(crate) acq_mid: &'static str,
    pub(crate) acq_tid: &'static str,
    /// Payment methods: `01` to `06`.
    pub(crate) methods: &'static [&'static str],
}

pub(crate) const RHEINBANK: (u32, &str) = (301, "Rheinbank Cards EUR");
pub(crate) const ATLANTIC: (u32, &str) = (302, "Atlantic Acquiring EUR");
pub(crate) const ALPEN_PAY: (u32, &str) = (303, "Alpen Pay EUR");

#[derive(Debug)]
pub(crate) struct TerminalIds {
    /// `deviceId`
    pub(crate) device_id: &'static str,
    /// `sdkId` of its installations, the first one first; the last one is in use.
    pub(crate) sdk_ids: &'static [&'static str],
}

/// The day (`YYYYMMDD`) from which a terminal that was installed anew has its second `sdkId`.
pub(crate) const INSTALLED_ANEW: i64 = 20_261_108;

const fn merchant(
    id: &'static str,
    name: &'static str,
    terminals: &'static [TerminalIds],
    route: Route,
) -> MerchantIds {
    MerchantIds { id, name, terminals, route }
}

const fn route(
    acquirer: (u32, &'static str),
    acq: [&'static str; 2],
    methods: &'static [&'static str],
) -> Route {
    Route { acquirer, acq_mid: acq[0], acq_tid: acq[1], methods }
}

const fn terminal(device_id: &'static str, sdk_ids: &'static [&'static str]) -> TerminalIds {
    TerminalIds { device_id, sdk_ids }
}

#[rustfmt::skip]
pub(crate) static MERCHANTS: [MerchantIds; 8] = [
    merchant("M100000001", "Brauhaus am Ring", &[
        terminal("CD-7Q2M4K9X", &[]),
        terminal("CD-H3N8T2WA", &["SDK-4F1A20B7"]),
        terminal("CD-K9R4V7PC", &["SDK-4F1A20B8"]),
    ], route(RHEINBANK, ["498000100001", "70010001"], &["01", "02", "03", "04", "05", "06"])),
    merchant("M100000002", "Café Lisboa", &[terminal("CD-B6X3M8QF", &["SDK-51C0D3E1"])], route(RHEINBANK, ["498000100002", "70010002"], &["01", "02", "04"])),
    merchant("M100000003", "Boulangerie Martin", &[
        terminal("CD-T5W9C2LH", &["SDK-62D1E4F2", "SDK-62D1E50A"]),
        terminal("CD-Y8D4N6RJ", &["SDK-62D1E4F3"]),
    ], route(ATLANTIC, ["302000200003", "60020003"], &["01", "02", "04", "06"])),
    merchant("M100000004", "Grand Canal Books", &[terminal("CD-P2G7K5VM", &["SDK-73E2F503"])], route(ATLANTIC, ["302000200004", "60020004"], &["01", "02", "04"])),
    merchant("M100000005", "Fietsen Jansen", &[
        terminal("CD-E4Z8H3TS", &["SDK-84F30614"]),
        terminal("CD-M7J2X9BU", &["SDK-84F30615"]),
    ], route(RHEINBANK, ["498000100005", "70010005"], &["01", "02"])),
    merchant("M100000006", "Mercado Sol", &[terminal("CD-Q3V6A8DY", &["SDK-95041725"])], route(ATLANTIC, ["302000200006", "60020006"], &["01", "02", "06"])),
    merchant("M100000007", "Alpenparking", &[
        terminal("CD-W9L5F2NK", &["SDK-A6152836"]),
        terminal("CD-C8S3P7HZ", &["SDK-A6152837"]),
    ], route(ALPEN_PAY, ["303000300007", "50030007"], &["01", "02"])),
    merchant("M100000008", "Hotel Adler", &[
        terminal("CD-R6T4E9XB", &["SDK-B7263947"]),
        terminal("CD-J2U8Y5GD", &[]),
    ], route(ALPEN_PAY, ["303000300008", "50030008"], &["01", "02", "05"])),
];

/// `at` is the place among all terminals and activation codes.
pub(crate) fn acq_tid(at: usize) -> String {
    format!("70{:06}", 410 + at)
}
