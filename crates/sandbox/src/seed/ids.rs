//! Ids that several resources of the demo data share: merchants and their terminals.
//!
//! A terminal is an `sdkId` (`SDK-` and 8 hex digits), or an activation code that nobody has used yet (`CD-`).

/// A merchant as all resources know it.
#[derive(Debug)]
pub(crate) struct MerchantIds {
    /// `mchId`
    pub(crate) id: &'static str,
    /// `mchName`
    pub(crate) name: &'static str,
    pub(crate) terminals: &'static [&'static str],
}

const fn merchant(id: &'static str, name: &'static str, terminals: &'static [&'static str]) -> MerchantIds {
    MerchantIds { id, name, terminals }
}

pub(crate) static MERCHANTS: [MerchantIds; 8] = [
    merchant("M100000001", "Brauhaus am Ring", &["CD-7Q2M4K9X", "SDK-4F1A20B7", "SDK-4F1A20B8"]),
    merchant("M100000002", "Café Lisboa", &["SDK-51C0D3E1"]),
    merchant("M100000003", "Boulangerie Martin", &["SDK-62D1E4F2", "SDK-62D1E4F3"]),
    merchant("M100000004", "Grand Canal Books", &["SDK-73E2F503"]),
    merchant("M100000005", "Fietsen Jansen", &["SDK-84F30614", "SDK-84F30615"]),
    merchant("M100000006", "Mercado Sol", &["SDK-95041725"]),
    merchant("M100000007", "Alpenparking", &["SDK-A6152836", "SDK-A6152837"]),
    merchant("M100000008", "Hotel Adler", &["SDK-B7263947"]),
];
