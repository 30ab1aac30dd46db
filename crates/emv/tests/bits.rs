//! TVR, TSI and CVM results in words: golden vectors, and text that is no such value.

use proptest::prelude::*;
use tapline_emv::bits::{Named, RESERVED, Reading};
use tapline_emv::entry::Entry;
use tapline_emv::performed::{self, Verified};
use tapline_emv::{Scheme, bits, tsi, tvr};

fn places(reading: &Reading) -> String {
    match reading {
        Reading::Bits(bits) => bits.iter().map(|bit| bit.place.as_str()).collect::<Vec<_>>().join(", "),
        other => format!("{other:?}"),
    }
}

#[test]
fn tvr_of_samples() {
    for (text, scheme, expected) in [
        ("0000000000", None, ""),
        ("0000008000", None, "B4 b8"),
        ("0000048000", Some(Scheme::Mastercard), "B3 b3, B4 b8"),
        ("00 00 04 80 00", None, "B3 b3, B4 b8"),
        ("8000000000", None, "B1 b8"),
        ("0400000000", None, "B1 b3"),
        ("0004000000", None, "B2 b3"),
        ("0000000002", Some(Scheme::Mastercard), "B5 b2-b1"),
        ("0000000002", Some(Scheme::Visa), "B5 b2"),
        ("000000000F", None, "B5 b4, B5 b3, B5 b2, B5 b1"),
    ] {
        assert_eq!(places(&tvr::read(text, scheme)), expected, "{text}");
    }
    let words = |text: &str, scheme| match tvr::read(text, scheme) {
        Reading::Bits(bits) => bits[0].words,
        _ => "",
    };
    assert_eq!(words("0000008000", None), "the amount exceeds the floor limit");
    assert_eq!(words("0000000002", Some(Scheme::Mastercard)), "relay resistance was performed");
    assert!(words("0000000004", Some(Scheme::Amex)).starts_with("contact meaning"));
}

#[test]
fn tsi_of_samples() {
    for (text, expected) in [
        ("E800", "B1 b8, B1 b7, B1 b6, B1 b4"),
        ("A800", "B1 b8, B1 b6, B1 b4"),
        ("0000", ""),
        ("0280", "B1 b2, B2 b8"),
    ] {
        assert_eq!(places(&tsi::read(text)), expected, "{text}");
    }
}

#[test]
fn reserved_bits_are_named_as_reserved() {
    let reserved = |reading| match reading {
        Reading::Bits(bits) => bits.into_iter().filter(|bit: &Named| bit.is_reserved).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let found = reserved(tsi::read("0301"));
    assert_eq!(found.iter().map(|bit| bit.place.as_str()).collect::<Vec<_>>(), ["B1 b2", "B1 b1", "B2 b1"]);
    assert!(found.iter().all(|bit| bit.words == RESERVED));
    assert_eq!(reserved(tvr::read("0004000000", None)).len(), 1);
    assert_eq!(
        reserved(tvr::read("0000000003", Some(Scheme::Mastercard))).len(),
        1,
        "11 is reserved as a whole"
    );
    assert_eq!(reserved(tvr::read("FFFFFFFFFF", None)).len(), 3);
}

#[test]
fn text_that_is_no_value_is_shown_as_it_is() {
    for (text, part) in [
        ("00000480", "00000480 is not a TVR: it has 4 bytes, a TVR has 5."),
        ("000004800", "not hex in pairs"),
        ("unknown", "unknown is not a TVR"),
    ] {
        let Reading::Malformed(sentence) = tvr::read(text, None) else { panic!("{text} is read") };
        assert!(sentence.contains(part), "{sentence}");
    }
    assert_eq!(tvr::read(" ", None), Reading::Absent);
    assert_eq!(tvr::read("", None).has(tvr::ONLINE_PIN), None);
    assert_eq!(tvr::read("0000048000", None).has(tvr::ONLINE_PIN), Some(true));
    assert_eq!(
        (bits::pairs("0000048000"), bits::pairs("odd")),
        ("00 00 04 80 00".to_owned(), "odd".to_owned())
    );
}

#[test]
fn cvm_results_of_samples() {
    for (text, scheme, verified, words) in [
        (
            "010002",
            Some(Scheme::Mastercard),
            Some(Verified::OnDevice),
            "phone unlock (CDCVM), always; successful",
        ),
        ("010002", None, Some(Verified::Pin), "PIN in plain text, checked by the card, always; successful"),
        ("3F0002", None, Some(Verified::Nothing), "no verification performed; successful"),
        ("3F0000", None, Some(Verified::Nothing), "no verification performed; result unknown"),
        ("3F0001", None, Some(Verified::Failed), "no verification performed; failed"),
        (
            "420300",
            None,
            Some(Verified::Pin),
            "PIN, checked online by the issuer, the next rule if unsuccessful, if the terminal supports it; result unknown",
        ),
        (
            "1F0302",
            None,
            Some(Verified::Nothing),
            "no verification required, if the terminal supports it; successful",
        ),
        ("200A09", None, None, "an unknown method, on an unknown condition; an unknown result"),
    ] {
        let results = performed::results(text, scheme, Entry::Tap).unwrap();
        assert_eq!((results.verified, results.words.as_str()), (verified, words), "{text}");
    }
    assert_eq!(performed::results("0203", None, Entry::Tap), None);
}

#[test]
fn the_entry_decides_what_a_code_means() {
    let of = |text, entry| performed::results(text, Some(Scheme::Mastercard), entry).unwrap().verified;
    for (text, entry, verified) in [
        ("410302", Entry::Chip, Some(Verified::Pin)),
        ("010002", Entry::Chip, Some(Verified::Pin)),
        ("010002", Entry::Tap, Some(Verified::OnDevice)),
        ("010002", Entry::Unknown, Some(Verified::OnDevice)),
        ("410302", Entry::Unknown, Some(Verified::Pin)),
        ("820302", Entry::Tap, None),
        ("000001", Entry::Chip, Some(Verified::Failed)),
    ] {
        assert_eq!(of(text, entry), verified, "{text} {entry:?}");
    }
}

#[test]
fn what_the_service_calls_it_is_never_certain() {
    for (text, verified, words) in [
        ("PIN", Some(Verified::Pin), "likely PIN"),
        ("2", Some(Verified::Pin), "likely PIN"),
        ("NO_CVM", Some(Verified::Nothing), "likely no verification"),
        ("cdcvm", Some(Verified::OnDevice), "likely phone unlock (CDCVM)"),
        ("PIN_OR_SIGNATURE", Some(Verified::PinOrSignature), "likely PIN or signature"),
        ("Signature/PIN", Some(Verified::PinOrSignature), "likely PIN or signature"),
        ("7", None, "not documented"),
    ] {
        let read = performed::read(text, None, Entry::Tap).unwrap();
        assert_eq!((read.verified, read.words.as_str()), (verified, words));
    }
    assert!(
        performed::read("420300", None, Entry::Tap).unwrap().words.starts_with("likely CVM results: PIN")
    );
    assert_eq!(performed::read(" ", None, Entry::Tap), None);
}

proptest! {
    #[test]
    fn every_set_bit_is_named_once(value in any::<[u8; 5]>(), scheme in prop::sample::select(&Scheme::ALL)) {
        let text = value.map(|byte| format!("{byte:02X}")).concat();
        let Reading::Bits(named) = tvr::read(&text, Some(scheme)) else { panic!("{text} is a TVR") };
        let set: u32 = value.iter().map(|byte| byte.count_ones()).sum();
        let joined = u32::from(scheme == Scheme::Mastercard && value[4] & 0b11 == 0b11);
        prop_assert_eq!(u32::try_from(named.len()).unwrap(), set - joined);
    }

    #[test]
    fn no_text_breaks_it(text in ".{0,20}") {
        let _ = (tvr::read(&text, None), tsi::read(&text), performed::read(&text, None, Entry::Tap), bits::pairs(&text));
    }
}
