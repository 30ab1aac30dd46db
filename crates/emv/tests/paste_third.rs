//! What an expert's third trial found in pasted values.

use proptest::prelude::*;
use tapline_emv::paste::{Found, read};

/// What is said of each value: "value | what | words".
fn said(text: &str) -> Vec<String> {
    let pieces = read(text);
    let lines = pieces.iter().flat_map(|piece| {
        piece.readings.iter().map(|one| format!("{} | {} | {}", piece.value, one.what, one.words.join(" ")))
    });
    lines.collect()
}

#[test]
fn a_cryptogram_does_not_tell_who_decided() {
    for (text, words) in [
        ("9F27 40", "Approved (TC): offline, or after the host approved."),
        ("9F27014F8A023030", "Approved (TC): offline, or after the host approved."),
        ("CID: 00", "Declined (AAC): offline, or after it was sent to the host."),
        ("9F27 80", "The card asks to go online (ARQC)."),
        ("9F27 C0", "The value cannot be read as one of this tag."),
    ] {
        assert_eq!(read(text)[0].readings[0].words, [words], "{text}");
    }
}

#[test]
fn of_a_tag_that_the_scheme_is_not_known_to_use_no_more_is_said() {
    let unknown = |name: &str| format!("No use of this tag by {name} is known here, so it is not decoded.");
    let other = "For Mastercard this tag holds other data, which is not explained here.".to_owned();
    for (card, value, words) in [
        ("AID A00000002501", "TTQ 26804080", unknown("Amex")),
        ("AID A00000002501", "9F66 26804080", unknown("Amex")),
        ("AID A00000002501", "9F6C 8000", unknown("Amex")),
        ("AID A0000001523010", "9F6C 8000", unknown("Discover")),
        ("AID A0000000651010", "CTQ 8000", unknown("JCB")),
        ("AID A0000003591010028001", "9F6C 8000", unknown("girocard")),
        ("AID A0000003591010028001", "9F66 26804080", unknown("girocard")),
        ("AID A0000003591010028001", "9F6E 20480000", unknown("girocard")),
        ("AID A0000003591010028001", "9F6D C8", unknown("girocard")),
        ("AID A0000003591010028001", "form factor 20480000", unknown("girocard")),
        ("AID A0000000031010", "9F6D C8", unknown("Visa")),
        ("AID A0000000031010", "9F66 1234", "A TTQ has 4 bytes; this has 2.".to_owned()),
        ("AID A0000003330101", "9F6E 20480000", unknown("UnionPay")),
        ("AID A0000000041010", "9F66 26804080", other.clone()),
        ("AID A0000000041010", "9F6C 8000", other.clone()),
        ("AID A0000000041010", "9F6D C8", other.clone()),
        ("AID A0000000041010", "9F6E 20480000", other),
    ] {
        let pieces = read(&format!("{card} {value}"));
        assert_eq!(pieces[1].readings[0].words, [words], "{card} {value}");
    }
}

#[test]
fn the_text_tells_whose_card_it_was() {
    let (amex, visa) = ("9F6E (amexExReaderCapability of Amex)", "9F6E (form factor of Visa)");
    for (card, what) in [
        ("paymentMethod: 04", amex),
        ("payment method 04", amex),
        ("\"paymentMethod\":\"04\", ", amex),
        ("scheme=Amex", amex),
        ("AMEX", amex),
        ("paymentMethod: 01", visa),
        ("Visa", visa),
        ("paymentMethod: 05", "Tag 9F6E"),
        ("paymentMethod: 07", "Tag 9F6E"),
        ("paymentMethod: 12", "Tag 9F6E"),
        ("paymentMethod: A1", "Tag 9F6E"),
        ("aid A0000003591010028001 paymentMethod: 01", "Tag 9F6E"),
        // An AID tells more than a method, and a wallet or names that differ tell nothing.
        ("aid A0000000031010 paymentMethod: 04", visa),
        ("paymentMethod: 08", visa),
        ("Visa and Amex", visa),
        ("paymentMethod: 99", visa),
    ] {
        let pieces = read(&format!("{card} 9F6E: 20480000"));
        assert_eq!(pieces.last().unwrap().readings[0].what, what, "{card}");
    }
    assert_eq!(said("paymentMethod: 04"), ["04 | Payment method (paymentMethod) | Likely Amex."]);
    assert_eq!(said("paymentMethod: 99"), Vec::<String>::new());
    // The reader's own parameter by its name, whatever card was read.
    assert_eq!(read("Visa amexExReaderCapability 18E00003")[0].readings[0].what, amex);
    let known = |text: &str| said(text).concat().contains("Only Mastercard's kernel is known to read it");
    for (text, expected) in [
        ("Visa DF8118 60", true),
        ("Mastercard DF8118 60", false),
        ("DF8118 60", false),
        ("JCB 9F33 E0F8C8", false),
        ("aid A0000003591010028001 9F1D 6C00800000000000", true),
    ] {
        assert_eq!(known(text), expected, "{text}");
    }
}

#[test]
fn a_named_host_code_is_always_answered() {
    let ask = "Its meaning is not documented. Ask the acquirer what it means.";
    let of =
        |name: &str| format!("Its meaning is not documented for {name}. Ask the acquirer what it means.");
    for (text, value, words) in [
        ("aid A0000000041010 rc 1A", "1A", of("Mastercard")),
        ("aid A0000000041010 rc 82", "82", of("Mastercard")),
        ("aid A0000000041010 8A 1A", "1A", of("Mastercard")),
        ("aid A0000000041010 8A023141", "1A", of("Mastercard")),
        ("aid A0000003591010028001 rc N7", "N7", of("girocard")),
        ("host code 6P", "6P", ask.to_owned()),
        ("ARC 6p", "6P", ask.to_owned()),
        ("8A: 6P", "6P", ask.to_owned()),
        ("8A 3650", "6P", ask.to_owned()),
        ("RC: XX", "XX", ask.to_owned()),
        ("host code 999", "999", ask.to_owned()),
        ("RC 77", "77", ask.to_owned()),
    ] {
        let piece = read(text).pop().unwrap();
        assert_eq!((piece.value.as_str(), &piece.readings[0].words[0]), (value, &words), "{text}");
    }
    assert_eq!(said("the rc is new"), Vec::<String>::new());
}

/// "value what" of each piece.
fn whats(text: &str) -> Vec<String> {
    read(text).iter().map(|piece| format!("{} {}", piece.value, piece.readings[0].what)).collect()
}

/// Tag, length and value, and what is read.
const TRIPLES: &[(&str, &str, &str, &str)] = &[
    ("9F27", "01", "40", "40 Cryptogram information (tag 9F27)"),
    ("9F36", "02", "0293", "0293 Tag 9F36: transaction counter of the card (ATC)"),
    ("9A", "03", "261120", "261120 Tag 9A: date of the transaction"),
    ("8A", "02", "3035", "05 Host code (tag 8A, hostRespCode)"),
    ("9B", "02", "E800", "E800 TSI (tag 9B)"),
    ("9F35", "01", "22", "22 9F35 (terminalType)"),
    ("95", "05", "0000048000", "0000048000 TVR (tag 95)"),
    ("9C", "01", "00", "00 Tag 9C: type of the transaction"),
    ("5F2A", "02", "0978", "0978 Currency (tag 5F2A)"),
    ("DF8118", "01", "60", "60 DF8118 (cvmCapabilityCVMRequired)"),
    ("9F34", "03", "420300", "420300 CVM performed (tag 9F34)"),
    ("84", "07", "A0000000041010", "A0000000041010 AID (tags 4F, 84, 9F06)"),
    ("9F10", "07", "06010A03A00000", "06010A03A00000 Tag 9F10: issuer application data"),
    ("82", "02", "1980", "1980 Tag 82: application interchange profile (AIP)"),
    ("9F7A", "01", "01", "01 Tag 9F7A"),
];

#[test]
fn a_tag_with_its_length_is_that_tag_however_it_is_written() {
    let pairs = |hex: &str| -> String {
        hex.as_bytes()
            .chunks(2)
            .map(|pair| String::from_utf8_lossy(pair).into_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (tag, length, value, expected) in TRIPLES {
        for text in [
            format!("{tag}{length} {value}"),
            format!("{tag} {length} {value}"),
            format!("{tag} {length}{value}"),
            format!("{tag}{length}: {value}"),
            format!("{tag}{length}:{value}"),
            format!("{tag}{length}={value}"),
            format!("{tag}{length} = {value}"),
            format!("{tag}{length} {}", pairs(value)),
            format!("{tag} {length} {}", pairs(value)),
            format!("{tag}{length}{value}"),
            format!(" {tag}{length} {value} "),
        ] {
            // A tag that is known by its form alone is none inside longer hex.
            if *tag == "9F7A" && !text.contains([' ', ':', '=']) {
                continue;
            }
            // Of any size: the first byte may be the value's own.
            if matches!(*tag, "9F10" | "9F7A") && text == format!("{tag} {length}{value}") {
                continue;
            }
            assert_eq!(whats(&text), [*expected], "{text}");
            assert_eq!(whats(&text.to_lowercase()), [*expected], "{text}");
        }
    }
    // Several, on a line and on lines of their own. What is one string is said last.
    let all: Vec<_> = TRIPLES.iter().map(|(.., expected)| (*expected).to_owned()).collect();
    let written: Vec<_> =
        TRIPLES.iter().map(|(tag, length, value, _)| format!("{tag}{length} {value}")).collect();
    for between in [" ", "\n", ", ", "; "] {
        assert_eq!(whats(&written.join(between)), all, "{between:?}");
    }
    assert_eq!(whats("TVR: 9505 0000048000"), ["0000048000 TVR (tag 95)"]);
    assert_eq!(whats("at 14:02:10 order 9505 0000048000"), ["0000048000 TVR (tag 95)"]);
    assert_eq!(whats("5A08 4111 1111 1111 1111"), ["… Card data"]);
}

#[test]
fn a_length_that_does_not_fit_makes_no_other_value() {
    for (text, value, words) in [
        ("9F2701 4000", "4000", "The length says 1 byte, and 2 bytes follow."),
        ("9F6604 12", "12", "The length says 4 bytes, and 1 byte follows."),
        ("aid A0000000031010 9F6602 1234", "1234", "A TTQ has 4 bytes; this has 2."),
        ("9F3401 1E", "1E", "A CVM result has 3 bytes; this has 1."),
    ] {
        let piece = read(text).pop().unwrap();
        assert_eq!((piece.value.as_str(), piece.readings[0].words[0].as_str()), (value, words), "{text}");
    }
    assert_eq!(whats("9F6602 1234"), ["1234 Tag 9F66: likely Mastercard's PUNATC(Track2)"]);
    for text in ["order 5001 20", "order 8202 1980", "order 870102", "in 5702 1234 cases"] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn a_tag_alone_is_no_value() {
    for tag in [
        "9F66", "9F33", "9F34", "5F2A", "DF8118", "9F7A", "9F27", "9F6E", "df8119", "9F 66", "9F66:", "9F33=",
    ] {
        let (pieces, spelled) = (read(tag), tag.to_uppercase().replace([' ', ':', '='], ""));
        let [piece] = pieces.as_slice() else { panic!("{tag}: {pieces:?}") };
        let words = format!("The tag {spelled}, without a value: paste the value too.");
        assert_eq!(
            (piece.found, piece.readings[0].words.as_slice()),
            (Found::Alone, [words].as_slice()),
            "{tag}"
        );
    }
    assert_eq!(whats("9F2701"), ["9F27 Tag 9F27: cryptogram information"]);
    assert_eq!(whats("9F33\n9F34"), ["9F33 Tag 9F33: terminal capabilities", "9F34 Tag 9F34: CVM results"]);
    // Two digits may be a value as well.
    let readings = read("95").remove(0).readings;
    assert!(readings.len() > 3 && readings.last().unwrap().what.starts_with("Tag 95"), "{readings:?}");
    // A TSI has no reserved bit.
    for (text, is_tsi) in [("E800", true), ("0000", true), ("E801", false), ("E900", false), ("1234", false)]
    {
        assert_eq!(whats(text).iter().any(|what| what.contains("TSI")), is_tsi, "{text}");
    }
}

#[test]
fn what_was_read_as_part_of_a_list_is_not_read_again() {
    let list = "9F02069F03069F1A0295055F2A029A039C019F37049F35019F45029F3403";
    let groups = "9F0206 9F0306 9F1A02 9505 5F2A02 9A03 9C01 9F3704 9F3501 9F4502 9F3403";
    let pairs = "9F 02 06 9F 03 06 9F 1A 02 95 05 5F 2A 02 9A 03 9C 01 9F 37 04 9F 35 01 9F 45 02 9F 34 03";
    for (before, what) in [
        ("8C ", "CDOL1 (tag 8C)"),
        ("8C: ", "CDOL1 (tag 8C)"),
        ("8C1E", "CDOL1 (tag 8C)"),
        ("8C1E ", "CDOL1 (tag 8C)"),
        ("8C 1E ", "CDOL1 (tag 8C)"),
        ("CDOL1=", "CDOL1 (tag 8C)"),
        ("8D ", "CDOL2 (tag 8D)"),
        ("9F38 ", "PDOL (tag 9F38)"),
        ("PDOL ", "PDOL (tag 9F38)"),
        ("defaultTDOL ", "TDOL (tag 97)"),
        ("card 12 says CDOL1: ", "CDOL1 (tag 8C)"),
        ("", "List of tags with lengths (DOL)"),
    ] {
        for list in [list, groups, pairs] {
            if before.is_empty() && list == groups || before == "8C1E" && list.contains(' ') {
                continue;
            }
            let text = format!("{before}{list}");
            let found = whats(&text);
            assert!(found.len() == 1 && found[0].ends_with(what), "{text}: {found:?}");
        }
    }
    for (text, expected) in [
        ("9F38 9F66049F02069F03069F1A0295055F2A029A039C019F3704", "PDOL"),
        ("defaultTDOL 95055F2A029A03", "TDOL"),
        ("defaultTDOL 9505 5F2A029A03", "95055F2A029A03 TDOL"),
        ("defaultTDOL: 0795055F2A029A03", "TDOL"),
        ("8D 91 0A 8A 02 95 05 9F 37 04", "910A8A0295059F3704 CDOL2"),
        ("8C 9F0206 9F7A01 9505 5F2A02", "9F02069F7A0195055F2A02 CDOL1"),
    ] {
        let found = whats(text);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
    }
    // Behind the list its own values begin, and inside longer hex a list is none.
    assert_eq!(
        whats("DDOL 9F3704 9F34 420300"),
        ["9F3704 DDOL (tag 9F49)", "420300 CVM performed (tag 9F34)"]
    );
    assert_eq!(whats("001122955F2A029A0395055F2A029A0399"), Vec::<String>::new());
    assert_eq!(whats("00112295059B02E80000"), ["E800 TSI (tag 9B)"]);
    // A label in a chain is no tag: 56 is a letter of “VISA”.
    assert_eq!(
        whats("6F 1C 84 07 A0 00 00 00 03 10 10 A5 11 50 04 56 49 53 41 9F 38 03 9F 1A 02 5F 2D 02 65 6E")
            .len(),
        4
    );
}

#[test]
fn groups_that_fill_the_length_are_one_value() {
    let list = "000000000000000042031E031F03 CVM list of the card (tag 8E)";
    for (text, expected) in [
        ("8E 0000000000000000 4203 1E03 1F03", list),
        ("8E: 00000000 00000000 4203 1E03 1F03", list),
        ("8E 0E 0000000000000000 4203 1E03 1F03", list),
        ("8E0E 0000 0000 0000 0000 4203 1E03 1F03", list),
        ("8E 00 00 00 00 00 00 00 00 42 03 1E 03 1F 03", list),
        ("CVM list: 0000000000000000 42 03 1E 03 1F 03", list),
        ("9F34 4203 00", "420300 CVM performed (tag 9F34)"),
        ("9F34 42 0300", "420300 CVM performed (tag 9F34)"),
        ("CVM results: 4203 00", "420300 CVM performed (tag 9F34)"),
        ("95 0000 0480 00", "0000048000 TVR (tag 95)"),
        ("95 05 0000 0480 00", "0000048000 TVR (tag 95)"),
        ("TVR: 0000 0480 00", "0000048000 TVR (tag 95)"),
        ("TVR=00000480-00", "0000048000 TVR (tag 95)"),
        ("TTQ 2680 4080", "26804080 TTQ (terminalTransactionQualifiers)"),
        ("9F1D 6C00 8000 0000 0000", "6C00800000000000 9F1D (terminalRiskMgmtData)"),
        ("9F02 0000 0000 5000", "000000005000 Amount (tag 9F02)"),
        ("9F26 0123 4567 89AB CDEF", "0123456789ABCDEF Tag 9F26: application cryptogram"),
        ("AID A000000004 1010", "A0000000041010 AID (tags 4F, 84, 9F06)"),
        ("AID A0000000041010 5000", "A0000000041010 AID (tags 4F, 84, 9F06)"),
        ("94 08 01 01 00", "08010100 Tag 94: application file locator (AFL)"),
        ("94 08 01 01 00 10 01 02 01", "0801010010010201 Tag 94: application file locator (AFL)"),
        ("94 40 00 80 00", "9440008000 TVR (tag 95)"),
    ] {
        assert_eq!(whats(text), [expected], "{text}");
    }
    assert_eq!(
        whats("8E 0000000000000000 4203 1F03 95 0000 0480 00 9B E8 00"),
        [
            "000000000000000042031F03 CVM list of the card (tag 8E)",
            "0000048000 TVR (tag 95)",
            "E800 TSI (tag 9B)"
        ]
    );
    assert_eq!(
        said("8E 0000000000000000"),
        ["0000000000000000 | CVM list of the card (tag 8E) | The list has no rule."]
    );
}

proptest! {
    #[test]
    fn a_value_in_any_groups_is_read_the_same(value in 0_u64..1 << 40, at in 1_usize..5) {
        let hex = format!("{value:010X}");
        let (first, second) = hex.split_at(at * 2);
        let whole = read(&format!("TVR: {hex}"));
        prop_assert_eq!(&read(&format!("TVR: {first} {second}")), &whole);
        prop_assert_eq!(read(&format!("9505 {first} {second}"))[0].value.clone(), hex);
    }
}
