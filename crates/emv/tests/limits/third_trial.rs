//! What an expert's third trial of `explain --scheme … --amount` found: limits, parameters and the EMV book's reading never say other
//! than each other.

use tapline_emv::Scheme::{self, Amex, Discover, Mastercard, UnionPay, Visa};
use tapline_emv::limits::unreachable;
use tapline_emv::{Currency, Limits, Params, Subject, Value, check, param};

use super::limits;

fn euro() -> Currency {
    Currency::euro()
}

#[test]
fn a_limit_that_is_met_is_never_exceeded() {
    let table: &[(Scheme, Limits, &[&str])] = &[
        (
            Amex,
            limits(0, 25_000, 25_000),
            &[
                "The CVM limit of 250.00 EUR is never exceeded: sales above 250.00 EUR are declined, so it asks for no PIN or phone check.",
            ],
        ),
        (Mastercard, limits(0, 25_000, 25_000), &["is never exceeded: "]),
        (Mastercard, limits(0, 25_001, 25_000), &["is never reached: "]),
        (Visa, limits(0, 25_000, 25_000), &[]),
        (Visa, limits(0, 25_001, 25_000), &["is never reached: "]),
        (
            Visa,
            limits(25_000, 5_000, 25_000),
            &[
                "The floor limit of 250.00 EUR is never exceeded: sales above 250.00 EUR are declined, so no accepted sale has to go \
               online for its amount.",
            ],
        ),
        (Discover, limits(25_001, 5_000, 25_000), &["The floor limit of 250.01 EUR is never reached: "]),
        (Amex, limits(0, 999_999_999_999, 99_999_999), &["is never exceeded, so it asks for no PIN"]),
    ];
    for (scheme, limits, expected) in table {
        let said: Vec<String> =
            unreachable(*scheme, *limits).iter().map(|zone| zone.sentence(&euro())).collect();
        assert_eq!(said.len(), expected.len(), "{scheme:?} {limits:?} {said:?}");
        assert!(said.iter().zip(*expected).all(|(said, has)| said.contains(has)), "{said:?}");
    }
}

#[test]
fn a_bit_that_the_scheme_keeps_for_itself_is_reserved() {
    for (scheme, key, text, title, message) in [
        (
            Mastercard,
            param::KERNEL_CONFIGURATION,
            "B8",
            "Reserved bits in DF811B",
            "DF811B byte 1 bit 4 is set (reserved for the payment system).",
        ),
        (
            UnionPay,
            param::TTQ,
            "66004080",
            "Reserved bits in TTQ",
            "TTQ byte 1 bit 7 is set (UnionPay's own use).",
        ),
        (
            UnionPay,
            param::TTQ,
            "66804080",
            "Bits without effect in TTQ",
            "TTQ byte 1 bit 7 is set (UnionPay's own use); byte 2 bit 8 (online cryptogram required) is set by the reader on every \
             tap.",
        ),
        (
            Visa,
            param::TTQ,
            "26084080",
            "Bits without effect in TTQ",
            "TTQ byte 2 bit 4 is not for this scheme (Discover only: fast mode).",
        ),
    ] {
        let params: Params = [(key.to_owned(), Value::Text(text.to_owned()))].into();
        let found = check(&Subject {
            name: "",
            method: scheme.method_code(),
            scheme: Some(scheme),
            params: &params,
            currency: &euro(),
            siblings: &[],
            terminals: None,
        });
        let found = found.iter().find(|finding| finding.id == "C13").expect("a finding");
        assert_eq!((found.title.as_str(), found.message.as_str()), (title, message));
    }
}
