//! C13: reserved, foreign and transient bits.

use tapline_emv::Scheme::{self, Amex, Discover, Mastercard, UnionPay, Visa};
use tapline_emv::Severity::{self, Info, Warning};
use tapline_emv::check::Problem;
use tapline_emv::decode::Code;

use super::given;

const TTQ: &str = "terminalTransactionQualifiers";

#[test]
fn c13_fires_on_bits_that_have_no_lasting_effect() {
    let table: &[(Scheme, &str, &str, &[Severity])] = &[
        (Visa, TTQ, "26004080", &[]),
        (Visa, TTQ, "26804080", &[Info]),
        (Visa, TTQ, "66004080", &[Warning]),
        (UnionPay, TTQ, "66004080", &[Info]),
        (Visa, TTQ, "26084080", &[Info]),
        (Discover, TTQ, "26084080", &[]),
        (Discover, TTQ, "26104080", &[Warning]),
        (Visa, TTQ, "26804081", &[Warning, Info]),
        (Mastercard, TTQ, "FFFFFFFF", &[]),
        (Amex, TTQ, "FFFFFFFF", &[]),
        (Visa, TTQ, "hello", &[]),
        (Mastercard, "kernelConfiguration", "A0", &[]),
        (Mastercard, "kernelConfiguration", "A1", &[Warning]),
        (Visa, "kernelConfiguration", "A1", &[]),
        (Mastercard, "cvmCapabilityNoCVM", "0F", &[Warning]),
        (Mastercard, "terminalRiskMgmtData", "6CFF000000000000", &[Info, Info]),
        (Mastercard, "terminalRiskMgmtData", "082C00800000000000", &[]),
        (Mastercard, "terminalRiskMgmtData", "2C00800000000001", &[Warning]),
    ];
    for (scheme, key, text, expected) in table {
        let found: Vec<Severity> = given(*scheme, 0, 5_000, 20_000)
            .text(key, text)
            .findings("C13")
            .iter()
            .map(|finding| finding.severity)
            .collect();
        assert_eq!(found, *expected, "{scheme:?} {key} {text}");
    }
}

#[test]
fn c13_clears_the_reserved_bits_alone() {
    let given = given(Visa, 0, 5_000, 20_000).text(TTQ, "66004081");
    let finding = given.finding("C13");
    let places = ["byte 1 bit 7", "byte 4 bit 1"].map(str::to_owned).to_vec();
    assert_eq!(finding.problem, Problem::ReservedBits { code: Code::Ttq, places });
    assert!(finding.fixes[0].certain);
    given.assert_fixed_by_each("C13", 1);
}

#[test]
fn c13_tells_a_schemes_own_bits_from_those_of_another_scheme() {
    for (scheme, key, text, expected) in [
        (Mastercard, "kernelConfiguration", "B8", vec![(1, 4, false)]),
        (UnionPay, TTQ, "66004080", vec![(1, 7, false)]),
        (UnionPay, TTQ, "66804080", vec![(1, 7, false), (2, 8, false)]),
        (Visa, TTQ, "26084080", vec![(2, 4, true)]),
    ] {
        let Problem::IdleBits { code, bits } = given(scheme, 0, 5_000, 20_000).text(key, text).problem("C13")
        else {
            panic!("{scheme:?}")
        };
        let found: Vec<_> = bits.iter().map(|row| (row.byte, row.bit, row.is_foreign(code))).collect();
        assert_eq!(found, expected, "{scheme:?} {text}");
    }
}
