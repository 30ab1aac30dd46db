//! What an expert's third trial found in pasted values.

use tapline_emv::paste::read;

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
        ("AID A0000000031010", "9F66 1234", "The value cannot be read as one of this tag.".to_owned()),
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
