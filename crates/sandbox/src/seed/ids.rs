//! The demo merchants and their terminals: what all demo data refers to.

#[derive(Debug)]
pub(crate) struct SeedMerchant {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// Activation codes that no terminal has used yet (`CD-`), and sdkIds.
    pub(crate) terminals: &'static [&'static str],
}

#[rustfmt::skip]
pub(crate) static MERCHANTS: [SeedMerchant; 8] = [
    SeedMerchant { id: "M100000001", name: "Brauhaus am Ring", terminals: &["CD-7Q2M4K9X", "SDK-4F1A20B7", "SDK-4F1A20B8"] },
    SeedMerchant { id: "M100000002", name: "Café Lisboa", terminals: &["SDK-51C0D3E1"] },
    SeedMerchant { id: "M100000003", name: "Boulangerie Martin", terminals: &["SDK-62D1E4F2", "SDK-62D1E4F3"] },
    SeedMerchant { id: "M100000004", name: "Grand Canal Books", terminals: &["SDK-73E2F503"] },
    SeedMerchant { id: "M100000005", name: "Fietsen Jansen", terminals: &["SDK-84F30614", "SDK-84F30615"] },
    SeedMerchant { id: "M100000006", name: "Mercado Sol", terminals: &["SDK-95041725"] },
    SeedMerchant { id: "M100000007", name: "Alpenparking", terminals: &["SDK-A6152836", "SDK-A6152837"] },
    SeedMerchant { id: "M100000008", name: "Hotel Adler", terminals: &["SDK-B7263947"] },
];
