//! A log in English: a line for each value that is understood, one for all others.

use tapline_explain::log::read;

use crate::lines_of;

#[test]
fn each_value_is_one_line_and_unread_tags_share_one() {
    let log = read(
        "95 05 0000048000 9F36 02 0012 9F26 08 1122334455667788 8A 02 3531 5A 08 4111111111111111 9F34 03 42",
    );
    assert_eq!(
        lines_of(&log),
        [
            "TVR 0000048000: PIN entered, for the issuer to check online, the amount exceeds the floor limit",
            "ARC 51: likely “insufficient funds”",
            "Card data: hidden. Don't paste it elsewhere.",
            "CVM is incomplete: its length says 3 bytes, but it has 1 byte. Paste the whole value.",
            "Also in the log, not explained: 9F36, 9F26.",
        ]
    );
}

#[test]
fn words_follow_the_card_and_say_what_is_unsure() {
    for (text, line) in [
        ("TVR: 48000", "TVR 0000048000 (likely: zeros lost as a number): PIN entered"),
        ("TVR: 8.00E+09", "TVR lost digits because it was stored as a number."),
        (
            "9F6E07082600003231008407A0000000041010",
            "Form Factor Indicator (9F6E) 08260000323100: a phone was tapped (device type 21)",
        ),
        ("82 02 1B80 84 07 A0000000041010 (contactless)", "AIP 1B80: the device can verify its owner"),
        (
            "DF8115: 000500000021",
            "Error Indication (DF8115) 000500000021: amount above the reader's transaction limit",
        ),
        ("9F27: 02", "CID 02: declined (AAC); PIN try limit exceeded"),
        (
            "9F10: 0110A04003181000000000000000000000FF",
            "IAD (18 bytes): offline PIN verification failed, PIN try limit exceeded",
        ),
        ("CTQ 8000 Mastercard", "CTQ 8000: for Mastercard this tag has other data"),
        ("CTQ 8000 JCB", "CTQ 8000: not used by JCB, as far as Tapline knows"),
        ("RC 65", "ARC 65: likely “activity count limit exceeded” for Visa"),
        ("9F02 000000006200 5F2A 0978", "Amount, Authorised (9F02) 000000006200: 62.00 EUR"),
        ("1E0300", "1E0300 may be CVM (signature"),
        ("9F66", "TTQ has no value here. Paste the value too."),
    ] {
        let lines = lines_of(&read(text));
        assert!(lines[0].starts_with(line), "{text}: {lines:?}");
    }
}
