//! The terminal type (9F35): online only, offline only, unattended.

use tapline_emv::tap::{Online, is_contradicted};

use super::{at, check, code, params, scheme_of};

#[test]
fn an_online_only_terminal_sends_every_sale_online() {
    check(
        "Visa;     1000/5000/20000; TTQ=24004000 9F35=21; 500;   on none;  9F35; ;
         Visa;     1000/5000/20000; TTQ=24004000 9F35=24; 500;   on none
         Visa;     1000/5000/20000; TTQ=24004000 9F35=22; 500;   off none; floor
         Visa;     1000/5000/20000; TTQ=24004000 9F35=21; 20001; declined
         UnionPay; 4000/3000/20000; TTQ=24000000 9F35=21; 3500;  on pin;   cvm TTQ:1.3
         Visa;     5000/5000/25000; TTQ=24004000 9F35=#21; 2310; on none;  9F35",
    );
    assert_eq!(
        at("Visa", "1000/5000/20000", "TTQ=24004000 9F35=21", 500, "card").online,
        Some(Online::TerminalType)
    );
}

#[test]
fn an_offline_only_terminal_or_reader_declines_what_must_go_online() {
    check(
        "Visa;       1000/5000/20000; TTQ=24004000 9F35=23; 2310; terminal offline; floor 9F35
         Visa;       1000/5000/20000; TTQ=24004000 9F35=23; 500;  off none
         Visa;       0/5000/25000;    TTQ=2C004000;         2310; reader offline;   floor TTQ:1.4
         JCB;        0/5000/25000;    TTQ=2C004000;         2310; reader offline;   floor likely TTQ:1.4; JcbUsesOtherData
         Amex;       0/5000/25000;    9F6E=18E08003;        2310; reader offline;   floor 9F6E:3.8
         Mastercard; 0/5000/25000;    9F35=23;              0;    terminal offline; floor 9F35",
    );
}

#[test]
fn where_nothing_goes_online_no_pin_is_verified() {
    check(
        "Visa;       1000/500/25000; 9F35=23 TTQ=24004000; 900;       terminal offline; cvm 9F35
         Visa;       1000/500/25000; TTQ=2C004000;         900;       reader offline;   cvm TTQ:1.4
         Visa;       1000/500/25000; TTQ=2E004000;         900;       off sig;          cvm TTQ:1.2; PinNeedsOnline FloorByBook
         Visa;       1000/500/25000; TTQ=28000000;         900;       no method;        cvm -TTQ:1.32
         JCB;        1000/500/25000; TTQ=2C000000;         900 phone; reader offline;   cvm likely -TTQ:3.7 TTQ:1.4
         UnionPay;   1000/500/25000; 9F35=23;              900;       off sig|phone;    cvm; ReaderUnknown PinNeedsOnline FloorByBook
         Mastercard; 1000/500/25000; 9F35=23 DF8118=40 DF811B=00;           900; terminal offline; cvm 9F35
         Mastercard; 1000/500/25000; 9F35=23 DF8118=68 DF811B=00 flag=true; 900; off none|sig; cvm DF8118:1.6
         Mastercard; 1000/500/25000; 9F35=23 DF8118=48 DF811B=00 flag=true; 900; off none~;    cvm DF8118:1.4
         Amex;       1000/500/25000; 9F35=23 9F6E=18400003; 900;      terminal offline; cvm 9F35
         Amex;       1000/500/25000; 9F6E=18408003;         900;      reader offline;   cvm 9F6E:3.8",
    );
}

#[test]
fn nobody_signs_at_an_unattended_terminal() {
    for digits in ["14", "15", "24", "25", "34", "35"] {
        check(&format!(
            "Visa;       ; TTQ=26004000 9F35={digits};  6200;       on pin;    cvm TTQ:1.3; NobodySigns
             Visa;       ; TTQ=22004000 9F35={digits};  6200;       no method; cvm 9F35;    NobodySigns
             Visa;       ; TTQ=22004000 9F35={digits};  6200 phone; on phone
             Visa;       ; TTQ=26004000 9F35={digits};  2310;       on none
             Amex;       ; 9F6E=18E00003 9F35={digits}; 6200;       on pin
             Mastercard; ; DF8118=28 DF811B=20 flag=true 9F35={digits}; 6200; on none~; cvm DF8118:1.4
             Mastercard; ; DF8119=28 DF811B=20 flag=true 9F35={digits}; 2310; on none~
             Mastercard; ; DF8119=20 DF811B=20 flag=true 9F35={digits}; 2310; no method; cvm 9F35"
        ));
    }
    for digits in ["11", "12", "21", "22"] {
        check(&format!("Visa; ; TTQ=22004000 9F35={digits}; 6200; on sig"));
    }
    check("UnionPay; 1000/500/25000; 9F35=26; 900; off phone?");
}

#[test]
fn a_reader_and_a_terminal_that_contradict_each_other_leave_it_open() {
    for (scheme, values, by) in [
        ("Visa", "TTQ=2C004000 9F35=21", "TTQ:1.4 9F35"),
        ("UnionPay", "TTQ=28000000 9F35=24", "TTQ:1.4 9F35"),
        ("JCB", "TTQ=2C004000 9F35=21", "likely TTQ:1.4 9F35"),
        ("Amex", "9F6E=18E08003 9F35=21", "9F6E:3.8 9F35"),
    ] {
        for amount in [0, 1_500, 2_001, 6_000, 20_000] {
            check(&format!("{scheme}; 2000/5000/20000; {values}; {amount}; contradicted; {by}"));
        }
        check(&format!("{scheme}; 2000/5000/20000; {values}; 20001; declined; trans"));
        assert!(is_contradicted(scheme_of(scheme), &params(values)));
    }
    for values in ["TTQ=2C004000 9F35=22", "TTQ=24004000 9F35=21"] {
        assert!(!is_contradicted(scheme_of("Visa"), &params(values)));
        assert_ne!(code(at("Visa", "", values, 6_000, "card").result), "contradicted");
    }
}
