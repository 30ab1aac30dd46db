//! "Why was a PIN asked?", as it is read out on the phone.

use tapline_emv::bits::Reading;
use tapline_emv::performed::Verified::{self, Nothing, OnDevice, Pin, PinOrSignature, Signature};
use tapline_emv::why::{Actions, Candidate, Certainty, Entry, Sale, Status, Why, why};
use tapline_emv::{Currency, Limits, Params, Scheme, tvr};

fn of(name: &str, cvm: u64) -> Candidate {
    Candidate {
        name: name.to_owned(),
        limits: Limits { floor: 0, cvm, transaction: 25_000 },
        params: Params::new(),
    }
}

fn ask(scheme: Scheme, amount: u64, verified: Option<Verified>, tvr: &str, candidates: &[Candidate]) -> Why {
    let (currency, tvr) = (Currency::euro(), tvr::read(tvr, Some(scheme)));
    let sale = Sale {
        amount,
        currency: &currency,
        limits_in: &currency,
        not_compared: None,
        scheme,
        wallet: None,
        entry: Entry::Tap,
        status: Status::Approved,
        host_code: None,
        actions: Actions::default(),
        cvm_performed: "",
        verified,
        tvr: &tvr,
        tsi: &Reading::Absent,
    };
    why(sale, candidates)
}

#[test]
fn one_configuration_answers_by_its_operator() {
    use Certainty::{CannotKnow, Likely};
    for (scheme, amount, verified, sentence, certainty) in [
        (
            Scheme::Visa,
            6200,
            Pin,
            "A PIN was asked because 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Visa,
            5000,
            Pin,
            "A PIN was asked because 50.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Mastercard,
            5001,
            Pin,
            "A PIN was asked because 50.01 EUR is above the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Mastercard,
            5000,
            Nothing,
            "No PIN was asked because 50.00 EUR is not above the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Visa,
            4999,
            Nothing,
            "No PIN was asked because 49.99 EUR is below the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Jcb,
            6200,
            Signature,
            "A signature was asked because 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”.",
            Likely,
        ),
        (
            Scheme::Visa,
            6200,
            OnDevice,
            "No PIN was asked: likely the phone checked its owner itself (CDCVM). 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”, so a card would have been asked.",
            Likely,
        ),
        (
            Scheme::Visa,
            2310,
            Pin,
            "A PIN was asked, although 23.10 EUR is below the CVM limit of 50.00 EUR of “Retail”: the card or its issuer likely asked for it, or the limit was another one then.",
            CannotKnow,
        ),
        (
            Scheme::Visa,
            6200,
            Nothing,
            "No PIN was asked, although 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”: the limit was likely another one then, or a phone checked its owner and the transaction does not tell it.",
            CannotKnow,
        ),
    ] {
        let answer = ask(scheme, amount, Some(verified), "0000000000", &[of("Retail", 5000)]);
        assert_eq!((answer.sentence.as_str(), answer.certainty), (sentence, certainty));
        assert_eq!(answer.notes, [""; 0]);
    }
}

#[test]
fn either_of_two_methods_is_not_called_a_pin() {
    for (amount, expected) in [
        (
            6200,
            "A PIN or a signature was asked because 62.00 EUR is at or above the CVM limit of 50.00 EUR of “Retail”.",
        ),
        (
            2310,
            "A PIN or a signature was asked, although 23.10 EUR is below the CVM limit of 50.00 EUR of “Retail”: the card or its issuer likely asked for it, or the limit was another one then.",
        ),
    ] {
        let answer = ask(Scheme::Visa, amount, Some(PinOrSignature), "0000000000", &[of("Retail", 5000)]);
        assert_eq!(
            (answer.question, answer.sentence.as_str()),
            ("Why was a PIN or signature asked?", expected)
        );
    }
    // The TVR tells which of the two.
    let answer = ask(Scheme::Visa, 6200, Some(PinOrSignature), "0000040000", &[of("Retail", 5000)]);
    assert_eq!(answer.question, "Why was a PIN asked?");
    assert_eq!(answer.notes, [""; 0]);
}

#[test]
fn several_configurations_agree_or_are_named() {
    let two = [of("Retail", 5000), of("Kiosk", 2500)];
    let answer = ask(Scheme::Visa, 6200, Some(Pin), "", &two);
    assert_eq!(
        answer.sentence,
        "A PIN was asked because 62.00 EUR is at or above the CVM limit (25.00 to 50.00 EUR) of both Visa configurations \
          that may have decided."
    );
    assert_eq!(answer.certainty, Certainty::Likely);
    let answer = ask(Scheme::Visa, 3000, Some(Pin), "", &two);
    assert_eq!(
        answer.sentence,
        "A PIN was asked. 30.00 EUR is at or above the CVM limit of “Kiosk” (25.00 EUR), and below that of “Retail” \
         (50.00 EUR); the transaction does not tell which of them the terminal used."
    );
    assert_eq!(answer.certainty, Certainty::CannotKnow);
}

#[test]
fn what_is_not_known_is_said() {
    let answer = ask(Scheme::Visa, 6200, Some(Pin), "", &[]);
    assert!(answer.sentence.contains("Which limit decided is not known"));
    assert_eq!(answer.certainty, Certainty::CannotKnow);
    let answer = ask(Scheme::Visa, 6200, None, "", &[of("Retail", 5000)]);
    assert_eq!(answer.question, "Was a PIN asked?");
    assert!(answer.sentence.ends_with("so a PIN or phone check was likely asked."));
    // The TVR tells what the service does not.
    let answer = ask(Scheme::Mastercard, 6200, None, "0000048000", &[of("Retail", 5000)]);
    assert_eq!(answer.question, "Why was a PIN asked?");
}

#[test]
fn what_does_not_fit_is_noted() {
    let answer = ask(Scheme::Mastercard, 6200, Some(Nothing), "0000848000", &[of("Retail", 5000)]);
    assert_eq!(answer.notes.len(), 2);
    let answer = ask(Scheme::Mastercard, 26_000, Some(Pin), "0000048000", &[of("Retail", 5000)]);
    let words: Vec<_> = answer.chain.iter().map(|reason| reason.words.as_str()).collect();
    assert!(
        words.iter().any(|words| words.starts_with("By the transaction limit as it is now")),
        "{words:?}"
    );
}

#[test]
fn a_sale_in_another_currency_is_compared_with_no_limit() {
    let (francs, euro) = (Currency::new("CHF").unwrap(), Currency::euro());
    let tvr = tvr::read("0000008000", Some(Scheme::Visa));
    for (verified, happened) in [
        (Some(Pin), "A PIN was asked"),
        (Some(Nothing), "No PIN was asked"),
        (None, "The transaction does not tell whether a PIN was asked"),
    ] {
        let sale = Sale {
            amount: 6200,
            currency: &francs,
            limits_in: &euro,
            not_compared: None,
            scheme: Scheme::Visa,
            wallet: None,
            entry: Entry::Tap,
            status: Status::Approved,
            host_code: None,
            actions: Actions::default(),
            cvm_performed: "",
            verified,
            tvr: &tvr,
            tsi: &Reading::Absent,
        };
        let found = why(sale, &[of("Retail", 5000)]);
        let expected = format!(
            "{happened}. The sale is in CHF and the limits of the configurations are in EUR, so they cannot be compared."
        );
        assert_eq!((found.sentence, found.certainty), (expected, Certainty::CannotKnow));
        assert_eq!(found.notes, Vec::<String>::new(), "the transaction limit is not compared either");
    }
}
