//! What a fourth trial by an EMV expert found about phones, about checks that failed, and about advice that cannot work.

use tapline_emv::Limits;
use tapline_emv::Scheme::{Jcb, Mastercard, Visa};
use tapline_emv::why::{Candidate, Entry, Sale, Status, Unread, why_among};
use tapline_emv::{Currency, Value, param, performed, tvr};

use super::fourth_trial::{Sold, sold};
use super::{LIMITS, params};

#[test]
fn a_known_phone_is_asked_for_a_pin_where_the_reader_does_not_take_its_own_check() {
    let pin = Sold { amount: 6_200, cvm: "PIN", wallet: Some("Google Pay"), ..sold(Visa) };
    let not_taken = Sold { params: "TTQ=26000080", ..pin };
    let why = not_taken.ask();
    assert_eq!(
        why.sentence,
        "A PIN was asked because 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”, and the reader does not announce the \
         phone check (TTQ byte 3 bit 7), so a phone is treated like a card."
    );
    let change = why.change.unwrap();
    assert_eq!(change.key, param::TTQ);
    assert_eq!(
        change.words,
        "With the phone check announced (TTQ byte 3 bit 7), the phone's own check would likely have been enough."
    );
    let kernel = Sold { params: "DF8118=60 DF8119=08 DF811B=80 flag=true", ..pin };
    let kernel = Sold { scheme: Mastercard, tvr: "0000048000", ..kernel };
    kernel.says(
        &["does not announce the phone check (DF811B bit 6)", "With the phone check announced"],
        &["or more"],
    );
    Sold { scheme: Jcb, ..not_taken }
        .says(&["likely does not announce the phone check (likely TTQ byte 3 bit 7)"], &[]);

    let unexpected =
        Sold { scheme: Mastercard, tvr: "0000048000", ..Sold { params: super::fourth_trial::ON, ..pin } };
    for taken in [pin, unexpected] {
        let why = taken.ask();
        let part = "but this reader accepts the phone's own check (";
        assert!(
            why.sentence.starts_with("A PIN was asked. 62.00 EUR is ") && why.sentence.contains(part),
            "{}",
            why.sentence
        );
        assert_eq!(why.certainty.words(), "cannot know");
        taken.says(&["so no PIN was expected of a phone"], &["because"]);
    }
    // A card, a phone below the limit and a TTQ that is not there are as before.
    Sold { wallet: None, ..not_taken }.says(&["because 62.00 EUR"], &["phone check"]);
    Sold { params: "", ..pin }.says(&["because 62.00 EUR"], &["phone's own check ("]);
    Sold { amount: 2_310, ..not_taken }
        .says(&["the card or its issuer likely asked"], &["treated like a card"]);
}

#[test]
fn of_what_is_known_only_the_reason_has_a_condition() {
    let (euro, none, noted) = (Currency::euro(), tvr::read("", None), tvr::read("0000048000", None));
    let begin = "If the terminal used “Retail”, ";
    let fifty = "the CVM limit of 50.00 EUR of “Retail”";
    for (entry, amount, cvm, tvr, expected) in [
        (
            "NFC",
            6_200,
            "PIN",
            &noted,
            format!("A PIN was asked. {begin}it was asked because 62.00 EUR is at or above {fifty}."),
        ),
        (
            "NFC",
            2_310,
            "NO_CVM",
            &none,
            format!("No PIN was asked. {begin}none was asked because 23.10 EUR is below {fifty}."),
        ),
        (
            "NFC",
            2_310,
            "PIN",
            &none,
            format!(
                "A PIN was asked. {begin}it was asked although 23.10 EUR is below {fifty}: the card or its issuer likely asked for it, or \
                 the limit was another one then."
            ),
        ),
        (
            "",
            6_200,
            "SIGNATURE",
            &none,
            format!(
                "A signature was asked. If it was a tap and the terminal used “Retail”, it was asked because 62.00 EUR is at or above {fifty}."
            ),
        ),
    ] {
        let entry = Entry::read(entry);
        let sale = Sale {
            amount,
            currency: &euro,
            limits_in: &euro,
            not_compared: None,
            scheme: Visa,
            wallet: None,
            entry,
            status: Status::Approved,
            host_code: Some("00"),
            actions: sold(Visa).actions,
            cvm_performed: cvm,
            verified: performed::read(cvm, Some(Visa), entry).and_then(|read| read.verified),
            tvr,
            tsi: &none,
        };
        let retail = Candidate { name: "Retail".to_owned(), limits: LIMITS, params: params("TTQ=22004000") };
        let mut bare = params("");
        bare.insert(param::FLOOR.to_owned(), Value::Number(0));
        let why = why_among(sale, &[retail], &[Unread::of("Kiosk".to_owned(), Some(bare))]);
        assert_eq!((why.sentence, why.certainty.words()), (expected, "cannot know"));
    }
}

#[test]
fn a_check_that_was_tried_and_failed_is_named() {
    let online = Sold { amount: 6_200, cvm: "420301", tvr: "0000848000", ..sold(Visa) };
    assert_eq!(
        online.ask().sentence,
        "Cardholder verification was not successful: PIN, checked online by the issuer, was tried and failed (CVM results 420301). 62.00 \
         EUR is at or above the CVM limit of 50.00 EUR of “Retail”."
    );
    online.says(
        &["none that succeeded (PIN, checked online by the issuer: failed)"],
        &["does not fit", "the card's methods"],
    );
    Sold { status: "DECLINED", ..online }.says(&[], &["does not fit"]);
    // Another check that failed does not fit a PIN in the TVR.
    Sold { cvm: "1E0301", ..online }
        .says(&["signature, was tried and failed", "does not fit what the service tells"], &[]);
    Sold { scheme: Mastercard, cvm: "010001", tvr: "0000808000", ..online }
        .says(&["check on the phone (CDCVM): failed"], &["in plain text"]);
    Sold { entry: "EMV_CONTACT", cvm: "410301", tvr: "0000808000", ..online }
        .says(&["PIN in plain text, checked by the card: failed"], &[]);
    Sold { scheme: Mastercard, cvm: "3F0001", tvr: "0000808000", ..online }
        .says(&["none that succeeded."], &["was tried"]);
}

#[test]
fn no_advice_that_cannot_work() {
    let with = &["With a CVM limit"][..];
    // A card without verification is asked for nothing at any limit.
    Sold { cvm: "3F0000", tvr: "0000008000", ..sold(Mastercard) }
        .says(&["likely offers no verification"], with);
    Sold { cvm: "NO_CVM", tvr: "2000008000", ..sold(Mastercard) }.says(&[], with);
    Sold { cvm: "NO_CVM", tvr: "0000008000", ..sold(Mastercard) }
        .says(&["With a CVM limit of 23.09 EUR or less"], &[]);
    // An account check.
    Sold { amount: 0, cvm: "NO_CVM", ..sold(Visa) }.says(&["amount of zero"], with);
    // A limit that no accepted amount could reach.
    let at = |amount, transaction| Sold {
        amount,
        cvm: "PIN",
        limits: Limits { transaction, ..LIMITS },
        ..sold(Visa)
    };
    at(25_000, 25_000).says(&["because 250.00 EUR"], with);
    at(24_999, 25_000).says(&["because 249.99 EUR"], with);
    at(24_998, 25_000).says(&["With a CVM limit of 249.99 EUR or more"], &[]);
    at(25_000, 99_999_999).says(&["With a CVM limit of 250.01 EUR or more"], &[]);
    let mastercard = |amount| Sold { amount, cvm: "PIN", tvr: "0000048000", ..sold(Mastercard) };
    mastercard(25_000).says(&["because 250.00 EUR"], with);
    mastercard(24_999).says(&["With a CVM limit of 249.99 EUR or more"], &[]);
    // What the check of a limit would remark is said at once.
    at(19_000, 25_000)
        .says(&["With a CVM limit of 190.01 EUR or more", "Above what is usual: 50.00 EUR"], &[]);
    let low = Sold { limits: Limits { cvm: 2_000, ..LIMITS }, ..at(2_310, 25_000) };
    low.says(&["With a CVM limit of 23.11 EUR or more"], &["Above what is usual"]);
}

#[test]
fn a_soft_decline_of_an_online_order_gets_the_advice_of_one() {
    let order = Sold { entry: "E_COMM", status: "DECLINED", code: "65", ..sold(Mastercard) };
    order.says(
        &[
            "65, likely “exceeds the issuer's count limit”.",
            "likely ask for a check of the cardholder",
            "3-D Secure) it may be approved",
        ],
        &["Only the issuer can say more"],
    );
    for other in [
        Sold { scheme: Visa, ..order },
        Sold { entry: "EMV_CONTACT", ..order },
        Sold { entry: "MANUAL", ..order },
        Sold { code: "61", ..order },
    ] {
        other.says(&["Only the issuer can say more"], &["soft decline"]);
    }
}
