//! Numbers and words of sentences are no values; bare values are told by their length alone, with each reading.

use proptest::prelude::*;
use tapline_explain::log::{Origin, read};

use crate::{check, found};

#[test]
fn numbers_in_sentences_amounts_and_times_are_no_values() {
    for text in [
        "57.20",
        "39.51",
        "14:57:10",
        "14:39:51",
        "order 57 of 100",
        "order 39 65",
        "order 82 1980",
        "gate 50 of 51",
        "IP 10.0.39.51",
        "order 5001 20",
        "order 8202 1980",
        "order 870102",
        "in 5702 1234 cases",
        "TVR|TSI|CVM",
        "TVR, TSI, CVM results",
        "8A,91,9F36",
        "82,95,9B",
        "51, 65",
        "12,345",
        "1,234",
        "declined, 51 EUR",
        "the CVM, signature or PIN",
        "Visa 12",
        "order 0000048000, 3 pieces",
        "0000048000 was printed",
        "550e8400-e29b-41d4-a716-446655440000",
        "10.20.39.51",
        "19.11.20",
        "2026-11-24, 14:57:10",
        "the TVR says more",
        "the CVM 2500 limit",
        "TVR and TSI",
        "terminal type 2 of 3",
        "CVM 50",
        "country code 56",
        "HTTP response 200",
        "resp: 200",
        "code 77",
        "\"code\": 11002",
        "code 051",
        "zip code 51",
        "the response 91 ms later",
        "the rc is new",
        "the CVM limit was changed",
        "order 95 of 120",
        "type-22 reader",
        "TSI B1 b8 and TVR B2 b5, b4",
        "39 57.20",
        "001122955F2A029A0395055F2A029A0399",
        "at 97 1234",
        "PIN entered: no",
        "hello",
        "",
    ] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
    // An amount is none of a host code, and bits that Tapline names are no value.
    check(&[
        ("declined 100.01 EUR, rc 51", "8A=51 Amount=10001/2"),
        ("39=51,95=0000008000", "8A=51 95=0000008000"),
        ("[TSI B1 b8, b6, b4] known [hostRespCode 65]", "8A=65"),
        ("RC 65 at 14:57:10.95", "8A=65"),
    ]);
}

#[test]
fn a_host_code_is_found_behind_its_names() {
    for text in [
        "RC 65",
        "ARC 3635",
        "8A 3635",
        "8A 36 35",
        "8A 02 3635",
        "resp=65",
        "host response 65",
        "issuer response code 65",
        "visa code 65",
        "declined with code 65",
        "\"resultCode\":\"65\"",
        "host response code 65",
        "39 65",
        "field 39: 65",
        "hostRespCode: 65",
        "DECLINED 65",
    ] {
        let codes: Vec<_> = found(text).into_iter().filter(|line| line.starts_with("8A")).collect();
        assert_eq!(codes, ["8A=65"], "{text}");
    }
    check(&[
        ("8A: N7", "8A=N7"),
        ("RC: XX", "8A=XX"),
        ("RC: 0X7", "8A=0X7"),
        ("ARC 6p", "8A=6P"),
        ("host code 999", "8A=999"),
    ]);
}

#[test]
fn bare_values_are_read_only_in_a_text_without_others() {
    let three = "95=0000048000 9B=E800 9F34=420300";
    check(&[
        ("0000048000 E800 420300", three),
        ("0000048000, E800, 420300", three),
        ("0000048000 | E800 | 420300", three),
        ("0000048000\nE800\n420300\n", three),
        ("00 00 04 80 00, E8 00, 42 03 00", three),
        ("TVR|TSI|CVM\n0000048000|E800|420300", three),
        ("Mastercard contactless 0000048000", "95=0000048000"),
        ("AID A0000000041010 0000048000 420300", "84=A0000000041010 95=0000048000 9F34=420300"),
        ("TVR 0000048000 E800", "95=0000048000 9B=E800"),
        ("0000048000h", "95=0000048000"),
        ("82 00 40 00 80", "95=8200400080"),
        ("94 40 00 80 00", "95=9440008000"),
        ("39 00 40 00", "9F66=39004000"),
        ("0011229505000000800000", "95=0000008000"),
        ("4111111111111111, 0000048000", "5A=hidden 95=0000048000"),
    ]);
    for (text, readings) in
        [("0000008000", 0), ("E800", 0), ("A000000003", 1), ("1E0300", 1), ("24004000", 1), ("51", 4)]
    {
        let log = read(text);
        assert_eq!(
            (log.values[0].readings.len(), log.values[0].origin),
            (readings, Origin::ByLength),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn a_value_in_any_groups_is_the_same(value in 0_u64..1 << 32, at in 1_usize..5) {
        let hex = format!("80{value:08X}");
        let (first, second) = hex.split_at(at * 2);
        let whole = found(&format!("TVR: {hex}"));
        prop_assert_eq!(&found(&format!("TVR: {first} {second}")), &whole);
        prop_assert_eq!(&found(&format!("9505 {first} {second}")), &whole);
    }
}
