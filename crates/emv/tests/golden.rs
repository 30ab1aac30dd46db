//! The golden vectors of the facts: each decodes to the bits that are typed here, and writes itself again.

use proptest::prelude::*;
use tapline_emv::Scheme::{self, Amex, Discover, Mastercard, UnionPay, Visa};
use tapline_emv::decode::{BitKind, Code, decode};
use tapline_emv::dol;

/// Set bits as "byte.bit", from the left.
fn set(code: Code, text: &str) -> String {
    let decoded = decode(code, None, text).expect(text);
    let set = decoded.bits.iter().filter(|row| row.set);
    set.map(|row| format!("{}.{}", row.byte, row.bit)).collect::<Vec<_>>().join(" ")
}

#[test]
fn values_that_are_bits() {
    for (code, text, expected) in [
        (Code::Ttq, "26804080", "1.6 1.3 1.2 2.8 3.7 4.8"),
        (Code::Ttq, "22804080", "1.6 1.2 2.8 3.7 4.8"),
        (Code::Ttq, "24004000", "1.6 1.3 3.7"),
        (Code::KernelConfiguration, "B0", "1.8 1.6 1.5"),
        (Code::KernelConfiguration, "A0", "1.8 1.6"),
        (Code::KernelConfiguration, "20", "1.6"),
        (Code::KernelConfiguration, "60", "1.7 1.6"),
        (Code::KernelConfiguration, "C0", "1.8 1.7"),
        (Code::CvmRequired, "20", "1.6"),
        (Code::CvmRequired, "40", "1.7"),
        (Code::CvmRequired, "60", "1.7 1.6"),
        (Code::CvmRequired, "68", "1.7 1.6 1.4"),
        (Code::NoCvm, "08", "1.4"),
        (Code::NoCvm, "00", ""),
        (Code::RiskData, "082C00800000000000", "1.6 1.4 1.3 3.8"),
        (Code::RiskData, "6CFF000000000000", "1.7 1.6 1.4 1.3 2.8 2.7 2.6 2.5 2.4 2.3 2.2 2.1"),
        (Code::RiskData, "44FF800000000000", "1.7 1.3 2.8 2.7 2.6 2.5 2.4 2.3 2.2 2.1 3.8"),
        (Code::AmexEnhanced, "18E00003", "1.5 1.4 2.8 2.7 2.6 4.2 4.1"),
        (Code::AmexReader, "C3", "1.8 1.7 1.2 1.1"),
        (Code::AmexReader, "C8", "1.8 1.7 1.4"),
        (Code::TerminalCapabilities, "0068C8", "2.7 2.6 2.4 3.8 3.7 3.4"),
        (Code::TerminalCapabilities, "0020C8", "2.6 3.8 3.7 3.4"),
        (Code::TerminalCapabilities, "20F8C8", "1.6 2.8 2.7 2.6 2.5 2.4 3.8 3.7 3.4"),
        (Code::AdditionalCapabilities, "6000F0A001", "1.7 1.6 3.8 3.7 3.6 3.5 4.8 4.6 5.1"),
        (Code::TerminalType, "21", "1.6 1.1"),
        (Code::TerminalType, "22", "1.6 1.2"),
    ] {
        assert_eq!(set(code, text), expected, "{code:?} {text}");
        assert_eq!(decode(code, None, text).expect(text).hex(), text);
    }
}

#[test]
fn the_words_are_those_of_the_books() {
    let words = |code, scheme, text: &str| {
        let decoded = decode(code, scheme, text).expect(text);
        decoded.named_bits().map(|row| row.words).collect::<Vec<_>>().join(" · ")
    };
    for (code, text, expected) in [
        (
            Code::Ttq,
            "26804080",
            "EMV mode · online PIN · signature · online cryptogram required · phone unlock (CDCVM) · fDDA version 1.0",
        ),
        (
            Code::KernelConfiguration,
            "B0",
            "mag-stripe mode: off · EMV mode: on · phone unlock (CDCVM) · relay resistance protocol",
        ),
        (Code::KernelConfiguration, "20", "mag-stripe mode: on · EMV mode: on · phone unlock (CDCVM)"),
        (Code::CvmRequired, "68", "online PIN · signature · no CVM required"),
        (
            Code::RiskData,
            "082C00800000000000",
            "contactless: signature · contactless: no CVM required · contactless: phone unlock (CDCVM) · contactless \
             mag-stripe mode: off · contactless EMV mode: on",
        ),
    ] {
        assert_eq!(words(code, None, text), expected, "{text}");
    }
    // Bits that are one number say nothing each.
    for (code, text, expected) in [
        (Code::TerminalType, "22", ""),
        (
            Code::AmexEnhanced,
            "18E00003",
            "contactless EMV partial online · contactless mobile supported · phone unlock (mobile CVM) · online PIN · \
             signature",
        ),
    ] {
        assert_eq!(words(code, None, text), expected, "{text}");
    }
    for (scheme, text, expected) in [
        (Visa, "00080000", "Discover only: fast mode"),
        (Discover, "00080000", "fast mode"),
        (Visa, "40000000", "reserved for future use"),
        (UnionPay, "40000000", "UnionPay's own use"),
    ] {
        assert_eq!(words(Code::Ttq, Some(scheme), text), expected, "{scheme:?} {text}");
    }
    for (code, text, expected) in [
        (Code::TerminalType, "21", Some("merchant, attended, online only")),
        (Code::TerminalType, "22", Some("merchant, attended, offline with online capability")),
        (Code::TerminalType, "34", Some("cardholder, unattended, online only")),
        (Code::AmexReader, "C3", Some("EMV and mag-stripe, CVM not required")),
        (Code::AmexReader, "C8", Some("EMV and mag-stripe, CVM required")),
        (Code::AmexEnhanced, "18E00003", Some("Amex kernel version 2.7 or later")),
        (Code::AmexEnhanced, "10E00003", Some("Amex kernel version 2.7 or later")),
        (
            Code::AmexEnhanced,
            "08E00003",
            Some("no contactless mode is set: no tap can work; Amex kernel version 2.7 or later"),
        ),
        (Code::KernelConfiguration, "C0", Some("mag-stripe mode and EMV mode are both off: no tap can work")),
        (Code::NoCvm, "00", Some("no method is allowed")),
        (Code::Ttq, "26804080", None),
    ] {
        assert_eq!(decode(code, None, text).expect(text).meaning.as_deref(), expected, "{text}");
    }
}

#[test]
fn reserved_bits_are_those_of_the_masks() {
    for (code, scheme, mask) in [
        (Code::Ttq, Visa, "401F3F7F"),
        (Code::Ttq, Scheme::Jcb, "401F3F7F"),
        // Bit 7 of byte 1 is UnionPay's own; it counts as no bit of this table's plain kind either.
        (Code::Ttq, UnionPay, "401F3F7F"),
        (Code::Ttq, Discover, "4013177F"),
        (Code::KernelConfiguration, Mastercard, "0B"),
        (Code::CvmRequired, Mastercard, "07"),
        (Code::NoCvm, Mastercard, "07"),
        (Code::RiskData, Mastercard, "00011F3FFFFFFFFF"),
        (Code::TerminalCapabilities, Visa, "1F0013"),
        (Code::AmexReader, Amex, "37"),
        (Code::AmexEnhanced, Amex, "030F3F18"),
    ] {
        let mut decoded = decode(code, Some(scheme), &"00".repeat(code.size())).expect("zeros");
        for row in &mut decoded.bits {
            row.set = row.kind == BitKind::Rfu;
        }
        assert_eq!(decoded.hex(), mask, "{code:?} {scheme:?}");
    }
}

#[test]
fn text_that_is_no_value_says_why() {
    for (code, text, expected) in [
        (Code::Ttq, "hello", "hello is not hex in pairs of digits."),
        (Code::Ttq, "268040", "268040 has 3 bytes; TTQ has 4 bytes."),
        (Code::NoCvm, "", " has 0 bytes; DF8119 has 1 byte."),
        (
            Code::RiskData,
            "00000000000000000000",
            "00000000000000000000 has 10 bytes; 9F1D has 8 bytes, or the length byte 08 and 8 bytes.",
        ),
    ] {
        assert_eq!(decode(code, None, text), Err(expected.to_owned()));
    }
    assert_eq!(
        Code::from_key("terminalTransactionQualifiers", Some(Mastercard)),
        None,
        "9F66 is other data there"
    );
    assert_eq!(Code::from_key("terminalTransactionQualifiers", Some(Visa)), Some(Code::Ttq));
}

#[test]
fn lists_of_tags() {
    for (text, has_length_byte, expected, data) in [
        ("039F3704", true, "9F37(4)", 4),
        ("0F9F02065F2A029A039C0195059F3704", true, "9F02(6) 5F2A(2) 9A(3) 9C(1) 95(5) 9F37(4)", 21),
        ("9F3704", false, "9F37(4)", 4),
        ("DF81290895", false, "", 0),
    ] {
        let Ok(list) = dol::read(text) else {
            assert_eq!(expected, "", "{text}");
            continue;
        };
        let entries: Vec<String> = list.entries.iter().map(|e| format!("{}({})", e.tag, e.length)).collect();
        assert_eq!(
            (list.has_length_byte, entries.join(" ").as_str(), list.data_length()),
            (has_length_byte, expected, data)
        );
        assert_eq!(list.hex(), text);
    }
    assert!(matches!(dol::read("049F3704"), Err(dol::DolError::WrongLength { said: 4, follow: 3, .. })));
    assert_eq!(dol::read("zz"), Err(dol::DolError::NotHex));
    assert_eq!(dol::read("9F37"), Err(dol::DolError::Malformed));
}

proptest! {
    #[test]
    fn what_is_read_is_written_again(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let digit = |digit: u8| char::from_digit(digit.into(), 16).expect("four bits").to_ascii_uppercase();
        let text: String = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        match dol::read(&text) {
            Ok(list) => prop_assert_eq!(list.hex(), text.clone()),
            Err(dol::DolError::WrongLength { list, .. }) => prop_assert_eq!(&list.hex()[2..], &text[2..]),
            Err(_) => {}
        }
        for code in [Code::Ttq, Code::KernelConfiguration, Code::RiskData, Code::TerminalCapabilities, Code::AmexEnhanced] {
            if let Ok(decoded) = decode(code, None, &text) {
                prop_assert_eq!(decoded.hex(), text.clone());
                prop_assert_eq!(decoded.bits.len(), 8 * code.size());
            }
        }
    }

    #[test]
    fn a_list_keeps_its_form(
        has_length_byte in any::<bool>(),
        picked in prop::collection::vec(prop::sample::select(vec!["9F37", "9F02", "5F2A", "9A", "95", "9F33", "82"]), 1..12),
    ) {
        let entries = picked.into_iter().map(|tag| dol::Entry { tag: tag.to_owned(), length: 4 }).collect();
        let list = dol::Dol { has_length_byte, entries };
        prop_assert_eq!(dol::read(&list.hex()), Ok(list));
    }
}

proptest! {
    #[test]
    fn a_toggled_bit_leaves_every_other_one(
        bytes in prop::collection::vec(any::<u8>(), 8),
        at in any::<prop::sample::Index>(),
        scheme in prop::sample::select(vec![None, Some(Scheme::Visa), Some(Scheme::Discover), Some(Scheme::UnionPay)]),
    ) {
        let all = [
            Code::Ttq, Code::KernelConfiguration, Code::CvmRequired, Code::NoCvm, Code::RiskData,
            Code::TerminalCapabilities, Code::TerminalType, Code::AmexReader, Code::AmexEnhanced,
        ];
        for code in all {
            let bare = bytes[..code.size()].iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().concat();
            let forms = if code == Code::RiskData { vec![format!("08{bare}"), bare] } else { vec![bare] };
            for text in forms {
                let before = decode(code, scheme, &text).expect("the size of the code");
                let row = at.get(&before.bits);
                let toggled = before.with(row.byte, row.bit, !row.set);
                let after = decode(code, scheme, &toggled).expect("the form is kept");
                let changed = before.bits.iter().zip(&after.bits).filter(|(a, b)| a.set != b.set).count();
                prop_assert_eq!(changed, 1);
                prop_assert_eq!(after.with(row.byte, row.bit, row.set), text.clone());
                prop_assert_eq!(before.with(9, 1, true), text);
            }
        }
    }
}

#[test]
fn transient_and_reserved_bits_are_asked_about() {
    let ttq = decode(Code::Ttq, Some(Scheme::Visa), "00000000").expect("four bytes");
    let asked = |byte, bit| {
        let row = ttq.bits.iter().find(|row| (row.byte, row.bit) == (byte, bit)).expect("in the value");
        row.guard().is_some()
    };
    assert!(asked(2, 8) && asked(2, 7) && asked(1, 7) && asked(2, 4));
    assert!(!asked(1, 3) && !asked(1, 6) && !asked(3, 7));
    let kernel = decode(Code::KernelConfiguration, None, "00").expect("one byte");
    assert!(kernel.bits[0].guard().is_none(), "inverted bits are toggled at once");
}

#[test]
fn a_moved_row_keeps_the_form_and_every_row() {
    let list = dol::read("0F9F02065F2A029A039C0195059F3704").expect("a list");
    assert_eq!(list.moved(5, 4).hex(), "0F9F02065F2A029A039C019F37049505");
    assert_eq!(list.moved(0, 1).moved(1, 0), list);
    assert_eq!(list.moved(0, 6), list);
}
