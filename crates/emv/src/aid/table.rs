//! The known RIDs, one row each: owner, and products by PIX.
//!
//! Not complete and not authoritative: an unknown RID is worth a note, never a refusal.
//! Sources: emv-utils; public AID lists (Interlink, Maestro UK, Dankort 1010, Mastercard 9999); Verifone ADK and
//! the Agnos wiki for Interac and eftpos. Maestro is Mastercard's, Diners is Discover's, and Visa, Mastercard,
//! Amex and Discover each have more than one RID.

use super::{Rid, RidOwner};
use crate::scheme::Scheme::{Amex, Discover, Jcb, Mastercard, UnionPay, Visa};

pub(super) struct RidRow {
    pub(super) rid: Rid,
    pub(super) owner: RidOwner,
    /// PIX (an empty one matches all) and product.
    pub(super) products: &'static [(&'static [u8], &'static str)],
}

const fn row(rid: [u8; 5], owner: RidOwner, products: &'static [(&'static [u8], &'static str)]) -> RidRow {
    RidRow { rid: Rid(rid), owner, products }
}

const VISA: RidOwner = RidOwner::Scheme(Visa);
const MASTERCARD: RidOwner = RidOwner::Scheme(Mastercard);
const UNIONPAY: RidOwner = RidOwner::Scheme(UnionPay);
const AMEX: RidOwner = RidOwner::Scheme(Amex);
const DISCOVER: RidOwner = RidOwner::Scheme(Discover);
const JCB: RidOwner = RidOwner::Scheme(Jcb);

pub(super) static RIDS: &[RidRow] = &[
    row(
        [0xA0, 0, 0, 0, 0x03],
        VISA,
        &[
            (&[0x10, 0x10], "Visa credit or debit"),
            (&[0x20, 0x10], "Visa Electron"),
            (&[0x20, 0x20], "V Pay"),
            (&[0x30, 0x10], "Interlink"),
            (&[0x80, 0x10], "Plus"),
        ],
    ),
    row([0xA0, 0, 0, 0, 0x98], VISA, &[(&[0x08, 0x40], "Visa US common debit")]),
    row(
        [0xA0, 0, 0, 0, 0x04],
        MASTERCARD,
        &[
            (&[0x10, 0x10], "Mastercard credit or debit"),
            (&[0x22, 0x03], "Mastercard US debit"),
            (&[0x30, 0x60], "Maestro"),
            (&[0x60, 0x00], "Cirrus"),
            (&[0x99, 0x99], "Mastercard"),
        ],
    ),
    row([0xA0, 0, 0, 0, 0x05], MASTERCARD, &[(&[0x00, 0x01], "Maestro UK")]),
    row([0xB0, 0x12, 0x34, 0x56, 0x78], MASTERCARD, &[(&[], "Mastercard test")]),
    row(
        [0xA0, 0, 0, 0x03, 0x33],
        UNIONPAY,
        &[
            (&[0x01, 0x01, 0x01], "UnionPay debit"),
            (&[0x01, 0x01, 0x02], "UnionPay credit"),
            (&[0x01, 0x01, 0x03], "UnionPay quasi-credit"),
            (&[0x01, 0x01, 0x06], "UnionPay e-cash"),
            (&[0x01, 0x01, 0x08], "UnionPay US debit"),
        ],
    ),
    row(
        [0xA0, 0, 0, 0, 0x25],
        AMEX,
        &[(&[0x01], "American Express"), (&[0x01, 0x08, 0x01], "American Express")],
    ),
    row([0xA0, 0, 0, 0x07, 0x90], AMEX, &[(&[], "American Express China")]),
    row(
        [0xA0, 0, 0, 0x01, 0x52],
        DISCOVER,
        &[(&[0x30, 0x10], "Discover or Diners Club"), (&[0x40, 0x10], "Discover US common debit")],
    ),
    row([0xA0, 0, 0, 0x03, 0x24], DISCOVER, &[(&[0x10, 0x10], "Discover ZIP")]),
    row([0xA0, 0, 0, 0, 0x65], JCB, &[(&[0x10, 0x10], "JCB")]),
    row(
        [0xA0, 0, 0, 0, 0x42],
        RidOwner::Other("Cartes Bancaires"),
        &[(&[0x10, 0x10], "Cartes Bancaires"), (&[0x20, 0x10], "Cartes Bancaires")],
    ),
    row(
        [0xA0, 0, 0, 0x01, 0x21],
        RidOwner::Other("Dankort"),
        &[(&[0x10, 0x10], "Dankort"), (&[0x47, 0x11], "Visa/Dankort"), (&[0x47, 0x12], "Dankort")],
    ),
    row(
        [0xA0, 0, 0, 0x03, 0x59],
        RidOwner::Other("girocard"),
        &[(&[0x10, 0x10, 0x02, 0x80, 0x01], "girocard")],
    ),
    row([0xA0, 0, 0, 0x02, 0x77], RidOwner::Other("Interac"), &[(&[0x10, 0x10], "Interac")]),
    row(
        [0xA0, 0, 0, 0x03, 0x84],
        RidOwner::Other("eftpos Australia"),
        &[(&[0x10], "eftpos savings"), (&[0x20], "eftpos cheque")],
    ),
    row([0xA0, 0, 0, 0x05, 0x24], RidOwner::Other("RuPay"), &[(&[0x10, 0x10], "RuPay")]),
    row(
        [0xA0, 0, 0, 0x06, 0x58],
        RidOwner::Other("Mir"),
        &[(&[0x10, 0x10], "Mir credit"), (&[0x20, 0x10], "Mir debit")],
    ),
    row([0xA0, 0, 0, 0x03, 0x71], RidOwner::Other("Verve"), &[]),
    row([0xA0, 0, 0, 0x07, 0x32], RidOwner::Other("Meeza"), &[]),
    row([0xA0, 0, 0, 0x03, 0x37], RidOwner::Other("GIM-UEMOA"), &[]),
    // Hint: seen in the sample code of a comparable service as a customized Visa test application.
    row([0xA0, 0, 0, 0, 0x96], RidOwner::Other("Test applications"), &[]),
];
