//! What a third trial by an EMV expert found: a limit blamed that the tap had passed, reasons and answers of the service left out, and
//! advice that the reader cannot follow.

use proptest::prelude::*;
use tapline_emv::Scheme::{Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::bits::Reading;
use tapline_emv::why::{Actions, Candidate, Entry, Kind, Later, Sale, Status, Unlimited, Why, no_sale, why};
use tapline_emv::{Currency, Limits, Scheme, performed, tsi, tvr};

use super::trial::check;
use super::{LIMITS, Told, all_words, params};

const ON: &str = "DF8118=60 DF8119=08 DF811B=A0 flag=true";
const TTQ: &str = "TTQ=26004080";
const NONE: Told<'_> = Told {
    scheme: Visa,
    amount: 2_500,
    entry: "NFC",
    status: "DECLINED",
    code: "",
    cvm: "NO_CVM",
    tvr: "",
    params: TTQ,
};

/// "Retail" and perhaps another, each with its parameters.
fn of(told: Told<'_>, tsi: &str, wallet: Option<&str>, actions: Actions<'_>, all: &[(Limits, &str)]) -> Why {
    let (currency, entry) = (Currency::euro(), Entry::read(told.entry));
    let tvr = tvr::read(told.tvr, Some(told.scheme));
    let sale = Sale {
        amount: told.amount,
        currency: &currency,
        limits_in: &currency,
        not_compared: None,
        scheme: told.scheme,
        wallet,
        entry,
        status: Status::read(told.status),
        host_code: Some(told.code),
        actions,
        cvm_performed: told.cvm,
        verified: performed::read(told.cvm, Some(told.scheme), entry).and_then(|read| read.verified),
        tvr: &tvr,
        tsi: &tsi::read(tsi),
    };
    let candidates: Vec<_> = ["Retail", "Kiosk"]
        .into_iter()
        .zip(all)
        .map(|(name, (limits, text))| Candidate {
            name: name.to_owned(),
            limits: *limits,
            params: params(text),
        })
        .collect();
    why(sale, &candidates)
}

fn with_actions(told: Told<'_>, actions: Actions<'_>) -> Why {
    of(told, "", None, actions, &[(LIMITS, told.params)])
}

fn all_of(why: &Why) -> String {
    format!(
        "{}\n{}",
        all_words(why),
        why.change.as_ref().map(|change| change.words.as_str()).unwrap_or_default()
    )
}

fn assert_says(why: &Why, has: &[&str], lacks: &[&str]) {
    let all = all_of(why);
    for part in has {
        assert!(all.contains(part), "no “{part}” in: {all}");
    }
    for part in lacks {
        assert!(!all.contains(part), "“{part}” in: {all}");
    }
}

#[test]
fn a_limit_that_the_tap_passed_is_no_reason() {
    let blame = &["above the transaction limit", "strictly declines", "With a transaction limit"][..];
    for scheme in Scheme::ALL {
        let told = |amount, code, cvm, tvr| Told { scheme, amount, code, cvm, tvr, params: "", ..NONE };
        // The limit is blamed where nothing shows that the card was asked.
        for amount in [25_001, 99_999] {
            let why = with_actions(told(amount, "", "NO_CVM", ""), Actions::default());
            assert_says(&why, &["above the transaction limit", "With a transaction limit"], &[]);
        }
        for (code, cvm, tvr) in [
            ("", "PIN", ""),
            ("", "SIGNATURE", ""),
            ("", "CDCVM", ""),
            ("", "", "0000040000"),
            ("", "NO_CVM", "0000008000"),
            ("Z1", "PIN", ""),
            ("Z1", "NO_CVM", "0000008000"),
            ("z3", "", ""),
            ("Y1", "", ""),
            ("00", "NO_CVM", ""),
            ("51", "NO_CVM", ""),
            ("??", "NO_CVM", ""),
        ] {
            for amount in [25_000, 25_001, 99_999] {
                let why = with_actions(told(amount, code, cvm, tvr), Actions::default());
                assert_says(&why, &[], blame);
                let said = all_of(&why).contains("this one passed the reader");
                assert_eq!(said, amount > 25_000, "{scheme:?} {amount} {code} {cvm} {tvr}: {}", all_of(&why));
            }
        }
        let why = of(told(25_001, "", "", ""), "E800", None, Actions::default(), &[(LIMITS, "")]);
        assert_says(&why, &["this one passed the reader, so the limit was likely another one then"], blame);
        // One of two would have stopped it, and has not.
        let low = Limits { transaction: 3_000, cvm: 2_000, ..LIMITS };
        let two = [(low, ""), (LIMITS, "")];
        let low_told = told(4_000, "", "PIN", "0000048000");
        let why = of(low_told, "", None, Actions::default(), &two);
        assert_says(&why, &["the transaction limit did not stop it"], &["If the terminal used", blame[0]]);
    }
}

#[test]
fn no_tap_is_no_reason_for_a_tap_that_worked() {
    let why = with_actions(Told { cvm: "PIN", params: "TTQ=06004000", ..NONE }, Actions::default());
    assert_says(&why, &["another value then"], &["Likely declined because no tap can work"]);
    let why = with_actions(Told { params: "TTQ=06004000", ..NONE }, Actions::default());
    assert_says(&why, &["Likely declined because no tap can work"], &["another value then"]);
}

#[test]
fn a_verified_tap_did_not_lack_a_method() {
    let neither = "offers neither PIN nor signature";
    let no = |code| ["NFC", "DECLINED", code];
    let phone = "TTQ=20004000";
    for scheme in [Visa, UnionPay, Discover, Jcb] {
        check(&[
            (scheme, 9_999, no("Z1"), ["CDCVM", ""], phone, &["without an answer of a host"], &[neither]),
            (scheme, 9_999, no(""), ["PIN", ""], phone, &["another value then"], &[neither]),
            (scheme, 9_999, no(""), ["SIGNATURE", ""], phone, &["another value then"], &[neither]),
            (scheme, 9_999, no(""), ["NO_CVM", ""], phone, &["offers neither PIN"], &["another value"]),
            // The terminal went on to ask a host: it had not declined before.
            (scheme, 9_999, no("Z3"), ["NO_CVM", ""], phone, &["could not go online"], &[neither]),
        ]);
    }
    let doubt = "neither PIN nor signature (TTQ byte 1 bits 3 and 2, which a JCB reader likely does not use)";
    check(&[
        (Jcb, 9_999, no(""), ["NO_CVM", "0000008000"], phone, &[doubt], &[]),
        (Visa, 9_999, no(""), ["NO_CVM", "0000008000"], phone, &["nor signature."], &["JCB"]),
        (Amex, 9_999, no(""), ["CDCVM", ""], "9F6E=18800003", &["does not tell why"], &[neither]),
        (Amex, 9_999, no(""), ["NO_CVM", ""], "9F6E=18800003", &[neither], &[]),
        (
            Mastercard,
            9_999,
            no(""),
            ["PIN", "0000048000"],
            "DF8118=00 flag=true",
            &["does not offer online PIN (DF8118 bit 7); it was likely another value then"],
            &["neither PIN nor signature"],
        ),
        (
            Mastercard,
            9_999,
            no(""),
            ["PIN", "0000048000"],
            "DF8118=00",
            &[],
            &["does not offer", "neither PIN nor signature"],
        ),
        (Mastercard, 9_999, no(""), ["CDCVM", ""], "DF8118=00 DF811B=A0 flag=true", &[], &[neither]),
        (Mastercard, 9_999, no(""), ["3F0002", ""], "DF8118=00 DF811B=A0 flag=true", &[], &[neither]),
        (Mastercard, 9_999, no(""), ["NO_CVM", ""], "DF8118=00", &["does not tell why"], &[neither]),
        (Mastercard, 9_999, no(""), ["NO_CVM", ""], "DF8118=00 flag=true", &[neither], &["likely offers"]),
    ]);
    // A wallet that the payment method names.
    let told = Told { amount: 9_999, params: phone, ..NONE };
    let why = of(told, "", Some("Apple Pay"), Actions::default(), &[(LIMITS, phone)]);
    assert_says(&why, &[], &[neither]);
}

#[test]
fn the_services_reason_is_quoted_and_comes_before_a_guess() {
    let says = "The service says: “PIN entry cancelled”.";
    let actions = Actions { reason: " PIN entry cancelled ", ..Actions::default() };
    for scheme in Scheme::ALL {
        for (amount, code, has) in [
            (2_500, "", "Declined; the service says: “PIN entry cancelled”."),
            (
                25_001,
                "",
                "Also possible: 250.01 EUR is above the transaction limit of 250.00 EUR of “Retail”.",
            ),
            (2_500, "Z1", "Declined without an answer of a host (Z1); the service says:"),
            (2_500, "00", "Declined although the code 00 likely says “approved”; the service says:"),
            (2_500, "51", "Declined by the host: 51"),
            (2_500, "XX", "Declined with host code XX, whose meaning is not documented; the service says:"),
        ] {
            let why = with_actions(Told { scheme, amount, code, params: "", ..NONE }, actions);
            assert_says(&why, &[has, says], &["does not tell why", "likely what happened"]);
            assert!(!why.sentence.contains("limit") && why.change.is_none(), "{why:?}");
            assert!(why.chain.iter().any(|reason| reason.words == says && reason.ground == "reason"));
        }
    }
    // What the terminal noted stays the answer, with the reason behind it.
    let noted = with_actions(Told { entry: "EMV_CONTACT", tvr: "0000088000", ..NONE }, actions);
    assert_eq!(
        noted.sentence,
        "Likely declined because a PIN was required and not entered (TVR B3 b4). The service says: “PIN entry cancelled”."
    );
    // A status is no reason, and what was approved was not declined for one.
    let status = Actions { reason: "DECLINED", ..Actions::default() };
    assert_says(&with_actions(NONE, status), &["does not tell why"], &["The service says"]);
    let approved = Told { status: "APPROVED", code: "00", ..NONE };
    assert_says(&with_actions(approved, actions), &[], &["The service says", "the service says"]);
}

#[test]
fn the_last_answer_decides_and_earlier_ones_are_told() {
    for (earlier, code, has, lacks) in [
        ("55", "75", "Declined by the host: 75, likely “PIN tries exceeded”", "With the right PIN"),
        (
            "65",
            "55",
            "Declined by the host: 55",
            "count limit exceeded; on a tap in Europe the issuer asks for a PIN or phone check”. With",
        ),
    ] {
        let earlier = [earlier];
        let actions = Actions { earlier: &earlier, ..Actions::default() };
        let told = Told { scheme: Mastercard, code, cvm: "PIN", params: ON, ..NONE };
        let why = with_actions(told, actions);
        assert_says(&why, &[has, &format!("An earlier answer was {}: likely", earlier[0])], &[lacks]);
    }
}

#[test]
fn a_pin_is_advised_where_the_reader_offers_one() {
    let no = |code| ["NFC", "DECLINED", code];
    let pin = &["With a PIN"][..];
    check(&[
        (
            Visa,
            9_999,
            no("1A"),
            ["SIGNATURE", ""],
            "TTQ=22004000",
            &["the reader offers no PIN (TTQ byte 1 bit 3)"],
            pin,
        ),
        (Visa, 2_500, no("70"), ["NO_CVM", ""], "TTQ=22004000", &["With the card inserted"], pin),
        (Visa, 2_500, no("70"), ["NO_CVM", ""], TTQ, pin, &["offers no PIN"]),
        (Visa, 2_500, no("70"), ["NO_CVM", ""], "", pin, &["offers no PIN"]),
        (
            Mastercard,
            2_500,
            no("65"),
            ["NO_CVM", ""],
            // Without the new rule DF8118 likely does not count.
            "DF8118=20",
            pin,
            &["offers no PIN"],
        ),
        (
            Mastercard,
            2_500,
            no("65"),
            ["NO_CVM", ""],
            "DF8118=08 flag=true",
            &["the reader offers no PIN"],
            pin,
        ),
        (
            Mastercard,
            2_500,
            no("65"),
            ["3F0002", ""],
            "DF8118=20 flag=true",
            &["With the owner's check on the phone it may be approved; the reader offers no PIN"],
            &["or with a PIN"],
        ),
    ]);
    let two = [(LIMITS, "TTQ=22004000"), (LIMITS, TTQ)];
    let why = of(Told { code: "1A", ..NONE }, "", None, Actions::default(), &two);
    assert_says(&why, &["whether the reader offers a PIN is not known"], pin);
}

#[test]
fn status_and_code_that_contradict_each_other_are_named() {
    let check = |status, code| with_actions(Told { status, code, ..NONE }, Actions::default());
    for code in ["Y1", "y3"] {
        let why = check("DECLINED", code);
        assert_says(&why, &["the two contradict each other"], &["after that answer"]);
        assert_eq!(why.certainty.words(), "cannot know");
        let told = Unlimited {
            entry: Entry::Tap,
            status: Status::Declined,
            host_code: Some(code),
            scheme: Some(Visa),
            aid: "",
            cvm_performed: "",
            tvr: &Reading::Absent,
        };
        let told = no_sale(Kind::Refund, told);
        assert!(told.contains("contradict each other") && !told.contains("declined without an"), "{told}");
    }
    for (status, code) in [("APPROVED", "51"), ("APPROVED", "Z1"), ("VOIDED", "05")] {
        assert_says(&check(status, code), &["the two do not fit together"], &[]);
    }
    for (status, code) in [("APPROVED", "00"), ("APPROVED", "Y1"), ("APPROVED", ""), ("DECLINED", "51")] {
        assert_says(&check(status, code), &[], &["do not fit together", "contradict"]);
    }
}

#[test]
fn a_later_step_that_was_declined_is_told_as_that() {
    let of = |status, code, later_code| {
        let later = [Later { kind: "CAPTURE", status: Status::Declined, code: later_code }];
        let actions = Actions { later: &later, stood: true, ..Actions::default() };
        with_actions(Told { status, code, ..NONE }, actions)
    };
    let why = of("DECLINED", "00", "61");
    assert_eq!(
        why.sentence,
        "The transaction itself was likely approved (00: “approved”). The later step CAPTURE was declined by the host: 61, likely \
         “exceeds the issuer's amount limit”."
    );
    assert_says(&why, &[], &["after that answer", "does not tell why"]);
    assert_says(
        &of("DECLINED", "", "61"),
        &["CAPTURE was declined by the host: 61"],
        &["The transaction itself"],
    );
    assert_says(&of("DECLINED", "00", ""), &["CAPTURE was declined; the transaction does not tell why"], &[]);
    let approved = of("APPROVED", "00", "61");
    assert!(!approved.sentence.contains("CAPTURE"), "{}", approved.sentence);
    assert_says(&approved, &["The later step CAPTURE was declined by the host: 61"], &[]);
}

proptest! {
    /// Over schemes, amounts, codes and checks: a tap that shows that the card was asked never failed at its transaction limit, one
    /// with a reason never says that nothing tells why, and advice never names a PIN that the reader lacks.
    #[test]
    fn a_decline_never_blames_what_the_tap_passed(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        amount in prop::sample::select(vec![0_u64, 2_500, 5_000, 9_999, 24_999, 25_000, 25_001, 99_999]),
        code in prop::sample::select(vec!["", "00", "51", "1A", "65", "70", "Z1", "Z3", "Y1", "XX"]),
        cvm in prop::sample::select(vec!["", "NO_CVM", "PIN", "SIGNATURE", "CDCVM", "3F0001", "3F0002"]),
        tvr in prop::sample::select(vec!["", "0000000000", "0000008000", "0000048000", "0000808000"]),
        params in prop::sample::select(vec!["", TTQ, "TTQ=20004000", "TTQ=22004000", ON, "DF8118=00", "9F6E=18800003"]),
        reason in prop::sample::select(vec!["", "Cancelled"]),
    ) {
        let actions = Actions { reason, ..Actions::default() };
        let why = with_actions(Told { scheme, amount, code, cvm, tvr, params, ..NONE }, actions);
        // What 3F0002 tells, kernel 2 of Mastercard alone writes.
        let unchecked = matches!(cvm, "" | "NO_CVM") || cvm == "3F0002" && scheme != Mastercard;
        let asked = !matches!(code, "" | "Z1") || !unchecked || !matches!(tvr, "" | "0000000000");
        if asked {
            prop_assert!(!all_of(&why).contains("above the transaction limit"), "{}", all_of(&why));
            prop_assert!(!all_of(&why).contains("With a transaction limit"), "{}", all_of(&why));
        }
        if !reason.is_empty() {
            prop_assert!(!why.sentence.contains("does not tell why"), "{}", why.sentence);
            prop_assert!(!why.sentence.contains("transaction limit"), "{}", why.sentence);
            prop_assert!(all_of(&why).contains("The service says: “Cancelled”."), "{}", all_of(&why));
        }
        if matches!(cvm, "PIN" | "SIGNATURE" | "CDCVM") {
            prop_assert!(!why.sentence.contains("offers neither"), "{}", why.sentence);
        }
        let pinless = match scheme {
            Amex => params == "9F6E=18800003",
            // Without the new rule DF8118 likely does not count.
            Mastercard => false,
            _ => matches!(params, "TTQ=20004000" | "TTQ=22004000"),
        };
        prop_assert!(!pinless || !why.sentence.contains("ith a PIN"), "{}", why.sentence);
    }
}
