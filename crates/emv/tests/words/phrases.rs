//! A limit, a change and a lane in words.

use tapline_emv::LimitKind::{self, Cvm, Floor, Transaction};
use tapline_emv::Scheme::{self, Amex, Discover, Jcb, Mastercard, UnionPay, Visa};
use tapline_emv::words::{effect_of_change, lane_sentence, limit_in_words};
use tapline_emv::{Currency, Limits, Params};

use super::{eur, limits};

#[test]
fn a_limit_in_words_follows_the_operator() {
    let table: &[(Scheme, LimitKind, u64, &str)] = &[
        (Visa, Cvm, 5_000, "PIN or phone check from 50.00"),
        (Mastercard, Cvm, 5_000, "PIN or phone check above 50.00"),
        (Amex, Cvm, 125_000, "PIN or phone check above 1,250.00"),
        (Visa, Transaction, 20_000, "Declined above 200.00"),
        (Mastercard, Floor, 1_000, "Online above 10.00"),
        (Visa, Cvm, 99_999_999, "PIN or phone check never asked by this limit (no limit)"),
        (Visa, Transaction, 999_999_999_999, "Never declined by this limit (no limit)"),
        (Visa, Floor, 99_999_999, "Never sent online by this limit (no limit)"),
        (Visa, Transaction, 5_000_000, "Declined above 50,000.00 (this value may stand for no limit)"),
        (Visa, Cvm, 5_000_000, "PIN or phone check from 50,000.00 (this value may stand for no limit)"),
        (Visa, Transaction, 5_000_001, "Declined above 50,000.01"),
    ];
    for (scheme, limit, minor, words) in table {
        assert_eq!(limit_in_words(*scheme, *limit, *minor, &Params::new(), &eur()), *words);
    }
    let yen = Currency::new("JPY").expect("three letters");
    assert_eq!(limit_in_words(Jcb, Cvm, 5_000, &Params::new(), &yen), "PIN or phone check from 5,000");
}

#[test]
fn a_change_tells_its_effect() {
    let no_limit = 99_999_999;
    let table: &[(Scheme, LimitKind, u64, u64, &str)] = &[
        (
            Visa,
            Cvm,
            2_500,
            5_000,
            "Sales from 50.00 now ask for a PIN or phone check (CVM); before from 25.00.",
        ),
        (
            Mastercard,
            Cvm,
            2_500,
            5_000,
            "Sales above 50.00 now ask for a PIN or phone check (CVM); before above 25.00.",
        ),
        (Visa, Transaction, 25_000, 20_000, "Sales above 200.00 are now declined; before above 250.00."),
        (Visa, Floor, 0, 1_000, "Sales above 10.00 now go online; before above 0.00."),
        (
            Visa,
            Cvm,
            2_500,
            no_limit,
            "Sales no longer ask for a PIN or phone check (CVM) (no limit); before from 25.00.",
        ),
        (
            Visa,
            Transaction,
            20_000,
            no_limit,
            "Sales are no longer declined by this limit (no limit); before above 200.00.",
        ),
        (Visa, Transaction, no_limit, 20_000, "Sales above 200.00 are now declined; before no limit."),
        (Visa, Cvm, 5_000, 5_000, "The CVM limit stays at 50.00."),
        (Visa, Cvm, no_limit, no_limit, "The CVM limit stays at no limit."),
        (Visa, Cvm, no_limit, 999_999_999_999, "The CVM limit stays without effect: no limit."),
    ];
    for (scheme, limit, before, after, words) in table {
        assert_eq!(effect_of_change(*scheme, *limit, *before, *after, &eur()), *words);
    }
}

#[test]
fn a_lane_says_what_happens_and_why() {
    let cvm = "Online, PIN or phone check";
    let table: &[(Scheme, Limits, u64, &str, &str)] = &[
        (Visa, limits(1_000, 5_000, 20_000), 5_000, cvm, "CVM limit from 50.00: reached"),
        (Visa, limits(1_000, 2_500, 20_000), 5_000, cvm, "CVM limit from 25.00"),
        (Visa, limits(1_000, 5_000, 20_000), 4_999, "Online, no PIN", "PIN only from 50.00"),
        (Visa, limits(1_000, 5_000, 20_000), 1_000, "Offline possible", "up to floor limit 10.00"),
        (Visa, limits(0, 5_000, 20_000), 20_000, cvm, "CVM limit from 50.00 (book: declined)"),
        (Mastercard, limits(0, 5_000, 25_000), 5_000, "Online, no PIN", "PIN only above 50.00"),
        (Mastercard, limits(0, 5_000, 25_000), 5_001, cvm, "CVM limit above 50.00"),
        (
            UnionPay,
            limits(4_000, 3_000, 99_999_999),
            3_500,
            "Offline possible, PIN or phone check",
            "CVM limit from 30.00",
        ),
        (Amex, limits(0, 5_000, 15_000), 5_000, "Online, no PIN", "PIN only above 50.00 (book: from)"),
        (
            Amex,
            limits(6_000, 5_000, 15_000),
            5_000,
            "Offline possible",
            "up to floor limit 60.00 (book: PIN or phone check)",
        ),
        (Amex, limits(0, 99_999_999, 10_000), 5_000, "Online, no PIN", "CVM “no limit”: never asked"),
        (Discover, limits(0, 10_000, 8_000), 5_000, "Online, no PIN", "CVM 100.00 is never reached"),
        (Jcb, limits(0, 3_000, 4_500), 5_000, "Declined", "above transaction limit 45.00"),
    ];
    for (scheme, limits, amount, title, why) in table {
        let lane = lane_sentence(*scheme, *limits, &eur(), *amount);
        assert_eq!((lane.0.as_str(), lane.1.as_str()), (*title, *why), "{scheme:?} {limits:?} {amount}");
    }
}
