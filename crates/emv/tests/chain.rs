//! The steps of the chain that the transaction itself tells, and what to change so that it would have gone otherwise.

use tapline_emv::performed::Verified::{self, Nothing, OnDevice, Pin};
use tapline_emv::why::{Actions, Candidate, Entry, Sale, Status, Why, why};
use tapline_emv::{Currency, Limits, Params, Scheme, Value, param, tsi, tvr};

struct Case {
    scheme: Scheme,
    wallet: Option<&'static str>,
    amount: u64,
    entry: Entry,
    status: Status,
    verified: Option<Verified>,
    tsi: &'static str,
    params: Params,
}

const CASE: Case = Case {
    scheme: Scheme::Visa,
    wallet: None,
    amount: 6_200,
    entry: Entry::Tap,
    status: Status::Approved,
    verified: Some(Pin),
    tsi: "",
    params: Params::new(),
};

fn ask(case: Case) -> Why {
    let (euro, tvr, tsi) = (Currency::euro(), tvr::read("", None), tsi::read(case.tsi));
    let sale = Sale {
        amount: case.amount,
        currency: &euro,
        limits_in: &euro,
        not_compared: None,
        scheme: case.scheme,
        wallet: case.wallet,
        entry: case.entry,
        status: case.status,
        host_code: None,
        actions: Actions::default(),
        cvm_performed: "",
        verified: case.verified,
        tvr: &tvr,
        tsi: &tsi,
    };
    let limits = Limits { floor: 0, cvm: 5_000, transaction: 25_000 };
    why(sale, &[Candidate { name: "Retail".to_owned(), limits, params: case.params }])
}

#[test]
fn the_tsi_is_a_step_with_its_bits() {
    for (entry, tsi, words, ground) in [
        (
            Entry::Chip,
            "E800",
            Some(
                "performed card data authentication (ODA), cardholder verification, card risk management and terminal risk",
            ),
            "TSI B1 b8, b7, b6, b4",
        ),
        (Entry::Chip, "8000", Some("(ODA). It noted no cardholder verification."), "TSI B1 b8"),
        (Entry::Tap, "8000", Some("The terminal performed card data authentication (ODA)."), "TSI B1 b8"),
        (Entry::Tap, "0000", Some("usual for a tap"), "TSI"),
        (Entry::Chip, "0000", Some("The TSI notes no step."), "TSI"),
        (Entry::Chip, "", None, ""),
        (Entry::Chip, "E8", Some("E8 is not a TSI: it has 1 byte, a TSI has 2."), "TSI"),
    ] {
        let why = ask(Case { entry, tsi, ..CASE });
        let found = why.chain.iter().find(|reason| reason.ground.starts_with("TSI"));
        match (words, found) {
            (None, None) => {}
            (Some(words), Some(reason)) => {
                assert!(reason.words.contains(words), "{}", reason.words);
                assert_eq!(reason.ground, ground);
            }
            (_, found) => panic!("{entry:?} {tsi}: {found:?}"),
        }
    }
}

#[test]
fn card_or_phone_and_the_verification_are_steps() {
    for (verified, presented, performed) in [
        (Some(OnDevice), "likely a phone or watch", "own device"),
        (Some(Pin), "not told", "Verification performed: PIN."),
        (None, "not told", "does not tell which verification"),
    ] {
        let text = ask(Case { verified, ..CASE }).text();
        assert!(text.contains(presented) && text.contains(performed), "{text}");
    }
    let wallet = ask(Case { wallet: Some("Apple Pay"), ..CASE }).text();
    assert!(wallet.contains("the payment method is likely Apple Pay"), "{wallet}");
    let inserted = ask(Case { entry: Entry::Chip, ..CASE });
    assert!(!inserted.text().contains("a card or a phone"));
}

#[test]
fn one_parameter_would_have_changed_it() {
    use Scheme::{Mastercard, Visa};
    use Status::{Approved, Declined};

    let df8119 = |value: &str, rule: bool| -> Params {
        let values =
            [(param::NO_CVM, Value::Text(value.to_owned())), (param::NEW_CVM_RULE, Value::Flag(rule))];
        values.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    };
    let case =
        |scheme, amount, status, verified, params| Case { scheme, amount, status, verified, params, ..CASE };
    for (case, expected) in [
        (case(Visa, 6_200, Approved, Some(Pin), Params::new()), Some(("clCVMLimit", "of 62.01 EUR or more"))),
        (
            case(Mastercard, 6_200, Approved, Some(Pin), Params::new()),
            Some(("clCVMLimit", "of 62.00 EUR or more")),
        ),
        (
            case(Visa, 2_310, Approved, Some(Nothing), Params::new()),
            Some(("clCVMLimit", "of 23.10 EUR or less")),
        ),
        (
            case(Mastercard, 2_310, Approved, Some(Nothing), Params::new()),
            Some(("clCVMLimit", "of 23.09 EUR or less")),
        ),
        (
            case(Mastercard, 2_310, Approved, Some(Pin), df8119("40", true)),
            Some(("cvmCapabilityNoCVM", "DF8119")),
        ),
        // Without the new rule it likely does not count.
        (case(Mastercard, 2_310, Approved, Some(Pin), df8119("40", false)), None),
        (case(Visa, 30_000, Declined, None, Params::new()), Some(("clTransLimit", "of 300.01 EUR or more"))),
        (case(Visa, 2_310, Approved, Some(Pin), Params::new()), None),
        (case(Visa, 2_310, Declined, None, Params::new()), None),
    ] {
        let (scheme, amount) = (case.scheme, case.amount);
        let change = ask(case).change;
        match (&change, expected) {
            (None, None) => {}
            (Some(change), Some((key, words))) => {
                assert_eq!(change.key, key);
                assert!(change.words.contains(words), "{}", change.words);
            }
            _ => panic!("{scheme:?} {amount}: {change:?}"),
        }
    }
    assert_eq!(ask(Case { entry: Entry::Chip, ..CASE }).change, None);
}
