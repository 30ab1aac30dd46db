//! What pasted values mean: which scheme they are of, and what is said of lists of tags.

use tapline_emv::paste::read;

#[test]
fn the_aid_decides_which_meaning_holds() {
    let lines = |text: &str| -> Vec<String> {
        let pieces = read(text);
        pieces.iter().skip(1).flat_map(|piece| piece.readings[0].words.clone()).collect()
    };
    let (visa, mastercard, amex, jcb) =
        ("AID A0000000031010", "AID A0000000041010", "AID A00000002501", "AID A0000000651010");
    let floor = "B4 b8: the amount exceeds the floor limit";
    assert_eq!(lines(&format!("{visa} TVR 0000008001")), [floor, "B5 b1: reserved for future use"]);
    assert_eq!(
        lines(&format!("{mastercard} TVR 0000008001")).last().map(String::as_str),
        Some("B5 b2-b1: relay resistance was not performed (of a Mastercard tap)")
    );
    let said = |aid: &str, rest: &str| lines(&format!("{aid} {rest}")).join(" | ");
    for (aid, rest, part, not) in [
        (visa, "9F34 010002", "PIN in plain text", "Mastercard"),
        (mastercard, "9F34 010002", "For a Mastercard tap: check on the phone", "?"),
        (visa, "RC 65", "for Visa", "Mastercard"),
        (mastercard, "RC 65", "for Mastercard", "Visa"),
        (visa, "9F6E 23880000", "A phone was tapped.", "Amex"),
        (amex, "9F6E 18E00003", "online PIN", "tapped"),
        (mastercard, "9F6E 18E00003", "For Mastercard this tag holds other data", "online PIN"),
        (mastercard, "9F66 26804080", "For Mastercard this tag holds other data", "EMV mode"),
        (jcb, "9F6C 8000", "No use of this tag by JCB is known here", "PIN"),
        (jcb, "TTQ 26804080", "A JCB reader likely takes its own data (9F53)", "?"),
        (visa, "TTQ 26804080", "EMV mode", "9F53"),
    ] {
        let said = said(aid, rest);
        assert!(said.contains(part) && !said.contains(not), "{aid} {rest}: {said}");
    }
    // Two AIDs that do not agree tell nothing.
    assert!(said(visa, &format!("{mastercard} TVR 0000008001")).contains("of a Mastercard tap"));
}

#[test]
fn a_list_of_tags_is_read_as_rows() {
    for (text, what, words) in [
        (
            "9F49 039F3704",
            "DDOL (tag 9F49)",
            &[
                "The first byte counts the rest.",
                "Asks for 4 bytes of data.",
                "9F37: unpredictable number, 4 bytes",
            ][..],
        ),
        (
            "DDOL: 9F3704",
            "DDOL (tag 9F49)",
            &["Asks for 4 bytes of data.", "9F37: unpredictable number, 4 bytes"],
        ),
        (
            "9F49 03 9F3704",
            "DDOL (tag 9F49)",
            &["Asks for 4 bytes of data.", "9F37: unpredictable number, 4 bytes"],
        ),
        ("97 9F0206", "TDOL (tag 97)", &["Asks for 6 bytes of data.", "9F02: amount, 6 bytes"]),
        (
            "8C: 9F02069F7A01",
            "CDOL1 (tag 8C)",
            &["Asks for 7 bytes of data.", "9F02: amount, 6 bytes", "9F7A: not known here, 1 byte"],
        ),
        ("8D 9A03", "CDOL2 (tag 8D)", &["Asks for 3 bytes of data.", "9A: date, 3 bytes"]),
    ] {
        let pieces = read(text);
        assert_eq!(pieces.len(), 1, "{text}: {pieces:?}");
        let reading = &pieces[0].readings[0];
        assert_eq!(
            (reading.what.as_str(), reading.words.as_slice()),
            (what, words.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>().as_slice()),
            "{text}"
        );
    }
    // Hex that only has the form of a list.
    assert_eq!(read("97 1234")[0].readings[0].words, ["The value cannot be read as one of this tag."]);
    assert_eq!(read("at 97 1234"), []);
}

#[test]
fn only_what_a_value_can_be_is_said_of_it() {
    let said = |text: &str| read(text)[0].readings[0].clone();
    for (text, what, not) in [
        ("9F6E=18E00003", "9F6E (amexExReaderCapability of Amex)", "tapped"),
        ("9F6E: 23880000", "9F6E (form factor of Visa)", "Amex"),
        ("9F35 22", "9F35 (terminalType)", "first digit"),
        ("cvmPerformed: NO_CVM", "CVM performed (tag 9F34)", "NO_CVM"),
        ("9F34: 070600", "CVM performed (tag 9F34)", "cannot be read"),
        ("9F34: 0E0302", "CVM performed (tag 9F34)", "not documented"),
    ] {
        let said = said(text);
        assert_eq!(said.what, what, "{text}");
        assert!(said.words.iter().all(|line| !line.contains(not)), "{text}: {said:?}");
    }
    assert_eq!(said("9F35 22").words, ["merchant, attended, offline with online"]);
    let both = said("9F6E 20700003");
    assert!(both.words.iter().any(|line| line == "For Visa: a card was tapped."), "{both:?}");
}

#[test]
fn the_number_of_a_card_is_not_repeated_where_it_stands_alone() {
    for text in
        ["4111111111111111", "4111 1111 1111 1111", "57 4111111111111111D2612", "5A 41 11 11 11 11 11 11 11"]
    {
        let pieces = read(text);
        assert!(!pieces.is_empty() && !format!("{pieces:?}").contains("1111"), "{text}: {pieces:?}");
    }
}
