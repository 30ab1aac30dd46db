//! Card Transaction Qualifiers, tag 9F6C, 2 bytes: what a Visa or UPI card answers to the reader's TTQ. EMV Book C-3 v2.11, A.2;
//! Book C-7 v2.11, Annex A.
//!
//! Not for other schemes: their kernels have other data under this tag, or none.

use crate::bits::{self, Reading, Table, bit};
use crate::scheme::Scheme;

pub static TABLE: Table = Table {
    tag: "9F6C",
    name: "CTQ",
    size: 2,
    source: "EMV Book C-3 v2.11, A.2; Book C-7 v2.11, Annex A",
    rows: &[
        bit(1, 8, "online PIN required", "online PIN required"),
        bit(1, 7, "signature required", "signature required"),
        bit(1, 6, "online if ODA fails", "go online if card data authentication (ODA) fails"),
        bit(
            1,
            5,
            "other interface if ODA fails",
            "switch to another interface if card data authentication (ODA) fails",
        ),
        bit(1, 4, "online if expired", "go online if the card's application has expired"),
        bit(1, 3, "other interface for cash", "switch to another interface for cash"),
        bit(1, 2, "other interface for cashback", "switch to another interface for cashback"),
        bit(1, 1, "not valid at ATMs", "not valid at contactless ATMs"),
        bit(2, 8, "CDCVM performed", "phone unlock (CDCVM) performed"),
        bit(2, 7, "issuer updates supported", "the card supports issuer updates at the point of sale"),
    ],
};

/// The bits of a CTQ as reported.
pub fn read(text: &str) -> Reading {
    bits::read(&TABLE, &[], text)
}

/// True if a scheme's cards answer with one.
pub fn is_of(scheme: Scheme) -> bool {
    matches!(scheme, Scheme::Visa | Scheme::UnionPay)
}
