//! What an expert's fourth trial found in pasted values.

use tapline_emv::paste::{Found, read};

/// What is said of each value: "value | what | words".
fn said(text: &str) -> Vec<String> {
    let pieces = read(text);
    let lines = pieces.iter().flat_map(|piece| {
        piece.readings.iter().map(|one| format!("{} | {} | {}", piece.value, one.what, one.words.join(" ")))
    });
    lines.collect()
}

/// "value what" of each piece, by its first reading.
fn whats(text: &str) -> Vec<String> {
    read(text).iter().map(|piece| format!("{} {}", piece.value, piece.readings[0].what)).collect()
}

fn words(text: &str, what: &str) -> Vec<String> {
    let pieces = read(text);
    let mut readings = pieces.iter().flat_map(|piece| &piece.readings);
    readings.find(|one| one.what.starts_with(what)).unwrap_or_else(|| panic!("{text}")).words.clone()
}

#[test]
fn the_rest_of_the_text_tells_which_bits_of_a_tvr_are_meant() {
    let (contact, tap) = ("a public key (ECC)", "relay resistance");
    for (text, is_contact, is_tap) in [
        ("entryMode=NFC TVR=000000800E AID=A0000000041010", false, true),
        ("TVR 000000800E (Mastercard, contactless)", false, true),
        ("Mastercard tap TVR: 000000800E", false, true),
        ("\"entryMode\":\"1\",\"tvr\":\"000000800E\",\"scheme\":\"Maestro\"", false, true),
        ("9F39 07 95 000000800E 84 A0000000043060", false, true),
        ("POS entry mode 071 TVR 000000800E AID A0000000041010", false, true),
        ("A0000000041010 000000800E 3F0000 nfc", false, true),
        ("entry mode: EMV_CONTACT TVR 000000800E AID A0000000041010", true, false),
        ("Mastercard chip TVR 000000800E", true, false),
        ("tvr 000000800E aid A0000000041010 contact", true, false),
        ("inserted TVR 000000800E", true, false),
        ("Visa tap TVR 000000800E", true, false),
        ("Mastercard TVR 000000800E", true, true),
        ("contactless TVR 000000800E", true, true),
        ("Mastercard tapped, then inserted TVR 000000800E", true, true),
        ("Mastercard TVR 000000800E, contact the issuer", true, true),
    ] {
        let said = words(text, "TVR").join(" ");
        assert_eq!((said.contains(contact), said.contains(tap)), (is_contact, is_tap), "{text}: {said}");
        assert!(!(is_tap && !is_contact && said.contains("reserved")), "{text}: {said}");
        assert!(
            !is_contact || is_tap || text.contains("Visa") || !said.contains("contact meaning"),
            "{said}"
        );
    }
}

#[test]
fn the_rest_of_the_text_tells_what_a_verification_was() {
    let phone = "check on the phone (CDCVM), always; successful";
    let pin = "PIN in plain text, checked by the card, always; successful";
    let either = &format!("{pin} | For a Mastercard tap: {phone}");
    for (text, expected) in [
        ("CVM Results: 010002 (Mastercard, contactless)", phone),
        ("9F34 010002 AID A0000000041010 entryMode NFC", phone),
        ("CVM Results: 010002 inserted Mastercard A0000000041010", pin),
        ("CVM Results: 010002 chip", pin),
        ("CVM Results: 010002 Visa contactless", pin),
        ("CVM Results: 010002 Mastercard", either),
        ("CVM Results: 010002 contactless", either),
    ] {
        assert_eq!(words(text, "CVM performed").join(" | "), *expected, "{text}");
    }
}

#[test]
fn an_entry_mode_is_told_by_the_services_name_and_by_its_tag() {
    for (text, expected) in [
        ("entryMode=NFC", "NFC | Entry mode (entryMode) | Likely tapped: contactless."),
        ("\"entryMode\": \"EMV_CONTACT\"", "EMV_CONTACT | Entry mode (entryMode) | Likely inserted: chip."),
        ("entry mode 051", "051 | Entry mode (entryMode) | Likely inserted: chip."),
        ("POS entry mode: 071", "071 | POS entry mode (tag 9F39) | Likely tapped: contactless."),
        ("9F39 07", "07 | POS entry mode (tag 9F39) | Likely tapped: contactless."),
    ] {
        assert_eq!(said(text), [expected], "{text}");
    }
    for text in ["the entry mode is not known", "entryMode: unknown"] {
        assert_eq!(said(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn several_values_without_names_are_each_read() {
    let (tvr, tsi, cvm, aid) = (
        "0000048000 TVR (tag 95)",
        "E800 TSI (tag 9B)",
        "420300 CVM performed (tag 9F34)",
        "A0000000041010 AID (tags 4F, 84, 9F06)",
    );
    for (text, expected) in [
        ("0000048000 E800 420300 A0000000041010", &[tvr, tsi, cvm, aid][..]),
        ("0000048000,E800,420300", &[tvr, tsi, cvm]),
        ("0000048000, E800, 420300, A0000000041010", &[tvr, tsi, cvm, aid]),
        ("0000048000 | E800 | 420300", &[tvr, tsi, cvm]),
        ("0000048000;420300", &[tvr, cvm]),
        ("0000048000\nE800\n420300\n", &[tvr, tsi, cvm]),
        ("TVR|TSI|CVM\n0000048000|E800|420300", &[tvr, tsi, cvm]),
        ("00 00 04 80 00, E8 00, 42 03 00", &[tvr, tsi, cvm]),
        ("\"0000048000\",\"420300\"", &[tvr, cvm]),
        ("0000048000 420300", &[tvr, cvm]),
        ("E800 420300", &[tsi, cvm]),
        ("Mastercard contactless 0000048000", &[tvr]),
        // Beside named ones.
        ("AID A0000000041010 0000048000 420300", &[aid, tvr, cvm]),
        ("TVR 0000048000 E800", &[tvr, tsi]),
        // Names and values in cells.
        ("TVR|0000048000|CVM|420300", &[tvr, cvm]),
        ("TVR,0000048000,CVM,420300", &[tvr, cvm]),
        ("TVR; 0000048000; 9F34; 420300", &[tvr, cvm]),
        ("95|0000048000|9B|E800", &[tvr, tsi]),
        ("RC|51|TVR|0000048000", &["51 Host code (tag 8A, hostRespCode)", tvr]),
    ] {
        assert_eq!(whats(text), expected, "{text:?}");
    }
    // Groups of one value stay one.
    for (text, expected) in [
        ("0000 0480 00", tvr),
        ("00 00 04 80 00", tvr),
        ("2680 4080", "26804080 TTQ (terminalTransactionQualifiers)"),
        ("A000000004 1010", aid),
    ] {
        assert_eq!(whats(text), [expected], "{text}");
    }
    // The value of one tells of the others.
    assert_eq!(words("010002 A0000000041010 nfc", "CVM performed").len(), 1);
    assert!(!format!("{:?}", read("4111111111111111, 0000048000")).contains("4111"));
}

#[test]
fn rows_of_names_and_numbers_of_sentences_are_no_values() {
    for text in [
        "TVR|TSI|CVM",
        "TVR, TSI, CVM results",
        "8A,91,9F36",
        "82,95,9B",
        "50, 51, 57",
        "51, 65",
        "12 100.01",
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
    ] {
        let found = whats(text);
        let alone = found.iter().all(|what| what.contains("Tag "));
        assert!(found.is_empty() || alone && text.starts_with(['8', '5']), "{text}: {found:?}");
    }
}

#[test]
fn of_a_value_of_a_wrong_size_it_is_said_what_is_expected() {
    for (text, value, expected) in [
        ("TVR 00000480", "00000480", "A TVR has 5 bytes; this has 4."),
        ("TVR: 000004800000", "000004800000", "A TVR has 5 bytes; this has 6."),
        ("TVR 0000 0480", "00000480", "A TVR has 5 bytes; this has 4."),
        ("TVR 00 00 04 80", "00000480", "A TVR has 5 bytes; this has 4."),
        (
            "TVR=000004800",
            "000004800",
            "A TVR has 5 bytes; this has 9 digits, which is not a whole number of bytes.",
        ),
        ("TSI: E8", "E8", "A TSI has 2 bytes; this has 1."),
        ("TSI E8", "E8", "A TSI has 2 bytes; this has 1."),
        ("CVM results 4203", "4203", "A CVM result has 3 bytes; this has 2."),
        ("TTQ=260040", "260040", "A TTQ has 4 bytes; this has 3."),
        ("TTQ=hello", "HELLO", "A TTQ has 4 bytes in hex; this is not hex."),
        (
            "9F1D=00000000000000000000",
            "00000000000000000000",
            "9F1D has 8 bytes, or the length byte 08 and 8 bytes; this has 10.",
        ),
        ("9F33: 0068", "0068", "9F33 has 3 bytes; this has 2."),
        ("DF8119=0808", "0808", "DF8119 has 1 byte; this has 2."),
        ("9F34 0703", "0703", "A CVM result has 3 bytes; this has 2."),
        ("AID: A0000000", "A0000000", "An AID has 5 to 16 bytes; this has 4."),
        ("9F02: 6200", "6200", "9F02 has 6 bytes; this has 2."),
        ("82 198040", "198040", "Tag 82 has 2 bytes; this has 3."),
        ("RC: 5", "5", "A host code has two or three letters or digits."),
    ] {
        let pieces = read(text);
        let [piece] = pieces.as_slice() else { panic!("{text}: {pieces:?}") };
        assert_eq!((piece.value.as_str(), piece.readings[0].words[0].as_str()), (value, expected), "{text}");
    }
    // A word of a sentence is no attempt at a value.
    for text in ["the TVR says more", "the CVM 2500 limit", "TVR and TSI", "terminal type 2 of 3", "CVM 50"] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn numbers_that_lost_something_are_told() {
    let likely = "It is likely 18E00003 of Amex, damaged by being read as a number.";
    let perhaps = "If it was read as a number, it may have lost leading zeros or an E.";
    for (text, expected) in [
        ("amexExReaderCapability=18000", Some(likely)),
        ("9F6E=18000", Some(likely)),
        ("9F6E 18000", Some(likely)),
        ("\"amexExReaderCapability\": 18000,", Some(likely)),
        ("9F33=68008", Some(perhaps)),
        ("terminalType=8", Some(perhaps)),
        ("TTQ=26004C", None),
        ("TVR=8000", None),
    ] {
        let words = &read(text)[0].readings[0].words;
        assert_eq!(words.get(1).map(String::as_str), expected, "{text}: {words:?}");
    }
}

#[test]
fn an_aid_of_an_unknown_owner_may_be_one_all_the_same() {
    for text in ["A000000999", "A0000009991010", "A0000009991010 0000048000"] {
        let readings = &read(text)[0].readings;
        assert_eq!(readings[0].what, "AID (tags 4F, 84, 9F06)", "{text}");
        assert_eq!(readings[0].words, ["An AID of an owner that is not known here."], "{text}");
    }
    assert_eq!(read("A000000999")[0].readings[1].what, "TVR (tag 95)");
    assert_eq!(whats("A0000480E8"), ["A0000480E8 TVR (tag 95)"]);
}

#[test]
fn a_host_code_is_found_behind_more_names() {
    let code = "Host code (tag 8A, hostRespCode)";
    for (text, value) in [
        ("resp=65", "65"),
        ("resp: 65", "65"),
        ("host response 65", "65"),
        ("host resp: 65", "65"),
        ("issuer response code 51", "51"),
        ("code 70 visa", "70"),
        ("visa code 70", "70"),
        ("declined with code 51", "51"),
        ("decline code: 05", "05"),
        ("\"resultCode\":\"51\"", "51"),
    ] {
        assert_eq!(whats(text), [format!("{value} {code}")], "{text}");
    }
    for text in [
        "country code 56",
        "HTTP response 200",
        "resp: 200",
        "code 77",
        "\"code\": 11002",
        "code 051",
        "declined: by the bank",
        "zip code 51",
        "the response 91 ms later",
    ] {
        assert_eq!(whats(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn hex_is_read_with_the_signs_that_people_put_into_it() {
    for (text, value) in [
        ("tvr: 0000048000h", "0000048000"),
        ("TVR 0000048000H, next", "0000048000"),
        ("0000048000h", "0000048000"),
        ("95 = 00h 00h 04h 80h 00h", "0000048000"),
        ("9f34.03.42.03.02", "420302"),
        ("9F34.42.03.02", "420302"),
        ("TVR: 00.00.04.80.00", "0000048000"),
        ("00.00.04.80.00", "0000048000"),
        ("00-00-04-80-00", "0000048000"),
        ("00:00:04:80:00", "0000048000"),
        ("E8:00", "E800"),
        ("tag95[0000048000]", "0000048000"),
    ] {
        let pieces = read(text);
        let [piece] = pieces.as_slice() else { panic!("{text}: {pieces:?}") };
        assert_eq!(piece.value, value, "{text}");
    }
    assert_eq!(read("9f34.03.42.03.02")[0].found, Found::Named);
}
