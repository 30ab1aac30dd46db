//! A value whose length contradicts its tag or its length byte is cut off: recorded, and nothing is concluded from it.

use tapline_explain::log::{Fault, read};

use crate::{check, found};

#[test]
fn a_length_byte_with_too_few_bytes_behind_it_is_no_value() {
    check(&[
        ("95 05 00 00 00 80", "95!"),
        ("9F27 01", "9F27!"),
        ("9F34 03 1F 03", "9F34!"),
        ("9F02 06 00 00 00 00 10", "9F02!"),
        ("9F66 04 36 00 40", "9F66!"),
        ("9B 02 E8", "9B!"),
        ("82 02 19", "82!"),
        ("DF8129 08 30 00 F0 20", "DF8129!"),
        ("95: 0500000080", "95!"),
        ("TVR: 0500000080", "95!"),
        ("9F6604 12", "9F66!"),
        ("9F2701 4000", "9F27!"),
        ("9F3401 1E", "9F34!"),
        ("9F02060000000062", "9F02!"),
        ("9F6E 20 0826 0003 3231 00", "9F6E!"),
        // A value that only begins like its length.
        ("9F1A 0250", "9F1A=0250"),
        ("5F2A 0208", "5F2A=0208"),
        ("9F34 030302", "9F34=030302"),
    ]);
}

#[test]
fn a_chain_is_read_up_to_the_break_and_says_in_which_tag_it_breaks() {
    check(&[
        ("9F0607A00000000410109F3901079505000000800", "84=A0000000041010 9F39=Tap 95!"),
        ("95050000048000 9F34034203", "95=0000048000 9F34!"),
        ("95 05 00 00 04 80 00 9F 34 03 42 03", "95=0000048000 9F34!"),
        ("77099F360200419F2701", "9F36? 9F27!"),
        ("9F2608112233445566778", "9F26!"),
        ("9F2701809F36020041950500000480009F34", "9F27=80 95=0000048000 9F36? 9F34!"),
        // A digit is missing in the middle: what stands behind the value is read too.
        (
            "820219809F3602004195050000048009B02E8009F34034203009F270180",
            "82=1980 9B=E800 9F34=420300 9F27=80 9F36? 95!",
        ),
        ("9F0607A0000000041019F39010795050000008000", "9F39=Tap 95=0000008000 9F06!"),
    ]);
}

#[test]
fn a_value_of_a_wrong_size_is_reported_with_its_digits() {
    for (text, digits) in [
        ("TVR 00000480", 8),
        ("TVR: 000004800000", 12),
        ("TVR 0000 0480", 8),
        ("TVR=000004800", 9),
        ("TSI: E8", 2),
        ("CVM results 4203", 4),
        ("TTQ=260040", 6),
        ("9F1D=00000000000000000000", 20),
        ("DF8119=0808", 4),
        ("AID: A0000000", 8),
        ("82 198040", 6),
        ("RC: 5", 1),
        ("9F34 0703", 4),
        ("Tag 95: 00 00 04 80", 8),
    ] {
        let log = read(text);
        let faults: Vec<_> = log.cut_off.iter().map(|cut| (cut.digits, cut.fault)).collect();
        assert_eq!((log.values.len(), faults), (0, vec![(digits, Fault::Size)]), "{text}");
    }
}

#[test]
fn a_tag_alone_is_no_value() {
    for tag in ["9F66", "5F2A", "DF8118", "9F7A", "df8119", "9F 66", "9F66:", "9F33="] {
        let log = read(tag);
        assert!(matches!(log.cut_off.as_slice(), [cut] if cut.fault == Fault::NoValue), "{tag}");
    }
    assert_eq!(found("9F33\n9F34"), ["9F33!", "9F34!"]);
}

#[test]
fn numbers_of_a_spreadsheet_get_their_zeros_back_or_are_lost() {
    check(&[
        ("TVR: 48000", "95=0000048000"),
        ("TVR=8000", "95=0000008000"),
        ("TVR: 8.00E+09", "95!"),
        ("TSI: 6.80E+03", "9B!"),
        ("tvr,tsi,cvmPerformed\n48000,E800,420300", "95=0000048000 9B=E800 9F34=420300"),
        ("tvr;tsi\n8000;E800", "95=0000008000 9B=E800"),
        ("tvr\ttsi\thostRespCode\r\n48000\t6800\t0\r\n", "95=0000048000 9B=6800 8A=00"),
        ("tvr,tsi\n8.00E+09,E800", "9B=E800 95!"),
        (
            "\"Date\";\"TVR\";\"CVM performed\";\"Amount\"\n\"2026-11-22\";48000;10002;\"62,00\"",
            "95=0000048000 9F34=010002 Amount=6200/2",
        ),
        ("tvr,tsi\n0,E800", "95=0000000000 9B=E800"),
        ("TVR,9F6E\n=\"0000048000\",18000", "95=0000048000 9F6E=18E00003"),
        ("9F02: 6200", "9F02=000000006200"),
        ("5F2A: 978", "5F2A=0978"),
        ("terminalType=8", "9F35=08"),
        ("9F6E=18000", "9F6E=18E00003"),
        // A zero in front was not lost.
        ("TVR=00000480", "95!"),
    ]);
}
