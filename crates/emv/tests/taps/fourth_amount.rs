//! A sale whose amount is held against no limit: everything else is told all the same.

use tapline_emv::Scheme::{Mastercard, Visa};

use super::fourth_trial::{Sold, sold};

const WHY: &str = "The transaction tells no amount, so no limit is compared.";

fn without(sold: Sold<'_>) -> Sold<'_> {
    Sold { amount: 0, not_compared: Some(WHY), ..sold }
}

#[test]
fn what_needs_no_amount_is_told() {
    let declined = without(Sold { status: "DECLINED", code: "51", ..sold(Visa) });
    declined.says(
        &["Declined by the host: 51", WHY],
        &["amount of zero", "0.00 EUR", "by the CVM limit", "the transaction limit"],
    );
    for (cvm, tvr, question) in [
        ("PIN", "0000048000", "Why was a PIN asked?"),
        ("NO_CVM", "0000008000", "Why was no PIN asked?"),
        ("", "0000008000", "Was a PIN asked?"),
    ] {
        let case = without(Sold { cvm, tvr, ..sold(Mastercard) });
        case.says(
            &[question, WHY],
            &[
                "0.00 EUR",
                "was found that takes this card",
                "is not set",
                "does not exceed",
                "With a CVM limit",
            ],
        );
    }
    without(Sold { status: "DECLINED", code: "", ..sold(Visa) }).says(
        &["does not tell why", WHY],
        &[
            "No configuration with readable limits",
            "does not stop a sale",
            "0.00 EUR",
            "With a transaction limit",
        ],
    );
    // An inserted card is decided by no limit anyway.
    without(Sold { entry: "EMV_CONTACT", cvm: "PIN", ..sold(Visa) }).says(&["The card was inserted"], &[WHY]);
}

#[test]
fn parameters_are_told_without_an_amount() {
    without(Sold { status: "DECLINED", code: "", params: "DF811B=C0", ..sold(Mastercard) })
        .says(&["Likely declined because no tap can work", "switched on"], &[]);
    without(Sold { status: "DECLINED", code: "1A", params: "TTQ=22004000", ..sold(Visa) })
        .says(&["the reader offers no PIN (TTQ byte 1 bit 3)"], &["With a PIN"]);
    without(Sold { cvm: "PIN", params: "TTQ=22004000", ..sold(Visa) })
        .says(&["does not offer online PIN (TTQ byte 1 bit 3)"], &[]);
    without(Sold { cvm: "NO_CVM", params: "TTQ=06004000", ..sold(Visa) })
        .says(&["no tap works", "another value then"], &[]);
}
