//! The limits decide, with the operator of the scheme.

use tapline_emv::limits::{is_no_limit, outcome};
use tapline_emv::tap::{Compared, Doubt, Online, Relation};
use tapline_emv::{LimitKind, Limits, Scheme};

use super::{at, check, doubted, limits_of};

#[test]
fn visa_unionpay_discover_and_jcb_ask_from_the_cvm_limit() {
    check(
        "Visa;     1000/5000/20000; TTQ=26804080; 4999;       on none;    cvm;              ;
         Visa;     1000/5000/20000; TTQ=26804080; 5000;       on pin|sig; cvm TTQ:1.3
         Visa;     1000/5000/20000; TTQ=26804080; 5001;       on pin|sig; cvm TTQ:1.3
         Visa;     1000/5000/20000; TTQ=26804080; 4999 phone; on none;    cvm
         Visa;     1000/5000/20000; TTQ=26804080; 5000 phone; on phone;   cvm TTQ:3.7
         Visa;     1000/5000/20000; TTQ=26804080; 20000;      on pin|sig; cvm TTQ:1.3
         Visa;     1000/5000/20000; TTQ=26804080; 20001;      declined;   trans
         Visa;     1000/5000/20000; TTQ=26804080; 1000;       off none;   floor;           FloorByBook
         UnionPay; 0/5000/20000;    TTQ=24004000; 5000;       on pin;     cvm TTQ:1.3
         Discover; 0/5000/20000;    TTQ=24004000; 5000;       on pin;     cvm TTQ:1.3
         JCB;      0/5000/20000;    TTQ=24004000; 5000;       on pin~;    cvm likely TTQ:1.3; JcbUsesOtherData",
    );
}

#[test]
fn mastercard_and_amex_ask_above_the_cvm_limit() {
    check(
        "Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 4999;       on none;    cvm
         Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 5000;       on none;    cvm
         Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 5001;       on pin|sig; cvm DF8118:1.7
         Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 5000 phone; on none;    cvm
         Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 5001 phone; on phone;   cvm DF811B:1.6
         Mastercard; 1000/5000/20000; DF8118=60 DF811B=20 flag=true; 500;        off none;   floor;  FloorByBook
         Amex;       0/5000/20000;    9F6E=18E00003;                 5000;       on none;    cvm
         Amex;       0/5000/20000;    9F6E=18E00003;                 5001;       on pin|sig; cvm 9F6E:2.7
         Amex;       0/5000/20000;    9F6E=18E00003;                 20001;      declined;   trans",
    );
}

#[test]
fn a_decision_names_the_limits_and_the_relation() {
    let one = |limit, minor, relation| Compared { limit, minor, relation };
    for (scheme, amount, expected) in [
        ("Visa", 4_999, vec![one(LimitKind::Cvm, 5_000, Relation::Below)]),
        ("Visa", 5_000, vec![one(LimitKind::Cvm, 5_000, Relation::Equal)]),
        ("Mastercard", 5_001, vec![one(LimitKind::Cvm, 5_000, Relation::Above)]),
        ("Visa", 20_001, vec![one(LimitKind::Transaction, 20_000, Relation::Above)]),
        (
            "Visa",
            1_000,
            vec![one(LimitKind::Floor, 1_000, Relation::Equal), one(LimitKind::Cvm, 5_000, Relation::Below)],
        ),
    ] {
        assert_eq!(at(scheme, "1000/5000/20000", "", amount, "card").compared, expected, "{scheme} {amount}");
    }
    let none = at("Visa", "0/∞/∞", "", 5_000, "card").compared;
    assert_eq!(none, [one(LimitKind::Cvm, 99_999_999, Relation::NoLimit)]);
}

#[test]
fn zero_has_rules_of_its_own() {
    check(
        "Visa;       0/5000/25000;    ; 0; on none;  floor; ZeroAccepted
         Visa;       1000/5000/25000; ; 0; on none;  floor; ZeroAccepted
         Amex;       1000/5000/25000; ; 0; on none;  floor; ZeroAccepted
         Mastercard; 0/5000/25000;    ; 0; on none;  floor; ZeroAccepted
         Mastercard; 1000/5000/25000; ; 0; off none; floor; ZeroAccepted",
    );
    for (scheme, limits, expected, may_go_online) in [
        ("Visa", "0/5000/25000", Some(Online::FloorOfZero), false),
        ("Visa", "1000/5000/25000", Some(Online::ZeroAmount), false),
        ("Mastercard", "0/5000/25000", Some(Online::FloorOfZero), false),
        ("Mastercard", "1000/5000/25000", None, true),
    ] {
        let decision = at(scheme, limits, "", 0, "card");
        assert_eq!(decision.online, expected, "{scheme} {limits}");
        assert_eq!(decision.doubts, [Doubt::ZeroAccepted { may_go_online }], "{scheme} {limits}");
    }
}

#[test]
fn kernel_2_only_marks_a_sale_above_the_floor_limit() {
    for (scheme, expected) in [("Visa", Online::AboveFloor), ("Mastercard", Online::UsuallyAboveFloor)] {
        assert_eq!(at(scheme, "", "", 2_310, "card").online, Some(expected));
    }
}

#[test]
fn no_amount_reaches_a_value_for_no_limit() {
    check(
        "Visa; 0/∞/∞;        TTQ=26004000; 6000;      on none;  cvm; ;
         Visa; 0/∞/∞;        TTQ=26004000; 100000000; on none;  cvm;  TakenAsNumber TakenAsNumber
         Visa; ∞/∞/∞;        TTQ=26004000; 6000;      off none; floor; ;
         Visa; ∞/∞/20000000; TTQ=26004000; 6000;      off none; floor; ;
         Visa; ∞/5000/200000000; TTQ=26004000; 99999999;  off pin|sig
         Visa; ∞/5000/200000000; TTQ=26004000; 100000000; off pin|sig; cvm TTQ:1.3; TakenAsNumber
         Visa; 0/5000/∞;     TTQ=26004000; 100000000; on pin|sig",
    );
    for none in [99_999_999, 9_999_999_900, 999_999_999_999, 9_999_999_999_999] {
        assert!(is_no_limit(none));
        let limits = Limits { floor: 0, cvm: none, transaction: none };
        for scheme in Scheme::ALL {
            let decision = tapline_emv::tap::decide(
                scheme,
                limits,
                &super::params(""),
                6_000,
                tapline_emv::Presented::Card,
            );
            assert_eq!(decision.outcome, outcome(scheme, limits, 6_000));
        }
    }
}

#[test]
fn a_cvm_limit_that_asks_at_no_accepted_amount_is_a_doubt() {
    assert_eq!(
        doubted(&at("Visa", "0/10000/8000", "", 5_000, "card")),
        "ReaderUnknown".replace("ReaderUnknown", "CvmNeverAsked")
    );
    assert_eq!(doubted(&at("Visa", "0/10000/10000", "", 5_000, "card")), "");
    assert_eq!(doubted(&at("Mastercard", "0/10000/10000", "", 5_000, "card")), "CvmNeverAsked");
}

#[test]
fn a_missing_limit_leaves_the_others_as_they_are() {
    check(
        "Visa;       0/5000/-;     TTQ=24004000; 6200; on pin;        cvm TTQ:1.3; LimitMissing
         Visa;       0/5000/-;     TTQ=24004000; 4000; on none;       cvm;         LimitMissing
         Visa;       0/-/25000;    TTQ=24004000; 6200; on none|pin?;  cvm;         LimitMissing
         Visa;       0/-/25000;    TTQ=24004000; 6200 phone; on none|phone?
         Visa;       0/-/5000;     TTQ=24004000; 6200; declined;      trans;
         Mastercard; 0/-/25000;    DF8118=60 DF8119=60 flag=true; 6200; on pin|sig
         Visa;       -/5000/25000; TTQ=26004000; 6200; either pin|sig
         Visa;       -/5000/25000; TTQ=24004000; 6200; on pin
         Visa;       -/5000/25000; TTQ=24004000; 4000; either none
         Visa;       -/5000/25000; TTQ=24004000 9F35=21; 4000; on none
         Visa;       -/-/25000;    ;             6200; either none|pin|phone?; cvm; LimitMissing LimitMissing
         Visa;       -/-/-;        TTQ=06004000; 6200; no tap",
    );
    assert_eq!(limits_of("0/5000/-").whole(), None);
}
