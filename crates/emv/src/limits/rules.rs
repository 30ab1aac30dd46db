//! Comparison rules of amounts with limits: operators as data, per scheme and limit.
//!
//! Not the comparison itself, which is `Comparison::holds`. Where the service document and the EMV book differ,
//! Tapline shows the service document and keeps the book's reading for a note. The books are cited as libpay
//! (Book B), and DCEMV and D. Hu EMV (Book C-2), cite them.

use super::{Comparison, Rule};
use crate::limits::LimitKind::{Cvm, Floor, Transaction};

/// The three rules of a scheme.
pub(super) struct Rules {
    pub(super) floor: Rule,
    pub(super) cvm: Rule,
    pub(super) transaction: Rule,
}

const CVM_DOCUMENT: &str = "Service document, \"EMV parameters\", clCVMLimit";
const TRANSACTION_DOCUMENT: &str = "Service document, \"EMV parameters\", clTransLimit";

/// The service document says of the floor limit only that it may be 0, so the book is the source of both.
const ENTRY_POINT_FLOOR: Rule = Rule {
    limit: Floor,
    service: Comparison::Above,
    source: "EMV Book B v2.5, 3.1.1.6",
    book: Comparison::Above,
    book_source: "EMV Book B v2.5, 3.1.1.6",
};

/// Visa, UPI, Discover and JCB: the Entry Point compares for the kernel.
pub(super) static ENTRY_POINT: Rules = Rules {
    floor: ENTRY_POINT_FLOOR,
    cvm: Rule {
        limit: Cvm,
        service: Comparison::AtLeast,
        source: CVM_DOCUMENT,
        book: Comparison::AtLeast,
        book_source: "EMV Book B v2.5, 3.1.1.8",
    },
    transaction: Rule {
        limit: Transaction,
        service: Comparison::Above,
        source: TRANSACTION_DOCUMENT,
        book: Comparison::AtLeast,
        book_source: "EMV Book B v2.5, 3.1.1.5",
    },
};

/// Mastercard: kernel 2 compares by itself.
pub(super) static KERNEL_2: Rules = Rules {
    floor: Rule {
        limit: Floor,
        service: Comparison::Above,
        source: "EMV Book C-2, S456.36",
        book: Comparison::Above,
        book_source: "EMV Book C-2, S456.36",
    },
    cvm: Rule {
        limit: Cvm,
        service: Comparison::Above,
        source: CVM_DOCUMENT,
        book: Comparison::Above,
        book_source: "EMV Book C-2, S456.30",
    },
    transaction: Rule {
        limit: Transaction,
        service: Comparison::Above,
        source: TRANSACTION_DOCUMENT,
        book: Comparison::Above,
        book_source: "EMV Book C-2, S456.14",
    },
};

/// Amex: inferred from Book B, if the Entry Point decides for kernel 4.
pub(super) static KERNEL_4: Rules = Rules {
    floor: ENTRY_POINT_FLOOR,
    cvm: Rule {
        limit: Cvm,
        service: Comparison::Above,
        source: CVM_DOCUMENT,
        book: Comparison::AtLeast,
        book_source: "EMV Book B v2.5, 3.1.1.8, if the Entry Point decides for kernel 4",
    },
    transaction: Rule {
        limit: Transaction,
        service: Comparison::Above,
        source: TRANSACTION_DOCUMENT,
        book: Comparison::AtLeast,
        book_source: "EMV Book B v2.5, 3.1.1.5, if the Entry Point decides for kernel 4",
    },
};
