//! Pasted values and log lines.

use proptest::prelude::*;
use tapline_emv::paste::{Found, read};

fn said(text: &str) -> Vec<String> {
    let pieces = read(text);
    let words = pieces.iter().flat_map(|piece| {
        piece.readings.iter().map(|one| format!("{} {}: {}", one.what, piece.value, one.words[0]))
    });
    words.collect()
}

#[test]
fn names_and_tags_lead_to_values() {
    let floor = "TVR (tag 95) 0000008000: B4 b8: the amount exceeds the floor limit";
    for (text, expected) in [
        ("TVR: 0000008000", floor),
        ("95=0000008000", floor),
        ("tvr = 00 00 00 80 00, next", floor),
        ("INFO \"tsi\":\"E800\" x", "TSI (tag 9B) E800: B1 b8: card data authentication (ODA) performed"),
        ("[9F34]: 1E0300", "CVM performed (tag 9F34) 1E0300: "),
        ("cvmPerformed=NO_CVM", "CVM performed (tag 9F34) NO_CVM: "),
        ("AID A0000000041010", "AID (tags 4F, 84, 9F06) A0000000041010: Mastercard"),
        ("hostRespCode: 51", "Host code (tag 8A, hostRespCode) 51: Likely “"),
        ("TTQ=26804080", "TTQ (terminalTransactionQualifiers) 26804080: "),
        ("DF8119: 08", "DF8119 (cvmCapabilityNoCVM) 08: "),
    ] {
        let said = said(text);
        assert!(said.len() == 1 && said[0].starts_with(expected), "{text}: {said:?}");
        assert_eq!(read(text)[0].found, Found::Named, "{text}");
    }
}

#[test]
fn a_tag_and_its_value_are_read_however_they_are_written() {
    let results = |text: &str| {
        let said = said(text);
        assert_eq!(said.len(), 1, "{text}: {said:?}");
        assert_eq!(read(text)[0].found, Found::Named, "{text}");
        read(text)[0].value.clone()
    };
    for (text, value) in [
        // Between tag and value: space, tab, colon, equals, dash, arrow.
        ("9F34 410302", "410302"),
        ("9F34\t410302", "410302"),
        ("9F34: 410302", "410302"),
        ("9F34:410302", "410302"),
        ("9F34=410302", "410302"),
        ("9f34 = 41 03 02", "410302"),
        ("9F34-410302", "410302"),
        ("9F34 - 41-03-02", "410302"),
        ("9F34 – 410302", "410302"),
        ("9F34 -> 41:03:02", "410302"),
        ("TVR 0000008000", "0000008000"),
        ("TVR - 00 00 00 80 00", "0000008000"),
        ("95-0000A08000", "0000A08000"),
        ("95: 0x0000A08000", "0000A08000"),
        ("0x95 = 0x00 0x00 0xA0 0x80 0x00", "0000A08000"),
        // The tag in pairs, and with its length.
        ("9F 34 = 41 03 02", "410302"),
        ("9F 34 41 03 02", "410302"),
        ("DF 81 18: 60", "60"),
        ("95 05 0000A08000", "0000A08000"),
        ("Tag 9F34, length 3: no. Tag 9F34: 410302", "410302"),
        // By name and tag, or by a name of several words.
        ("TVR (95): 0000A08000", "0000A08000"),
        ("95 (TVR): 0000A08000", "0000A08000"),
        ("CVM results: 410302", "410302"),
        ("CVM-Results=410302", "410302"),
        ("Terminal Verification Results 0000A08000", "0000A08000"),
        ("terminal capabilities: 0068C8", "0068C8"),
        ("Terminal type 22", "22"),
        ("host response code 65", "65"),
        ("cvm performed: PIN or signature", "PIN OR SIGNATURE"),
        ("cvmPerformed=SIGNATURE/PIN", "SIGNATURE/PIN"),
        ("form factor: 23880000", "23880000"),
    ] {
        assert_eq!(results(text), value, "{text}");
    }
}

#[test]
fn several_pairs_in_one_line_are_all_read() {
    let values = |text: &str| -> Vec<String> { read(text).into_iter().map(|piece| piece.value).collect() };
    let expected = ["0000A08000", "410302", "E800", "65"];
    for text in [
        "95 0000A08000 9F34 410302 9B E800 8A 65",
        "95-0000A08000 9F34-410302 9B-E800 8A-65",
        "TVR: 00 00 A0 80 00, CVM results: 41 03 02, TSI: E8 00, ARC: 65",
        "95=0000A08000; 9F34=410302; 9B=E800; 8A=65",
        "95 0000A08000\n9F34 410302\n9B E800\n8A 65",
    ] {
        assert_eq!(values(text), expected, "{text}");
    }
    // A sentence that only sounds like a pair claims nothing.
    for text in ["the CVM limit was changed", "order 95 of 120", "type-22 reader"] {
        assert_eq!(values(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn either_of_two_methods_is_not_read_as_a_pin() {
    assert_eq!(
        said("CVM: PIN or signature"),
        ["CVM performed (tag 9F34) PIN OR SIGNATURE: not documented; likely PIN or signature"]
    );
}

#[test]
fn a_log_line_gives_all_its_values() {
    let line =
        "2026-11-22T14:02:10Z INFO order=T100 aid=A0000000031010 tvr=0000008000 tsi=0000 ttq=26804080 x=51";
    let whats: Vec<_> = read(line).iter().map(|piece| piece.readings[0].what.clone()).collect();
    assert_eq!(
        whats,
        ["AID (tags 4F, 84, 9F06)", "TVR (tag 95)", "TSI (tag 9B)", "TTQ (terminalTransactionQualifiers)"]
    );
}

#[test]
fn tlv_is_read_and_card_data_is_not_repeated() {
    let pieces = read("msg 950500000080009B02E8009F34031E03005A084111111111111111");
    assert_eq!(pieces.len(), 4, "{pieces:?}");
    assert!(pieces.iter().all(|piece| piece.found == Found::Tlv));
    assert_eq!((pieces[0].value.as_str(), pieces[1].value.as_str()), ("0000008000", "E800"));
    assert!(!format!("{pieces:?}").contains("4111"), "{pieces:?}");
    assert!(!format!("{:?}", read("PAN=4111111111111111")).contains("4111"));
    // A template around it, a chain in pairs, and other bytes in front.
    assert_eq!(read("770795050000008000")[0].value, "0000008000");
    assert_eq!(read("77 07 95 05 00 00 00 80 00")[0].value, "0000008000");
    assert_eq!(read("0011229505000000800000")[0].found, Found::Inside);
}

#[test]
fn what_is_ambiguous_has_each_reading() {
    let whats = |text: &str| -> Vec<String> {
        read(text).iter().flat_map(|piece| piece.readings.iter().map(|one| one.what.clone())).collect()
    };
    assert_eq!(whats("0000008000"), ["TVR (tag 95)"]);
    assert_eq!(whats("E800"), ["TSI (tag 9B)"]);
    assert_eq!(whats("A000000003"), ["AID (tags 4F, 84, 9F06)", "TVR (tag 95)"]);
    assert_eq!(whats("1E0300"), ["CVM performed (tag 9F34)", "9F33 (terminalCapability)"]);
    assert_eq!(whats("24004000"), ["TTQ (terminalTransactionQualifiers)", "9F6E (form factor of Visa)"]);
    assert_eq!(
        whats("26804080"),
        ["TTQ (terminalTransactionQualifiers)"],
        "no form of Visa, no version of Amex"
    );
    assert!(whats("51").len() > 3, "{:?}", whats("51"));
    assert_eq!(whats("hello"), Vec::<String>::new());
    assert_eq!(whats(""), Vec::<String>::new());
}

#[test]
fn a_tag_and_its_value_are_never_read_as_one_value() {
    for (text, value, what, words) in [
        ("9F34 070302", "070302", "CVM performed (tag 9F34)", "face, checked online"),
        (
            "9F36 0012",
            "0012",
            "Tag 9F36: transaction counter of the card (ATC)",
            "9F36 is not explained here.",
        ),
        (
            "9F 36 00 12",
            "0012",
            "Tag 9F36: transaction counter of the card (ATC)",
            "9F36 is not explained here.",
        ),
        (
            "9F36 02 0012",
            "0012",
            "Tag 9F36: transaction counter of the card (ATC)",
            "9F36 is not explained here.",
        ),
        (
            "9F36020012",
            "0012",
            "Tag 9F36: transaction counter of the card (ATC)",
            "9F36 is not explained here.",
        ),
        ("9F6C 8000", "8000", "CTQ of Visa and UnionPay (tag 9F6C)", "B1 b8: online PIN required"),
        (
            "CTQ: 0080",
            "0080",
            "CTQ of Visa and UnionPay (tag 9F6C)",
            "B2 b8: check on the phone (CDCVM) performed",
        ),
        ("5F2A 0978", "0978", "Currency (tag 5F2A)", "EUR (ISO 4217)."),
        ("9F1A 0276", "0276", "Country of the terminal (tag 9F1A)", "DE (ISO 3166)."),
        ("5F28 0276", "0276", "Country of the issuer (tag 5F28)", "DE (ISO 3166)."),
        ("82 1980", "1980", "Tag 82: application interchange profile (AIP)", "82 is not explained here."),
        ("82 19 80", "1980", "Tag 82: application interchange profile (AIP)", "82 is not explained here."),
        ("9A 261122", "261122", "Tag 9A: date of the transaction", "9A is not explained here."),
        ("50 56495341", "56495341", "Tag 50: application label", "50 is not explained here."),
        ("50 04 56495341", "56495341", "Tag 50: application label", "50 is not explained here."),
        ("9F7A 01", "01", "Tag 9F7A", "9F7A is not explained here."),
        ("DF8104 000000000000", "000000000000", "Tag DF8104", "DF8104 is not explained here."),
        (
            "DF8126: 000000005000",
            "000000005000",
            "CVM limit of Mastercard's kernel (tag DF8126)",
            "5000 minor units.",
        ),
        ("39 65", "65", "Host code (field 39, hostRespCode)", "Likely “"),
        ("field 39: 55", "55", "Host code (field 39, hostRespCode)", "Likely “incorrect PIN”"),
        ("9F39 07", "07", "POS entry mode (tag 9F39)", "Likely tapped"),
        ("9F34 0703", "0703", "Tag 9F34", "A CVM result has 3 bytes; this has 2."),
        ("9F 34 07 03", "0703", "Tag 9F34", "A CVM result has 3 bytes; this has 2."),
        ("82 198040", "198040", "Tag 82", "Tag 82 has 2 bytes; this has 3."),
        (
            "8E 00000000000000004203",
            "00000000000000004203",
            "CVM list of the card (tag 8E)",
            "Rule 1: PIN, checked online",
        ),
        // Two bytes under 9F6D are no capability of an Amex reader.
        (
            "9F6D 0001",
            "0001",
            "Tag 9F6D: likely Mastercard's application version for mag-stripe mode",
            "9F6D is not explained here.",
        ),
        ("9F6D 01 C8", "C8", "9F6D (amexReaderCapability)", "EMV and mag-stripe, CVM required"),
    ] {
        let pieces = read(text);
        let [piece] = pieces.as_slice() else { panic!("{text}: {pieces:?}") };
        let [reading] = piece.readings.as_slice() else { panic!("{text}: {pieces:?}") };
        assert_eq!((piece.value.as_str(), reading.what.as_str()), (value, what), "{text}");
        assert!(reading.words[0].starts_with(words), "{text}: {reading:?}");
        assert_ne!(piece.found, Found::ByLength, "{text}");
    }
}

#[test]
fn bytes_apart_are_one_value() {
    let whats = |text: &str| -> Vec<String> {
        let pieces = read(text);
        pieces.iter().map(|piece| format!("{} {}", piece.value, piece.readings[0].what)).collect()
    };
    for (text, expected) in [
        ("0000 0080 01", "0000008001 TVR (tag 95)"),
        ("00 00 00 80 01", "0000008001 TVR (tag 95)"),
        ("95 00 00 00 80 01", "0000008001 TVR (tag 95)"),
        ("2400 4000", "24004000 TTQ (terminalTransactionQualifiers)"),
        ("24 00 40 00", "24004000 TTQ (terminalTransactionQualifiers)"),
        ("82 00 40 00 80", "8200400080 TVR (tag 95)"),
        ("39 00 40 00", "39004000 TTQ (terminalTransactionQualifiers)"),
        ("36004000", "36004000 TTQ (terminalTransactionQualifiers)"),
    ] {
        assert_eq!(whats(text), [expected], "{text}");
    }
    assert_eq!(
        whats("95 00 00 00 80 00 9B E8 00 9F 36 00 12"),
        [
            "0000008000 TVR (tag 95)",
            "E800 TSI (tag 9B)",
            "0012 Tag 9F36: transaction counter of the card (ATC)"
        ]
    );
}

#[test]
fn numbers_in_sentences_amounts_and_times_are_no_tags() {
    for text in [
        "57.20",
        "39.51",
        "14:57:10",
        "14:39:51",
        "order 57 of 100",
        "order 39 65",
        "order 82 1980",
        "gate 50 of 51",
        "declined 77 times",
        "IP 10.0.39.51",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn a_host_code_is_told_however_it_is_written() {
    for (text, value, words) in [
        ("RC 65", "65", "Likely “"),
        ("RC 55", "55", "Likely “incorrect PIN”"),
        ("DECLINED 55", "55", "Likely “incorrect PIN”"),
        ("ARC 3535", "55", "Likely “incorrect PIN”"),
        ("8A 3030", "00", "Likely “approved”"),
        ("8A 30 30", "00", "Likely “approved”"),
        ("8A 02 3531", "51", "Likely “insufficient funds”"),
        ("8A: N7", "N7", "Likely “the security code printed on the card (CVV2) does not match” for Visa"),
        ("RC 77", "77", "Its meaning is not documented."),
        ("ARC 3737", "77", "Its meaning is not documented."),
        ("RC: 0X7", "0X7", "Its meaning is not documented."),
    ] {
        let pieces = read(text);
        assert_eq!(pieces.len(), 1, "{text}: {pieces:?}");
        assert_eq!(pieces[0].value, value, "{text}");
        assert!(pieces[0].readings[0].words[0].starts_with(words), "{text}: {pieces:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,200}", hex in "[0-9A-F ]{0,200}") {
        read(&text);
        read(&hex);
        read(&format!("95={hex} {text} 9F34:{text}"));
    }
}
